//! The conditions of a step: the rule that decided it, and the facts that the engine looked at.

use super::{code, space, tag};
use crate::edition::Edition;
use crate::markup::{Markup, el};
use midturn_locales::Key;

/// The conditions of step `n`; nothing where none was looked at.
pub fn conditions(edition: &Edition, n: u32) -> Option<Markup> {
    let step = edition.tale.step(n)?;
    let words = &edition.words;
    if step.rule.is_none() && step.facts.is_empty() {
        return None;
    }
    let rule = step.rule.map(|rule| {
        el("p").class("rule").text(words.get(Key::Rule)).child(space()).child(code(rule.0))
    });
    let facts = step.facts.iter().map(|fact| {
        let verdict = words.get(if fact.holds { Key::Holds } else { Key::Fails });
        el("li")
            .class("fact")
            .attr("data-holds", if fact.holds { "true" } else { "false" })
            .text(words.name("fact", fact.what))
            .child(space())
            .child(tag(verdict))
    });
    Some(
        el("div")
            .class("conditions")
            .child(el("h3").text(words.get(Key::Conditions)))
            .maybe(rule)
            .child(el("ul").class("facts").all(facts.collect())),
    )
}
