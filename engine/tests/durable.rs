//! The danger: a queue that outlives its process is lost, runs twice, or is run by nobody.

use futures::FutureExt;
use futures::channel::oneshot;
use midturn_engine::ground::Millis;
use midturn_engine::lab::durable::{Process, Progress};
use midturn_engine::lab::plan::{Act, Input, Operation, Plan, Trigger, TriggerEvent};
use midturn_engine::lab::{Addition, Outcome};
use midturn_engine::runtimes::durable::{Change, MemoryStore, NewRow, QueueStore, Row, Stored};
use midturn_engine::world::{
    Actor, Beat, Content, GateId, InputId, Message, Origin, Place, ResponseScript,
};
use std::cell::RefCell;
use std::rc::Rc;

fn message(id: &str, content: Content) -> Message {
    let origin = if content == Content::UserText { Origin::User } else { Origin::Model };
    Message { id: id.into(), origin, content, text: format!("text of {id}") }
}

/// A model that answers twice, each time when it is let.
fn plan() -> Plan {
    let response = |n: u32| ResponseScript {
        beats: vec![
            Beat::Gate(GateId::from(format!("gate-{n}"))),
            Beat::Item {
                item: message(&format!("answer-{n}"), Content::FinalAnswer),
                takes: Millis::ZERO,
                gate: None,
            },
        ],
        end_turn: None,
        tokens: None,
        fails: None,
        cut: None,
    };
    Plan { responses: vec![response(1), response(2)], ..Plan::default() }
}

fn input(id: &str, act: Act) -> Input {
    let when = Trigger { event: TriggerEvent::Start, plus: Millis::ZERO };
    Input { id: InputId::from(id), actor: Actor::User, when, act }
}

fn ask(process: &mut Process, id: &str, name: &str, text: Option<&str>) {
    process.add(addition(id, name, text)).expect("it fits");
    go_on(process);
}

fn addition(id: &str, name: &str, text: Option<&str>) -> Addition {
    let operation =
        Operation { name: name.to_owned(), message: text.map(Into::into), args: Vec::new() };
    let message = text.map(|id| message(id, Content::UserText));
    Addition { input: input(id, Act::Operate(operation)), message }
}

fn release(process: &mut Process, gate: &str) {
    let input = input(&format!("let-{gate}"), Act::Release(GateId::from(gate)));
    process.add(Addition { input, message: None }).expect("it fits");
    go_on(process);
}

fn go_on(process: &mut Process) {
    while process.advance() == Progress::Stepped {}
}

fn begin(store: &MemoryStore) -> Process {
    let mut process = Process::begin(plan(), Box::new(store.clone()));
    go_on(&mut process);
    ask(&mut process, "look", "other-process-changed", None);
    process
}

fn place(process: &Process, id: &str) -> Place {
    let record = process.record();
    record.moment(record.last()).expect("the last").place_of(&id.into())
}

fn starts(process: &Process) -> usize {
    process.record().events.iter().filter(|event| event.name == "TurnStarted").count()
}

#[test]
fn what_was_queued_waits_for_the_next_process() {
    let store = MemoryStore::default();
    let mut first = begin(&store);
    ask(&mut first, "add-a", "queue-add", Some("a"));
    ask(&mut first, "add-b", "queue-add", Some("b"));
    assert_eq!(starts(&first), 0, "nobody has the thread loaded");
    drop(first);
    let mut second = begin(&store);
    let record = second.record();
    assert_eq!(record.message(&"a".into()).map(|m| m.text.as_str()), Some("text of a"));
    assert_eq!([place(&second, "a"), place(&second, "b")], [Place::named("A"); 2]);
    ask(&mut second, "load", "load", None);
    assert_eq!(starts(&second), 1);
    assert_eq!([place(&second, "a"), place(&second, "b")], [Place::HISTORY, Place::named("A")]);
    release(&mut second, "gate-1");
    assert_eq!(starts(&second), 2);
    release(&mut second, "gate-2");
    assert_eq!(second.record().outcome, Some(Outcome::Rest));
    assert_eq!(store.page("thread", 0, 9).now_or_never(), Some(Ok(Vec::new())));
}

#[test]
fn a_loaded_process_starts_what_another_one_adds_and_both_see_it() {
    let store = MemoryStore::default();
    let (mut loaded, mut other) = (begin(&store), begin(&store));
    ask(&mut loaded, "load", "load", None);
    ask(&mut other, "add-a", "queue-add", Some("a"));
    assert_eq!(place(&other, "a"), Place::named("A"));
    ask(&mut loaded, "heard", "other-process-changed", None);
    assert_eq!([starts(&loaded), starts(&other)], [1, 0]);
    assert_eq!(place(&loaded, "a"), Place::HISTORY);
    ask(&mut other, "heard", "other-process-changed", None);
    assert_eq!(place(&other, "a"), Place::DROPPED, "it is no longer in the queue");
}

#[test]
fn after_a_stop_the_queue_waits_until_somebody_starts_it() {
    let store = MemoryStore::default();
    let mut process = begin(&store);
    ask(&mut process, "load", "load", None);
    ask(&mut process, "add-a", "queue-add", Some("a"));
    ask(&mut process, "stop", "interrupt", None);
    ask(&mut process, "add-b", "queue-add", Some("b"));
    assert_eq!(starts(&process), 1);
    assert_eq!(place(&process, "b"), Place::named("A"));
    ask(&mut process, "start", "queue-start", None);
    assert_eq!(starts(&process), 2);
}

#[test]
fn hearing_of_nothing_changes_nothing() {
    let store = MemoryStore::default();
    let mut process = begin(&store);
    ask(&mut process, "add-a", "queue-add", Some("a"));
    let steps = process.record().last();
    ask(&mut process, "heard", "other-process-changed", None);
    assert_eq!(process.record().last(), steps + 1, "the receipt alone");
}

/// A store whose answers take until somebody lets them go.
#[derive(Clone, Default)]
struct Slow {
    store: MemoryStore,
    held: Rc<RefCell<Vec<oneshot::Sender<()>>>>,
}

impl Slow {
    fn later<'a, T: 'a>(&self, answer: Stored<'a, T>) -> Stored<'a, T> {
        let (release, released) = oneshot::channel();
        self.held.borrow_mut().push(release);
        async move {
            let _ = released.await;
            answer.await
        }
        .boxed_local()
    }

    fn answer_all(&self) {
        for held in self.held.take() {
            let _ = held.send(());
        }
    }
}

impl QueueStore for Slow {
    fn page(&self, thread: &str, from: usize, limit: usize) -> Stored<'_, Vec<Row>> {
        self.later(self.store.page(thread, from, limit))
    }
    fn insert(&self, thread: &str, new: NewRow) -> Stored<'_, Row> {
        self.later(self.store.insert(thread, new))
    }
    fn update(&self, thread: &str, id: &str, text: String, at: u64) -> Stored<'_, Option<Row>> {
        self.later(self.store.update(thread, id, text, at))
    }
    fn remove(&self, thread: &str, id: &str) -> Stored<'_, bool> {
        self.later(self.store.remove(thread, id))
    }
    fn reorder(&self, thread: &str, ids: Vec<String>, at: u64) -> Stored<'_, ()> {
        self.later(self.store.reorder(thread, ids, at))
    }
    fn remove_thread(&self, thread: &str) -> Stored<'_, usize> {
        self.later(self.store.remove_thread(thread))
    }
    fn changes_since(&self, revision: u64) -> Stored<'_, Vec<Change>> {
        self.later(self.store.changes_since(revision))
    }
}

/// Adds an operation and goes on to the end; how often that meant waiting for the store.
fn ask_slowly(process: &mut Process, slow: &Slow, id: &str, name: &str, text: Option<&str>) -> u32 {
    process.add(addition(id, name, text)).expect("it fits");
    let mut waits = 0;
    loop {
        match process.advance() {
            Progress::Stepped => {}
            Progress::Ended => return waits,
            Progress::Waits => {
                waits += 1;
                let mut woken = Box::pin(process.woken());
                assert!((&mut woken).now_or_never().is_none(), "nothing has answered");
                slow.answer_all();
                assert!(woken.now_or_never().is_some(), "now it can go on");
            }
        }
    }
}

#[test]
fn waiting_for_the_storage_takes_no_virtual_time_and_is_no_end() {
    let slow = Slow::default();
    let mut process = Process::begin(plan(), Box::new(slow.clone()));
    let mut waits = 0;
    for (id, name, text) in [
        ("add-a", "queue-add", Some("a")),
        ("load", "load", None),
        ("stop", "interrupt", None),
        ("add-b", "queue-add", Some("b")),
        // By now tasks have been ended that somebody may still wake.
        ("start", "queue-start", None),
    ] {
        waits += ask_slowly(&mut process, &slow, id, name, text);
    }
    assert!(waits > 4, "the store was asked {waits} times");
    assert_eq!(starts(&process), 2);
    assert_eq!(slow.store.page("thread", 0, 9).now_or_never(), Some(Ok(Vec::new())));
}

#[test]
fn the_clock_stands_while_the_storage_is_asked() {
    let slow = Slow::default();
    let mut process = Process::begin(plan(), Box::new(slow.clone()));
    ask_slowly(&mut process, &slow, "add-a", "queue-add", Some("a"));
    // The watcher has set a timer by then.
    process.add(addition("load", "load", None)).expect("it fits");
    while process.advance() == Progress::Stepped {}
    assert_eq!(process.record().outcome, None, "it waits for the store");
    let record = process.record();
    assert_eq!(record.snapshots.last().map(|snapshot| snapshot.at), Some(Millis::ZERO));
}
