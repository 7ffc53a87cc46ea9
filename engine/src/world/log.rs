//! What a run says to the outside: receipts, events, requests, reports. All append-only; a snapshot
//! keeps their lengths, so the state at a step is a prefix.

use super::ids::{InputId, MessageId, TurnId};
use serde::Serialize;
use std::fmt;

/// The answer to one submission, on its own one-shot channel. It is not an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome")]
pub enum Receipt {
    /// It started this turn.
    Started {
        /// The new turn.
        turn: TurnId,
    },
    /// It joined this turn.
    Steered {
        /// The turn that took it.
        turn: TurnId,
    },
    /// It was refused and changed nothing.
    NotSubmitted {
        /// Why.
        reason: Refusal,
    },
    /// The operation was taken; it has no routing decision to report.
    Accepted,
    /// It was wrong in itself, or failed.
    Failed {
        /// The system's own name for the error, such as `InvalidRequest`.
        error: &'static str,
        /// What was wrong.
        message: String,
    },
    /// The answer to a question about the state.
    Report {
        /// The answer as text.
        value: String,
    },
}

impl Receipt {
    /// The error of an answer that got lost on its way.
    pub const ANSWER_LOST: &str = "Timeout";
    /// The error of a session that ended before it could answer.
    pub const DIED: &str = "InternalAgentDied";

    /// Whether nothing came of the input. Of an answer that got lost, or that nobody was left to give, that
    /// cannot be said.
    pub fn is_refusal(&self) -> bool {
        match self {
            Receipt::NotSubmitted { .. } => true,
            Receipt::Failed { error, .. } => ![Receipt::ANSWER_LOST, Receipt::DIED].contains(error),
            _ => false,
        }
    }
}

/// Why an input was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The system's own name for the reason, such as `NoActiveTurn`.
    pub reason: &'static str,
    /// Particulars, as name and value: `expected`, `actual`, `turn_kind`.
    pub details: Vec<(&'static str, String)>,
}

impl fmt::Display for Receipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Receipt::Started { turn } => write!(f, "Started({turn})"),
            Receipt::Steered { turn } => write!(f, "Steered({turn})"),
            Receipt::NotSubmitted { reason } => write!(f, "NotSubmitted({reason})"),
            Receipt::Accepted => f.write_str("Accepted"),
            Receipt::Failed { error, message } => write!(f, "{error}: {message}"),
            Receipt::Report { value } => f.write_str(value),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason)?;
        let details: Vec<String> =
            self.details.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        if details.is_empty() { Ok(()) } else { write!(f, " {{ {} }}", details.join(", ")) }
    }
}

/// A receipt with the input it answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReceiptEntry {
    /// The input.
    pub input: InputId,
    /// The answer.
    pub receipt: Receipt,
}

/// Something sent on the event stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// The turn or submission it belongs to; absent for a thread-level event.
    pub turn: Option<TurnId>,
    /// The system's own name, such as `TurnStarted`.
    pub name: &'static str,
    /// The message it is about.
    pub about: Option<MessageId>,
    /// A particular: the reason of an abort, the last message of a completed turn.
    pub note: Option<String>,
}

/// A request handed to the model: everything it will see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Request {
    /// Its number, from 1.
    pub number: u32,
    /// The turn that asks.
    pub turn: TurnId,
    /// The items of the history, in order. Rules, tools and other fixed context are left out.
    pub items: Vec<MessageId>,
    /// How many of `items`, from the front, the request before already held.
    pub known: usize,
    /// How much of the history, from the front, the last compaction has summed up: of that, `items`
    /// may lack something.
    pub summed_up: usize,
}

impl Request {
    /// What the request before did not hold.
    pub fn new_items(&self) -> &[MessageId] {
        self.items.get(self.known..).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_got_lost_or_was_never_given_is_no_refusal() {
        let failed = |error| Receipt::Failed { error, message: String::new() };
        assert!(failed("InvalidRequest").is_refusal());
        assert!(!failed(Receipt::ANSWER_LOST).is_refusal());
        assert!(!failed(Receipt::DIED).is_refusal());
        assert!(!Receipt::Accepted.is_refusal());
    }
}
