//! The command line: what was asked, and the exit code that answers.

mod check;
mod docs_check;
mod json;
mod list;
#[cfg(feature = "mutants")]
mod mutants;
mod play;
mod transcript;

use midturn_scenarios::reader::MAX_FILE_BYTES;
use midturn_scenarios::{Story, assets, read_bytes};
use std::ffi::OsString;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

const HELP: &str = "\
Checks, plays, lists and packs scenario files (docs/scenario-format.md).

Usage: midturn-scenarios COMMAND

Commands:
  check [--quiet] FILE...   run each file and give a verdict on everything it expects;
                            --quiet shows only what failed
  play FILE [--to N] [--json] [--snapshots]
                            show the trace, one line a step, up to step N;
                            --json as the document of docs/trace-format.md,
                            --snapshots (with --json) with the state after every step
  docs-check FOLDER [--json] [--site URL]
                            find every player, frame and link to the page in the Markdown and HTML
                            of a folder, and tell which of them name a scenario, step or language
                            that is not there, or a scenario that has changed since; links that
                            begin with URL are ours, others if they name a system or a fingerprint
  list                      all scenarios of this repository
  json DIR                  write all of them into DIR as JSON, and index.json, which lists them
  pack DIR                  write the stories of the course for the page into DIR
  transcript ID [--lang TAG]
                            a story of the course as HTML: its title, its question and an item
                            a sentence; TAG is en (the default), zh-Hans or zh-Hant
  mutants [--json FILE]     switch every rule off once and tell which scenarios notice; only in a
                            build with the feature `mutants`, which `cargo xtask mutants` makes
  --help                    this text

Exit code: 0 all is well; 1 something did not come out as expected;
2 a file has faults or cannot be read, or the command was not understood.
";

/// All is well.
const GOOD: u8 = 0;
/// Something did not come out as expected.
const FAILED: u8 = 1;
/// A file or a command that cannot be understood.
const UNUSABLE: u8 = 2;

/// Runs a command.
pub fn run(args: &[OsString]) -> ExitCode {
    let words: Result<Vec<&str>, &OsString> =
        args.iter().map(|arg| arg.to_str().ok_or(arg)).collect();
    ExitCode::from(match words {
        Ok(words) => obey(&words),
        Err(stray) => misused(&format!("{} is no UTF-8", stray.display())),
    })
}

fn obey(words: &[&str]) -> u8 {
    match words {
        [] => misused("a command is missing"),
        _ if words.iter().any(|word| matches!(*word, "--help" | "-h" | "help")) => {
            say(HELP);
            GOOD
        }
        ["check", rest @ ..] => check::run(rest),
        ["play", rest @ ..] => play::run(rest),
        ["docs-check", rest @ ..] => docs_check::run(rest),
        ["list"] => list::run(),
        ["transcript", rest @ ..] => transcript::run(rest),
        #[cfg(feature = "mutants")]
        ["mutants", rest @ ..] => mutants::run(rest),
        ["pack", dir] if !dir.starts_with('-') => pack(Path::new(dir)),
        ["json", dir] if !dir.starts_with('-') => json::run(Path::new(dir)),
        ["list" | "pack" | "json", ..] => misused(&format!("{} takes other arguments", words[0])),
        [other, ..] => misused(&format!("there is no command {other:?}")),
    }
}

fn misused(what: &str) -> u8 {
    complain(&format!("{what}; midturn-scenarios --help tells what there is"));
    UNUSABLE
}

fn pack(dir: &Path) -> u8 {
    match assets(&home(), dir) {
        Ok(done) => {
            let bytes: usize = done.files.iter().map(|(_, size)| size).sum();
            let stories = done.stories;
            say(&format!("{stories} stories in {} files, {bytes} bytes\n", done.files.len()));
            GOOD
        }
        Err(error) => {
            complain(&error.to_string());
            FAILED
        }
    }
}

/// A scenario, or all faults of its file.
fn load(path: &str) -> Result<Story, String> {
    let bytes = bytes_of(path).map_err(|error| format!("{path}: {error}"))?;
    read_bytes(path, &bytes).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        lines.join("\n")
    })
}

/// A file's bytes; of one that is too large, or that never ends, just enough to say so.
fn bytes_of(path: &str) -> std::io::Result<Vec<u8>> {
    let most = u64::try_from(MAX_FILE_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The folder of the repository's scenarios: the package's own under cargo, otherwise the nearest
/// `scenarios` above the working directory.
fn home() -> PathBuf {
    if let Some(package) = env::var_os("CARGO_MANIFEST_DIR") {
        return PathBuf::from(package);
    }
    let here = env::current_dir().unwrap_or_default();
    let found = here.ancestors().map(|folder| folder.join("scenarios")).find(|dir| dir.is_dir());
    found.unwrap_or(here)
}

/// Prints. A reader that has gone away (`| head`) is no fault of ours.
fn say(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}
