//! `check`: a verdict for each expectation of each file, and a closing line.

use super::{FAILED, GOOD, UNUSABLE, complain, load, misused, say};
use midturn_scenarios::check::{Report, check};

/// What became of all files.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    unusable: usize,
}

pub(super) fn run(args: &[&str]) -> u8 {
    let (flags, files): (Vec<&str>, Vec<&str>) = args.iter().partition(|arg| arg.starts_with('-'));
    if let Some(flag) = flags.iter().find(|flag| **flag != "--quiet") {
        return misused(&format!("check knows no {flag}"));
    }
    if files.is_empty() {
        return misused("check needs a file");
    }
    let mut tally = Tally::default();
    for file in &files {
        check_file(file, flags.is_empty(), &mut tally);
    }
    tally.close(files.len())
}

fn check_file(file: &str, all: bool, tally: &mut Tally) {
    let story = match load(file) {
        Ok(story) => story,
        Err(faults) => {
            tally.unusable += 1;
            return complain(&faults);
        }
    };
    match check(&story) {
        Ok(report) => tell(file, &report, all, tally),
        Err(error) => {
            tally.unusable += 1;
            complain(&format!("{file}: {error}"));
        }
    }
}

fn tell(file: &str, report: &Report, all: bool, tally: &mut Tally) {
    let failed = report.failures().count();
    tally.failed += failed;
    tally.passed += report.verdicts.len() - failed;
    if all || failed > 0 {
        say(&format!("{file} ({} steps)\n", report.record.last()));
    }
    for verdict in &report.verdicts {
        match &verdict.found {
            None if all => say(&format!("  ok      {}\n", verdict.expected)),
            None => {}
            Some(found) => say(&format!("  FAILED  {}\n          {found}\n", verdict.expected)),
        }
    }
}

impl Tally {
    /// The closing line, and the exit code.
    fn close(&self, files: usize) -> u8 {
        let Tally { passed, failed, unusable } = *self;
        let what = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
        let faulty = match unusable {
            0 => String::new(),
            _ => format!(", {unusable} with faults"),
        };
        say(&format!("{passed} passed, {failed} failed in {what}{faulty}\n"));
        match (unusable, failed) {
            (0, 0) => GOOD,
            (0, _) => FAILED,
            _ => UNUSABLE,
        }
    }
}
