//! Where the durable queue is kept: a trait that names no storage, what each call does with the rows, a
//! store in memory, and the promises that every store keeps.
//!
//! A store knows rows, not messages: what a payload means is the queue's business. Rows belong to a
//! thread and outlive its sessions; several handles, in several processes, may stand on the same rows.
//! Methods are asynchronous, because real stores are, and each call is one transaction: whatever it
//! checks and whatever it changes, nobody else comes in between.

pub mod conformance;
mod memory;
mod rows;

pub use memory::MemoryStore;
pub use rows::Rows;

use futures::future::LocalBoxFuture;

/// Rows that one thread's queue holds at most. Source: `state/src/lib.rs:94`.
pub const MAX_QUEUE_ITEMS: usize = 100;

/// The version of a row's form. A store that finds another one says so and touches nothing.
pub const SCHEMA: u32 = 1;

/// One row of a queue. Source: `state/src/runtime/queued_items.rs:1-215`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name, unique in the store; it never changes.
    pub id: String,
    /// The thread that it belongs to.
    pub thread: String,
    /// What is queued, as the queue wrote it. A store does not look into it.
    pub payload: String,
    /// The name that the client gave it, or that was made for it; it never changes.
    pub client_id: String,
    /// Its place: rows go in ascending order. Gaps mean nothing.
    pub order: u64,
    /// When it was added, in ms of the writer's clock.
    pub created_ms: u64,
    /// When its payload or its place last changed, in ms of the writer's clock.
    pub updated_ms: u64,
}

/// A row that is to be added; its place is the store's business.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRow {
    /// See [`Row::id`].
    pub id: String,
    /// See [`Row::payload`].
    pub payload: String,
    /// See [`Row::client_id`].
    pub client_id: String,
    /// Now, in ms of the writer's clock.
    pub at_ms: u64,
}

/// A thread's queue has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The thread.
    pub thread: String,
    /// The store's revision when it last changed. The store counts one on with every call that
    /// changes a row.
    pub revision: u64,
}

/// Why a store refuses. Whatever the reason, nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The thread has [`MAX_QUEUE_ITEMS`] rows already.
    Full,
    /// An order must name every row of the thread exactly once.
    IncompleteOrder,
    /// A row with this id exists.
    IdTaken(String),
    /// The storage may not be used at all: it is switched off, or another program holds it.
    Refused(String),
    /// The storage has no room for this.
    NoRoom(String),
    /// The rows were written by an older version ([`SCHEMA`]) and nobody has carried them over.
    OlderSchema(u32),
    /// The rows were written by a newer version ([`SCHEMA`]): this one must leave them alone.
    NewerSchema(u32),
    /// This row is there, but it is no row. The others can still be used once it is set aside.
    CorruptRow(String),
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StoreError::Full => {
                write!(f, "queue cannot contain more than {MAX_QUEUE_ITEMS} submissions")
            }
            StoreError::IncompleteOrder => {
                f.write_str("queue reorder must include every queued submission exactly once")
            }
            StoreError::IdTaken(id) => write!(f, "a queued submission is called {id} already"),
            StoreError::Refused(why) => write!(f, "the storage cannot be used: {why}"),
            StoreError::NoRoom(why) => write!(f, "the storage is full: {why}"),
            StoreError::OlderSchema(found) => {
                write!(f, "the rows have form {found}, older than {SCHEMA}; carry them over first")
            }
            StoreError::NewerSchema(found) => {
                write!(f, "the rows have form {found}, newer than {SCHEMA}; update the program")
            }
            StoreError::CorruptRow(id) => write!(f, "the row {id} cannot be read; set it aside"),
        }
    }
}

impl std::error::Error for StoreError {}

/// What a storage operation returns.
pub type Stored<'a, T> = LocalBoxFuture<'a, Result<T, StoreError>>;

/// The rows of all threads. [`conformance::conforms`] is what each method promises, as a test.
pub trait QueueStore {
    /// At most `limit` rows of a thread, in order, leaving out the first `from`.
    fn page(&self, thread: &str, from: usize, limit: usize) -> Stored<'_, Vec<Row>>;

    /// Adds a row behind all others of its thread, unless the thread is [`StoreError::Full`].
    fn insert(&self, thread: &str, new: NewRow) -> Stored<'_, Row>;

    /// Gives a row another payload; its id, its place and its client id stay. Nothing where the thread
    /// has no such row.
    fn update(
        &self,
        thread: &str,
        id: &str,
        payload: String,
        at_ms: u64,
    ) -> Stored<'_, Option<Row>>;

    /// Removes a row, and says whether the thread had it.
    fn remove(&self, thread: &str, id: &str) -> Stored<'_, bool>;

    /// Puts a thread's rows into this order, above all places given before. The order names each row of
    /// the thread exactly once.
    fn reorder(&self, thread: &str, ids: Vec<String>, at_ms: u64) -> Stored<'_, ()>;

    /// Removes all rows of a thread, and says how many there were.
    fn remove_thread(&self, thread: &str) -> Stored<'_, usize>;

    /// The threads that have changed after a revision, in the order of their last change, whoever
    /// changed them.
    fn changes_since(&self, revision: u64) -> Stored<'_, Vec<Change>>;
}
