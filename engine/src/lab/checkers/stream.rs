//! A response that was left is over: nothing of it may come in later.

use crate::lab::record::Record;
use crate::world::kinds;

/// What is recorded of the model has begun since its last request.
pub(super) fn an_item_belongs_to_the_last_request(
    record: &Record,
    step: u32,
) -> Result<(), String> {
    let Some(now) = record.moment(step).and_then(|moment| moment.step) else { return Ok(()) };
    if now.kind != kinds::ITEM_DONE {
        return Ok(());
    }
    let done = record.steps.iter().rev().skip_while(|other| other.seq >= step);
    let mut response = done.take_while(|other| other.kind != kinds::REQUESTED);
    for change in &now.moves {
        let began = |other: &crate::world::Step| {
            other.kind == kinds::ITEM_STARTED
                && other.moves.iter().any(|begun| begun.message == change.message)
        };
        if !response.any(began) {
            return Err(format!("{} began before the last request", change.message));
        }
    }
    Ok(())
}
