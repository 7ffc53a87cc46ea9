//! The catalogue of conformance cases is complete: every case and every sub-case has a file of its own.

#![cfg(not(target_arch = "wasm32"))]

mod support;

use std::fs;
use support::home;

/// The cases of Codex by number, with the letters of their sub-cases. Case numbers that are not here were merged
/// into others by the catalogue itself.
const CODEX: &[(u32, &str)] = &[
    (1, ""),
    (2, ""),
    (3, "abcd"),
    (5, "ab"),
    (7, ""),
    (8, ""),
    (9, "abcde"),
    (10, ""),
    (11, ""),
    (12, "abcde"),
    (13, "abcde"),
    (15, ""),
    (16, ""),
    (17, ""),
    (18, ""),
    (20, ""),
    (21, ""),
    (23, ""),
    (24, ""),
    (26, ""),
    (27, "abc"),
    (28, "ab"),
    (30, ""),
    (32, ""),
    (33, "abc"),
    (34, "abc"),
    (35, ""),
    (37, "abcdef"),
    (40, "abcd"),
    (41, "ab"),
    (42, "abc"),
    (43, ""),
    (45, "ab"),
    (46, ""),
    (48, ""),
    (49, "abc"),
    (50, "abcd"),
    (51, "abcdefg"),
    (52, "ab"),
    (54, "abc"),
    (56, ""),
    (57, "ab"),
    (59, "ab"),
];

/// Whether a file's name is a case's id, with a variant's letter, a word or both behind it.
fn is_of(name: &str, id: &str) -> bool {
    name.strip_prefix(id).is_some_and(|rest| {
        let letters = rest.split('-').next().unwrap_or_default();
        letters.chars().all(|letter| letter.is_ascii_lowercase())
    })
}

#[test]
fn every_case_and_sub_case_of_codex_has_its_file() {
    let folder = fs::read_dir(home().join("cases/codex")).expect("the cases");
    let names: Vec<String> = folder
        .flatten()
        .filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".toml")?.to_owned()))
        .collect();
    let mut missing = Vec::new();
    for (number, letters) in CODEX {
        let case = format!("C-{number:02}");
        let ids: Vec<String> = match *letters {
            "" => vec![case],
            letters => letters.chars().map(|letter| format!("{case}{letter}")).collect(),
        };
        missing.extend(ids.into_iter().filter(|id| !names.iter().any(|name| is_of(name, id))));
    }
    assert!(missing.is_empty(), "no file for {}", missing.join(", "));
    let known =
        |name: &String| CODEX.iter().any(|(number, _)| is_of(name, &format!("C-{number:02}")));
    let stray: Vec<&String> =
        names.iter().filter(|name| name.starts_with("C-") && !known(name)).collect();
    assert!(stray.is_empty(), "no case has these ids: {stray:?}");
}
