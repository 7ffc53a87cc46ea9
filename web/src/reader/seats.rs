//! Who reads here: every reader of this instance, by number. A seat is taken before the reader's words are
//! there, so that one who leaves meanwhile does not come in later.

use super::{Mounted, Reader};
use std::cell::RefCell;

thread_local! {
    static SEATS: RefCell<Vec<(u32, Option<Mounted>)>> = const { RefCell::new(Vec::new()) };
}

/// Takes a seat. Whoever had this number leaves.
pub fn take(number: u32) {
    leave(number);
    SEATS.with_borrow_mut(|seats| seats.push((number, None)));
}

/// Whether the seat is still taken.
pub fn is_taken(number: u32) -> bool {
    SEATS.with_borrow(|seats| seats.iter().any(|(known, _)| *known == number))
}

/// Sits down in a seat that was taken.
pub fn sit(number: u32, mounted: Mounted) {
    SEATS.with_borrow_mut(|seats| {
        if let Some((_, seat)) = seats.iter_mut().find(|(known, _)| *known == number) {
            *seat = Some(mounted);
        }
    });
}

/// Leaves a seat. What was drawn goes, and nothing listens any more.
pub fn leave(number: u32) {
    let left = SEATS.with_borrow_mut(|seats| {
        let place = seats.iter().position(|(known, _)| *known == number)?;
        Some(seats.swap_remove(place))
    });
    // Not while the seats are borrowed: what goes may look at them.
    drop(left);
}

/// The reader in a seat.
pub fn reader(number: u32) -> Option<Reader> {
    SEATS.with_borrow(|seats| {
        let (_, seat) = seats.iter().find(|(known, _)| *known == number)?;
        seat.as_ref().map(|mounted| mounted.reader.clone())
    })
}
