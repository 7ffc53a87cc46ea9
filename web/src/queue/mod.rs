//! The reader's own queue: texts that they queue themselves, kept in the browser. They outlive a visit, every
//! tab sees them, and one tab at a time has the engine start them.
//!
//! - [`store`]: where the rows are kept, and what happens when that cannot be.
//! - [`tabs`]: what tabs tell each other, and the lock that one of them holds.
//! - [`inputs`]: what the engine's process is given.
//! - [`desk`]: drives that process, on the store.
//! - [`shown`]: what there is to see, as plain data; [`view`] draws it.
//! - [`panel`]: puts it into the page and hears the reader.
//!
//! It starts nothing before the reader opens it, and is no part of a figure in somebody's document.

pub mod desk;
pub mod inputs;
pub mod panel;
pub mod shown;
pub mod store;
pub mod tabs;
pub mod view;

pub use panel::offer;

/// The attribute of the element in which the queue is drawn. The page leaves what is in it alone.
pub const HOST: &str = "data-own-queue";
