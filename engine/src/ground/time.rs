//! Virtual time: whole milliseconds since the start of a run.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Add;

/// A moment or a length of virtual time, in whole milliseconds. It has nothing to do with the wall clock.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// The start of every run.
    pub const ZERO: Millis = Millis(0);

    /// The longest time that somebody may name: thirty years. A run adds up too few of them to leave
    /// what JavaScript counts exactly.
    pub const LONGEST: Millis = Millis(1_000_000_000_000);

    /// How long ago `earlier` was; zero where it lies ahead.
    pub fn since(self, earlier: Millis) -> Millis {
        Millis(self.0.saturating_sub(earlier.0))
    }
}

impl Add for Millis {
    type Output = Millis;

    /// Saturates: a script cannot overflow the clock.
    fn add(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.0)
    }
}
