//! Mail between agents: how it arrives, and when it starts a turn of its own.

use super::areas::{ActiveTurn, Activity, C};
use super::session::Session;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, MessageId, TurnId};
use std::rc::Rc;

impl Session {
    /// Mail goes to the back of the mailbox, and listeners hear of it. Only trigger mail then tries to
    /// start a turn. Source: `core/src/session/handlers.rs:80-102`.
    pub(super) async fn mail_arrives(self: &Rc<Self>, id: &InputId, message: MessageId) {
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
        if trigger {
            self.start_turn_for_pending_work(Some(TurnId::from(id.as_str()))).await;
        }
    }

    /// Starts a turn for the mailbox: only for trigger mail, and only in an idle session. Without input
    /// of its own, its first request holds all mail.
    /// Source: `core/src/tasks/mod.rs:434-492`.
    pub(super) async fn start_turn_for_pending_work(self: &Rc<Self>, id: Option<TurnId>) {
        let mut id = id;
        while self.active.borrow().is_none()
            && self.trigger_mail_waits()
            && holds(rules::TRIGGER_MAIL_STARTS)
        {
            let turn = id.take().unwrap_or_else(|| self.next_mail_turn());
            let state = self.reserve(&turn);
            let draft = Draft::new(Actor::Session, kinds::MAIL_STARTS_TURN)
                .about(turn)
                .rule(rules::TRIGGER_MAIL_STARTS)
                .fact("trigger-mail-waits", true)
                .fact("a-turn-occupies-the-session", false);
            self.world.step(draft).await;
            let ours = |slot: &ActiveTurn| Rc::ptr_eq(&slot.state, &state);
            if self.active.borrow().as_ref().is_some_and(ours) {
                return self.start_regular(turn, None).await;
            }
            // Somebody took the reservation away: the conditions are looked at anew.
        }
    }

    fn next_mail_turn(&self) -> TurnId {
        let number = &self.thread.mail_turns;
        number.set(number.get() + 1);
        TurnId::from(format!("mail-turn-{}", number.get()))
    }
}
