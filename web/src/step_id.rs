//! The name of a step in a link: a narrated step has its beat's id, any other one `KIND~OF~NTH`, which
//! says what happens, to whom, and which time it is. The start has no name.

use midturn_engine::world::{Step, StepPattern};
use midturn_scenarios::StoryData;

/// The name of step `n`.
pub fn name(data: &StoryData, steps: &[Step], n: u32) -> Option<String> {
    let step = steps.iter().find(|step| step.seq == n)?;
    let is_it = |pattern: &StepPattern| pattern.find(steps).is_some_and(|found| found.seq == n);
    if let Some(beat) = data.beats.iter().find(|beat| is_it(&beat.on)) {
        return Some(beat.id.clone());
    }
    let of = match &step.subject {
        Some(subject) => Some(subject.to_string()),
        None => step.moves.first().map(|change| change.message.to_string()),
    };
    let mut pattern = StepPattern { kind: step.kind.0.to_owned(), of, nth: 1 };
    let before = steps.iter().filter(|other| other.seq < n && pattern.matches(other)).count();
    pattern.nth = u32::try_from(before).map_or(u32::MAX, |before| before + 1);
    Some([&pattern.kind, pattern.of.as_deref().unwrap_or(""), &pattern.nth.to_string()].join("~"))
}

/// The step of this name; nothing where the story has none.
pub fn find(data: &StoryData, steps: &[Step], name: &str) -> Option<u32> {
    if let Some(beat) = data.beats.iter().find(|beat| beat.id == name) {
        return beat.on.find(steps).map(|step| step.seq);
    }
    let (kind, rest) = name.split_once('~')?;
    let (of, nth) = rest.rsplit_once('~')?;
    let nth: u32 = nth.parse().ok().filter(|nth| *nth > 0)?;
    let of = Some(of.to_owned()).filter(|of| !of.is_empty());
    StepPattern { kind: kind.to_owned(), of, nth }.find(steps).map(|step| step.seq)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn every_step_has_a_name_that_finds_it() {
        let tale = sample::tale();
        let steps = &tale.record.steps;
        assert!(steps.len() > 10);
        for step in steps {
            let name = name(&tale.data, steps, step.seq).expect("it exists");
            assert_eq!(find(&tale.data, steps, &name), Some(step.seq), "{name}");
        }
        assert_eq!(name(&tale.data, steps, 0), None);
    }

    #[test]
    fn narrated_steps_keep_their_own_names() {
        let tale = sample::tale();
        let beat = &tale.data.beats[0];
        let step = find(&tale.data, &tale.record.steps, &beat.id).expect("the beat's step");
        assert_eq!(name(&tale.data, &tale.record.steps, step), Some(beat.id.clone()));
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        let tale = sample::tale();
        for name in
            ["", "x", "a~b", "a~b~0", "a~b~c", "input.written~nobody~1", "~~", "a~b~99999999999"]
        {
            assert_eq!(find(&tale.data, &tale.record.steps, name), None, "{name}");
        }
    }
}
