//! The rules as the page reads them: a line a rule, in the order of the registry.

use midturn_engine::runtimes::{Address, Rule, SYSTEMS, Source, System};
use midturn_scenarios::mutants::{Outcome, Shown};

/// Scenarios that are named for a rule; the rest is counted.
const NAMED: usize = 5;

/// The address of a rule's source; nothing where it is not published.
pub fn address(sources: &[Source], of: &str) -> Option<String> {
    let (source, of) = found(sources, of)?;
    Some(match source.at {
        Address::Repository { name, commit, folder } => in_repository(name, commit, folder, of),
        Address::Files(folder) => {
            let path = of.split(['#', ':', ' ']).next().unwrap_or_default();
            format!("{folder}{path}")
        }
        Address::Page(page) => page.to_owned(),
        Address::Unpublished => return None,
    })
}

/// The source that a rule names, and the place there.
pub fn found<'a>(sources: &'a [Source], of: &'a str) -> Option<(&'a Source, &'a str)> {
    let tagged = of.split_once(' ').and_then(|(tag, rest)| {
        let source = sources.iter().find(|source| source.tag == tag)?;
        Some((source, rest))
    });
    tagged.or_else(|| sources.first().map(|source| (source, of)))
}

fn in_repository(name: &str, commit: &str, folder: &str, of: &str) -> String {
    let (path, commit, place) = match (of.split_once('#'), of.split_once(':')) {
        (Some((path, rest)), _) => {
            let commit = rest.split_once('@').map_or(commit, |(_, commit)| commit);
            (path, commit, String::new())
        }
        (None, Some((path, lines))) => (path, commit, anchor(lines)),
        (None, None) => (of, commit, String::new()),
    };
    let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    format!("https://github.com/{name}/blob/{commit}/{folder}{path}{place}")
}

/// `#L7-L9` for `7-9,12`.
fn anchor(lines: &str) -> String {
    let first = lines.split(',').next().unwrap_or_default();
    match first.split_once('-') {
        Some((from, to)) => format!("#L{from}-L{to}"),
        None => format!("#L{first}"),
    }
}

/// The link to a step, without a language: the page adds the reader's own.
pub fn link(system: &System, shown: &Shown) -> String {
    format!("#/{}/{}/{}", system.name, shown.scenario, shown.step)
}

/// All rules in one language: id, sentence, source, its address, switch and the day it appeared, link to
/// the step that shows it, how many scenarios need it and the first of them (with commas), how sure it is, the versions
/// that have it (with commas), with tabs between.
pub fn packed(sentences: &str, table: &[Outcome]) -> String {
    let rules = SYSTEMS
        .iter()
        .flat_map(|system| system.vocabulary().rules.iter().map(move |rule| (system, rule)));
    rules.map(|(system, rule)| line(system, rule, sentences, table) + "\n").collect()
}

fn line(system: &System, rule: &Rule, sentences: &str, table: &[Outcome]) -> String {
    let id = rule.id.0;
    let sentence = sentences.lines().find_map(|line| line.strip_prefix(id)?.strip_prefix('\t'));
    let outcome = table.iter().find(|outcome| outcome.rule.id == rule.id);
    let shown = outcome.and_then(|outcome| outcome.shown.as_ref());
    let needed = outcome.map(|outcome| outcome.noticed.as_slice()).unwrap_or_default();
    let named = needed.get(..needed.len().min(NAMED)).unwrap_or_default().join(",");
    [
        id,
        sentence.unwrap_or_default(),
        rule.source,
        &address(system.vocabulary().sources, rule.source).unwrap_or_default(),
        rule.switch.map_or("", |switch| switch.setting),
        rule.switch.map_or("", |switch| switch.since),
        &shown.map(|shown| link(system, shown)).unwrap_or_default(),
        &needed.len().to_string(),
        &named,
        rule.confidence.name(),
        &rule.versions.join(","),
    ]
    .join("\t")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_has_an_address_with_its_lines_or_its_commit() {
        let repository = |folder| Source {
            tag: "",
            at: Address::Repository { name: "o/r", commit: "abc", folder },
        };
        let files = Source { tag: "pkg", at: Address::Files("https://files.example/p@1/") };
        let note = Source { tag: "NOTE", at: Address::Unpublished };
        let sources = [repository("rs"), files, note];
        let at = |of: &str| address(&sources, of).unwrap_or_default();
        let blob = "https://github.com/o/r/blob/";
        assert_eq!(at("a/b.rs:7-9,12"), format!("{blob}abc/rs/a/b.rs#L7-L9"));
        assert_eq!(at("a/b.rs:7"), format!("{blob}abc/rs/a/b.rs#L7"));
        assert_eq!(at("a/b.rs#f@def"), format!("{blob}def/rs/a/b.rs"));
        assert_eq!(at("pkg dist/a.js:7-9"), "https://files.example/p@1/dist/a.js");
        assert_eq!(address(&sources, "NOTE what was measured"), None);
        assert_eq!(address(&[repository("")], "b.md:1"), Some(format!("{blob}abc/b.md#L1")));
    }
}
