//! The danger: two runs of one scenario differ, or another order of events breaks a promise.

mod support;

use midturn_engine::ground::oracle::{First, Seeded};
use midturn_engine::lab::{Run, checkers, choices};
use midturn_engine::world::Content;
use support::*;

/// A person, a helper agent and a queue, all at once, around one turn with a tool.
fn crowded() -> Tale {
    Tale::codex()
        .user("fix")
        .user("extra")
        .user("later")
        .mail("mail", true)
        .input("task", at(0), "start-or-steer fix")
        .input("more", at(0), "start-or-steer extra")
        .input("note", at(0), "mail mail")
        .input("line", at(0), "queue-add later")
        .response(vec![says("think", Content::Reasoning), calls("t", "shell")])
        .response(vec![says("one", Content::FinalAnswer)])
        .response(vec![says("two", Content::FinalAnswer)])
        .response(vec![says("three", Content::FinalAnswer)])
        .response(vec![says("four", Content::FinalAnswer)])
        .response(vec![says("five", Content::FinalAnswer)])
        .tool("t", 3_000, false)
}

#[test]
fn the_same_plan_gives_the_same_record() {
    assert_eq!(crowded().run(), crowded().run());
}

#[test]
fn no_interleaving_breaks_a_promise_and_each_can_be_replayed() {
    let tale = crowded();
    let mut distinct = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let mut run = Run::with_oracle(&tale.0, Box::new(Seeded::new(seed))).expect("codex");
        let record = run.finish().clone();
        assert_eq!(checkers::check_all(&record), vec![], "seed {seed}\n{}", trace_of(&record));
        let name = choices::to_string("crowded", &record.choices);
        let (_, answers) = choices::parse(&name).expect("its own string");
        let mut again = Run::replay(&tale.0, answers).expect("codex");
        assert_eq!(again.finish(), &record, "seed {seed} replayed from {name}");
        distinct.insert(trace_of(&record));
    }
    assert!(distinct.len() > 20, "the seeds really choose: {} traces", distinct.len());
}

#[test]
fn a_choice_out_of_range_is_the_last_option() {
    let mut run = Run::replay(&crowded().0, vec![u16::MAX; 50]).expect("codex");
    assert_eq!(checkers::check_all(run.finish()), vec![]);
}

#[test]
fn stepping_one_by_one_and_running_through_are_the_same() {
    let tale = crowded();
    let mut stepped = Run::with_oracle(&tale.0, Box::new(First)).expect("codex");
    for n in 0.. {
        if stepped.seek(n).is_none() {
            break;
        }
    }
    let mut whole = Run::with_oracle(&tale.0, Box::new(First)).expect("codex");
    assert_eq!(stepped.record(), whole.finish());
}
