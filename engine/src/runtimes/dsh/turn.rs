//! A turn: claim, prepare, enter, ask the model, look again; until nothing is left for it.
//! Source: `packages/core/agent-loop/src/agent.ts:225-330`.

use super::areas::NEXT_STEP;
use super::driver::Work;
use super::{Agent, kinds, rules};
use crate::ground::{Millis, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, HookSays, MessageId, Place, RuleId, TurnId};

/// The setting of how long a step takes to prepare.
pub(super) const PREPARE_MS: &str = "prepare-ms";

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Completed,
    /// It had nothing to begin with.
    Empty,
    /// A hook has turned its step down.
    Blocked,
    Aborted,
    Failed,
}

impl End {
    pub(super) fn name(self) -> &'static str {
        match self {
            End::Completed | End::Empty => "completed",
            End::Blocked => "blocked",
            End::Aborted => "aborted",
            End::Failed => "error",
        }
    }

    /// The rule that shows in the end of a turn.
    pub(super) fn rule(self, loses: bool, parks: bool, latched: bool) -> Option<RuleId> {
        match self {
            End::Completed => Some(rules::ANOTHER_TURN),
            End::Empty => Some(rules::EMPTY_FIRST),
            End::Blocked => Some(rules::REJECTED),
            End::Failed => Some(rules::ERROR_PARKS),
            End::Aborted if latched => Some(rules::LATCH_PENDING),
            End::Aborted if loses => Some(rules::CLAIMS_AT_ONCE),
            End::Aborted => parks.then_some(rules::KEEP_INBOX),
        }
    }
}

impl Agent {
    /// Runs a turn that has opened, to its end.
    pub(super) async fn turn(&self, work: &Work) -> End {
        let Some(turn) = work.turn else { return End::Completed };
        let (mut is_first, mut could_end) = (true, false);
        let late = self.claims_late(work);
        loop {
            if (late || !is_first) && self.claim_later(&turn, late && is_first).await.is_err() {
                return End::Failed;
            }
            if let Err(end) = self.pre_step(work, &turn).await {
                return end;
            }
            let batch = self.world.lying_in(&Place::TURN);
            if batch.is_empty() && could_end {
                return End::Completed;
            }
            if batch.is_empty() && is_first && holds(rules::EMPTY_FIRST) {
                return End::Empty;
            }
            is_first = false;
            self.enter(&turn, &batch).await;
            could_end = match self.sample(work, &turn).await {
                Ok(could_end) => could_end,
                Err(end) => return end,
            };
            if could_end {
                self.ask_stopping(&turn).await;
            }
            if work.token.is_cancelled() {
                return End::Aborted;
            }
            if could_end && (self.pending(NEXT_STEP).is_empty() || !holds(rules::GOES_ON)) {
                return End::Completed;
            }
        }
    }

    /// A later step claims everything in next-step, and nothing of next-turn; unless it is the one that opens the turn.
    async fn claim_later(&self, turn: &TurnId, opens: bool) -> Result<(), ()> {
        let claimed = match opens || !holds(rules::LATER_STEPS) {
            true => self.first_claim(None),
            false => self.claim_of_a_step(None),
        };
        if claimed.is_empty() {
            return Ok(());
        }
        self.can_log().await.map_err(|_| ())?;
        self.tell_claimed(&claimed);
        let rule = if claimed.len() > 1 { rules::ALL_STEPS } else { rules::LATER_STEPS };
        let draft = Draft::new(Actor::Turn, kinds::CLAIMED).about(turn).rule(rule);
        self.world.step(draft.moving_all(&claimed, &Place::TURN)).await;
        Ok(())
    }

    /// The request is prepared and hooks are asked. What arrives meanwhile is for a later step.
    async fn pre_step(&self, work: &Work, turn: &TurnId) -> Result<(), End> {
        self.log.flush();
        let takes = self.number(PREPARE_MS);
        if takes > 0 {
            let draft = Draft::new(Actor::Turn, kinds::PREPARING).about(turn);
            self.world.step(draft.rule(rules::MISSES)).await;
            let wait = Wait::owed("the step to be prepared");
            let work = work.token.or_cancelled(self.world.ground.sleep(Millis(takes)));
            // Whether it was aborted is asked below.
            let _ = self.world.ground.wait(wait, work).await;
        }
        if work.token.is_cancelled() {
            return Err(End::Aborted);
        }
        let first = self.world.lying_in(&Place::TURN).first().copied();
        let says = work.token.or_cancelled(self.ask_hooks("pre-step", first.as_ref())).await;
        if work.token.is_cancelled() {
            return Err(End::Aborted);
        }
        match says.unwrap_or_default() {
            HookSays::Block => {
                let draft = Draft::new(Actor::Host, kinds::REJECTED).about(turn);
                self.world.step(draft.rule(rules::REJECTED)).await;
                Err(End::Blocked)
            }
            HookSays::Stop => {
                let batch = self.world.lying_in(&Place::TURN);
                let draft =
                    Draft::new(Actor::Host, kinds::EMPTIED).about(turn).rule(rules::EMPTY_FIRST);
                self.world.step(draft.moving_all(&batch, &Place::DROPPED)).await;
                self.ends_if_aborted(work)
            }
            HookSays::GoOn if !holds(rules::MISSES) => {
                self.claim_later(turn, false).await.map_err(|()| End::Failed)
            }
            HookSays::GoOn => Ok(()),
        }
    }

    fn ends_if_aborted(&self, work: &Work) -> Result<(), End> {
        if work.token.is_cancelled() { Err(End::Aborted) } else { Ok(()) }
    }

    /// The step begins: what was claimed is in the history.
    async fn enter(&self, turn: &TurnId, batch: &[MessageId]) {
        self.tell("step/start", None, None);
        for message in batch {
            self.tell("user/message", Some(message), None);
        }
        if !batch.is_empty() {
            let draft = Draft::new(Actor::Turn, kinds::ENTERED).about(turn);
            self.world.step(draft.moving_all(batch, &Place::HISTORY)).await;
        }
    }
}
