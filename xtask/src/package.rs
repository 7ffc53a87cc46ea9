//! `cargo xtask package`: puts together what others install: the player's files, the engine, types and scenarios, as
//! a folder that npm can pack.
//!
//! Nothing is made for it alone but the scenarios as JSON. The rest is `dist/` as it stands, the hand-written files
//! of `web/package`, and the types.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::args::{Command, Flag, Flags};
use crate::run::{self, Show, step};
use crate::workspace::Workspace;
use crate::{assets, dist};

/// The command, for the table in `main`.
pub const COMMAND: Command = Command {
    name: "package",
    about: "Puts the npm package together: element, engine, types, scenarios",
    notes: "It builds dist/ first. `npm pack` in the folder makes the archive; nothing is published from here.",
    flags: &[Flag {
        name: "--out",
        value: Some("FOLDER"),
        about: "Where, instead of target/package; what is in it goes, if it is a package of ours",
    }],
    run,
};

/// Hand-written, copied as it is; the manifest gets its version.
const OWN: &str = "web/package";
const MANIFEST: &str = "package.json";
/// Files of the workspace, and what they are called in the package.
const COPIED: [(&str, &str); 3] = [
    ("web/embed/types/element.d.ts", "element.d.ts"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
];
/// In [`OWN`], but only the tests need it.
const USAGE: &str = "usage.ts";
/// The folder of the static files.
const SITE: &str = "site";
const SCENARIOS: &str = "scenarios";
/// The program that writes them may have to be compiled.
const LIMIT: Duration = Duration::from_secs(900);

fn run(workspace: &Workspace, flags: &Flags) -> Result<()> {
    let here = std::env::current_dir().context("the working directory is gone")?;
    let out = flags.value("--out").map_or_else(|| folder(workspace), |given| here.join(given));
    dist::prepare(workspace)?;
    dist::publish(workspace)?;
    make(workspace, &out)?;
    println!("The package is in {}.", out.display());
    Ok(())
}

/// Where the package is unless somebody says otherwise.
pub fn folder(workspace: &Workspace) -> PathBuf {
    workspace.join("target/package")
}

/// Puts the package together from `dist`, which must be there.
pub fn make(workspace: &Workspace, out: &Path) -> Result<()> {
    if !workspace.dist().join("index.html").is_file() {
        bail!("there is no dist/; `cargo xtask build` makes it");
    }
    may_be_emptied(out)?;
    step("putting the package together", || {
        dist::empty(out)?;
        dist::copy_tree(&workspace.join(OWN), out)?;
        fs::remove_file(out.join(USAGE)).with_context(|| format!("{OWN}/{USAGE} is missing"))?;
        for (from, to) in COPIED {
            fs::copy(workspace.join(from), out.join(to))
                .with_context(|| format!("{from} cannot be copied"))?;
        }
        let manifest = fs::read_to_string(out.join(MANIFEST))?;
        fs::write(out.join(MANIFEST), with_version(&manifest, env!("CARGO_PKG_VERSION"))?)?;
        dist::copy_tree(&workspace.dist(), &out.join(SITE))?;
        scenarios(workspace, &out.join(SCENARIOS))
    })
}

/// A folder that is not there, is empty, or holds a package of ours: nobody's own files are removed.
fn may_be_emptied(out: &Path) -> Result<()> {
    let is_empty = fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_none());
    let is_ours = || {
        let manifest = fs::read(out.join(MANIFEST)).ok()?;
        let manifest: Value = serde_json::from_slice(&manifest).ok()?;
        Some(manifest["name"] == "midturn")
    };
    if !out.exists() || is_empty || is_ours() == Some(true) {
        return Ok(());
    }
    bail!("{} holds something else than a package of ours", out.display())
}

fn with_version(manifest: &str, version: &str) -> Result<String> {
    const PLACE: &str = "\"version\": \"0.0.0\"";
    if manifest.matches(PLACE).count() != 1 {
        bail!("{OWN}/{MANIFEST} does not say `{PLACE}` once");
    }
    Ok(manifest.replace(PLACE, &format!("\"version\": \"{version}\"")))
}

fn scenarios(workspace: &Workspace, out: &Path) -> Result<()> {
    let mut cargo =
        workspace.cargo(&["run", "--quiet", "--locked", "--package", assets::PACKAGE, "--"]);
    run::expect(cargo.arg("json").arg(out), Show::Errors, LIMIT)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobodys_own_folder_is_emptied() {
        let root = std::env::temp_dir().join(format!("midturn-package-{}", std::process::id()));
        assert!(may_be_emptied(&root).is_ok(), "not there");
        fs::create_dir_all(&root).expect("a folder");
        assert!(may_be_emptied(&root).is_ok(), "empty");
        fs::write(root.join("mine.txt"), "mine").expect("a file");
        assert!(may_be_emptied(&root).is_err(), "somebody's");
        fs::write(root.join(MANIFEST), r#"{ "name": "other" }"#).expect("a file");
        assert!(may_be_emptied(&root).is_err(), "another package");
        fs::write(root.join(MANIFEST), r#"{ "name": "midturn" }"#).expect("a file");
        assert!(may_be_emptied(&root).is_ok(), "ours");
        fs::remove_dir_all(&root).expect("it was there");
    }

    #[test]
    fn the_manifest_has_the_workspaces_version_and_runs_nothing_when_installed() {
        let path = Workspace::find().join(OWN).join(MANIFEST);
        let manifest = fs::read_to_string(path).expect("it is there");
        let manifest: Value =
            serde_json::from_str(&with_version(&manifest, "1.2.3").expect("one place"))
                .expect("JSON");
        assert_eq!(manifest["version"], "1.2.3");
        assert!(manifest.get("scripts").is_none() && manifest.get("dependencies").is_none());
        assert!(with_version("{}", "1.2.3").is_err());
    }
}
