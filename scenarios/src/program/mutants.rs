//! `mutants`: which scenario notices that a rule is missing, for every rule.

use super::{FAILED, GOOD, UNUSABLE, complain, misused, say};
use midturn_scenarios::mutants::{self, Outcome};
use std::fs;

/// Scenarios named in a line; the file has all.
const NAMED: usize = 3;

pub(super) fn run(args: &[&str]) -> u8 {
    let file = match *args {
        [] => None,
        ["--json", file] => Some(file),
        _ => return misused("mutants takes --json FILE or nothing"),
    };
    let stories = match mutants::stories() {
        Ok(stories) => stories,
        Err(faults) => {
            faults.iter().for_each(|fault| complain(&fault.to_string()));
            return UNUSABLE;
        }
    };
    let table = mutants::run(stories);
    table.iter().for_each(|outcome| say(&line(outcome)));
    let written = file.map_or(Ok(()), |file| fs::write(file, mutants::to_json(&table)));
    if let Err(error) = written {
        complain(&format!("{}: {error}", file.unwrap_or_default()));
        return UNUSABLE;
    }
    let faults = mutants::faults(&table);
    faults.iter().for_each(|fault| complain(fault));
    let killed = table.iter().filter(|outcome| !outcome.noticed.is_empty()).count();
    say(&format!("{killed} of {} rules are noticed\n", table.len()));
    if faults.is_empty() { GOOD } else { FAILED }
}

fn line(outcome: &Outcome) -> String {
    let first: Vec<&str> = outcome.noticed.iter().map(String::as_str).take(NAMED).collect();
    let more = match outcome.noticed.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let names = if first.is_empty() { "nobody".to_owned() } else { first.join(", ") };
    format!("{:42} {names}{more}\n", outcome.rule.id.0)
}
