//! The slider over all stops, with the decisions marked, and the choice of grain.

use super::controls::mover;
use crate::edition::Edition;
use crate::markup::{Markup, el};
use crate::state::State;
use crate::track::{Go, Grain};
use midturn_locales::{Key, Words};

/// The slider and what belongs to it.
pub fn scrub(state: &State, edition: &Edition) -> Markup {
    let words = &edition.words;
    let decision =
        |go, name, sign, key| mover(state, words, go, (name, sign), key, Key::NoDecision);
    el("div")
        .class("scrub")
        .child(el("div").class("slider").child(marks(state, edition)).child(slider(state, edition)))
        .child(decision(Go::BackDecision, "back-decision", "◆ ← ", Key::DecisionBefore))
        .child(decision(Go::NextDecision, "next-decision", " → ◆", Key::DecisionAfter))
        .child(grain(state, words))
        .child(button("keys", words.get(Key::Keys)))
}

fn button(action: &str, name: &str) -> Markup {
    el("button").attr("type", "button").class("button").attr("data-action", action).text(name)
}

fn grain(state: &State, words: &Words) -> Markup {
    let every = state.grain == Grain::Every;
    el("button")
        .attr("type", "button")
        .class("button switch")
        .attr("role", "switch")
        .attr("data-action", "grain")
        .attr("aria-checked", if every { "true" } else { "false" })
        .attr("title", words.get(Key::EveryHint))
        .text(words.get(Key::EveryStep))
}

fn slider(state: &State, edition: &Edition) -> Markup {
    let (words, track) = (&edition.words, edition.track(state.grain));
    let (number, total) = (track.number(state.at).to_string(), track.total().to_string());
    let place = words.fill(Key::StepOf, &[("number", &number), ("total", &total)]);
    let said = [&place, ". ", &edition.teller().sentence(state.at)].concat();
    el("input")
        .attr("type", "range")
        .attr("min", "0")
        .attr("max", &total)
        .attr("step", "1")
        .attr("data-choice", "step")
        .attr("aria-label", words.get(Key::Scrub))
        .attr("aria-valuetext", &said)
        .attr("value", &number)
}

/// A dot for each stop; a diamond where a rule decided something.
fn marks(state: &State, edition: &Edition) -> Markup {
    let track = edition.track(state.grain);
    let decisions = track.decisions();
    let dot = |number: usize| {
        let class = if decisions.contains(&number) { "stop stop--decision" } else { "stop" };
        el("span").class(class)
    };
    let row = el("div").class("stops").attr("aria-hidden", "true");
    row.all((0..=track.total()).map(dot).collect())
}
