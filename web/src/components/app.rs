//! The whole page: header, what went wrong, the story, and the note that all of it is made up.

use super::closing::Closing;
use super::course::Course;
use super::fates::Fates;
use super::header::Header;
use super::help::Help;
use super::log::Log;
use super::notice::Notice;
use super::stage::StageView;
use super::transcript::Transcript;
use crate::browser::root;
use crate::edition::Edition;
use crate::reader::Reader;
use leptos::prelude::*;
use midturn_locales::{Key, Words};
use std::sync::Arc;

/// The page.
#[component]
pub fn App(reader: Reader, words: Words) -> impl IntoView {
    let spoken = Arc::new(words);
    let words = Signal::derive(move || match reader.edition.get() {
        Some(edition) => Arc::new(edition.words.clone()),
        None => spoken.clone(),
    });
    let on_address = window_event_listener(leptos::ev::hashchange, move |_| reader.follow_address());
    on_cleanup(move || on_address.remove());
    Effect::new(move |_| {
        if let Some(edition) = reader.edition.get() {
            root::speak(edition.language, &[&edition.tale.texts.question, " · Midturn"].concat());
        }
    });
    view! {
        <Header reader words />
        <main class="page">
            <Notice reader words />
            {move || match reader.edition.get() {
                Some(edition) => view! { <Body reader edition /> }.into_any(),
                None => view! { <p class="loading">{words.get().get(Key::Loading).to_owned()}</p> }.into_any(),
            }}
        </main>
        <footer class="page-foot"><p>{move || words.get().get(Key::MadeUp).to_owned()}</p></footer>
        <Help reader words />
    }
}

/// A story: drawn anew only when the story or the language changes.
#[component]
pub fn Body(reader: Reader, edition: Arc<Edition>) -> impl IntoView {
    view! {
        <Course edition=edition.clone() />
        <StageView reader edition=edition.clone() />
        <Closing reader edition=edition.clone() />
        <div class="below">
            <Fates reader edition=edition.clone() />
            <Log reader edition=edition.clone() />
        </div>
        <Transcript reader edition />
    }
}
