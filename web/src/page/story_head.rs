//! The head of a story: its place in the course, its system and version, its question.

use crate::edition::Edition;
use crate::markup::{Markup, el};
use midturn_locales::Key;

/// The head of a story.
pub fn head(edition: &Edition) -> Markup {
    let words = &edition.words;
    let total = edition.catalog.entries.len().to_string();
    let number = edition.index().map(|index| {
        let number = (index + 1).to_string();
        el("span").text(&words.fill(Key::StoryNumber, &[("number", &number), ("total", &total)]))
    });
    let system = edition.tale.system;
    let name = [words.name("system", system.name), " ", system.version].concat();
    let place = el("p").class("story-place").maybe(number);
    el("div")
        .class("story-head")
        .child(place.child(el("span").class("story-system").text(&name)))
        .child(el("h1").class("question").text(&edition.tale.texts.question))
}
