//! Every scenario file of the repository comes out as it says, and the lists of stories are complete.

#![cfg(not(target_arch = "wasm32"))]

mod support;

use midturn_scenarios::catalog::catalog_file;
use midturn_scenarios::check::check;
use midturn_scenarios::{BUILT_IN, Catalog, LISTS, Language, assets, read_bytes, unpack};
use std::fs;
use support::{all_files, home, in_lines};

#[test]
fn every_expectation_of_every_file_holds() {
    let files = all_files();
    assert!(!files.is_empty(), "there is no scenario file; this test would prove nothing");
    let (mut passed, mut wrong) = (0, Vec::new());
    for path in &files {
        let name = path.strip_prefix(home()).expect("below").display().to_string();
        let story = match read_bytes(&name, &fs::read(path).expect("a readable file")) {
            Ok(story) => story,
            Err(faults) => {
                wrong.push(in_lines(&faults));
                continue;
            }
        };
        let report = check(&story).expect("a known system");
        let found = report.failures().map(|verdict| {
            let found = verdict.found.as_deref().unwrap_or_default();
            format!("{name}: {}; {found}", verdict.expected)
        });
        let failed: Vec<String> = found.collect();
        passed += report.verdicts.len() - failed.len();
        wrong.extend(failed);
    }
    println!("{passed} passed, {} failed in {} files", wrong.len(), files.len());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_list_is_complete_and_can_be_packed() {
    let out = std::env::temp_dir().join(format!("midturn-pack-{}", std::process::id()));
    let done = assets(home(), &out).unwrap_or_else(|error| panic!("{error}"));
    let listed: Vec<&str> = LISTS.iter().flat_map(|(_, ids)| *ids).copied().collect();
    for language in Language::ALL {
        let packed = fs::read(out.join(catalog_file(language))).expect("written");
        let catalog: Catalog = unpack(&packed).expect("our own bytes");
        let ids: Vec<&str> = catalog.entries().map(|entry| entry.id.as_str()).collect();
        assert_eq!(ids, listed);
    }
    assert_eq!((done.stories, done.files.len()), (listed.len(), listed.len() * 4 + 3));
    fs::remove_dir_all(&out).expect("our own folder");
}

#[test]
fn every_story_in_a_folder_is_in_its_list() {
    let mut seen: Vec<&str> = Vec::new();
    let files = all_files();
    for (folder, ids) in LISTS {
        for path in files.iter().filter(|path| path.starts_with(home().join(folder))) {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
            assert!(ids.contains(&stem), "{folder}/{stem} is not in its list (src/catalog.rs)");
            assert!(!seen.contains(&stem), "{stem} names two stories: a link could mean either");
            seen.push(stem);
        }
    }
}

#[test]
fn the_built_in_list_is_every_file() {
    let names: Vec<String> = all_files()
        .iter()
        .map(|path| path.strip_prefix(home()).expect("below").display().to_string())
        .collect();
    let built_in: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).collect();
    assert_eq!(built_in, names);
}

#[test]
fn a_missing_story_stops_the_packing() {
    let nowhere = std::env::temp_dir().join(format!("midturn-nowhere-{}", std::process::id()));
    let error = assets(&nowhere, &nowhere.join("out")).expect_err("there is nothing");
    assert!(error.to_string().contains("first-message.toml"), "{error}");
    fs::remove_dir_all(&nowhere).expect("our own folder");
}

#[test]
fn every_story_asks_something() {
    // A question marks a key step; `cargo xtask pictures` takes it.
    for (folder, ids) in LISTS {
        for id in ids {
            let name = format!("{folder}/{id}.toml");
            let file = fs::read(home().join(&name)).expect("a readable file");
            let story = read_bytes(&name, &file).expect("a sound story");
            assert!(!story.data.quizzes.is_empty(), "{name} has no [[quiz]]");
        }
    }
}
