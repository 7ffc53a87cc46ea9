//! What waits, and how it is polled. The lists are the places themselves: what lies there is what they hold.

use super::{Pi, kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, Event, MessageId, Operation, Place, Receipt, RuleId, TurnId};

/// Steers, in order of arrival. Source: core `dist/agent.js:60-86`.
pub(super) const STEERING: Place = Place::named("steering");
/// Follow-ups, in order of arrival.
pub(super) const FOLLOW_UP: Place = Place::named("follow-up");
/// Custom messages that go along with the next prompt.
pub(super) const NEXT_PROMPT: Place = Place::named("next-prompt");
/// Custom messages that are appended when the turn ends.
pub(super) const TURN_END: Place = Place::named("turn-end");
/// What the client keeps while the window is being summed up.
pub(super) const HELD: Place = Place::named("during-compaction");
/// The client's editor.
pub(super) const EDITOR: Place = Place::named("editor");

/// The setting of the steering queue's mode.
pub(super) const STEERING_MODE: &str = "steering-mode";
/// The setting of the follow-up queue's mode.
pub(super) const FOLLOW_UP_MODE: &str = "follow-up-mode";

/// How much a poll takes.
pub(super) struct Mode;

impl Mode {
    pub(super) const NAMES: &[&str] = &["one-at-a-time", "all"];
    const ALL: &str = "all";
}

impl Pi {
    /// Takes what a poll of this queue takes: one message, or everything. The turn holds it.
    pub(super) async fn poll(&self, turn: &TurnId, queue: Place, rule: RuleId) -> Vec<MessageId> {
        let mut taken = self.world.lying_in(&queue);
        if taken.is_empty() || !holds(rule) {
            return Vec::new();
        }
        let (setting, one) = match queue {
            STEERING => (STEERING_MODE, rules::ONE_STEER),
            _ => (FOLLOW_UP_MODE, rules::ONE_FOLLOW_UP),
        };
        let everything = self.setting(setting) == Mode::ALL;
        let takes_one = if everything { !holds(rules::ALL_AT_ONCE) } else { holds(one) };
        if takes_one {
            taken.truncate(1);
        }
        let draft = Draft::new(Actor::Turn, kinds::POLLED)
            .about(turn)
            .moving_all(&taken, &Place::TURN)
            .fact("takes-everything", everything)
            .rule(rule);
        self.world.step(draft).await;
        taken
    }

    /// Whether anything waits in one of the two queues.
    pub(super) fn has_queued(&self) -> bool {
        [STEERING, FOLLOW_UP].iter().any(|queue| !self.world.lying_in(queue).is_empty())
    }

    /// Everything in both queues, steering first.
    pub(super) fn queued(&self) -> Vec<MessageId> {
        [STEERING, FOLLOW_UP].iter().flat_map(|queue| self.world.lying_in(queue)).collect()
    }

    /// Empties both queues and gives the texts back. Source: coding agent `agent-session.js:2055-2063`.
    pub(super) async fn clear_queue(&self, by: Actor) -> Receipt {
        let queued = self.queued();
        let texts: Vec<String> = queued.iter().map(|message| self.text_of(message)).collect();
        if !queued.is_empty() && holds(rules::CLEAR_RETURNS) {
            let draft = Draft::new(Actor::Session, kinds::CLEARED).rule(rules::CLEAR_RETURNS);
            self.tell("queue_update", None);
            self.world.step(draft.moving_all(&queued, &by.desk())).await;
        }
        Receipt::Report { value: texts.join("\n\n") }
    }

    /// Changes how much a poll takes.
    pub(super) async fn set_mode(&self, operation: &Operation) -> Receipt {
        let name = match operation.arg("queue") {
            Some("follow-up") => FOLLOW_UP_MODE,
            _ => STEERING_MODE,
        };
        let mode = operation.arg("mode").unwrap_or_default();
        for (known, value) in self.settings.borrow_mut().iter_mut() {
            if known == name {
                *value = mode.to_owned();
            }
        }
        self.world.step(Draft::new(Actor::Session, kinds::MODE_SET)).await;
        Receipt::Accepted
    }

    /// Tells the client something.
    pub(super) fn tell(&self, name: &'static str, about: Option<&MessageId>) {
        let turn = self.run.borrow().as_ref().map(|run| run.turn);
        self.world.send_event(Event { turn, name, about: about.copied(), note: None });
    }
}
