//! Area A, the durable thread queue: messages for turns of their own, one a turn, kept on disk until
//! their turn has started.

use super::areas::A;
use super::idle::IdleCause;
use super::protocol::{Mode, Op, Request, invalid_request, unsent};
use super::session::Session;
use super::store::{MAX_QUEUE_ITEMS, MemoryStore, NewRow, QueueStore, Row, StoreError};
use super::thread::Status;
use super::turn::copies_of;
use super::{kinds, payload, rules};
use crate::ground::{Lane, Wait};
use crate::runtimes::holds;
use crate::world::{
    Actor, Content, Draft, Initial, InputId, Kind, MessageId, Place, Receipt, RuleId, World,
};
use futures::FutureExt;
use futures::lock::Mutex;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The one thread of a run, as its store names it.
const THREAD: &str = "thread";

/// The queue's service. All operations on a thread's queue exclude each other.
pub(super) struct Queue {
    world: Rc<World>,
    store: Box<dyn QueueStore>,
    thread: String,
    dispatching: Mutex<()>,
    /// The store's contents as last seen: what a page draws without asking the store.
    seen: RefCell<Vec<MessageId>>,
    dispatches: Cell<u32>,
}

impl Queue {
    pub(super) fn new(world: &Rc<World>, initial: &Initial) -> Queue {
        let held = initial.areas.iter().find(|(area, _)| area == A.as_str());
        let held = held.map(|(_, messages)| messages.clone()).unwrap_or_default();
        let store = MemoryStore::default();
        for message in &held {
            // A store in memory answers at once; what it has no room for is not queued.
            let _ = store.insert(THREAD, new_row(world, message)).now_or_never();
        }
        Queue {
            world: world.clone(),
            store: Box::new(store),
            thread: THREAD.to_owned(),
            dispatching: Mutex::new(()),
            seen: RefCell::new(held),
            dispatches: Cell::new(0),
        }
    }

    /// What the queue holds.
    pub(super) fn cards(&self) -> Vec<MessageId> {
        self.seen.borrow().clone()
    }

    /// Adds a message at the end; afterwards an idle session is told.
    pub(super) async fn add(&self, session: Option<Rc<Session>>, message: MessageId) -> Receipt {
        if self.world.message(&message).is_none_or(|m| m.content != Content::UserText) {
            let message = "only what a person wrote can be queued".to_owned();
            return Receipt::Failed { error: "InvalidInput", message };
        }
        {
            let _turn = self.lock().await;
            // Under the lock: whoever waited for it may have sent the message elsewhere meanwhile.
            if let Err(receipt) = unsent(&self.world, &message) {
                return receipt;
            }
            let row = new_row(&self.world, &message);
            if let Err(error) = self.store.insert(&self.thread, row).await {
                return refused(error);
            }
            self.look().await;
            let draft = self.changed(kinds::QUEUE_ADDED).moving(&message, A);
            self.world.step(draft).await;
        }
        if let Some(session) = session {
            wake(session);
        }
        Receipt::Accepted
    }

    /// Withdraws a message.
    pub(super) async fn delete(&self, message: MessageId) -> Receipt {
        let _turn = self.lock().await;
        match self.store.remove(&self.thread, message.as_str()).await {
            Err(error) => refused(error),
            Ok(false) => not_found(&message),
            Ok(true) => {
                self.look().await;
                let draft = self.changed(kinds::QUEUE_DELETED).moving(&message, Place::DROPPED);
                self.world.step(draft).await;
                Receipt::Accepted
            }
        }
    }

    /// Puts the queue into another order.
    pub(super) async fn reorder(&self, order: Vec<MessageId>) -> Receipt {
        let _turn = self.lock().await;
        let order = order.iter().map(MessageId::to_string).collect();
        let now = self.world.ground.now().0;
        if let Err(error) = self.store.reorder(&self.thread, order, now).await {
            return refused(error);
        }
        self.look().await;
        self.world.step(self.changed(kinds::QUEUE_REORDERED)).await;
        Receipt::Accepted
    }

    /// Starts the chosen message, or the first one. Where it is not taken it stays.
    pub(super) async fn start(
        &self,
        session: Option<Rc<Session>>,
        chosen: Option<MessageId>,
    ) -> Receipt {
        let Some(session) = session else {
            return invalid_request("resume the thread before starting a queued message");
        };
        let _turn = self.lock().await;
        let rows = self.look().await;
        let chosen = chosen.filter(|_| holds(rules::QUEUE_CHOSEN));
        match chosen.or_else(|| rows.first().cloned()) {
            None => invalid_request("queue is empty"),
            Some(id) if !rows.contains(&id) => not_found(&id),
            Some(id) => self.offer(&session, id, rules::QUEUE_CHOSEN).await,
        }
    }

    /// The session is idle: one message is offered to it, unless an interrupt paused the queue.
    /// Source: `ext/queue/src/service.rs:540-557`.
    pub(super) async fn on_idle(&self, session: &Rc<Session>, cause: IdleCause) {
        if cause == IdleCause::Interrupted && holds(rules::QUEUE_PAUSED) {
            return;
        }
        let _turn = self.lock().await;
        let mut rows = self.look().await;
        if !holds(rules::QUEUE_FIFO) {
            rows.reverse();
        }
        let offered = if holds(rules::QUEUE_ONE_PER_IDLE) { 1 } else { rows.len() };
        for next in rows.into_iter().take(offered) {
            self.offer(session, next, rules::QUEUE_ONE_PER_IDLE).await;
        }
    }

    /// Offers a message to the idle session and deletes it only after its turn has started: a crash in
    /// between runs it twice, but never loses it. Source: `ext/queue/src/service.rs:264-397`.
    async fn offer(&self, session: &Rc<Session>, message: MessageId, rule: RuleId) -> Receipt {
        let draft = Draft::new(Actor::Queue, kinds::QUEUE_OFFERS).about(message).rule(rule);
        self.world.step(draft).await;
        let copies = copies_of(&self.world, &message);
        if !holds(rules::DELETE_AFTER_STARTED) {
            self.consume(&message, copies).await;
        }
        let op = Op::TurnInput(Request::of(Mode::StartIfIdle, Some(message)));
        let id = self.next_submission(&message);
        let receipt = session.clone().submit(Actor::Queue, id, op).await;
        if matches!(receipt, Receipt::Started { .. }) {
            if holds(rules::DELETE_AFTER_STARTED) {
                self.consume(&message, copies).await;
            }
        } else {
            let draft = Draft::new(Actor::Queue, kinds::QUEUE_KEPT).about(message);
            self.world.step(draft.rule(rules::DELETE_AFTER_STARTED)).await;
        }
        receipt
    }

    /// Deletes a message's row; `before` is the number of its copies when it was offered.
    async fn consume(&self, message: &MessageId, before: usize) {
        if self.store.remove(&self.thread, message.as_str()).await != Ok(true) {
            return;
        }
        self.look().await;
        // The turn has it, unless it has recorded a copy already.
        let to =
            if copies_of(&self.world, message) > before { Place::DROPPED } else { Place::TURN };
        let draft = self.changed(kinds::QUEUE_CONSUMED).about(message).moving(message, to);
        self.world.step(draft.rule(rules::DELETE_AFTER_STARTED)).await;
    }

    fn next_submission(&self, message: &MessageId) -> InputId {
        self.dispatches.set(self.dispatches.get() + 1);
        if self.seen_before(message) {
            InputId::from(format!("turn-of-{message}-{}", self.dispatches.get()))
        } else {
            InputId::from(format!("turn-of-{message}"))
        }
    }

    /// Whether a submission of this message was made before.
    fn seen_before(&self, message: &MessageId) -> bool {
        let id = format!("turn-of-{message}");
        self.world.steps().iter().any(|step| step.about() == Some(id.as_str()))
    }

    fn changed(&self, kind: Kind) -> Draft {
        self.world.send_event(crate::world::Event {
            turn: None,
            name: "ThreadQueueChanged",
            about: None,
            note: None,
        });
        Draft::new(Actor::Queue, kind)
    }

    /// Reads the store; a store that fails shows what was seen last.
    async fn look(&self) -> Vec<MessageId> {
        if let Ok(rows) = self.store.page(&self.thread, 0, MAX_QUEUE_ITEMS).await {
            *self.seen.borrow_mut() = rows.iter().map(card_of).collect();
        }
        self.cards()
    }

    async fn lock(&self) -> futures::lock::MutexGuard<'_, ()> {
        self.world.ground.wait(Wait::owed("the queue"), self.dispatching.lock()).await
    }
}

/// Tells an idle session that there may be work, unless it was interrupted.
/// Source: `ext/queue/src/service.rs:463-474`.
pub(super) fn wake(session: Rc<Session>) {
    if session.thread.status.get() == Status::Interrupted && holds(rules::QUEUE_PAUSED) {
        return;
    }
    tell_that_it_is_idle(session);
}

/// Announces the session idle, beside whatever goes on. Where the last turn was interrupted, the queue
/// hears of it and does nothing.
pub(super) fn tell_that_it_is_idle(session: Rc<Session>) {
    let world = session.world.clone();
    world.spawn("thread queue", Lane::Service, async move {
        session.announce_idle(IdleCause::Completed).await;
    });
}

/// The row of a message that is queued now.
fn new_row(world: &World, message: &MessageId) -> NewRow {
    let payload = world.message(message).map(|message| payload::encode(&message));
    NewRow {
        id: message.to_string(),
        payload: payload.unwrap_or_default(),
        client_id: String::new(),
        at_ms: world.ground.now().0,
    }
}

/// The card of a row; a row that says nothing is shown by its own name.
fn card_of(row: &Row) -> MessageId {
    payload::decode(&row.payload).map_or_else(|| row.id.as_str().into(), |queued| queued.message)
}

fn refused(error: StoreError) -> Receipt {
    invalid_request(error.to_string())
}

fn not_found(id: &MessageId) -> Receipt {
    invalid_request(["queued submission not found: ", id.as_str()].concat())
}
