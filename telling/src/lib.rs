//! A story as it is told: what its run was, where a reader stops, what is said and what is seen there.
//!
//! This is what the page and the figures in other people's documents have in common. It knows the engine's
//! record and the words of a language, and no document, no browser and no file.
//!
//! - [`tale`]: a story in one language, with its run.
//! - [`track`]: the stops, and the way from one to the next.
//! - [`stage`], [`card`], [`rows`]: what is drawn of one moment.
//! - [`teller`]: every sentence and name, in the reader's language.
//! - [`edition`]: a story in one language with all that is said about it.
//! - [`drawing`]: a moment as text, as a sequence diagram, as a picture.

extern crate self as midturn_telling;

pub mod card;
pub mod drawing;
pub mod edition;
pub mod rows;
pub mod stage;
pub mod tale;
pub mod teller;
pub mod track;

#[cfg(test)]
#[path = "../tests/sample/mod.rs"]
mod sample;
