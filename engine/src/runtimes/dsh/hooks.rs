//! Where hooks are asked: before each step, and where a turn could end.

use super::areas::NEXT_STEP;
use super::{Agent, kinds, rules};
use crate::runtimes::holds;
use crate::world::{
    Actor, Content, Draft, HookSays, HookScript, Message, MessageId, Origin, Place, TurnId,
};

const PRE_STEP: &str = "pre-step";
const TURN_STOPPING: &str = "turn-stopping";

/// Every point.
pub(super) const POINTS: &[&str] = &[PRE_STEP, TURN_STOPPING];

impl Agent {
    /// Asks the hooks of a point, one after the other; the strictest counts.
    pub(super) async fn ask_hooks(
        &self,
        point: &'static str,
        about: Option<&MessageId>,
    ) -> HookSays {
        let mut says = HookSays::GoOn;
        for hook in self.asked_now(point, about) {
            self.world.run_hook(&hook).await;
            says = says.max(hook.says);
        }
        says
    }

    /// Where the turn could end and nothing waits for it, hooks may steer.
    pub(super) async fn ask_stopping(&self, turn: &TurnId) {
        let waits = !self.pending(NEXT_STEP).is_empty();
        if !holds(rules::STOPPING) || waits && holds(rules::STOPPING_ONLY) {
            return;
        }
        let hooks = self.asked_now(TURN_STOPPING, None);
        if hooks.is_empty() {
            return;
        }
        let draft = Draft::new(Actor::Turn, kinds::STOPPING).about(turn);
        self.world.step(draft.rule(rules::STOPPING_ONLY).fact("something-is-pending", waits)).await;
        for hook in hooks {
            self.world.run_hook(&hook).await;
            if let Some(text) = &hook.prompt {
                let words = self.words_of(&hook, text);
                // Nobody waits for the answer; a log that is broken says so in a step of its own.
                if self.can_log().await.is_ok() {
                    self.insert(words, NEXT_STEP, true, rules::STOPPING).await;
                }
            }
        }
    }

    fn asked_now(&self, point: &'static str, about: Option<&MessageId>) -> Vec<HookScript> {
        self.asked.borrow_mut().push(point);
        let times = self.asked.borrow().iter().filter(|asked| **asked == point).count();
        let concerned = |hook: &&HookScript| {
            hook.on == point
                && hook.message.is_none_or(|message| about == Some(&message))
                && hook.nth.is_none_or(|nth| usize::try_from(nth) == Ok(times))
        };
        self.world.hooks().iter().filter(concerned).cloned().collect()
    }

    /// What a hook steers with, each time under a name of its own.
    fn words_of(&self, hook: &HookScript, text: &str) -> MessageId {
        let name = ["hook:", hook.id.as_str()].concat();
        let mut id = MessageId::from(name.as_str());
        let mut copy = 1;
        while self.world.place_of(&id) != Place::UNWRITTEN {
            copy += 1;
            id = MessageId::from([&name, "#", &copy.to_string()].concat());
        }
        let (origin, content, text) = (Origin::Host, Content::HostItem, text.to_owned());
        self.world.compose(Message { id, origin, content, text })
    }
}
