//! A drain: prepare, promote, ask the model, and look what is left; until there is nothing.
//! Source: `packages/core/src/session/runner/llm.ts:179-405`.

use super::coordinator::Drain;
use super::promotion::{Promoted, Promotion};
use super::sampling::Sampled;
use super::session::Session;
use super::{kinds, rules};
use crate::ground::{Millis, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Draft};
use std::rc::Rc;

/// Why a drain ends before its work is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// It was interrupted.
    Stopped,
    /// A permission was declined: as if it had been interrupted.
    Declined,
    /// The context cannot be prepared.
    Blocked,
    /// The provider has failed.
    Failed(String),
}

impl Session {
    /// Runs a drain to its end.
    pub(super) async fn drain(self: &Rc<Self>, drain: &Rc<Drain>) -> Result<(), Halt> {
        let mut promotion = self.at_entry(drain);
        if promotion.is_none() && !drain.forced && holds(rules::NOTHING_TO_DO) {
            let draft = Draft::new(Actor::Turn, kinds::NOTHING).about(drain.turn);
            self.world.step(draft.rule(rules::NOTHING_TO_DO)).await;
            return Ok(());
        }
        let (mut steps, mut asks) = (0, drain.forced);
        loop {
            let took = self.prepare(drain, promotion.unwrap_or(Promotion::Off)).await?;
            if took.read && holds(rules::ALLOWANCE) {
                steps = 0;
            }
            // A control that stood alone leaves nothing to ask about.
            if asks || took.read || !took.control {
                steps += 1;
                asks = self.step(drain, steps).await?;
            }
            promotion = match asks {
                true => Some(self.before_request()),
                false => self.at_idle(drain).await,
            };
            if promotion.is_none() {
                return Ok(());
            }
        }
    }

    /// Prepares the context of the next request; only then anything is promoted.
    async fn prepare(
        self: &Rc<Self>,
        drain: &Rc<Drain>,
        promotion: Promotion,
    ) -> Result<Promoted, Halt> {
        let mut early = Promoted::default();
        if !holds(rules::INIT_FIRST) {
            early = self.promote(drain, promotion).await?;
        }
        let takes = self.settings.number("prepare-ms");
        if takes > 0 {
            let draft = Draft::new(Actor::Turn, kinds::PREPARING).about(drain.turn);
            self.world.step(draft.rule(rules::INIT_FIRST)).await;
            let work = drain.token.or_cancelled(self.world.ground.sleep(Millis(takes)));
            let wait = Wait::owed("the context to be prepared");
            // Whether it was stopped is asked below.
            let _ = self.world.ground.wait(wait, work).await;
        }
        if drain.token.is_cancelled() {
            return Err(Halt::Stopped);
        }
        if !self.settings.context_is_there.get() {
            return Err(Halt::Blocked);
        }
        let took = self.promote(drain, promotion).await?;
        Ok(Promoted { read: took.read || early.read, control: took.control || early.control })
    }

    /// One step: a request with its tools. Says whether the model needs another one. A request that was too
    /// big is made again after a compaction, and takes nothing new.
    async fn step(self: &Rc<Self>, drain: &Rc<Drain>, steps: u64) -> Result<bool, Halt> {
        let first = self.sample(drain, steps).await?;
        if !first.failure.as_ref().is_some_and(|failure| failure.overflow) {
            return self.judge(first);
        }
        self.compact(drain, None).await?;
        if !holds(rules::PROMOTION_OFF) {
            self.promote(drain, Promotion::Queue).await?;
        }
        let again = self.sample(drain, steps).await?;
        self.judge(again)
    }

    fn judge(&self, sampled: Sampled) -> Result<bool, Halt> {
        match sampled.failure {
            Some(failure) if holds(rules::ERROR_ENDS) => Err(Halt::Failed(failure.error)),
            _ if sampled.declined && holds(rules::DECLINED) => Err(Halt::Declined),
            _ => Ok(sampled.follow_up),
        }
    }
}
