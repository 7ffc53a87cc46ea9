//! Where a hook is asked: when a prompt enters the queue, long before it may be delivered.

use super::Claude;
use crate::world::{HookSays, MessageId};

/// The one point.
pub(super) const POINTS: &[&str] = &["user-prompt-submit"];

impl Claude {
    /// Asks the hooks of the point about a message, one after the other. Says whether one of them holds it back.
    pub(super) async fn ask_hooks(&self, message: &MessageId) -> bool {
        self.hooks_asked.set(self.hooks_asked.get() + 1);
        let times = self.hooks_asked.get();
        let mut says = HookSays::GoOn;
        let own = self.world.hooks().iter().filter(|hook| {
            hook.message.is_none_or(|only| only == *message)
                && hook.nth.is_none_or(|nth| nth == times)
        });
        for hook in own {
            self.world.run_hook(hook).await;
            says = says.max(hook.says);
        }
        says != HookSays::GoOn
    }
}
