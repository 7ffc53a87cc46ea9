//! The page of Midturn: each click one step, one sentence, one visible change.
//!
//! The page holds no rule of any system. It has the engine run a story to its end, and draws the record
//! at the step where the reader stands. A story that was just opened is only begun: its first step is shown
//! before the rest of this module has arrived (docs/decisions, 12). What is drawn is made in plain modules with plain tests; the
//! rest only puts it into the document.
//!
//! - [`tale`], [`track`], [`stage`], [`card`], [`rows`], [`teller`], [`edition`]: the story as it is told, from the
//!   crate `midturn-telling`.
//! - [`book`]: what a reader fetches for a closer look: rules, code, the reading.
//! - [`link`]: the address of a moment, from `midturn-scenarios`.
//! - [`keys`]: what a key means.
//! - [`state`], [`action`]: where the reader stands, and what they can do; the only thing that changes.
//! - [`page`]: the page as a function of that state, in [`markup`]; [`paint`] draws it through
//!   Leptos' renderer.
//! - [`reader`]: ties the state to the document.
//! - [`host`]: what is around a reader: the page's own document, or a player in somebody else's.
//! - [`unpack`]: reads packed stories.
//! - [`opening`]: shows the first step of a story that was just opened.
//! - [`load`]: brings a story, a language and the catalog into the page.
//! - [`queue`]: a queue of the reader's own, kept in the browser, behind a click.
//! - [`browser`]: fetching, storage, address bar, motion.

extern crate self as midturn_web;

pub mod action;
pub mod book;
pub mod browser;
pub mod host;
pub mod keys;
pub mod load;
pub mod markup;
pub mod opening;
pub mod page;
pub mod paint;
pub mod queue;
pub mod reader;
pub mod state;
pub mod unpack;

pub use midturn_scenarios::link;
pub use midturn_telling::{card, edition, rows, stage, tale, teller, track};

#[cfg(test)]
#[path = "../tests/sample/mod.rs"]
mod sample;
