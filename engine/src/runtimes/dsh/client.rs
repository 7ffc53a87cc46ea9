//! A person's keys. Source: `packages/client/ui-conversation/README.md:31-35,66-67`.

use super::areas::NEXT_TURN;
use super::{Agent, kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, MessageId, Receipt};
use std::rc::Rc;

/// The setting of what Enter does while the agent runs.
pub(super) const BUSY_ENTER: &str = "busy-enter";
/// Its values.
pub(super) const BUSY_ENTERS: &[&str] = &["queue", "steer"];
/// The setting of whose session it is.
pub(super) const SESSION: &str = "session";
/// Its values.
pub(super) const SESSIONS: &[&str] = &["root", "child"];

impl Agent {
    /// Whether the agent works for another one, so that a person may do no more than queue.
    pub(super) fn only_queues(&self) -> bool {
        self.setting(SESSION) == SESSIONS[1] && holds(rules::SUBAGENT)
    }

    /// Enter, or Enter with the modifier, on a text.
    pub(super) async fn press(self: &Rc<Self>, message: MessageId, other: bool) -> Receipt {
        let by_setting = self.setting(BUSY_ENTER) == BUSY_ENTERS[1];
        let enter = if holds(rules::ENTER) { by_setting } else { !by_setting };
        let steers = enter != (other && holds(rules::OTHER_KEY));
        let idle = !self.is_running() && holds(rules::IDLE_SENDS);
        self.prompt(message, steers && !idle && !self.only_queues()).await
    }

    /// The modifier and Enter on an empty draft: the whole queue steers, in order.
    pub(super) async fn press_empty(self: &Rc<Self>, by: Actor, id: InputId) -> Receipt {
        if let Err(no) = self.can_change(by, id).await {
            return no;
        }
        let queued = self.pending(NEXT_TURN);
        let draft = Draft::new(Actor::Client, kinds::LOOKED).about("queue");
        self.world.step(draft.rule(rules::WHOLE_QUEUE)).await;
        for item in queued.into_iter().filter(|_| holds(rules::WHOLE_QUEUE)) {
            if self.is_queued(&item) && self.is_running() {
                self.steer_item(id, item).await;
            }
        }
        Receipt::Accepted
    }
}
