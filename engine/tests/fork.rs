//! The danger: a fork changes the past, forgets an earlier fork, or takes nonsense.

mod support;

use midturn_engine::lab::plan::{Act, Input};
use midturn_engine::lab::{Addition, ForkError, Run, checkers};
use midturn_engine::world::{Actor, Content, Message, Operation, Origin};
use support::*;

fn run() -> Run {
    let tale = Tale::codex()
        .user("fix")
        .input("task", at(0), "start-or-steer fix")
        .response(vec![calls("t", "shell")])
        .response(vec![says("done", Content::FinalAnswer)])
        .tool("t", 3_000, false);
    let mut run = Run::new(&tale.0).expect("codex");
    run.finish();
    run
}

fn steer(id: &str, message: &str) -> Addition {
    let message = Message {
        id: message.into(),
        origin: Origin::User,
        content: Content::UserText,
        text: "also this".into(),
    };
    let operation =
        Operation { name: "steer".into(), message: Some(message.id.clone()), args: vec![] };
    let act = Act::Operate(operation);
    let input = Input { id: id.into(), actor: Actor::User, when: at(0), act };
    Addition { input, message: Some(message) }
}

fn step_of(run: &Run, kind: &str) -> u32 {
    let steps = &run.record().steps;
    steps.iter().find(|step| step.kind.0 == kind).expect("such a step").seq
}

#[test]
fn the_past_is_the_same_and_the_future_has_the_input() {
    let run = run();
    let at = step_of(&run, "tool.started");
    let mut fork = run.fork(at, steer("more", "extra")).expect("a fork");
    fork.finish();
    let until = usize::try_from(at).expect("small");
    assert_eq!(fork.record().steps[..until], run.record().steps[..until]);
    finally(fork.record(), receipt("more", "Steered", "task"));
    finally(fork.record(), new_in(2, &["call:t", "out:t", "extra"]));
    assert_eq!(checkers::check_all(fork.record()), vec![]);
}

#[test]
fn a_fork_of_a_fork_keeps_both_inputs() {
    let run = run();
    let at = step_of(&run, "tool.started");
    let mut first = run.fork(at, steer("more", "extra")).expect("a fork");
    first.finish();
    let mut second = first.fork(at + 4, steer("again", "extra2")).expect("a fork of it");
    second.finish();
    finally(second.record(), new_in(2, &["call:t", "out:t", "extra", "extra2"]));
}

#[test]
fn at_the_very_end_the_input_is_refused_like_any_other() {
    let run = run();
    let mut fork = run.fork(run.record().last(), steer("late", "extra")).expect("a fork");
    fork.finish();
    finally(fork.record(), receipt("late", "NotSubmitted", "NoActiveTurn"));
    finally(fork.record(), holds("client", &["extra"]));
}

#[test]
fn nonsense_is_named() {
    let run = run();
    let refuse = |at, addition| run.fork(at, addition).err().expect("refused");
    assert_eq!(
        refuse(999, steer("x", "m")),
        ForkError::NoSuchStep { step: 999, last: run.record().last() }
    );
    assert_eq!(refuse(1, steer("task", "m")), ForkError::IdTaken("task".into()));
    assert_eq!(refuse(1, steer("x", "fix")), ForkError::IdTaken("fix".into()));
    let mut stray = steer("x", "m");
    stray.message = None;
    assert_eq!(refuse(1, stray), ForkError::UnknownMessage("m".into()));
    let mut long = steer("x", "m");
    if let Some(message) = &mut long.message {
        message.text = "x".repeat(2_001);
    }
    assert_eq!(refuse(1, long), ForkError::TextTooLong(2_001));
    let mut unknown = steer("x", "m");
    if let Act::Operate(operation) = &mut unknown.input.act {
        operation.name = "steeer".into();
    }
    assert!(refuse(1, unknown).to_string().starts_with("there is no operation \"steeer\""));
}
