//! The one durable queue whose rows can lie outside of a run: its store's contract, for whoever keeps the rows
//! somewhere else and need not know which system has it.

pub use super::codex::store::conformance::{Breach, conforms};
pub use super::codex::store::{
    Change, MAX_QUEUE_ITEMS, MemoryStore, NewRow, QueueStore, Row, Rows, SCHEMA, StoreError, Stored,
};
