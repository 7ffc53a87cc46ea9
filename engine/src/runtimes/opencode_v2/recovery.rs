//! The end of a process, and what another one finds. The inbox is on disk; what was at work is not.
//! Source: `packages/core/src/session/runner/llm.ts:119-139`, `execution.ts` at 074027a4.

use super::OpenCode;
use super::areas::{QUEUE, STEER};
use super::protocol::failed;
use super::session::Session;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{
    Actor, Content, Draft, Message, MessageId, Origin, Place, Receipt, TurnId, kinds as common,
};
use std::rc::Rc;

/// Between `resumed-turn-` and its number.
pub(super) const RESUMED: &str = "resumed-turn-";
/// A claimed turn is taken up so often at most. That there is a bound is known; the number is ours.
const MAX_ATTEMPTS: u64 = 3;

impl Session {
    /// A turn has said its end.
    pub(super) fn release_claim(&self) {
        if holds(rules::CLAIM_RELEASED) {
            self.inbox.claim.set(false);
            self.inbox.attempts.set(0);
        }
    }
}

impl OpenCode {
    /// The process dies.
    pub(super) async fn crash(&self) -> Receipt {
        self.world.end_process();
        *self.session.borrow_mut() = None;
        let rows = [STEER, QUEUE].into_iter().flat_map(|place| self.world.lying_in(&place));
        let rows: Vec<MessageId> = rows.filter(|_| !holds(rules::DURABLE)).collect();
        rows.iter().for_each(|row| self.inbox.delete(row));
        let volatile = [Place::CHANNEL, Place::MODEL];
        let lost = volatile.iter().flat_map(|place| self.world.lying_in(place));
        let lost: Vec<MessageId> = lost.chain(rows).collect();
        let draft = Draft::new(Actor::Host, common::CRASHED)
            .moving_all(&lost, &Place::DROPPED)
            .rule(rules::DURABLE);
        self.world.step(draft).await;
        Receipt::Accepted
    }

    /// Another process loads the session. The first generation waits to be woken; the third takes up a turn
    /// that has not said its end.
    pub(super) async fn load(&self) -> Receipt {
        if self.session.borrow().is_some() {
            return failed("InvalidRequest", "the session is loaded already");
        }
        let session = Session::load(&self.world, &self.inbox, &self.settings);
        *self.session.borrow_mut() = Some(session.clone());
        let third = self.settings.is_third();
        let text = if third { "aborted" } else { "Tool execution interrupted" };
        let rule = (!third).then_some(rules::NO_RESTART);
        self.world.step(Draft::new(Actor::Host, kinds::LOADED).maybe_rule(rule)).await;
        let open = self.world.open_calls();
        for call in open.iter().filter(|_| holds(rules::TOOLS_FAILED)) {
            let rule = Some(rules::TOOLS_FAILED);
            self.world.record_output(&call.call, text.to_owned(), rule).await;
        }
        if self.takes_up() {
            self.take_up(&session).await;
        }
        Receipt::Accepted
    }

    fn takes_up(&self) -> bool {
        let claimed = self.inbox.claim.get();
        if !self.settings.is_third() {
            return claimed && !holds(rules::NO_RESTART);
        }
        let bounded = self.inbox.attempts.get() < MAX_ATTEMPTS || !holds(rules::ATTEMPTS);
        let own = self.settings.is("session", "root") || !holds(rules::TOP_LEVEL);
        claimed && bounded && own && holds(rules::CLAIM)
    }

    async fn take_up(&self, session: &Rc<Session>) {
        self.inbox.attempts.set(self.inbox.attempts.get() + 1);
        self.resumed.set(self.resumed.get() + 1);
        let turn = TurnId::from(format!("{RESUMED}{}", self.resumed.get()));
        let instruction = self.world.compose(Message {
            id: MessageId::from(format!("continue:{turn}")),
            origin: Origin::Host,
            content: Content::HostItem,
            text: "The program was interrupted. Go on with what you were doing.".to_owned(),
        });
        let draft = Draft::new(Actor::Host, kinds::TAKEN_UP)
            .about(turn)
            .moving(&instruction, Place::HISTORY)
            .rule(rules::CLAIM);
        self.world.step(draft).await;
        session.begin_forced(turn, rules::CLAIM).await;
    }
}
