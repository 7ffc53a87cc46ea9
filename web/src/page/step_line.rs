//! The step: which one it is, its sentence, the question before the next one, and the controls.
//!
//! Where the columns are stacked the question would cover the stage or be off the screen; there it is a
//! sheet that the reader opens (a popover, so the browser does it; one that knows none shows it in place).

use super::controls::controls;
use super::quiz::{opener, quiz};
use crate::edition::Edition;
use crate::markup::{Markup, el};
use crate::state::State;
use midturn_locales::Key;

/// A sentence wider than this is set one step smaller.
const LONG: usize = 150;

/// The step line. `#narration` is the region that speaks at every step: it says the sentence however the reader
/// came here, and waits while the slider is dragged.
pub fn step_line(state: &State, edition: &Edition) -> Markup {
    let said = edition.teller().sentence(state.settled);
    let class = if width(&said) > LONG { "sentence sentence--long" } else { "sentence" };
    let sentence = el("p")
        .class(class)
        .attr("id", "narration")
        .attr("aria-live", "polite")
        .attr("aria-atomic", "true")
        .text(&said);
    let head = el("div").class("step-head").child(counter(state, edition));
    let words = el("div").class("step-words").child(head.maybe(opener(state, edition)));
    el("div")
        .class("step-line")
        .child(words.child(sentence))
        .maybe(quiz(state, edition))
        .child(controls(state, edition))
}

/// How wide a text is set, in Latin letters: a Han character takes the room of two.
fn width(text: &str) -> usize {
    text.chars().map(|letter| if letter < '\u{2e80}' { 1 } else { 2 }).sum()
}

/// "Step 7 of 19", and the virtual time.
fn counter(state: &State, edition: &Edition) -> Markup {
    let (words, track) = (&edition.words, edition.track(state.grain));
    let (number, total) = (track.number(state.at), track.total().to_string());
    let place = match number {
        0 => words.fill(Key::AtStartOf, &[("total", &total)]),
        _ => words.fill(Key::StepOf, &[("number", &number.to_string()), ("total", &total)]),
    };
    let millis = edition.tale.moment(state.at).map_or(0, |moment| moment.snapshot.at.0);
    let clock = words.fill(Key::Clock, &[("seconds", &seconds(millis))]);
    el("p").class("counter").text(&place).child(el("span").class("clock").text(&clock))
}

/// Virtual milliseconds as seconds, without zeros at the end.
fn seconds(millis: u64) -> String {
    let (whole, rest) = ((millis / 1_000).to_string(), millis % 1_000);
    if rest == 0 {
        return whole;
    }
    let digits = (1_000 + rest).to_string();
    [&whole, ".", digits.get(1..).unwrap_or_default().trim_end_matches('0')].concat()
}

#[cfg(test)]
mod tests {
    use super::{seconds, width};

    #[test]
    fn han_characters_are_as_wide_as_two_letters() {
        assert_eq!(width("turn-1 回合"), 11);
    }

    #[test]
    fn time_is_told_in_seconds() {
        let told = [0, 9_000, 30_100, 1_050, 111].map(seconds);
        assert_eq!(told, ["0", "9", "30.1", "1.05", "0.111"]);
    }
}
