//! From a crate to WebAssembly with its JavaScript glue.
//!
//! Always in release: an edit costs two seconds that way, and a development module is fifty times
//! the size. The binding step is a library of the same version as the `wasm-bindgen` in the lock
//! file, so there is no second program whose version could differ.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use wasm_bindgen_cli_support::Bindgen;

use crate::paths;
use crate::run::{self, Show};
use crate::workspace::Workspace;

/// The target the page is built for.
pub const TARGET: &str = "wasm32-unknown-unknown";
/// A cold build of the page takes a minute on two cores; this is for a slow machine.
const BUILD_LIMIT: Duration = Duration::from_secs(1_800);
/// For a download of one target of the standard library.
const TARGET_LIMIT: Duration = Duration::from_secs(600);
const QUESTION_LIMIT: Duration = Duration::from_secs(60);

/// How a module is bound.
pub struct Binding<'a> {
    /// The stem of the files that are written: `NAME.js`, `NAME_bg.wasm`.
    pub name: &'a str,
    /// Whether `NAME.d.ts` is written too.
    pub types: bool,
    /// Whether functions keep their names, for what is done with the module next.
    pub names: bool,
}

/// Adds the wasm target to the toolchain where it is missing.
pub fn ensure_target(workspace: &Workspace) -> Result<()> {
    if has_target(workspace) {
        return Ok(());
    }
    run::step(&format!("adding the target {TARGET}"), || {
        let mut rustup = workspace.program("rustup");
        run::expect(rustup.args(["target", "add", TARGET]), Show::All, TARGET_LIMIT).with_context(
            || format!("install the target with `rustup target add {TARGET}`, or your distribution's package for it"),
        )
    })?;
    Ok(())
}

/// Asks the compiler for its folder of that target: this also works without rustup.
fn has_target(workspace: &Workspace) -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut question = workspace.program(rustc);
    question.args(["--print", "target-libdir", "--target", TARGET]);
    run::run(&mut question, Show::Nothing, QUESTION_LIMIT)
        .is_ok_and(|answer| answer.success && Path::new(answer.data.trim()).is_dir())
}

/// Builds a package in release and returns the wasm file.
pub fn build(workspace: &Workspace, package: &str) -> Result<PathBuf> {
    build_with(workspace, "build", package, &[])
}

/// The same for a package that is a program of its name, with the linker's notes left in the file.
pub fn build_with_links(workspace: &Workspace, package: &str) -> Result<PathBuf> {
    let notes = ["--bin", package, "--", "-Clink-arg=--emit-relocs"];
    build_with(workspace, "rustc", package, &notes)
}

fn build_with(
    workspace: &Workspace,
    command: &str,
    package: &str,
    more: &[&str],
) -> Result<PathBuf> {
    let mut cargo = workspace.cargo(&[command, "--locked", "--release", "--target", TARGET]);
    let flags = format!("target.{TARGET}.rustflags={}", Value::from(paths::flags(workspace)?));
    cargo.args(["--package", package, "--message-format=json-render-diagnostics"]);
    cargo.args(["--config", &flags]).args(more);
    // What is set here takes the place of the workspace's own flags, and names would not be what they are.
    cargo.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    let finished = run::expect(&mut cargo, Show::Errors, BUILD_LIMIT)?;
    wasm_file(&finished.data, package).with_context(|| {
        format!("the package {package} made no wasm file; is it a program or a cdylib?")
    })
}

/// Finds the package's wasm file in cargo's messages, one JSON object a line.
fn wasm_file(messages: &str, package: &str) -> Option<PathBuf> {
    let name = package.replace('-', "_");
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["reason"] == "compiler-artifact")
        .filter(|message| {
            message["target"]["name"]
                .as_str()
                .is_some_and(|target| target.replace('-', "_") == name)
        })
        .filter_map(|message| {
            message["filenames"]
                .as_array()?
                .iter()
                .filter_map(Value::as_str)
                .find(|file| file.ends_with(".wasm"))
                .map(PathBuf::from)
        })
        .next_back()
}

/// Writes the glue and the bound module into `out`, an ES module for any static host.
pub fn bind(wasm: &Path, out: &Path, binding: &Binding<'_>) -> Result<()> {
    Bindgen::new()
        .input_path(wasm)
        .out_name(binding.name)
        .web(true)?
        .typescript(binding.types)
        .remove_name_section(!binding.names)
        .remove_producers_section(true)
        // The linker's notes call functions by the names that the compiler gave them.
        .demangle(false)
        // The library's default, unlike the program's, leaves `init()` without the module's address.
        .omit_default_module_path(false)
        .generate(out)
        .with_context(|| format!("{} could not be bound", wasm.display()))
}

/// Builds and binds the engine as a JavaScript component, for tests and the bench.
pub fn js_component(workspace: &Workspace) -> Result<PathBuf> {
    ensure_target(workspace)?;
    let wasm =
        run::step("building the engine's JavaScript component", || build(workspace, "midturn-js"))?;
    let out = workspace.js_component();
    run::step("binding it", || {
        bind(&wasm, &out, &Binding { name: "midturn", types: true, names: false })
    })?;
    if !out.join("midturn.js").is_file() {
        bail!("the binding step left no midturn.js in {}", out.display());
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wasm_file_is_read_from_cargos_messages() {
        let messages = r#"
            Compiling something
            {"reason":"compiler-artifact","target":{"name":"other"},"filenames":["t/other.wasm"]}
            {"reason":"compiler-artifact","target":{"name":"midturn-web"},"filenames":["t/midturn-web.d","t/midturn-web.wasm"]}
            {"reason":"build-finished","success":true}
        "#;
        assert_eq!(wasm_file(messages, "midturn-web"), Some(PathBuf::from("t/midturn-web.wasm")));
        assert_eq!(wasm_file(messages, "absent"), None);
    }
}
