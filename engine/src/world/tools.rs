//! Scripted tools: a call takes its time, returns or fails, and obeys a cancellation or does not.
//! Waits that new input can wake (a sleep, a wait for other agents) are the runtime's own.

use super::World;
use super::ids::{CallId, GateId};
use super::kinds;
use super::ledger::ToolState;
use super::trace::{Actor, Draft};
use crate::ground::{CancelToken, Cancelled, Millis, Wait};
use serde::{Deserialize, Serialize};

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
    /// Whether it asks for a new window: the present one is summed up before the next request.
    pub new_window: bool,
    /// Whether it works only while no other tool of the response does.
    pub exclusive: bool,
    /// Whether its result asks the system to end the turn.
    pub concludes: bool,
    /// What it tells the model beside its result.
    pub context: Option<String>,
    /// Whether it can be moved to the background and go on there.
    pub detachable: bool,
    /// What it returns at once when the response is left for new input; without it, it goes on.
    pub yields: Option<String>,
    /// Whether the result is an error.
    pub fails: bool,
    /// Whether it goes on when it is told to stop: a process that has to be left behind.
    pub ignores_cancel: bool,
    /// What it has to be told before it can go on.
    pub asks: Option<Ask>,
    /// Virtual ms from its start until it begins to change something outside; it changes nothing if absent.
    pub side_effect: Option<Millis>,
    /// The call whose side effect it makes good for, if it completes.
    pub compensates: Option<CallId>,
}

/// A question that a call puts to somebody outside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ask {
    /// What is asked for, one of [`crate::runtimes::Vocabulary::questions`].
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
            let mut rest = script.takes;
            if let Some(begins) = script.side_effect {
                self.ground.wait(wait.clone(), self.ground.sleep(begins)).await;
                self.side_effect_begins(&script.call).await;
                rest = Millis(rest.0.saturating_sub(begins.0));
            }
            self.ground.wait(wait, self.ground.sleep(rest)).await;
            if let Some(gate) = &script.gate {
                self.pass_gate(gate).await;
            }
            script.output.clone()
        };
        if script.ignores_cancel { Ok(work.await) } else { token.or_cancelled(work).await }
    }

    /// From here on the world outside is another one, whatever becomes of the call.
    async fn side_effect_begins(&self, call: &CallId) {
        self.tool_is(call, ToolState::SideEffectStarted);
        let draft = Draft::new(Actor::Tool(*call), kinds::TOOL_SIDE_EFFECT).about(call);
        self.step(draft).await;
    }
}
