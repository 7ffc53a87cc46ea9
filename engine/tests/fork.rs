//! The danger: a fork changes the past, forgets an earlier fork, or takes nonsense.

mod support;

use midturn_engine::lab::plan::{Act, Input, MAX_MESSAGES};
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
    let operation = Operation { name: "steer".into(), message: Some(message.id), args: vec![] };
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

/// Two pairs of inputs at the same moment; of each the second goes first.
#[test]
fn a_fork_goes_on_by_what_is_left_of_the_plans_preferences() {
    let mut tale = Tale::codex().user("a").user("b").user("c").user("d");
    tale = tale.input("one", at(0), "queue-add a").input("two", at(0), "queue-add b");
    tale = tale.input("three", at(5_000), "steer c").input("four", at(5_000), "steer d");
    // At the start every input's task is ready once, to begin its waiting.
    tale.0.prefer = ["two", "three", "four", "four"].map(Into::into).into();
    let tale = tale
        .response(vec![says("done", Content::FinalAnswer)])
        .response(vec![says("done-2", Content::FinalAnswer)])
        .response(vec![]);
    let mut run = Run::new(&tale.0).expect("codex");
    run.finish();
    let written = |run: &Run| {
        let steps = run.record().steps.iter().filter(|step| step.kind.0 == "input.written");
        steps.filter_map(|step| step.about()).collect::<Vec<_>>()
    };
    assert_eq!(written(&run), ["two", "one", "four", "three"]);
    let before = run.record().steps.iter().rfind(|step| step.at.0 < 5_000).expect("a step").seq;
    let mut fork = run.fork(before, steer("more", "extra")).expect("a fork");
    fork.finish();
    assert_eq!(written(&fork), ["two", "one", "more", "four", "three"]);
}

#[test]
fn what_the_model_or_the_run_writes_cannot_be_sent() {
    let run = run();
    for id in ["call:t", "out:t", "done"] {
        let mut stray = steer("x", "m");
        stray.message = None;
        if let Act::Operate(operation) = &mut stray.input.act {
            operation.message = Some(id.into());
        }
        let error = run.fork(1, stray).err();
        assert_eq!(error, Some(ForkError::UnknownMessage(id.into())));
    }
}

#[test]
fn a_name_that_the_run_would_make_cannot_be_taken_before() {
    let run = run();
    let long = "x".repeat(65);
    for name in ["out:t", "marker:task", "fix#1", "", "a b", "\u{0}", "名", long.as_str()] {
        for addition in [steer(name, "m"), steer("x", name)] {
            let error = run.fork(1, addition).err();
            assert_eq!(error, Some(ForkError::BadName(name.into())));
        }
    }
}

#[test]
fn forks_of_forks_have_an_end() {
    let mut run = run();
    for n in 0.. {
        match run.fork(1, steer(&format!("i{n}"), &format!("m{n}"))) {
            Ok(fork) => run = fork,
            Err(error) => {
                assert_eq!((error, n), (ForkError::TooManyMessages, MAX_MESSAGES - 3));
                break;
            }
        }
    }
}

#[test]
fn mail_is_mail_and_what_is_injected_is_an_item() {
    let run = run();
    for operation in ["mail", "inject"] {
        let mut stray = steer("x", "m");
        if let Act::Operate(own) = &mut stray.input.act {
            own.name = operation.into();
        }
        let mut fork = run.fork(3, stray).expect("a fork");
        fork.finish();
        finally(fork.record(), receipt("x", "Failed", "InvalidRequest"));
        finally(fork.record(), holds("client", &["m"]));
    }
}

#[test]
fn a_time_beyond_what_javascript_counts_is_no_time() {
    let mut long = steer("x", "m");
    long.message = None;
    for takes in ["18446744073709551615", "-1", "1e3", ""] {
        if let Act::Operate(own) = &mut long.input.act {
            *own = Operation {
                name: "compact".into(),
                message: None,
                args: vec![("takes".into(), takes.into())],
            };
        }
        assert!(matches!(run().fork(1, long.clone()), Err(ForkError::Operation(_))), "{takes}");
    }
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
