//! The point between two tool rounds of the running turn: all calls of a response have their results, and before the
//! next request what waits is read. It becomes a message of its own behind the results.

use super::areas::{Entry, Mode, Priority};
use super::tools::SLEEP;
use super::turn::Turn;
use super::{Claude, Release, kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Call, Draft, MessageId, Place};

impl Claude {
    /// Takes what may be folded into the turn. Says whether anything was.
    pub(super) async fn fold(&self, turn: &Turn, calls: &[Call]) -> bool {
        let slept = calls.iter().any(|call| call.tool == SLEEP);
        let mut taken = self.waiting();
        taken.retain(|entry| self.may_be_folded(entry, slept));
        if !holds(rules::ALL_TOGETHER) {
            taken.truncate(1);
        }
        if taken.is_empty() || !self.is_since(Release::EscRestores) || !holds(rules::FOLDS) {
            return false;
        }
        let says_why = self.is_since(Release::SendsNow) && holds(rules::REMOVED_BECAUSE);
        for entry in &taken {
            self.tell("remove", &entry.message, says_why.then_some("absorbed_mid_turn"));
            self.tell_state(entry, "started");
        }
        let cards: Vec<MessageId> = taken.iter().map(|entry| entry.message).collect();
        let draft = Draft::new(Actor::Turn, kinds::FOLDED)
            .about(turn.id)
            .moving_all(&cards, &Place::TURN)
            .fact("a-sleep-has-ended", slept)
            .rule(if slept { rules::LATER_AFTER_SLEEP } else { rules::FOLDS });
        self.world.step(draft).await;
        for entry in taken {
            self.attach(turn, entry).await;
        }
        true
    }

    fn may_be_folded(&self, entry: &Entry, slept: bool) -> bool {
        let late = entry.priority == Priority::Later;
        let in_time =
            !late || !holds(rules::UP_TO_NEXT) || slept && holds(rules::LATER_AFTER_SLEEP);
        let command = entry.mode.is_command() && holds(rules::LEAVES_COMMANDS);
        let elsewhere = entry.elsewhere && holds(rules::LEAVES_OTHERS);
        let marked = entry.marked_to_wait && !holds(rules::MARK_CHANGES_NOTHING);
        in_time && !command && !elsewhere && !marked
    }

    /// Attaches a message to the transcript, also where the turn was stopped meanwhile: it has left the queue.
    async fn attach(&self, turn: &Turn, entry: Entry) {
        if turn.token.is_cancelled() && !holds(rules::FOLD_OUTLIVES_STOP) {
            let draft = Draft::new(Actor::Turn, kinds::ENTERED).about(turn.id);
            self.world.step(draft.moving(&entry.message, entry.priority.place())).await;
            return;
        }
        turn.taken.borrow_mut().push(entry);
        self.tell("attachment", &entry.message, self.preface(&entry));
        if !holds(rules::NO_CHECKPOINT) {
            self.tell("checkpoint", &entry.message, None);
        }
        let draft = Draft::new(Actor::Turn, kinds::RECORDED).about(turn.id);
        let draft = draft.moving(&entry.message, Place::HISTORY);
        let rule = turn.token.is_cancelled().then_some(rules::FOLD_OUTLIVES_STOP);
        self.world.step(draft.maybe_rule(rule)).await;
    }

    /// What the model is told about a message that came while it worked.
    fn preface(&self, entry: &Entry) -> Option<&'static str> {
        match (entry.mode, self.release) {
            (Mode::Notice, release) if release >= Release::OldestFirst => {
                holds(rules::NOTICE_IS_REMINDER).then_some("system-reminder")
            }
            (Mode::Notice, _) => None,
            (_, Release::Backgrounds) => holds(rules::PREFACE).then_some("address-it-meanwhile"),
            (_, Release::ReadByOthers) => {
                holds(rules::OLDER_PREFACE).then_some("address-it-afterwards")
            }
            _ => Some("it-came-meanwhile"),
        }
    }
}
