//! Notices edits by looking at the times and lengths of the sources twice a second.
//!
//! A few hundred files are read in a millisecond, the same way on every system and in every
//! container; notifications of the system would be a dependency a platform and miss mounted folders.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use crate::workspace::Workspace;

/// What the page is made of.
const WATCHED: [&str; 8] =
    ["engine", "scenarios", "telling", "web", "reference", "style", "index.html", "Cargo.toml"];
/// How often is looked, and how long a change must rest: an editor may write a file in two goes.
const POLL: Duration = Duration::from_millis(400);
const REST: Duration = Duration::from_millis(120);
/// Files looked at, at most: a folder linked in by mistake must not take the machine.
const FILES_MAX: usize = 20_000;

/// The state of the sources at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources(Vec<(PathBuf, Option<SystemTime>, u64)>);

impl Sources {
    /// Looks at the workspace's sources now.
    pub fn now(workspace: &Workspace) -> Self {
        let mut files = Vec::new();
        let mut open: Vec<PathBuf> = WATCHED.iter().map(|path| workspace.join(path)).collect();
        while let Some(path) = open.pop() {
            if files.len() >= FILES_MAX {
                break;
            }
            // A file may vanish between listing and looking; then it is simply not there.
            let Ok(meta) = fs::symlink_metadata(&path) else { continue };
            if meta.is_dir() {
                let entries = fs::read_dir(&path).into_iter().flatten().flatten();
                open.extend(entries.map(|entry| entry.path()).filter(|path| is_source(path)));
            } else {
                files.push((path, meta.modified().ok(), meta.len()));
            }
        }
        files.sort();
        Self(files)
    }

    /// A file that differs between the two moments.
    fn changed_since(&self, before: &Self) -> Option<&Path> {
        let differs = |one: &Self, other: &Self| {
            one.0.iter().position(|entry| other.0.binary_search(entry).is_err())
        };
        if let Some(at) = differs(self, before) {
            return self.0.get(at).map(|entry| entry.0.as_path());
        }
        None
    }

    /// Waits until the sources differ from `self` and have come to rest; tells what changed.
    pub fn wait_for_change(&self, workspace: &Workspace) -> (Sources, String) {
        loop {
            thread::sleep(POLL);
            let mut now = Self::now(workspace);
            if now == *self {
                continue;
            }
            loop {
                thread::sleep(REST);
                let later = Self::now(workspace);
                if later == now {
                    break;
                }
                now = later;
            }
            let changed = now.changed_since(self).map_or_else(
                || "a file is gone".to_owned(),
                |path| {
                    let below = path.strip_prefix(workspace.root()).unwrap_or(path);
                    format!("{} changed", below.display())
                },
            );
            return (now, changed);
        }
    }
}

/// Leaves out what editors and tools write beside the sources.
fn is_source(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let skipped = name.starts_with('.')
        || name.ends_with('~')
        || matches!(name.as_ref(), "target" | "node_modules" | "dist");
    !skipped && !matches!(path.extension().and_then(|e| e.to_str()), Some("swp" | "tmp" | "new"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_is_seen_and_an_editors_own_file_is_not() {
        let root = std::env::temp_dir().join(format!("midturn-watch-{}", std::process::id()));
        fs::create_dir_all(root.join("style")).expect("a temporary folder");
        let workspace = Workspace::at(&root);
        let write = |name: &str, text: &str| fs::write(root.join(name), text).expect("a file");
        write("style/a.css", "a");
        let before = Sources::now(&workspace);
        write("style/.a.css.swp", "x");
        write("style/a.css~", "x");
        assert_eq!(Sources::now(&workspace), before);
        write("style/a.css", "a b");
        let after = Sources::now(&workspace);
        assert_eq!(after.changed_since(&before), Some(root.join("style/a.css").as_path()));
        fs::remove_file(root.join("style/a.css")).expect("it was there");
        assert_ne!(Sources::now(&workspace), before);
        fs::remove_dir_all(&root).expect("it was there");
    }
}
