//! A message goes into the turn that its sender was told, and into no other than the one it was meant
//! for.

use crate::lab::plan::{Act, Input, Operation};
use crate::lab::record::{Moment, Record};
use crate::world::{EXPECTED_TURN, MessageId, Place, Receipt, ReceiptEntry, TurnId, kinds};

/// An input that names the turn it is meant for is taken by that turn or by none.
pub(super) fn no_other_than_the_expected_one(record: &Record, step: u32) -> Result<(), String> {
    let Some(moment) = record.moment(step).filter(just_answered) else { return Ok(()) };
    let Some(entry) = moment.receipts.last() else { return Ok(()) };
    let expected = operation_of(record, entry).and_then(|operation| operation.arg(EXPECTED_TURN));
    match (expected, turn_of(&entry.receipt)) {
        (Some(expected), Some(turn)) if turn.as_str() != expected => {
            Err(format!("{} was meant for {expected} and went into {turn}", entry.input))
        }
        _ => Ok(()),
    }
}

/// Whoever records a message is the turn that its receipt names, whichever of the two comes first.
pub(super) fn the_one_that_the_receipt_names(record: &Record, step: u32) -> Result<(), String> {
    let Some(moment) = record.moment(step) else { return Ok(()) };
    let Some(now) = moment.step else { return Ok(()) };
    let recorded_now = now.moves.iter().any(|change| change.to == Place::HISTORY);
    if !recorded_now && !just_answered(&moment) {
        return Ok(());
    }
    for entry in moment.receipts {
        let Some(turn) = turn_of(&entry.receipt) else { continue };
        let message = operation_of(record, entry).and_then(|operation| operation.message.as_ref());
        let by = message.and_then(|message| recorded_by(record, step, message));
        if by.is_some_and(|by| by != turn.as_str()) {
            let (input, by) = (&entry.input, by.unwrap_or_default());
            return Err(format!("{input} was told {turn}, but {by} recorded its message"));
        }
    }
    Ok(())
}

fn just_answered(moment: &Moment<'_>) -> bool {
    moment.step.is_some_and(|step| step.kind == kinds::RECEIPT)
}

fn turn_of(receipt: &Receipt) -> Option<&TurnId> {
    match receipt {
        Receipt::Started { turn } | Receipt::Steered { turn } => Some(turn),
        _ => None,
    }
}

fn operation_of<'a>(record: &'a Record, entry: &ReceiptEntry) -> Option<&'a Operation> {
    match record.inputs.iter().find(|input| input.id == entry.input) {
        Some(Input { act: Act::Operate(operation), .. }) => Some(operation),
        _ => None,
    }
}

/// What the step that recorded a message was about.
fn recorded_by<'a>(record: &'a Record, until: u32, message: &MessageId) -> Option<&'a str> {
    let done = record.steps.iter().take_while(|step| step.seq <= until);
    let into = |to: &Place, moved: &MessageId| *to == Place::HISTORY && moved == message;
    let mut recording = done.filter(|step| step.moves.iter().any(|m| into(&m.to, &m.message)));
    recording.next()?.about()
}
