//! Fates: for each message, where it ended and which rule decided that.

use super::record::Record;
use crate::world::{MessageId, Place, RuleId};
use serde::Serialize;

/// Where a message ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fate {
    /// The message.
    pub message: MessageId,
    /// Where it is.
    pub place: Place,
    /// The step that put it there.
    pub step: u32,
    /// The rule that decided that step.
    pub rule: Option<RuleId>,
    /// The first request that holds it.
    pub request: Option<u32>,
}

/// The fate of every message that has been written by step `n`, in the order of writing.
pub fn fates(record: &Record, n: u32) -> Vec<Fate> {
    let mut found: Vec<Fate> = Vec::new();
    for step in record.steps.iter().take_while(|step| step.seq <= n) {
        for change in &step.moves {
            let request = record.moment(n).and_then(|moment| {
                moment.requests.iter().find(|request| request.items.contains(&change.message))
            });
            let fate = Fate {
                message: change.message,
                place: change.to,
                step: step.seq,
                rule: step.rule,
                request: request.map(|request| request.number),
            };
            match found.iter_mut().find(|known| known.message == fate.message) {
                Some(known) => *known = fate,
                None => found.push(fate),
            }
        }
    }
    found
}
