//! The catalogue of conformance cases is complete: every case and every sub-case of every system has a file of its
//! own. `cases/SYSTEM/ids.txt` lists a system's catalogue, an id a line: `C-03a`, or a plain number such as `04`.

#![cfg(not(target_arch = "wasm32"))]

mod support;

use midturn_engine::runtimes::SYSTEMS;
use std::fs;
use support::home;

/// Files that no catalogue asks for: what else a system is to be held to.
const EXTRA: &str = "X-";

/// Whether a file's name is a case's id, with a variant's letter, a word or both behind it.
fn is_of(name: &str, id: &str) -> bool {
    name.strip_prefix(id).is_some_and(|rest| {
        let letters = rest.split('-').next().unwrap_or_default();
        letters.chars().all(|letter| letter.is_ascii_lowercase())
    })
}

/// The ids in a system's catalogue, and the names of its files.
fn catalogue(system: &str) -> (Vec<String>, Vec<String>) {
    let folder = home().join("cases").join(system);
    let listed = fs::read_to_string(folder.join("ids.txt"));
    let listed = listed.unwrap_or_else(|error| panic!("{system} has no ids.txt: {error}"));
    let ids = listed.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let names = fs::read_dir(folder).expect("the cases").flatten();
    let names = names
        .filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".toml")?.to_owned()));
    (ids.map(str::to_owned).collect(), names.collect())
}

#[test]
fn every_case_and_sub_case_has_its_file() {
    for system in SYSTEMS {
        let (ids, names) = catalogue(system.name);
        assert!(!ids.is_empty(), "{}: an empty catalogue proves nothing", system.name);
        let has_file = |id: &&String| names.iter().any(|name| is_of(name, id));
        let missing: Vec<&String> = ids.iter().filter(|id| !has_file(id)).collect();
        assert!(missing.is_empty(), "{}: no file for {missing:?}", system.name);
        let number = |id: &str| id.trim_end_matches(|c: char| c.is_ascii_lowercase()).to_owned();
        let is_known = |name: &String| ids.iter().any(|id| is_of(name, &number(id)));
        let stray: Vec<&String> =
            names.iter().filter(|name| !name.starts_with(EXTRA) && !is_known(name)).collect();
        assert!(stray.is_empty(), "{}: no case has these ids: {stray:?}", system.name);
        println!("{}: {} cases, {} files", system.name, ids.len(), names.len());
    }
}
