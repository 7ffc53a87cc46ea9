//! How the work of other processes on the same rows is noticed: by looking every ten seconds, and by
//! offering again what nobody took.
//!
//! The clock of a run stops when nothing is left to do, so the watcher looks at the ten-second moments at
//! which there is something it has not seen, and sleeps through the others.

use super::neighbour::OTHER;
use super::rows::refused;
use super::{Parts, Queue, THREAD, wake};
use crate::ground::{Lane, Millis, Wait};
use crate::runtimes::codex::areas::A;
use crate::runtimes::codex::protocol::unsent;
use crate::runtimes::codex::session::Session;
use crate::runtimes::codex::thread::Status;
use crate::runtimes::codex::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, MessageId, Operation, Receipt};
use std::rc::Rc;

/// Virtual ms between two looks. Source: `ext/queue/src/service.rs:91-244`.
const TICK_MS: u64 = 10_000;

/// Whose rows other processes have changed.
#[derive(Clone, Copy, Default)]
struct Noticed {
    own: bool,
    other: bool,
}

impl Queue {
    /// Another process adds a row. It has this thread not loaded, so it wakes nobody, and nobody here
    /// hears of it.
    pub(in crate::runtimes::codex) async fn add_from_elsewhere(
        &self,
        session: Option<Rc<Session>>,
        operation: &Operation,
        message: MessageId,
    ) -> Receipt {
        if let Err(receipt) = unsent(&self.world, &message) {
            return receipt;
        }
        let mut row = self.new_row(&message, &Parts::of(operation), None);
        if operation.arg("payload") == Some("garbled") {
            row.payload = "\u{fffd}".to_owned();
        }
        if let Err(error) = self.store.insert(THREAD, row).await {
            return refused(error);
        }
        self.look().await.ok();
        let draft = Draft::new(Actor::Host, kinds::QUEUE_WRITTEN_ELSEWHERE).moving(&message, A);
        self.world.step(draft).await;
        if let Some(session) = session {
            self.watch(session);
        }
        Receipt::Accepted
    }

    /// A thread that is loaded is looked at anew, whatever was seen of it before.
    pub(in crate::runtimes::codex) fn watch_from_the_start(&self, session: &Rc<Session>) {
        self.watching.set(false);
        self.revision.set(0);
        if !self.cards().is_empty() {
            self.watch(session.clone());
        }
    }

    /// Looks at the next tick. A look that fails is made again when the storage works again.
    pub(super) fn watch(&self, session: Rc<Session>) {
        if self.watching.replace(true) || !holds(rules::QUEUE_WATCHER) {
            return;
        }
        let world = self.world.clone();
        world.spawn("queue watcher", Lane::Service, async move {
            let queue = &session.thread.queue;
            queue.until_the_next_tick().await;
            queue.watching.set(false);
            let noticed = queue.notice().await;
            if noticed.other {
                queue.see_to_the_other(&session).await;
            }
            if noticed.own {
                queue.offer_until_taken(&session).await;
            }
        });
    }

    /// Each thread has a task of its own: one that takes nothing keeps no other waiting.
    async fn see_to_the_other(&self, session: &Rc<Session>) {
        if !holds(rules::QUEUE_THREADS_APART) {
            return self.offer_to_the_other().await;
        }
        let session = session.clone();
        self.world.spawn("queue of the other thread", Lane::Service, async move {
            session.thread.queue.offer_to_the_other().await;
        });
    }

    pub(super) async fn until_the_next_tick(&self) {
        let past = self.world.ground.now().0 % TICK_MS;
        let sleep = self.world.ground.sleep(Millis(TICK_MS - past));
        self.world.ground.wait(Wait::owed("the watcher's next look"), sleep).await;
    }

    /// Whose rows have changed since the last look. The revision is kept only after they could be read, so
    /// that nothing is missed when they could not.
    async fn notice(&self) -> Noticed {
        let changes = self.store.changes_since(self.revision.get()).await;
        let Ok(changes) = changes else {
            if !holds(rules::QUEUE_REVISION) {
                self.revision.set(u64::MAX);
            }
            return Noticed::default();
        };
        let of = |thread: &str| changes.iter().any(|change| change.thread == thread);
        let noticed = Noticed { own: of(THREAD), other: of(OTHER) };
        let Some(last) = changes.last().filter(|_| noticed.own || noticed.other) else {
            return noticed;
        };
        if self.look().await.is_err() {
            return Noticed::default();
        }
        self.revision.set(last.revision);
        for _ in [noticed.own, noticed.other].into_iter().filter(|changed| *changed) {
            let draft = self.changed(kinds::QUEUE_NOTICED).rule(rules::QUEUE_WATCHER);
            self.world.step(draft).await;
        }
        noticed
    }

    /// Wakes the session at every tick, until nothing is left or somebody else is at work on it; also
    /// until a whole tick has passed in which nothing happened, since then nothing will.
    async fn offer_until_taken(&self, session: &Rc<Session>) {
        while !self.cards().is_empty() && may_be_woken(session.thread.status.get()) {
            let before = self.world.steps().len();
            wake(session.clone());
            self.until_the_next_tick().await;
            let nothing_happened = self.world.steps().len() == before;
            if nothing_happened || !holds(rules::QUEUE_RETRIES) {
                return;
            }
        }
    }
}

fn may_be_woken(status: Status) -> bool {
    !matches!(status, Status::Running | Status::Interrupted | Status::NotFound)
}
