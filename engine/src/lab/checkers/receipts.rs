//! A receipt never lies, and there is one for each input.

use crate::lab::record::Record;
use crate::world::{Place, Receipt, kinds};

/// A message whose input was refused is back with its writer when the refusal arrives.
pub(super) fn a_refusal_moves_nothing_in(record: &Record, step: u32) -> Result<(), String> {
    let Some(moment) = record.moment(step) else { return Ok(()) };
    let Some(arrived) = moment.step.filter(|step| step.kind == kinds::RECEIPT) else {
        return Ok(());
    };
    let Some(entry) = moment.receipts.last() else { return Ok(()) };
    if !matches!(entry.receipt, Receipt::NotSubmitted { .. }) {
        return Ok(());
    }
    let submitted = record
        .steps
        .iter()
        .find(|step| step.kind == kinds::SUBMITTED && step.about() == Some(entry.input.as_str()));
    let carried = submitted.iter().flat_map(|step| &step.moves);
    for change in carried.filter(|change| change.from != Place::UNWRITTEN) {
        let place = moment.place_of(&change.message);
        if place != change.from {
            let id = &change.message;
            return Err(format!("step {}: {id} was refused, but it is in {place}", arrived.seq));
        }
    }
    Ok(())
}

/// No input has two receipts.
pub(super) fn answered_once(record: &Record, step: u32) -> Result<(), String> {
    let Some(moment) = record.moment(step) else { return Ok(()) };
    let twice = moment.receipts.iter().enumerate().find(|(index, entry)| {
        moment.receipts[..*index].iter().any(|other| other.input == entry.input)
    });
    twice.map_or(Ok(()), |(_, entry)| Err(format!("{} was answered twice", entry.input)))
}
