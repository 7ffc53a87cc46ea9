//! Checks the documents that show our scenarios: every embed in a folder of Markdown and HTML is found, and what it
//! names is looked up.
//!
//! - [`find`]: the player's tags, frames and links in one document, each with its line.
//! - [`library`]: what they may name, and what is wrong with one that names something else.

pub mod find;
pub mod library;

use find::Embed;
use library::Library;
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};

/// Documents looked at in one folder, at most: a folder that was meant otherwise must not take the day.
pub const DOCUMENTS_MAX: usize = 20_000;
/// The largest document in bytes. What is larger is no document that somebody wrote.
pub const DOCUMENT_BYTES_MAX: u64 = 4_000_000;
/// Folders that hold other people's documents, or copies.
const SKIPPED: [&str; 2] = ["node_modules", "target"];

/// What was found in a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The version of this form.
    pub format: u32,
    /// How many documents were read.
    pub documents: usize,
    /// How many embeds they have.
    pub embeds: usize,
    /// What is wrong, by document and line.
    pub findings: Vec<Finding>,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The document, from the folder on.
    pub file: String,
    /// The line, from 1; 0 where the document could not be read.
    pub line: u32,
    /// What sort of thing.
    pub code: Code,
    /// What it is about.
    pub what: String,
    /// What is wrong and what to do, in words.
    pub message: String,
}

/// What can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The document is no text, or too large.
    UnreadableDocument,
    /// The link cannot be read.
    UnreadableLink,
    /// There is no such system.
    UnknownSystem,
    /// There is no such scenario.
    UnknownScenario,
    /// The scenario has no such step.
    UnknownStep,
    /// We do not speak that language.
    UnknownLanguage,
    /// There is no such view, theme or other choice.
    UnknownChoice,
    /// A scenario of the author's own has a fault.
    BadScenario,
    /// The scenario has changed since the embed was made.
    Changed,
}

impl Code {
    /// Its stable name.
    pub fn as_str(self) -> &'static str {
        match self {
            Code::UnreadableDocument => "unreadable-document",
            Code::UnreadableLink => "unreadable-link",
            Code::UnknownSystem => "unknown-system",
            Code::UnknownScenario => "unknown-scenario",
            Code::UnknownStep => "unknown-step",
            Code::UnknownLanguage => "unknown-language",
            Code::UnknownChoice => "unknown-choice",
            Code::BadScenario => "bad-scenario",
            Code::Changed => "changed",
        }
    }
}

/// What an embed has wrong: the sort, what it is about, and words.
pub type Problem = (Code, String, String);

/// Looks at every document below a folder, or at one document.
pub fn check(folder: &Path, library: &mut Library) -> std::io::Result<Report> {
    let mut report = Report { format: 1, ..Report::default() };
    for path in documents(folder)? {
        let shown = path.strip_prefix(folder).ok().filter(|rest| !rest.as_os_str().is_empty());
        let file = shown.unwrap_or(&path).display().to_string().replace('\\', "/");
        report.documents += 1;
        match text_of(&path) {
            Ok(text) => {
                let is_html = matches!(ending(&path).as_str(), "html" | "htm");
                let embeds = if is_html { find::in_html(&text) } else { find::in_markdown(&text) };
                let embeds: Vec<Embed> =
                    embeds.into_iter().filter(|embed| library.means(embed)).collect();
                report.embeds += embeds.len();
                for embed in &embeds {
                    report.add(&file, embed, library.problems(embed, &path, folder));
                }
            }
            Err(message) => report.findings.push(Finding {
                file,
                line: 0,
                code: Code::UnreadableDocument,
                what: String::new(),
                message,
            }),
        }
    }
    Ok(report)
}

impl Report {
    fn add(&mut self, file: &str, embed: &Embed, problems: Vec<Problem>) {
        self.findings.extend(problems.into_iter().map(|(code, what, message)| Finding {
            file: file.to_owned(),
            line: embed.line,
            code,
            what,
            message,
        }));
    }
}

/// Every document, sorted. Links to other folders are not followed.
fn documents(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    if fs::metadata(folder)?.is_file() {
        return Ok(vec![folder.to_owned()]);
    }
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let (kind, path) = (entry.file_type()?, entry.path());
            let name = entry.file_name().to_string_lossy().into_owned();
            if kind.is_dir() && !name.starts_with('.') && !SKIPPED.contains(&name.as_str()) {
                open.push(path);
            } else if kind.is_file()
                && ["md", "mdx", "markdown", "html", "htm"].contains(&ending(&path).as_str())
                && found.len() < DOCUMENTS_MAX
            {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn ending(path: &Path) -> String {
    path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

fn text_of(path: &Path) -> Result<String, String> {
    let size = fs::metadata(path).map_err(|error| error.to_string())?.len();
    if size > DOCUMENT_BYTES_MAX {
        return Err(format!("it has {size} bytes, more than {DOCUMENT_BYTES_MAX}"));
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|_| "it is no UTF-8".to_owned())
}
