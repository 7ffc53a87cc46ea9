//! `cargo xtask first-step`: finds out which functions the page runs until the first step is shown.
//!
//! It builds the page with a mark in every function, opens every story of the first system in every language in
//! Chromium, reads
//! the marks as soon as the first step stands there, and writes the functions' names down. The build puts
//! those into the first half of the module; see [`crate::split`].

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use walrus::ir::{GlobalSet, Value};

use crate::args::{Command, Flags};
use crate::run::{self, Show, step};
use crate::split;
use crate::tools::{self, Tool};
use crate::workspace::Workspace;
use crate::{dist, npm};

/// The command, for the table in `main`.
pub const COMMAND: Command = Command {
    name: "first-step",
    about: "Measures anew which functions the first step needs, and writes their list",
    notes: "Run it when a test says that the list is out of date, and commit what it writes.\n\
        It needs Chromium and Node, as the page's tests do.",
    flags: &[],
    run,
};

/// Where the list is kept.
const LIST: &str = "xtask/src/split/first-step.txt";
/// Opens the page and prints the numbers of the marked functions, one a line.
const LOOK: &str = "look-at-first-steps.mjs";
/// Each function's mark is a global, exported under this name and the function's number.
const MARK: &str = ".ran";
const LOOK_LIMIT: Duration = Duration::from_secs(600);
const QUESTION_LIMIT: Duration = Duration::from_secs(60);

/// The functions that the first step needs.
pub struct FirstStep {
    names: BTreeSet<String>,
    compiler: String,
}

impl FirstStep {
    /// The list as it was last measured.
    pub fn read(workspace: &Workspace) -> Result<FirstStep> {
        let text = fs::read_to_string(workspace.join(LIST)).with_context(|| {
            format!("{LIST} cannot be read; `cargo xtask first-step` writes it")
        })?;
        let (notes, names): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| line.starts_with('#'));
        let compiler = notes.last().and_then(|line| line.strip_prefix("# ")).unwrap_or_default();
        Ok(FirstStep {
            names: names.into_iter().map(str::to_owned).collect(),
            compiler: compiler.to_owned(),
        })
    }

    /// Whether the list was measured with the compiler that builds the page now.
    pub fn is_of_this_compiler(&self, workspace: &Workspace) -> Result<bool> {
        Ok(self.compiler == compiler(workspace)?)
    }

    /// Whether a function of this plain name is needed.
    pub fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }
}

fn run(workspace: &Workspace, _: &Flags) -> Result<()> {
    tools::ensure(workspace, &[Tool::Node, Tool::Npm, Tool::Chromium])?;
    let site = dist::whole(workspace)?;
    let module = site.join(dist::MODULE);
    let functions = mark(&module)?;
    let ran = step("opening every story in every language", || look(workspace, &site))?;
    let names: BTreeSet<&str> = functions
        .iter()
        .filter(|(number, _)| ran.contains(number))
        .map(|(_, name)| name.as_str())
        .collect();
    if names.is_empty() {
        bail!("no function ran at all, so the marks were not read");
    }
    write(workspace, &names)?;
    println!("{} of {} functions, in {LIST}.", names.len(), functions.len());
    Ok(())
}

/// Puts a mark into every function of a module; the functions' numbers and plain names.
fn mark(path: &Path) -> Result<Vec<(usize, String)>> {
    let mut module = split::parse(&fs::read(path)?)?;
    let functions = split::functions(&module);
    for (id, _) in &functions {
        let mark = split::add_mark(&mut module, &format!("{MARK}{}", id.index()));
        let body = module.funcs.get_mut(*id).kind.unwrap_local_mut().builder_mut();
        let mut body = body.func_body();
        body.const_at(0, Value::I32(1)).instr_at(1, GlobalSet { global: mark });
    }
    // As in a page that was split: what follows the first step is asked for, and waits.
    split::add_mark(&mut module, split::HERE);
    module.emit_wasm_file(path)?;
    Ok(functions.into_iter().map(|(id, name)| (id.index(), name)).collect())
}

fn look(workspace: &Workspace, site: &Path) -> Result<BTreeSet<usize>> {
    let folder = npm::packages(workspace)?;
    let mut node = workspace.program(Tool::Node.require()?);
    node.arg(folder.join(LOOK))
        .env("MIDTURN_DIST", site)
        .env("CHROMIUM", Tool::Chromium.require()?);
    let seen = run::expect(&mut node, Show::Errors, LOOK_LIMIT)?;
    Ok(seen.data.lines().filter_map(|line| line.trim().parse().ok()).collect())
}

fn write(workspace: &Workspace, names: &BTreeSet<&str>) -> Result<()> {
    let mut text = String::from(
        "# What the page runs until its first step is shown, by plain name: the first half of its module.\n\
         # Measured and written by `cargo xtask first-step`; see xtask/src/split.rs.\n",
    );
    text.push_str(&format!("# {}\n", compiler(workspace)?));
    for name in names {
        text.push_str(name);
        text.push('\n');
    }
    let path: PathBuf = workspace.join(LIST);
    fs::write(&path, text).with_context(|| format!("{LIST} cannot be written"))
}

/// Another compiler cuts a program into other functions, so the list names the one it was measured with.
fn compiler(workspace: &Workspace) -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut question = workspace.program(rustc);
    let answer = run::expect(question.arg("--version"), Show::Nothing, QUESTION_LIMIT)?;
    Ok(answer.data.trim().to_owned())
}
