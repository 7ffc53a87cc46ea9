//! What is asked of a system, and the state it starts from: the two things a runtime is handed.

use super::ids::MessageId;
use serde::{Deserialize, Serialize};

/// The state before the first step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Initial {
    /// Staging areas with their messages, in order.
    pub areas: Vec<(String, Vec<MessageId>)>,
    /// Settings that differ from the system's own ones, as name and value.
    pub settings: Vec<(String, String)>,
}

/// The argument by which an operation names the turn it is meant for, in every system that has one.
pub const EXPECTED_TURN: &str = "expected";

/// The argument by which an operation lists what is told beside its message, in every system that has one.
pub const CONTEXT: &str = "context";

/// An operation, in the system's own word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operation {
    /// Its name, one of [`crate::runtimes::Vocabulary::operations`].
    pub name: String,
    /// The message it carries.
    pub message: Option<MessageId>,
    /// Its arguments, as name and value.
    pub args: Vec<(String, String)>,
}

impl Operation {
    /// The value of an argument.
    pub fn arg(&self, name: &str) -> Option<&str> {
        self.args.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Every message that it brings along: what is told beside it, then its own.
    pub fn carried(&self) -> Vec<MessageId> {
        let mut carried = self.messages(CONTEXT);
        carried.extend(self.message);
        carried
    }

    /// The messages that an argument lists.
    pub fn messages(&self, name: &str) -> Vec<MessageId> {
        let list = self.arg(name).unwrap_or_default();
        list.split(',').map(str::trim).filter(|id| !id.is_empty()).map(MessageId::from).collect()
    }
}
