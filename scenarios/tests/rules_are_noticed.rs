//! Each rule of a system is switched off once, and every scenario runs without it: at least one must
//! notice. A rule that nobody notices is not shown anywhere, and could be lost.
//!
//! `cargo test -p midturn-scenarios --test rules_are_noticed -- --nocapture` prints the whole table.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs)]

mod support;

use midturn_engine::runtimes::{self, Rule, mutants};
use midturn_scenarios::Story;
use midturn_scenarios::check::check;
use std::fs;
use support::{all_files, sound};

/// For the rules on which everything else rests, the scenario that must be among those that notice.
const NAMED: [(&str, &str); 6] = [
    ("codex.drain.phase-gates", "C-30"),
    ("codex.turn.phase-gates-pending", "X-final-answer-defers"),
    ("codex.drain.pending-before-mail", "X-steer-reopens"),
    ("codex.turn.first-sampling", "X-first-sampling"),
    ("codex.route.expected-turn", "C-05b"),
    ("codex.queue.delete-after-started", "X-delete-after-started"),
];

#[test]
fn a_scenario_notices_each_rule_that_is_missing() {
    let stories = stories();
    let rules = runtimes::SYSTEMS.iter().flat_map(|system| system.rules);
    let mut faults = Vec::new();
    for rule in rules {
        let noticed = who_notices(rule, &stories);
        let first = noticed.first().copied().unwrap_or("nobody");
        println!("{:42} {first:36} of {}", rule.id.0, noticed.len());
        if noticed.is_empty() {
            faults.push(format!("nobody notices that {} is missing", rule.id));
        }
        let named = NAMED.iter().filter(|(id, _)| *id == rule.id.0);
        for (_, name) in named.filter(|(_, name)| !noticed.contains(name)) {
            faults.push(format!("{name} does not notice that {} is missing", rule.id));
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn each_named_rule_exists() {
    let known = |id| runtimes::SYSTEMS.iter().any(|s| s.rules.iter().any(|rule| rule.id.0 == id));
    for (id, _) in NAMED {
        assert!(known(id), "there is no rule {id}");
    }
}

fn stories() -> Vec<Story> {
    let texts =
        all_files().into_iter().map(|path| fs::read_to_string(path).expect("a readable file"));
    texts.map(|text| sound(&text)).collect()
}

fn who_notices<'s>(rule: &Rule, stories: &'s [Story]) -> Vec<&'s str> {
    let notices = |story: &&Story| {
        let report = mutants::without(rule.id, || check(story));
        !report.expect("the system is known").is_good()
    };
    stories.iter().filter(notices).map(|story| story.data.plan.id.as_str()).collect()
}
