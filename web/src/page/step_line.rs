//! The step: which one it is, its sentence, the question before the next one, and the controls.
//!
//! Where the columns are stacked the question would cover the stage or be off the screen; there it is a
//! sheet that the reader opens (a popover, so the browser does it; one that knows none shows it in place).

use super::controls::controls;
use super::quiz::{opener, quiz};
use crate::edition::Edition;
use crate::markup::{Markup, el};
use crate::state::State;

/// A sentence wider than this is set one step smaller.
const LONG: usize = 150;

/// The step line. `#narration` is the region that speaks at every step: it says the sentence however the reader
/// came here, and waits while the slider is dragged.
pub fn step_line(state: &State, edition: &Edition) -> Markup {
    let said = edition.teller().sentence(state.settled);
    let class = if width(&said) > LONG { "sentence sentence--long" } else { "sentence" };
    let sentence = el("p")
        .class(class)
        .attr("part", "sentence")
        .attr("id", "narration")
        .attr("aria-live", "polite")
        .attr("aria-atomic", "true")
        .text(&said);
    let head = el("div").class("step-head").child(counter(state, edition));
    let words = el("div").class("step-words").child(head.maybe(opener(state, edition)));
    el("div")
        .class("step-line")
        .attr("part", "step")
        .child(words.child(sentence))
        .maybe(quiz(state, edition))
        .maybe(controls(state, edition))
}

/// How wide a text is set, in Latin letters: a Han character takes the room of two.
fn width(text: &str) -> usize {
    text.chars().map(|letter| if letter < '\u{2e80}' { 1 } else { 2 }).sum()
}

/// "Step 7 of 19", and the virtual time.
fn counter(state: &State, edition: &Edition) -> Markup {
    let (place, clock) = edition.place_of(state.grain, state.at);
    el("p").class("counter").text(&place).child(el("span").class("clock").text(&clock))
}

#[cfg(test)]
mod tests {
    use super::width;

    #[test]
    fn han_characters_are_as_wide_as_two_letters() {
        assert_eq!(width("turn-1 回合"), 11);
    }
}
