//! The session's log and the process: what the log holds, the end of the process, and the session opened again.

use super::areas::{LISTS, WRITE_DELAY_MS};
use super::{Agent, kinds, rules};
use crate::ground::Millis;
use crate::runtimes::holds;
use crate::world::{
    Actor, Call, Draft, MessageId, Operation, Place, Receipt, ToolState, kinds as common,
};
use std::rc::Rc;

/// What a call is answered after a restart whose tool had not begun.
const NOT_STARTED: &str = "TOOL_NOT_STARTED";
/// What one is answered whose tool had.
const UNKNOWN: &str = "TOOL_OUTCOME_UNKNOWN";

impl Agent {
    /// The log can be written from now on, or cannot.
    pub(super) async fn set_log(&self, operation: &Operation) -> Receipt {
        let is = if operation.arg("is") == Some("broken") { "broken" } else { "good" };
        self.log.broken.set(is == "broken");
        self.world.step(Draft::new(Actor::Host, kinds::LOG).about(is)).await;
        Receipt::Accepted
    }

    /// The process dies. What the log holds is kept.
    pub(super) async fn crash(&self) -> Receipt {
        self.world.end_process();
        *self.active.borrow_mut() = None;
        // A claim that is younger than the last step was not written: the message waits as before.
        self.reserved.borrow_mut().clear();
        self.wait_for_idle.borrow_mut().clear();
        self.asked.borrow_mut().clear();
        self.jobs_in_a_row.set(0);
        self.gone.set(true);
        let lost = self.lost_with_the_process();
        self.log.flush();
        let draft = Draft::new(Actor::Host, common::CRASHED).rule(rules::REBUILT);
        self.world.step(draft.moving_all(&lost, &Place::DROPPED)).await;
        Receipt::Accepted
    }

    fn lost_with_the_process(&self) -> Vec<MessageId> {
        let claimed = if holds(rules::CLAIMED_LOST) { Place::TURN } else { Place::CHANNEL };
        let mut lost: Vec<MessageId> =
            [claimed, Place::MODEL].iter().flat_map(|place| self.world.lying_in(place)).collect();
        let delay = Millis(self.number(WRITE_DELAY_MS));
        let unwritten = self.log.unwritten(self.world.ground.now(), delay);
        for message in LISTS.into_iter().flat_map(|list| self.world.lying_in(&list)) {
            let fresh = unwritten.contains(&message) && holds(rules::BATCHED);
            if fresh || !holds(rules::REBUILT) {
                lost.push(message);
            }
        }
        lost
    }

    /// The session is opened again: the lists are what the log says, and nothing runs.
    pub(super) async fn load(self: &Rc<Self>) -> Receipt {
        if !self.gone.replace(false) {
            return Receipt::Accepted;
        }
        self.disposed.set(false);
        let open = self.world.open_calls();
        for call in open.iter().filter(|_| holds(rules::OPEN_CALLS)) {
            let rule = Some(rules::OPEN_CALLS);
            let text = if self.has_begun(call) { UNKNOWN } else { NOT_STARTED };
            self.world.record_output(&call.call, text.to_owned(), rule).await;
        }
        self.world.step(Draft::new(Actor::Host, kinds::LOADED).rule(rules::NO_WAKE)).await;
        if !holds(rules::NO_WAKE)
            && self.has_pending()
            && let Some(work) = self.wake(false, None)
        {
            self.open_and_drive(work).await;
        }
        Receipt::Accepted
    }

    fn has_begun(&self, call: &Call) -> bool {
        let calls = self.world.calls();
        let mut own = calls.iter().filter(|view| view.call == call.call);
        own.any(|view| view.has_reached(ToolState::Started))
    }
}
