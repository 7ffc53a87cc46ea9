//! The reference speaks of what is there: every step and every rule has its code, every rule its place in
//! the reading, and the three languages have one shape.
#![allow(missing_docs)]

use midturn_engine::runtimes::SYSTEMS;
use midturn_engine::world::kinds;
use midturn_reference::{code, reading};
use std::path::Path;

fn excerpts() -> Vec<code::Excerpt> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.parent().expect("the repository");
    code::excerpts(root).expect("readable source")
}

#[test]
fn every_kind_of_step_and_every_rule_has_its_code() {
    let found = excerpts();
    for system in SYSTEMS {
        for kind in kinds::ALL.iter().chain(system.vocabulary().kinds) {
            let has = found.iter().any(|excerpt| excerpt.kinds.iter().any(|name| *name == kind.0));
            assert!(has, "no function of the engine writes the step {kind}");
        }
        for rule in system.vocabulary().rules {
            let id = rule.id;
            let has = found.iter().any(|excerpt| excerpt.rules.iter().any(|name| *name == id.0));
            assert!(has, "no function of the engine decides {id}");
        }
    }
}

#[test]
fn an_excerpt_is_what_stands_in_the_file() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = package.parent().expect("the repository");
    for excerpt in excerpts() {
        let text = std::fs::read_to_string(root.join(&excerpt.file)).expect("a readable file");
        let lines: Vec<&str> = text.lines().skip(excerpt.line - 1).collect();
        for ((_, shown), line) in excerpt.lines.iter().zip(lines) {
            assert_eq!(shown.trim_start(), line.trim_start(), "{}", excerpt.file);
        }
    }
}

#[test]
fn the_languages_of_the_reading_have_one_shape() {
    let [english, others @ ..] = &reading::TEXTS;
    let shapes = |text: &'static str| reading::blocks(text).map(reading::shape).collect::<Vec<_>>();
    for (language, text) in others {
        let (ours, theirs) = (shapes(english.1), shapes(text));
        for (number, (one, other)) in ours.iter().zip(&theirs).enumerate() {
            assert_eq!(one, other, "block {} of {language}", number + 1);
        }
        assert_eq!(ours.len(), theirs.len(), "{language} has another number of blocks");
    }
}
