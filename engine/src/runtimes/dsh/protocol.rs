//! The answers that say no, under DSH's own names for the reasons.

use crate::world::{Receipt, Refusal};

/// An item that waits no more, or never did.
pub(super) const NOT_FOUND: &str = "queue-item-not-found";
/// It is not queued, or the agent does not run.
pub(super) const STEER_UNAVAILABLE: &str = "steer-unavailable";
/// What is to be edited is no text.
pub(super) const EDIT_NON_TEXT: &str = "QUEUE_EDIT_NON_TEXT";
/// A person cannot do this with what waits for a subagent.
pub(super) const READ_ONLY: &str = "read-only";
/// The agent is disposed, or its process is gone.
pub(super) const NOT_RUNNING: &str = "NotRunning";

/// Every reason to refuse.
pub(super) const REFUSALS: &[&str] =
    &[NOT_FOUND, STEER_UNAVAILABLE, EDIT_NON_TEXT, READ_ONLY, NOT_RUNNING];

/// A refusal.
pub(super) fn refused(reason: &'static str) -> Receipt {
    Receipt::NotSubmitted { reason: Refusal { reason, details: Vec::new() } }
}

/// Something went wrong, and nothing was changed.
pub(super) fn failed(error: &'static str, message: &str) -> Receipt {
    Receipt::Failed { error, message: message.to_owned() }
}
