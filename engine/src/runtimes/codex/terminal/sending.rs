//! What the terminal sends, keeps and takes back: the life of its lists.

use super::{LISTS, PENDING, QUEUED, REJECTED};
use crate::runtimes::codex::protocol::{Mode, Op, Request};
use crate::runtimes::codex::queue::next_submission;
use crate::runtimes::codex::session::Session;
use crate::runtimes::codex::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{
    Actor, Draft, InputId, Kind, Message, MessageId, Place, Receipt, RuleId, TurnId,
};
use std::rc::Rc;

impl Session {
    /// Into the turn that the terminal believes to run; what the agent answers may correct it.
    pub(super) async fn send_steer(
        self: &Rc<Self>,
        id: InputId,
        believed: TurnId,
        message: MessageId,
    ) -> Receipt {
        let mut expected = believed;
        let mut retried = !holds(rules::TERMINAL_RETRIES);
        loop {
            let mode = Mode::Steer { expected: Some(expected) };
            let receipt = self.send(id, mode, message).await;
            let Receipt::NotSubmitted { reason } = &receipt else {
                self.keep_copy(&receipt, &message).await;
                return receipt;
            };
            let actual = reason.details.iter().find(|(name, _)| *name == "actual");
            match (reason.reason, actual) {
                ("NoActiveTurn", _) if holds(rules::TERMINAL_STARTS_INSTEAD) => {
                    return self.send_start(id, message).await;
                }
                ("ExpectedTurnMismatch", Some((_, actual))) if !retried => {
                    retried = true;
                    expected = TurnId::from(actual.as_str());
                }
                _ => {
                    return self.set_aside(receipt, &message).await;
                }
            }
        }
    }

    /// Into a new turn, or into the one that runs after all.
    pub(super) async fn send_start(self: &Rc<Self>, id: InputId, message: MessageId) -> Receipt {
        let receipt = self.send(id, Mode::StartOrSteer, message).await;
        self.keep_copy(&receipt, &message).await;
        self.set_aside(receipt, &message).await
    }

    pub(super) async fn send(
        self: &Rc<Self>,
        id: InputId,
        mode: Mode,
        message: MessageId,
    ) -> Receipt {
        let request = Request::of(mode, Some(message));
        self.clone().submit(Actor::Client, id, Op::TurnInput(request)).await
    }

    /// A steer that joined the turn stays as a copy, until it is seen in the history.
    pub(super) async fn keep_copy(&self, receipt: &Receipt, message: &MessageId) {
        let (Receipt::Started { turn } | Receipt::Steered { turn }) = receipt else { return };
        let terminal = &self.thread.terminal;
        terminal.learns(*turn);
        let is_steer = matches!(receipt, Receipt::Steered { .. });
        if !is_steer || self.world.place_of(message) == Place::HISTORY {
            return;
        }
        let Some(original) = self.world.message(message) else { return };
        let id = copy_of(message);
        let copy = self.world.compose(Message { id, ..Message::clone(&original) });
        self.list(kinds::CLIENT_KEEPS_COPY, &copy, PENDING, rules::TERMINAL_COPIES).await;
        if terminal.ended.get() == Some(*turn) {
            // The turn was aborted before the answer came.
            self.back_into_the_editor().await;
        }
    }

    /// A steer that the running work does not take waits for the end of it: the terminal has taken it.
    pub(super) async fn set_aside(&self, receipt: Receipt, message: &MessageId) -> Receipt {
        match &receipt {
            Receipt::NotSubmitted { reason }
                if reason.reason == "ActiveTurnNotSteerable" && holds(rules::TERMINAL_REJECTED) =>
            {
                let rule = rules::TERMINAL_REJECTED;
                self.list(kinds::CLIENT_REJECTED, message, REJECTED, rule).await;
                Receipt::Accepted
            }
            _ => receipt,
        }
    }

    pub(super) async fn steer_is_seen(&self, message: &MessageId) {
        let copy = copy_of(message);
        if self.world.place_of(&copy) == PENDING && holds(rules::TERMINAL_COPIES) {
            let (kind, rule) = (kinds::CLIENT_SEEN, rules::TERMINAL_COPIES);
            self.list(kind, &copy, Place::DROPPED, rule).await;
        }
    }

    /// A turn has ended: the steers that were refused go first, as one; else the next queued message.
    pub(super) async fn send_next(self: &Rc<Self>) {
        let rejected = self.world.lying_in(&REJECTED);
        if !rejected.is_empty() {
            return self.send_merged(rejected, rules::TERMINAL_REJECTED).await;
        }
        let mut queued = self.world.lying_in(&QUEUED);
        if holds(rules::TERMINAL_ONE_PER_TURN) {
            queued.truncate(1);
        }
        for message in queued {
            self.send_start(next_submission(&self.world, &message), message).await;
        }
    }

    /// Several texts become one; a single one goes as it is.
    pub(super) async fn send_merged(self: &Rc<Self>, messages: Vec<MessageId>, rule: RuleId) {
        let Some(first) = messages.first().copied().filter(|_| holds(rule)) else { return };
        let mut sent = first;
        if messages.len() > 1 && holds(rules::TERMINAL_MERGES) {
            let known = messages.iter().filter_map(|message| self.world.message(message));
            let texts: Vec<String> = known.map(|message| message.text.clone()).collect();
            let Some(original) = self.world.message(&first) else { return };
            sent = self.world.compose(Message {
                id: MessageId::from(["merged:", first.as_str()].concat()),
                text: texts.join("\n"),
                ..Message::clone(&original)
            });
            let draft = Draft::new(Actor::Client, kinds::CLIENT_MERGED)
                .moving_all(&messages, &Place::DROPPED)
                .moving(&sent, Place::CLIENT)
                .rule(rules::TERMINAL_MERGES);
            self.world.step(draft).await;
        }
        self.send_start(next_submission(&self.world, &sent), sent).await;
    }

    pub(super) async fn after_interrupt(self: &Rc<Self>) {
        let resubmits = self.thread.terminal.resubmits.take();
        let steers = self.world.lying_in(&PENDING);
        if resubmits && !steers.is_empty() {
            self.send_merged(steers, rules::TERMINAL_ESC_RESUBMITS).await;
        } else {
            self.back_into_the_editor().await;
        }
    }

    pub(super) async fn back_into_the_editor(&self) {
        let all: Vec<MessageId> = LISTS.iter().flat_map(|list| self.world.lying_in(list)).collect();
        if !all.is_empty() && holds(rules::TERMINAL_ESC_RESTORES) {
            let draft = Draft::new(Actor::Client, kinds::CLIENT_RESTORED)
                .moving_all(&all, &Place::CLIENT)
                .rule(rules::TERMINAL_ESC_RESTORES);
            self.world.step(draft).await;
        }
    }

    pub(super) async fn list(&self, kind: Kind, message: &MessageId, to: Place, rule: RuleId) {
        self.world.step(Draft::new(Actor::Client, kind).moving(message, to).rule(rule)).await;
    }
}

fn copy_of(message: &MessageId) -> MessageId {
    MessageId::from(["copy:", message.as_str()].concat())
}
