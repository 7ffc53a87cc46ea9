//! The scenario files of this repository, as they were when this was compiled.

/// Every file below `course/` and `cases/`, as its path from `scenarios/` and its text, sorted.
pub const BUILT_IN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/built_in.rs"));
