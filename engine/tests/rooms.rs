//! The danger: a system leans on another, so that neither can be read, changed or left out alone.

use midturn_engine::runtimes::SYSTEMS;
use std::fs;
use std::path::{Path, PathBuf};

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file"));
    let paths = entries.map(|entry| entry.path());
    paths.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

#[test]
fn no_system_names_another() {
    let rooms = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/runtimes");
    for system in SYSTEMS {
        for path in files_below(&rooms.join(system.name)) {
            let code = fs::read_to_string(&path).expect("a readable file");
            for other in SYSTEMS.iter().filter(|other| other.name != system.name) {
                let (from, beside) =
                    (format!("runtimes::{}", other.name), format!("super::{}::", other.name));
                let leans = code.contains(&from) || code.contains(&beside);
                assert!(!leans, "{} leans on {}", path.display(), other.name);
            }
        }
    }
}

#[test]
fn what_all_systems_stand_on_names_none() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for folder in ["ground", "world", "lab"] {
        for path in files_below(&source.join(folder)) {
            let code = fs::read_to_string(&path).expect("a readable file");
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            for line in lines {
                let named =
                    SYSTEMS.iter().find(|system| line.contains(&format!("{}::", system.name)));
                assert!(named.is_none(), "{}: {line}", path.display());
            }
        }
    }
}
