//! The name of a step in a link: a narrated step has its beat's id, any other one `KIND~OF~NTH`, which
//! says what happens, to whom, and which time it is. The start has no name.

use crate::StoryData;
use midturn_engine::world::{Step, StepPattern};

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
#[inline(never)]
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
