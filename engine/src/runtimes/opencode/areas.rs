//! Where messages wait: in the session's store, in the direct run's array, in the app's list.
//!
//! The store is the one place that outlives the process. A message that is saved stands in the history from
//! that moment on, behind the answer that is being written; it lies in [`SAVED`] until a pass of the loop has
//! loaded it, for no request can hold it before.

use super::rules;
use crate::ground::{Millis, SortedMap};
use crate::runtimes::holds;
use crate::world::{MessageId, Place};
use std::cell::{Cell, RefCell};

/// Saved in the session, and loaded by no pass yet.
pub(super) const SAVED: Place = Place::named("saved");
/// The array of the direct run: it lies in the memory of that process.
pub(super) const RUN_QUEUE: Place = Place::named("run-queue");
/// The app's list, in the storage of the browser.
pub(super) const FOLLOWUPS: Place = Place::named("followups");

/// What orders messages: the moment of saving, then the id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Stamp {
    created: Millis,
    /// The rank of its id: ids grow in the order in which they are made, which may be long before saving.
    pub id: u64,
}

/// A person's message in the store.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub message: MessageId,
    pub stamp: Stamp,
}

/// What an answer says of its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Finish {
    /// The model is done.
    Stop,
    /// It wants another request.
    ToolCalls,
}

/// The assistant message of a step.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    /// The newest user message when the step began.
    pub parent: MessageId,
    /// The rank of its id.
    pub id: u64,
    /// How it ended; nothing for one that was broken off.
    pub finish: Option<Finish>,
    /// Whether it holds tool calls whose results the model has not been told.
    pub calls: bool,
    /// The last item of it.
    pub last: Option<MessageId>,
    /// The error that it bears, by name.
    pub error: Option<String>,
}

/// The session as it is kept on disk.
#[derive(Default)]
pub(super) struct Store {
    /// What lies in [`SAVED`], in order.
    pub saved: RefCell<Vec<Entry>>,
    /// People's messages that some pass has loaded.
    pub loaded: RefCell<Vec<Entry>>,
    /// The last assistant message.
    pub answer: RefCell<Option<Answer>>,
    /// Ids that were made before their message was saved.
    made: RefCell<SortedMap<MessageId, u64>>,
    ids: Cell<u64>,
}

impl Store {
    /// A new id: greater than all before.
    pub(super) fn next_id(&self) -> u64 {
        self.ids.set(self.ids.get() + 1);
        self.ids.get()
    }

    /// Gives a message its id ahead of time.
    pub(super) fn make_id(&self, message: MessageId) {
        let id = self.next_id();
        self.made.borrow_mut().insert(message, id);
    }

    /// Enters a message. Who brings an id keeps it.
    pub(super) fn enter(&self, message: MessageId, now: Millis) -> Entry {
        let made = self.made.borrow().get(&message).copied().filter(|_| holds(rules::CALLER_ID));
        let stamp = Stamp { created: now, id: made.unwrap_or_else(|| self.next_id()) };
        Entry { message, stamp }
    }

    /// Puts a message behind all that were created before it.
    pub(super) fn save(&self, entry: Entry) {
        let mut saved = self.saved.borrow_mut();
        let at = match holds(rules::CREATION_ORDER) {
            true => saved.partition_point(|other| other.stamp < entry.stamp),
            false => 0,
        };
        saved.insert(at, entry);
    }

    /// A new session: nothing of the old one is loaded any more. What lies saved there stays there.
    pub(super) fn begin_anew(&self) {
        self.saved.borrow_mut().clear();
        self.loaded.borrow_mut().clear();
        self.answer.borrow_mut().take();
    }

    /// Takes what the next pass loads.
    pub(super) fn take(&self, first_pass: bool) -> Vec<MessageId> {
        let mut saved = self.saved.borrow_mut();
        let count = match saved.len() {
            _ if !first_pass && !holds(rules::RELOADS) => 0,
            all if holds(rules::ALL_AT_ONCE) => all,
            some => some.min(1),
        };
        let taken: Vec<Entry> = saved.drain(..count).collect();
        self.loaded.borrow_mut().extend(&taken);
        taken.iter().map(|entry| entry.message).collect()
    }

    /// The newest message that was loaded: the one created last, and of two created at once the one with
    /// the greater id. Source: `packages/opencode/src/session/message-v2.ts:582-604`.
    pub(super) fn newest(&self) -> Option<Entry> {
        let loaded = self.loaded.borrow();
        if holds(rules::NEWEST_BY_CREATION) {
            loaded.iter().max_by_key(|entry| entry.stamp).copied()
        } else {
            loaded.iter().max_by_key(|entry| entry.stamp.id).copied()
        }
    }

    /// Whether the last answer is an answer to the newest message of all, loaded or not.
    pub(super) fn newest_is_answered(&self) -> Option<bool> {
        let newest = self.newest()?;
        let answer = self.answer.borrow();
        let done = answer
            .as_ref()
            .is_some_and(|answer| answer.finish.is_some() && answer.parent == newest.message);
        Some(done && self.saved.borrow().is_empty())
    }
}
