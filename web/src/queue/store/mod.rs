//! Where the reader's queue is kept: [`indexed`] is IndexedDB behind the engine's own contract for stores.

mod failure;
mod found;
pub mod indexed;
mod opening;
mod shelves;

pub use indexed::{IndexedStore, Opened};
