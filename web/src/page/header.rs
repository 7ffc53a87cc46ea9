//! The header: name, choice of story, settings.

use super::settings::settings;
use crate::edition::{Edition, link_to};
use crate::markup::{Markup, el};
use crate::state::State;
use midturn_locales::Key;
use midturn_scenarios::Entry;

/// The header.
pub fn header(state: &State) -> Markup {
    let nav = el("nav").class("course-nav").attr("aria-label", state.words.get(Key::Story));
    el("header")
        .class("page-head")
        .child(el("p").class("brand").text("Midturn"))
        .child(nav.maybe(state.edition.as_deref().map(stories)))
        .child(settings(state))
}

/// All stories, as links. The lists close when a story is chosen: they are then another element.
fn stories(edition: &Edition) -> Markup {
    let lists = edition.lists().into_iter().filter(|(_, entries)| !entries.is_empty());
    let lists = lists.map(|(name, entries)| list(edition, edition.words.get(name), entries));
    let summary = el("summary")
        .child(el("span").class("course-label").text(edition.words.get(Key::Story)))
        .child(super::space())
        .child(el("span").class("course-title").text(&edition.tale.texts.title));
    el("details")
        .class("course")
        .key(&edition.tale.data.plan.id)
        .child(summary)
        .child(el("div").class("course-lists").all(lists.collect()))
}

fn list(edition: &Edition, name: &str, entries: &[Entry]) -> Markup {
    let links = entries.iter().map(|entry| {
        let here = edition.is(entry).then_some("page");
        let to = link_to(&entry.system, &entry.id, edition.language).write();
        let link = el("a").attr("href", &to).maybe_attr("aria-current", here);
        el("li").child(link.text(&entry.title))
    });
    let links = el("ol").class("course-list").attr("aria-label", name).all(links.collect());
    el("section").child(el("h2").class("course-name").text(name)).child(links)
}
