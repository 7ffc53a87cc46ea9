//! Excerpts of the engine's own source. An anchor is the constant of a step's kind or of a rule: the
//! function that names it is what ran. Functions are cut out whole, with their comments; since rustfmt
//! sets every function between a head and a brace of the same indentation, no parser is needed.

use midturn_engine::runtimes::SYSTEMS;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where the engine's source lies in this repository.
const SOURCE: &str = "engine/src";
/// The file that names the kinds of step of every system.
const COMMON_KINDS: &str = "world/kinds.rs";
/// Files and folders whose functions look at steps and never write one.
const LOOKERS: [&str; 4] = ["checkers", "conformance.rs", "ladder.rs", "waiting.rs"];

/// What stands before the constant of a kind of step, and of a rule.
const KIND_MARKS: &[&str] = &["kinds::", "common::"];
const RULE_MARKS: &[&str] = &["rules::"];

/// A function of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// Its file, from the root of the repository.
    pub file: String,
    /// The number of its first line.
    pub line: usize,
    /// The kinds of step that it names.
    pub kinds: Vec<String>,
    /// The rules that it names.
    pub rules: Vec<String>,
    /// Its lines, each with the kinds and rules that it names.
    pub lines: Vec<(Vec<String>, String)>,
}

/// A constant and the name it stands for: `STEERED`, `input.steered`.
type Named = (String, String);

/// What a file's constants mean.
#[derive(Clone, Debug, Default)]
struct Anchors {
    kinds: Vec<Named>,
    rules: Vec<Named>,
}

/// Every function of the engine that names a kind of step or a rule, by file and line.
pub fn excerpts(root: &Path) -> io::Result<Vec<Excerpt>> {
    let source = root.join(SOURCE);
    let common = constants(&fs::read_to_string(source.join(COMMON_KINDS))?);
    let mut found = Vec::new();
    for system in SYSTEMS {
        let folder = format!("runtimes/{}", system.name);
        let own = tables(&source.join(&folder), "kinds")?;
        let rules = tables(&source.join(&folder), "rules")?;
        let kinds = common.iter().cloned().chain(own).collect();
        cut_folder(&source, &folder, &Anchors { kinds, rules }, &mut found)?;
    }
    let outside = Anchors { kinds: common, rules: Vec::new() };
    for folder in ["lab", "world"] {
        cut_folder(&source, folder, &outside, &mut found)?;
    }
    Ok(found)
}

/// The constants of a module: those of its file, and of the files in its folder if it has one.
fn tables(folder: &Path, module: &str) -> io::Result<Vec<Named>> {
    let mut found =
        constants(&fs::read_to_string(folder.join(format!("{module}.rs"))).unwrap_or_default());
    let own = folder.join(module);
    for path in if own.is_dir() { entries(&own)? } else { Vec::new() } {
        found.extend(constants(&fs::read_to_string(path)?));
    }
    Ok(found)
}

/// What is in a folder, sorted.
fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}

/// The functions of a folder and of the folders in it.
fn cut_folder(
    source: &Path,
    folder: &str,
    anchors: &Anchors,
    found: &mut Vec<Excerpt>,
) -> io::Result<()> {
    for path in entries(&source.join(folder))? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let inner = format!("{folder}/{name}");
        if LOOKERS.contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() {
            cut_folder(source, &inner, anchors, found)?;
        }
        if !name.ends_with(".rs") {
            continue;
        }
        let file = format!("{SOURCE}/{inner}");
        found.extend(cut(&file, &fs::read_to_string(&path)?, anchors));
    }
    Ok(())
}

/// `NAME = "text"` in the lines of a table of constants.
fn constants(text: &str) -> Vec<Named> {
    let named = |line: &str| {
        let (name, rest) =
            line.trim().strip_prefix("pub const ").unwrap_or(line.trim()).split_once(" = ")?;
        let name = name.split(':').next()?;
        let is_name =
            name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        let value = rest.split('"').nth(1)?;
        (is_name && value.contains('.')).then(|| (name.to_owned(), value.to_owned()))
    };
    text.lines().filter_map(named).collect()
}

/// The functions of one file that have an anchor in them.
fn cut(file: &str, text: &str, anchors: &Anchors) -> Vec<Excerpt> {
    let lines: Vec<&str> = text.lines().take_while(|line| *line != "#[cfg(test)]").collect();
    let heads = (0..lines.len()).filter(|index| is_head(lines[*index]));
    heads.filter_map(|head| excerpt(file, &lines, head, anchors)).collect()
}

fn excerpt(file: &str, lines: &[&str], head: usize, anchors: &Anchors) -> Option<Excerpt> {
    let end = head + lines.get(head..)?.iter().position(|line| closes(lines[head], line))?;
    let about = |line: &&&str| {
        let line = line.trim_start();
        line.starts_with("///") || line.starts_with("#[")
    };
    let first = head - lines.get(..head)?.iter().rev().take_while(about).count();
    let body = lines.get(first..=end)?;
    let kinds = named_in(body, &anchors.kinds, KIND_MARKS);
    let rules = named_in(body, &anchors.rules, RULE_MARKS);
    if kinds.is_empty() && rules.is_empty() {
        return None;
    }
    let indent = width(lines[head]);
    let shown = body.iter().map(|line| {
        let alone = std::slice::from_ref(line);
        let mut names = named_in(alone, &anchors.kinds, KIND_MARKS);
        names.extend(named_in(alone, &anchors.rules, RULE_MARKS));
        (names, line.get(indent..).unwrap_or_default().to_owned())
    });
    Some(Excerpt { file: file.to_owned(), line: first + 1, kinds, rules, lines: shown.collect() })
}

/// The names that a piece of code speaks of.
fn named_in(lines: &[&str], known: &[Named], marks: &[&str]) -> Vec<String> {
    let speaks_of = |name: &str| {
        lines.iter().any(|line| {
            marks.iter().any(|mark| {
                let after = |(at, _): (usize, &str)| line[at + mark.len()..].strip_prefix(name);
                line.match_indices(mark)
                    .filter_map(after)
                    .any(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
            })
        })
    };
    let found = known.iter().filter(|(name, _)| speaks_of(name));
    found.map(|(_, value)| value.clone()).collect()
}

/// Whether a line begins a function.
fn is_head(line: &str) -> bool {
    let mut rest = line.trim_start();
    if let Some((_, public)) = rest.strip_prefix("pub(").and_then(|rest| rest.split_once(") ")) {
        rest = public;
    }
    while let Some(shorter) = ["pub ", "const ", "async "].iter().find_map(|w| rest.strip_prefix(w))
    {
        rest = shorter;
    }
    rest.starts_with("fn ")
}

/// Whether a line ends the function that this head begins.
fn closes(head: &str, line: &str) -> bool {
    width(line) == width(head) && (line.trim() == "}" || line.ends_with("{}"))
}

fn width(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The excerpts as the page reads them: a line `=FILE:LINE`, a tab, the kinds, a tab, the rules, both with
/// commas; then the lines of code, each after what it names, with commas, and a tab.
pub fn packed(excerpts: &[Excerpt]) -> String {
    let mut text = String::new();
    for Excerpt { file, line, kinds, rules, lines } in excerpts {
        let (kinds, rules) = (kinds.join(","), rules.join(","));
        text.push_str(&format!("={file}:{line}\t{kinds}\t{rules}\n"));
        for (names, code) in lines {
            text.push_str(&format!("{}\t{code}\n", names.join(",")));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
impl Session {
    /// Decides.
    async fn decide(&self) {
        if self.sees(rules::FIRST) {
            self.step(kinds::DONE).await;
        }
    }

    fn quiet(&self) {}

    fn other(&self) -> Kind {
        kinds::DONE_TWICE
    }
}
";

    fn anchors() -> Anchors {
        let named = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        Anchors {
            kinds: vec![named("DONE", "task.done"), named("DONE_TWICE", "task.twice")],
            rules: vec![named("FIRST", "x.first"), named("FIR", "x.other")],
        }
    }

    #[test]
    fn a_function_is_cut_out_whole_with_its_comment() {
        let found = cut("f.rs", FILE, &anchors());
        assert_eq!(found.len(), 2, "a function without an anchor is left out");
        assert_eq!(found[0].line, 2);
        assert_eq!(found[0].lines.first(), Some(&(vec![], "/// Decides.".to_owned())));
        assert_eq!(found[0].lines.last(), Some(&(vec![], "}".to_owned())));
        assert_eq!(found[0].lines[2].0, ["x.first"]);
        assert_eq!(found[0].lines[3].0, ["task.done"]);
    }

    #[test]
    fn a_name_is_not_taken_for_a_longer_one() {
        let found = cut("f.rs", FILE, &anchors());
        assert_eq!(
            (found[0].kinds.clone(), found[0].rules.clone()),
            (vec!["task.done".into()], vec!["x.first".into()])
        );
        assert_eq!(found[1].kinds, ["task.twice"]);
    }

    #[test]
    fn constants_are_read_from_their_tables() {
        let text =
            "    /// Doc.\n    STEERED = \"input.steered\";\npub const A: Kind = Kind(\"a.b\");\n";
        let expected = [("STEERED", "input.steered"), ("A", "a.b")];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(constants(text), expected);
    }
}
