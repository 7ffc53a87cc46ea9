//! What can be done with a row that waits: cancel it, or give it the other delivery. Only the third generation
//! can. Source: `packages/core/src/session/inbox.ts` at 0264af3d.

use super::areas::Delivery;
use super::coordinator::Scope;
use super::protocol::failed;
use super::session::Session;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, MessageId, Place, Receipt};
use std::rc::Rc;

impl Session {
    /// Cancels a row: it is deleted, and nobody is woken.
    pub(super) async fn cancel_row(&self, message: MessageId) -> Receipt {
        let row = self.inbox.row(&message).filter(|row| !row.promoted && holds(rules::CANCEL));
        let Some(row) = row else { return gone() };
        let cards = row.cards();
        self.inbox.delete(&message);
        self.event("", "session.inbox.cancelled", &message);
        let draft = Draft::new(Actor::Session, kinds::CANCELLED_ROW)
            .moving_all(&cards, &Place::DROPPED)
            .rule(rules::CANCEL);
        self.world.step(draft).await;
        Receipt::Accepted
    }

    /// Gives a row the other delivery. Only a change to a steer wakes.
    pub(super) async fn change_delivery(
        self: &Rc<Self>,
        by: InputId,
        message: MessageId,
        to: Delivery,
    ) -> Receipt {
        let Some(row) = self.inbox.row(&message).filter(|row| !row.promoted) else { return gone() };
        if row.delivery == to && holds(rules::OPPOSITE) {
            return failed("LifecycleConflict", "it has this delivery already");
        }
        let rule = if to == Delivery::Steer { rules::TO_STEER } else { rules::TO_QUEUE };
        if !holds(rule) {
            return Receipt::Accepted;
        }
        self.inbox.change(&message, to);
        self.event("", "session.inbox.delivery_changed", &message);
        let draft = Draft::new(Actor::Session, kinds::CHANGED)
            .moving_all(&row.cards(), &to.place())
            .rule(rule)
            .fact("it-wakes-the-session", to == Delivery::Steer);
        self.world.step(draft).await;
        if to == Delivery::Steer {
            self.wake(by, Scope::Steer).await;
        }
        Receipt::Accepted
    }
}

fn gone() -> Receipt {
    failed("LifecycleConflict", "it waits no more")
}
