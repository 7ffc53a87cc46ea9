//! One request to the model: its stream, and the tools that it calls.

use super::areas::Finish;
use super::runner::Run;
use super::session::Session;
use super::tools::RunningCall;
use super::turn::Ended;
use super::{kinds, rules};
use crate::ground::Cancelled;
use crate::runtimes::holds;
use crate::world::{Actor, Draft, Failure, Heard, MessageId, ResponseCut, ToolState};
use std::rc::Rc;

/// The tool by which the model gives a structured answer: calling it ends the step and the loop.
const STRUCTURED: &str = "StructuredOutput";

/// How a step came back.
pub(super) struct Sampled {
    pub finish: Option<Finish>,
    pub calls: bool,
    pub last: Option<MessageId>,
    pub error: Option<String>,
    pub ended: Ended,
}

/// What was heard of a response so far.
#[derive(Default)]
struct Listened {
    calls: Vec<RunningCall>,
    last: Option<MessageId>,
    structured: bool,
    filtered: bool,
    end_turn: Option<bool>,
    failure: Option<Failure>,
    stopped: bool,
}

impl Session {
    /// Asks the model, listens to the end, and waits for all tools. A failure ends the step; what the
    /// program may try again before that is left out.
    pub(super) async fn sample(self: &Rc<Self>, run: &Rc<Run>, step: u64) -> Sampled {
        let limit = self.settings.number("agent-steps");
        let without_tools = limit > 0 && step >= limit && holds(rules::STEPS_LIMIT);
        if without_tools {
            let draft = Draft::new(Actor::Turn, kinds::LAST_STEP).about(run.turn);
            self.world.step(draft.rule(rules::STEPS_LIMIT)).await;
        }
        let mut heard = Listened::default();
        self.listen(run, without_tools, &mut heard).await;
        self.world.leave_response(&run.turn, None).await;
        let Listened { calls, last, structured, filtered, end_turn, failure, stopped } = heard;
        let any = !calls.is_empty();
        let refused = self.record_outputs(calls).await;
        if let Some(failure) = &failure {
            self.event(&run.turn, "session.error", None, Some(&failure.error));
            let draft = Draft::new(Actor::Turn, kinds::FAILED).about(run.turn);
            self.world.step(draft).await;
        }
        let ended = match () {
            () if stopped || run.token.is_cancelled() => Ended::Stopped,
            () if failure.is_some() || refused || structured || filtered => Ended::Leave,
            () => Ended::Test,
        };
        let finish = match end_turn {
            _ if failure.is_some() || ended == Ended::Stopped => None,
            Some(true) => Some(Finish::Stop),
            Some(false) => Some(Finish::ToolCalls),
            None if any => Some(Finish::ToolCalls),
            None => Some(Finish::Stop),
        };
        Sampled { finish, calls: any, last, error: failure.map(|failure| failure.error), ended }
    }

    async fn listen(self: &Rc<Self>, run: &Rc<Run>, without_tools: bool, heard: &mut Listened) {
        let (number, mut stream) = self.world.ask(&run.turn, None).await;
        loop {
            match run.token.or_cancelled(self.world.hear(number, &mut stream)).await {
                Err(Cancelled) => {
                    heard.stopped = true;
                    return;
                }
                Ok(Heard::Item(item)) => self.item_done(run, item, without_tools, heard),
                Ok(Heard::Completed { end_turn, cut, .. }) => {
                    heard.end_turn = end_turn;
                    heard.filtered = cut == Some(ResponseCut::Filter);
                    return;
                }
                Ok(Heard::Failed(failure)) => {
                    heard.failure = Some(failure);
                    return;
                }
            }
        }
    }

    /// A complete item; a call starts its tool at once.
    fn item_done(
        self: &Rc<Self>,
        run: &Rc<Run>,
        item: MessageId,
        without_tools: bool,
        heard: &mut Listened,
    ) {
        heard.last = Some(item);
        self.event(&run.turn, "message.updated", Some(&item), None);
        let Some(call) = self.world.call_of(&item) else { return };
        let running = if call.tool == STRUCTURED {
            heard.structured = true;
            self.answer_call(&call, "taken", ToolState::Completed)
        } else if without_tools {
            self.answer_call(&call, "no tools at this step", ToolState::Failed)
        } else {
            self.start_tool(run, call)
        };
        heard.calls.push(running);
    }
}
