//! Keeps the builder's folders out of what is built: a panic's place tells a file of the source, wherever that lay.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::run::{self, Show};
use crate::wasm::TARGET;
use crate::workspace::Workspace;

/// Cargo may have to fetch what it is asked about.
const QUESTION_LIMIT: Duration = Duration::from_secs(600);
/// The standard library's own name for its sources, where they are not installed.
const LIBRARY: &str = "/rustc";

/// The compiler's flags that shorten each path to what it is below its folder.
pub fn flags(workspace: &Workspace) -> Result<Vec<String>> {
    let flag = |(from, to): (PathBuf, &str)| format!("--remap-path-prefix={}={to}", from.display());
    let mut flags: Vec<String> =
        folders(workspace)?.into_iter().map(|folder| flag((folder, ""))).collect();
    flags.push(flag((sysroot(workspace)?.join("lib/rustlib/src/rust"), LIBRARY)));
    Ok(flags)
}

/// Fails where a file below `site` names a folder of this machine.
pub fn check(workspace: &Workspace, site: &Path) -> Result<()> {
    let mut own = folders(workspace)?;
    own.insert(sysroot(workspace)?);
    let mut open = vec![site.to_path_buf()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            for entry in fs::read_dir(&path)? {
                open.push(entry?.path());
            }
        } else if let Some(folder) = named_in(&fs::read(&path)?, &own) {
            bail!("{} names {}, a folder of this machine", path.display(), folder.display());
        }
    }
    Ok(())
}

/// The first of some folders that is named in a file. One below the root alone is too common a word.
fn named_in<'f>(bytes: &[u8], folders: &'f BTreeSet<PathBuf>) -> Option<&'f Path> {
    let is_named = |folder: &&PathBuf| {
        let name = folder.as_os_str().as_encoded_bytes();
        folder.components().count() > 2 && bytes.windows(name.len()).any(|window| window == name)
    };
    folders.iter().find(is_named).map(PathBuf::as_path)
}

/// The folders that sources lie in, the outer ones first: the compiler takes the last that fits.
fn folders(workspace: &Workspace) -> Result<BTreeSet<PathBuf>> {
    let mut cargo = workspace.cargo(&["metadata", "--locked", "--format-version", "1"]);
    cargo.args(["--filter-platform", TARGET]);
    let answer = run::expect(&mut cargo, Show::Errors, QUESTION_LIMIT)?;
    let metadata = serde_json::from_str(&answer.data).context("cargo's answer is not JSON")?;
    let mut folders = of_metadata(&metadata);
    folders.insert(workspace.root().to_path_buf());
    Ok(folders)
}

/// Where the compiler is installed.
fn sysroot(workspace: &Workspace) -> Result<PathBuf> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut question = workspace.program(rustc);
    let answer = run::expect(question.args(["--print", "sysroot"]), Show::Errors, QUESTION_LIMIT)?;
    Ok(PathBuf::from(answer.data.trim()))
}

/// What holds the packages that come from elsewhere, and what cargo writes to.
fn of_metadata(metadata: &Value) -> BTreeSet<PathBuf> {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let theirs = packages.iter().filter(|package| package["source"].is_string());
    let manifests = theirs.filter_map(|package| package["manifest_path"].as_str());
    let holders = manifests.filter_map(|manifest| Path::new(manifest).ancestors().nth(2));
    let written = metadata["target_directory"].as_str().map(Path::new);
    holders.chain(written).map(Path::to_path_buf).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn packages_are_named_without_the_folder_that_holds_them() {
        let metadata = json!({
            "target_directory": "/build/target",
            "packages": [
                { "source": null, "manifest_path": "/build/engine/Cargo.toml" },
                { "source": "registry+there", "manifest_path": "/home/me/registry/one-1.0.0/Cargo.toml" },
                { "source": "registry+there", "manifest_path": "/home/me/registry/two-2.0.0/Cargo.toml" },
            ],
        });
        let folders = of_metadata(&metadata);
        assert_eq!(folders, ["/home/me/registry", "/build/target"].map(PathBuf::from).into());
    }

    #[test]
    fn a_folder_is_found_in_a_file() {
        let folders = ["/home/me/registry", "/work"].map(PathBuf::from).into();
        let found = |bytes: &[u8]| named_in(bytes, &folders).map(Path::to_path_buf);
        assert_eq!(
            found(b"\0/home/me/registry/one-1.0.0/src/lib.rs\xff"),
            Some("/home/me/registry".into())
        );
        assert_eq!(found(b"one-1.0.0/src/lib.rs; at /work; me/registry"), None);
        assert_eq!(found(b""), None);
    }
}
