//! Why a message waits, at any step of a record. The system answers from what can be seen.

use super::record::Record;
use crate::runtimes::{Hold, Sight, System};
use crate::world::MessageId;

/// Why this message waits where it is after step `n`; nothing where it does not wait.
pub fn why(system: &System, record: &Record, n: u32, message: &MessageId) -> Option<Hold> {
    let moment = record.moment(n)?;
    let steps = record.steps.get(..usize::try_from(n).ok()?)?;
    let sight = Sight {
        message: record.message(message)?,
        place: moment.place_of(message),
        snapshot: moment.snapshot,
        steps,
        requests: moment.requests,
        events: moment.events,
        messages: &record.messages,
    };
    (system.why)(&sight)
}
