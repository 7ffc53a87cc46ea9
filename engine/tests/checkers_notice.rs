//! The danger: a checker that can never fail. One sound run is falsified once for each promise.

mod support;

use midturn_engine::ground::Millis;
use midturn_engine::lab::{Record, checkers};
use midturn_engine::world::{
    Content, MessageId, Place, Reached, Receipt, Step, ToolState, ToolView,
};
use std::sync::Arc;
use support::*;

/// Two steers, two mails, a refused steer and an item that cannot be queued around one tool.
fn sound() -> Record {
    Tale::codex()
        .user("fix")
        .user("extra")
        .user("more")
        .user("stray")
        .mail("one", false)
        .mail("two", false)
        .host_item("ready-made")
        .input("task", at(0), "start-or-steer fix")
        .input("add", after("tool.started", "t"), "steer extra expected=task")
        .input("add-2", answered("add"), "steer more expected=task")
        .input("wrong", answered("add-2"), "steer stray expected=other")
        .input("not-queued", answered("wrong"), "queue-add ready-made")
        .input("mail-1", answered("not-queued"), "mail one")
        .input("mail-2", answered("mail-1"), "mail two")
        .response(vec![calls("t", "shell")])
        .response(vec![says("done", Content::FinalAnswer)])
        .tool("t", 1_000, false)
        .run()
}

/// The step of this kind that is about, or moves, this.
fn step<'a>(record: &'a mut Record, kind: &str, of: &str) -> &'a mut Step {
    let mut steps = record.steps.iter_mut().filter(|step| step.kind.0 == kind);
    let about = |step: &&mut Step| {
        step.about() == Some(of) || step.moves.iter().any(|m| m.message.as_str() == of)
    };
    steps.find(about).expect("such a step")
}

fn swap(record: &mut Record, [first, second]: [&str; 2]) {
    let exchange = |id: &mut MessageId| {
        if id.as_str() == first {
            *id = second.into();
        } else if id.as_str() == second {
            *id = first.into();
        }
    };
    for step in &mut record.steps {
        for change in step.moves.iter_mut().filter(|change| change.to == Place::HISTORY) {
            exchange(&mut change.message);
        }
    }
    record.history.iter_mut().for_each(exchange);
    record.requests.iter_mut().flat_map(|request| &mut request.items).for_each(exchange);
}

fn tell(record: &mut Record, input: &str, receipt: Receipt) {
    let entry = record.receipts.iter_mut().find(|entry| entry.input.as_str() == input);
    entry.expect("a receipt").receipt = receipt;
}

/// Changes what the last state says of the only call.
fn call<T>(record: &mut Record, change: impl FnOnce(&mut ToolView) -> T) {
    let last = record.snapshots.last_mut().expect("a state");
    let view = &mut Arc::make_mut(&mut last.tools)[0];
    change(view);
    view.state = view.reached.last().expect("a state").state;
}

/// Has an area hold the message of a refused input when its answer arrives.
fn slip_in(record: &mut Record, input: &str, message: &str, area: &'static str) {
    let seen = step(record, "input.receipt", input).seq;
    let state = record.snapshots.iter_mut().find(|state| state.step == seen).expect("a state");
    for tray in &mut state.trays {
        tray.cards.retain(|card| card.as_str() != message);
        if tray.place == Place::named(area) {
            tray.cards.push(message.into());
        }
    }
}

type Lie = (&'static str, fn(&mut Record));

const LIES: &[Lie] = &[
    ("nothing is lost and nothing is in two places", |record| {
        let last = record.snapshots.last_mut().expect("a state");
        last.trays[0].cards.push("extra".into());
    }),
    ("a tray holds what the trace put there", |record| {
        step(record, "input.steered", "extra").moves[0].to = Place::named("C");
    }),
    ("nothing is recorded twice", |record| {
        let last = record.history.len() - 1;
        record.history[last] = "fix".into();
    }),
    ("a request holds the history and nothing that waits", |record| {
        record.requests[0].items.push("extra".into());
    }),
    ("a refused input changes nothing", |record| {
        slip_in(record, "wrong", "stray", "B");
    }),
    ("a refused input changes nothing", |record| {
        slip_in(record, "not-queued", "ready-made", "A");
    }),
    ("an input is answered once", |record| {
        record.receipts[1].input = "task".into();
    }),
    ("what a turn takes is recorded as it was accepted", |record| {
        swap(record, ["extra", "more"]);
    }),
    ("what a turn takes is recorded as it was accepted", |record| {
        swap(record, ["one", "two"]);
    }),
    ("a message goes into the turn that its receipt names", |record| {
        step(record, "input.recorded", "extra").subject = Some("other".into());
    }),
    ("never into a turn other than the expected one", |record| {
        tell(record, "wrong", Receipt::Steered { turn: "task".into() });
    }),
    ("a request answers each of its calls once", |record| {
        let request = record.requests.last_mut().expect("a request");
        request.items.retain(|item| item.as_str() != "out:t");
    }),
    ("a tool call skips no state and leaves none that is final", |record| {
        call(record, |view| view.reached.remove(0));
    }),
    ("a tool call skips no state and leaves none that is final", |record| {
        call(record, |view| {
            view.reached.push(Reached { state: ToolState::Failed, ..view.reached[2] })
        });
    }),
    ("an interrupt undoes nothing", |record| {
        let step = record.last();
        call(record, |view| view.reached.push(Reached { state: ToolState::Compensated, step }));
    }),
    ("what the model says belongs to its last request", |record| {
        step(record, "model.item-started", "done").moves.clear();
    }),
    ("time never runs backwards", |record| {
        record.snapshots[3].at = Millis(9_999);
    }),
];

#[test]
fn every_promise_can_be_seen_to_break() {
    for (promise, lie) in LIES {
        let mut record = sound();
        lie(&mut record);
        let broken: Vec<&str> =
            checkers::check_all(&record).iter().map(|breach| breach.checker).collect();
        assert!(broken.contains(promise), "{promise}: noticed were {broken:?}");
    }
    let untold: Vec<&str> =
        checkers::names().filter(|name| LIES.iter().all(|(promise, _)| promise != name)).collect();
    assert!(untold.is_empty(), "no lie shows that these can fail: {untold:?}");
}
