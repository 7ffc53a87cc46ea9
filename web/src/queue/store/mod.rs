//! Where the reader's queue is kept: [`indexed`] is IndexedDB behind the engine's own contract for stores,
//! [`shelter`] what stands before it so that the page works whatever the storage does.

mod failure;
mod found;
pub mod indexed;
mod opening;
pub mod shelter;
mod shelves;

pub use indexed::{IndexedStore, Opened};
pub use shelter::{Shelter, Trouble};
