//! The programs the tests need beside cargo: browsers, their drivers, and Node.
//!
//! On Debian, as root, what is missing is installed. Everywhere else nothing is touched: the error
//! names what is missing and the package to install, for each system.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use crate::run::{self, Show};
use crate::workspace::Workspace;

/// For the package manager, which may first wait for another one of its kind.
const INSTALL_LIMIT: Duration = Duration::from_secs(1_800);
const QUESTION_LIMIT: Duration = Duration::from_secs(30);
/// How often the package lists are tried while another program holds them, and the pause between.
const UPDATE_TRIES: u32 = 20;
const UPDATE_PAUSE: Duration = Duration::from_secs(15);

/// A program that the tests may need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// The Chromium browser, or Chrome.
    Chromium,
    /// What drives it for wasm-bindgen's tests.
    Chromedriver,
    /// The Firefox browser.
    Firefox,
    /// What drives it.
    Geckodriver,
    /// Node, for the page tests and the type check.
    Node,
    /// Its package manager.
    Npm,
    /// The book generator, for one of the guides.
    Mdbook,
}

/// How to find a tool and how to install it.
struct Recipe {
    /// Names on the `PATH`, the likeliest first.
    names: &'static [&'static str],
    /// Places off the `PATH`.
    places: &'static [&'static str],
    /// The environment variable that names it outright.
    variable: &'static str,
    debian: &'static str,
    fedora: &'static str,
    macos: &'static str,
    windows: &'static str,
}

/// Not in Debian, and the same everywhere.
const GECKODRIVER: &str = "cargo install --locked geckodriver";
/// With the search, whose keys are tested.
const MDBOOK: &str = "cargo install --locked mdbook --no-default-features --features search";

impl Tool {
    fn recipe(self) -> Recipe {
        match self {
            Tool::Chromium => Recipe {
                names: &[
                    "chromium",
                    "chromium-browser",
                    "google-chrome",
                    "google-chrome-stable",
                    "chrome",
                ],
                places: &[
                    "/Applications/Chromium.app/Contents/MacOS/Chromium",
                    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
                    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
                ],
                variable: "CHROMIUM",
                debian: "apt-get install chromium",
                fedora: "dnf install chromium",
                macos: "brew install --cask google-chrome",
                windows: "winget install Google.Chrome",
            },
            Tool::Chromedriver => Recipe {
                names: &["chromedriver"],
                places: &[
                    "/usr/lib/chromium/chromedriver",
                    "/usr/lib64/chromium-browser/chromedriver",
                ],
                variable: "CHROMEDRIVER",
                debian: "apt-get install chromium-driver",
                fedora: "dnf install chromedriver",
                macos: "brew install --cask chromedriver",
                windows: "winget install Chromium.ChromeDriver",
            },
            Tool::Firefox => Recipe {
                names: &["firefox-esr", "firefox"],
                places: &[
                    "/Applications/Firefox.app/Contents/MacOS/firefox",
                    "C:\\Program Files\\Mozilla Firefox\\firefox.exe",
                ],
                variable: "FIREFOX",
                debian: "apt-get install firefox-esr",
                fedora: "dnf install firefox",
                macos: "brew install --cask firefox",
                windows: "winget install Mozilla.Firefox",
            },
            Tool::Geckodriver => Recipe {
                names: &["geckodriver"],
                places: &[],
                variable: "GECKODRIVER",
                debian: GECKODRIVER,
                fedora: GECKODRIVER,
                macos: GECKODRIVER,
                windows: GECKODRIVER,
            },
            Tool::Mdbook => Recipe {
                names: &["mdbook"],
                places: &[],
                variable: "MDBOOK",
                debian: MDBOOK,
                fedora: MDBOOK,
                macos: MDBOOK,
                windows: MDBOOK,
            },
            Tool::Node => Recipe {
                names: &["node"],
                places: &[],
                variable: "NODE",
                debian: "apt-get install nodejs",
                fedora: "dnf install nodejs",
                macos: "brew install node",
                windows: "winget install OpenJS.NodeJS.LTS",
            },
            Tool::Npm => Recipe {
                names: &["npm"],
                places: &[],
                variable: "NPM",
                debian: "apt-get install npm",
                fedora: "dnf install nodejs-npm",
                macos: "brew install node",
                windows: "winget install OpenJS.NodeJS.LTS",
            },
        }
    }

    /// The environment variable that names it outright.
    pub fn variable(self) -> &'static str {
        self.recipe().variable
    }

    /// Where the tool is, if it is there.
    pub fn find(self) -> Option<PathBuf> {
        let recipe = self.recipe();
        if let Some(named) = std::env::var_os(recipe.variable) {
            return Some(PathBuf::from(named));
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        let on_path = recipe.names.iter().flat_map(|name| in_folders(name, &folders));
        on_path.chain(recipe.places.iter().map(PathBuf::from)).find(|file| file.is_file())
    }

    /// Where the tool is; an error says how to get it.
    pub fn require(self) -> Result<PathBuf> {
        self.find().with_context(|| instructions(&[self]))
    }
}

/// The files a name may stand for: Windows adds an ending.
fn in_folders<'a>(name: &'a str, folders: &'a [PathBuf]) -> impl Iterator<Item = PathBuf> + 'a {
    let endings: &[&str] = if cfg!(windows) { &[".exe", ".cmd"] } else { &[""] };
    folders.iter().flat_map(move |folder| {
        endings.iter().map(move |ending| folder.join(format!("{name}{ending}")))
    })
}

/// Sees to it that the tools are there: installs them where that is ours to do, else says how.
pub fn ensure(workspace: &Workspace, tools: &[Tool]) -> Result<()> {
    let missing = missing(tools);
    if missing.is_empty() {
        return Ok(());
    }
    if !is_debian_root(workspace) {
        bail!("{}", instructions(&missing));
    }
    run::step("installing what the tests need", || install(workspace, &missing))?;
    match self::missing(tools) {
        none if none.is_empty() => Ok(()),
        still => bail!("{}", instructions(&still)),
    }
}

/// A tool that a check can do without: installed where that is ours to do, else left out with a word on how to get it.
pub fn optional(workspace: &Workspace, tool: Tool) -> Result<Option<PathBuf>> {
    if tool.find().is_none() && is_debian_root(workspace) {
        ensure(workspace, &[tool])?;
    }
    let found = tool.find();
    if found.is_none() {
        println!("{tool:?} is not there, so what needs it is left out. {}", tool.recipe().debian);
    }
    Ok(found)
}

fn missing(tools: &[Tool]) -> Vec<Tool> {
    tools.iter().copied().filter(|tool| tool.find().is_none()).collect()
}

/// What is missing and how to install it, system by system.
fn instructions(missing: &[Tool]) -> String {
    let mut text = String::from("programs are missing that the tests need\n");
    for tool in missing {
        let recipe = tool.recipe();
        // Writing to a `String` cannot fail.
        let _ = write!(
            text,
            "\n{tool:?} (or its path in {})\n  Debian   {}\n  Fedora   {}\n  macOS    {}\n  Windows  {}\n",
            recipe.variable, recipe.debian, recipe.fedora, recipe.macos, recipe.windows
        );
    }
    text.push_str("\n`cargo xtask test --browser chromium` or `firefox` does with one browser.");
    text
}

fn is_debian_root(workspace: &Workspace) -> bool {
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    if !release.lines().any(|line| line == "ID=debian") {
        return false;
    }
    let mut id = workspace.program("id");
    run::run(id.arg("-u"), Show::Nothing, QUESTION_LIMIT)
        .is_ok_and(|answer| answer.data.trim() == "0")
}

fn install(workspace: &Workspace, missing: &[Tool]) -> Result<()> {
    let packages: Vec<&str> = missing
        .iter()
        .filter_map(|tool| tool.recipe().debian.strip_prefix("apt-get install "))
        .collect();
    if !packages.is_empty() {
        update_lists(workspace)?;
        let mut apt = apt(workspace);
        apt.args(["install", "--yes", "--no-install-recommends"]).args(packages);
        run::expect(&mut apt, Show::All, INSTALL_LIMIT)?;
    }
    for words in missing.iter().filter_map(|tool| tool.recipe().debian.strip_prefix("cargo ")) {
        let words: Vec<&str> = words.split(' ').collect();
        run::expect(&mut workspace.cargo(&words), Show::All, INSTALL_LIMIT)?;
    }
    Ok(())
}

fn apt(workspace: &Workspace) -> std::process::Command {
    let mut apt = workspace.program("apt-get");
    // Another installation on the machine is waited for.
    apt.env("DEBIAN_FRONTEND", "noninteractive").args(["-o", "DPkg::Lock::Timeout=900"]);
    apt
}

/// The lock of the package lists has no timeout of its own, so a held one is tried again.
fn update_lists(workspace: &Workspace) -> Result<()> {
    for _ in 0..UPDATE_TRIES {
        let update = run::run(apt(workspace).arg("update"), Show::All, INSTALL_LIMIT)?;
        if update.success {
            return Ok(());
        }
        if !update.output.contains("lock") {
            break;
        }
        thread::sleep(UPDATE_PAUSE);
    }
    bail!("`apt-get update` failed; the package lists are needed to install what is missing");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named_for_every_system() {
        let text = instructions(&[Tool::Geckodriver, Tool::Chromedriver]);
        for word in [
            "Geckodriver",
            "chromium-driver",
            "dnf install",
            "brew install",
            "winget install",
            GECKODRIVER,
        ] {
            assert!(text.contains(word), "{word} is not in:\n{text}");
        }
        assert!(!text.contains("OpenJS"), "Node is not missing");
    }

    #[test]
    fn a_name_is_looked_for_in_every_folder() {
        let folders = [PathBuf::from("a"), PathBuf::from("b")];
        let found: Vec<PathBuf> = in_folders("node", &folders).collect();
        assert!(
            found.len() >= 2 && found.iter().all(|file| file.to_string_lossy().contains("node"))
        );
    }
}
