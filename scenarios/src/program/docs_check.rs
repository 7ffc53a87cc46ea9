//! `docs-check`: every embed in a folder of documents, and what it names that is not there.

use super::{FAILED, GOOD, UNUSABLE, complain, misused, say};
use midturn_scenarios::documents::library::Library;
use midturn_scenarios::documents::{Finding, Report, check};
use std::path::Path;

pub(super) fn run(args: &[&str]) -> u8 {
    let (mut folders, mut json, mut library) = (Vec::new(), false, Library::default());
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match *arg {
            "--json" => json = true,
            "--site" => match rest.next() {
                Some(site) => library.site = Some((*site).to_owned()),
                None => return misused("--site needs the address of the page"),
            },
            flag if flag.starts_with('-') => {
                return misused(&format!("docs-check knows no {flag}"));
            }
            folder => folders.push(folder),
        }
    }
    let [folder] = folders[..] else {
        return misused("docs-check takes one folder, or one document");
    };
    match check(Path::new(folder), &mut library) {
        Ok(report) => {
            say(&if json { as_json(&report) } else { as_lines(&report) });
            if report.findings.is_empty() { GOOD } else { FAILED }
        }
        Err(error) => {
            complain(&format!("{folder}: {error}"));
            UNUSABLE
        }
    }
}

fn as_json(report: &Report) -> String {
    match serde_json::to_string_pretty(report) {
        Ok(json) => json + "\n",
        Err(error) => unreachable!("a report is texts and numbers: {error}"),
    }
}

/// A line a finding, then how much was looked at.
fn as_lines(report: &Report) -> String {
    let line = |finding: &Finding| {
        let Finding { file, line, code, what, message } = finding;
        let what = if what.is_empty() { String::new() } else { format!(" {what}:") };
        format!("{file}:{line}: {}:{what} {message}\n", code.as_str())
    };
    let lines: String = report.findings.iter().map(line).collect();
    let Report { documents, embeds, findings, .. } = report;
    format!("{lines}{documents} documents, {embeds} embeds, {} findings\n", findings.len())
}
