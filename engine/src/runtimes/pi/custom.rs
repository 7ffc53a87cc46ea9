//! Custom messages: what an extension tells the model. Source: coding agent `agent-session.js:1955-2005`.

use super::areas::{FOLLOW_UP, NEXT_PROMPT, STEERING, TURN_END};
use super::session::Opening;
use super::{Pi, kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, MessageId, Operation, Place, Receipt, TurnId};
use std::rc::Rc;

impl Pi {
    pub(super) async fn custom(
        self: &Rc<Self>,
        id: InputId,
        message: MessageId,
        operation: &Operation,
    ) -> Receipt {
        let busy = self.run.borrow().is_some();
        match (operation.arg("deliver"), operation.arg("trigger")) {
            (Some("next-turn"), _) => self.put_aside(message, NEXT_PROMPT).await,
            (_, Some("no")) if busy && holds(rules::CUSTOM_HELD) => {
                self.put_aside(message, TURN_END).await
            }
            (Some("follow-up"), _) if busy => self.queue(Actor::Host, message, FOLLOW_UP).await,
            _ if busy && holds(rules::CUSTOM_STEERS) => {
                self.queue(Actor::Host, message, STEERING).await
            }
            _ if busy => self.put_aside(message, TURN_END).await,
            (_, Some("yes")) if !self.compacting.get() && holds(rules::CUSTOM_TRIGGERS) => {
                self.start(TurnId::from(id.as_str()), Opening::Custom(message)).await
            }
            _ => self.append(message).await,
        }
    }

    async fn put_aside(&self, message: MessageId, to: Place) -> Receipt {
        let rule = match to {
            TURN_END => rules::CUSTOM_HELD,
            _ => rules::NEXT_TURN_GOES_ALONG,
        };
        let draft = Draft::new(Actor::Session, kinds::PUT_ASIDE).moving(&message, to);
        self.world.step(draft.rule(rule)).await;
        Receipt::Accepted
    }

    /// Nothing runs, and nothing starts: it is only there for the next request.
    async fn append(&self, message: MessageId) -> Receipt {
        self.tail_is_models.set(false);
        let draft = Draft::new(Actor::Session, kinds::APPENDED).moving(&message, Place::HISTORY);
        self.world.step(draft.rule(rules::CUSTOM_TRIGGERS)).await;
        Receipt::Accepted
    }
}
