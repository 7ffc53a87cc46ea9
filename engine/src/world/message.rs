//! Messages: one thing for life, with one identity, wherever it lies.

use super::ids::{CallId, MessageId, Name, TurnId};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who made a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A person.
    User,
    /// Another agent.
    Agent,
    /// The program around the agent: injected context, the interrupted marker.
    Host,
    /// The model.
    Model,
    /// A tool's output.
    Tool,
}

/// What kind of item a message is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Content {
    /// What a person wrote.
    UserText,
    /// A ready-made model item that no person typed.
    HostItem,
    /// A tool's output that answers no call.
    StandaloneOutput,
    /// Mail from another agent.
    Mail(Mail),
    /// The model thinks.
    Reasoning,
    /// The model tells what it is doing; not an answer.
    Commentary,
    /// The model's answer.
    FinalAnswer,
    /// An assistant message without a label.
    Untagged,
    /// The model sums the window up, to stand in place of what it sums up.
    Summary,
    /// The model calls a tool.
    Call(Call),
    /// What a tool returned.
    Output(CallId),
    /// What a person wrote for the program and not for the model: a slash command, a shell command.
    Command,
}

/// Mail between agents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    /// The sending agent's path.
    pub author: String,
    /// The receiving agent's path.
    pub recipient: String,
    /// Whether it asks for a turn of its own. It never changes its place in a queue.
    pub trigger: bool,
    /// The sender's turn, kept for trigger mail only.
    pub parent_turn: Option<TurnId>,
    /// The first turn of the chain that led to it, kept for trigger mail only.
    pub root_turn: Option<TurnId>,
}

/// A tool call as the model wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The call's id; its output answers to it.
    pub call: CallId,
    /// The tool's name.
    pub tool: String,
    /// The argument in virtual ms of tools that wait (`duration_ms`, `timeout_ms`).
    pub millis: Option<u64>,
    /// The agent that it names, for tools that write to one.
    pub to: Option<String>,
    /// What is wrong with it as it was written, if anything is.
    pub flaw: Option<Flaw>,
}

/// What is wrong with a call that no tool can be asked to carry out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Flaw {
    /// It cannot be read; the model can be told so.
    Malformed,
    /// Nothing can be answered to it.
    Fatal,
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Its identity.
    pub id: MessageId,
    /// Who made it.
    pub origin: Origin,
    /// What it is.
    pub content: Content,
    /// Its text, in the scenario's base language.
    pub text: String,
}

impl Message {
    /// The mail, if it is one.
    pub fn mail(&self) -> Option<&Mail> {
        match &self.content {
            Content::Mail(mail) => Some(mail),
            _ => None,
        }
    }
}

/// Where a message is. At any step it is in exactly one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Place(Name);

impl Place {
    /// Not written yet.
    pub const UNWRITTEN: Place = Place::named("unwritten");
    /// With the person's client: typed, or handed back.
    pub const CLIENT: Place = Place::named("client");
    /// With the agent that wrote it.
    pub const AGENTS: Place = Place::named("agents");
    /// With the program around the agent.
    pub const HOST: Place = Place::named("host");
    /// In the submission channel, on the way to the session.
    pub const CHANNEL: Place = Place::named("channel");
    /// In the model's stream: begun, not complete.
    pub const MODEL: Place = Place::named("model");
    /// In the hands of the running turn: taken, not yet recorded.
    pub const TURN: Place = Place::named("turn");
    /// In the history: every later request holds it.
    pub const HISTORY: Place = Place::named("history");
    /// Given up, by a rule that the trace names.
    pub const DROPPED: Place = Place::named("dropped");

    /// A place by its fixed name.
    pub const fn named(name: &'static str) -> Place {
        Place(Name::fixed(name))
    }

    /// The place's name.
    pub const fn as_str(&self) -> &'static str {
        self.0.as_str()
    }
}

impl From<String> for Place {
    fn from(name: String) -> Self {
        Place(Name::from(name))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
