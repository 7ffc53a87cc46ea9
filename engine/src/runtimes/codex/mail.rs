//! Mail between agents: how it arrives, and when it starts a turn of its own.

use super::areas::{ActiveTurn, Activity, C};
use super::lineage::Started;
use super::protocol::{Op, fits, invalid_request, unsent};
use super::session::Session;
use super::tasks::Launch;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, MessageId, Receipt, RuleId, TurnId};
use std::rc::Rc;

/// What the name of a turn begins with that waiting mail has started; its number follows.
pub(super) const TURN: &str = "mail-turn-";

impl Session {
    /// Mail goes to the back of the mailbox, and listeners hear of it. Trigger mail then tries to start a
    /// turn, and so does any mail while the thread sleeps durably.
    /// Source: `core/src/session/handlers.rs:80-102`.
    pub(super) async fn mail_arrives(self: &Rc<Self>, id: &InputId, message: MessageId) {
        if self.lay_in_mailbox(id, message).await || self.wakes_the_sleeper() {
            self.start_turn_for_pending_work(Some(TurnId::from(id.as_str()))).await;
        }
    }

    /// Newer: mail does not come through the submission channel, and the loop sees it in the mailbox.
    pub(super) async fn mail_from_beside(
        &self,
        id: &InputId,
        message: Option<MessageId>,
    ) -> Receipt {
        let Some(message) = message else { return invalid_request("mail carries a message") };
        let mail = Op::Mail(message);
        if let Err(receipt) = unsent(&self.world, &message).and_then(|()| fits(&self.world, &mail))
        {
            return receipt;
        }
        self.lay_in_mailbox(id, message).await;
        Receipt::Accepted
    }

    /// Lays it behind what is there, and says whether it is trigger mail.
    async fn lay_in_mailbox(&self, id: &InputId, message: MessageId) -> bool {
        let trigger = self.is_trigger_mail(&message);
        if holds(rules::MAIL_TO_MAILBOX) {
            self.mailbox.borrow_mut().push_back(message);
        } else {
            self.mailbox.borrow_mut().push_front(message);
        }
        self.activity.send(Activity::Mailbox);
        let draft = Draft::new(Actor::Session, kinds::MAIL_ARRIVED)
            .about(id)
            .moving(&message, C)
            .rule(rules::MAIL_TO_MAILBOX)
            .fact("it-is-trigger-mail", trigger);
        self.world.step(draft).await;
        trigger
    }

    /// Starts a turn for the mailbox, if it holds reason enough, and only in an idle session. Without
    /// input of its own, its first request holds all mail.
    /// Source: `core/src/tasks/mod.rs:434-492`.
    pub(super) async fn start_turn_for_pending_work(self: &Rc<Self>, id: Option<TurnId>) {
        let mut id = id;
        while let Some(rule) = self.reason_to_start() {
            let turn = id.take().unwrap_or_else(|| self.next_mail_turn());
            let state = self.reserve(&turn);
            state.started.set(Started::ByMail);
            let draft = Draft::new(Actor::Session, kinds::MAIL_STARTS_TURN)
                .about(turn)
                .rule(rule)
                .fact("trigger-mail-waits", self.trigger_mail_waits())
                .fact("the-thread-sleeps", self.thread.sleeps.get())
                .fact("a-turn-occupies-the-session", false);
            self.world.step(draft).await;
            let ours = |slot: &ActiveTurn| Rc::ptr_eq(&slot.state, &state);
            if self.active.borrow().as_ref().is_some_and(ours) {
                return self.start_regular(turn, Launch::default()).await;
            }
            // Somebody took the reservation away: the conditions are looked at anew.
        }
    }

    /// The rule by which the mailbox may start a turn now.
    fn reason_to_start(&self) -> Option<RuleId> {
        if self.active.borrow().is_some() || self.ending.get() {
            return None;
        }
        let triggered = self.trigger_mail_waits() && holds(rules::TRIGGER_MAIL_STARTS);
        let woken = || self.wakes_the_sleeper().then_some(rules::DURABLE_SLEEP_WAKES);
        triggered.then_some(rules::TRIGGER_MAIL_STARTS).or_else(woken)
    }

    fn wakes_the_sleeper(&self) -> bool {
        let sleeps = self.thread.sleeps.get() && holds(rules::DURABLE_SLEEP_WAKES);
        sleeps && !self.mailbox.borrow().is_empty()
    }

    /// An extension notes that the thread sleeps durably, or that it does so no longer.
    pub(super) async fn note_sleep(&self, begins: bool) {
        self.thread.sleeps.set(begins);
        let kind = if begins { kinds::SLEEP_BEGAN } else { kinds::SLEEP_ENDED };
        self.world.step(Draft::new(Actor::Host, kind)).await;
    }

    fn next_mail_turn(&self) -> TurnId {
        let number = &self.thread.mail_turns;
        number.set(number.get() + 1);
        TurnId::from(format!("{TURN}{}", number.get()))
    }
}
