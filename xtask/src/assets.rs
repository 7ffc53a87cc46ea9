//! The data of the page: the packed stories and the page's words. This is the one place that knows
//! how they get into `dist`.
//!
//! The packer is a program of the workspace rather than a function called from here: while `serve`
//! runs, an edit of the packed form must reach the packer and the page together, and a fault in the
//! packer must be shown like any other compiler output.
//!
//! [`crate::size`] reads the names: `stories/NAME.EXT` is one story, `stories/NAME.LANGUAGE.EXT` a
//! story's words in one language, `stories/index.EXT` the list of all, `locales/LANGUAGE.EXT` the page's words.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::run::{self, Show};
use crate::workspace::Workspace;

/// The package whose program packs and checks scenario files.
pub const PACKAGE: &str = "midturn-scenarios";
const PACK_LIMIT: Duration = Duration::from_secs(900);
/// Where scenario files lie, below the folder of that package.
const FOLDERS: [&str; 2] = ["scenarios/stories", "scenarios/cases"];

/// Writes the packed stories to `dist/stories` and the page's words to `dist/locales`.
pub fn data(workspace: &Workspace, dist: &Path) -> Result<()> {
    for folder in ["stories", "locales"] {
        fs::create_dir_all(dist.join(folder))
            .with_context(|| format!("{folder}/ cannot be made"))?;
    }
    if files(workspace)?.is_empty() {
        return Ok(());
    }
    let mut pack =
        workspace.cargo(&["run", "--quiet", "--locked", "--package", PACKAGE, "--", "pack"]);
    pack.arg(dist.join("stories"));
    run::expect(&mut pack, Show::All, PACK_LIMIT)?;
    Ok(())
}

/// Every scenario file, sorted.
pub fn files(workspace: &Workspace) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = FOLDERS.iter().map(|folder| workspace.join(folder)).collect();
    while let Some(folder) = open.pop() {
        if !folder.is_dir() {
            continue;
        }
        let entries = fs::read_dir(&folder)
            .with_context(|| format!("{} cannot be read", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "toml") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
