//! The danger: a card waits, and nobody can say what for.

mod support;

use midturn_engine::lab::{Record, RungKind, ladder, why};
use midturn_engine::runtimes::{Hold, codex};
use midturn_engine::world::{Content, Place};
use support::*;

/// A steer and mail come while a tool is at work, and one more task is queued; the answer is final, and
/// late mail comes after it.
fn busy() -> Record {
    Tale::codex()
        .user("fix")
        .user("extra")
        .user("later")
        .mail("news", false)
        .mail("late", false)
        .input("task", at(0), "start-or-steer fix")
        .input("add", after("tool.started", "t"), "steer extra expected=task")
        .input("news", answered("add"), "mail news")
        .input("queue", answered("news"), "queue-add later")
        .input("late", after("phase.next-turn", "task"), "mail late")
        .input("go", answered("late"), "release end")
        .response(vec![calls("t", "shell")])
        .response(vec![says("done", Content::FinalAnswer), stand("end")])
        .tool("t", 1_000, false)
        .run()
}

fn at_step(record: &Record, kind: &str, of: &str) -> u32 {
    let pattern =
        midturn_engine::world::StepPattern { kind: kind.into(), of: Some(of.into()), nth: 1 };
    pattern.find(&record.steps).unwrap_or_else(|| panic!("{kind} of {of}")).seq
}

fn held(record: &Record, n: u32, message: &str) -> (&'static str, &'static str) {
    let hold = why(&codex::SYSTEM, record, n, &message.into());
    let Hold { guard, until, .. } = hold.unwrap_or_else(|| panic!("{message} waits at {n}"));
    (guard, until)
}

#[test]
fn whoever_waits_is_told_what_for() {
    let record = busy();
    let during_the_tool = at_step(&record, "queue.added", "later");
    assert_eq!(held(&record, during_the_tool, "extra"), ("tools-at-work", "outputs-recorded"));
    assert_eq!(held(&record, during_the_tool, "news"), ("tools-at-work", "outputs-recorded"));
    assert_eq!(held(&record, during_the_tool, "later"), ("turn-occupies", "session-idle"));
    let after_the_answer = at_step(&record, "mail.arrived", "late");
    let late = held(&record, after_the_answer, "late");
    assert_eq!(late, ("phase-next-turn", "reopened-or-next-turn"));
    let in_the_channel = at_step(&record, "input.submitted", "extra");
    assert_eq!(held(&record, in_the_channel, "extra"), ("loop-is-serial", "loop-takes-it"));
}

#[test]
fn a_compaction_and_a_retry_are_named_while_they_hold_a_steer() {
    let broken = |error: &str| midturn_engine::world::Failure {
        error: error.into(),
        retryable: true,
        overflow: false,
    };
    let mut tale = Tale::codex()
        .setting("compaction-limit", "100")
        .user("fix")
        .user("extra")
        .input("task", at(0), "start-or-steer fix")
        .input("add", after("tool.started", "t"), "steer extra expected=task")
        .response(vec![calls("t", "shell")])
        .response(vec![says("sum", Content::Summary)])
        .response(vec![])
        .response(vec![says("done", Content::FinalAnswer)])
        .response(vec![says("done-2", Content::FinalAnswer)])
        .tool("t", 1_000, false);
    tale.0.responses[0].tokens = Some(100);
    tale.0.responses[2].fails = Some(broken("connection lost"));
    let record = tale.run();
    let compacting = at_step(&record, "turn.compacting", "task");
    assert_eq!(held(&record, compacting, "extra"), ("compaction-first", "compaction-done"));
    let retrying = at_step(&record, "turn.retrying", "task");
    assert_eq!(held(&record, retrying, "extra"), ("next-try-to-come", "tried-again"));
}

#[test]
fn a_hook_that_is_asked_is_named_and_a_steer_that_will_cut_the_back_off() {
    let hook = |id: &str, on: &str, asynchronous| midturn_engine::world::HookScript {
        id: id.into(),
        on: on.into(),
        message: None,
        nth: None,
        takes: midturn_engine::ground::Millis(500),
        gate: None,
        asynchronous,
        says: Default::default(),
        context: None,
        prompt: None,
    };
    let mut tale = Tale::codex()
        .setting("instant_interrupt", "on")
        .user("fix")
        .user("extra")
        .user("more")
        .input("task", at(0), "start-or-steer fix")
        .input("add", after("hook.started", "slow"), "steer extra expected=task")
        .input("add-2", after("turn.retrying", "task"), "steer more expected=task")
        .response(vec![])
        .response(vec![says("done", Content::FinalAnswer)])
        .response(vec![says("done-2", Content::FinalAnswer)]);
    tale.0.hooks = vec![hook("beside", "user-prompt", true), hook("slow", "user-prompt", false)];
    tale.0.responses[0].fails = Some(midturn_engine::world::Failure {
        error: "lost".into(),
        retryable: true,
        overflow: false,
    });
    let record = tale.run();
    let asked = at_step(&record, "input.steered", "extra");
    assert_eq!(held(&record, asked, "extra"), ("hook-asked", "hook-answers"));
    assert_ne!(held(&record, at_step(&record, "hook.answered", "slow"), "extra").0, "hook-asked");
}

#[test]
fn what_does_not_wait_is_held_by_nothing() {
    let record = busy();
    assert_eq!(why(&codex::SYSTEM, &record, record.last(), &"fix".into()), None);
    assert_eq!(why(&codex::SYSTEM, &record, 0, &"extra".into()), None);
    assert_eq!(why(&codex::SYSTEM, &record, 10_000, &"extra".into()), None);
}

#[test]
fn the_ladder_of_a_steer_ends_with_the_answer() {
    let record = busy();
    let climbed = ladder(&codex::SYSTEM, &record, record.last(), &"extra".into());
    let kinds: Vec<RungKind> = climbed.iter().map(|rung| rung.what).collect();
    let expected = [
        RungKind::Written,
        RungKind::Submitted,
        RungKind::Waits(Place::named("B")),
        RungKind::Accepted,
        RungKind::Promoted,
        RungKind::Recorded,
        RungKind::InRequest(2),
        RungKind::Answered(2),
    ];
    assert_eq!(kinds, expected, "{}", trace_of(&record));
    assert_eq!(climbed[2].rule, Some(codex::rules::STEER_WHEN_BUSY));
}

#[test]
fn a_refused_and_a_dropped_message_end_by_a_rule() {
    let record = Tale::codex()
        .user("fix")
        .user("extra")
        .user("stray")
        .input("task", at(0), "start-or-steer fix")
        .input("wrong", after("tool.started", "t"), "steer stray expected=other")
        .input("add", answered("wrong"), "steer extra expected=task")
        .input("stop", answered("add"), "interrupt")
        .response(vec![calls("t", "shell")])
        .tool("t", 1_000, false)
        .run();
    let end = |message: &str| {
        let climbed = ladder(&codex::SYSTEM, &record, record.last(), &message.into());
        let last = climbed.into_iter().rev().find(|rung| rung.what.is_last());
        last.map(|rung| (rung.what, rung.rule))
    };
    assert_eq!(end("stray"), Some((RungKind::Refused, Some(codex::rules::EXPECTED_TURN))));
    let cleared = Some(codex::rules::INTERRUPT_CLEARS_PENDING);
    assert_eq!(end("extra"), Some((RungKind::Cancelled, cleared)));
}
