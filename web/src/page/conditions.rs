//! The conditions of a step: the rule that decided it, and the facts that the engine looked at.

use super::{code, space, tag};
use crate::edition::Edition;
use crate::markup::{Markup, el};
use crate::state::State;
use midturn_engine::world::Step;
use midturn_locales::Key;

/// The conditions of the step; where none was looked at, the closer look says so.
pub fn conditions(state: &State, edition: &Edition) -> Option<Markup> {
    edition.tale.step(state.settled).and_then(|step| of(state, edition, step))
}

/// No step is shown yet when the page opens: this comes with the later half of the module.
#[inline(never)]
fn of(state: &State, edition: &Edition, step: &Step) -> Option<Markup> {
    let words = &edition.words;
    let frame = || el("div").class("conditions").child(el("h3").text(words.get(Key::Conditions)));
    if step.rule.is_none() && step.facts.is_empty() {
        let none = state.closer()?.name("more", "no-condition");
        return Some(frame().child(el("p").class("aside").text(none)));
    }
    let rule = step.rule.map(|rule| {
        el("p").class("rule").text(words.get(Key::Rule)).child(space()).child(code(rule.0))
    });
    let facts = step.facts.iter().map(|fact| {
        let verdict = words.get(if fact.holds { Key::Holds } else { Key::Fails });
        el("li")
            .class("fact")
            .attr("data-holds", if fact.holds { "true" } else { "false" })
            .text(edition.teller().named("fact", fact.what))
            .child(space())
            .child(tag(verdict))
    });
    Some(frame().maybe(rule).child(el("ul").class("facts").all(facts.collect())))
}
