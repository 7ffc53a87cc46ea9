//! The record of a run: its trace, a snapshot after every step, and its logs, as plain data.

use super::plan::Input;
use crate::ground::{SortedMap, Waiting};
use crate::world::{
    Event, Message, MessageId, Place, ReceiptEntry, Request, Snapshot, Step, World,
};
use std::sync::Arc;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing is left to do, and nobody waits for anything.
    Rest,
    /// Nothing can move and something still waits.
    DeadEnd(Vec<Waiting>),
    /// [`super::plan::MAX_STEPS`] steps were taken.
    TooLong,
    /// A task woke itself without end; its name.
    Livelock(String),
}

/// Everything a run has shown so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The trace. Step n is at index n - 1.
    pub steps: Vec<Step>,
    /// The states. Snapshot n is the state after step n; snapshot 0 is the start.
    pub snapshots: Vec<Snapshot>,
    /// All messages, with the latest text of those that the run itself wrote.
    pub messages: SortedMap<MessageId, Arc<Message>>,
    /// What is done in it and by whom; what a fork has added comes last.
    pub inputs: Vec<Input>,
    /// The history.
    pub history: Vec<MessageId>,
    /// Every request handed to the model.
    pub requests: Vec<Request>,
    /// Every receipt that reached its caller.
    pub receipts: Vec<ReceiptEntry>,
    /// Every event.
    pub events: Vec<Event>,
    /// The answer given at each choice point.
    pub choices: Vec<u16>,
    /// How the run ended; absent while it can go on.
    pub outcome: Option<Outcome>,
}

/// The state after one step, with the parts of the logs that existed then.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The step that led here; absent at the start.
    pub step: Option<&'a Step>,
    /// The state.
    pub snapshot: &'a Snapshot,
    /// The history up to now.
    pub history: &'a [MessageId],
    /// The requests up to now.
    pub requests: &'a [Request],
    /// The receipts up to now.
    pub receipts: &'a [ReceiptEntry],
    /// The events up to now.
    pub events: &'a [Event],
}

impl Record {
    /// The number of the last step.
    pub fn last(&self) -> u32 {
        u32::try_from(self.steps.len()).unwrap_or(u32::MAX)
    }

    /// The state after step `n`; nothing where the run has no such step (yet).
    pub fn moment(&self, n: u32) -> Option<Moment<'_>> {
        let index = usize::try_from(n).ok()?;
        let snapshot = self.snapshots.get(index)?;
        Some(Moment {
            step: index.checked_sub(1).and_then(|before| self.steps.get(before)),
            snapshot,
            history: self.history.get(..snapshot.history)?,
            requests: self.requests.get(..snapshot.requests)?,
            receipts: self.receipts.get(..snapshot.receipts)?,
            events: self.events.get(..snapshot.events)?,
        })
    }

    /// The places in which anything has ever lain, in the order in which they were first used.
    pub fn places(&self) -> Vec<Place> {
        let mut used = Vec::new();
        for tray in self.snapshots.iter().flat_map(|snapshot| &snapshot.trays) {
            if !tray.cards.is_empty() && !used.contains(&tray.place) {
                used.push(tray.place);
            }
        }
        used
    }

    /// The flags that have ever been set, in the order in which they first were.
    pub fn flags(&self) -> Vec<&'static str> {
        let mut set = Vec::new();
        for flag in self.snapshots.iter().flat_map(|snapshot| &snapshot.flags) {
            if !set.contains(&flag.name) {
                set.push(flag.name);
            }
        }
        set
    }

    /// A message by its id.
    pub fn message(&self, id: &MessageId) -> Option<&Message> {
        self.messages.get(id).map(|message| &**message)
    }

    /// Takes over what the world has logged since the last call, and the state it is in now.
    pub(super) fn take(&mut self, world: &World, snapshot: Snapshot) {
        extend(&mut self.steps, &world.steps());
        extend(&mut self.history, &world.history());
        extend(&mut self.requests, &world.requests());
        extend(&mut self.receipts, &world.receipts());
        extend(&mut self.events, &world.events());
        for message in world.take_composed() {
            self.messages.insert(message.id, message);
        }
        self.snapshots.push(snapshot);
    }
}

impl Moment<'_> {
    /// Where a message is.
    pub fn place_of(&self, id: &MessageId) -> Place {
        let holds = |tray: &&crate::world::Tray| tray.cards.contains(id);
        if let Some(tray) = self.snapshot.trays.iter().find(holds) {
            tray.place
        } else if self.history.contains(id) {
            Place::HISTORY
        } else {
            Place::UNWRITTEN
        }
    }
}

fn extend<T: Clone>(own: &mut Vec<T>, all: &[T]) {
    own.extend_from_slice(all.get(own.len()..).unwrap_or_default());
}
