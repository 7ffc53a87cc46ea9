//! Tools at work: scripted ones, unknown ones, and the two waits that new input wakes.

use super::areas::Activity;
use super::rules;
use super::session::Session;
use super::tasks::TurnContext;
use super::waiters::{Answer, Question, Table};
use crate::ground::{Cancelled, Lane, Millis, Wait, watch};
use crate::runtimes::holds;
use crate::world::{
    Actor, Call, CallId, Content, Draft, Message, MessageId, Origin, Place, RuleId, ToolScript,
    ToolState, kinds as common,
};
use futures::channel::oneshot;
use futures::future::{Either, select};
use std::pin::pin;
use std::rc::Rc;

/// The tool that sleeps for a given time. Source: `core/src/tools/handlers/sleep.rs:24-152`.
const SLEEP: &str = "clock.sleep";
/// The tool that waits for other agents.
/// Source: `core/src/tools/handlers/multi_agents_v2/wait.rs:37-202`.
const WAIT_AGENT: &str = "wait_agent";
/// The longest sleep, in virtual ms: twelve hours.
const MAX_SLEEP_MS: u64 = 43_200_000;
/// What a call that was stopped answers.
const ABORTED: &str = "aborted";
/// What a call that was not approved answers.
const REJECTED: &str = "rejected by the user";
/// What a call answers whose question was dropped.
const UNANSWERED: &str = "no answer came";

/// A call whose tool is at work.
pub(super) struct RunningCall {
    call: CallId,
    output: oneshot::Receiver<String>,
}

impl Session {
    /// Starts a call's tool beside the stream.
    pub(super) fn start_tool(self: &Rc<Self>, turn: &TurnContext, call: Call) -> RunningCall {
        let (finished, output) = oneshot::channel();
        let id = call.call;
        let (session, turn) = (self.clone(), turn.clone());
        let wakeable = matches!(call.tool.as_str(), SLEEP | WAIT_AGENT);
        self.world.tool_begins(&id, &call.tool, wakeable);
        self.world.spawn(format!("tool {id}"), Lane::Tool, async move {
            let actor = Actor::Tool(call.call);
            let result = match session.approved(&turn, &call).await {
                Ok(true) => {
                    let draft = Draft::new(actor, common::TOOL_STARTED).about(call.call);
                    session.world.step(draft).await;
                    session.run_call(&turn, &call).await
                }
                Ok(false) => Ok((REJECTED.to_owned(), None)),
                Err(Cancelled) => Err(Cancelled),
            };
            let (state, output, rule) = match result {
                Ok((output, rule)) => (ToolState::Finished, output, rule),
                Err(Cancelled) => (ToolState::Cancelled, ABORTED.to_owned(), None),
            };
            session.world.tool_is(&call.call, state);
            session.world.tool_asks(&call.call, None);
            let draft = Draft::new(actor, common::TOOL_FINISHED)
                .about(call.call)
                .maybe_rule(rule)
                .fact("stopped-by-an-interrupt", state == ToolState::Cancelled);
            session.world.step(draft).await;
            // Where the turn is gone nobody takes the output.
            let _ = finished.send(output);
        });
        RunningCall { call: id, output }
    }

    async fn run_call(
        &self,
        turn: &TurnContext,
        call: &Call,
    ) -> Result<(String, Option<RuleId>), Cancelled> {
        match call.tool.as_str() {
            SLEEP => self.sleep(turn, call.millis.unwrap_or_default()).await,
            WAIT_AGENT => self.wait_for_agents(turn, call.millis).await,
            tool => match self.world.tool_script(&call.call) {
                Some(script) => Ok((self.run_script(turn, script).await?, None)),
                None if !holds(rules::UNKNOWN_TOOL) => Err(Cancelled),
                None => Ok((format!("unsupported call: {tool}"), Some(rules::UNKNOWN_TOOL))),
            },
        }
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
    async fn run_script(
        &self,
        turn: &TurnContext,
        script: &ToolScript,
    ) -> Result<String, Cancelled> {
        let question = Question::of(script, turn);
        let Some(question) = question.filter(|asked| asked.key.table != Table::Approvals) else {
            return self.world.run_tool(script, &turn.token).await;
        };
        match (self.ask(turn, script, question).await?, question.key.table) {
            (None, _) => Ok(UNANSWERED.to_owned()),
            (Some(Answer::Said(text)), table) if table != Table::Elicitations => Ok(text),
            (Some(_), _) => self.world.run_tool(script, &turn.token).await,
        }
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
            let item = self.compose_output(&call, text);
            if self.world.calls().iter().any(|v| v.call == call && v.state == ToolState::Finished) {
                self.world.tool_is(&call, ToolState::Recorded);
            }
            self.event_about(Some(&turn.id), "RawResponseItem", Some(&item), None);
            self.count_output(&call);
            let draft = Draft::new(Actor::Turn, common::TOOL_RECORDED)
                .about(call)
                .moving(&item, Place::HISTORY)
                .rule(rules::OUTPUTS_IN_MODEL_ORDER);
            self.world.step(draft).await;
        }
    }

    fn count_output(&self, call: &CallId) {
        let tokens = self.world.tool_script(call).map_or(0, |script| script.tokens);
        let sum = &self.thread.tokens;
        sum.set(sum.get().saturating_add(tokens));
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

    async fn sleep(
        &self,
        turn: &TurnContext,
        duration_ms: u64,
    ) -> Result<(String, Option<RuleId>), Cancelled> {
        if !(1..=MAX_SLEEP_MS).contains(&duration_ms) {
            let text = format!("duration_ms must be between 1 and {MAX_SLEEP_MS}");
            return Ok((text, None));
        }
        let began = self.world.ground.now();
        let woken = self.wait_or_wake(turn, duration_ms, rules::SLEEP_WAKES).await?.is_some();
        let slept = self.world.ground.now().since(began).0;
        let how = if woken { "Sleep interrupted by new input." } else { "Sleep completed." };
        // Whole and fractional seconds from whole ms: no floating point in the engine.
        let text = format!("Wall time: {}.{:03}0 seconds\n{how}", slept / 1000, slept % 1000);
        Ok((text, woken.then_some(rules::SLEEP_WAKES)))
    }

    async fn wait_for_agents(
        &self,
        turn: &TurnContext,
        timeout_ms: Option<u64>,
    ) -> Result<(String, Option<RuleId>), Cancelled> {
        let [min, max, default] =
            ["wait-min-ms", "wait-max-ms", "wait-default-ms"].map(|name| self.thread.number(name));
        if timeout_ms.is_some_and(|asked| asked > max) {
            return Ok((format!("timeout_ms must be at most {max}"), None));
        }
        let clamped = timeout_ms.filter(|asked| *asked < min);
        let millis = timeout_ms.map_or(default, |asked| asked.max(min));
        let woken = self.wait_or_wake(turn, millis, rules::WAIT_AGENT_WAKES).await?;
        let (mut message, timed_out) = match woken {
            Some(Activity::Mailbox) => ("Wait completed.".to_owned(), false),
            Some(Activity::Steer) => ("Wait interrupted by new input.".to_owned(), false),
            None => ("Wait timed out.".to_owned(), true),
        };
        if let Some(asked) = clamped {
            // The output is JSON: a blank line is written as its escape.
            message.push_str("\\n\\nRequested timeout of ");
            message.push_str(&format!("{asked}ms was clamped to the minimum of {min}ms."));
        }
        let text = format!("{{\"message\":\"{message}\",\"timed_out\":{timed_out}}}");
        Ok((text, woken.map(|_| rules::WAIT_AGENT_WAKES)))
    }

    /// Waits for a time, or for activity; what already waits counts.
    async fn wait_or_wake(
        &self,
        turn: &TurnContext,
        millis: u64,
        rule: RuleId,
    ) -> Result<Option<Activity>, Cancelled> {
        let (activity, pending) = self.subscribe_activity(Some(&turn.state));
        if !holds(rule) {
            turn.token.or_cancelled(self.world.ground.sleep(Millis(millis))).await?;
            return Ok(None);
        }
        if pending.is_some() {
            return Ok(pending);
        }
        turn.token.or_cancelled(self.time_or_activity(millis, activity)).await
    }

    async fn time_or_activity(
        &self,
        millis: u64,
        mut activity: watch::Receiver<Activity>,
    ) -> Option<Activity> {
        let wait = Wait::owed(format!("{millis} ms, or new input"));
        let changed = pin!(activity.changed());
        let sleep = self.world.ground.sleep(Millis(millis));
        self.world
            .ground
            .wait(wait, async {
                match select(changed, sleep).await {
                    Either::Left((Ok(activity), _)) => Some(activity),
                    Either::Left((Err(watch::Closed), sleep)) => {
                        sleep.await;
                        None
                    }
                    Either::Right(_) => None,
                }
            })
            .await
    }
}
