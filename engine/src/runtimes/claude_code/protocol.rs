//! What clients are told: answers, lines of the transcript, results, and frames about single messages.

use super::areas::Entry;
use super::{Claude, Release, rules};
use crate::runtimes::holds;
use crate::world::{Event, MessageId, Receipt, Refusal, TurnId};

/// The process is gone.
pub(super) const NOT_RUNNING: &str = "NotRunning";
/// This release has no such thing.
pub(super) const NOT_IN_THIS_RELEASE: &str = "NotInThisRelease";

/// Every reason to refuse.
pub(super) const REFUSALS: &[&str] = &[NOT_RUNNING, NOT_IN_THIS_RELEASE];

/// Every event: the lines of the transcript that tell of the queue, then what a client is sent.
pub(super) const EVENTS: &[&str] = &[
    "enqueue",
    "dequeue",
    "remove",
    "popAll",
    "attachment",
    "user",
    "checkpoint",
    "result",
    "command_lifecycle",
];

/// A refusal.
pub(super) fn refused(reason: &'static str) -> Receipt {
    Receipt::NotSubmitted { reason: Refusal { reason, details: Vec::new() } }
}

/// A message that is nobody's to send any more.
pub(super) fn taken(message: &MessageId) -> Receipt {
    let message = [message.as_str(), " was taken already"].concat();
    Receipt::Failed { error: "InvalidRequest", message }
}

impl Claude {
    /// Writes a line about a message.
    pub(super) fn tell(&self, name: &'static str, about: &MessageId, note: Option<&str>) {
        let turn = self.turn.borrow().as_ref().map(|turn| turn.id);
        let note = note.map(str::to_owned);
        self.world.send_event(Event { turn, name, about: Some(*about), note });
    }

    /// Tells the client how far a message has come to which it gave an id.
    pub(super) fn tell_state(&self, entry: &Entry, state: &'static str) {
        if entry.has_id && self.is_since(Release::OldestFirst) && holds(rules::LIFECYCLE) {
            self.tell("command_lifecycle", &entry.message, Some(state));
        }
    }

    /// Tells the client that a turn is over.
    pub(super) fn tell_result(&self, turn: TurnId, about: Option<MessageId>, subtype: &str) {
        let note = Some(subtype.to_owned());
        self.world.send_event(Event { turn: Some(turn), name: "result", about, note });
    }
}
