//! One request, its response, and the tools that it calls.
//! Source: `packages/core/agent-loop/src/agent.ts:350-372`.

use super::driver::Work;
use super::turn::End;
use super::{Agent, kinds, rules};
use crate::ground::Cancelled;
use crate::runtimes::holds;
use crate::world::{
    Actor, Draft, Heard, MessageId, Place, RuleId, Speech, TurnId, kinds as common,
};

impl Agent {
    /// Asks the model and carries out what it calls. Says whether the turn could end.
    pub(super) async fn sample(&self, work: &Work, turn: &TurnId) -> Result<bool, End> {
        self.log.flush();
        let (number, mut stream) = self.world.ask(turn, None).await;
        let mut calls = Vec::new();
        loop {
            match work.token.or_cancelled(self.world.hear(number, &mut stream)).await {
                Err(Cancelled) => {
                    drop(stream);
                    self.keep_prefix(turn).await;
                    self.answer_open_calls().await;
                    return Err(End::Aborted);
                }
                Ok(Heard::Item(item)) => calls.extend(self.world.call_of(&item)),
                Ok(Heard::Failed(_)) => {
                    let draft = Draft::new(Actor::Turn, kinds::RESPONSE_FAILED).about(turn);
                    self.world.step(draft.rule(rules::ERROR_PARKS)).await;
                    self.world.leave_response(turn, None).await;
                    self.answer_open_calls().await;
                    return Err(End::Failed);
                }
                Ok(Heard::Completed { .. }) => break,
            }
        }
        if calls.is_empty() {
            return Ok(true);
        }
        Ok(self.dispatch(work, &calls).await)
    }

    /// The answer was broken off: what has streamed of a text stays, a call that is not whole does not.
    async fn keep_prefix(&self, turn: &TurnId) {
        self.world.model_says(Speech::default());
        for item in self.world.lying_in(&Place::MODEL) {
            let draft = match self.is_kept(&item) {
                Ok(rule) => Draft::new(Actor::Turn, kinds::PREFIX_KEPT)
                    .moving(&item, Place::HISTORY)
                    .rule(rule),
                Err(rule) => Draft::new(Actor::Turn, common::ITEM_LOST)
                    .moving(&item, Place::DROPPED)
                    .rule(rule),
            };
            self.world.step(draft.about(turn)).await;
        }
    }

    fn is_kept(&self, item: &MessageId) -> Result<RuleId, RuleId> {
        match self.world.call_of(item) {
            Some(_) if holds(rules::HALF_CALL) => Err(rules::HALF_CALL),
            Some(call) => {
                self.world.tool_admitted(&call.call, &call.tool, false);
                Ok(rules::HALF_CALL)
            }
            None if holds(rules::PREFIX_KEPT) => Ok(rules::PREFIX_KEPT),
            None => Err(rules::PREFIX_KEPT),
        }
    }
}
