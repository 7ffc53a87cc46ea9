//! A snapshot: the whole visible state after a step. Going back reads these; nothing is undone.

use super::ids::{MessageId, TurnId};
use super::ledger::ToolView;
use super::message::Place;
use super::trace::RuleId;
use crate::ground::Millis;
use serde::Serialize;
use std::sync::Arc;

/// The state after a step. The logs (history, requests, receipts, events) are append-only and kept
/// once; a snapshot holds how much of each existed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Snapshot {
    /// The step after which this is the state; 0 at the start.
    pub step: u32,
    /// The virtual time.
    pub at: Millis,
    /// Every place where messages lie, the runtime's own ones in its own order.
    pub trays: Vec<Tray>,
    /// The runtime's flags, such as the delivery phase.
    pub flags: Vec<Flag>,
    /// The running turn, if any.
    pub turn: Option<TurnView>,
    /// The agent's status, in the system's own word.
    pub status: &'static str,
    /// Persistent settings, as name and value.
    pub settings: Arc<Vec<(String, String)>>,
    /// Tools that were called in this run, in order of their calls.
    pub tools: Arc<Vec<ToolView>>,
    /// What the model is saying.
    pub speech: Speech,
    /// How many items the history held.
    pub history: usize,
    /// How many requests the model had been handed.
    pub requests: usize,
    /// How many receipts had reached their callers.
    pub receipts: usize,
    /// How many events had been sent.
    pub events: usize,
}

/// A named place with its cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tray {
    /// The place.
    pub place: Place,
    /// What sort of place it is.
    pub role: TrayRole,
    /// Whether its content survives the end of the process.
    pub durable: bool,
    /// The messages, in the order in which they would be taken.
    pub cards: Vec<MessageId>,
}

/// What sort of place a tray is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TrayRole {
    /// Outside the program: the client, other agents, the host.
    Outside,
    /// On the way: the submission channel, the hands of the turn, the model's stream.
    Passing,
    /// One of the system's staging areas.
    Staging,
}

/// A flag of the runtime that a reader must see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Flag {
    /// Its name, such as `phase`.
    pub name: &'static str,
    /// Its value, such as `current-turn`.
    pub value: &'static str,
    /// All values it can have, so that a page can draw both arms of the signal.
    pub values: &'static [&'static str],
    /// The rule that last set it.
    pub rule: Option<RuleId>,
}

/// The running turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TurnView {
    /// Its id.
    pub id: TurnId,
    /// The kind of its task, such as `regular`.
    pub kind: &'static str,
    /// `reserved`, `running`, `stopping` or `winding-up`.
    pub state: &'static str,
    /// The turn on whose behalf it works, if one asked for it.
    pub parent: Option<TurnId>,
    /// The first turn of the chain that led to it: its own id where a person started it; absent where
    /// nobody can say.
    pub root: Option<TurnId>,
}

/// What the model is saying.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Speech {
    /// The response that streams now; absent when the model is silent.
    pub response: Option<u32>,
    /// The item that streams now.
    pub item: Option<MessageId>,
}

impl Snapshot {
    /// The cards of a place; nothing where the place does not exist.
    pub fn cards(&self, place: &str) -> &[MessageId] {
        self.trays
            .iter()
            .find(|tray| tray.place.as_str() == place)
            .map_or(&[], |tray| tray.cards.as_slice())
    }

    /// The value of a flag.
    pub fn flag(&self, name: &str) -> Option<&'static str> {
        self.flags.iter().find(|flag| flag.name == name).map(|flag| flag.value)
    }
}
