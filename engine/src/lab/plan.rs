//! A plan: everything that defines a run, as plain data. A scenario file is one way to write it down;
//! the lab knows nothing of files, languages or pages.

use super::claim::Claim;
use crate::ground::Millis;
use crate::world::{
    Actor, GateId, HookScript, InputId, Message, MessageId, ResponseScript, StepPattern, ToolScript,
};
pub use crate::world::{Initial, Operation};
use serde::{Deserialize, Serialize};

/// Steps a run may take. A longer run ends with [`super::Outcome::TooLong`].
pub const MAX_STEPS: usize = 500;
/// Messages a plan may hold, model items included.
pub const MAX_MESSAGES: usize = 200;
/// Characters (Unicode scalar values) in one text.
pub const MAX_TEXT_CHARS: usize = 2_000;

/// Everything that defines a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The scenario's id, as in links.
    pub id: String,
    /// The system that runs it, such as `codex`.
    pub system: String,
    /// What people and agents write during the run.
    pub messages: Vec<Message>,
    /// The state before the first step.
    pub initial: Initial,
    /// What is done, by whom, and when.
    pub inputs: Vec<Input>,
    /// The model's responses, in order.
    pub responses: Vec<ResponseScript>,
    /// What tools do when they are called.
    pub tools: Vec<ToolScript>,
    /// What hooks answer when they are asked.
    pub hooks: Vec<HookScript>,
    /// Tasks preferred at choice points, in order ([`crate::ground::oracle::Scripted`]).
    pub prefer: Vec<String>,
    /// What must come out.
    pub expect: Expect,
}

/// One thing that somebody does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// Its id; also the id of the submission it makes.
    pub id: InputId,
    /// Who does it.
    pub actor: Actor,
    /// When.
    pub when: Trigger,
    /// What.
    pub act: Act,
}

/// When an input is due.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trigger {
    /// What must have happened.
    pub event: TriggerEvent,
    /// Virtual ms to wait after that.
    pub plus: Millis,
}

/// What an input waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TriggerEvent {
    /// The start of the run: [`Trigger::plus`] is then the moment itself.
    Start,
    /// A step.
    Step(StepPattern),
    /// A script stands at a gate.
    Gate(GateId),
    /// Another input has its receipt: everything submitted before it was handled (a barrier).
    Answered(InputId),
    /// The same moment as another input: which goes first is a choice point.
    With(InputId),
}

/// What an input does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Act {
    /// Lets a script go on that stands, or will stand, at a gate.
    Release(GateId),
    /// Submits an operation to the system.
    Operate(Operation),
}

/// How a run should end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// Nothing is left to do and nobody waits for anything.
    #[default]
    Rest,
    /// Something still waits, as intended: a gate that nobody releases.
    Waiting,
}

/// What must come out of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expect {
    /// How it ends.
    pub ending: Ending,
    /// What holds after the last step.
    pub finally: Vec<Claim>,
    /// What holds right after a step.
    pub after: Vec<(StepPattern, Vec<Claim>)>,
    /// Events that must be sent, in this order; others may lie between.
    pub events: Vec<EventPattern>,
    /// Whether no other events may lie between, before or behind.
    pub only_events: bool,
    /// Event names that must never be sent.
    pub never_events: Vec<String>,
}

/// Finds an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventPattern {
    /// Its name, such as `TurnComplete`.
    pub name: String,
    /// The message it is about; any if absent.
    pub about: Option<MessageId>,
    /// Its particular, such as an abort's reason; any if absent.
    pub note: Option<String>,
}
