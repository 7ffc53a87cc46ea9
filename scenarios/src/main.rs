//! `midturn-scenarios`: checks, plays, lists, packs and tells scenario files.

mod program;

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().skip(1).collect();
    program::run(&args)
}
