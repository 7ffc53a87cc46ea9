//! The danger: a run that cannot go on hangs, or ends as if all were well.

mod support;

use midturn_engine::lab::plan::MAX_STEPS;
use midturn_engine::lab::{Outcome, Run, StartError};
use midturn_engine::world::Content;
use support::*;

#[test]
fn a_gate_that_nobody_releases_is_a_dead_end_that_names_it() {
    let record = Tale::codex()
        .user("fix")
        .input("task", at(0), "start-or-steer fix")
        .response(vec![stand("shut")])
        .run();
    let Some(Outcome::DeadEnd(waiting)) = record.outcome else { panic!("{:?}", record.outcome) };
    let list: Vec<String> = waiting.iter().map(|w| format!("{}: {}", w.task, w.on)).collect();
    assert_eq!(list, ["turn task: the model", "response 1: gate shut"]);
}

#[test]
fn a_response_that_the_script_lacks_is_a_dead_end_that_names_it() {
    let record = Tale::codex().user("fix").input("task", at(0), "start-or-steer fix").run();
    let Some(Outcome::DeadEnd(waiting)) = record.outcome else { panic!("{:?}", record.outcome) };
    assert!(waiting.iter().any(|w| w.on == "response 1, which the script does not have"));
}

#[test]
fn an_input_that_waits_for_what_never_happens_is_a_dead_end() {
    let record = Tale::codex()
        .user("fix")
        .input("task", after("tool.started", "t"), "start-or-steer fix")
        .run();
    let Some(Outcome::DeadEnd(waiting)) = record.outcome else { panic!("{:?}", record.outcome) };
    assert_eq!(waiting[0].on, "the step tool.started of t");
}

#[test]
fn a_run_without_end_is_cut_off_at_its_bound() {
    let mut tale = Tale::codex().user("fix").input("task", at(0), "start-or-steer fix");
    for n in 0..100 {
        tale = tale.response(vec![calls(&format!("t{n}"), "no such tool")]);
    }
    let record = tale.run();
    assert_eq!(record.outcome, Some(Outcome::TooLong));
    assert_eq!(record.steps.len(), MAX_STEPS);
}

#[test]
fn inputs_that_refer_to_each_other_in_a_circle_are_due_at_once() {
    use midturn_engine::ground::Millis;
    use midturn_engine::lab::plan::{Trigger, TriggerEvent};
    let with = |id: &str| Trigger { event: TriggerEvent::With(id.into()), plus: Millis(0) };
    let record = Tale::codex()
        .user("a")
        .user("b")
        .input("one", with("two"), "start-or-steer a")
        .input("two", with("one"), "start-or-steer b")
        .response(vec![says("done", Content::FinalAnswer)])
        .response(vec![says("done too", Content::FinalAnswer)])
        .run();
    assert_eq!(record.outcome, Some(Outcome::Rest));
}

#[test]
fn a_system_that_does_not_exist_is_named() {
    let mut tale = Tale::codex();
    tale.0.system = "codec".into();
    let error = Run::new(&tale.0).err();
    assert_eq!(error, Some(StartError::UnknownSystem("codec".into())));
}
