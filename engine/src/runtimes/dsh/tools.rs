//! The calls of a response: so many at once, each to its end, their results in the model's order.
//! Source: `packages/core/agent-loop/src/tool-calls.ts:95-259`.

use super::areas::NEXT_STEP;
use super::driver::Work;
use super::{Agent, rules};
use crate::ground::{CancelToken, Lane, Wait};
use crate::runtimes::holds;
use crate::world::{Call, Content, Message, MessageId, Origin, ToolEnd, ToolState, World};
use futures::channel::oneshot;
use std::cell::RefCell;
use std::rc::Rc;

/// The setting of how many calls run at once.
pub(super) const PARALLEL: &str = "max-parallel-tool-calls";
/// What a call is answered that was not dispatched.
const NOT_DISPATCHED: &str = "ABORTED_BEFORE_DISPATCH";

/// A call that has not been dispatched yet, and who waits for its end; nothing comes where it never is.
type Waiting = (Call, oneshot::Sender<Option<ToolEnd>>);

impl Agent {
    /// Carries out the calls of a response. Says whether a result concludes the turn.
    pub(super) async fn dispatch(&self, work: &Work, calls: &[Call]) -> bool {
        let mut ends = Vec::new();
        let mut waiting = Vec::new();
        for call in calls {
            let (done, end) = oneshot::channel();
            waiting.push((call.clone(), done));
            ends.push((call, end));
        }
        waiting.reverse();
        let waiting = Rc::new(RefCell::new(waiting));
        let limit = if holds(rules::PARALLEL) { self.number(PARALLEL).max(1) } else { u64::MAX };
        for _ in calls.iter().zip(0..limit) {
            self.spawn_worker(&waiting, &work.token);
        }
        let mut concludes = false;
        for (call, end) in ends {
            let wait = Wait::owed(["the result of ", call.call.as_str()].concat());
            // Without a result its worker is gone, and so is the process.
            let end = self.world.ground.wait(wait, end).await.unwrap_or_default();
            let skipped = !holds(rules::NONE_SKIPPED) && !self.pending(NEXT_STEP).is_empty();
            match end.filter(|_| !skipped) {
                Some(ToolEnd { output, state }) => {
                    self.world.record_output(&call.call, output, None).await;
                    let done = state == ToolState::Completed;
                    concludes |= done && self.told_beside(call).await;
                }
                None => self.not_dispatched(call).await,
            }
        }
        concludes && holds(rules::CONCLUDES)
    }

    /// One of those that work side by side: it takes the next call until there is none, or an abort.
    fn spawn_worker(&self, waiting: &Rc<RefCell<Vec<Waiting>>>, token: &CancelToken) {
        let (world, waiting, token) = (self.world.clone(), waiting.clone(), token.clone());
        self.log.flush();
        self.world.spawn("tools", Lane::Tool, async move {
            loop {
                let next = waiting.borrow_mut().pop();
                let Some((call, done)) = next else { return };
                // Nobody waits where the turn is gone.
                let _ = done.send(work_at(&world, &call, &token).await);
            }
        });
    }

    /// A call that was complete when everything was aborted, and that no tool has heard of.
    async fn not_dispatched(&self, call: &Call) {
        let rule = Some(rules::NOT_DISPATCHED);
        self.world.end_call(&call.call, ToolState::Interrupted, rule).await;
        self.world.record_output(&call.call, NOT_DISPATCHED.to_owned(), rule).await;
    }

    /// The same for all calls that have no output: the response was left before they could be dispatched.
    pub(super) async fn answer_open_calls(&self) {
        for call in self.world.open_calls() {
            self.not_dispatched(&call).await;
        }
    }

    /// What a result tells beside itself goes to next-step. Says whether it concludes the turn.
    async fn told_beside(&self, call: &Call) -> bool {
        let Some(script) = self.world.tool_script(&call.call) else { return false };
        let (concludes, context) = (script.concludes, script.context.clone());
        if let Some(text) = context.filter(|_| holds(rules::CONTEXTS)) {
            let id = MessageId::from(["context:", call.call.as_str()].concat());
            let (origin, content) = (Origin::Host, Content::HostItem);
            let told = self.world.compose(Message { id, origin, content, text });
            if self.can_log().await.is_ok() {
                self.insert(told, NEXT_STEP, false, rules::CONTEXTS).await;
            }
        }
        concludes
    }
}

async fn work_at(world: &World, call: &Call, token: &CancelToken) -> Option<ToolEnd> {
    if token.is_cancelled() && holds(rules::NOT_DISPATCHED) {
        return None;
    }
    Some(world.work(call, token, None).await)
}
