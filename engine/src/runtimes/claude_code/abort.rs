//! How a turn is stopped, and what is cancelled in the queue. Nothing that waits is lost by a stop.

use super::areas::{Entry, Mode};
use super::turn::Turn;
use super::{Claude, Release, kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, MessageId, Operation, Place, Receipt, RuleId};

/// How many ids an answer lists at most. Source: `sdk.d.ts:4022`.
const LISTED_MAX: usize = 64;

impl Claude {
    /// The interrupt of a program: the turn stops, and the answer says what is still queued or was cancelled.
    pub(super) async fn interrupt(&self, id: InputId, operation: &Operation) -> Receipt {
        let everything = operation.arg("cancel-queued") == Some("yes")
            && self.is_since(Release::OldestFirst)
            && holds(rules::CANCELS_QUEUED);
        let mut gone = self.waiting();
        gone.retain(|entry| everything && (entry.has_id || entry.mode == Mode::Notice));
        let turn = self.turn.borrow().clone();
        let kind = match &turn {
            Some(turn) => {
                turn.stop();
                kinds::STOPPED
            }
            None if self.latch(&gone) => kinds::LATCHED,
            None if gone.is_empty() => return self.answer(everything, &gone),
            None => kinds::CANCELLED,
        };
        let mut draft = match &turn {
            Some(turn) => Draft::new(Actor::Session, kind).about(turn.id),
            None => Draft::new(Actor::Session, kind).about(id),
        };
        draft = draft.rule(match (kind, everything) {
            (_, true) => rules::CANCELS_QUEUED,
            (kinds::LATCHED, _) => rules::LATCHED,
            _ => rules::QUEUE_SURVIVES,
        });
        if turn.is_some() && !holds(rules::QUEUE_SURVIVES) {
            gone = self.waiting();
        }
        let cards: Vec<MessageId> = gone.iter().map(|entry| entry.message).collect();
        gone.iter().for_each(|entry| self.tell_state(entry, "cancelled"));
        let stopped = self.world.step(draft.moving_all(&cards, &Place::DROPPED));
        let answer = self.answer(everything, &gone);
        stopped.await;
        answer
    }

    /// Before the first turn there is nothing to stop: what waits now will start already stopped.
    fn latch(&self, cancelled: &[Entry]) -> bool {
        let mut waiting = self.waiting();
        waiting.retain(|entry| !cancelled.contains(entry));
        let latches = !self.armed.get() && !waiting.is_empty() && holds(rules::LATCHED);
        if latches {
            *self.latched.borrow_mut() = waiting.iter().map(|entry| entry.message).collect();
        }
        latches
    }

    fn answer(&self, everything: bool, gone: &[Entry]) -> Receipt {
        if !self.is_since(Release::OldestFirst) || !holds(rules::ANSWER_LISTS) {
            return Receipt::Accepted;
        }
        let waiting = self.waiting();
        let (word, listed) = match everything {
            true => ("cancelled", gone),
            false => ("still_queued", waiting.as_slice()),
        };
        let most = if holds(rules::LISTS_64) { LISTED_MAX } else { usize::MAX };
        let with_id = listed.iter().filter(|entry| entry.has_id);
        let ids: Vec<&str> = with_id.take(most).map(|entry| entry.message.as_str()).collect();
        Receipt::Report { value: [word, ": ", &ids.join(", ")].concat() }
    }

    /// Cancels one message that still waits; what has left the queue is not touched.
    pub(super) async fn cancel_message(&self, operation: &Operation) -> Receipt {
        let named = operation.arg("message").map(MessageId::from);
        let mut waiting = self.waiting();
        waiting.retain(|entry| Some(entry.message) == named && holds(rules::CANCELS_ONE));
        let Some(entry) = waiting.first() else {
            return Receipt::Report { value: "cancelled: false".to_owned() };
        };
        self.tell_state(entry, "cancelled");
        let draft = Draft::new(Actor::Session, kinds::CANCELLED).rule(rules::CANCELS_ONE);
        self.world.step(draft.moving(&entry.message, Place::DROPPED)).await;
        Receipt::Report { value: "cancelled: true".to_owned() }
    }

    /// A person stops the turn. What waits stays where it is.
    pub(super) async fn stop(&self, turn: &Turn, rule: RuleId) {
        turn.stop();
        let draft = Draft::new(Actor::Client, kinds::STOPPED).about(turn.id).rule(rule);
        self.world.step(draft).await;
    }
}
