//! Runs another program: what it prints is shown at once and kept, and it ends at a time limit.
//!
//! Every check has a limit, so that a loop in the code under test fails instead of hanging. A program
//! that failed or met its limit takes with it all that it started.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, IsTerminal as _, Read, Write as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use crate::family::Family;
use crate::tally::Tally;

/// Lines kept of what a program printed; the newest stay, since compilers end with what matters.
const LINES_KEPT: usize = 4_000;
/// How often a running program is looked at.
const POLL: Duration = Duration::from_millis(20);
/// How often is written down what it has started.
const LOOK: Duration = Duration::from_millis(500);
/// How long to wait for the pipes of a program that has ended: a child of its own may hold them.
const PIPE_GRACE: Duration = Duration::from_secs(2);

/// How a program ended, and what it said.
#[derive(Debug)]
pub struct Finished {
    /// Whether it ended by itself and well.
    pub success: bool,
    /// Whether it was ended at its time limit.
    pub timed_out: bool,
    /// The newest lines it printed for people to read.
    pub output: String,
    /// The newest lines of its standard output, where that is data: see [`Show`].
    pub data: String,
    /// The tests it counted.
    pub tally: Tally,
}

/// A program that did not do what was asked of it, with all it said.
#[derive(Debug)]
pub struct Failure {
    message: String,
    /// What the program printed.
    pub output: String,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

#[derive(Default)]
struct Heard {
    words: VecDeque<String>,
    data: VecDeque<String>,
    tally: Tally,
}

impl Heard {
    fn take(&mut self, line: String, stream: Stream) {
        let lines = match stream {
            Stream::Data => &mut self.data,
            Stream::Words { .. } => {
                self.tally.read(&line);
                &mut self.words
            }
        };
        if lines.len() == LINES_KEPT {
            lines.pop_front();
        }
        lines.push_back(line);
    }
}

/// What one of a program's streams is used for.
#[derive(Clone, Copy)]
enum Stream {
    /// Kept apart and not shown.
    Data,
    /// For people.
    Words { shown: bool, is_error: bool },
}

/// Which of a program's streams are shown while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Both.
    All,
    /// Standard error only; standard output is data.
    Errors,
    /// Neither; standard output is data.
    Nothing,
}

/// Runs the program to its end or to the limit.
pub fn run(command: &mut Command, show: Show, limit: Duration) -> Result<Finished> {
    let name = name_of(command);
    if std::io::stderr().is_terminal() {
        command.env("CARGO_TERM_COLOR", "always");
    }
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("`{name}` could not be started; is it installed?"))?;
    let heard = Arc::new(Mutex::new(Heard::default()));
    let out = match show {
        Show::All => Stream::Words { shown: true, is_error: false },
        Show::Errors | Show::Nothing => Stream::Data,
    };
    let err = Stream::Words { shown: show != Show::Nothing, is_error: true };
    let readers = [
        child.stdout.take().map(|pipe| listen(pipe, out, &heard)),
        child.stderr.take().map(|pipe| listen(pipe, err, &heard)),
    ];
    let status = wait(&mut child, limit)?;
    let deadline = Instant::now() + PIPE_GRACE;
    for reader in readers.into_iter().flatten() {
        while !reader.is_finished() && Instant::now() < deadline {
            thread::sleep(POLL);
        }
    }
    let heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(Finished {
        success: status.is_some_and(|status| status.success()),
        timed_out: status.is_none(),
        output: joined(&heard.words),
        data: joined(&heard.data),
        tally: heard.tally,
    })
}

/// Runs the program; anything but a good end is a [`Failure`].
pub fn expect(command: &mut Command, show: Show, limit: Duration) -> Result<Finished> {
    let name = name_of(command);
    let finished = run(command, show, limit)?;
    if finished.success {
        return Ok(finished);
    }
    let message = if finished.timed_out {
        format!("`{name}` was ended after its limit of {} s", limit.as_secs())
    } else {
        format!("`{name}` failed")
    };
    Err(Failure { message, output: finished.output }.into())
}

/// The program and its arguments, as one would type them.
fn name_of(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let stem = program.file_stem().unwrap_or(program.as_os_str());
    std::iter::once(stem)
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}

fn joined(lines: &VecDeque<String>) -> String {
    Vec::from_iter(lines.iter().map(String::as_str)).join("\n")
}

fn listen(
    pipe: impl Read + Send + 'static,
    stream: Stream,
    heard: &Arc<Mutex<Heard>>,
) -> thread::JoinHandle<()> {
    let heard = Arc::clone(heard);
    thread::spawn(move || {
        let mut pipe = BufReader::new(pipe);
        let mut bytes = Vec::new();
        while matches!(pipe.read_until(b'\n', &mut bytes), Ok(1..)) {
            let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned();
            bytes.clear();
            if let Stream::Words { shown: true, is_error } = stream {
                show_line(&line, is_error);
            }
            heard.lock().unwrap_or_else(PoisonError::into_inner).take(line, stream);
        }
    })
}

/// A closed terminal must not end the run, so a failing write is ignored here.
fn show_line(line: &str, is_error: bool) {
    let _ = if is_error {
        writeln!(std::io::stderr(), "{line}")
    } else {
        writeln!(std::io::stdout(), "{line}")
    };
}

/// Waits for the end; `None` when the limit came first and the program was ended.
fn wait(child: &mut Child, limit: Duration) -> Result<Option<ExitStatus>> {
    let started = Instant::now();
    let mut family = Family::of(child.id());
    let mut next_look = LOOK;
    loop {
        if let Some(status) = child.try_wait().context("a program could not be waited for")? {
            if !status.success() {
                family.end();
            }
            return Ok(Some(status));
        }
        if started.elapsed() >= limit {
            family.end();
            // Should the family be unknown, at least the program itself.
            let _ = child.kill();
            let _ = child.wait();
            return Ok(None);
        }
        if started.elapsed() >= next_look {
            family.look();
            next_look += LOOK;
        }
        thread::sleep(POLL);
    }
}

/// Text without the colour codes that a terminal would swallow.
pub fn without_colours(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        plain.push_str(before);
        rest = after.trim_start_matches(|c: char| !c.is_ascii_alphabetic());
        rest = rest.get(1..).unwrap_or_default();
    }
    plain.push_str(rest);
    plain
}

/// Announces a step of a longer command, and tells how long it took.
pub fn step<T>(what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    eprintln!("==> {what}");
    let started = Instant::now();
    let result = work();
    let ended = if result.is_ok() { "done" } else { "failed" };
    eprintln!("    {ended} in {:.1} s", started.elapsed().as_secs_f32());
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_codes_go_and_text_stays() {
        assert_eq!(
            without_colours("\u{1b}[0m\u{1b}[1m\u{1b}[38;5;9merror\u{1b}[0m: bad [0m"),
            "error: bad [0m"
        );
        assert_eq!(without_colours("plain"), "plain");
        assert_eq!(without_colours("cut \u{1b}[3"), "cut ");
    }

    #[test]
    #[cfg(unix)]
    fn a_program_that_does_not_end_is_ended() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo begun; sleep 60"]);
        let started = Instant::now();
        let finished =
            run(&mut command, Show::Nothing, Duration::from_millis(300)).expect("sh starts");
        assert!(finished.timed_out && !finished.success);
        assert_eq!(finished.data, "begun");
        assert!(started.elapsed() < Duration::from_secs(10));
    }
}
