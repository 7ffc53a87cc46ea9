//! Rule mutants: in a test build a single rule can be switched off, to see which scenario notices.
//!
//! Everywhere else every rule holds, and the question costs nothing.

use crate::world::RuleId;

#[cfg(feature = "mutants")]
thread_local! {
    static OFF: std::cell::Cell<Option<RuleId>> = const { std::cell::Cell::new(None) };
}

/// Whether a rule is in force.
#[cfg(not(feature = "mutants"))]
#[inline]
pub fn holds(_: RuleId) -> bool {
    true
}

/// Whether a rule is in force.
#[cfg(feature = "mutants")]
pub fn holds(rule: RuleId) -> bool {
    OFF.get() != Some(rule)
}

/// Runs `act` with one rule switched off on this thread.
#[cfg(feature = "mutants")]
pub fn without<T>(rule: RuleId, act: impl FnOnce() -> T) -> T {
    OFF.set(Some(rule));
    let result = act();
    OFF.set(None);
    result
}
