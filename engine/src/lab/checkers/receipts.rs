//! A receipt never lies, and there is one for each input.

use crate::lab::plan::{Act, Input};
use crate::lab::record::Record;
use crate::world::{ACCEPTED_ALL_THE_SAME, InputId, MessageId, Move, Place, Receipt, Step, kinds};

/// What an input brought along that was refused, by whomever and for whatever reason, is back with its writer
/// when the refusal arrives.
pub(super) fn a_refusal_moves_nothing_in(record: &Record, step: u32) -> Result<(), String> {
    let Some(moment) = record.moment(step) else { return Ok(()) };
    let Some(arrived) = moment.step.filter(|step| step.kind == kinds::RECEIPT) else {
        return Ok(());
    };
    let Some(entry) = moment.receipts.last().filter(|entry| entry.receipt.is_refusal()) else {
        return Ok(());
    };
    if is_in_all_the_same(record, step, &entry.input) {
        return Ok(());
    }
    for change in brought(record, step, &entry.input) {
        let (id, home) = (&change.message, home_of(change));
        let place = moment.place_of(id);
        if place != home && !was_taken_from_another(record, moment.receipts.len(), &entry.input, id)
        {
            return Err(format!("step {}: {id} was refused, but it is in {place}", arrived.seq));
        }
    }
    Ok(())
}

/// What an input wrote and what it submitted, as the moves that say so.
fn brought<'a>(
    record: &'a Record,
    until: u32,
    input: &'a InputId,
) -> impl Iterator<Item = &'a Move> {
    let own = move |step: &&Step| {
        [kinds::WRITTEN, kinds::SUBMITTED].contains(&step.kind)
            && step.about() == Some(input.as_str())
    };
    let done = record.steps.iter().take_while(move |step| step.seq <= until);
    done.filter(own).flat_map(|step| &step.moves)
}

/// Where the writer had it.
fn home_of(change: &Move) -> Place {
    if change.from == Place::UNWRITTEN { change.to } else { change.from }
}

/// Whether the trace itself says that the error came after the input was taken.
fn is_in_all_the_same(record: &Record, until: u32, input: &InputId) -> bool {
    let done = record.steps.iter().take_while(|step| step.seq <= until);
    let mut own = done.filter(|step| step.about() == Some(input.as_str()));
    own.any(|step| step.facts.iter().any(|fact| fact.what == ACCEPTED_ALL_THE_SAME && fact.holds))
}

/// Whether another input carries the same message and was not refused: then that one moved it.
fn was_taken_from_another(
    record: &Record,
    answered: usize,
    refused: &InputId,
    message: &MessageId,
) -> bool {
    let told = |input: &Input| {
        let mut answers = record.receipts.iter().take(answered);
        answers.find(|entry| entry.input == input.id).map(|entry| &entry.receipt)
    };
    record.inputs.iter().filter(|input| input.id != *refused).any(|input| match &input.act {
        Act::Operate(operation) => {
            operation.carried().contains(message) && !told(input).is_some_and(Receipt::is_refusal)
        }
        Act::Release(_) => false,
    })
}

/// No input has two receipts.
pub(super) fn answered_once(record: &Record, step: u32) -> Result<(), String> {
    let Some(moment) = record.moment(step) else { return Ok(()) };
    let twice = moment.receipts.iter().enumerate().find(|(index, entry)| {
        moment.receipts[..*index].iter().any(|other| other.input == entry.input)
    });
    twice.map_or(Ok(()), |(_, entry)| Err(format!("{} was answered twice", entry.input)))
}
