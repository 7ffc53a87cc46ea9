//! The stages of `cargo xtask test`: what each runs, and when it counts as passed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use super::Plan;
use crate::browser::Browser;
use crate::first_step::FirstStep;
use crate::run::{self, Finished, Show};
use crate::tally::Tally;
use crate::tools::Tool;
use crate::{assets, dist, npm, package, paths, tools, wasm};

/// The packages whose tests run in a browser.
const WASM_PACKAGES: [&str; 6] =
    ["--package", "midturn-js", "--package", "midturn-scenarios", "--package", "midturn-web"];
/// For one program that compiles and then tests.
const LIMIT: Duration = Duration::from_secs(2_400);
/// For the page pass: five minutes on two busy cores.
const PAGE_LIMIT: Duration = Duration::from_secs(1_200);

/// The examples for those who make documents.
const GUIDES: &str = "docs/guides";

/// One stage.
pub struct Stage {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it needs beside cargo.
    pub tools: &'static [Tool],
    /// Runs it.
    pub run: fn(&Plan<'_>) -> Result<Outcome>,
}

impl Stage {
    /// Whether the chosen browsers do for it: the page is driven in Chromium only.
    pub fn can_run(&self, browsers: &[Browser]) -> bool {
        !self.tools.contains(&Tool::Chromium) || browsers.contains(&Browser::Chromium)
    }
}

/// What tests that drive Chromium from Node need.
const IN_CHROMIUM: &[Tool] = &[Tool::Node, Tool::Npm, Tool::Chromium];

/// All stages, in their order: what fails soonest comes first.
pub const STAGES: &[Stage] = &[
    Stage { name: "fmt", tools: &[], run: fmt },
    Stage { name: "lint", tools: &[], run: lint },
    Stage { name: "native", tools: &[], run: native },
    Stage { name: "scenarios", tools: &[], run: scenarios },
    // Its tools are those of the chosen browsers.
    Stage { name: "wasm", tools: &[], run: in_browsers },
    Stage { name: "doc", tools: &[], run: doc },
    Stage { name: "size", tools: &[], run: size },
    Stage { name: "types", tools: &[Tool::Node, Tool::Npm], run: types },
    Stage { name: "package", tools: IN_CHROMIUM, run: packaged },
    Stage { name: "guides", tools: IN_CHROMIUM, run: guides },
    Stage { name: "page", tools: IN_CHROMIUM, run: page },
];

/// How a stage went.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Whether all that ran ended well.
    pub success: bool,
    /// The tests it counted.
    pub tally: Tally,
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
    /// Nothing wrong so far.
    const GOOD: Self = Self { success: true, tally: Tally { passed: 0, failed: 0 } };
    /// The stage could not be run.
    pub const BAD: Self = Self { success: false, ..Self::GOOD };

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

impl Plan<'_> {
    fn cargo(&self, args: &[&str]) -> Result<Outcome> {
        shown(&mut self.workspace.cargo(args))
    }
}

fn shown(program: &mut Command) -> Result<Outcome> {
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
    // Cargo would build its runner without a word.
    let mut outcome = plan.cargo(&["build", "--locked", "--package", "wasm-runner"])?;
    for browser in &plan.browsers {
        println!("-- in {}", browser.name());
        let mut tests =
            plan.workspace.cargo(&["test", "--locked", "--no-fail-fast", "--target", wasm::TARGET]);
        tests
            .args(WASM_PACKAGES)
            // Not the examples in the documentation: the runner knows nothing of those.
            .arg("--tests")
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
    paths::check(plan.workspace, &plan.workspace.dist())?;
    Ok(Outcome::GOOD)
}

fn types(plan: &Plan<'_>) -> Result<Outcome> {
    wasm::js_component(plan.workspace)?;
    let folder = npm::packages(plan.workspace)?;
    let mut tsc = plan.workspace.program(Tool::Node.require()?);
    tsc.arg(folder.join("node_modules/typescript/bin/tsc")).arg("--project").arg(folder);
    shown(&mut tsc)
}

fn page(plan: &Plan<'_>) -> Result<Outcome> {
    if !plan.workspace.dist().join("index.html").is_file() {
        bail!("there is no dist/; `cargo xtask build` makes it");
    }
    let folder = npm::packages(plan.workspace)?;
    let mut node = node_tests(plan, &folder)?;
    if !FirstStep::read(plan.workspace)?.is_of_this_compiler(plan.workspace)? {
        node.env("MIDTURN_FIRST_STEP", "other-compiler");
    }
    let tests = run::run(&mut node, Show::All, PAGE_LIMIT)?;
    Ok(Outcome::from(tests).with_tests("the page"))
}

fn packaged(plan: &Plan<'_>) -> Result<Outcome> {
    let out = package::folder(plan.workspace);
    package::make(plan.workspace, &out)?;
    paths::check(plan.workspace, &out)?;
    let folder = npm::packages(plan.workspace)?.join("package");
    let mut node = node_tests(plan, &folder)?;
    let tests = run::run(node.env("MIDTURN_PACKAGE", out), Show::All, LIMIT)?;
    Ok(Outcome::from(tests).with_tests("the package"))
}

fn guides(plan: &Plan<'_>) -> Result<Outcome> {
    let out = package::folder(plan.workspace);
    package::make(plan.workspace, &out)?;
    let mut check =
        plan.workspace.cargo(&["run", "--quiet", "--locked", "--package", assets::PACKAGE, "--"]);
    let embeds = shown(check.args(["docs-check", GUIDES]))?;
    let folder = npm::packages(plan.workspace)?.join("guides");
    let mut node = node_tests(plan, &folder)?;
    if let Some(mdbook) = tools::optional(plan.workspace, Tool::Mdbook)? {
        node.env(Tool::Mdbook.variable(), mdbook);
    }
    let tests = run::run(node.env("MIDTURN_PACKAGE", out), Show::All, LIMIT)?;
    Ok(embeds.and(Outcome::from(tests).with_tests("the guides")))
}

/// Node with the test files of a folder, which drive what is in `dist`.
fn node_tests(plan: &Plan<'_>, folder: &Path) -> Result<Command> {
    let mut node = plan.workspace.program(Tool::Node.require()?);
    node.args(["--test", "--test-reporter=spec"])
        .args(page_test_files(folder)?)
        .env("MIDTURN_DIST", plan.workspace.dist())
        .env("CHROMIUM", Tool::Chromium.require()?);
    Ok(node)
}

/// `*.test.mjs`, sorted: Node's own search differs from version to version.
fn page_test_files(folder: &Path) -> Result<Vec<PathBuf>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_tests_are_no_success() {
        assert!(!Outcome::GOOD.with_tests("nothing").success);
        let one = Outcome { success: true, tally: Tally { passed: 1, failed: 0 } };
        assert!(one.with_tests("something").success);
    }
}
