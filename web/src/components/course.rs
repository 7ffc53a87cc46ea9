//! The head of a story: where it stands in the course, its question, its system and version.

use crate::edition::Edition;
use leptos::prelude::*;
use midturn_locales::Key;
use std::sync::Arc;

/// The head of a story.
#[component]
pub fn Course(edition: Arc<Edition>) -> impl IntoView {
    let words = &edition.words;
    let total = edition.catalog.entries.len().to_string();
    let number = edition.index().map(|index| {
        let number = (index + 1).to_string();
        words.fill(Key::StoryNumber, &[("number", &number), ("total", &total)])
    });
    let system = edition.tale.system;
    view! {
        <div class="story-head">
            <p class="story-place">
                {number}
                <span class="story-system">
                    {words.name("system", system.name).to_owned()} " " <span class="version">{system.version}</span>
                </span>
            </p>
            <h1 class="question">{edition.tale.texts.question.clone()}</h1>
        </div>
    }
    .into_any()
}
