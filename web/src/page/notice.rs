//! What went wrong: a file that could not be loaded, a link that could not be followed in full.

use crate::link::Fault;
use crate::load::Problem;
use crate::markup::{Markup, el};
use crate::state::State;
use midturn_locales::{Key, Words, fill};

/// Why something could not be shown, and what to do.
pub fn problem(state: &State) -> Option<Markup> {
    state.problem.as_ref().map(|problem| told(&state.words, problem))
}

#[inline(never)]
fn told(words: &Words, problem: &Problem) -> Markup {
    let text = match problem {
        Problem::Missing(file) => words.fill(Key::ErrorLoad, &[("file", file)]),
        Problem::OtherVersion(file) => words.fill(Key::ErrorVersion, &[("file", file)]),
        Problem::System(name) => words.fill(Key::ErrorSystem, &[("name", name)]),
        // A player says it in its document's place; the page shows another story.
        Problem::Story(name) => words.fill(Key::LinkStory, &[("name", name)]),
        Problem::NoStories => words.get(Key::ErrorEmpty).to_owned(),
    };
    let notice = el("div").class("notice notice--problem").attr("role", "alert").key("problem");
    notice.child(el("h2").text(words.get(Key::ErrorTitle))).child(el("p").text(&text))
}

/// Which parts of the opened link could not be used.
pub fn faults(state: &State) -> Option<Markup> {
    (!state.faults.is_empty()).then(|| listed(&state.words, &state.faults))
}

#[inline(never)]
fn listed(words: &Words, faults: &[Fault]) -> Markup {
    let lines = faults.iter().map(|fault| el("p").text(&describe(words, fault)));
    let dismiss =
        el("button").attr("type", "button").class("button").attr("data-action", "dismiss");
    let notice =
        el("div").class("notice").attr("role", "status").attr("data-notice", "link").key("faults");
    notice
        .child(el("h2").text(words.name("link-fault", "title")))
        .all(lines.collect())
        .child(dismiss.text(words.get(Key::Dismiss)))
}

fn describe(words: &Words, fault: &Fault) -> String {
    let (text, name) = match fault {
        Fault::Unreadable => ("unreadable", ""),
        Fault::TooLong => ("too-long", ""),
        Fault::Damaged => ("damaged", ""),
        Fault::Own => ("own", ""),
        Fault::System(name) => ("system", name.as_str()),
        Fault::Story(name) => return words.fill(Key::LinkStory, &[("name", name)]),
        Fault::Step(name) => ("step", name.as_str()),
        Fault::Language(name) => ("language", name.as_str()),
        Fault::View(name) => ("view", name.as_str()),
        Fault::Changed => ("changed", ""),
    };
    fill(words.name("link-fault", text), &[("name", name)])
}
