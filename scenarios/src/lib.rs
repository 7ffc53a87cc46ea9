//! The scenarios of Midturn: what happens in them, what is told about them, and the proof that both are
//! the same.
//!
//! A scenario is one TOML file (`docs/scenario-format.md`). A *story* is narrated in three languages; a
//! *case* only has expectations. This crate knows files and languages; the engine knows neither.
//!
//! - [`story`]: a scenario as plain data, its narration, its quizzes.
//! - [`language`]: the three languages and a value in each.
//! - [`mod@pack`]: the compact form in which a story reaches the page.
//! - [`step_id`]: the name of a step in a link.
//! - [`link`]: the address of a moment.
//! - [`carried`]: a scenario of the author's own inside of a link.
//! - [`catalog`]: which stories there are.
//! - [`reader`]: from TOML to a scenario, with all faults at once.
//! - [`mod@check`]: the proof that a scenario comes out as it says, narration included.
//! - [`trace_document`]: a run as a JSON document (`docs/trace-format.md`).
//! - `documents`: the check of documents that show scenarios.
//! - [`assets()`]: prepares the stories for the page.
//! - [`BUILT_IN`]: the files of this repository.
//!
//! The page is built without the feature `reader`: it unpacks what was prepared at build time.

#[cfg(feature = "reader")]
mod assets;
#[cfg(feature = "reader")]
mod built_in;
pub mod carried;
pub mod catalog;
pub mod check;
#[cfg(feature = "documents")]
pub mod documents;
pub mod language;
pub mod link;
#[cfg(feature = "mutants")]
pub mod mutants;
pub mod pack;
#[cfg(feature = "reader")]
pub mod reader;
pub mod step_id;
pub mod story;
pub mod trace_document;

#[cfg(feature = "reader")]
pub use assets::{Assets, AssetsError, assets};
#[cfg(feature = "reader")]
pub use built_in::BUILT_IN;
pub use catalog::{COURSE, Catalog, Entry, LIFE, LISTS};
pub use language::{InEach, Language};
pub use pack::{Packed, UnpackError, fingerprint, pack, unpack};
#[cfg(feature = "reader")]
pub use reader::{Fault, FaultCode, read, read_bytes};
pub use story::{Beat, MatrixTexts, Quiz, QuizTexts, Story, StoryData, Texts};
pub use trace_document::TraceDocument;
#[cfg(feature = "reader")]
pub use trace_document::{trace_fingerprint, trace_json};
