//! A message is one thing: it is somewhere, once, and where the trace says.

use crate::lab::record::Record;
use crate::world::{MessageId, Place};
use std::collections::BTreeMap;

/// Every written message lies in exactly one tray or in the history.
pub(super) fn one_place_each(record: &Record, step: u32) -> Result<(), String> {
    let Some(moment) = record.moment(step) else { return Ok(()) };
    for id in traced_places(record, step).keys() {
        let trays = moment.snapshot.trays.iter().filter(|tray| tray.cards.contains(id)).count();
        let count = trays + usize::from(moment.history.contains(id));
        if count != 1 {
            return Err(format!("{id} is in {count} places"));
        }
    }
    Ok(())
}

/// What a runtime shows as its areas is what the trace says went in and did not come out.
pub(super) fn trays_agree_with_the_trace(record: &Record, step: u32) -> Result<(), String> {
    let Some(moment) = record.moment(step) else { return Ok(()) };
    for (id, place) in traced_places(record, step) {
        let found = moment.place_of(id);
        if found != *place {
            return Err(format!("the trace puts {id} in {place}, but it is in {found}"));
        }
    }
    Ok(())
}

/// No message is in the history twice.
pub(super) fn recorded_once(record: &Record, step: u32) -> Result<(), String> {
    let Some(moment) = record.moment(step) else { return Ok(()) };
    let twice = moment.history.iter().enumerate().find(|(i, id)| moment.history[..*i].contains(id));
    twice.map_or(Ok(()), |(_, id)| Err(format!("{id} is in the history twice")))
}

/// Where each message was moved last.
fn traced_places(record: &Record, step: u32) -> BTreeMap<&MessageId, &Place> {
    let done = record.steps.iter().take_while(|other| other.seq <= step);
    done.flat_map(|step| &step.moves).map(|change| (&change.message, &change.to)).collect()
}
