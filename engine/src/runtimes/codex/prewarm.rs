//! The connection that a session opens at its start, before anybody has asked for anything. The first
//! turn says that it has started and then waits for it.

use super::session::Session;
use super::tasks::TurnContext;
use super::{kinds, rules};
use crate::ground::{Cancelled, Millis, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, MessageId};

impl Session {
    /// Waits until the connection is there. A turn that is stopped meanwhile still records its input.
    /// Source: `core/src/tasks/regular.rs:39-91`.
    pub(super) async fn wait_for_connection(
        &self,
        turn: &TurnContext,
        input: &[MessageId],
    ) -> Result<(), Cancelled> {
        let ground = &self.world.ground;
        if ground.now() >= self.connected_at || !holds(rules::PREWARM) {
            return Ok(());
        }
        let draft = Draft::new(Actor::Turn, kinds::WAITS_FOR_CONNECTION);
        self.world.step(draft.about(turn.id).rule(rules::PREWARM)).await;
        let connected = ground.sleep_until(self.connected_at);
        let wait = ground.wait(Wait::owed("the start-up connection"), connected);
        let result = turn.token.or_cancelled(wait).await;
        if result.is_err() && holds(rules::PREWARM_RECORDS) {
            for message in input {
                self.record_input(&turn.id, message, Some(rules::PREWARM_RECORDS)).await;
            }
        }
        result
    }

    /// When a session that is loaded now will have its connection.
    pub(super) fn connection_time(now: Millis, takes_ms: u64) -> Millis {
        Millis(now.0.saturating_add(takes_ms))
    }
}
