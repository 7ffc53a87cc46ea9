//! Rule mutants: in a test build a single rule can be switched off, to see which scenario notices.
//!
//! Everywhere else every rule holds, and the question costs nothing.

use crate::world::RuleId;

#[cfg(feature = "mutants")]
thread_local! {
    static OFF: std::cell::Cell<Option<RuleId>> = const { std::cell::Cell::new(None) };
    static ASKED: std::cell::RefCell<Vec<RuleId>> = const { std::cell::RefCell::new(Vec::new()) };
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
    ASKED.with_borrow_mut(|asked| {
        if !asked.contains(&rule) {
            asked.push(rule);
        }
    });
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

/// Runs `act` and tells which rules were asked for on this thread meanwhile: no other rule can have made
/// a difference to it.
#[cfg(feature = "mutants")]
pub fn asked<T>(act: impl FnOnce() -> T) -> (T, Vec<RuleId>) {
    ASKED.take();
    let result = act();
    (result, ASKED.take())
}
