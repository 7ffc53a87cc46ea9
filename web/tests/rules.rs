//! Every rule is whole: an id that is its own, a sentence in each language, a source that can be looked
//! up, and a switch that is a setting.
#![cfg(not(target_arch = "wasm32"))]

use midturn_engine::runtimes::{Address, Rule, SYSTEMS, System};
use midturn_locales::RULES;
use std::collections::BTreeSet;

/// Ids whose sentences are still owed.
const OWED: &str = include_str!("../locales/rules/owed");

fn rules() -> impl Iterator<Item = (&'static System, &'static Rule)> {
    SYSTEMS
        .iter()
        .flat_map(|system| system.vocabulary().rules.iter().map(move |rule| (*system, rule)))
}

fn owed() -> BTreeSet<&'static str> {
    OWED.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

fn told(lines: &str) -> BTreeSet<&str> {
    lines.lines().filter_map(|line| line.split_once('\t')).map(|(id, _)| id).collect()
}

fn none(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn each_rule_has_a_sentence_in_each_language() {
    let mut faults = Vec::new();
    for (language, lines) in RULES {
        let told = told(lines);
        let ids = rules().map(|(_, rule)| rule.id.0);
        for id in ids.filter(|id| !told.contains(id) && !owed().contains(id)) {
            faults.push(format!(
                "{id} has no sentence in {language}: add `\"{id}\" = \"…\"` to \
                 web/locales/rules/SYSTEM.{language}.toml, beside the rules it stands with in rules.rs. One \
                 sentence for a reader who has not seen the code: when, and what happens. (If it has to \
                 wait, name the id in web/locales/rules/owed.)"
            ));
        }
    }
    none(faults);
}

#[test]
fn no_sentence_and_no_debt_is_about_a_rule_that_does_not_exist() {
    let known: BTreeSet<&str> = rules().map(|(_, rule)| rule.id.0).collect();
    let mut faults = Vec::new();
    for (language, lines) in RULES {
        for id in told(lines).difference(&known) {
            faults.push(format!("rules/{language}.toml: there is no rule {id}"));
        }
        for id in told(lines).intersection(&owed()) {
            faults.push(format!("rules/owed: {id} has its sentence in {language}"));
        }
    }
    faults.extend(owed().difference(&known).map(|id| format!("rules/owed: there is no rule {id}")));
    none(faults);
}

#[test]
fn each_id_is_its_own_and_begins_with_its_system() {
    let mut seen = BTreeSet::new();
    for (system, rule) in rules() {
        assert!(seen.insert(rule.id.0), "{} is there twice", rule.id);
        assert!(rule.id.0.starts_with(&format!("{}.", system.name)), "{}", rule.id);
    }
}

#[test]
fn each_source_can_be_looked_up() {
    let mut faults = Vec::new();
    for (system, rule) in rules() {
        // What was not read by line at the baseline is named by item, at the commit where it was.
        let sources = system.vocabulary().sources;
        let tag = rule.source.split(' ').next().unwrap_or_default();
        let named = sources.iter().find(|source| source.tag == tag);
        let place = match named {
            Some(_) => rule.source[tag.len()..].trim_start(),
            None => rule.source,
        };
        let is_good = match named.or(sources.first()).map(|source| source.at) {
            Some(Address::Repository { .. }) => by_lines(place) || by_item(place),
            Some(Address::Files(_)) => by_lines(place) || is_path(place),
            Some(Address::Page(_) | Address::Unpublished) => !place.is_empty(),
            None => false,
        };
        if !is_good {
            let form = "TAG path:lines or TAG path#item@commit of one of the system's sources";
            faults.push(format!("{}: the source {:?} is not {form}", rule.id, rule.source));
        }
    }
    none(faults);
}

/// `path:7`, `path:7-9`, `path:7-9,12`.
fn by_lines(source: &str) -> bool {
    let number = |text: &str| text.parse::<u32>().is_ok_and(|number| number > 0);
    source.split_once(':').is_some_and(|(path, lines)| {
        is_path(path) && lines.split(',').all(|part| part.split('-').all(number))
    })
}

fn by_item(source: &str) -> bool {
    let parts = source.split_once('#').and_then(|(path, rest)| Some((path, rest.split_once('@')?)));
    parts.is_some_and(|(path, (item, commit))| {
        is_path(path) && !item.is_empty() && is_commit(commit)
    })
}

/// Some of what is newer was read in a later copy, of which only that is known.
fn is_commit(text: &str) -> bool {
    text == "later-copy" || !text.is_empty() && text.chars().all(|c| c.is_ascii_hexdigit())
}

fn is_path(path: &str) -> bool {
    path.contains('.') && !path.contains(' ')
}

#[test]
fn each_version_of_a_rule_is_one_of_its_system() {
    for (system, rule) in rules() {
        for version in rule.versions {
            let known = system.versions.iter().any(|known| known.name == *version);
            assert!(known, "{}: {} has no version {version}", rule.id, system.name);
        }
    }
}

#[test]
fn each_switch_of_a_rule_is_a_setting_that_is_off_by_default() {
    let mut faults = Vec::new();
    for (system, rule) in rules() {
        let Some(switch) = rule.switch else { continue };
        let setting = system.settings.iter().find(|setting| setting.name == switch.setting);
        if setting.is_none_or(|setting| setting.values != ["off", "on"]) {
            faults.push(format!(
                "{} needs the setting `{}` of {} with the values off, on",
                rule.id, switch.setting, system.name
            ));
        }
    }
    none(faults);
}
