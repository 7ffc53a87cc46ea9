//! The page, as a function of the reader's state. One part a file; none of them decides anything.

mod card;
mod client;
mod closing;
mod code;
mod conditions;
mod controls;
mod fates;
mod header;
mod help;
mod ladder;
mod log;
mod matrix;
mod model;
mod notice;
mod player;
mod program;
mod quiz;
mod reference;
mod scrub;
mod settings;
mod share;
mod shelf;
mod signal;
mod stage;
mod step_line;
mod story_head;
mod transcript;
mod why;

use crate::edition::Edition;
use crate::markup::{Markup, el};
use crate::queue::HOST;
use crate::state::{Layout, State};
use midturn_locales::Key;

/// What a reader sees: the whole page, or as much of it as a player shows.
pub fn page(state: &State) -> Markup {
    if state.layout == Layout::Page { whole(state) } else { player::player(state) }
}

fn whole(state: &State) -> Markup {
    let main = el("main").class("page").maybe(notice::problem(state)).maybe(notice::faults(state));
    let main = match &state.edition {
        Some(edition) => main
            .child(story(state, edition))
            .maybe(state.closer().map(|words| reference::reference(state, words, edition.language)))
            .child(el("div").attr(HOST, "").key(HOST)),
        None if state.problem.is_some() => main,
        None => main.child(el("p").class("loading").text(state.words.get(Key::Loading))),
    };
    let foot = el("footer").class("page-foot");
    let page = el("div").class("midturn").child(header::header(state)).child(main);
    let page = page.child(foot.child(el("p").text(state.words.get(Key::MadeUp))));
    let is_over = state.edition.as_ref().is_some_and(|edition| edition.tale.is_over());
    let share = state.closer().map(|words| share::share(state, words));
    if is_over { page.child(help::help(state)).maybe(share) } else { page }
}

/// A story. Another one, or another language, is another element: no fold stays open by accident.
fn story(state: &State, edition: &Edition) -> Markup {
    let key = [edition.tale.data.plan.id.as_str(), edition.language.tag()].concat();
    let head = el("div").class("story").key(&key).child(story_head::head(edition, state.layout));
    let stage = head.maybe(matrix::matrix(state, edition)).child(stage::stage(state, edition));
    let has_more = edition.tale.is_over() && state.layout.is_complete();
    if has_more { stage.all(below(state, edition)) } else { stage }
}

/// What stands below the stage, once the story has run to its end. Not inlined, since it comes with the later
/// half of the module.
#[inline(never)]
fn below(state: &State, edition: &Edition) -> Vec<Markup> {
    let below = el("div").class("below").child(fates::fates(state, edition));
    let rest = [below.child(log::log(state, edition)), transcript::transcript(state, edition)];
    closing::closing(state, edition).into_iter().chain(rest).collect()
}

/// A line of soft text, where there is nothing else to show.
fn nothing(tag: &'static str, text: &str) -> Markup {
    el(tag).class("empty").key("nothing").text(text)
}

/// A small word beside a name.
fn tag(text: &str) -> Markup {
    el("span").class("tag").text(text)
}

/// A name in the system's own words.
fn code(text: &str) -> Markup {
    el("code").text(text)
}

/// A space between words that stand beside each other.
fn space() -> Markup {
    crate::markup::text(" ")
}
