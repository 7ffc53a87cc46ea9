//! The door: one operation with two parameters, the list and the wake, and three public names for it.
//! Source: `packages/core/agent-loop/src/agent.ts:113-132`.

use super::areas::{NEXT_STEP, NEXT_TURN};
use super::{Agent, rules};
use crate::runtimes::holds;
use crate::world::{MessageId, Operation, Place, Receipt, RuleId};
use std::rc::Rc;

impl Agent {
    /// For a turn of its own.
    pub(super) async fn follow_up(self: &Rc<Self>, message: MessageId) -> Receipt {
        let list = if holds(rules::FOLLOW_UP) { NEXT_TURN } else { NEXT_STEP };
        self.send(message, list, true, rules::FOLLOW_UP).await
    }

    /// For the next step of the turn.
    pub(super) async fn steer(self: &Rc<Self>, message: MessageId) -> Receipt {
        let list = if holds(rules::STEER) { NEXT_STEP } else { NEXT_TURN };
        self.send(message, list, true, rules::STEER).await
    }

    /// For the next step of whatever turn comes.
    pub(super) async fn inject(self: &Rc<Self>, message: MessageId) -> Receipt {
        self.send(message, NEXT_STEP, !holds(rules::INJECT), rules::INJECT).await
    }

    /// Any list, waking or not.
    pub(super) async fn send_as_said(
        self: &Rc<Self>,
        message: MessageId,
        operation: &Operation,
    ) -> Receipt {
        let list = list_named(operation);
        let wakes = operation.arg("wake") != Some("no") || !holds(rules::TWO_PARAMETERS);
        self.send(message, list, wakes, rules::TWO_PARAMETERS).await
    }

    pub(super) async fn send(
        self: &Rc<Self>,
        message: MessageId,
        list: Place,
        wakes: bool,
        rule: RuleId,
    ) -> Receipt {
        if let Err(no) = self.can_take(&message).await {
            return no;
        }
        // Looked at once, before anything changes: what is active may be over when the wake is given.
        let aborted = wakes && self.active().is_some_and(|work| work.token.is_cancelled());
        let (list, rule) = target(aborted, list, rule);
        let opening = if wakes { self.wake(aborted, Some((message, list))) } else { None };
        self.insert(message, list, wakes, rule).await;
        if let Some(work) = opening {
            self.open_and_drive(work).await;
        }
        Receipt::Accepted
    }
}

/// Where a waking message goes, and by which rule: not into what is aborted already.
pub(super) fn target(aborted: bool, list: Place, rule: RuleId) -> (Place, RuleId) {
    match aborted && holds(rules::RETARGET) {
        true => (NEXT_TURN, rules::RETARGET),
        false => (list, rule),
    }
}

/// The list that an operation names.
pub(super) fn list_named(operation: &Operation) -> Place {
    match operation.arg("list") {
        Some("next-step") => NEXT_STEP,
        _ => NEXT_TURN,
    }
}
