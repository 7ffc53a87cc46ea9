//! The reference of Midturn, made at build time from the things it speaks about, so that it cannot drift:
//! the rules from the engine's registry, their steps and tests from runs with and without each rule, the
//! code from the engine's own source. The page fetches it when a reader asks.
//!
//! - [`code`]: the functions of the engine that write each kind of step and decide each rule.
//! - [`rules`]: a line a rule: its sentence, its source, the step that shows it, the scenarios that need it.
//! - [`table`]: the same rules as a page of the documentation.
//! - [`reading`]: the texts of the reference in three languages, with one shape.
//! - [`mod@write`]: all of it as files.

pub mod code;
pub mod reading;
pub mod rules;
pub mod table;
pub mod write;
