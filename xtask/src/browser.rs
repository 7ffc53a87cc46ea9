//! The browsers in which the wasm tests run, and how the test runner is told to use one of them.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::tools::Tool;
use crate::workspace::Workspace;

/// A browser in which the wasm tests run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Browser {
    /// Chromium or Chrome.
    Chromium,
    /// Firefox.
    Firefox,
}

impl Browser {
    /// The word for it on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Browser::Chromium => "chromium",
            Browser::Firefox => "firefox",
        }
    }

    /// The browser and its driver.
    pub fn tools(self) -> [Tool; 2] {
        match self {
            Browser::Chromium => [Tool::Chromium, Tool::Chromedriver],
            Browser::Firefox => [Tool::Firefox, Tool::Geckodriver],
        }
    }

    /// What the test runner must find in its environment to use this browser, and only this one.
    pub fn environment(self, workspace: &Workspace) -> Result<Vec<(&'static str, PathBuf)>> {
        let [browser, driver] = self.tools();
        let settings = self.settings(workspace, &browser.require()?)?;
        Ok(vec![
            (driver.variable(), driver.require()?),
            ("WASM_BINDGEN_TEST_WEBDRIVER_JSON", settings),
        ])
    }

    /// The variable that would make the runner use the other browser.
    pub fn foreign_variable(self) -> &'static str {
        match self {
            Browser::Chromium => Tool::Geckodriver.variable(),
            Browser::Firefox => Tool::Chromedriver.variable(),
        }
    }

    /// Writes the driver's settings with the browser that was found in place of the usual one.
    fn settings(self, workspace: &Workspace, binary: &Path) -> Result<PathBuf> {
        let (file, options) = match self {
            Browser::Chromium => ("webdriver.json", "goog:chromeOptions"),
            Browser::Firefox => ("webdriver-firefox.json", "moz:firefoxOptions"),
        };
        let text = std::fs::read_to_string(workspace.join(file))
            .with_context(|| format!("{file} cannot be read"))?;
        let mut settings: serde_json::Value =
            serde_json::from_str(&text).with_context(|| format!("{file} is not valid"))?;
        settings[options]["binary"] = binary.to_string_lossy().into();
        let out = workspace.scratch().join(file);
        std::fs::create_dir_all(workspace.scratch()).context("target/xtask cannot be made")?;
        std::fs::write(&out, settings.to_string())
            .with_context(|| format!("{} cannot be written", out.display()))?;
        Ok(out)
    }
}
