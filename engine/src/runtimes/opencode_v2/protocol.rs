//! What goes in: an input as its operation describes it, and the answers that are wrong in themselves.

use super::areas::{Delivery, Sort};
use crate::world::{InputId, MessageId, Operation, Receipt};

/// An input for the inbox.
pub(super) struct Entry {
    /// The id under which it is admitted.
    pub id: MessageId,
    /// What it brings.
    pub message: MessageId,
    pub sort: Sort,
    pub delivery: Option<Delivery>,
    /// Whether it wakes the session.
    pub resume: bool,
    /// What goes in immediately before it.
    pub context: Vec<MessageId>,
}

impl Entry {
    /// Reads an operation that brings a message.
    pub(super) fn of(operation: &Operation, message: MessageId, sort: Sort) -> Entry {
        let id = operation.arg("id").map_or(message, MessageId::from);
        Entry {
            id,
            message,
            sort,
            delivery: operation.arg("delivery").map(Delivery::named),
            resume: operation.arg("resume") != Some("no"),
            context: operation.messages(crate::world::CONTEXT),
        }
    }
}

/// The name of the card of a control that an input has made.
pub(super) fn control_of(sort: Sort, by: &InputId) -> MessageId {
    let kind = if sort == Sort::Compaction { "compaction:" } else { "move:" };
    MessageId::from([kind, by.as_str()].concat())
}

/// A request that is wrong in itself.
pub(super) fn failed(error: &'static str, message: impl Into<String>) -> Receipt {
    Receipt::Failed { error, message: message.into() }
}

/// The process has died with the request in its hands: whether it has admitted it is unknown to who asked.
pub(super) fn answer_lost() -> Receipt {
    failed(Receipt::ANSWER_LOST, "the server is gone; the outcome is unknown")
}

/// The answer of a process that cannot be reached: nothing was sent.
pub(super) fn connection_lost() -> Receipt {
    failed("ConnectionLost", "the server cannot be reached")
}

/// What only the third generation can do.
pub(super) fn not_here() -> Receipt {
    failed("NotFound", "this version has no such operation")
}
