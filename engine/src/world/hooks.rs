//! Scripted hooks: programs of the host that a system asks at fixed points, and what each answers.

use super::World;
use super::ids::{GateId, MessageId, Name};
use crate::ground::{Millis, Wait};
use serde::{Deserialize, Serialize};

/// One hook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HookScript {
    /// Its name; what it writes into the history is called `hook:NAME`.
    pub id: Name,
    /// When it is asked, one of [`crate::runtimes::Vocabulary::hooks`].
    pub on: String,
    /// The only message about which it is asked; any if absent.
    pub message: Option<MessageId>,
    /// The only time at which it is asked, from 1; each time if absent.
    pub nth: Option<u32>,
    /// Virtual ms from question to answer.
    pub takes: Millis,
    /// A gate before the answer.
    pub gate: Option<GateId>,
    /// What it decides.
    pub says: HookSays,
    /// What it tells the model to do, where it blocks the end of a turn.
    pub prompt: Option<String>,
    /// What it adds for the model to know.
    pub context: Option<String>,
    /// Whether nobody waits for it: it decides nothing, and its context comes when it comes.
    pub asynchronous: bool,
}

/// What a hook decides; of several hooks the strictest counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HookSays {
    /// Nothing: all goes its way.
    #[default]
    GoOn,
    /// This must not happen: the input is not to be seen, the turn is not to end.
    Block,
    /// The turn is to end here.
    Stop,
}

impl World {
    /// The hooks of the scenario, in its order.
    pub fn hooks(&self) -> &[HookScript] {
        &self.hooks
    }

    /// A hook takes its time.
    pub async fn run_hook(&self, hook: &HookScript) {
        let wait = Wait::owed(format!("the answer of hook {}", hook.id));
        self.ground.wait(wait, self.ground.sleep(hook.takes)).await;
        if let Some(gate) = &hook.gate {
            self.pass_gate(gate).await;
        }
    }
}
