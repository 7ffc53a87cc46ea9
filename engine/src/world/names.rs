//! Names that live as long as the program: each text is kept once, so that an id is two words that can be
//! copied and never have to be given back.
//!
//! A run names a few hundred things and names them in every step, every snapshot and every future that
//! waits; counting references there made a third of the engine's code. What is kept is bounded by the
//! distinct names that a program ever meets: opening a story again adds nothing.

use std::sync::{Mutex, PoisonError};

/// Every name met so far, sorted.
static KEPT: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());

/// The kept copy of a text.
pub(super) fn keep(text: &str) -> &'static str {
    // A panic cannot leave the list half changed.
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    match kept.binary_search(&text) {
        Ok(at) => kept[at],
        Err(at) => {
            let name = Box::leak(Box::from(text));
            kept.insert(at, name);
            name
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_is_kept_once() {
        let first = keep("a-name-for-this-test");
        let second = keep(&String::from("a-name-for-this-test"));
        assert!(std::ptr::eq(first, second));
    }
}
