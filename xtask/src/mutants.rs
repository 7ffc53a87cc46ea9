//! `cargo xtask mutants`: switches the rules off one by one and asks which scenario notices.

use std::fs;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use crate::args::{Command, Flags};
use crate::assets::PACKAGE;
use crate::run::{self, Show};
use crate::workspace::Workspace;

/// The command, for the table in `main`.
pub const COMMAND: Command = Command {
    name: "mutants",
    about: "Switches every rule off once and fails if no scenario notices",
    notes: "Prints a line a rule and writes target/mutants.json: `killed` with the scenarios that notice,\n\
        `survived` with the reason. A rule that nobody notices needs a scenario, or a reason in\n\
        scenarios/src/mutants.rs; at least 95 of 100 rules must be noticed. docs/rules.md shows the\n\
        table; `MIDTURN_BLESS=1 cargo test -p midturn-scenarios --test rules_are_noticed` renews it.",
    flags: &[],
    run,
};

/// Every scenario once for every rule, without optimization, on a slow machine.
const LIMIT: Duration = Duration::from_secs(1_800);

fn run(workspace: &Workspace, _: &Flags) -> Result<()> {
    let file = workspace.join("target/mutants.json");
    fs::create_dir_all(workspace.join("target")).context("target/ cannot be made")?;
    let mut cargo = workspace.cargo(&["run", "--quiet", "--locked", "--package", PACKAGE]);
    cargo.args(["--features", "mutants", "--", "mutants", "--json"]).arg(&file);
    let told =
        run::run(&mut cargo, Show::All, LIMIT).context("the rules cannot be switched off")?;
    if !told.success {
        bail!("not every rule is noticed; {} has the table", file.display());
    }
    println!("{} has the table.", file.display());
    Ok(())
}
