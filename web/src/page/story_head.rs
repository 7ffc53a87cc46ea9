//! The head of a story: its place in its list, its system and version, what is switched on that is newer
//! than that version, its question.

use super::tag;
use crate::edition::Edition;
use crate::markup::{Markup, el};
use crate::state::Layout;
use midturn_locales::Key;

/// The head of a story.
pub fn head(edition: &Edition, layout: Layout) -> Markup {
    // The first heading of somebody else's document is theirs.
    let question = el(if layout == Layout::Page { "h1" } else { "p" });
    let words = &edition.words;
    let number = edition.place().map(|(list, place, total)| {
        let (number, total) = ((place + 1).to_string(), total.to_string());
        let parts = [("list", words.get(list)), ("number", &number), ("total", &total)];
        el("span").text(&words.fill(Key::StoryNumber, &parts))
    });
    let name = edition.system();
    let newer = edition.tale.switches().map(|switch| {
        let values = [("switch", switch.setting), ("since", switch.since)];
        tag(&words.fill(Key::Newer, &values)).attr("data-switch", switch.setting)
    });
    let place = el("p").class("story-place").maybe(number);
    el("div")
        .class("story-head")
        .child(place.child(el("span").class("story-system").text(&name)).all(newer.collect()))
        .child(question.class("question").attr("part", "question").text(edition.tale.heading()))
}
