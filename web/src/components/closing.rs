//! The end of a story: what the reader now knows, and the next one.

use crate::edition::{Edition, link_to};
use crate::reader::Reader;
use crate::track::Go;
use leptos::prelude::*;
use midturn_locales::Key;
use std::sync::Arc;

/// The end of a story, once the reader is there.
#[component]
pub fn Closing(reader: Reader, edition: Arc<Edition>) -> impl IntoView {
    let over = Memo::new(move |_| reader.target(Go::Next).is_none());
    move || over.get().then(|| end(&edition))
}

fn end(edition: &Edition) -> AnyView {
    let words = &edition.words;
    let onward = match edition.next_entry() {
        Some(next) => {
            let title = words.fill(Key::NextStory, &[("title", next.title.get(edition.language))]);
            let href = link_to(&next.system, &next.id, edition.language).write();
            view! { <a class="button button--next" href=href data-action="next-story">{title}</a> }.into_any()
        }
        None => view! { <p>{words.get(Key::CourseDone).to_owned()}</p> }.into_any(),
    };
    view! {
        <section class="closing">
            <h2>{words.get(Key::WhatYouKnow).to_owned()}</h2>
            <p class="closing-words">{edition.tale.texts.closing.clone()}</p>
            {onward}
        </section>
    }
    .into_any()
}
