//! The danger: a name that the run makes is made twice, or a call is never answered, because a turn, a
//! session or a process has a second life.

mod support;

use midturn_engine::lab::Claim;
use midturn_engine::world::Content;
use support::*;

#[test]
fn a_turn_that_is_interrupted_recovered_and_interrupted_leaves_two_markers() {
    let record = Tale::codex()
        .user("fix")
        .input("task", at(0), "start-or-steer fix")
        .input("stop", at(50), "interrupt")
        .input("again", at(100), "recover - turn=task")
        .input("stop-again", at(150), "interrupt")
        .response(vec![says("one", Content::FinalAnswer)])
        .response(vec![says("two", Content::FinalAnswer)])
        .run();
    let both = ["fix", "marker:task", "marker:task#2"].map(Into::into);
    finally(&record, Claim::History(both.into()));
}

#[test]
fn turns_that_mail_starts_in_two_sessions_have_two_names() {
    let record = Tale::codex()
        .mail("one", true)
        .mail("two", true)
        .user("fix")
        .user("fix-2")
        .input("task", at(0), "start-or-steer fix")
        .input("first", at(10), "mail one")
        .input("stop", at(50), "interrupt")
        .input("die", at(350), "crash")
        .input("load", at(360), "load")
        .input("task-2", at(370), "start-or-steer fix-2")
        .input("second", at(380), "mail two")
        .input("stop-2", at(390), "interrupt")
        .response(vec![says("a", Content::FinalAnswer)])
        .response(vec![says("b", Content::FinalAnswer)])
        .response(vec![says("c", Content::FinalAnswer)])
        .response(vec![says("d", Content::FinalAnswer)])
        .run();
    let turns: Vec<&str> = record.requests.iter().map(|request| request.turn.as_str()).collect();
    assert_eq!(turns, ["task", "mail-turn-1", "task-2", "mail-turn-2"]);
}

#[test]
fn a_call_that_the_process_took_with_it_is_answered_when_the_thread_is_loaded() {
    let record = Tale::codex()
        .user("fix")
        .user("go-on")
        .input("task", at(0), "start-or-steer fix")
        .input("die", after("tool.started", "t"), "crash")
        .input("load", answered("die"), "load")
        .input("more", answered("load"), "start-or-steer go-on")
        .response(vec![calls("t", "shell")])
        .response(vec![says("done", Content::FinalAnswer)])
        .tool("t", 1_000, false)
        .run();
    finally(&record, new_in(2, &["call:t", "out:t", "go-on"]));
}

#[test]
fn a_response_to_which_nobody_listens_any_more_is_nobodys_concern() {
    let record = Tale::codex()
        .user("fix")
        .input("task", at(0), "start-or-steer fix")
        .input("stop", gate("shut"), "interrupt")
        .response(vec![stand("shut"), says("never", Content::FinalAnswer)])
        .run();
    assert_eq!(record.outcome, Some(midturn_engine::lab::Outcome::Rest), "{}", trace_of(&record));
}
