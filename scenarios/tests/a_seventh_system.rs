//! The danger: a new system needs more than its folder and its line. A toy one is built here, and its scenario runs;
//! `docs/adding-a-runtime.md` shows its code as it stands.

#![cfg(not(target_arch = "wasm32"))]

mod support;

use midturn_engine::lab::{Run, checkers, why};
use midturn_engine::runtimes::{SYSTEMS, mutants, system};
use support::{failures, sound};

const SCENARIO: &str = include_str!("files/toy.toml");
const CODE: &str = include_str!("../../engine/src/runtimes/toy/mod.rs");
const PAGE: &str = include_str!("../../docs/adding-a-runtime.md");

#[test]
fn its_scenario_comes_out_as_it_says() {
    assert_eq!(failures(&sound(SCENARIO)), [""; 0]);
}

#[test]
fn its_rule_is_noticed() {
    let story = sound(SCENARIO);
    for rule in system("toy").expect("built here").vocabulary().rules {
        let failed = mutants::without(rule.id, || failures(&story));
        assert!(!failed.is_empty(), "{} makes no difference", rule.id);
    }
}

#[test]
fn the_checkers_watch_it_and_it_says_why_something_waits() {
    let toy = system("toy").expect("built here");
    let mut run = Run::new(&sound(SCENARIO).data.plan).expect("a system");
    let record = run.finish();
    assert_eq!(checkers::check_all(record), []);
    let waits = record.steps.iter().find(|step| step.kind.0 == "toy.waits").expect("it waits");
    let hold = why(toy, record, waits.seq, &"second".into()).expect("a reason");
    assert!(toy.vocabulary().guards.contains(&hold.guard));
}

#[test]
fn it_is_on_no_list() {
    assert!(SYSTEMS.iter().all(|system| system.name != "toy"));
}

#[test]
fn the_page_shows_its_code_and_its_scenario_as_they_are() {
    for shown in [CODE, SCENARIO] {
        assert!(PAGE.contains(shown.trim_end()), "renew the example in docs/adding-a-runtime.md");
    }
}
