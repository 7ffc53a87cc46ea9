//! `cargo xtask build`: assembles `dist/`, ready for any static host under any path.
//!
//! The folder is put together in `target/` and published only when complete, so that a failed build
//! leaves the last good one in place.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::args::{Command, Flag, Flags};
use crate::first_step::FirstStep;
use crate::run::step;
use crate::size::{self, Size};
use crate::split::{self, links::Links};
use crate::wasm::{self, Binding};
use crate::workspace::Workspace;
use crate::{assets, css, js};

/// The command, for the table in `main`.
pub const COMMAND: Command = Command {
    name: "build",
    about: "Builds dist/, the page for any static host, and dist/size.json",
    notes: "Prints what each part of the first useful step weighs after gzip -9, and how far the sum is\n\
        from the limit. `cargo xtask test` fails above it.",
    flags: &[Flag {
        name: "--js",
        value: None,
        about: "Build only the engine's JavaScript component, into target/js-component/",
    }],
    run,
};

/// Files of the workspace that go into `dist` as they are. A missing one is an error that names it.
const COPIED: [(&str, &str); 8] = [
    ("web/boot.js", "boot.js"),
    ("web/embed/element.js", "element.js"),
    ("web/embed/player.js", "player.js"),
    ("web/embed/instance.js", "instance.js"),
    ("web/embed/embed.html", "embed.html"),
    ("web/embed/frame.css", "frame.css"),
    ("web/embed/frame.js", "frame.js"),
    ("web/embed/parent.js", "parent.js"),
];
/// The document, into which the transcript is put.
const INDEX: &str = "index.html";
/// The folders of the style sheets and what they are joined to: for the first step, and for what follows it.
const SHEETS: [(&str, &str); 2] = [("style", "style.css"), ("style/later", "later.css")];
/// The sheet that only players have; it stands before the first of [`SHEETS`] in theirs.
const PLAYER_SHEET: &str = "style/player";
/// What players have of [`SHEETS`].
const PLAYER_SHEETS: [&str; 2] = ["player.css", "player-later.css"];
/// The folder of the engine's component in `dist`: it reads scenarios that are given as text.
const COMPONENT: &str = "component";
/// A folder whose content goes to the root of `dist`, where it exists: icons and the like.
const PUBLIC: &str = "web/public";

fn run(workspace: &Workspace, flags: &Flags) -> Result<()> {
    if flags.has("--js") {
        let out = wasm::js_component(workspace)?;
        println!("The component is in {}.", out.display());
        return Ok(());
    }
    let size = prepare(workspace)?;
    publish(workspace)?;
    println!("\n{}", size.table());
    println!("dist/ is ready.");
    Ok(())
}

/// The page's glue.
const GLUE: &str = "midturn.js";
/// The page's module: in `dist` the half that the first step needs.
pub const MODULE: &str = "midturn_bg.wasm";
/// The half that follows.
pub const LATER: &str = "midturn_later.wasm";

/// Builds everything and puts it together beside `dist`.
pub fn prepare(workspace: &Workspace) -> Result<Size> {
    let staging = staging(workspace);
    let linked = make(workspace, &staging)?;
    step("splitting it: what the first step needs, and the rest", || {
        halve(workspace, &staging, &linked)
    })?;
    step("putting dist/ together", || assemble(workspace, &staging))
}

/// The page with its module in one piece, for measuring; the folder it is in.
pub fn whole(workspace: &Workspace) -> Result<PathBuf> {
    let site = workspace.scratch().join("whole");
    make(workspace, &site)?;
    step("putting the page together", || assemble(workspace, &site))?;
    Ok(site)
}

/// Makes the module, its glue and the data. The module as it was before it got its glue.
fn make(workspace: &Workspace, site: &Path) -> Result<PathBuf> {
    wasm::ensure_target(workspace)?;
    let module = step("building the page as WebAssembly, in release", || {
        wasm::build_with_links(workspace, "midturn-web")
    })?;
    step("binding it to its JavaScript glue", || {
        empty(site)?;
        wasm::bind(&module, site, &Binding { name: "midturn", types: false, names: true })?;
        js::guard(&site.join(GLUE))
    })?;
    let component = wasm::js_component(workspace)?;
    copy_tree(&component, &site.join(COMPONENT))?;
    step("packing stories and words", || assets::data(workspace, site))?;
    Ok(module)
}

fn halve(workspace: &Workspace, site: &Path, linked: &Path) -> Result<()> {
    let needed = FirstStep::read(workspace)?;
    let module = site.join(MODULE);
    let links = Links::read(&fs::read(linked)?).unwrap_or_else(|error| {
        eprintln!("    the data stays whole: the linker's notes cannot be read: {error:#}");
        None
    });
    let glue = site.join(GLUE);
    let (bound, short_glue) = split::shorten(&fs::read(&module)?, &fs::read_to_string(&glue)?)?;
    let halves = split::split(&bound, links.as_ref(), |name| needed.has(name))?;
    fs::write(glue, short_glue)?;
    fs::write(&module, halves.first)?;
    fs::write(site.join(LATER), halves.later)?;
    Ok(())
}

/// Makes what [`prepare`] built the content of `dist`.
pub fn publish(workspace: &Workspace) -> Result<()> {
    let dist = workspace.dist();
    empty(&dist)?;
    copy_tree(&staging(workspace), &dist)
}

fn staging(workspace: &Workspace) -> PathBuf {
    workspace.scratch().join("dist")
}

fn assemble(workspace: &Workspace, staging: &Path) -> Result<Size> {
    for (from, to) in COPIED {
        fs::copy(workspace.join(from), staging.join(to))
            .with_context(|| format!("{from} cannot be copied"))?;
    }
    let index = fs::read_to_string(workspace.join(INDEX))
        .with_context(|| format!("{INDEX} cannot be read"))?;
    fs::write(staging.join(INDEX), assets::with_transcript(workspace, &index)?)
        .with_context(|| format!("{INDEX} cannot be written"))?;
    if workspace.join(PUBLIC).is_dir() {
        copy_tree(&workspace.join(PUBLIC), staging)?;
    }
    let mut player = css::join(&workspace.join(PLAYER_SHEET))?;
    for ((folder, sheet), of_players) in SHEETS.into_iter().zip(PLAYER_SHEETS) {
        let text = css::join(&workspace.join(folder))?;
        player.push_str(&text);
        for (name, text) in [(sheet, text), (of_players, css::for_players(&player))] {
            fs::write(staging.join(name), text)
                .with_context(|| format!("{name} cannot be written"))?;
        }
        player.clear();
    }
    js::compact_all(staging)?;
    let size = Size::of(&size::weigh(staging)?);
    let json = format!("{:#}\n", size.to_json());
    fs::write(staging.join("size.json"), json).context("size.json cannot be written")?;
    Ok(size)
}

/// An existing folder with nothing in it. The folder itself stays, since a server may have it open.
pub fn empty(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let removed =
            if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        removed.with_context(|| format!("{} cannot be removed", path.display()))?;
    }
    Ok(())
}

/// Copies the content of one folder into another.
pub fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    let mut open = vec![from.to_path_buf()];
    while let Some(folder) = open.pop() {
        let target = to.join(folder.strip_prefix(from)?);
        fs::create_dir_all(&target)
            .with_context(|| format!("{} cannot be made", target.display()))?;
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                let copy = to.join(path.strip_prefix(from)?);
                fs::copy(&path, &copy)
                    .with_context(|| format!("{} cannot be copied", path.display()))?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn publishing_replaces_all_that_was_there() {
        let root = std::env::temp_dir().join(format!("midturn-dist-{}", std::process::id()));
        let workspace = Workspace::at(&root);
        let write = |path: PathBuf, text: &str| {
            fs::create_dir_all(path.parent().expect("below the root")).expect("a folder");
            fs::write(path, text).expect("a file");
        };
        write(workspace.dist().join("stories/old.bin"), "old");
        write(staging(&workspace).join("stories/new.bin"), "new");
        write(staging(&workspace).join("index.html"), "page");
        publish(&workspace).expect("publishes");
        assert!(!workspace.dist().join("stories/old.bin").exists());
        assert_eq!(
            fs::read_to_string(workspace.dist().join("stories/new.bin")).expect("copied"),
            "new"
        );
        assert!(workspace.dist().join("index.html").is_file());
        fs::remove_dir_all(&root).expect("it was there");
    }
}
