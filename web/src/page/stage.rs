//! The stage: three columns, and below them the step's sentence and the controls.

use super::client::client;
use super::code::code;
use super::conditions::conditions;
use super::model::model;
use super::program::program;
use super::scrub::scrub;
use super::step_line::step_line;
use crate::edition::Edition;
use crate::markup::{Markup, el};
use crate::state::{Layout, State};
use midturn_locales::Key;

/// The stage. Keys work while the focus is inside of it.
pub fn stage(state: &State, edition: &Edition) -> Markup {
    // The words for a closer look are the same ones and more.
    let words = state.closer().unwrap_or(&edition.words);
    let stage = state.stage(edition);
    let columns = el("div")
        .class("columns")
        .child(client(words, &stage))
        .child(program(words, &stage))
        .child(model(words, &stage));
    let more = state.layout.is_complete().then(|| {
        let more = el("div").class("step-more").child(scrub(state, edition));
        more.maybe(conditions(state, edition))
            .maybe(state.closer().map(|words| code(state, edition, words)))
    });
    // Among several players no stage is a landmark of its own.
    let frame = match state.layout {
        Layout::Page => el("section"),
        _ => el("div").attr("role", "group"),
    };
    frame
        .class("stage")
        .attr("part", "stage")
        .attr("tabindex", "-1")
        .attr("aria-label", words.get(Key::Main))
        .attr("data-step", &stage.step.to_string())
        .child(columns)
        .child(step_line(state, edition))
        .maybe(more)
}
