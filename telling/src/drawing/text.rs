//! The transcript: what has been told up to a step, a line a step.

use super::Scene;
use super::clean::clean;

/// The transcript up to a scene: the story's question, the system, and the sentence of every stop, numbered as
/// on the page. A step that is no stop comes last, without a number.
pub fn text(scene: &Scene<'_>) -> String {
    let mut lines =
        vec![clean(scene.edition.tale.heading()), clean(&scene.system()), String::new()];
    lines.extend(sentences(scene).into_iter().map(|(number, sentence)| match number {
        Some(number) => [&number.to_string(), ". ", &sentence].concat(),
        None => sentence,
    }));
    lines.push(String::new());
    lines.join("\n")
}

/// The sentences up to a scene, cleaned, with their numbers. At the start there is one that says so.
pub fn sentences(scene: &Scene<'_>) -> Vec<(Option<usize>, String)> {
    let (teller, track) = (scene.edition.teller(), scene.edition.track(scene.grain));
    let stops = track.stops().iter().filter(|stop| (1..=scene.step).contains(*stop));
    let mut told: Vec<_> =
        stops.map(|stop| (Some(track.number(*stop)), clean(&teller.sentence(*stop)))).collect();
    if track.settle(scene.step) != scene.step || scene.step == 0 {
        told.push((None, clean(&scene.sentence())));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use crate::track::Grain;

    #[test]
    fn it_tells_every_stop_up_to_the_step_and_no_later_one() {
        let edition = sample::edition("en");
        let step = edition.track(Grain::Told).stop(2);
        let told = text(&Scene { edition: &edition, grain: Grain::Told, step });
        let head =
            format!("I add a constraint. Who reads it?\n{}\n\n", "Codex 343074d42 (2026-08-22)");
        assert_eq!(told, head + "1. You type.\n2. The model is asked.\n");
    }

    #[test]
    fn a_step_between_two_stops_comes_last() {
        let edition = sample::edition("en");
        let step = edition.track(Grain::Told).stop(1) + 1;
        let told = sentences(&Scene { edition: &edition, grain: Grain::Told, step });
        assert_eq!(told.len(), 2);
        assert_eq!(told[1], (None, clean(&edition.teller().sentence(step))));
    }

    #[test]
    fn the_start_says_that_nothing_has_happened() {
        let edition = sample::edition("en");
        let told = sentences(&Scene { edition: &edition, grain: Grain::Told, step: 0 });
        assert_eq!(told, [(None, "Nothing has happened yet.".to_owned())]);
    }
}
