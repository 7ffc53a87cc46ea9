//! The inbox: one durable table of what was admitted and is not visible to the model yet.
//!
//! Each row waits to steer the running work or to be taken when it would be idle. The two deliveries are shown as
//! two places, so that a change of delivery is a move.

use super::rules;
use super::session::Generation;
use crate::runtimes::holds;
use crate::world::{MessageId, Place};
use std::cell::{Cell, RefCell};

/// Rows that steer: all of them go before the next request.
pub(super) const STEER: Place = Place::named("inbox-steer");
/// Rows that are queued: one goes when there is nothing left to do.
pub(super) const QUEUE: Place = Place::named("inbox-queue");

/// When a row is delivered. Source: `packages/schema/src/session-delivery.ts:5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delivery {
    Steer,
    Queue,
}

impl Delivery {
    /// The place of such rows.
    pub(super) fn place(self) -> Place {
        match self {
            Delivery::Steer => STEER,
            Delivery::Queue => QUEUE,
        }
    }

    /// By its name.
    pub(super) fn named(name: &str) -> Delivery {
        if name == "queue" { Delivery::Queue } else { Delivery::Steer }
    }
}

/// What a row is. The last two are controls: they do something instead of being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    User,
    Synthetic,
    Compaction,
    Move,
}

impl Sort {
    /// Whether it does something instead of being read.
    pub(super) fn is_control(self) -> bool {
        matches!(self, Sort::Compaction | Sort::Move)
    }
}

/// A row of the inbox.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub message: MessageId,
    pub sort: Sort,
    pub delivery: Delivery,
    /// The number of the event with which it was admitted.
    pub seq: u64,
    /// What goes in immediately before it.
    pub context: Vec<MessageId>,
    /// Whether it has been delivered; a row of the third generation is then deleted.
    pub promoted: bool,
}

impl Row {
    /// Everything that is delivered with it, in order.
    pub(super) fn cards(&self) -> Vec<MessageId> {
        let mut cards = self.context.clone();
        let at = if holds(rules::CONTEXT_BEFORE) { cards.len() } else { 0 };
        cards.insert(at, self.message);
        cards
    }
}

/// The session as it is kept on disk.
#[derive(Default)]
pub(super) struct Inbox {
    rows: RefCell<Vec<Row>>,
    seq: Cell<u64>,
    /// The turn that has said it is at work and has not said that it is over.
    pub claim: Cell<bool>,
    /// How often a claimed turn was taken up again.
    pub attempts: Cell<u64>,
}

impl Inbox {
    /// The number of the last event.
    pub(super) fn seq(&self) -> u64 {
        self.seq.get()
    }

    /// Admits a row at the end of the table.
    pub(super) fn admit(
        &self,
        message: MessageId,
        sort: Sort,
        delivery: Delivery,
        context: Vec<MessageId>,
    ) {
        self.seq.set(self.seq.get() + 1);
        let seq = self.seq.get();
        let row = Row { message, sort, delivery, seq, context, promoted: false };
        self.rows.borrow_mut().push(row);
    }

    /// The row of a message, delivered or not.
    pub(super) fn row(&self, message: &MessageId) -> Option<Row> {
        self.rows.borrow().iter().find(|row| row.message == *message).cloned()
    }

    /// The rows that wait for a delivery, in the order of admission.
    pub(super) fn pending(&self, delivery: Delivery) -> Vec<Row> {
        let rows = self.rows.borrow();
        let mut found: Vec<Row> =
            rows.iter().filter(|row| !row.promoted && row.delivery == delivery).cloned().collect();
        if !holds(rules::FIFO) {
            found.reverse();
        }
        found
    }

    /// The control that waits already, if one of this sort does.
    pub(super) fn pending_control(&self, sort: Sort) -> Option<MessageId> {
        let rows = self.rows.borrow();
        rows.iter().find(|row| !row.promoted && row.sort == sort).map(|row| row.message)
    }

    /// A row is delivered: it is deleted, or keeps the number of the event.
    pub(super) fn deliver(&self, message: &MessageId, generation: Generation) {
        self.seq.set(self.seq.get() + 1);
        if generation == Generation::Third && holds(rules::ROW_DELETED) {
            return self.delete(message);
        }
        if let Some(row) = self.rows.borrow_mut().iter_mut().find(|row| row.message == *message) {
            row.promoted = true;
        }
    }

    /// Deletes a row.
    pub(super) fn delete(&self, message: &MessageId) {
        self.rows.borrow_mut().retain(|row| row.message != *message);
    }

    /// Gives a row the other delivery. It keeps its place among the others.
    pub(super) fn change(&self, message: &MessageId, delivery: Delivery) {
        if let Some(row) = self.rows.borrow_mut().iter_mut().find(|row| row.message == *message) {
            row.delivery = delivery;
        }
    }

    /// The names of all rows, in order.
    pub(super) fn list(&self) -> String {
        let rows = self.rows.borrow();
        let names: Vec<&str> = rows.iter().map(|row| row.message.as_str()).collect();
        names.join(", ")
    }

    /// Everything that waits for a delivery, context included.
    pub(super) fn cards(&self, delivery: Delivery) -> Vec<MessageId> {
        let rows = self.rows.borrow();
        let waiting = rows.iter().filter(|row| !row.promoted && row.delivery == delivery);
        waiting.flat_map(Row::cards).collect()
    }
}
