//! Where things lie: the workspace's root, the folders the commands write to, and cargo itself.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The checkout this program was built from.
#[derive(Clone, Debug)]
pub struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// The workspace of the running `cargo xtask`.
    pub fn find() -> Self {
        // Cargo sets the variable for `cargo run`; the built-in value serves a binary started by hand.
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = manifest.parent().unwrap_or(&manifest).to_path_buf();
        Self { root }
    }

    /// A workspace at `root`, for tests.
    #[cfg(test)]
    pub fn at(root: &Path) -> Self {
        Self { root: root.to_path_buf() }
    }

    /// The folder that holds the workspace's `Cargo.toml`.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// `path`, below the root.
    pub fn join(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// The folder a static host serves.
    pub fn dist(&self) -> PathBuf {
        self.join("dist")
    }

    /// The engine as a JavaScript module, for the page tests, the type check and the bench.
    pub fn js_component(&self) -> PathBuf {
        self.join("target/js-component")
    }

    /// Files between two stages of a command. Always under the root, wherever cargo's own target
    /// folder is, so that scripts find them at one place.
    pub fn scratch(&self) -> PathBuf {
        self.join("target/xtask")
    }

    /// The page tests, a Node package of their own.
    pub fn page_tests(&self) -> PathBuf {
        self.join("xtask/page-tests")
    }

    /// Cargo, in the root.
    pub fn cargo(&self, args: &[&str]) -> Command {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = self.program(cargo);
        command.args(args);
        command
    }

    /// Another program, in the root.
    pub fn program(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root);
        command
    }
}
