//! The packages of the page tests: Playwright, axe and TypeScript, at the versions of their lock file.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;

use crate::run::{self, Show};
use crate::tools::Tool;
use crate::workspace::Workspace;

/// For a download of some megabytes.
const LIMIT: Duration = Duration::from_secs(600);

/// Installs the page tests' packages where they are not those of the lock file.
pub fn packages(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.page_tests();
    let time = |path: PathBuf| std::fs::metadata(path).and_then(|meta| meta.modified()).ok();
    let installed = time(folder.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= time(folder.join("package-lock.json")) {
        return Ok(folder);
    }
    run::step("installing the page tests' packages", || {
        let mut npm = workspace.program(Tool::Npm.require()?);
        npm.current_dir(&folder).args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
        run::expect(&mut npm, Show::All, LIMIT)
    })?;
    Ok(folder)
}
