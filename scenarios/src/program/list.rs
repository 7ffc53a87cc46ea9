//! `list`: every scenario of the repository, the stories first and in their order.

use super::{GOOD, UNUSABLE, complain, home, load, misused, say};
use midturn_scenarios::LISTS;
use std::fs;
use std::path::{Path, PathBuf};

pub(super) fn run() -> u8 {
    let home = home();
    let mut files = Vec::new();
    for folder in ["course", "life", "cases"] {
        collect(&home.join(folder), &mut files);
    }
    files.sort_by_key(|path| (place_in_lists(path), path.clone()));
    if files.is_empty() {
        return misused(&format!("there is no scenario below {}", home.display()));
    }
    let mut code = GOOD;
    for path in &files {
        let shown = path.strip_prefix(&home).unwrap_or(path).display();
        match load(&path.display().to_string()) {
            Ok(story) => {
                let plan = &story.data.plan;
                let title = &story.texts.en.title;
                say(&format!("{:<28} {:<8} {shown}\n    {title}\n", plan.id, plan.system));
            }
            Err(faults) => {
                complain(&faults);
                code = UNUSABLE;
            }
        }
    }
    say(&format!("{} scenarios\n", files.len()));
    code
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            files.push(path);
        }
    }
}

/// Stories in the order of their lists, then everything else.
fn place_in_lists(path: &Path) -> usize {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let mut stories = LISTS.iter().flat_map(|(_, ids)| *ids);
    stories.position(|id| *id == stem).unwrap_or(usize::MAX)
}
