//! `docs/rules.md`: every rule with its sentence, its source, the step that shows it and the scenarios that
//! fail without it.

use crate::rules::address;
use midturn_engine::runtimes::{SYSTEMS, System};
use midturn_scenarios::mutants::{KILLED_MIN_PERCENT, Outcome, SURVIVORS};

/// Scenarios that are named in a row; the rest is counted.
const NAMED: usize = 3;

const HEAD: &str = "\
# The rules

Written by a test, from the registry (`engine/src/runtimes/SYSTEM/rules.rs`), the sentences (`web/locales/rules`) and
runs of every scenario with each rule switched off. Renew it with
`MIDTURN_BLESS=1 cargo test -p midturn-reference --test rules_page`. `cargo xtask mutants` prints who notices
which rule, and writes all of it to `target/mutants.json`.
";

/// The page. `sentences` are the English ones, a line a rule.
pub fn page(sentences: &str, table: &[Outcome]) -> String {
    let killed = table.iter().filter(|outcome| !outcome.noticed.is_empty()).count();
    let mut page = format!(
        "{HEAD}\n{killed} of {} rules are noticed when they are missing; at least {KILLED_MIN_PERCENT} of 100 must be.\n",
        table.len()
    );
    for system in SYSTEMS {
        let versions: Vec<String> = system.versions.iter().map(ToString::to_string).collect();
        page.push_str(&format!("\n## {}: {}\n\n", system.name, versions.join(", ")));
        page.push_str(
            "| rule | what it says | upstream | known by | newer | shown by | fails without it |\n",
        );
        page.push_str("|---|---|---|---|---|---|---|\n");
        let own = |outcome: &&Outcome| {
            system.vocabulary().rules.iter().any(|rule| rule.id == outcome.rule.id)
        };
        for outcome in table.iter().filter(own) {
            page.push_str(&row(system, sentences, outcome));
        }
    }
    page
}

fn row(system: &System, sentences: &str, outcome: &Outcome) -> String {
    let rule = outcome.rule;
    let id = rule.id.0;
    let says = sentences.lines().find_map(|line| line.strip_prefix(id)?.strip_prefix('\t'));
    let source = match address(system.vocabulary().sources, rule.source) {
        Some(address) => format!("[{}]({address})", rule.source),
        None => rule.source.to_owned(),
    };
    let only = || (!rule.versions.is_empty()).then(|| format!("only {}", rule.versions.join(", ")));
    let newer = rule.switch.map(|switch| format!("`{}`, {}", switch.setting, switch.since));
    let newer = newer.or_else(only);
    let shown = outcome.shown.as_ref().map(|shown| format!("{}, {}", shown.scenario, shown.step));
    format!(
        "| `{id}` | {} | {source} | {} | {} | {} | {} |\n",
        says.unwrap_or_default(),
        rule.confidence.name(),
        newer.unwrap_or_default(),
        shown.unwrap_or_default(),
        noticed(outcome),
    )
}

fn noticed(outcome: &Outcome) -> String {
    let named: Vec<&str> = outcome.noticed.iter().map(String::as_str).take(NAMED).collect();
    let survives = SURVIVORS.iter().find(|(id, _)| *id == outcome.rule.id.0);
    match (survives, outcome.noticed.len().saturating_sub(NAMED)) {
        (Some((_, reason)), _) => format!("nothing: {reason}"),
        (None, 0) => named.join(", "),
        (None, more) => format!("{} and {more} more", named.join(", ")),
    }
}
