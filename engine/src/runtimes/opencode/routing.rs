//! What comes in at the server: a prompt is written first, and only then the loop is asked for.

use super::areas::SAVED;
use super::session::Session;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, MessageId, Place, Receipt, RuleId, TurnId};
use std::rc::Rc;

/// What a prompt wants beside being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// The answer: the caller waits for it.
    Awaited,
    /// The loop is asked for, and the caller does not wait.
    NotAwaited,
    /// Nothing.
    None,
}

impl Session {
    /// A prompt that has reached the server. Source: `packages/opencode/src/session/prompt.ts:1046-1071`.
    pub(super) async fn prompt(
        self: &Rc<Self>,
        id: InputId,
        message: MessageId,
        reply: Reply,
    ) -> Receipt {
        let wants_the_loop = reply != Reply::None || !holds(rules::NO_REPLY);
        if wants_the_loop && !holds(rules::SAVED_FIRST) {
            self.ask_for_loop(&id).await;
            self.save(&id, message, None).await;
            return Receipt::Accepted;
        }
        self.save(&id, message, (reply == Reply::None).then_some(rules::NO_REPLY)).await;
        match reply {
            Reply::Awaited => self.ensure_running(&id).await,
            _ if wants_the_loop => {
                self.ask_for_loop(&id).await;
                Receipt::Accepted
            }
            _ => Receipt::Accepted,
        }
    }

    async fn save(&self, id: &InputId, message: MessageId, rule: Option<RuleId>) {
        let entry = self.store.enter(message, self.world.ground.now());
        let to = if holds(rules::BEHIND_THE_STEP) {
            self.store.save(entry);
            SAVED
        } else {
            self.store.loaded.borrow_mut().push(entry);
            Place::HISTORY
        };
        let turn = TurnId::from(id.as_str());
        self.event(&turn, "message.updated", Some(&message), None);
        let draft = Draft::new(Actor::Session, kinds::SAVED)
            .about(id)
            .moving(&message, to)
            .rule(rule.unwrap_or(rules::SAVED_FIRST))
            .fact("a-turn-occupies-the-session", self.is_busy());
        self.world.step(draft).await;
    }
}
