//! Every story and every case of the repository on the page: each step has a sentence, and every word
//! that the engine uses in it is known, in every language.
#![cfg(not(target_arch = "wasm32"))]

#[allow(dead_code, reason = "the other tests use the rest of it")]
mod sample;

use midturn_engine::world::Receipt;
use midturn_scenarios::{BUILT_IN, Language, Story, read};
use midturn_web::edition::Edition;
use midturn_web::tale::Tale;
use midturn_web::teller::Teller;
use midturn_web::track::{Go, Grain};
use std::sync::Arc;

fn stories() -> impl Iterator<Item = Story> {
    BUILT_IN
        .iter()
        .map(|(name, text)| read(name, text).unwrap_or_else(|faults| panic!("{faults:?}")))
}

fn edition(story: &Story, language: Language) -> Edition {
    let tale = Tale::open(story.data.for_page(), story.texts(language).clone(), 1)
        .expect("a known system");
    Edition::new(language, Arc::new(sample::words(language.tag())), sample::catalog(), tale)
}

#[test]
fn every_step_of_every_scenario_has_a_sentence_in_every_language() {
    for story in stories() {
        for language in Language::ALL {
            let edition = edition(&story, language);
            for n in 0..=edition.tale.record.last() {
                let sentence = edition.teller().sentence(n);
                let place = format!("{} {} {n}: {sentence}", story.data.plan.id, language.tag());
                assert!(!sentence.is_empty(), "{place}");
                // What a tool returned may have braces of its own.
                for name in ["actor", "thing", "things", "tool", "receipt", "request", "items"] {
                    assert!(!sentence.contains(&format!("{{{name}}}")), "{place}");
                }
            }
        }
    }
}

#[test]
fn a_story_stops_at_each_of_its_beats_and_at_nothing_else() {
    for story in stories().filter(|story| story.told) {
        let edition = edition(&story, Language::En);
        let id = &story.data.plan.id;
        let track = edition.track(Grain::Told);
        assert_eq!(track.total(), story.data.beats.len(), "{id}");
        let mut at = 0;
        for said in &story.texts(Language::En).beats {
            at = track.go(at, Go::Next).expect("a stop for each beat");
            assert_eq!(edition.tale.told_at(at), Some(said.as_str()), "{id} {at}");
        }
    }
}

#[test]
fn every_quiz_has_one_right_answer_on_the_page_too() {
    for story in stories() {
        let edition = edition(&story, Language::En);
        let asked =
            (0..edition.tale.record.last()).filter_map(|n| edition.tale.question_between(n, n + 1));
        let asked: Vec<_> = asked.collect();
        assert_eq!(asked.len(), story.data.quizzes.len(), "{}", story.data.plan.id);
        for question in asked {
            let right = |option: &usize| {
                question.quiz.is_right(*option, &edition.tale.record, question.step)
            };
            assert_eq!((0..question.texts.options.len()).filter(right).count(), 1);
        }
    }
}

#[test]
fn every_word_that_the_engine_uses_is_known_in_every_language() {
    let all: Vec<_> = sample::all_words().collect();
    for story in stories() {
        let edition = edition(&story, Language::En);
        for (language, words) in &all {
            let teller = Teller { words, tale: &edition.tale };
            let knows = |group: &str, name: &str| {
                let place = format!("{language} {}: {group} {name}", story.data.plan.id);
                assert!(teller.of_system(group, name).is_some(), "{place}");
            };
            let record = &edition.tale.record;
            for fact in record.steps.iter().flat_map(|step| &step.facts) {
                knows("fact", fact.what);
            }
            for change in record.steps.iter().flat_map(|step| &step.moves) {
                knows("place", change.to.as_str());
            }
            for snapshot in &record.snapshots {
                snapshot.turn.iter().for_each(|turn| {
                    knows("turn-kind", turn.kind);
                    knows("turn-state", turn.state);
                });
            }
            for entry in &record.receipts {
                if let Receipt::NotSubmitted { reason } = &entry.receipt {
                    knows("refusal", reason.reason);
                }
            }
        }
    }
}
