//! One request to the model: its stream, and the tools that it calls.

use super::coordinator::Drain;
use super::session::Session;
use super::tools::RunningCall;
use super::turn::Halt;
use super::{kinds, rules};
use crate::ground::Cancelled;
use crate::world::{Actor, Call, Draft, Failure, Heard, ToolState};
use std::rc::Rc;

/// How a request came back.
#[derive(Default)]
pub(super) struct Sampled {
    /// Whether the model needs another one.
    pub follow_up: bool,
    /// The provider's error.
    pub failure: Option<Failure>,
    /// Whether a permission was declined.
    pub declined: bool,
}

/// What was heard of a response so far.
#[derive(Default)]
struct Listened {
    calls: Vec<RunningCall>,
    end_turn: Option<bool>,
    failure: Option<Failure>,
    stopped: bool,
}

impl Session {
    /// Asks the model, listens to the end, and waits for all tools.
    pub(super) async fn sample(
        self: &Rc<Self>,
        drain: &Rc<Drain>,
        steps: u64,
    ) -> Result<Sampled, Halt> {
        let limit = self.settings.number("agent-steps");
        let without_tools = limit > 0 && steps >= limit;
        if without_tools {
            let draft = Draft::new(Actor::Turn, kinds::LAST_STEP).about(drain.turn);
            self.world.step(draft.rule(rules::ALLOWANCE)).await;
        }
        let mut heard = Listened::default();
        self.listen(drain, without_tools, &mut heard).await;
        self.world.leave_response(&drain.turn, None).await;
        let Listened { calls, end_turn, failure, stopped } = heard;
        let any = !calls.is_empty();
        let declined = self.record_outputs(calls).await;
        if stopped || drain.token.is_cancelled() {
            return Err(Halt::Stopped);
        }
        Ok(Sampled { follow_up: any || end_turn == Some(false), failure, declined })
    }

    async fn listen(self: &Rc<Self>, drain: &Rc<Drain>, without_tools: bool, heard: &mut Listened) {
        let (number, mut stream) = self.world.ask(&drain.turn, None).await;
        loop {
            match drain.token.or_cancelled(self.world.hear(number, &mut stream)).await {
                Err(Cancelled) => {
                    heard.stopped = true;
                    return;
                }
                Ok(Heard::Item(item)) => {
                    let call = self.world.call_of(&item);
                    heard.calls.extend(call.map(|call| self.call_done(drain, call, without_tools)));
                }
                Ok(Heard::Completed { end_turn, .. }) => {
                    heard.end_turn = end_turn;
                    return;
                }
                Ok(Heard::Failed(failure)) => {
                    heard.failure = Some(failure);
                    return;
                }
            }
        }
    }

    /// A complete call starts its tool at once.
    fn call_done(
        self: &Rc<Self>,
        drain: &Rc<Drain>,
        call: Call,
        without_tools: bool,
    ) -> RunningCall {
        if without_tools {
            return self.answer_call(&call, "no tools at this step", ToolState::Failed);
        }
        self.start_tool(drain, call)
    }
}
