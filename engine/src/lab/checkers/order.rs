//! Order: of time, of the history, and of what a request holds.

use crate::lab::record::Record;
use crate::world::{MessageId, Place};

/// A request is the history as it stood, in its order: nothing that still waits is in it, and nothing
/// is missing but what a compaction has summed up.
pub(super) fn requests_are_the_history(record: &Record, step: u32) -> Result<(), String> {
    let Some(moment) = record.moment(step) else { return Ok(()) };
    let Some(request) = moment.requests.last() else { return Ok(()) };
    let (old, new) = moment.history.split_at_checked(request.summed_up).unwrap_or_default();
    let mut items = request.items.iter().peekable();
    for id in old {
        items.next_if_eq(&id);
    }
    let rest: Vec<&MessageId> = items.collect();
    if new.iter().take(rest.len()).eq(rest.iter().copied()) {
        return Ok(());
    }
    Err(format!("request {} holds something that the history does not", request.number))
}

/// The virtual clock never goes back.
pub(super) fn time_goes_forward(record: &Record, step: u32) -> Result<(), String> {
    let (Some(before), Some(now)) =
        (step.checked_sub(1).and_then(|n| record.moment(n)), record.moment(step))
    else {
        return Ok(());
    };
    if before.snapshot.at <= now.snapshot.at {
        return Ok(());
    }
    Err(format!("from {} to {}", before.snapshot.at, now.snapshot.at))
}

/// What one turn takes from one place it records in the order in which it was accepted there. Who was moved from one
/// place of waiting to another may keep the turn that it had there, or take its turn anew.
pub(super) fn recorded_as_accepted(record: &Record, step: u32) -> Result<(), String> {
    let Some(now) = record.moment(step).and_then(|moment| moment.step) else { return Ok(()) };
    for change in now.moves.iter().filter(|change| change.to == Place::HISTORY) {
        let Some(late) = accepted(record, step, &change.message) else { continue };
        let before = record.steps.iter().take_while(|other| other.seq < step);
        let own = before.filter(|other| other.subject == now.subject);
        let recorded = own.flat_map(|other| &other.moves).filter(|m| m.to == Place::HISTORY);
        for earlier in recorded {
            let Some(early) = accepted(record, step, &earlier.message) else { continue };
            let same = early.place == late.place;
            if same && early.first > late.first && early.last > late.last {
                let (late, early) = (&earlier.message, &change.message);
                return Err(format!("{late} was accepted after {early} and recorded before it"));
            }
        }
    }
    Ok(())
}

/// How a message came to wait.
struct Accepted<'a> {
    /// The step in which it came to wait at all.
    first: u32,
    /// The step in which it came to the place where it waited last.
    last: u32,
    place: &'a Place,
}

fn accepted<'a>(record: &'a Record, until: u32, message: &MessageId) -> Option<Accepted<'a>> {
    const PASSING: [Place; 4] = [Place::CHANNEL, Place::TURN, Place::MODEL, Place::HISTORY];
    const OUTSIDE: [Place; 4] = [Place::UNWRITTEN, Place::CLIENT, Place::AGENTS, Place::HOST];
    let waits = |place: &Place| !PASSING.contains(place) && !OUTSIDE.contains(place);
    let done = record.steps.iter().take_while(|step| step.seq <= until);
    let moves = done.flat_map(|step| step.moves.iter().map(move |change| (step.seq, change)));
    let mut came: Option<Accepted<'a>> = None;
    let own = moves.filter(|(_, change)| change.message == *message && waits(&change.to));
    for (last, change) in own {
        let known = came.filter(|_| waits(&change.from));
        let first = known.map_or(last, |known| known.first);
        came = Some(Accepted { first, last, place: &change.to });
    }
    came
}
