//! The step: which one it is, its sentence, the question before the next one, and the controls.

use super::controls::controls;
use super::quiz::quiz;
use crate::edition::Edition;
use crate::markup::{Markup, el};
use crate::state::State;
use midturn_locales::Key;

/// The step line. `#narration` is the page's only live region: it says the sentence however the reader
/// came here, and waits while the slider is dragged.
pub fn step_line(state: &State, edition: &Edition) -> Markup {
    let sentence = el("p")
        .class("sentence")
        .attr("id", "narration")
        .attr("aria-live", "polite")
        .attr("aria-atomic", "true")
        .text(&edition.teller().sentence(state.settled));
    el("div")
        .class("step-line")
        .child(el("div").class("step-words").child(counter(state, edition)).child(sentence))
        .maybe(quiz(state, edition))
        .child(controls(state, edition))
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
    use super::seconds;

    #[test]
    fn time_is_told_in_seconds() {
        let told = [0, 9_000, 30_100, 1_050, 111].map(seconds);
        assert_eq!(told, ["0", "9", "30.1", "1.05", "0.111"]);
    }
}
