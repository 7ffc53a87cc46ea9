//! Tools at work. Each starts as soon as its call is complete; the step ends when all of them have.

use super::areas::Delivery;
use super::coordinator::Drain;
use super::session::Session;
use super::{kinds, rules};
use crate::ground::{CancelToken, Cancelled, Lane, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Call, CallId, Draft, InputId, Receipt, ToolEnd, ToolState};
use futures::channel::oneshot;
use std::rc::Rc;

/// What a tool can ask for.
pub(super) const PERMISSION: &str = "permission";
/// What a call that was stopped answers.
const ABORTED: &str = "Tool execution interrupted";
/// What a call that was not permitted answers.
const REJECTED: &str = "The user rejected permission to use this tool";

/// What a call came to.
pub(super) struct Done {
    output: String,
    rejected: bool,
}

/// A call whose tool is at work.
pub(super) struct RunningCall {
    call: CallId,
    skip: CancelToken,
    done: oneshot::Receiver<Done>,
}

impl Session {
    /// Starts a call's tool beside the stream.
    pub(super) fn start_tool(self: &Rc<Self>, drain: &Rc<Drain>, call: Call) -> RunningCall {
        let skip = drain.token.child();
        let token = skip.clone();
        self.work_beside(call.call, skip, move |session| async move {
            session.work_at(&call, &token).await
        })
    }

    /// A call that no tool is asked to carry out.
    pub(super) fn answer_call(
        self: &Rc<Self>,
        call: &Call,
        output: &'static str,
        state: ToolState,
    ) -> RunningCall {
        let id = call.call;
        self.work_beside(id, CancelToken::new(), move |session| async move {
            if state == ToolState::Completed {
                session.world.tool_is(&id, ToolState::Started);
            }
            session.world.end_call(&id, state, None).await;
            Done { output: output.to_owned(), rejected: false }
        })
    }

    fn work_beside<W: Future<Output = Done> + 'static>(
        self: &Rc<Self>,
        call: CallId,
        skip: CancelToken,
        work: impl FnOnce(Rc<Session>) -> W,
    ) -> RunningCall {
        let (finished, done) = oneshot::channel();
        let work = work(self.clone());
        self.world.spawn(format!("tool {call}"), Lane::Tool, async move {
            // Where the turn is gone nobody takes the output.
            let _ = finished.send(work.await);
        });
        RunningCall { call, skip, done }
    }

    async fn work_at(&self, call: &Call, token: &CancelToken) -> Done {
        let asks = self.world.tool_script(&call.call).is_some_and(|script| script.asks.is_some());
        if asks {
            let (state, output) = match self.permitted(&call.call, token).await {
                Ok(true) => (None, ""),
                Ok(false) => (Some(ToolState::Failed), REJECTED),
                Err(Cancelled) => (Some(ToolState::Interrupted), ABORTED),
            };
            if let Some(state) = state {
                self.world.end_call(&call.call, state, None).await;
                let rejected = state == ToolState::Failed;
                return Done { output: output.to_owned(), rejected };
            }
        }
        let ToolEnd { output, state } = self.world.work(call, token, None).await;
        let stopped = state == ToolState::Interrupted;
        Done { output: if stopped { ABORTED.to_owned() } else { output }, rejected: false }
    }

    /// Asks the person and waits.
    async fn permitted(&self, call: &CallId, token: &CancelToken) -> Result<bool, Cancelled> {
        let (reply, answer) = oneshot::channel();
        self.permissions.borrow_mut().push((*call, reply));
        self.world.tool_asks(call, Some(PERMISSION));
        let draft = Draft::new(Actor::Tool(*call), kinds::ASKED).about(call);
        self.world.step(draft).await;
        let wait = Wait::owed(format!("permission for {call}"));
        let answer = self.world.ground.wait(wait, token.or_cancelled(answer)).await;
        self.permissions.borrow_mut().retain(|(other, _)| other != call);
        self.world.tool_asks(call, None);
        Ok(answer?.unwrap_or_default())
    }

    /// The person's answer to a tool that asks.
    pub(super) async fn reply(&self, id: &InputId, call: &CallId, permitted: bool) -> Receipt {
        let waiter = {
            let mut waiting = self.permissions.borrow_mut();
            let at = waiting.iter().position(|(other, _)| other == call);
            at.map(|at| waiting.remove(at))
        };
        let draft = match waiter {
            Some((_, reply)) => {
                // The tool may have been stopped meanwhile.
                let _ = reply.send(permitted);
                Draft::new(Actor::Session, kinds::ANSWERED).about(call)
            }
            None => Draft::new(Actor::Session, kinds::UNKNOWN_ANSWER).about(id),
        };
        self.world.step(draft).await;
        Receipt::Accepted
    }

    /// Waits for all tools and records their outputs in the order of the calls. Says whether a permission
    /// was refused.
    pub(super) async fn record_outputs(&self, calls: Vec<RunningCall>) -> bool {
        let mut refused = false;
        for RunningCall { call, skip, done } in calls {
            if !holds(rules::TOOLS_SETTLE) && !self.inbox.pending(Delivery::Steer).is_empty() {
                skip.cancel();
            }
            let wait = Wait::owed(format!("the output of {call}"));
            let done = self.world.ground.wait(wait, done).await;
            let stopped = |_| Done { output: ABORTED.to_owned(), rejected: false };
            let done = done.unwrap_or_else(stopped);
            refused |= done.rejected;
            let rule = Some(rules::TOOLS_SETTLE);
            self.world.record_output(&call, done.output, rule).await;
        }
        // A call that was complete when the response was left has begun nothing.
        for call in self.world.open_calls() {
            self.world.end_call(&call.call, ToolState::Interrupted, None).await;
            self.world.record_output(&call.call, ABORTED.to_owned(), None).await;
        }
        refused
    }
}
