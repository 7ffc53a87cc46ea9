//! `cargo xtask pictures`: every story's key steps as a reader sees them, for people to look at.
//!
//! No test can say whether a page is understood. This takes what there is to look at: the steps that the
//! stories' questions are about, in three languages, wide and narrow; `xtask/page-tests/pictures.mjs`.

use std::time::Duration;

use anyhow::{Result, bail};

use crate::args::{Command, Flag, Flags};
use crate::npm;
use crate::run::{self, Show};
use crate::tools::{self, Tool};
use crate::workspace::Workspace;

/// The command, for the table in `main`.
pub const COMMAND: Command = Command {
    name: "pictures",
    about: "Takes a picture of every story's key steps, for people to look at",
    notes: "Of dist/ as it is; `cargo xtask build` makes it. The pictures and a page that shows them all, \
        index.html,\nare written to target/pictures. A key step is one that a question of the story is about.",
    flags: &[Flag { name: "--dark", value: None, about: "In dark colours" }],
    run,
};

/// For some two hundred visits on a slow machine.
const LIMIT: Duration = Duration::from_secs(1_800);

fn run(workspace: &Workspace, flags: &Flags) -> Result<()> {
    if !workspace.dist().join("index.html").is_file() {
        bail!("there is no dist/; `cargo xtask build` makes it");
    }
    tools::ensure(workspace, &[Tool::Node, Tool::Npm, Tool::Chromium])?;
    let folder = workspace.join("target/pictures");
    let mut node = workspace.program(Tool::Node.require()?);
    node.arg(npm::packages(workspace)?.join("pictures.mjs"))
        .env("MIDTURN_DIST", workspace.dist())
        .env("MIDTURN_PICTURES", &folder)
        .env("CHROMIUM", Tool::Chromium.require()?);
    if flags.has("--dark") {
        node.env("MIDTURN_DARK", "1");
    }
    run::expect(&mut node, Show::All, LIMIT)?;
    println!("{} shows them all.", folder.join("index.html").display());
    Ok(())
}
