//! The page of Midturn: each click one step, one sentence, one visible change.
//!
//! The page holds no rule of any system. It has the engine run a story to its end, and draws the record
//! at the step where the reader stands. What is drawn is made in plain modules with plain tests; the
//! components only put it into the document.
//!
//! - [`tale`]: a story in one language, with its run.
//! - [`track`]: the stops, and the way from one to the next.
//! - [`stage`], [`card`], [`rows`]: what is drawn of one moment.
//! - [`teller`]: every sentence and name, in the reader's language.
//! - [`edition`]: a story in one language with all that the page says about it.
//! - [`link`], [`step_id`]: the address of a moment.
//! - [`keys`]: what a key means.
//! - [`reader`]: where the reader stands; the only thing that changes.
//! - [`load`]: brings a story, a language and the catalog into the page.
//! - [`browser`]: fetching, storage, address bar, motion.
//! - [`components`]: one file each.

extern crate self as midturn_web;

pub mod browser;
pub mod card;
pub mod components;
pub mod edition;
pub mod keys;
pub mod link;
pub mod load;
pub mod reader;
pub mod rows;
pub mod stage;
pub mod step_id;
pub mod tale;
pub mod teller;
pub mod track;

pub use load::start;

#[cfg(test)]
#[path = "../tests/sample/mod.rs"]
mod sample;
