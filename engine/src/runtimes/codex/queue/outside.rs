//! Rows that lie outside of the run: waiting for their store, and hearing of what other processes have done
//! to them.

use super::rows::{card_of, refused};
use super::{Queue, THREAD};
use crate::ground::{Ground, Wait};
use crate::runtimes::codex::areas::A;
use crate::runtimes::codex::session::Session;
use crate::runtimes::codex::store::{Change, MAX_QUEUE_ITEMS, NewRow, QueueStore, Row, Stored};
use crate::runtimes::codex::{kinds, payload};
use crate::world::{Actor, Content, Draft, Message, MessageId, Origin, Place, Receipt};
use futures::FutureExt;
use std::rc::Rc;

/// A store outside of the run: whoever waits for it waits for something that the run cannot bring about.
pub(super) struct Outside {
    pub ground: Ground,
    pub store: Box<dyn QueueStore>,
}

impl Outside {
    fn wait<'a, T: 'a>(&'a self, answer: Stored<'a, T>) -> Stored<'a, T> {
        self.ground.wait(Wait::outside("the storage"), answer).boxed_local()
    }
}

impl QueueStore for Outside {
    fn page(&self, thread: &str, from: usize, limit: usize) -> Stored<'_, Vec<Row>> {
        self.wait(self.store.page(thread, from, limit))
    }

    fn insert(&self, thread: &str, new: NewRow) -> Stored<'_, Row> {
        self.wait(self.store.insert(thread, new))
    }

    fn update(
        &self,
        thread: &str,
        id: &str,
        payload: String,
        at_ms: u64,
    ) -> Stored<'_, Option<Row>> {
        self.wait(self.store.update(thread, id, payload, at_ms))
    }

    fn remove(&self, thread: &str, id: &str) -> Stored<'_, bool> {
        self.wait(self.store.remove(thread, id))
    }

    fn reorder(&self, thread: &str, ids: Vec<String>, at_ms: u64) -> Stored<'_, ()> {
        self.wait(self.store.reorder(thread, ids, at_ms))
    }

    fn remove_thread(&self, thread: &str) -> Stored<'_, usize> {
        self.wait(self.store.remove_thread(thread))
    }

    fn changes_since(&self, revision: u64) -> Stored<'_, Vec<Change>> {
        self.wait(self.store.changes_since(revision))
    }
}

impl Queue {
    /// This process is told that another one has changed the rows, and looks. What it sees of it is one step;
    /// a session that is loaded goes on as after any change that the watcher finds.
    pub(in crate::runtimes::codex) async fn hear_of_a_change(
        &self,
        session: Option<Rc<Session>>,
    ) -> Receipt {
        let _turn = self.lock().await;
        let rows = match self.store.page(THREAD, 0, MAX_QUEUE_ITEMS).await {
            Ok(rows) => rows,
            Err(error) => return refused(error),
        };
        let before = self.cards();
        let now: Vec<MessageId> = rows.iter().map(card_of).collect();
        let missing = |from: &[MessageId], in_those: &[MessageId]| -> Vec<MessageId> {
            from.iter().filter(|card| !in_those.contains(card)).copied().collect()
        };
        let (come, gone) = (missing(&now, &before), missing(&before, &now));
        rows.iter().for_each(|row| self.learn(row));
        let is_the_same = *self.seen.borrow() == rows;
        self.seen.replace(rows);
        if !is_the_same {
            let draft = Draft::new(Actor::Host, kinds::QUEUE_CHANGED_ELSEWHERE)
                .moving_all(&come, &A)
                .moving_all(&gone, &Place::DROPPED);
            self.world.step(draft).await;
        }
        if let Some(session) = session {
            self.watch(session);
        }
        Receipt::Accepted
    }

    /// A message that another process has queued is new to this run.
    fn learn(&self, row: &Row) {
        let message = card_of(row);
        if self.world.message(&message).is_some() {
            return;
        }
        let queued = payload::decode(&row.payload);
        let by_user = queued.as_ref().is_none_or(|queued| queued.by_user);
        self.world.compose(Message {
            id: message,
            origin: if by_user { Origin::User } else { Origin::Host },
            content: if by_user { Content::UserText } else { Content::HostItem },
            text: queued.map(|queued| queued.text).unwrap_or_default(),
        });
    }

    /// Learns of rows that this process meets before it was told of them: they lay there before.
    pub(super) fn meet(&self, rows: &[Row]) {
        for row in rows {
            if self.world.place_of(&card_of(row)) == Place::UNWRITTEN {
                self.learn(row);
                self.world.place_initially(&card_of(row), A);
            }
        }
    }
}
