//! The MCP servers of a session: they start when the session does, and a turn with input of its own waits for
//! those that it needs. In a scenario it needs all of them.

use super::protocol::AbortReason;
use super::session::Session;
use super::tasks::TurnContext;
use super::{kinds, rules};
use crate::ground::{CancelToken, Cancelled, Millis, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, MessageId};
use std::rc::Rc;

/// The start-up of a session's servers.
pub(super) struct Servers {
    ready_at: Millis,
    /// Fired when nobody wants them any more.
    cancelled: CancelToken,
}

impl Servers {
    /// Servers that start now.
    pub(super) fn starting(now: Millis, takes_ms: u64) -> Servers {
        let ready_at = Millis(now.0.saturating_add(takes_ms));
        Servers { ready_at, cancelled: CancelToken::new() }
    }

    fn are_starting(&self, now: Millis) -> bool {
        now < self.ready_at && !self.cancelled.is_cancelled()
    }
}

impl Session {
    /// Waits until the servers are there. A turn that is stopped meanwhile still records its input.
    /// Source: `core/src/session/turn.rs:153-297`.
    pub(super) async fn wait_for_servers(
        &self,
        turn: &TurnContext,
        input: &[MessageId],
    ) -> Result<(), Cancelled> {
        let ground = &self.world.ground;
        if input.is_empty()
            || !self.servers.are_starting(ground.now())
            || !holds(rules::WAITS_FOR_SERVERS)
        {
            return Ok(());
        }
        let draft = Draft::new(Actor::Turn, kinds::WAITS_FOR_SERVERS).about(turn.id);
        self.world.step(draft.rule(rules::WAITS_FOR_SERVERS)).await;
        let ready =
            ground.wait(Wait::owed("the servers"), ground.sleep_until(self.servers.ready_at));
        let waited = turn.token.or_cancelled(self.servers.cancelled.or_cancelled(ready)).await;
        if let Ok(_ready_or_given_up) = waited {
            return Ok(());
        }
        for message in input.iter().filter(|_| holds(rules::STOPPED_SERVERS_RECORD)) {
            self.record_input(&turn.id, message, Some(rules::STOPPED_SERVERS_RECORD)).await;
        }
        Err(Cancelled)
    }

    /// An interrupt stops the turn; where there is none, it gives up the servers that are still starting.
    /// Source: `core/src/session/mod.rs:4151-4158`.
    pub(super) async fn interrupt(self: &Rc<Self>, id: &InputId) {
        let idle = self.active.borrow().is_none();
        let starting = self.servers.are_starting(self.world.ground.now());
        self.abort_all_tasks(AbortReason::Interrupted).await;
        if idle && starting && holds(rules::INTERRUPT_CANCELS_STARTUP) {
            self.servers.cancelled.cancel();
            let draft = Draft::new(Actor::Session, kinds::SERVERS_GIVEN_UP).about(id);
            self.world.step(draft.rule(rules::INTERRUPT_CANCELS_STARTUP)).await;
        }
    }
}
