//! How fast a run steps, seeks and forks. Figures are for reading side by side; no test asserts them.

use divan::{Bencher, counter::ItemsCount};
use midturn_engine::ground::Millis;
use midturn_engine::lab::plan::{Act, Input, Trigger, TriggerEvent};
use midturn_engine::lab::{Addition, Plan, Run};
use midturn_engine::world::{
    Actor, Beat, Call, Content, Message, Operation, Origin, ResponseScript, ToolScript,
};

fn main() {
    divan::main();
}

/// One turn with as many tool calls as it takes to reach the bound of 500 steps.
fn long_plan() -> Plan {
    let user = |id: &str| Message {
        id: id.into(),
        origin: Origin::User,
        content: Content::UserText,
        text: "fix the failing login test".into(),
    };
    let mut plan = Plan { id: "long".into(), system: "codex".into(), ..Plan::default() };
    plan.messages = vec![user("fix"), user("extra")];
    plan.inputs = vec![input("task", "start-or-steer", "fix")];
    for n in 0..70 {
        let call = Call {
            call: format!("t{n}").into(),
            tool: "shell".into(),
            millis: None,
            to: None,
            flaw: None,
        };
        plan.tools.push(ToolScript {
            call: call.call,
            takes: Millis(1_000),
            gate: None,
            output: "ok".into(),
            tokens: 0,
            new_window: false,
            exclusive: false,
            concludes: false,
            context: None,
            detachable: false,
            yields: None,
            fails: false,
            ignores_cancel: false,
            asks: None,
            side_effect: None,
            compensates: None,
        });
        let item = Message {
            id: format!("call:t{n}").into(),
            origin: Origin::Model,
            content: Content::Call(call),
            text: "run the tests".into(),
        };
        let beats = vec![Beat::Item { item, takes: Millis(100), gate: None }];
        plan.responses.push(ResponseScript { beats, ..Default::default() });
    }
    plan
}

fn input(id: &str, operation: &str, message: &str) -> Input {
    let operation =
        Operation { name: operation.into(), message: Some(message.into()), args: Vec::new() };
    let when = Trigger { event: TriggerEvent::Start, plus: Millis::ZERO };
    Input { id: id.into(), actor: Actor::User, when, act: Act::Operate(operation) }
}

fn finished() -> Run {
    let mut run = Run::new(&long_plan()).expect("codex is a system");
    assert_eq!(run.finish().last(), 500);
    run
}

/// Steps a second, from the start to the bound.
#[divan::bench]
fn step_500(bencher: Bencher) {
    let plan = long_plan();
    bencher.counter(ItemsCount::new(500u32)).bench(|| {
        let mut run = Run::new(&plan).expect("codex is a system");
        run.finish().last()
    });
}

/// Going to a step that was already taken.
#[divan::bench(args = [1, 250, 499])]
fn seek_in_500(bencher: Bencher, step: u32) {
    let mut run = finished();
    bencher.bench_local(|| run.seek(step).map(|moment| moment.snapshot.at));
}

/// A fork at a step, up to where its input is about to come in.
#[divan::bench(args = [1, 250, 499])]
fn fork_in_500(bencher: Bencher, step: u32) {
    let run = finished();
    bencher.bench_local(|| {
        let addition = Addition { input: input("more", "steer", "extra"), message: None };
        run.fork(step, addition).expect("a step of the run").record().last()
    });
}
