//! The side-effect ledger: how far each tool call has come, and when it got there.
//!
//! What a tool has done to the world outside stays done. A cancellation ends the call and not what it did,
//! so the ledger keeps both, and only a later call that makes good for it says that it did.

use super::World;
use super::ids::CallId;
use crate::ground::Millis;
use serde::Serialize;
use std::sync::Arc;

/// How far a tool call has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToolState {
    /// The model has made the call; the tool has not begun.
    Admitted,
    /// The tool is at work and has changed nothing outside yet.
    Started,
    /// It has begun to change something outside, which no cancellation takes back.
    SideEffectStarted,
    /// It has returned.
    Completed,
    /// It has returned an error, or was not allowed to begin.
    Failed,
    /// It was stopped on the way.
    Interrupted,
    /// A later call has made good for what it did.
    Compensated,
}

impl ToolState {
    /// Every state, in the order in which a call goes through them.
    pub const ALL: [ToolState; 7] = [
        ToolState::Admitted,
        ToolState::Started,
        ToolState::SideEffectStarted,
        ToolState::Completed,
        ToolState::Failed,
        ToolState::Interrupted,
        ToolState::Compensated,
    ];

    /// Its name in traces, scenarios and words.
    pub fn name(self) -> &'static str {
        match self {
            ToolState::Admitted => "admitted",
            ToolState::Started => "started",
            ToolState::SideEffectStarted => "side-effect-started",
            ToolState::Completed => "completed",
            ToolState::Failed => "failed",
            ToolState::Interrupted => "interrupted",
            ToolState::Compensated => "compensated",
        }
    }

    /// Whether the tool works no more.
    pub fn is_final(self) -> bool {
        use ToolState::*;
        matches!(self, Completed | Failed | Interrupted | Compensated)
    }

    /// Whether a call may go from this state to that one.
    pub fn may_become(self, next: ToolState) -> bool {
        use ToolState::*;
        match next {
            Admitted => false,
            Started => self == Admitted,
            SideEffectStarted => self == Started,
            // What is not allowed to begin fails as it was admitted, but nothing completes without a start.
            Completed => matches!(self, Started | SideEffectStarted),
            Failed | Interrupted => !self.is_final(),
            Compensated => self.is_final() && self != Compensated,
        }
    }
}

/// A tool call in the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ToolView {
    /// The call.
    pub call: CallId,
    /// The tool's name.
    pub tool: String,
    /// How far it has come.
    pub state: ToolState,
    /// The states it has been in and the steps that brought them, in order; the last one is `state`.
    pub reached: Vec<Reached>,
    /// Whether its output is in the history, or was lost with the process.
    pub recorded: bool,
    /// Whether new input wakes it.
    pub wakeable: bool,
    /// What it waits to be told, one of [`crate::runtimes::Vocabulary::questions`].
    pub asks: Option<&'static str>,
    /// When it was admitted.
    pub since: Millis,
}

/// A state that a call has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Reached {
    /// Which.
    pub state: ToolState,
    /// The step that brought it.
    pub step: u32,
}

impl ToolView {
    /// Whether a turn still waits for its output.
    pub fn is_busy(&self) -> bool {
        !self.recorded && self.state != ToolState::Interrupted
    }

    /// Whether it has been in a state.
    pub fn has_reached(&self, state: ToolState) -> bool {
        self.reached.iter().any(|reached| reached.state == state)
    }
}

impl World {
    /// Enters a call that the model has made. The next step that is written brings it.
    pub fn tool_admitted(&self, call: &CallId, tool: &str, wakeable: bool) {
        let state = ToolState::Admitted;
        Arc::make_mut(&mut self.calls.borrow_mut()).push(ToolView {
            call: *call,
            tool: tool.to_owned(),
            state,
            reached: vec![Reached { state, step: self.next_step() }],
            recorded: false,
            wakeable,
            asks: None,
            since: self.ground.now(),
        });
    }

    /// Notes how far a call has come, and what it made good for. The next step that is written brings it.
    pub fn tool_is(&self, call: &CallId, state: ToolState) {
        let step = self.next_step();
        let reach = |view: &mut ToolView, state: ToolState| {
            if view.state.may_become(state) {
                view.state = state;
                view.reached.push(Reached { state, step });
            }
        };
        self.change_call(call, |view| reach(view, state));
        let undone = match self.tool_script(call) {
            Some(script) if state == ToolState::Completed => script.compensates,
            _ => None,
        };
        if let Some(undone) = undone {
            self.change_call(&undone, |view| {
                if view.has_reached(ToolState::SideEffectStarted) {
                    reach(view, ToolState::Compensated);
                }
            });
        }
    }

    /// Notes that a call's output is in the history.
    pub fn tool_recorded(&self, call: &CallId) {
        self.change_call(call, |view| view.recorded = true);
    }

    /// Notes what a call waits to be told, or that it waits no more.
    pub fn tool_asks(&self, call: &CallId, what: Option<&'static str>) {
        self.change_call(call, |view| view.asks = what);
    }

    /// The process is gone, and with it every tool that was at work.
    pub(super) fn interrupt_all_tools(&self) {
        let calls = self.calls();
        for ToolView { call, .. } in calls.iter() {
            // What is final stays what it is.
            self.tool_is(call, ToolState::Interrupted);
            self.tool_asks(call, None);
            self.tool_recorded(call);
        }
    }

    /// The tool calls so far.
    pub fn calls(&self) -> Arc<Vec<ToolView>> {
        self.calls.borrow().clone()
    }

    /// Whether a call has begun to change something outside.
    pub fn has_side_effect(&self, call: &CallId) -> bool {
        let calls = self.calls.borrow();
        let view = calls.iter().find(|view| view.call == *call);
        view.is_some_and(|view| view.has_reached(ToolState::SideEffectStarted))
    }

    fn next_step(&self) -> u32 {
        u32::try_from(self.steps.borrow().len() + 1).unwrap_or(u32::MAX)
    }

    fn change_call(&self, call: &CallId, change: impl FnOnce(&mut ToolView)) {
        let mut calls = self.calls.borrow_mut();
        // Copied only if a snapshot still holds the list as it was.
        if let Some(view) = Arc::make_mut(&mut calls).iter_mut().find(|view| view.call == *call) {
            change(view);
        }
    }
}
