//! `midturn-scenarios`: checks, plays, lists and packs scenario files.

mod program;

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().skip(1).collect();
    program::run(&args)
}
