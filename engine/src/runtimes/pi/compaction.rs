//! A window that is full, or that a person has summed up: what it holds is replaced by a summary.
//! Source: coding agent `dist/core/agent-session.js:2717-2719`.

use super::{Pi, door, kinds, rules};
use crate::ground::{CancelToken, Millis, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Content, Draft, Message, MessageId, Origin, Place, Receipt, RuleId};
use std::rc::Rc;

/// The setting of the tokens at which the window counts as full.
pub(super) const LIMIT: &str = "compaction-limit";
/// The setting of how long a summary takes.
pub(super) const COMPACTION_MS: &str = "compaction-ms";

impl Pi {
    pub(super) fn is_full(&self) -> bool {
        let limit = self.number(LIMIT);
        limit > 0 && self.tokens.get() >= limit && holds(rules::COMPACTS)
    }

    /// Sums the window up, unless it is aborted meanwhile.
    pub(super) async fn compact(&self, token: &CancelToken, rule: RuleId) {
        self.compacting.set(true);
        self.tell("compaction_start", None);
        self.world.step(Draft::new(Actor::Session, kinds::COMPACTION_BEGAN).rule(rule)).await;
        let wait = Wait::owed("the summary");
        let work = self.world.ground.sleep(Millis(self.number(COMPACTION_MS)));
        let done = token.or_cancelled(self.world.ground.wait(wait, work)).await;
        self.compacting.set(false);
        self.tell("compaction_end", None);
        self.tokens.set(0);
        let mut draft = Draft::new(Actor::Session, kinds::COMPACTED).rule(rule);
        if done.is_ok() {
            self.compactions.set(self.compactions.get() + 1);
            let id = ["summary:", &self.compactions.get().to_string()].concat();
            let summary = self.world.compose(Message {
                id: MessageId::from(id),
                origin: Origin::Model,
                content: Content::Summary,
                text: String::new(),
            });
            self.world.shorten_window(|_| false);
            draft = draft.moving(&summary, Place::HISTORY);
        }
        self.world.step(draft).await;
    }

    pub(super) async fn compact_by_hand(self: &Rc<Self>) -> Receipt {
        if self.run.borrow().is_some() || self.compacting.get() {
            return door::refused(door::PROCESSING);
        }
        self.compact(&CancelToken::new(), rules::COMPACTING_REFUSES).await;
        self.release_held().await;
        Receipt::Accepted
    }
}
