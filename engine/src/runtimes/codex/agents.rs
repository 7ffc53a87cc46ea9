//! A child agent and its parent: what the thread of a child tells its parent's when a turn ends.
//!
//! The parent's thread is not part of the run: the mail is shown as an event, as its own loop would get it.

use super::session::Session;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, MessageId, TurnId};

/// The setting that says whether the thread is a child's, and what became of its parent.
pub(super) const PARENT: &str = "parent-agent";
/// No parent; one that is loaded; one that is gone.
pub(super) const PARENTS: &[&str] = &["none", "loaded", "gone"];
/// The direct parent of a child thread, and the first agent of all.
const PARENT_PATH: &str = "/root/worker";
const ROOT_PATH: &str = "/root";

impl Session {
    /// A turn that came to an end of its own, or by an error or another turn, is told to the direct parent
    /// in one ordinary mail; an interrupted one is not over for the parent.
    /// Source: `core/src/session/mod.rs:1977-2090`.
    pub(super) async fn report_to_parent(
        &self,
        turn: &TurnId,
        last: Option<&MessageId>,
        interrupted: bool,
    ) {
        let parent = self.thread.setting(PARENT);
        if interrupted && holds(rules::INTERRUPTED_CHILD) || !holds(rules::COMPLETION_MAIL) {
            return;
        }
        let recipient = match parent.as_str() {
            "loaded" => PARENT_PATH,
            "gone" if !holds(rules::NO_OTHER_PARENT) => ROOT_PATH,
            _ => return,
        };
        self.event_about(Some(turn), "InterAgentCommunication", last, Some(recipient));
        let draft = Draft::new(Actor::Session, kinds::TOLD_PARENT).about(turn);
        self.world.step(draft.rule(rules::COMPLETION_MAIL)).await;
    }
}
