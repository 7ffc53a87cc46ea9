//! `cargo xtask test`: every check there is, in stages, each within a time limit.
//!
//! All stages run even when one fails, so that one run names all that is wrong. The last line is the
//! sum of all tests; a stage that counts no tests of its own is one.

mod stages;

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::args::{Command, Flag, Flags};
use crate::browser::Browser;
use crate::tally::Tally;
use crate::tools::{self, Tool};
use crate::wasm;
use crate::workspace::Workspace;
use stages::{Outcome, STAGES, Stage};

/// The command, for the table in `main`.
pub const COMMAND: Command = Command {
    name: "test",
    about: "Runs every check: natively, in browsers, and over the served page",
    notes: NOTES,
    flags: &[
        Flag {
            name: "--browser",
            value: Some("WHICH"),
            about: "chromium, firefox or all (the default); the page pass is in Chromium only",
        },
        Flag {
            name: "--only",
            value: Some("STAGES"),
            about: "Only these stages, with commas between",
        },
    ],
    run,
};

const NOTES: &str = "\
The stages, in this order:
  fmt        the code is formatted
  lint       clippy finds nothing, natively and for WebAssembly
  native     the tests of all packages
  scenarios  every scenario file comes out as it says
  wasm       the tests of the component and of the page, in headless browsers
  doc        the documentation builds without a warning
  size       dist/ builds, and its first step is no heavier than it may be today
  types      TypeScript accepts the component's types
  package    what npm installs, in Node, through Vite, on a plain page, and for TypeScript
  guides     the examples of docs/guides in Chromium, built by the real generators
  page       the page of dist/ in Chromium: stories, links, languages, accessibility

Browsers, drivers and Node are installed where they are missing on Debian, as root; elsewhere the
error names the package. mdBook, for one of the guides, is installed likewise; elsewhere, without it, that
guide is left out. A path in CHROMIUM, CHROMEDRIVER, FIREFOX, GECKODRIVER, MDBOOK, NODE or NPM is used as it
stands. The last line is `N passed, N failed`.";

/// Some check failed. The run has said so itself, and its last line is the count.
#[derive(Debug)]
pub struct Failed;

impl std::fmt::Display for Failed {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("checks failed")
    }
}

impl std::error::Error for Failed {}

/// What to run and where.
struct Plan<'a> {
    workspace: &'a Workspace,
    browsers: Vec<Browser>,
    stages: Vec<&'static Stage>,
}

fn run(workspace: &Workspace, flags: &Flags) -> Result<()> {
    let browsers = chosen_browsers(flags.value("--browser").unwrap_or("all"))?;
    let (stages, left_out): (Vec<_>, Vec<_>) = chosen_stages(&flags.list("--only"))?
        .into_iter()
        .partition(|stage| stage.can_run(&browsers));
    for stage in left_out {
        println!("The stage {} needs Chromium and is left out.", stage.name);
    }
    if stages.is_empty() {
        bail!("nothing is left to run");
    }
    let plan = Plan { workspace, browsers, stages };
    tools::ensure(workspace, &plan.tools())?;
    if plan.stages.iter().any(|stage| stage.name != "fmt") {
        wasm::ensure_target(workspace)?;
    }
    let rows: Vec<Row> = plan.stages.iter().map(|stage| plan.run(stage)).collect();
    report(&rows)
}

/// One line of the closing table.
struct Row {
    stage: &'static str,
    tally: Tally,
    time: Duration,
}

/// Prints the table, what failed, and last of all the count.
fn report(rows: &[Row]) -> Result<()> {
    println!("\n{}", summary(rows));
    let failed: Vec<&str> =
        rows.iter().filter(|row| row.tally.failed > 0).map(|row| row.stage).collect();
    if !failed.is_empty() {
        println!("Failed: {}. `cargo xtask test --only STAGE` runs one again.", failed.join(", "));
    }
    let mut total = Tally::default();
    rows.iter().for_each(|row| total.add(row.tally));
    println!("{} passed, {} failed", total.passed, total.failed);
    if failed.is_empty() { Ok(()) } else { Err(Failed.into()) }
}

fn summary(rows: &[Row]) -> String {
    let line = |row: &Row| {
        let Tally { passed, failed } = row.tally;
        let verdict = if failed == 0 { "ok" } else { "FAILED" };
        let seconds = row.time.as_secs_f32();
        format!(
            "{:<10} {verdict:<7} {passed:>5} passed {failed:>4} failed {seconds:>7.1} s\n",
            row.stage
        )
    };
    rows.iter().map(line).collect()
}

fn chosen_browsers(word: &str) -> Result<Vec<Browser>> {
    match word {
        "chromium" => Ok(vec![Browser::Chromium]),
        "firefox" => Ok(vec![Browser::Firefox]),
        "all" => Ok(vec![Browser::Chromium, Browser::Firefox]),
        _ => bail!("`--browser {word}`: the browsers are chromium, firefox and all"),
    }
}

/// The stages named, in their own order; all of them when none is named.
fn chosen_stages(names: &[&str]) -> Result<Vec<&'static Stage>> {
    if let Some(unknown) =
        names.iter().find(|name| !STAGES.iter().any(|stage| stage.name == **name))
    {
        let known: Vec<&str> = STAGES.iter().map(|stage| stage.name).collect();
        bail!("`--only {unknown}`: the stages are {}", known.join(", "));
    }
    Ok(STAGES.iter().filter(|stage| names.is_empty() || names.contains(&stage.name)).collect())
}

impl Plan<'_> {
    /// The tools of the chosen stages and browsers, each once.
    fn tools(&self) -> Vec<Tool> {
        let mut tools = Vec::new();
        for stage in &self.stages {
            let of_browsers = self.browsers.iter().flat_map(|browser| browser.tools());
            let wanted =
                of_browsers.filter(|_| stage.name == "wasm").chain(stage.tools.iter().copied());
            for tool in wanted {
                if !tools.contains(&tool) {
                    tools.push(tool);
                }
            }
        }
        tools
    }

    fn run(&self, stage: &Stage) -> Row {
        println!("\n== {}", stage.name);
        let started = Instant::now();
        let outcome = (stage.run)(self).unwrap_or_else(|error| {
            eprintln!("error: {error:#}");
            Outcome::BAD
        });
        let tally = outcome.tally.of_stage(outcome.success);
        Row { stage: stage.name, tally, time: started.elapsed() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(stages: &[&Stage]) -> Vec<&'static str> {
        stages.iter().map(|stage| stage.name).collect()
    }

    #[test]
    fn stages_run_in_their_own_order() {
        assert_eq!(chosen_stages(&[]).expect("all").len(), STAGES.len());
        assert_eq!(names(&chosen_stages(&["page", "fmt"]).expect("both exist")), ["fmt", "page"]);
        let error = chosen_stages(&["fmt", "paeg"]).err().expect("no such stage");
        assert!(error.to_string().contains("scenarios"), "{error}");
    }

    #[test]
    fn every_stage_is_in_the_help() {
        for stage in STAGES {
            assert!(NOTES.contains(&format!("\n  {} ", stage.name)), "{}", stage.name);
        }
    }

    #[test]
    fn only_what_is_used_must_be_there() {
        let workspace = Workspace::find();
        let plan = |stages: &[&str], browser: &str| {
            let browsers = chosen_browsers(browser).expect("known");
            let mut stages = chosen_stages(stages).expect("known");
            stages.retain(|stage| stage.can_run(&browsers));
            Plan { workspace: &workspace, browsers, stages }
        };
        assert!(plan(&["fmt", "native"], "all").tools().is_empty());
        assert_eq!(plan(&["wasm"], "firefox").tools(), [Tool::Firefox, Tool::Geckodriver]);
        assert!(plan(&["page"], "chromium").tools().contains(&Tool::Chromium));
        assert!(!plan(&[], "firefox").tools().contains(&Tool::Chromium));
        assert!(chosen_browsers("safari").is_err());
    }
}
