//! The end of a story: what the reader now knows, and the next one.

use crate::edition::{Edition, link_to};
use crate::markup::{Markup, el};
use crate::state::{Layout, State};
use crate::track::Go;
use midturn_locales::Key;

/// The end of a story, once the reader is there. A case tells nothing, so it has none, and a player leads nowhere.
pub fn closing(state: &State, edition: &Edition) -> Option<Markup> {
    let is_a_case = edition.tale.texts.closing.is_empty();
    let is_guest = state.layout != Layout::Page;
    if is_a_case || is_guest || state.target(Go::Next).is_some() {
        return None;
    }
    let words = &edition.words;
    let onward = match edition.next_entry() {
        Some(next) => {
            let title = words.fill(Key::NextStory, &[("title", &next.title)]);
            let href = link_to(&next.system, &next.id, edition.language).write();
            let link = el("a").class("button button--next").attr("href", &href);
            link.attr("data-action", "next-story").text(&title)
        }
        None => el("p").text(words.get(Key::CourseDone)),
    };
    Some(
        el("section")
            .class("closing")
            .key("closing")
            .child(el("h2").text(words.get(Key::WhatYouKnow)))
            .child(el("p").class("closing-words").text(&edition.tale.texts.closing))
            .child(onward),
    )
}
