//! The one durable queue whose rows can lie outside of a run: its store's contract, for whoever keeps the rows
//! somewhere else and need not know which system has it.

pub(crate) use super::codex::on_store;
pub use super::codex::store::conformance::{Breach, conforms};
pub use super::codex::store::{
    Change, MAX_QUEUE_ITEMS, MemoryStore, NewRow, QueueStore, Row, Rows, SCHEMA, StoreError, Stored,
};

use super::{System, codex};

/// The system that has this queue. Its first area holds the queue's messages.
pub const HOME: &System = &codex::SYSTEM;
