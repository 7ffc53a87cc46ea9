//! Newer: a steer leaves the response that streams. In the baseline nothing of this happens.
//!
//! The transport's part (how the server is told to stop) decides nothing here and is left out.

use super::areas::TurnState;
use super::session::Session;
use super::tasks::TurnContext;
use super::{kinds, rules};
use crate::ground::{CancelToken, Ground, Lane, TaskId, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Draft};
use std::rc::Rc;

/// A request's own token, fired when a steer waits, and the watch that fires it. Dropping it ends the watch.
pub(super) struct Preemption {
    pub token: CancelToken,
    watch: Option<(Ground, TaskId)>,
}

impl Drop for Preemption {
    fn drop(&mut self) {
        if let Some((ground, task)) = &self.watch {
            ground.kill(*task);
        }
    }
}

impl Session {
    /// Watches for steers while a request is at work, its retries included.
    pub(super) fn watch_for_steers(self: &Rc<Self>, turn: &TurnContext) -> Preemption {
        let token = CancelToken::new();
        if !(self.thread.is_on(&rules::INSTANT_INTERRUPT) && holds(rules::STEER_CUTS)) {
            return Preemption { token, watch: None };
        }
        let (session, state, fire) = (self.clone(), turn.state.clone(), token.clone());
        let watch = self.world.spawn(format!("steer watch {}", turn.id), Lane::Turn, async move {
            session.steer_arrives(&state).await;
            fire.cancel();
        });
        Preemption { token, watch: Some((self.world.ground.clone(), watch)) }
    }

    /// Resolves when a steer lies in B. Mail does not count.
    async fn steer_arrives(&self, state: &TurnState) {
        let (mut activity, _) = self.subscribe_activity(Some(state));
        while !self.steer_waits(state) {
            let change = self.world.ground.wait(Wait::rest("a steer"), activity.changed());
            if change.await.is_err() {
                return std::future::pending().await;
            }
        }
    }

    /// The turn leaves its request for what waits.
    pub(super) async fn leave_for_the_steer(&self, turn: &TurnContext) {
        let draft = Draft::new(Actor::Turn, kinds::CUT_BY_STEER)
            .about(turn.id)
            .rule(rules::STEER_CUTS)
            .fact("a-steer-waits", true);
        self.world.step(draft).await;
    }
}
