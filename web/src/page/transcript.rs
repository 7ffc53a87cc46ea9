//! The transcript: every sentence of the story, each a link to its step.

use crate::edition::Edition;
use crate::markup::{Markup, el};
use crate::state::State;
use midturn_locales::Key;

/// The transcript, folded so that it gives nothing away.
pub fn transcript(state: &State, edition: &Edition) -> Markup {
    let (teller, track) = (edition.teller(), edition.track(state.grain));
    let line = |step: &u32| {
        let step = *step;
        let link = el("a").attr("href", &edition.link(step, state.grain).write());
        let here = (state.at == step).then_some("step");
        el("li").maybe_attr("aria-current", here).child(link.text(&teller.sentence(step)))
    };
    let title = el("h2").text(edition.words.get(Key::Transcript));
    el("details")
        .class("transcript panel")
        .child(el("summary").child(title))
        .child(el("ol").all(track.stops().iter().map(line).collect()))
}
