//! `cargo xtask`: the workspace's own commands, so that cargo is all a newcomer needs.
//!
//! - `serve` builds the page, serves it on this machine and rebuilds it on change: [`serve`], [`server`], [`watch`];
//! - `build` leaves `dist/` ready for any static host: [`dist`], which asks [`wasm`], [`css`], [`js`], [`assets`], [`size`];
//! - `test` runs every check there is, in stages: [`mod@test`], with [`tools`] and a [`browser`];
//! - `mutants` switches rules off one by one: [`mod@mutants`];
//! - `bench` measures the engine natively and in a browser: [`mod@bench`];
//! - `embed` writes what shows a moment in somebody's document: [`mod@embed`];
//! - `package` puts together what npm installs: [`mod@package`];
//! - `pictures` takes what there is to look at: [`pictures`];
//! - `first-step` measures what the first half of the page's module must hold: [`first_step`], for [`mod@split`].
//!
//! [`args`] reads the command line and prints the help. [`run`] runs other programs with a time limit
//! and listens to what they print ([`tally`]); [`family`] ends what they leave behind. [`npm`] has the
//! page tests' packages, [`workspace`] knows where things lie.

mod args;
mod assets;
mod bench;
mod browser;
mod css;
mod dist;
mod embed;
mod family;
mod first_step;
mod js;
mod mutants;
mod npm;
mod package;
mod paths;
mod pictures;
mod run;
mod serve;
mod server;
mod size;
mod split;
mod tally;
mod test;
mod tools;
mod wasm;
mod watch;
mod workspace;

use std::process::ExitCode;

use args::{Command, Given};
use workspace::Workspace;

/// Every command, in the order in which the help lists them.
const COMMANDS: &[Command] = &[
    serve::COMMAND,
    dist::COMMAND,
    test::COMMAND,
    mutants::COMMAND,
    bench::COMMAND,
    embed::COMMAND,
    package::COMMAND,
    first_step::COMMAND,
    pictures::COMMAND,
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match args::read(COMMANDS, &words) {
        Ok(Given::Help(text)) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Ok(Given::Run(command, flags)) => finish((command.run)(&Workspace::find(), &flags)),
        Err(error) => finish(Err(error)),
    }
}

/// One line of causes, and never a backtrace: the reader of these errors is a person at a terminal.
fn finish(result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if !error.is::<test::Failed>() {
                eprintln!("error: {error:#}");
            }
            ExitCode::FAILURE
        }
    }
}
