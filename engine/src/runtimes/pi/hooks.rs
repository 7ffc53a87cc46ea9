//! Where extensions are asked, and what the strictest of them says.

use super::Pi;
use crate::world::{HookSays, MessageId};

/// The points: when an input arrives, before a run starts, before a tool may begin, after each turn, and before the
/// session rests.
pub(super) const POINTS: &[&str] = &["input", "agent-start", "before-tool", "finish-turn"];

impl Pi {
    /// Asks the hooks of a point, one after the other.
    pub(super) async fn ask_hooks(
        &self,
        point: &'static str,
        about: Option<&MessageId>,
    ) -> HookSays {
        self.asked.borrow_mut().push(point);
        let times = self.asked.borrow().iter().filter(|asked| **asked == point).count();
        let mut says = HookSays::GoOn;
        let own = self.world.hooks().iter().filter(|hook| {
            hook.on == point
                && hook.message.is_none_or(|message| about == Some(&message))
                && hook.nth.is_none_or(|nth| usize::try_from(nth) == Ok(times))
        });
        for hook in own {
            self.world.run_hook(hook).await;
            says = says.max(hook.says);
        }
        says
    }
}
