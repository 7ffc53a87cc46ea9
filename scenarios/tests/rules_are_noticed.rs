//! Each rule of a system is switched off once, and every scenario runs without it: at least one must
//! notice. A rule that nobody notices is not shown anywhere, and could be lost.
//!
//! `cargo xtask mutants` prints the whole table.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs)]

use midturn_scenarios::mutants::{self, Outcome};
use std::sync::LazyLock;

/// For the rules on which everything else rests, the scenario that must be among those that notice.
const NAMED: [(&str, &str); 6] = [
    ("codex.drain.phase-gates", "C-30"),
    ("codex.turn.phase-gates-pending", "X-final-answer-defers"),
    ("codex.drain.pending-before-mail", "X-steer-reopens"),
    ("codex.turn.first-sampling", "X-first-sampling"),
    ("codex.route.expected-turn", "C-05b"),
    ("codex.queue.delete-after-started", "X-delete-after-started"),
];

static TABLE: LazyLock<Vec<Outcome>> =
    LazyLock::new(|| mutants::run(mutants::stories().expect("sound scenarios")));

#[test]
fn a_scenario_notices_each_rule_that_is_missing() {
    let faults = mutants::faults(&TABLE);
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn the_scenario_that_was_written_for_a_rule_notices() {
    for (id, scenario) in NAMED {
        let outcome = TABLE.iter().find(|outcome| outcome.rule.id.0 == id);
        let outcome = outcome.unwrap_or_else(|| panic!("there is no rule {id}"));
        let notices = outcome.noticed.iter().any(|noticed| noticed == scenario);
        assert!(notices, "{scenario} does not notice that {id} is missing");
    }
}
