//! What an idle session is offered: one message at a time, deleted only after its turn has started.

use super::Queue;
use super::rows::card_of;
use crate::ground::Lane;
use crate::runtimes::codex::idle::IdleCause;
use crate::runtimes::codex::protocol::{Mode, Op, Request, failed};
use crate::runtimes::codex::session::Session;
use crate::runtimes::codex::store::Row;
use crate::runtimes::codex::thread::Status;
use crate::runtimes::codex::turn::copies_of;
use crate::runtimes::codex::{kinds, payload, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, MessageId, Place, Receipt, RuleId, World};
use std::rc::Rc;

impl Queue {
    /// The session is idle: one message is offered to it, unless an interrupt paused the queue.
    /// Source: `ext/queue/src/service.rs:540-557`.
    pub(in crate::runtimes::codex) async fn on_idle(
        &self,
        session: &Rc<Session>,
        cause: IdleCause,
    ) {
        if self.deaf.take() || cause == IdleCause::Interrupted && holds(rules::QUEUE_PAUSED) {
            return;
        }
        let _turn = self.lock().await;
        // What cannot be read is not offered; it is still there when it can.
        let Ok(mut rows) = self.look().await else { return };
        if !holds(rules::QUEUE_FIFO) {
            rows.reverse();
        }
        let mut offered = 0;
        for row in rows {
            if offered > 0 && holds(rules::QUEUE_ONE_PER_IDLE) {
                return;
            }
            if self.skip_unreadable(&row).await {
                continue;
            }
            offered += 1;
            self.offer(session, &row, rules::QUEUE_ONE_PER_IDLE).await;
        }
    }

    /// A row that nobody can read, or that no person wrote, would stop all rows behind it: it is given
    /// up, and the next one is looked at. Source: `ext/queue/src/service.rs:264-397`.
    async fn skip_unreadable(&self, row: &Row) -> bool {
        if payload::decode(&row.payload).is_some_and(|queued| queued.by_user) {
            return false;
        }
        if !holds(rules::QUEUE_SKIPS_UNREADABLE) {
            // Without the rule the row stays, and so does everything behind it.
            let draft = Draft::new(Actor::Queue, kinds::QUEUE_KEPT).about(card_of(row));
            self.world.step(draft).await;
            return false;
        }
        if self.store.remove(&row.thread, &row.id).await == Ok(true) {
            self.look_at_own_change().await;
            let draft = self
                .changed(kinds::QUEUE_SKIPPED)
                .moving(&card_of(row), Place::DROPPED)
                .rule(rules::QUEUE_SKIPS_UNREADABLE);
            self.world.step(draft).await;
        }
        true
    }

    /// Offers a message to the idle session and deletes it only after its turn has started: a crash in
    /// between runs it twice, but never loses it. Source: `ext/queue/src/service.rs:264-397`.
    pub(super) async fn offer(&self, session: &Rc<Session>, row: &Row, rule: RuleId) -> Receipt {
        let message = card_of(row);
        let draft = Draft::new(Actor::Queue, kinds::QUEUE_OFFERS)
            .about(message)
            .rule(rule)
            .fact("a-turn-occupies-the-session", session.active.borrow().is_some());
        self.world.step(draft).await;
        let copies = copies_of(&self.world, &message);
        if !holds(rules::DELETE_AFTER_STARTED) {
            self.consume(row, copies).await;
        }
        let receipt = match self.readable(row) {
            Ok(()) => self.submit(session, row, message).await,
            Err(refusal) => refusal,
        };
        if matches!(receipt, Receipt::Started { .. }) {
            if holds(rules::DELETE_AFTER_STARTED) {
                self.consume(row, copies).await;
            }
        } else {
            let draft = Draft::new(Actor::Queue, kinds::QUEUE_KEPT)
                .about(message)
                .fact("its-turn-has-started", false);
            self.world.step(draft.rule(rules::DELETE_AFTER_STARTED)).await;
        }
        receipt
    }

    /// Whether a row can be turned into an input now.
    fn readable(&self, row: &Row) -> Result<(), Receipt> {
        match payload::decode(&row.payload) {
            Some(queued) => self.files.borrow().complete(&queued),
            None => Err(failed("InvalidInput", "the queued message cannot be read")),
        }
    }

    async fn submit(&self, session: &Rc<Session>, row: &Row, message: MessageId) -> Receipt {
        if holds(rules::QUEUE_CLIENT_ID) {
            self.name_client(message, row.client_id.clone());
        }
        let op = Op::TurnInput(Request::of(Mode::StartIfIdle, Some(message)));
        let id = next_submission(&self.world, &message);
        session.clone().submit(Actor::Queue, id, op).await
    }

    /// Deletes a message's row; `before` is the number of its copies when it was offered.
    async fn consume(&self, row: &Row, before: usize) {
        if self.store.remove(&row.thread, &row.id).await != Ok(true) {
            return;
        }
        self.look_at_own_change().await;
        let message = card_of(row);
        // The turn has it, unless it has recorded a copy already.
        let to =
            if copies_of(&self.world, &message) > before { Place::DROPPED } else { Place::TURN };
        let draft = self
            .changed(kinds::QUEUE_CONSUMED)
            .about(message)
            .moving(&message, to)
            .fact("its-turn-has-started", true);
        self.world.step(draft.rule(rules::DELETE_AFTER_STARTED)).await;
    }
}

/// What the name of such a submission begins with; the message follows.
pub(in crate::runtimes::codex) const TURN_OF: &str = "turn-of-";

/// The name of the submission that a program makes of a message, not a person; each has its own.
pub(in crate::runtimes::codex) fn next_submission(world: &World, message: &MessageId) -> InputId {
    let first = [TURN_OF, message.as_str()].concat();
    let is_taken = |name: &str| world.steps().iter().any(|step| step.about() == Some(name));
    let mut name = first.clone();
    let mut count = 1_u32;
    while is_taken(&name) {
        count += 1;
        name = [&first, "-", &count.to_string()].concat();
    }
    InputId::from(name)
}

/// Tells an idle session that there may be work, unless it was interrupted.
/// Source: `ext/queue/src/service.rs:463-474`.
pub(in crate::runtimes::codex) fn wake(session: Rc<Session>) {
    if session.thread.status.get() == Status::Interrupted && holds(rules::QUEUE_PAUSED) {
        return;
    }
    tell_that_it_is_idle(session);
}

/// Announces the session idle, beside whatever goes on. Where the last turn was interrupted, the queue
/// hears of it and does nothing.
pub(in crate::runtimes::codex) fn tell_that_it_is_idle(session: Rc<Session>) {
    let world = session.world.clone();
    world.spawn("thread queue", Lane::Service, async move {
        session.announce_idle(IdleCause::Completed).await;
    });
}
