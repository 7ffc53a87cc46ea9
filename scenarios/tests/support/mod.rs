//! What several tests need: the fixtures, and every scenario file of the repository.

#![allow(dead_code, reason = "each test file uses a part of it")]

use midturn_scenarios::check::{Report, check};
use midturn_scenarios::{Fault, Story, read};
use std::fs;
use std::path::{Path, PathBuf};

pub const SHORT_STORY: &str = include_str!("../files/short-story.toml");
pub const SMALL_CASE: &str = include_str!("../files/small-case.toml");
pub const FOUR_FAULTS: &str = include_str!("../files/four-faults.toml");

/// The folder of the scenarios.
pub fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every scenario file of the repository, sorted.
pub fn all_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["course", "life", "cases"] {
        collect(&home().join(folder), &mut files);
    }
    files.sort();
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.expect("a readable folder").path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            files.push(path);
        }
    }
}

/// A text that must be a sound scenario.
pub fn sound(text: &str) -> Story {
    read("pasted text", text).unwrap_or_else(|faults| panic!("{}", in_lines(&faults)))
}

/// The verdicts on a scenario that failed, in words.
pub fn failures(story: &Story) -> Vec<String> {
    let report: Report = check(story).expect("a known system");
    let words = report.failures().map(|verdict| {
        format!("{}; {}", verdict.expected, verdict.found.as_deref().unwrap_or_default())
    });
    words.collect()
}

pub fn in_lines(faults: &[Fault]) -> String {
    let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
    lines.join("\n")
}
