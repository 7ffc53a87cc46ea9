//! Tools at work: scripted ones, unknown ones, and how far each call has come.

use super::rules;
use super::session::Session;
use super::tasks::TurnContext;
use super::waiters::{Answer, Question, Table};
use super::waits::{SLEEP, WAIT_AGENT};
use super::writing::{FOLLOWUP_TASK, SEND_MESSAGE};
use crate::ground::{CancelToken, Cancelled, FairLock, Lane, Wait};
use crate::runtimes::holds;
use crate::world::{
    Actor, Call, CallId, Content, Draft, Message, MessageId, Origin, Place, RuleId,
    SIDE_EFFECT_HAD_BEGUN, ToolScript, ToolState, kinds as common,
};
use futures::channel::oneshot;
use std::rc::Rc;

/// What a call that was stopped answers.
const ABORTED: &str = "aborted";
/// What a call that was not approved answers.
const REJECTED: &str = "rejected by the user";
/// What a call answers whose question was dropped.
const UNANSWERED: &str = "no answer came";

/// What a call came to.
pub(super) struct Done {
    output: String,
    failed: bool,
    rule: Option<RuleId>,
}

impl Done {
    pub(super) fn completed(output: String) -> Done {
        Done { output, failed: false, rule: None }
    }

    pub(super) fn failed(output: String) -> Done {
        Done { output, failed: true, rule: None }
    }

    /// Names the rule that decided it, if one did.
    pub(super) fn by(self, rule: Option<RuleId>) -> Done {
        Done { rule, ..self }
    }
}

/// A call whose tool is at work.
pub(super) struct RunningCall {
    call: CallId,
    output: oneshot::Receiver<String>,
}

/// What a response's tools work under.
#[derive(Clone)]
pub(super) struct Conditions {
    /// Fired when the response is left for a steer.
    pub early: CancelToken,
    /// Shared by tools that can work beside others; had by one alone that cannot.
    pub alone: FairLock,
}

impl Session {
    /// Enters a call in the ledger: the model has made it.
    pub(super) fn admit(&self, call: &Call) {
        let wakeable = matches!(call.tool.as_str(), SLEEP | WAIT_AGENT);
        self.world.tool_admitted(&call.call, &call.tool, wakeable);
    }

    /// Starts a call's tool beside the stream.
    pub(super) fn start_tool(
        self: &Rc<Self>,
        turn: &TurnContext,
        call: Call,
        conditions: Conditions,
    ) -> RunningCall {
        let (finished, output) = oneshot::channel();
        let id = call.call;
        let (session, turn) = (self.clone(), turn.clone());
        self.world.spawn(format!("tool {id}"), Lane::Tool, async move {
            let result = session.work_at(&turn, &call, &conditions).await;
            // Where the turn is gone nobody takes the output.
            let _ = finished.send(session.end_call(&call.call, result).await);
        });
        RunningCall { call: id, output }
    }

    /// Waits until the tool may work, and lets it. Source: `core/src/tools/parallel.rs:91-160`.
    async fn work_at(
        &self,
        turn: &TurnContext,
        call: &Call,
        conditions: &Conditions,
    ) -> Result<Done, Cancelled> {
        let script = self.world.tool_script(&call.call);
        let exclusive = script.is_some_and(|script| script.exclusive) && holds(rules::EXCLUSIVE);
        let wait = Wait::owed(format!("the other tools to let {} work", call.call));
        let enter = self.world.ground.wait(wait, conditions.alone.enter(exclusive));
        let _inside = turn.token.or_cancelled(enter).await?;
        if !self.approved(turn, call).await? {
            return Ok(Done::failed(REJECTED.to_owned()));
        }
        self.world.tool_is(&call.call, ToolState::Started);
        let draft = Draft::new(Actor::Tool(call.call), common::TOOL_STARTED).about(call.call);
        self.world.step(draft.maybe_rule(exclusive.then_some(rules::EXCLUSIVE))).await;
        self.run_call(turn, call, &conditions.early).await
    }

    async fn run_call(
        &self,
        turn: &TurnContext,
        call: &Call,
        early: &CancelToken,
    ) -> Result<Done, Cancelled> {
        match call.tool.as_str() {
            SLEEP => self.sleep(turn, call.millis.unwrap_or_default()).await,
            WAIT_AGENT => self.wait_for_agents(turn, call.millis).await,
            SEND_MESSAGE | FOLLOWUP_TASK => Ok(self.write_to_agent(turn, call).await),
            tool => match self.world.tool_script(&call.call) {
                Some(script) => self.run_or_yield(turn, script, early).await,
                None if !holds(rules::UNKNOWN_TOOL) => Err(Cancelled),
                None => {
                    let text = format!("unsupported call: {tool}");
                    Ok(Done::failed(text).by(Some(rules::UNKNOWN_TOOL)))
                }
            },
        }
    }

    /// Writes down how a call ended, and returns its output.
    async fn end_call(&self, call: &CallId, result: Result<Done, Cancelled>) -> String {
        let (state, done) = match result {
            Ok(done) if done.failed => (ToolState::Failed, done),
            Ok(done) => (ToolState::Completed, done),
            Err(Cancelled) => (ToolState::Interrupted, Done::failed(ABORTED.to_owned())),
        };
        self.world.tool_is(call, state);
        self.world.tool_asks(call, None);
        let mut draft = Draft::new(Actor::Tool(*call), common::TOOL_FINISHED)
            .about(call)
            .maybe_rule(done.rule)
            .fact("stopped-by-an-interrupt", state == ToolState::Interrupted);
        if state == ToolState::Interrupted {
            // Stopping takes nothing back: what had begun outside is said.
            draft = draft.fact(SIDE_EFFECT_HAD_BEGUN, self.world.has_side_effect(call));
        }
        self.world.step(draft).await;
        done.output
    }

    /// Whether a call may begin: some have to be approved first.
    async fn approved(&self, turn: &TurnContext, call: &Call) -> Result<bool, Cancelled> {
        let Some(script) = self.world.tool_script(&call.call) else { return Ok(true) };
        let question = Question::of(script, turn);
        match question.filter(|question| question.key.table == Table::Approvals) {
            Some(question) => Ok(self.ask(turn, script, question).await? == Some(Answer::Approved)),
            None => Ok(true),
        }
    }

    /// A scripted call; some ask on the way, and some are nothing but the question.
    async fn run_script(&self, turn: &TurnContext, script: &ToolScript) -> Result<Done, Cancelled> {
        let question = Question::of(script, turn);
        let Some(question) = question.filter(|asked| asked.key.table != Table::Approvals) else {
            return self.run_to_its_end(turn, script).await;
        };
        match (self.ask(turn, script, question).await?, question.key.table) {
            (None, _) => Ok(Done::failed(UNANSWERED.to_owned())),
            (Some(Answer::Said(text)), table) if table != Table::Elicitations => {
                Ok(Done::completed(text))
            }
            (Some(_), _) => self.run_to_its_end(turn, script).await,
        }
    }

    async fn run_to_its_end(
        &self,
        turn: &TurnContext,
        script: &ToolScript,
    ) -> Result<Done, Cancelled> {
        let output = self.world.run_tool(script, &turn.token).await?;
        Ok(Done { output, failed: script.fails, rule: None })
    }

    /// A tool that yields answers at once where the response is left for a steer. What becomes of its work
    /// then is not told: nobody in the turn hears of it.
    async fn run_or_yield(
        &self,
        turn: &TurnContext,
        script: &ToolScript,
        early: &CancelToken,
    ) -> Result<Done, Cancelled> {
        let work = self.run_script(turn, script);
        match &script.yields {
            Some(text) if holds(rules::TOOL_YIELDS) => match early.or_cancelled(work).await {
                Ok(done) => done,
                Err(Cancelled) => Ok(Done::completed(text.clone()).by(Some(rules::TOOL_YIELDS))),
            },
            _ => work.await,
        }
    }

    /// Answers a call that cannot be read.
    pub(super) async fn refuse_call(&self, turn: &TurnContext, call: &Call) {
        let text = format!("failed to parse the arguments of {}", call.tool);
        self.record_output(turn, &call.call, text, rules::MALFORMED_CALL).await;
    }

    async fn record_output(&self, turn: &TurnContext, call: &CallId, text: String, rule: RuleId) {
        let item = self.compose_output(call, text);
        self.event_about(Some(&turn.id), "RawResponseItem", Some(&item), None);
        self.count_output(turn, call);
        let draft = Draft::new(Actor::Turn, common::TOOL_RECORDED)
            .about(call)
            .moving(&item, Place::HISTORY)
            .rule(rule);
        self.world.step(draft).await;
    }

    /// Records all outputs in the order in which the model made the calls.
    /// Source: `core/src/session/turn.rs:2130-2154`.
    pub(super) async fn record_outputs(&self, turn: &TurnContext, mut calls: Vec<RunningCall>) {
        if !holds(rules::OUTPUTS_IN_MODEL_ORDER) {
            calls.reverse();
        }
        for RunningCall { call, output } in calls {
            let wait = Wait::owed(format!("the output of {call}"));
            let text = self.world.ground.wait(wait, output).await;
            let text = text.unwrap_or_else(|_| ABORTED.to_owned());
            self.world.tool_recorded(&call);
            self.record_output(turn, &call, text, rules::OUTPUTS_IN_MODEL_ORDER).await;
        }
    }

    /// What an output means for the window.
    fn count_output(&self, turn: &TurnContext, call: &CallId) {
        let Some(script) = self.world.tool_script(call) else { return };
        let sum = &self.thread.tokens;
        sum.set(sum.get().saturating_add(script.tokens));
        if script.new_window {
            turn.state.new_window.set(true);
        }
    }

    /// The output item of a call.
    pub(super) fn compose_output(&self, call: &CallId, text: String) -> MessageId {
        self.world.compose(Message {
            id: MessageId::from(format!("out:{call}")),
            origin: Origin::Tool,
            content: Content::Output(*call),
            text,
        })
    }

    /// The calls that have no output in the history, with one that says they were aborted.
    pub(super) fn answer_open_calls(&self) -> Vec<MessageId> {
        let open: Vec<CallId> = {
            let history = self.world.history();
            let answered = |call: &CallId| {
                let output = format!("out:{call}");
                history.iter().any(|id| id.as_str() == output)
            };
            let call_of = |id: &MessageId| match &self.world.message(id)?.content {
                Content::Call(call) => Some(call.call),
                _ => None,
            };
            history.iter().filter_map(call_of).filter(|call| !answered(call)).collect()
        };
        open.iter().map(|call| self.compose_output(call, ABORTED.to_owned())).collect()
    }
}
