//! Text of a voice conversation: it is offered like any other, but nobody waits for a receipt, so a rejection
//! has to be told in another way.

use super::protocol::{Request, invalid_request};
use super::session::Session;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, Receipt};
use std::rc::Rc;

/// What a host that shuts down tells the voice conversation.
const DRAINING: &str = "Server is draining; retry the turn after reconnecting";

impl Session {
    /// Offers what was said. Source: `core/src/session/turn_input.rs:423-455`.
    pub(super) async fn realtime_text(
        self: &Rc<Self>,
        id: &InputId,
        by: &Actor,
        request: Request,
    ) -> Receipt {
        if self.realtime_closed.get() {
            let receipt = invalid_request("the voice conversation is closed");
            let rule = rules::REALTIME_DRAINING_CLOSES;
            return self.reject(id, &request, by.desk(), rule, receipt).await;
        }
        self.event(None, "RealtimeHandoffRequested");
        let receipt = self.route(id, by, request).await;
        let reason = match &receipt {
            Receipt::NotSubmitted { reason } => reason.to_string(),
            Receipt::Failed { message, .. } => message.clone(),
            _ => return receipt,
        };
        let draining = reason == "ServerDraining" && holds(rules::REALTIME_DRAINING_CLOSES);
        let draft = if draining {
            self.realtime_closed.set(true);
            self.event_about(None, "RealtimeError", None, Some(DRAINING));
            self.event_about(None, "RealtimeClosed", None, Some("error"));
            Draft::new(Actor::Session, kinds::REALTIME_CLOSED)
                .about(id)
                .rule(rules::REALTIME_DRAINING_CLOSES)
        } else {
            if holds(rules::REALTIME_REJECTION_TOLD) {
                let told = ["failed to submit turn input: ", &reason].concat();
                self.event_about(None, "Error", None, Some(&told));
            }
            Draft::new(Actor::Session, kinds::REALTIME_REJECTED)
                .about(id)
                .rule(rules::REALTIME_REJECTION_TOLD)
        };
        self.world.step(draft).await;
        receipt
    }
}
