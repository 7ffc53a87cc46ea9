//! The door: what becomes of a prompt, a steer and a follow-up.

use super::areas::{FOLLOW_UP, STEERING};
use super::session::Opening;
use super::{Pi, kinds, rules};
use crate::runtimes::holds;
use crate::world::{
    Actor, Content, Draft, HookSays, InputId, MessageId, Operation, Place, Receipt, Refusal, TurnId,
};
use std::rc::Rc;

/// A run is under way.
pub(super) const PROCESSING: &str = "AlreadyProcessing";
const COMPACTING: &str = "Compacting";
const COMMAND: &str = "CommandCannotBeQueued";
/// There is nothing to go on with.
pub(super) const NOTHING: &str = "NothingToContinue";
/// The process is gone.
pub(super) const NOT_RUNNING: &str = "NotRunning";

/// Every reason to refuse.
pub(super) const REFUSALS: &[&str] = &[PROCESSING, COMPACTING, COMMAND, NOTHING, NOT_RUNNING];

/// A refusal.
pub(super) fn refused(reason: &'static str) -> Receipt {
    Receipt::NotSubmitted { reason: Refusal { reason, details: Vec::new() } }
}

impl Pi {
    /// A prompt: starts a run, or is queued as it says. Source: coding agent `agent-session.js:1704-1760`.
    pub(super) async fn prompt(
        self: &Rc<Self>,
        by: Actor,
        id: InputId,
        message: MessageId,
        operation: &Operation,
    ) -> Receipt {
        if self.is_command(&message) && holds(rules::COMMAND_AT_ONCE) {
            return self.run_command(&message).await;
        }
        if self.compacting.get() && holds(rules::COMPACTING_REFUSES) {
            return self.send_back(by, message, COMPACTING, rules::COMPACTING_REFUSES).await;
        }
        if self.run.borrow().is_none() {
            if self.is_handled(&message).await {
                return handled();
            }
            if !holds(rules::IDLE_STARTS) {
                return self.queue(by, message, STEERING).await;
            }
            return self.start(TurnId::from(id.as_str()), Opening::Prompt(message)).await;
        }
        match operation.arg("behavior") {
            Some(behavior) if holds(rules::BUSY_AS_SAID) => {
                let to = if behavior == "steer" { STEERING } else { FOLLOW_UP };
                self.queue(by, message, to).await
            }
            None if !holds(rules::BUSY_REFUSES) => self.queue(by, message, STEERING).await,
            _ => self.send_back(by, message, PROCESSING, rules::BUSY_REFUSES).await,
        }
    }

    /// A steer or a follow-up: it is appended, whether anything runs or not, and wakes nothing.
    /// Source: coding agent `agent-session.js:1845-1917`.
    pub(super) async fn queue(&self, by: Actor, message: MessageId, to: Place) -> Receipt {
        if self.is_command(&message) && holds(rules::NO_COMMANDS) {
            return self.send_back(by, message, COMMAND, rules::NO_COMMANDS).await;
        }
        if self.is_handled(&message).await {
            return handled();
        }
        let rule = if to == STEERING { rules::STEER_APPENDS } else { rules::FOLLOW_UP_APPENDS };
        let to = match (holds(rule), to) {
            (true, to) => to,
            (false, STEERING) => FOLLOW_UP,
            (false, _) => STEERING,
        };
        self.tell("queue_update", None);
        let draft = Draft::new(Actor::Session, kinds::QUEUED)
            .moving(&message, to)
            .rule(rule)
            .fact("a-run-is-under-way", self.run.borrow().is_some());
        self.world.step(draft).await;
        Receipt::Accepted
    }

    /// A refusal: the message goes back to its writer.
    pub(super) async fn send_back(
        &self,
        by: Actor,
        message: MessageId,
        reason: &'static str,
        rule: crate::world::RuleId,
    ) -> Receipt {
        let draft = Draft::new(Actor::Session, kinds::REFUSED)
            .moving(&message, by.desk())
            .rule(rule)
            .fact("a-run-is-under-way", self.run.borrow().is_some())
            .fact("the-window-is-being-summed-up", self.compacting.get())
            .fact("it-is-a-command", self.is_command(&message));
        self.world.step(draft).await;
        refused(reason)
    }

    /// A command of an extension runs beside whatever goes on, and the model never sees it.
    pub(super) async fn run_command(&self, message: &MessageId) -> Receipt {
        let draft = Draft::new(Actor::Host, kinds::COMMAND_RAN).rule(rules::COMMAND_AT_ONCE);
        self.world.step(draft.moving(message, Place::DROPPED)).await;
        handled()
    }

    pub(super) fn is_command(&self, message: &MessageId) -> bool {
        self.world.message(message).is_some_and(|message| message.content == Content::Command)
    }

    /// Whether an extension has taken the input for itself.
    async fn is_handled(&self, message: &MessageId) -> bool {
        let says = self.ask_hooks("input", Some(message)).await;
        if says == HookSays::GoOn || !holds(rules::INPUT_HANDLED) {
            return false;
        }
        let draft = Draft::new(Actor::Host, kinds::HANDLED).rule(rules::INPUT_HANDLED);
        self.world.step(draft.moving(message, Place::DROPPED)).await;
        true
    }
}

fn handled() -> Receipt {
    Receipt::Report { value: "handled".to_owned() }
}
