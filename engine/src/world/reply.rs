//! A request, its response and its tools, each change written down as a step: what most systems do alike. A system
//! that does more at one of these points writes the step itself.

use super::World;
use super::ids::{CallId, MessageId, TurnId};
use super::kinds;
use super::ledger::ToolState;
use super::message::{Call, Content, Message, Origin, Place};
use super::model::{Failure, ResponseCut, ResponseStream, StreamEvent};
use super::snapshot::Speech;
use super::trace::{Actor, Draft, RuleId, SIDE_EFFECT_HAD_BEGUN};
use crate::ground::{CancelToken, Wait};
use std::rc::Rc;

/// What was heard of a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// An item is complete and lies in the history. A call among them is admitted to the ledger.
    Item(MessageId),
    /// The response is complete.
    Completed {
        /// See [`super::ResponseScript::end_turn`].
        end_turn: Option<bool>,
        /// See [`super::ResponseScript::tokens`].
        tokens: Option<u64>,
        /// See [`super::ResponseScript::cut`].
        cut: Option<ResponseCut>,
    },
    /// It broke off.
    Failed(Failure),
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolEnd {
    /// What it returned.
    pub output: String,
    /// Its last state.
    pub state: ToolState,
}

impl World {
    /// Hands the model a request of this turn that holds the window, and returns its number and its stream.
    pub async fn ask(
        self: &Rc<Self>,
        turn: &TurnId,
        rule: Option<RuleId>,
    ) -> (u32, ResponseStream) {
        let number = self.new_request(turn);
        let draft = Draft::new(Actor::Turn, kinds::REQUESTED).about(number).maybe_rule(rule);
        self.step(draft).await;
        (number, self.respond(number))
    }

    /// Listens to response `number` until an item is complete, or the response is over. Whoever gives it up in
    /// between calls [`World::leave_response`].
    pub async fn hear(&self, number: u32, stream: &mut ResponseStream) -> Heard {
        loop {
            match self.ground.wait(Wait::owed("the model"), stream.next()).await {
                Some(StreamEvent::Added(item)) => {
                    self.model_says(Speech { response: Some(number), item: Some(item) });
                    let draft = Draft::new(Actor::Model, kinds::ITEM_STARTED);
                    self.step(draft.moving(&item, Place::MODEL)).await;
                }
                Some(StreamEvent::Done(item)) => {
                    self.model_says(Speech { item: None, ..self.speech() });
                    if let Some(call) = self.call_of(&item) {
                        self.tool_admitted(&call.call, &call.tool, false);
                    }
                    let draft = Draft::new(Actor::Model, kinds::ITEM_DONE);
                    self.step(draft.moving(&item, Place::HISTORY)).await;
                    return Heard::Item(item);
                }
                Some(StreamEvent::Completed { end_turn, tokens, cut }) => {
                    self.model_says(Speech::default());
                    let draft = Draft::new(Actor::Model, kinds::RESPONSE_DONE).about(number);
                    self.step(draft).await;
                    return Heard::Completed { end_turn, tokens, cut };
                }
                Some(StreamEvent::Failed(failure)) => {
                    self.model_says(Speech::default());
                    return Heard::Failed(failure);
                }
                None => return Heard::Completed { end_turn: None, tokens: None, cut: None },
            }
        }
    }

    /// A response is left, or broke off: an item that had begun is lost.
    pub async fn leave_response(&self, turn: &TurnId, rule: Option<RuleId>) {
        self.model_says(Speech::default());
        let lost = self.lying_in(&Place::MODEL);
        if !lost.is_empty() {
            let draft = Draft::new(Actor::Turn, kinds::ITEM_LOST).about(turn).maybe_rule(rule);
            self.step(draft.moving_all(&lost, &Place::DROPPED)).await;
        }
    }

    /// The call that an item is.
    pub fn call_of(&self, item: &MessageId) -> Option<Call> {
        match &self.message(item)?.content {
            Content::Call(call) => Some(call.clone()),
            _ => None,
        }
    }

    /// The calls in the history that have no output there, in their order.
    pub fn open_calls(&self) -> Vec<Call> {
        let history = self.history();
        let answered = |call: &CallId| history.contains(&output_id(call));
        let calls = history.iter().filter_map(|item| self.call_of(item));
        calls.filter(|call| !answered(&call.call)).collect()
    }

    /// A call that was admitted: its tool starts, works and ends.
    pub async fn work(&self, call: &Call, token: &CancelToken, rule: Option<RuleId>) -> ToolEnd {
        let id = call.call;
        self.tool_is(&id, ToolState::Started);
        let draft = Draft::new(Actor::Tool(id), kinds::TOOL_STARTED).about(id).maybe_rule(rule);
        self.step(draft).await;
        let (output, state) = match self.tool_script(&id) {
            None => (["unknown tool: ", &call.tool].concat(), ToolState::Failed),
            Some(script) => match self.run_tool(script, token).await {
                Ok(output) if script.fails => (output, ToolState::Failed),
                Ok(output) => (output, ToolState::Completed),
                Err(_) => ("aborted".to_owned(), ToolState::Interrupted),
            },
        };
        self.end_call(&id, state, None).await;
        ToolEnd { output, state }
    }

    /// Writes down that a call ends in this state; also one that never started, as failed or interrupted.
    pub async fn end_call(&self, call: &CallId, state: ToolState, rule: Option<RuleId>) {
        self.tool_is(call, state);
        let mut draft =
            Draft::new(Actor::Tool(*call), kinds::TOOL_FINISHED).about(call).maybe_rule(rule);
        if state == ToolState::Interrupted {
            draft = draft.fact(SIDE_EFFECT_HAD_BEGUN, self.has_side_effect(call));
        }
        self.step(draft).await;
    }

    /// Records a call's output in the history.
    pub async fn record_output(&self, call: &CallId, text: String, rule: Option<RuleId>) {
        let (id, origin, content) = (output_id(call), Origin::Tool, Content::Output(*call));
        let output = self.compose(Message { id, origin, content, text });
        self.tool_recorded(call);
        let draft = Draft::new(Actor::Turn, kinds::TOOL_RECORDED).about(call).maybe_rule(rule);
        self.step(draft.moving(&output, Place::HISTORY)).await;
    }
}

fn output_id(call: &CallId) -> MessageId {
    MessageId::from(["out:", call.as_str()].concat())
}
