//! Another thread that this process has loaded. Its rows lie in the same store, and the same watcher looks
//! after them; its turns are no part of the run. It shows one thing only: that threads do not wait for each
//! other.

use super::{Parts, Queue};
use crate::runtimes::codex::session::Session;
use crate::runtimes::codex::store::{MAX_QUEUE_ITEMS, NewRow};
use crate::runtimes::codex::{kinds, rules};
use crate::world::{Actor, Draft, Operation, Receipt};
use std::cell::Cell;
use std::rc::Rc;

/// The other thread, as the store names it.
pub(super) const OTHER: &str = "other-thread";

/// What the process knows of it.
#[derive(Default)]
pub(super) struct Neighbour {
    /// Whether its idle notices go unheard.
    deaf: Cell<bool>,
    /// Whether somebody offers its rows: there is one task a thread, not two.
    at_work: Cell<bool>,
    /// Rows made so far.
    rows: Cell<u32>,
}

impl Queue {
    /// Another process adds a row to the other thread.
    pub(in crate::runtimes::codex) async fn add_to_the_other(
        &self,
        session: Option<Rc<Session>>,
        operation: &Operation,
    ) -> Receipt {
        let number = self.other.rows.get() + 1;
        self.other.rows.set(number);
        let parts = Parts::of(operation);
        let row = NewRow {
            id: [OTHER, "-", &number.to_string()].concat(),
            payload: String::new(),
            client_id: parts.client.unwrap_or_default(),
            at_ms: self.world.ground.now().0,
        };
        if let Err(error) = self.store.insert(OTHER, row).await {
            return super::rows::refused(error);
        }
        self.world.step(Draft::new(Actor::Host, kinds::OTHER_THREAD_WRITTEN)).await;
        if let Some(session) = session {
            self.watch(session);
        }
        Receipt::Accepted
    }

    /// From now on the other thread hears that it is idle, or does not.
    pub(in crate::runtimes::codex) fn set_hearing_of_the_other(
        &self,
        session: Option<Rc<Session>>,
        hears: bool,
    ) -> Receipt {
        self.other.deaf.set(!hears);
        if let Some(session) = session.filter(|_| hears) {
            self.watch(session);
        }
        Receipt::Accepted
    }

    /// Offers the other thread its rows, one a tick, until none is left, or until a whole tick has passed in
    /// which nothing happened at all.
    pub(super) async fn offer_to_the_other(&self) {
        if self.other.at_work.replace(true) {
            return;
        }
        loop {
            let before = self.world.steps().len();
            let rows = self.store.page(OTHER, 0, MAX_QUEUE_ITEMS).await.unwrap_or_default();
            let Some(row) = rows.first() else { break };
            if !self.other.deaf.get() && self.store.remove(OTHER, &row.id).await == Ok(true) {
                self.look_at_own_change().await;
                let draft = self.changed(kinds::OTHER_THREAD_STARTS).about(row.id.as_str());
                self.world.step(draft.rule(rules::QUEUE_THREADS_APART)).await;
            }
            self.until_the_next_tick().await;
            if self.world.steps().len() == before {
                break;
            }
        }
        self.other.at_work.set(false);
    }
}
