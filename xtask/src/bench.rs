//! `cargo xtask bench`: how fast the engine steps, seeks and forks, natively and in a browser.
//!
//! Natively these are the engine's own cargo benches. In the browser, the JavaScript component is
//! loaded from a page of its own in Chromium, and the same three things are timed through its public
//! functions, as a page that embeds it would meet them: `xtask/page-tests/bench.mjs`.

use std::time::Duration;

use anyhow::{Result, bail};

use crate::args::{Command, Flag, Flags};
use crate::run::{self, Show};
use crate::tools::{self, Tool};
use crate::workspace::Workspace;
use crate::{npm, wasm};

/// The command, for the table in `main`.
pub const COMMAND: Command = Command {
    name: "bench",
    about: "Measures steps, seek and fork, natively and in Chromium",
    notes: "",
    flags: &[Flag {
        name: "--only",
        value: Some("WHERE"),
        about: "native or browser; without it, both",
    }],
    run,
};

const LIMIT: Duration = Duration::from_secs(2_400);

fn run(workspace: &Workspace, flags: &Flags) -> Result<()> {
    let places = match flags.value("--only") {
        None => (true, true),
        Some("native") => (true, false),
        Some("browser") => (false, true),
        Some(other) => bail!("`--only {other}`: it is measured native or in the browser"),
    };
    if places.0 {
        println!("== native");
        let mut cargo = workspace.cargo(&["bench", "--locked", "--package", "midturn-engine"]);
        run::expect(&mut cargo, Show::All, LIMIT)?;
    }
    if places.1 {
        println!("\n== in Chromium");
        in_browser(workspace)?;
    }
    Ok(())
}

fn in_browser(workspace: &Workspace) -> Result<()> {
    tools::ensure(workspace, &[Tool::Node, Tool::Npm, Tool::Chromium])?;
    let component = wasm::js_component(workspace)?;
    let folder = npm::packages(workspace)?;
    let mut node = workspace.program(Tool::Node.require()?);
    node.arg(folder.join("bench.mjs"))
        .env("MIDTURN_COMPONENT", component)
        .env("CHROMIUM", Tool::Chromium.require()?);
    run::expect(&mut node, Show::All, LIMIT)?;
    Ok(())
}
