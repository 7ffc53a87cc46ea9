//! Scripted tools: a call takes its time, returns or fails, and obeys a cancellation or does not.
//! Waits that new input can wake (a sleep, a wait for other agents) are the runtime's own.

use super::World;
use super::ids::{CallId, GateId};
use super::snapshot::{ToolState, ToolView};
use crate::ground::{CancelToken, Cancelled, Millis, Wait};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a tool does when it is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolScript {
    /// The call it belongs to.
    pub call: CallId,
    /// Virtual ms from start to result.
    pub takes: Millis,
    /// A gate before the result.
    pub gate: Option<GateId>,
    /// What it returns.
    pub output: String,
    /// Tokens that the output adds to the window.
    pub tokens: u64,
    /// Whether the result is an error.
    pub fails: bool,
    /// Whether it goes on when it is told to stop: a process that has to be left behind.
    pub ignores_cancel: bool,
    /// What it has to be told before it can go on.
    pub asks: Option<Ask>,
}

/// A question that a call puts to somebody outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ask {
    /// What is asked for, one of [`crate::runtimes::System::questions`].
    pub what: String,
    /// The id under which the answer comes back; the system's own choice if absent.
    pub key: Option<String>,
}

impl World {
    /// The script for a call, if the scenario has one. A call without one is an unknown tool.
    pub fn tool_script(&self, call: &CallId) -> Option<&ToolScript> {
        self.tools.iter().find(|script| script.call == *call)
    }

    /// Runs a scripted call to its end and returns its output.
    pub async fn run_tool(
        &self,
        script: &ToolScript,
        token: &CancelToken,
    ) -> Result<String, Cancelled> {
        let work = async {
            let wait = Wait::owed(format!("tool call {}", script.call));
            self.ground.wait(wait, self.ground.sleep(script.takes)).await;
            if let Some(gate) = &script.gate {
                self.pass_gate(gate).await;
            }
            script.output.clone()
        };
        if script.ignores_cancel { Ok(work.await) } else { token.or_cancelled(work).await }
    }

    /// Notes that a call is at work.
    pub fn tool_begins(&self, call: &CallId, tool: &str, wakeable: bool) {
        Arc::make_mut(&mut self.calls.borrow_mut()).push(ToolView {
            call: *call,
            tool: tool.to_owned(),
            state: ToolState::Running,
            wakeable,
            asks: None,
            since: self.ground.now(),
        });
    }

    /// Notes how far a call has come.
    pub fn tool_is(&self, call: &CallId, state: ToolState) {
        self.change_call(call, |view| view.state = state);
    }

    /// Notes what a call waits to be told, or that it waits no more.
    pub fn tool_asks(&self, call: &CallId, what: Option<&'static str>) {
        self.change_call(call, |view| view.asks = what);
    }

    /// Whatever was at work is gone with its process: nobody will hear of it again.
    pub(super) fn tools_end(&self) {
        let mut calls = self.calls.borrow_mut();
        let open = |view: &&mut ToolView| view.state != ToolState::Recorded;
        for view in Arc::make_mut(&mut calls).iter_mut().filter(open) {
            (view.state, view.asks) = (ToolState::Cancelled, None);
        }
    }

    fn change_call(&self, call: &CallId, change: impl FnOnce(&mut ToolView)) {
        let mut calls = self.calls.borrow_mut();
        // Copied only if a snapshot still holds the list as it was.
        if let Some(view) = Arc::make_mut(&mut calls).iter_mut().find(|view| view.call == *call) {
            change(view);
        }
    }
}
