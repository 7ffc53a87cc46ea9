//! The header: name, choice of story, settings.

use super::settings::settings;
use crate::edition::{Edition, link_to};
use crate::markup::{Markup, el};
use crate::state::State;
use midturn_locales::Key;

/// The header.
pub fn header(state: &State) -> Markup {
    let nav = el("nav").class("course-nav").attr("aria-label", state.words.get(Key::Story));
    el("header")
        .class("page-head")
        .child(el("p").class("brand").text("Midturn"))
        .child(nav.maybe(state.edition.as_deref().map(course)))
        .child(settings(state))
}

/// All stories, as links. The list closes when a story is chosen: it is then another element.
fn course(edition: &Edition) -> Markup {
    let (id, language) = (&edition.tale.data.plan.id, edition.language);
    let links = edition.catalog.entries.iter().map(|entry| {
        let here = (entry.id == *id).then_some("page");
        let link = el("a").attr("href", &link_to(&entry.system, &entry.id, language).write());
        el("li").child(link.maybe_attr("aria-current", here).text(entry.title.get(language)))
    });
    let summary = el("summary")
        .child(el("span").class("course-label").text(edition.words.get(Key::Story)))
        .child(super::space())
        .child(el("span").class("course-title").text(&edition.tale.texts.title));
    el("details")
        .class("course")
        .key(id)
        .child(summary)
        .child(el("ol").class("course-list").all(links.collect()))
}
