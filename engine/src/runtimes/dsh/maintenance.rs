//! Maintenance: work of the host's own, such as a compaction, while no turn may open.
//! Source: `packages/core/agent-loop/src/agent.ts:142-162`.

use super::abort::MAINTENANCE;
use super::driver::Work;
use super::protocol::failed;
use super::{Agent, kinds, rules};
use crate::ground::{Millis, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, Operation, Receipt};
use std::rc::Rc;

impl Agent {
    /// Runs maintenance; the answer comes when it is over. It is refused while anything is active.
    pub(super) async fn maintain(self: &Rc<Self>, id: InputId, operation: &Operation) -> Receipt {
        if self.active().is_some() {
            let draft = Draft::new(Actor::Session, kinds::REFUSED).about(id);
            let draft = draft.rule(rules::MAINTENANCE_ALONE).fact("something-is-active", true);
            self.world.step(draft).await;
            return match holds(rules::MAINTENANCE_ALONE) {
                true => failed("ActiveWork", "the agent has active work"),
                false => Receipt::Accepted,
            };
        }
        let takes = operation.arg("takes").and_then(|ms| ms.parse().ok()).unwrap_or_default();
        let work = Work::new(None);
        *self.active.borrow_mut() = Some(work.clone());
        let began = Draft::new(Actor::Host, kinds::MAINTENANCE_BEGAN).about(MAINTENANCE);
        self.world.step(began.rule(rules::COUNTS_AS_IDLE)).await;
        let wait = Wait::owed("the maintenance");
        let sleep = work.token.or_cancelled(self.world.ground.sleep(Millis(takes)));
        let done = self.world.ground.wait(wait, sleep).await.is_ok();
        let next = self.replay_or_rest(&work);
        let ended = Draft::new(Actor::Host, kinds::MAINTENANCE_ENDED)
            .about(MAINTENANCE)
            .rule(rules::MAINTENANCE_LATCHES)
            .fact("a-wake-is-kept", work.latched.get())
            .fact("another-turn-follows", next.is_some());
        self.world.step(ended).await;
        if let Some(next) = next {
            self.open_and_drive(next).await;
        }
        let value = if done { "done" } else { "aborted" };
        Receipt::Report { value: value.to_owned() }
    }
}
