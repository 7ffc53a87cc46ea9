//! How a turn is wound up: what is left is recorded, its end is told, and the session is free again.

use super::idle::IdleCause;
use super::session::Session;
use super::tasks::TurnContext;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, MessageId, Place};
use std::rc::Rc;

impl Session {
    /// Winds a turn up. From the first step on it takes no steer, and somebody else may take its place.
    /// Source: `core/src/tasks/mod.rs:571-846`.
    pub(super) async fn finish(self: &Rc<Self>, turn: &TurnContext, last: Option<MessageId>) {
        if !self.take_task_out(turn) {
            return;
        }
        let leftovers = turn.state.take_pending();
        let recorded = holds(rules::LEFTOVERS_RECORDED);
        let to = if recorded { Place::TURN } else { Place::DROPPED };
        let draft =
            Draft::new(Actor::Turn, kinds::FINISHING).about(turn.id).moving_all(&leftovers, &to);
        self.world.step(draft).await;
        if recorded {
            // No request follows, whatever the hooks say.
            self.hooks_and_record(turn, leftovers, Some(rules::LEFTOVERS_RECORDED)).await;
        }
        let error = turn.state.error.take();
        self.event_about(Some(&turn.id), "TurnComplete", last.as_ref(), error.as_deref());
        self.world.step(Draft::new(Actor::Turn, kinds::COMPLETED).about(turn.id)).await;
        self.report_to_parent(&turn.id, last.as_ref(), false).await;
        let cleared = self.clear_if_same(turn);
        if cleared {
            // What was injected after the leftovers were taken dies with the turn.
            let draft = Draft::new(Actor::Session, kinds::CLEARED)
                .about(turn.id)
                .moving_all(&turn.state.take_pending(), &Place::DROPPED)
                .rule(rules::CLEAR_IF_SAME)
                .fact("another-turn-took-its-place", false);
            self.world.step(draft).await;
            let failed = error.map(|_| IdleCause::Failed);
            self.announce_idle(failed.unwrap_or(IdleCause::Completed)).await;
        }
        self.flush("turn-end").await;
        if cleared {
            self.start_turn_for_pending_work(None).await;
        }
    }

    /// The transcript is written out; other tasks may run meanwhile. It is so before and after a turn's
    /// end is told, so that neither the end nor what came before it can be lost.
    pub(super) async fn flush(&self, when: &'static str) {
        if !holds(rules::FLUSHED) {
            return;
        }
        self.world
            .step(Draft::new(Actor::Turn, kinds::FLUSHED).about(when).rule(rules::FLUSHED))
            .await;
    }

    /// Leaves the turn in the session without its task. False where it is there no longer.
    fn take_task_out(&self, turn: &TurnContext) -> bool {
        let mut active = self.active.borrow_mut();
        match &mut *active {
            Some(slot) if Rc::ptr_eq(&slot.state, &turn.state) => slot.task.take().is_some(),
            _ => false,
        }
    }

    fn clear_if_same(&self, turn: &TurnContext) -> bool {
        let mut active = self.active.borrow_mut();
        let same = active
            .as_ref()
            .is_some_and(|slot| slot.task.is_none() && Rc::ptr_eq(&slot.state, &turn.state));
        if same || !holds(rules::CLEAR_IF_SAME) {
            *active = None;
        }
        same
    }
}
