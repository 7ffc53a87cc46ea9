//! A batch of calls: side by side, or one after the other if any tool asks for that.
//! Source: core `dist/agent-loop.js:346-509`; the older rule at 83378aad `packages/agent/src/agent-loop.ts:397-452`.

use super::areas::STEERING;
use super::session::Run;
use super::{Pi, SKIPPING, rules};
use crate::ground::{Lane, Wait};
use crate::runtimes::holds;
use crate::world::{Call, MessageId, ResponseCut, RuleId, ToolEnd, ToolState};
use futures::channel::oneshot;
use std::rc::Rc;

const CUT_OFF: &str = "The response was cut off; the call was not carried out.";
const SKIPPED: &str = "Skipped due to queued user message.";
const NOT_STARTED: &str = "Operation aborted";

/// What came of a batch.
#[derive(Default)]
pub(super) struct Batch {
    /// Whether every result asks to end the turn.
    pub concludes: bool,
    /// Steers that the older version took on the way.
    pub taken: Vec<MessageId>,
}

impl Pi {
    /// Carries out the calls of a response, each to its end.
    pub(super) async fn batch(&self, run: &Run, calls: &[Call], cut: Option<ResponseCut>) -> Batch {
        if cut == Some(ResponseCut::Length) && holds(rules::LENGTH_FAILS_CALLS) {
            for call in calls {
                let rule = rules::LENGTH_FAILS_CALLS;
                self.answer(call, ToolState::Failed, CUT_OFF, rule).await;
            }
            return Batch::default();
        }
        let script = |call: &Call| self.world.tool_script(&call.call);
        let one_by_one = calls.iter().filter_map(script).any(|script| script.exclusive);
        let taken = if one_by_one && holds(rules::SEQUENTIAL_IF_ASKED) {
            self.in_turn(run, calls).await
        } else {
            self.side_by_side(run, calls).await
        };
        if !calls.is_empty() {
            self.tail_is_models.set(false);
        }
        let concludes = |call: &Call| script(call).is_some_and(|script| script.concludes);
        Batch { concludes: !calls.is_empty() && calls.iter().all(concludes), taken }
    }

    async fn in_turn(&self, run: &Run, calls: &[Call]) -> Vec<MessageId> {
        let mut taken = Vec::new();
        for call in calls {
            if self.is_left_out(run, call, &taken).await {
                continue;
            }
            self.ask_hooks("before-tool", None).await;
            let end = self.world.work(call, &run.token, None).await;
            self.world.record_output(&call.call, end.output, None).await;
            taken = self.taken_on_the_way(run).await;
        }
        taken
    }

    async fn side_by_side(&self, run: &Run, calls: &[Call]) -> Vec<MessageId> {
        let mut taken = Vec::new();
        let mut working = Vec::new();
        for call in calls {
            if self.is_left_out(run, call, &taken).await {
                continue;
            }
            self.ask_hooks("before-tool", None).await;
            working.push((call, self.begin(run, call)));
            if calls.len() > 1 {
                taken = self.taken_on_the_way(run).await;
            }
        }
        for (call, end) in working {
            let wait = Wait::owed(["the result of ", call.call.as_str()].concat());
            let end = self.world.ground.wait(wait, end).await;
            let output = end.map(|end| end.output).unwrap_or_default();
            self.world.record_output(&call.call, output, None).await;
        }
        taken
    }

    fn begin(&self, run: &Run, call: &Call) -> oneshot::Receiver<ToolEnd> {
        let (done, end) = oneshot::channel();
        let (world, call, token) = (Rc::clone(&self.world), call.clone(), run.token.clone());
        self.world.spawn(["tool ", call.call.as_str()].concat(), Lane::Tool, async move {
            // Nobody waits where the run is gone.
            let _ = done.send(world.work(&call, &token, None).await);
        });
        end
    }

    /// Whether a call does not begin any more: a steer was taken, or the run was aborted.
    async fn is_left_out(&self, run: &Run, call: &Call, taken: &[MessageId]) -> bool {
        if !taken.is_empty() {
            self.answer(call, ToolState::Failed, SKIPPED, rules::STEER_SKIPS).await;
            return true;
        }
        let newer = self.version != SKIPPING && holds(rules::UNSTARTED_ANSWERED);
        if run.token.is_cancelled() && newer {
            let rule = rules::UNSTARTED_ANSWERED;
            self.answer(call, ToolState::Interrupted, NOT_STARTED, rule).await;
            return true;
        }
        false
    }

    /// The older version polls steering between calls.
    async fn taken_on_the_way(&self, run: &Run) -> Vec<MessageId> {
        match self.version {
            SKIPPING => self.poll(&run.turn, STEERING, rules::STEER_SKIPS).await,
            _ if holds(rules::WHOLE_BATCH) => Vec::new(),
            _ => self.poll(&run.turn, STEERING, rules::POLL_AFTER_TURN).await,
        }
    }

    /// Answers a call that is not carried out.
    async fn answer(&self, call: &Call, state: ToolState, text: &str, rule: RuleId) {
        self.world.end_call(&call.call, state, Some(rule)).await;
        self.world.record_output(&call.call, text.to_owned(), Some(rule)).await;
    }
}
