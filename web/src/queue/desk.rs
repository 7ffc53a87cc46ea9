//! Drives the engine's process on the reader's rows, and hears of what other tabs do to them.

use super::inputs;
use super::shown::{Hold, Refused, Shown, Stage};
use super::store::Shelter;
use super::tabs::{self, Channel};
use gloo_timers::callback::Interval;
use midturn_engine::lab::durable::{Process, Progress};
use midturn_engine::lab::plan::Plan;
use midturn_engine::lab::{Addition, Outcome};
use midturn_engine::runtimes::durable::{HOME, QueueStore};
use midturn_engine::world::{Actor, MessageId};
use midturn_telling::tale::Tale;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// The database of the reader's queue.
pub const DATABASE: &str = "midturn.queue";
/// How often the rows are looked at without being told, in ms: as the engine's own watcher does.
const LOOK_MS: u32 = 10_000;
/// Steps after which an idle process makes room for a new one: far from the engine's bounds.
const LONG: u32 = 250;

/// The process with everything around it.
pub struct Desk {
    store: Shelter,
    process: RefCell<Process>,
    hold: Cell<Hold>,
    running: Cell<bool>,
    /// The store's revision when the process last looked.
    seen: Cell<u64>,
    /// Answers that were looked at already.
    answers: Cell<usize>,
    refused: RefCell<Option<Refused>>,
    show: Box<dyn Fn(Shown)>,
}

impl Desk {
    /// Opens the reader's rows. `show` is given what there is to see, whenever that has changed.
    pub async fn open(show: impl Fn(Shown) + 'static) -> Rc<Desk> {
        let channel = Channel::open();
        // Without locks two tabs could start the same text, so each has rows of its own.
        let store = if tabs::have_locks() {
            let told = channel.clone();
            Shelter::open(DATABASE, move || told.tell()).await
        } else {
            Shelter::refused()
        };
        let desk = Rc::new(Desk {
            process: RefCell::new(Process::begin(inputs::plan(), Box::new(store.clone()))),
            store,
            hold: Cell::default(),
            running: Cell::default(),
            seen: Cell::default(),
            answers: Cell::default(),
            refused: RefCell::default(),
            show: Box::new(show),
        });
        let hearing = desk.clone();
        channel.listen(move || hearing.look());
        let watching = desk.clone();
        Interval::new(LOOK_MS, move || watching.watch()).forget();
        desk.look();
        desk
    }

    // --- What a reader does -----------------------------------------------------------------------

    /// Queues a text; the message that it became.
    pub fn add(self: &Rc<Self>, text: &str) -> MessageId {
        let message = inputs::message(text);
        let id = message.id;
        self.act(inputs::operation_with("queue-add", message, &[("client", id.as_str())]));
        id
    }

    /// Gives a waiting item another text; the message that it became.
    pub fn edit(self: &Rc<Self>, item: &MessageId, text: &str) -> MessageId {
        let message = inputs::message(text);
        let id = message.id;
        self.act(inputs::operation_with("queue-update", message, &[("item", item.as_str())]));
        id
    }

    /// Withdraws a waiting item.
    pub fn remove(self: &Rc<Self>, item: &MessageId) {
        self.act(inputs::operation_on(Actor::User, "queue-delete", Some(*item), &[]));
    }

    /// Puts the waiting items into this order.
    pub fn reorder(self: &Rc<Self>, order: &[MessageId]) {
        let order: Vec<&str> = order.iter().map(MessageId::as_str).collect();
        let order = order.join(",");
        self.act(inputs::operation(Actor::User, "queue-reorder", &[("order", &order)]));
    }

    /// Loads the thread here, as soon as no other tab has it.
    pub fn load(self: &Rc<Self>) {
        if self.hold.get() != Hold::Closed {
            return;
        }
        // Rows that no other tab sees need no lock.
        if !self.store.is_shared() {
            return self.loaded();
        }
        self.hold.set(Hold::InLine);
        self.show();
        let desk = self.clone();
        spawn_local(async move {
            if tabs::hold_lock().await {
                desk.loaded();
            } else {
                desk.hold.set(Hold::Closed);
                desk.show();
            }
        });
    }

    fn loaded(self: &Rc<Self>) {
        self.hold.set(Hold::Loaded);
        self.act(inputs::operation(Actor::Host, "load", &[]));
    }

    /// Lets the model give its answer.
    pub fn answer(self: &Rc<Self>) {
        let request = self.process.borrow().record().requests.last().map(|request| request.number);
        if let Some(request) = request {
            self.act(inputs::answer(request));
        }
    }

    /// Stops the turn that runs.
    pub fn interrupt(self: &Rc<Self>) {
        self.act(inputs::operation(Actor::User, "interrupt", &[]));
    }

    /// Starts the first item, although the queue is paused.
    pub fn start(self: &Rc<Self>) {
        self.act(inputs::operation(Actor::User, "queue-start", &[]));
    }

    // --- What other tabs do -----------------------------------------------------------------------

    /// Looks whether rows have changed that nobody told of.
    fn watch(self: &Rc<Self>) {
        let desk = self.clone();
        spawn_local(async move {
            let changes = desk.store.changes_since(desk.seen.get()).await;
            if changes.is_ok_and(|changes| !changes.is_empty()) {
                desk.look();
            }
        });
    }

    /// Has the process look at the rows.
    fn look(self: &Rc<Self>) {
        let desk = self.clone();
        spawn_local(async move {
            // Asked before: what changes meanwhile is looked at again.
            if let Ok(changes) = desk.store.changes_since(desk.seen.get()).await
                && let Some(last) = changes.last()
            {
                desk.seen.set(last.revision);
            }
            desk.add_input(inputs::operation(Actor::Host, "other-process-changed", &[]));
            desk.run_on();
        });
    }

    // --- Driving ----------------------------------------------------------------------------------

    fn act(self: &Rc<Self>, addition: Addition) {
        self.refused.take();
        self.add_input(addition);
        self.run_on();
    }

    fn add_input(&self, addition: Addition) {
        if let Err(error) = self.process.borrow_mut().add(addition) {
            self.refused.replace(Some(Refused::Form(error.to_string())));
        }
    }

    /// Runs the process until nothing is left to do.
    fn run_on(self: &Rc<Self>) {
        if self.running.replace(true) {
            return;
        }
        let desk = self.clone();
        spawn_local(async move {
            let mut is_new = false;
            loop {
                let progress = desk.process.borrow_mut().advance();
                match progress {
                    Progress::Stepped => {}
                    Progress::Waits => {
                        let woken = desk.process.borrow().woken();
                        woken.await;
                    }
                    Progress::Ended if !is_new && desk.is_worn_out() => {
                        is_new = true;
                        desk.begin_anew();
                    }
                    Progress::Ended => break,
                }
            }
            desk.running.set(false);
            desk.hear_answers();
            desk.show();
        });
    }

    /// Whether it is time for a new process: between two turns, or where this one cannot go on.
    fn is_worn_out(&self) -> bool {
        let process = self.process.borrow();
        let record = process.record();
        let is_idle = record.snapshots.last().is_some_and(|snapshot| snapshot.turn.is_none());
        let is_stuck = matches!(record.outcome, Some(Outcome::TooLong | Outcome::Livelock(_)));
        is_stuck || (is_idle && record.last() > LONG)
    }

    /// A new process on the same rows, as after a restart.
    fn begin_anew(&self) {
        *self.process.borrow_mut() = Process::begin(inputs::plan(), Box::new(self.store.clone()));
        self.answers.set(0);
        self.add_input(inputs::operation(Actor::Host, "other-process-changed", &[]));
        if self.hold.get() == Hold::Loaded {
            self.add_input(inputs::operation(Actor::Host, "load", &[]));
        }
    }

    fn hear_answers(&self) {
        let process = self.process.borrow();
        let answers = &process.record().receipts;
        let new = answers.get(self.answers.replace(answers.len())..).unwrap_or_default();
        if let Some(refusal) = new.iter().rev().find(|entry| entry.receipt.is_refusal()) {
            self.refused.replace(Some(Refused::Answer(refusal.receipt.clone())));
        }
    }

    fn show(&self) {
        let record = self.process.borrow().record().clone();
        let plan =
            Plan { system: HOME.name.to_owned(), inputs: record.inputs.clone(), ..inputs::plan() };
        (self.show)(Shown {
            stage: Stage::Open,
            hold: self.hold.get(),
            troubles: self.store.troubles(),
            tale: Tale::untold(plan, record).ok().map(Arc::new),
            refused: self.refused.borrow().clone(),
            editing: None,
        });
    }
}
