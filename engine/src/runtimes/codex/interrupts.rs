//! Interrupts with a condition: one that may not disturb input which waits, and the automatic reviewer's.

use super::areas::ActiveTurn;
use super::idle::IdleCause;
use super::protocol::{AbortReason, invalid_request};
use super::session::Session;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, Receipt, TurnId};
use futures::channel::oneshot;
use std::rc::Rc;

/// Refusals of the automatic reviewer after which the turn is interrupted.
const MAX_DENIALS: u32 = 3;

impl Session {
    /// Interrupts the turn if it is this one, nothing waits for it, and somebody still wants to know. All of it
    /// is looked at in one moment, and the answer goes out before the turn is stopped.
    /// Source: `core/src/session/handlers.rs` at 622e9e3696.
    pub(super) async fn interrupt_if_no_pending_input(
        self: &Rc<Self>,
        id: &InputId,
        turn: &TurnId,
        reply: oneshot::Sender<Receipt>,
    ) {
        if !self.thread.is_on(&rules::INTERRUPT_IF_NO_PENDING_INPUT) {
            let _ = reply.send(invalid_request("this version knows no such interrupt"));
            return;
        }
        let answer = |yes: bool| Receipt::Report { value: yes.to_string() };
        if let Some(draft) = self.against_interrupt(turn, reply.is_canceled()) {
            let _ = reply.send(answer(false));
            self.world.step(draft.about(id)).await;
        } else if holds(rules::INTERRUPT_ANSWERS_FIRST) {
            let _ = reply.send(answer(true));
            self.abort_all_tasks(AbortReason::Interrupted).await;
        } else {
            self.abort_all_tasks(AbortReason::Interrupted).await;
            let _ = reply.send(answer(true));
        }
    }

    /// What speaks against it, as a step.
    fn against_interrupt(&self, turn: &TurnId, nobody_waits: bool) -> Option<Draft> {
        let active = self.active.borrow();
        let running = active.as_ref().filter(|slot| slot.task.is_some());
        let named = running.is_some_and(|slot| slot.id == *turn);
        let something = running.is_some_and(|slot| self.something_waits(&slot.state));
        let rule = if !named && holds(rules::INTERRUPT_NAMED_TURN) {
            rules::INTERRUPT_NAMED_TURN
        } else if something && holds(rules::INTERRUPT_UNLESS_WAITING) {
            rules::INTERRUPT_UNLESS_WAITING
        } else if nobody_waits && holds(rules::INTERRUPT_CALLER_THERE) {
            rules::INTERRUPT_CALLER_THERE
        } else {
            return None;
        };
        let draft = Draft::new(Actor::Session, kinds::INTERRUPT_DECLINED)
            .rule(rule)
            .fact("the-named-turn-runs", named)
            .fact("something-waits", something)
            .fact("the-caller-waits", !nobody_waits);
        Some(draft)
    }

    /// The automatic reviewer refused something. Its interrupt is not a person's: whoever waits for an idle
    /// session hears of it. Source: `core/src/tasks/lifecycle.rs:43-68`.
    pub(super) async fn guardian_denies(self: &Rc<Self>, id: &InputId) -> Receipt {
        let running = self.active.borrow().as_ref().filter(|slot| slot.task.is_some()).cloned();
        let Some(turn) = running else { return invalid_request("no turn is running") };
        let denials = turn.state.denials.get() + 1;
        turn.state.denials.set(denials);
        let draft = Draft::new(Actor::Session, kinds::DENIED).about(id);
        self.world.step(draft.rule(rules::GUARDIAN_INTERRUPTS)).await;
        let same = |slot: &ActiveTurn| Rc::ptr_eq(&slot.state, &turn.state);
        let still_there = self.active.borrow().as_ref().is_some_and(same);
        if denials == MAX_DENIALS && still_there && holds(rules::GUARDIAN_INTERRUPTS) {
            self.abort_all_tasks(AbortReason::Interrupted).await;
            if holds(rules::GUARDIAN_ANNOUNCES_IDLE) {
                self.announce_idle(IdleCause::Interrupted).await;
            }
        }
        Receipt::Accepted
    }
}
