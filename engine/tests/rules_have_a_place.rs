//! The danger: a trace names a rule, and nobody finds its code.

use midturn_engine::runtimes::SYSTEMS;
use std::fs;
use std::path::{Path, PathBuf};

/// The constant of a rule and the file that its comment names.
fn told(registry: &str, id: &str) -> (String, String) {
    let lines: Vec<&str> = registry.lines().collect();
    let at = lines.iter().position(|line| line.contains(&format!("\"{id}\""))).expect("its line");
    let constant = lines[at].trim().split(' ').next().expect("a name").to_owned();
    let file = lines[at - 1].rsplit('`').nth(1).expect("a file between backticks");
    (constant, file.to_owned())
}

/// Every file of a system, in its own folder and in the folders below.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let files = entries.map(|path| if path.is_dir() { files_below(&path) } else { vec![path] });
    files.flatten().collect()
}

#[test]
fn the_registry_names_the_one_file_that_decides_each_rule() {
    for system in SYSTEMS {
        let room = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/runtimes").join(system.name);
        let text = |path: &Path| fs::read_to_string(path).expect("a readable file");
        let registry = text(&room.join("rules.rs"));
        for rule in system.vocabulary().rules {
            let (constant, named) = told(&registry, rule.id.0);
            for path in files_below(&room) {
                let file = path.strip_prefix(&room).expect("below").display().to_string();
                let (code, rule) = (text(&path), format!("rules::{constant}"));
                if file == named {
                    assert!(code.contains(&rule), "{rule} is not in {file}");
                } else {
                    let asks = code.contains(&format!("holds({rule})"));
                    assert!(!asks, "{rule} is decided in {file}, not in {named}");
                }
            }
        }
    }
}
