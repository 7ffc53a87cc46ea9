//! The world around a runtime: messages with one identity for life, the history, the scripted model and
//! tools, the logs, and the trace in which all of it is written down.
//!
//! The world knows no rule of any system. It carries out what a runtime decides and remembers it.

mod gates;
mod hooks;
pub mod ids;
pub mod json;
pub mod kinds;
mod ledger;
mod log;
mod message;
mod model;
mod names;
mod operation;
mod process;
mod reply;
mod snapshot;
mod tools;
mod trace;

pub use hooks::{HookSays, HookScript};
pub use ids::{CallId, GateId, InputId, MessageId, Name, TurnId};
pub use ledger::{Reached, ToolState, ToolView};
pub use log::{Event, Receipt, ReceiptEntry, Refusal, Request};
pub use message::{Call, Content, Flaw, Mail, Message, Origin, Place};
pub use model::{Beat, Failure, ResponseCut, ResponseScript, ResponseStream, StreamEvent};
pub use operation::{CONTEXT, EXPECTED_TURN, Initial, Operation};
pub use reply::{Heard, ToolEnd};
pub use snapshot::{Flag, Snapshot, Speech, Tray, TrayRole, TurnView};
pub use tools::{Ask, ToolScript};
pub use trace::{
    ACCEPTED_ALL_THE_SAME, Actor, Draft, Fact, Kind, Move, RuleId, SIDE_EFFECT_HAD_BEGUN, Step,
    StepPattern, TRACE_FORMAT,
};

use crate::ground::{Ground, Mark, SortedMap, TaskId, Wait};
use futures::channel::oneshot;
use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// Somebody waits for a step.
struct StepWatch {
    pattern: StepPattern,
    left: u32,
    reached: oneshot::Sender<()>,
}

/// What the next request will hold.
#[derive(Default)]
struct Window {
    /// Its items, in order.
    items: Vec<MessageId>,
    /// How much of the history the last compaction has summed up.
    summed_up: usize,
}

/// Where a message is, and the step that put it there; 0 for the initial state.
struct Whereabouts {
    place: Place,
    step: u32,
}

/// The world of one run.
pub struct World {
    /// The executor.
    pub ground: Ground,
    responses: Vec<ResponseScript>,
    tools: Vec<ToolScript>,
    hooks: Vec<HookScript>,
    gates: gates::Gates,
    messages: RefCell<SortedMap<MessageId, Arc<Message>>>,
    composed: RefCell<Vec<Arc<Message>>>,
    whereabouts: RefCell<SortedMap<MessageId, Whereabouts>>,
    /// What lies in each place but the history, in order of arrival. A runtime's own areas keep their
    /// own lists; checkers compare the two.
    lying: RefCell<SortedMap<Place, Vec<MessageId>>>,
    steps: RefCell<Vec<Step>>,
    watches: RefCell<Vec<StepWatch>>,
    last_step_of_task: RefCell<SortedMap<Option<TaskId>, u32>>,
    history: RefCell<Vec<MessageId>>,
    window: RefCell<Window>,
    requests: RefCell<Vec<Request>>,
    receipts: RefCell<Vec<ReceiptEntry>>,
    events: RefCell<Vec<Event>>,
    calls: RefCell<Arc<Vec<ToolView>>>,
    speech: RefCell<Speech>,
    group: Cell<u32>,
}

impl World {
    /// A world at time zero with these scripts. `messages` are all that people, agents and the model
    /// will ever write; each is unwritten until a step says otherwise.
    pub fn new(
        messages: impl IntoIterator<Item = Message>,
        responses: Vec<ResponseScript>,
        tools: Vec<ToolScript>,
        hooks: Vec<HookScript>,
    ) -> Rc<World> {
        let mut known = SortedMap::default();
        for message in messages {
            known.insert(message.id, Arc::new(message));
        }
        Rc::new(World {
            ground: Ground::new(),
            responses,
            tools,
            hooks,
            gates: gates::Gates::new(),
            messages: RefCell::new(known),
            composed: RefCell::default(),
            whereabouts: RefCell::default(),
            lying: RefCell::default(),
            steps: RefCell::default(),
            watches: RefCell::default(),
            last_step_of_task: RefCell::default(),
            history: RefCell::default(),
            window: RefCell::default(),
            requests: RefCell::default(),
            receipts: RefCell::default(),
            events: RefCell::default(),
            calls: RefCell::default(),
            speech: RefCell::default(),
            group: Cell::new(1),
        })
    }

    // --- Steps -----------------------------------------------------------------------------------

    /// Writes a step down, with everything it changes, and stops the executor behind it.
    pub fn step(&self, draft: Draft) -> Mark<'_> {
        let kind = draft.0.kind;
        self.write_step(draft);
        self.ground.mark(kind.0)
    }

    fn write_step(&self, Draft(mut draft): Draft) {
        let seq = u32::try_from(self.steps.borrow().len() + 1).unwrap_or(u32::MAX);
        let task = self.ground.current_task();
        let cause = self.cause_of(draft.moves.first().map(|(message, _)| message), task);
        let mut moves = Vec::with_capacity(draft.moves.len());
        for (message, to) in std::mem::take(&mut draft.moves) {
            moves.push(self.relocate(message, to, seq));
        }
        self.last_step_of_task.borrow_mut().insert(task, seq);
        let step = Step {
            seq,
            at: self.ground.now(),
            actor: draft.actor,
            kind: draft.kind,
            subject: draft.subject,
            moves,
            rule: draft.rule,
            facts: draft.facts,
            cause,
        };
        self.tell_watches(&step);
        self.steps.borrow_mut().push(step);
    }

    fn relocate(&self, message: MessageId, to: Place, step: u32) -> Move {
        let now = Whereabouts { place: to, step };
        let before = self.whereabouts.borrow_mut().insert(message, now);
        let from = before.map(|before| before.place);
        let mut lying = self.lying.borrow_mut();
        if let Some(left) = from.as_ref().and_then(|from| lying.get_mut(from)) {
            left.retain(|other| *other != message);
        }
        if to == Place::HISTORY {
            self.history.borrow_mut().push(message);
            self.window.borrow_mut().items.push(message);
        } else {
            lying.or_default(to).push(message);
        }
        Move { message, from: from.unwrap_or(Place::UNWRITTEN), to }
    }

    /// The last step that moved the same message, or else the last one of the same task.
    fn cause_of(&self, message: Option<&MessageId>, task: Option<TaskId>) -> Option<u32> {
        let whereabouts = self.whereabouts.borrow();
        let moved = message.and_then(|message| whereabouts.get(message)).map(|found| found.step);
        // Step 0 is no step: the message lay there from the start.
        moved
            .filter(|step| *step > 0)
            .or_else(|| self.last_step_of_task.borrow().get(&task).copied())
    }

    fn tell_watches(&self, step: &Step) {
        let mut watches = self.watches.borrow_mut();
        let mut index = 0;
        while index < watches.len() {
            let watch = &mut watches[index];
            if watch.pattern.matches(step) {
                watch.left = watch.left.saturating_sub(1);
            }
            if watch.left == 0 {
                // A watcher that is gone needs no answer.
                let _ = watches.remove(index).reached.send(());
            } else {
                index += 1;
            }
        }
    }

    /// Waits until the step has happened; at once where it already has.
    pub async fn after_step(&self, pattern: &StepPattern) {
        let seen = self.steps.borrow().iter().filter(|step| pattern.matches(step)).count();
        let left = pattern.nth.max(1).saturating_sub(u32::try_from(seen).unwrap_or(u32::MAX));
        if left == 0 {
            return;
        }
        let (reached, happened) = oneshot::channel();
        self.watches.borrow_mut().push(StepWatch { pattern: pattern.clone(), left, reached });
        // The sender lives in this world; it cannot be dropped before this wait.
        let _ = self.ground.wait(Wait::owed(format!("the step {pattern}")), happened).await;
    }

    /// All steps so far.
    pub fn steps(&self) -> Ref<'_, Vec<Step>> {
        self.steps.borrow()
    }

    // --- Messages --------------------------------------------------------------------------------

    /// A message by its id.
    pub fn message(&self, id: &MessageId) -> Option<Arc<Message>> {
        self.messages.borrow().get(id).cloned()
    }

    /// All messages, by id.
    pub fn messages(&self) -> Ref<'_, SortedMap<MessageId, Arc<Message>>> {
        self.messages.borrow()
    }

    /// Adds a message that only the run can know, such as a tool's output, or replaces its text.
    pub fn compose(&self, message: Message) -> MessageId {
        let id = message.id;
        let message = Arc::new(message);
        self.composed.borrow_mut().push(message.clone());
        self.messages.borrow_mut().insert(id, message);
        id
    }

    /// The messages composed since the last call.
    pub fn take_composed(&self) -> Vec<Arc<Message>> {
        self.composed.take()
    }

    /// Where a message is.
    pub fn place_of(&self, id: &MessageId) -> Place {
        let whereabouts = self.whereabouts.borrow();
        whereabouts.get(id).map_or(Place::UNWRITTEN, |found| found.place)
    }

    /// Puts a message somewhere before the run begins, without a step.
    pub fn place_initially(&self, id: &MessageId, at: Place) {
        self.relocate(*id, at, 0);
    }

    /// The messages in a place other than the history, in order of arrival.
    pub fn lying_in(&self, place: &Place) -> Vec<MessageId> {
        self.lying.borrow().get(place).cloned().unwrap_or_default()
    }

    // --- Logs ------------------------------------------------------------------------------------

    /// The history so far.
    pub fn history(&self) -> Ref<'_, Vec<MessageId>> {
        self.history.borrow()
    }

    /// From now on requests hold of the present history only what is kept.
    pub fn shorten_window(&self, keep: impl FnMut(&MessageId) -> bool) {
        let mut window = self.window.borrow_mut();
        window.items.retain(keep);
        window.summed_up = self.history.borrow().len();
    }

    /// Writes down a request for this turn, holding the window, and returns its number.
    pub fn new_request(&self, turn: &TurnId) -> u32 {
        let mut requests = self.requests.borrow_mut();
        let number = u32::try_from(requests.len() + 1).unwrap_or(u32::MAX);
        let window = self.window.borrow();
        let items = window.items.clone();
        let last = requests.last().map_or(&[][..], |last| &last.items);
        // A shortened window has kept some of it.
        let mut before = last.iter();
        let known = items.iter().take_while(|now| before.any(|item| item == *now)).count();
        let summed_up = window.summed_up;
        requests.push(Request { number, turn: *turn, items, known, summed_up });
        number
    }

    /// All requests so far.
    pub fn requests(&self) -> Ref<'_, Vec<Request>> {
        self.requests.borrow()
    }

    /// Writes down a receipt that has reached its caller.
    pub fn log_receipt(&self, input: InputId, receipt: Receipt) {
        self.receipts.borrow_mut().push(ReceiptEntry { input, receipt });
    }

    /// All receipts so far.
    pub fn receipts(&self) -> Ref<'_, Vec<ReceiptEntry>> {
        self.receipts.borrow()
    }

    /// Sends an event.
    pub fn send_event(&self, event: Event) {
        self.events.borrow_mut().push(event);
    }

    /// All events so far.
    pub fn events(&self) -> Ref<'_, Vec<Event>> {
        self.events.borrow()
    }

    /// Says what the model is saying now.
    pub fn model_says(&self, speech: Speech) {
        *self.speech.borrow_mut() = speech;
    }

    /// What the model is saying now.
    pub fn speech(&self) -> Speech {
        self.speech.borrow().clone()
    }
}
