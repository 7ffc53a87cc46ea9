//! `cargo xtask embed`: writes what an author pastes into a document to show a moment of a scenario.

use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use crate::args::{Command, Flag, Flags};
use crate::run::{self, Show};
use crate::workspace::Workspace;

/// The command, for the table in `main`.
pub const COMMAND: Command = Command {
    name: "embed",
    about: "Writes the snippet that shows a moment of a scenario in somebody's document",
    notes: "The snippet is the player's tag, and in it a figure of the step and the transcript up to there: what\n\
        readers see in print, in a feed, in search and without scripts. SCENARIO is an id or a file of your\n\
        own. `cargo run -p midturn-telling --features files -- --help` tells what else can be drawn.",
    flags: &[
        Flag { name: "SCENARIO", value: None, about: "The scenario" },
        Flag {
            name: "--step",
            value: Some("ID"),
            about: "The step, as in links; the start unless told",
        },
        Flag { name: "--lang", value: Some("TAG"), about: "en (the default), zh-Hans or zh-Hant" },
        Flag { name: "--theme", value: Some("NAME"), about: "auto (the default), light or dark" },
        Flag {
            name: "--site",
            value: Some("URL"),
            about: "Where the page is: load the player from there and link there",
        },
        Flag {
            name: "--image",
            value: Some("FILE"),
            about: "Write the figure into a file, and show that",
        },
        Flag {
            name: "--width",
            value: Some("N"),
            about: "The width of the figure, 760 unless told",
        },
    ],
    run,
};

/// The package whose program draws.
const PACKAGE: &str = "midturn-telling";
/// It may have to be compiled.
const LIMIT: Duration = Duration::from_secs(900);

fn run(workspace: &Workspace, flags: &Flags) -> Result<()> {
    let Some(scenario) = flags.value("SCENARIO") else {
        bail!("which scenario? `cargo xtask embed SCENARIO --step ID`");
    };
    let mut cargo = workspace.cargo(&["run", "--quiet", "--locked", "--package", PACKAGE]);
    cargo.arg("--manifest-path").arg(workspace.join("Cargo.toml"));
    // Files are named from where the author stands.
    cargo.current_dir(std::env::current_dir().context("the working directory is gone")?);
    cargo.args(["--features", "files", "--", "embed", scenario]);
    for flag in COMMAND.flags.iter().filter(|flag| flag.value.is_some()) {
        if let Some(value) = flags.value(flag.name) {
            cargo.args([flag.name, value]);
        }
    }
    let drawn = run::expect(&mut cargo, Show::Errors, LIMIT).context("nothing can be drawn")?;
    print!("{}", drawn.data);
    Ok(())
}
