//! A compaction: the model sums the window up, and the summary takes its place. It is a request like any other,
//! and takes nothing that waits. Which messages stay beside the summary is not part of the rules: here those stay
//! that somebody wrote.

use super::coordinator::Drain;
use super::session::Session;
use super::turn::Halt;
use super::{kinds, rules};
use crate::world::{Actor, Content, Draft, MessageId, Place, RuleId};
use std::rc::Rc;

impl Session {
    /// Has the window summed up. `row` is the control that asked for it, if one did.
    pub(super) async fn compact(
        self: &Rc<Self>,
        drain: &Rc<Drain>,
        row: Option<MessageId>,
    ) -> Result<(), Halt> {
        let rule: RuleId = if row.is_some() { rules::CONTROL_TURN } else { rules::PROMOTION_OFF };
        let mut draft = Draft::new(Actor::Turn, kinds::COMPACTING).about(drain.turn).rule(rule);
        if let Some(row) = &row {
            draft = draft.moving(row, Place::DROPPED);
        }
        self.world.step(draft).await;
        let sampled = self.sample(drain, 0).await?;
        if let Some(failure) = sampled.failure {
            return Err(Halt::Failed(failure.error));
        }
        let stays = |id: &MessageId| {
            self.world.message(id).is_some_and(|message| {
                matches!(message.content, Content::UserText | Content::HostItem | Content::Summary)
            })
        };
        self.world.shorten_window(stays);
        let draft = Draft::new(Actor::Turn, kinds::COMPACTED).about(drain.turn);
        self.world.step(draft.rule(rule)).await;
        Ok(())
    }
}
