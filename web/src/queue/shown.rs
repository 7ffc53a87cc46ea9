//! What there is to see of the reader's queue, as plain data.

use super::store::Trouble;
use midturn_engine::runtimes::durable::HOME;
use midturn_engine::world::{Content, MessageId, Receipt, TurnView};
use midturn_telling::tale::Tale;
use std::sync::Arc;

/// How far the queue is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Nothing was asked of the browser yet.
    #[default]
    Folded,
    /// The storage is being opened.
    Opening,
    /// It can be used.
    Open,
}

/// Whether this tab has the thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hold {
    /// No: what is queued waits.
    #[default]
    Closed,
    /// It waits in line behind another tab.
    InLine,
    /// Yes: it starts what waits.
    Loaded,
}

impl Hold {
    /// Its name in the document and among the words.
    pub const fn name(self) -> &'static str {
        match self {
            Hold::Closed => "closed",
            Hold::InLine => "in-line",
            Hold::Loaded => "loaded",
        }
    }
}

/// Why something that the reader asked for was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The engine's answer.
    Answer(Receipt),
    /// It has a form that the engine takes from nobody.
    Form(String),
}

/// All of it.
#[derive(Clone, Default)]
pub struct Shown {
    /// How far it is opened.
    pub stage: Stage,
    /// Whether this tab has the thread.
    pub hold: Hold,
    /// What is wrong with the storage.
    pub troubles: Vec<Trouble>,
    /// The process so far.
    pub tale: Option<Arc<Tale>>,
    /// The last thing that was not done.
    pub refused: Option<Refused>,
    /// The waiting text that is being edited.
    pub editing: Option<MessageId>,
}

impl Shown {
    /// The texts that wait, in order.
    pub fn waiting(&self) -> &[MessageId] {
        let moment = self.tale.as_ref().and_then(|tale| tale.record.snapshots.last());
        let area = HOME.areas.first().map(|area| area.name);
        let tray = moment
            .and_then(|moment| moment.trays.iter().find(|tray| Some(tray.place.as_str()) == area));
        tray.map(|tray| tray.cards.as_slice()).unwrap_or_default()
    }

    /// The turn that runs.
    pub fn turn(&self) -> Option<&TurnView> {
        self.tale.as_ref()?.record.snapshots.last()?.turn.as_ref()
    }

    /// What the model has been given and has answered, in order.
    pub fn history(&self) -> &[MessageId] {
        self.tale.as_ref().map(|tale| tale.record.history.as_slice()).unwrap_or_default()
    }

    /// The text that the running turn works on.
    pub fn at_work(&self) -> Option<MessageId> {
        self.turn()?;
        let tale = self.tale.as_ref()?;
        let is_text = |id: &&MessageId| {
            tale.message(id).is_some_and(|message| message.content == Content::UserText)
        };
        self.history().iter().rev().find(is_text).copied()
    }

    /// Whether nothing starts by itself although something waits and nothing runs.
    pub fn is_paused(&self) -> bool {
        self.hold == Hold::Loaded && self.turn().is_none() && !self.waiting().is_empty()
    }

    /// The order after a waiting text has moved by one place; nothing where it cannot.
    pub fn moved(&self, item: &MessageId, up: bool) -> Option<Vec<MessageId>> {
        let mut order = self.waiting().to_vec();
        let from = order.iter().position(|other| other == item)?;
        let to = if up { from.checked_sub(1)? } else { from + 1 };
        (to < order.len()).then(|| order.swap(from, to))?;
        Some(order)
    }
}
