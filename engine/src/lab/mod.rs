//! The lab: builds a run from a plan, steps it, goes back and forth in it, and forks it.
//!
//! Everything that looks at a run (the page, the JS API, the checks) reads its [`Record`], which is
//! plain data.

pub mod check;
pub mod checkers;
pub mod choices;
pub mod claim;
pub mod durable;
mod fates;
pub mod ladder;
pub mod plan;
mod record;
mod run;
mod stimuli;
mod waiting;

pub use claim::Claim;
pub use fates::{Fate, fates};
pub use ladder::{Rung, RungKind, ladder};
pub use plan::Plan;
pub use record::{Moment, Outcome, Record};
pub use run::{Addition, ForkError, Run, StartError};
pub use waiting::why;
