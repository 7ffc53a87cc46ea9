//! The event log: submissions go in, events come out. The newest line is first.

use super::{code, nothing, space, tag};
use crate::edition::Edition;
use crate::markup::{Markup, el};
use crate::rows::{LogRow, log_rows};
use crate::state::State;
use midturn_locales::{Key, Words};

/// The log.
pub fn log(state: &State, edition: &Edition) -> Markup {
    let words = &edition.words;
    let rows = log_rows(&edition.teller(), state.settled);
    let panel = el("section")
        .class("panel")
        .child(el("h2").text(words.get(Key::Log)))
        .child(el("p").class("aside").text(words.get(Key::LogHint)));
    if rows.is_empty() {
        return panel.child(nothing("p", words.get(Key::LogNone)));
    }
    let lines =
        rows.iter().enumerate().rev().map(|(number, row)| line(words, number, row)).collect();
    panel.child(
        el("ol")
            .class("log")
            .attr("tabindex", "0")
            .attr("aria-label", words.get(Key::Log))
            .all(lines),
    )
}

fn line(words: &Words, number: usize, row: &LogRow) -> Markup {
    let (class, key) = if row.inward { ("log-in", Key::LogIn) } else { ("log-out", Key::LogOut) };
    el("li")
        .class(class)
        .key(&number.to_string())
        .child(tag(words.get(key)))
        .child(space())
        .child(code(&row.name))
        .child(space())
        .child(el("span").class("log-about").text(&row.about))
}
