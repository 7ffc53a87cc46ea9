//! The rows behind the queue's items: how one is made, found, shown and read again.

use super::input::may_be_queued;
use super::{Parts, Queue, THREAD, client_id};
use crate::ground::Wait;
use crate::runtimes::codex::protocol::{failed, invalid_request};
use crate::runtimes::codex::store::{MAX_QUEUE_ITEMS, NewRow, Row, StoreError};
use crate::runtimes::codex::{payload, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, Event, Kind, MessageId, Operation, Receipt};
use futures::lock::MutexGuard;

impl Queue {
    /// Whether an input may be queued, with what goes along.
    pub(super) fn admit(
        &self,
        message: Option<MessageId>,
        parts: &Parts,
    ) -> Result<(MessageId, Option<payload::Attachment>), Receipt> {
        let known = message.and_then(|message| self.world.message(&message));
        may_be_queued(known.as_ref(), parts)?;
        let along = self.files.borrow().snapshot(parts)?;
        match message {
            Some(message) => Ok((message, along)),
            None => Err(failed("InvalidInput", "a queued message is not empty")),
        }
    }

    /// The row of a message that is queued now.
    pub(super) fn new_row(
        &self,
        message: &MessageId,
        parts: &Parts,
        along: Option<&payload::Attachment>,
    ) -> NewRow {
        let now = self.world.ground.now();
        let payload = self.world.message(message).map(|message| payload::encode(&message, along));
        let client_id = parts.client.clone().unwrap_or_else(|| {
            self.named.set(self.named.get() + 1);
            client_id::made(now, self.named.get())
        });
        NewRow {
            id: message.to_string(),
            payload: payload.unwrap_or_default(),
            client_id,
            at_ms: now.0,
        }
    }

    /// The row of this id, or the one whose message is called so.
    pub(super) fn find(&self, item: &str) -> Option<Row> {
        let seen = self.seen.borrow();
        let own = seen.iter().find(|row| row.id == item);
        own.or_else(|| seen.iter().find(|row| card_of(row).as_str() == item)).cloned()
    }

    /// A change is told by an event that names the thread only, and has an id of its own.
    pub(super) fn changed(&self, kind: Kind) -> Draft {
        let name = "ThreadQueueChanged";
        let earlier = self.world.events().iter().filter(|event| event.name == name).count();
        let id = ["change-", &(earlier + 1).to_string()].concat();
        let note = Some(id).filter(|_| holds(rules::QUEUE_CHANGE_IDS));
        self.world.send_event(Event { turn: None, name, about: None, note });
        Draft::new(Actor::Queue, kind)
    }

    /// Reads the store. Where that fails, what was seen last is still shown.
    pub(super) async fn look(&self) -> Result<Vec<Row>, StoreError> {
        let rows = self.store.page(THREAD, 0, MAX_QUEUE_ITEMS).await?;
        self.meet(&rows);
        self.seen.borrow_mut().clone_from(&rows);
        Ok(rows)
    }

    /// The same after this process has changed one thing: the watcher need not tell it that.
    pub(super) async fn look_at_own_change(&self) {
        // The change itself was answered; a look that fails now shows the old rows until the next.
        self.look().await.ok();
        let before = self.revision.get();
        if let Ok(changes) = self.store.changes_since(before).await
            && changes.last().is_some_and(|change| change.revision == before + 1)
        {
            self.revision.set(before + 1);
        }
    }

    pub(super) async fn lock(&self) -> MutexGuard<'_, ()> {
        self.world.ground.wait(Wait::owed("the queue"), self.dispatching.lock()).await
    }
}

pub(super) fn thread_of(operation: &Operation) -> &str {
    operation.arg("thread").unwrap_or(THREAD)
}

/// The card of a row; a row that says nothing is shown by its own name.
pub(super) fn card_of(row: &Row) -> MessageId {
    payload::decode(&row.payload).map_or_else(|| row.id.as_str().into(), |queued| queued.message)
}

pub(super) fn in_a_list(row: &Row) -> String {
    let text = payload::decode(&row.payload).map(|queued| queued.text).unwrap_or_default();
    [&row.id, " (", &row.client_id, "): ", &text].concat()
}

pub(super) fn nothing(word: &str) -> Receipt {
    Receipt::Report { value: word.to_owned() }
}

pub(super) fn refused(error: StoreError) -> Receipt {
    invalid_request(error.to_string())
}
