//! The page draws any system without knowing it: only the tables of words name one.
#![cfg(not(target_arch = "wasm32"))]

use midturn_engine::runtimes::SYSTEMS;
use std::fs;
use std::path::{Path, PathBuf};

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file"));
    let paths = entries.map(|entry| entry.path());
    paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

#[test]
fn no_code_of_the_page_names_a_system() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sources = [home.join("src"), home.join("../telling/src")];
    for path in sources.iter().flat_map(|source| files_below(source)) {
        let code = fs::read_to_string(&path).expect("a readable file");
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            let words = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let named = words
                .into_iter()
                .find(|word| SYSTEMS.iter().any(|system| system.name.eq_ignore_ascii_case(word)));
            assert!(named.is_none(), "{}:{}: {line}", path.display(), number + 1);
        }
    }
}
