//! Area A, the durable thread queue as a service: messages for turns of their own, one a turn, kept on
//! disk until their turn has started.
//!
//! Here is what can be asked of it. `input` says what may be queued, `rows` how it is kept, `dispatch` what
//! an idle session is offered, `watcher` how the work of other processes is noticed, `neighbour` that
//! another thread's rows are nobody's burden; `outside` is for rows that outlive the run, `surroundings` for
//! scenarios.

mod client_id;
mod dispatch;
mod input;
mod neighbour;
mod outside;
mod rows;
mod surroundings;
mod watcher;

pub(super) use dispatch::TURN_OF;
pub(super) use dispatch::{next_submission, tell_that_it_is_idle, wake};
pub use input::MAX_USER_INPUT_TEXT_CHARS;
pub(super) use input::{Parts, too_large};

use super::areas::A;
use super::protocol::{invalid_request, unsent};
use super::session::Session;
use super::store::{MAX_QUEUE_ITEMS, MemoryStore, QueueStore, Row};
use super::{kinds, rules};
use crate::ground::SortedMap;
use crate::runtimes::holds;
use crate::world::{Initial, MessageId, Operation, Place, Receipt, World};
use futures::FutureExt;
use futures::lock::Mutex;
use input::{Files, page_of};
use outside::Outside;
use rows::{card_of, in_a_list, nothing, refused, thread_of};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The one thread of a run, as its store names it.
const THREAD: &str = "thread";

/// The queue's service. All operations on a thread's queue exclude each other.
pub(super) struct Queue {
    world: Rc<World>,
    store: Box<dyn QueueStore>,
    /// The same storage, to make it fail, where it is the run's own.
    storage: MemoryStore,
    dispatching: Mutex<()>,
    /// The store's rows as last seen: what a page draws without asking the store.
    seen: RefCell<Vec<Row>>,
    /// The store's revision as last seen by the watcher, or made by this process.
    revision: Cell<u64>,
    watching: Cell<bool>,
    other: neighbour::Neighbour,
    /// Announcements of an idle session that will not be heard.
    deaf: Cell<bool>,
    files: RefCell<Files>,
    /// Client ids made so far.
    named: Cell<u32>,
    /// The client ids of messages that were sent with one.
    clients: RefCell<SortedMap<MessageId, String>>,
}

impl Queue {
    pub(super) fn new(world: &Rc<World>, initial: &Initial) -> Queue {
        let storage = MemoryStore::default();
        let queue = Queue::empty(world, Box::new(storage.clone()), storage);
        let held = initial.areas.iter().filter(|(area, _)| area == A.as_str());
        for message in held.flat_map(|(_, messages)| messages) {
            // A store in memory answers at once; what it has no room for is not queued.
            let row = queue.new_row(message, &Parts::default(), None);
            if let Some(Ok(row)) = queue.store.insert(THREAD, row).now_or_never() {
                queue.seen.borrow_mut().push(row);
                queue.revision.set(queue.revision.get() + 1);
            }
        }
        queue
    }

    /// A queue whose rows lie outside of the run. It has not seen them yet.
    pub(super) fn on_store(world: &Rc<World>, store: Box<dyn QueueStore>) -> Queue {
        let store = Outside { ground: world.ground.clone(), store };
        Queue::empty(world, Box::new(store), MemoryStore::default())
    }

    fn empty(world: &Rc<World>, store: Box<dyn QueueStore>, storage: MemoryStore) -> Queue {
        Queue {
            world: world.clone(),
            store,
            storage,
            dispatching: Mutex::new(()),
            seen: RefCell::default(),
            revision: Cell::default(),
            watching: Cell::default(),
            other: Default::default(),
            deaf: Cell::default(),
            files: RefCell::default(),
            named: Cell::default(),
            clients: RefCell::default(),
        }
    }

    /// What the queue holds.
    pub(super) fn cards(&self) -> Vec<MessageId> {
        self.seen.borrow().iter().map(card_of).collect()
    }

    /// The name that a message's client gave it, where it was sent with one.
    pub(super) fn client_of(&self, message: &MessageId) -> Option<String> {
        self.clients.borrow().get(message).cloned()
    }

    /// The messages to which a client gave this name.
    pub(super) fn named_by_client(&self, client: &str) -> Vec<MessageId> {
        let clients = self.clients.borrow();
        let named = clients.iter().filter(|(_, known)| known == client);
        named.map(|(message, _)| *message).collect()
    }

    /// Notes the name that a message's client gives it.
    pub(super) fn name_client(&self, message: MessageId, client: String) {
        self.clients.borrow_mut().insert(message, client);
    }

    // --- What can be asked ------------------------------------------------------------------------

    /// Adds a message at the end; afterwards an idle session is told. Of all that can be asked this alone
    /// wakes it. Source: `ext/queue/src/service.rs:264-397`.
    pub(super) async fn add(
        &self,
        session: Option<Rc<Session>>,
        message: Option<MessageId>,
        parts: Parts,
    ) -> Receipt {
        {
            let (message, along) = match self.admit(message, &parts) {
                Ok(admitted) => admitted,
                Err(refusal) => return refusal,
            };
            let _turn = self.lock().await;
            // Under the lock: whoever waited for it may have sent the message elsewhere meanwhile.
            if let Err(receipt) = unsent(&self.world, &message) {
                return receipt;
            }
            let row = self.new_row(&message, &parts, along.as_ref());
            if let Err(error) = self.store.insert(THREAD, row).await {
                return refused(error);
            }
            self.look_at_own_change().await;
            let draft = self.changed(kinds::QUEUE_ADDED).moving(&message, A);
            self.world.step(draft).await;
        }
        if let Some(session) = session.filter(|_| holds(rules::QUEUE_ADD_WAKES)) {
            wake(session);
        }
        Receipt::Accepted
    }

    /// Gives an item another message. The item keeps its id, its place and the client id that it came
    /// with. Source: `ext/queue/src/service.rs:264-397`.
    pub(super) async fn update(
        &self,
        operation: &Operation,
        item: &str,
        message: Option<MessageId>,
    ) -> Receipt {
        let parts = Parts::of(operation);
        let (message, along) = match self.admit(message, &parts) {
            Ok(admitted) => admitted,
            Err(refusal) => return refusal,
        };
        let _turn = self.lock().await;
        if let Err(receipt) = unsent(&self.world, &message) {
            return receipt;
        }
        let thread = thread_of(operation);
        let new = self.new_row(&message, &parts, along.as_ref());
        let Some(old) = self.find(item) else { return nothing("none") };
        let (now, id) = (new.at_ms, old.id.as_str());
        let updated = if holds(rules::QUEUE_UPDATE) {
            self.store.update(thread, id, new.payload, now).await.map(|row| row.is_some())
        } else {
            // Without the rule: out, and in again behind all others.
            match self.store.remove(thread, id).await {
                Ok(true) => self.store.insert(thread, new).await.map(|_| true),
                other => other,
            }
        };
        match updated {
            Err(error) => refused(error),
            Ok(false) => nothing("none"),
            Ok(true) => {
                self.look_at_own_change().await;
                let draft = self
                    .changed(kinds::QUEUE_UPDATED)
                    .moving(&card_of(&old), Place::DROPPED)
                    .moving(&message, A)
                    .rule(rules::QUEUE_UPDATE);
                self.world.step(draft).await;
                Receipt::Accepted
            }
        }
    }

    /// Withdraws an item.
    pub(super) async fn delete(&self, operation: &Operation, item: &str) -> Receipt {
        let _turn = self.lock().await;
        let Some(row) = self.find(item) else { return nothing("false") };
        match self.store.remove(thread_of(operation), &row.id).await {
            Err(error) => refused(error),
            Ok(false) => nothing("false"),
            Ok(true) => {
                self.look_at_own_change().await;
                let draft = self.changed(kinds::QUEUE_DELETED);
                self.world.step(draft.moving(&card_of(&row), Place::DROPPED)).await;
                Receipt::Accepted
            }
        }
    }

    /// The thread is deleted, and its queue with it. Source: `state/src/runtime/queued_items.rs:1-215`.
    pub(super) async fn delete_thread(&self, session: Option<Rc<Session>>) -> Receipt {
        if session.is_some() {
            return invalid_request("the thread is loaded: it cannot be deleted");
        }
        let _turn = self.lock().await;
        let rows = self.seen.borrow().clone();
        if holds(rules::QUEUE_GOES_WITH_THREAD)
            && let Err(error) = self.store.remove_thread(THREAD).await
        {
            return refused(error);
        }
        self.look_at_own_change().await;
        let gone = rows.iter().filter(|row| self.find(&row.id).is_none()).map(card_of);
        let gone: Vec<MessageId> = gone.collect();
        let draft = self.changed(kinds::QUEUE_DELETED).moving_all(&gone, &Place::DROPPED);
        self.world.step(draft.rule(rules::QUEUE_GOES_WITH_THREAD)).await;
        Receipt::Accepted
    }

    /// Puts the queue into another order.
    pub(super) async fn reorder(&self, operation: &Operation) -> Receipt {
        let _turn = self.lock().await;
        let order = operation.arg("order").unwrap_or_default();
        let order = order.split(',').map(str::trim).filter(|item| !item.is_empty());
        let named = |item: &str| self.find(item).map_or_else(|| item.to_owned(), |row| row.id);
        let order = order.map(named).collect();
        let now = self.world.ground.now().0;
        if let Err(error) = self.store.reorder(thread_of(operation), order, now).await {
            return refused(error);
        }
        self.look_at_own_change().await;
        self.world.step(self.changed(kinds::QUEUE_REORDERED)).await;
        Receipt::Accepted
    }

    /// A part of the list, and where the next part begins.
    /// Source: `app-server/src/request_processors/thread_queue_processor.rs:60-280`.
    pub(super) async fn list(&self, operation: &Operation) -> Receipt {
        let (from, limit) = match page_of(operation, MAX_QUEUE_ITEMS) {
            Ok(page) => page,
            Err(refusal) => return refusal,
        };
        // One row more than is asked for tells whether there is a next page.
        match self.store.page(thread_of(operation), from, limit.saturating_add(1)).await {
            Err(error) => refused(error),
            Ok(rows) => {
                let shown: Vec<String> = rows.iter().take(limit).map(in_a_list).collect();
                let next = rows.get(limit).map(|_| from.saturating_add(limit).to_string());
                let next = next.as_deref().unwrap_or("null");
                let value = ["[", &shown.join(" | "), "] nextCursor: ", next].concat();
                Receipt::Report { value }
            }
        }
    }

    /// Starts the chosen item, or the first one. Where it is not taken it stays.
    pub(super) async fn start(
        &self,
        session: Option<Rc<Session>>,
        chosen: Option<MessageId>,
    ) -> Receipt {
        let Some(session) = session else {
            return invalid_request("resume the thread before starting a queued message");
        };
        let _turn = self.lock().await;
        let rows = match self.look().await {
            Ok(rows) => rows,
            Err(error) => return refused(error),
        };
        let chosen = chosen.filter(|_| holds(rules::QUEUE_CHOSEN));
        let row = match &chosen {
            Some(item) => self.find(item.as_str()),
            None => rows.into_iter().next(),
        };
        match (row, chosen) {
            (Some(row), _) => self.offer(&session, &row, rules::QUEUE_CHOSEN).await,
            (None, None) => invalid_request("queue is empty"),
            (None, Some(item)) => {
                invalid_request(["queued submission not found: ", item.as_str()].concat())
            }
        }
    }
}
