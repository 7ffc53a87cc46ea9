//! Order: of time, of the history, and of what a request holds.

use crate::lab::record::Record;

/// A request is the history as it stood, in its order: nothing that still waits is in it.
pub(super) fn requests_are_the_history(record: &Record, step: u32) -> Result<(), String> {
    let Some(moment) = record.moment(step) else { return Ok(()) };
    let Some(request) = moment.requests.last() else { return Ok(()) };
    if moment.history.starts_with(&request.items) {
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
