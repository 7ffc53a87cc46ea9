//! The header: name, choice of story, settings.

use super::settings::Settings;
use crate::edition::link_to;
use crate::reader::Reader;
use leptos::prelude::*;
use midturn_locales::{Key, Words};
use std::sync::Arc;

/// The header.
#[component]
pub fn Header(reader: Reader, words: Signal<Arc<Words>>) -> impl IntoView {
    let stories = move || {
        let edition = reader.edition.get()?;
        let links = edition.catalog.entries.iter().map(|entry| {
            let chosen = entry.id == edition.tale.data.plan.id;
            let href = link_to(&entry.system, &entry.id, edition.language).write();
            view! {
                <li>
                    <a href=href aria-current=chosen.then_some("page")>{entry.title.get(edition.language).clone()}</a>
                </li>
            }
        });
        let title = edition.tale.texts.title.clone();
        Some(view! {
            <details class="course" name="midturn-menu">
                <summary>
                    <span class="course-label">{edition.words.get(Key::Story).to_owned()}</span>
                    " " <span class="course-title">{title}</span>
                </summary>
                <ol class="course-list">{links.collect_view()}</ol>
            </details>
        })
    };
    view! {
        <header class="page-head">
            <p class="brand">"Midturn"</p>
            <nav class="course-nav" aria-label=move || words.get().get(Key::Story).to_owned()>{stories}</nav>
            <Settings reader words />
        </header>
    }
}
