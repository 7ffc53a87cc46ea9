//! The danger: a promise holds only in the order in which a scenario happens to run, or only without the
//! one thing more that a reader adds.
//!
//! Every scenario file is run in many orders, and forked at its steps with every operation there is; the
//! checkers watch every state. `MIDTURN_SEEDS=N` tries N orders a file, `MIDTURN_FORKS=1` forks at every
//! step instead of at some.

#![cfg(not(target_arch = "wasm32"))]

mod support;

use midturn_engine::ground::Millis;
use midturn_engine::ground::oracle::Seeded;
use midturn_engine::lab::plan::{Act, Input, Plan, Trigger, TriggerEvent};
use midturn_engine::lab::{Addition, Outcome, Record, Run, checkers};
use midturn_engine::runtimes::{ArgKind, MessageUse, OperationSpec, system};
use midturn_engine::world::{Actor, Content, Mail, Message, Operation, Origin};
use midturn_scenarios::{BUILT_IN, read};
use std::sync::Arc;

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn plans() -> impl Iterator<Item = (&'static str, Arc<Plan>)> {
    BUILT_IN.iter().map(|(name, text)| (*name, read(name, text).expect("sound").data.plan))
}

fn watch(what: &str, record: &Record, broken: &mut Vec<String>) {
    if let Some(Outcome::Livelock(task)) = &record.outcome {
        broken.push(format!("{what}: {task} wakes itself without end"));
    }
    if let Some(breach) = checkers::check_all(record).first() {
        broken.push(format!("{what}: step {}: {}: {}", breach.step, breach.checker, breach.found));
    }
}

#[test]
fn in_any_order() {
    let mut broken = Vec::new();
    for (name, plan) in plans() {
        for seed in 0..number("MIDTURN_SEEDS", 10) {
            let mut run = Run::with_oracle(&plan, Box::new(Seeded::new(seed))).expect("a system");
            watch(&format!("{name}, seed {seed}"), run.finish(), &mut broken);
        }
    }
    assert!(broken.is_empty(), "{} broken:\n{}", broken.len(), broken.join("\n"));
}

#[test]
fn with_one_thing_more_at_any_step() {
    let every_step = number("MIDTURN_FORKS", 0) > 0;
    let mut broken = Vec::new();
    for (file, (name, plan)) in plans().enumerate() {
        let mut run = Run::new(&plan).expect("a system");
        let last = run.finish().last();
        let operations = system(&plan.system).expect("a system").vocabulary().operations;
        for at in 0..=last {
            // One operation a step, another one each time: the test does not grow with their number.
            let first = file + usize::try_from(at).unwrap_or_default();
            let some = operations
                .iter()
                .enumerate()
                .filter(|(index, _)| every_step || (index + first) % operations.len() == 0);
            for (_, operation) in some {
                for addition in additions(operation) {
                    let mut fork = run.fork(at, addition.clone()).expect("a fork");
                    let what = format!("{name}, {} at {at}", in_words(&addition));
                    watch(&what, fork.finish(), &mut broken);
                }
            }
        }
    }
    assert!(broken.is_empty(), "{} broken:\n{}", broken.len(), broken.join("\n"));
}

fn in_words(addition: &Addition) -> String {
    match &addition.input.act {
        Act::Operate(operation) => {
            let content = addition.message.as_ref().map(|message| &message.content);
            format!("{} {content:?} {:?}", operation.name, operation.args)
        }
        Act::Release(gate) => format!("release {gate}"),
    }
}

/// An operation with each kind of message that somebody can write, fitting or not.
fn additions(spec: &OperationSpec) -> Vec<Addition> {
    let mail = |trigger| {
        let (author, recipient) = ("/root/stranger".to_owned(), "/root".to_owned());
        let mail = Mail { author, recipient, trigger, parent_turn: None, root_turn: None };
        (Actor::Agent("stranger".into()), Origin::Agent, Content::Mail(mail))
    };
    let written = [
        (Actor::User, Origin::User, Content::UserText),
        mail(false),
        mail(true),
        (Actor::Host, Origin::Host, Content::HostItem),
    ];
    let carrying = written.into_iter().map(|(actor, origin, content)| {
        let text = "<b>\u{202e}\u{0}👩‍👩‍👧".to_owned();
        (actor, Some(Message { id: "stray".into(), origin, content, text }))
    });
    let alone = (Actor::User, None);
    let writers: Vec<(Actor, Option<Message>)> = match spec.message {
        MessageUse::Required => carrying.collect(),
        MessageUse::Optional => carrying.chain([alone]).collect(),
        MessageUse::Never => vec![alone],
    };
    let made = writers.into_iter().map(|(actor, message)| {
        // A list of messages that nobody wrote would have everything refused.
        let given = spec.args.iter().filter(|arg| arg.required || arg.takes != ArgKind::Messages);
        let args = given.map(|arg| (arg.name.to_owned(), value(arg.takes)));
        let operation = Operation {
            name: spec.name.to_owned(),
            message: message.as_ref().map(|message| message.id),
            args: args.collect(),
        };
        let when = Trigger { event: TriggerEvent::Start, plus: Millis(0) };
        let input = Input { id: "one-more".into(), actor, when, act: Act::Operate(operation) };
        Addition { input, message }
    });
    made.collect()
}

fn value(takes: ArgKind) -> String {
    match takes {
        ArgKind::Text | ArgKind::Message | ArgKind::Messages => "task".to_owned(),
        ArgKind::Json => "{}".to_owned(),
        ArgKind::Millis | ArgKind::Count => "700".to_owned(),
        ArgKind::Word(words) => (*words.last().expect("a word")).to_owned(),
    }
}
