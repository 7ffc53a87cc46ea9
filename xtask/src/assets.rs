//! The data of the page: the packed stories and the page's words. This is the one place that knows
//! how they get into `dist`.
//!
//! The packers are programs of the workspace rather than functions called from here: while `serve`
//! runs, an edit of a packed form must reach the packer and the page together, and a fault in a
//! packer must be shown like any other compiler output:
//!
//! - `midturn-scenarios pack DIR` writes `catalog.bin`, `STORY.bin` and `STORY.LANGUAGE.bin`;
//! - `midturn-locales DIR` writes `LANGUAGE.bin`;
//! - `midturn-reference DIR` writes what a reader fetches for a closer look, after the first step;
//! - `midturn-scenarios transcript ID` prints a story as HTML, for those who read without scripts.
//!
//! [`crate::size`] tells from these names what one first step loads.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use crate::run::{self, Show};
use crate::workspace::Workspace;

/// The package whose program packs and checks scenario files.
pub const PACKAGE: &str = "midturn-scenarios";
const PACK_LIMIT: Duration = Duration::from_secs(900);
/// Where scenario files lie.
const FOLDERS: [&str; 3] = ["scenarios/course", "scenarios/life", "scenarios/cases"];
/// The package whose program packs the page's words.
const LOCALES_PACKAGE: &str = "midturn-locales";
/// The package whose program packs the reference.
const REFERENCE_PACKAGE: &str = "midturn-reference";

/// The story that is told without scripts: the course begins with it.
const FIRST_STORY: &str = "first-message";
/// Where it stands in `index.html`.
const TRANSCRIPT_MARKER: &str = "<!-- transcript -->";

/// Writes the packed stories to `dist/stories`, the page's words to `dist/locales` and the reference to
/// `dist/reference`.
pub fn data(workspace: &Workspace, dist: &Path) -> Result<()> {
    pack(workspace, &["--package", PACKAGE, "--", "pack"], &dist.join("stories"))?;
    pack(
        workspace,
        &["--package", LOCALES_PACKAGE, "--features", "files", "--"],
        &dist.join("locales"),
    )?;
    pack(workspace, &["--package", REFERENCE_PACKAGE, "--"], &dist.join("reference"))
}

/// Puts the first story's sentences into `index.html`, so that the page makes sense without scripts,
/// in print and for search.
pub fn with_transcript(workspace: &Workspace, index: &str) -> Result<String> {
    let mut cargo = workspace.cargo(&["run", "--quiet", "--locked", "--package", PACKAGE, "--"]);
    cargo.args(["transcript", FIRST_STORY]);
    let told = run::expect(&mut cargo, Show::Errors, PACK_LIMIT)?;
    at_marker(index, &told.data)
}

/// The page with `text` in the place of its marker.
fn at_marker(index: &str, text: &str) -> Result<String> {
    match index.matches(TRANSCRIPT_MARKER).count() {
        1 => Ok(index.replace(TRANSCRIPT_MARKER, text)),
        found => bail!("index.html has `{TRANSCRIPT_MARKER}` {found} times; it must be there once"),
    }
}

/// Runs one packer on an empty folder; one that writes nothing has failed.
fn pack(workspace: &Workspace, program: &[&str], out: &Path) -> Result<()> {
    fs::create_dir_all(out).with_context(|| format!("{} cannot be made", out.display()))?;
    let mut cargo = workspace.cargo(&["run", "--quiet", "--locked"]);
    run::expect(cargo.args(program).arg(out), Show::All, PACK_LIMIT)?;
    if fs::read_dir(out)?.next().is_none() {
        bail!("`cargo run {}` wrote nothing to {}", program.join(" "), out.display());
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transcript_stands_at_its_marker() {
        let page = "<main><!-- transcript --></main>";
        assert_eq!(at_marker(page, "<ol></ol>").expect("one marker"), "<main><ol></ol></main>");
        for wrong in ["<main></main>".to_owned(), page.repeat(2)] {
            let error = at_marker(&wrong, "").expect_err("not one marker");
            assert!(error.to_string().contains("must be there once"), "{error}");
        }
    }
}
