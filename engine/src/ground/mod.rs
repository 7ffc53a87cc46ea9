//! The ground everything stands on: a deterministic single-threaded executor, its clock, the oracle
//! that answers every open question, and the synchronisation primitives that stepping needs.
//!
//! Nothing here knows what a message or a turn is.
//!
//! Which primitives are ours and which are not:
//! - one-shot channels come from `futures`: they fit one thread and wasm;
//! - [`channel`] is ours: a bounded channel of `futures` grants each sender a place beside the bound, so
//!   that a full one makes no new sender wait;
//! - [`watch`] is ours: `tokio::sync::watch` spreads its receivers over shards picked at random, so two
//!   runs could wake them in different orders;
//! - [`CancelToken`] is ours: eighty lines against two more crates in the page, and waking in the order
//!   of waiting is part of its contract;
//! - [`FairLock`] is ours: `futures` has no lock that several share, and the order of entry is part of it;
//! - all other locks are `RefCell`: between two marks code is atomic, so a lock is a borrow that never spans an
//!   `await` (clippy's `await_holding_refcell_ref` is denied).

mod cancel;
pub mod channel;
mod executor;
mod fair_lock;
pub mod oracle;
mod sorted;
mod time;
pub mod watch;

pub use cancel::{CancelToken, Cancelled};
pub use executor::{
    Advance, Ground, Lane, MAX_POLLS_PER_STEP, Mark, Stand, TaskId, TaskSpec, Wait, Waiting,
};
pub use fair_lock::{FairLock, Pass};
pub use oracle::{Choice, Oracle};
pub use sorted::SortedMap;
pub use time::Millis;
