//! `cargo xtask test`: every check there is, in stages, each within a time limit.
//!
//! All stages run even when one fails, so that one run names all that is wrong. The last line is the
//! sum of all tests; a stage that counts no tests of its own is one.

use std::path::PathBuf;
use std::process::Command as Program;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::args::{Command, Flag, Flags};
use crate::run::{self, Finished, Show};
use crate::tally::Tally;
use crate::tools::{self, Browser, Tool};
use crate::workspace::Workspace;
use crate::{assets, dist, wasm};

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
  size       dist/ builds, and its first step is within the limit
  types      TypeScript accepts the component's types
  page       the page of dist/ in Chromium: stories, links, languages, accessibility

Browsers, drivers and Node are installed where they are missing on Debian, as root; elsewhere the
error names the package. A path in CHROMIUM, CHROMEDRIVER, FIREFOX, GECKODRIVER, NODE or NPM is
used as it stands. The last line is `N passed, N failed`.";

/// The packages whose tests run in a browser.
const WASM_PACKAGES: [&str; 4] = ["--package", "midturn-js", "--package", "midturn-web"];
/// For one program that compiles and then tests.
const LIMIT: Duration = Duration::from_secs(2_400);
/// For programs that compile nothing.
const SHORT_LIMIT: Duration = Duration::from_secs(600);

/// One stage.
struct Stage {
    name: &'static str,
    tools: &'static [Tool],
    run: fn(&Plan<'_>) -> Result<Outcome>,
}

const STAGES: &[Stage] = &[
    Stage { name: "fmt", tools: &[], run: fmt },
    Stage { name: "lint", tools: &[], run: lint },
    Stage { name: "native", tools: &[], run: native },
    Stage { name: "scenarios", tools: &[], run: scenarios },
    // Its tools are those of the chosen browsers.
    Stage { name: "wasm", tools: &[], run: in_browsers },
    Stage { name: "doc", tools: &[], run: doc },
    Stage { name: "size", tools: &[], run: size },
    Stage { name: "types", tools: &[Tool::Node, Tool::Npm], run: types },
    Stage { name: "page", tools: &[Tool::Node, Tool::Npm, Tool::Chromium], run: page },
];

/// What to run and where.
struct Plan<'a> {
    workspace: &'a Workspace,
    browsers: Vec<Browser>,
    stages: Vec<&'static Stage>,
}

/// How a stage went.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    success: bool,
    tally: Tally,
}

impl From<Finished> for Outcome {
    fn from(finished: Finished) -> Self {
        if finished.timed_out {
            eprintln!("error: this took longer than its limit and was ended");
        }
        Self { success: finished.success, tally: finished.tally }
    }
}

impl Outcome {
    const GOOD: Self = Self { success: true, tally: Tally { passed: 0, failed: 0 } };

    fn and(mut self, other: Self) -> Self {
        self.success &= other.success;
        self.tally.add(other.tally);
        self
    }

    /// Tests that were to run and did not are no success.
    fn with_tests(mut self, what: &str) -> Self {
        if self.success && self.tally.passed == 0 {
            eprintln!("error: no test of {what} ran");
            self.success = false;
        }
        self
    }
}

fn run(workspace: &Workspace, flags: &Flags) -> Result<()> {
    let plan = Plan {
        workspace,
        browsers: chosen_browsers(flags.value("--browser").unwrap_or("all"))?,
        stages: chosen_stages(&flags.list("--only"))?,
    };
    tools::ensure(workspace, &plan.tools())?;
    if plan.stages.iter().any(|stage| stage.name != "fmt") {
        wasm::ensure_target(workspace)?;
    }
    let mut total = Tally::default();
    let mut rows = Vec::new();
    for stage in &plan.stages {
        println!("\n== {}", stage.name);
        let started = Instant::now();
        let outcome = (stage.run)(&plan).unwrap_or_else(|error| {
            eprintln!("error: {error:#}");
            Outcome { success: false, tally: Tally::default() }
        });
        let tally = outcome.tally.of_stage(outcome.success);
        total.add(tally);
        rows.push((stage.name, tally, started.elapsed()));
    }
    println!("\n{}\n{} passed, {} failed", summary(&rows), total.passed, total.failed);
    if total.failed > 0 {
        let failed: Vec<&str> =
            rows.iter().filter(|(_, tally, _)| tally.failed > 0).map(|(name, ..)| *name).collect();
        bail!("failed: {}; run one again with `cargo xtask test --only STAGE`", failed.join(", "));
    }
    Ok(())
}

fn summary(rows: &[(&str, Tally, Duration)]) -> String {
    let line = |(name, tally, time): &(&str, Tally, Duration)| {
        let verdict = if tally.failed == 0 { "ok" } else { "FAILED" };
        let Tally { passed, failed } = tally;
        format!(
            "{name:<10} {verdict:<7} {passed:>5} passed {failed:>4} failed {:>7.1} s\n",
            time.as_secs_f32()
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

    fn cargo(&self, args: &[&str]) -> Result<Outcome> {
        shown(&mut self.workspace.cargo(args))
    }
}

fn shown(program: &mut Program) -> Result<Outcome> {
    Ok(run::run(program, Show::All, LIMIT)?.into())
}

fn fmt(plan: &Plan<'_>) -> Result<Outcome> {
    plan.cargo(&["fmt", "--all", "--check"])
}

fn lint(plan: &Plan<'_>) -> Result<Outcome> {
    let native = plan.cargo(&[
        "clippy",
        "--locked",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ])?;
    let mut wasm =
        plan.workspace.cargo(&["clippy", "--locked", "--target", wasm::TARGET, "--all-targets"]);
    wasm.args(WASM_PACKAGES).args(["--", "-D", "warnings"]);
    Ok(native.and(shown(&mut wasm)?))
}

fn native(plan: &Plan<'_>) -> Result<Outcome> {
    let tests = plan.cargo(&["test", "--locked", "--workspace", "--no-fail-fast"])?;
    Ok(tests.with_tests("the workspace"))
}

fn scenarios(plan: &Plan<'_>) -> Result<Outcome> {
    let files = assets::files(plan.workspace)?;
    if files.is_empty() {
        bail!("there is no scenario file below scenarios/");
    }
    let mut check = plan.workspace.cargo(&[
        "run",
        "--quiet",
        "--locked",
        "--package",
        assets::PACKAGE,
        "--",
        "check",
    ]);
    shown(check.args(files))
}

fn in_browsers(plan: &Plan<'_>) -> Result<Outcome> {
    let mut outcome = Outcome::GOOD;
    for browser in &plan.browsers {
        println!("-- in {}", browser.name());
        let mut tests =
            plan.workspace.cargo(&["test", "--locked", "--no-fail-fast", "--target", wasm::TARGET]);
        tests
            .args(WASM_PACKAGES)
            .env_remove(browser.foreign_variable())
            .envs(browser.environment(plan.workspace)?)
            // A test file that forgot to ask for a browser would run in Node, unnoticed.
            .env("WASM_BINDGEN_TEST_ONLY_WEB", "1");
        outcome = outcome.and(shown(&mut tests)?.with_tests(browser.name()));
    }
    Ok(outcome)
}

fn doc(plan: &Plan<'_>) -> Result<Outcome> {
    let mut doc = plan.workspace.cargo(&["doc", "--locked", "--workspace", "--no-deps"]);
    shown(doc.env("RUSTDOCFLAGS", "-D warnings"))
}

fn size(plan: &Plan<'_>) -> Result<Outcome> {
    let size = dist::prepare(plan.workspace)?;
    dist::publish(plan.workspace)?;
    println!("{}", size.table());
    size.check()?;
    Ok(Outcome::GOOD)
}

fn types(plan: &Plan<'_>) -> Result<Outcome> {
    wasm::js_component(plan.workspace)?;
    let folder = npm_packages(plan.workspace)?;
    let mut tsc = plan.workspace.program(Tool::Node.require()?);
    tsc.arg(folder.join("node_modules/typescript/bin/tsc")).arg("--project").arg(folder);
    shown(&mut tsc)
}

fn page(plan: &Plan<'_>) -> Result<Outcome> {
    if !plan.browsers.contains(&Browser::Chromium) {
        println!("The page pass needs Chromium and was left out.");
        return Ok(Outcome::GOOD);
    }
    if !plan.workspace.dist().join("index.html").is_file() {
        bail!("there is no dist/; `cargo xtask build` makes it");
    }
    let folder = npm_packages(plan.workspace)?;
    let mut node = plan.workspace.program(Tool::Node.require()?);
    node.args(["--test", "--test-reporter=spec"])
        .args(page_test_files(&folder)?)
        .env("MIDTURN_DIST", plan.workspace.dist())
        .env("CHROMIUM", Tool::Chromium.require()?);
    let tests = run::run(&mut node, Show::All, SHORT_LIMIT)?;
    Ok(Outcome::from(tests).with_tests("the page"))
}

/// `*.test.mjs`, sorted: Node's own search differs from version to version.
fn page_test_files(folder: &std::path::Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("{} cannot be read", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.to_string_lossy().ends_with(".test.mjs"))
        .collect();
    files.sort();
    Ok(files)
}

/// Installs the page tests' packages where they are not those of the lock file.
pub fn npm_packages(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.page_tests();
    let time = |path: PathBuf| std::fs::metadata(path).and_then(|meta| meta.modified()).ok();
    let installed = time(folder.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= time(folder.join("package-lock.json")) {
        return Ok(folder);
    }
    run::step("installing the page tests' packages", || {
        let mut npm = workspace.program(Tool::Npm.require()?);
        npm.current_dir(&folder).args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
        run::expect(&mut npm, Show::All, SHORT_LIMIT)
    })?;
    Ok(folder)
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
        let plan = |stages: &[&str], browser: &str| Plan {
            workspace: &workspace,
            browsers: chosen_browsers(browser).expect("known"),
            stages: chosen_stages(stages).expect("known"),
        };
        assert!(plan(&["fmt", "native"], "all").tools().is_empty());
        assert_eq!(plan(&["wasm"], "firefox").tools(), [Tool::Firefox, Tool::Geckodriver]);
        assert!(plan(&["page"], "chromium").tools().contains(&Tool::Chromium));
        assert!(chosen_browsers("safari").is_err());
    }

    #[test]
    fn no_tests_are_no_success() {
        assert!(!Outcome::GOOD.with_tests("nothing").success);
        let one = Outcome { success: true, tally: Tally { passed: 1, failed: 0 } };
        assert!(one.with_tests("something").success);
    }
}
