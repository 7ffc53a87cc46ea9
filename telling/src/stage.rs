//! The stage at one moment: everything that the page draws of a run, as plain data in the reader's words.
//!
//! It is made from the runtime's own snapshot and knows no system. A tray's role decides where it is
//! drawn; the names of the common places decide on which side of the program.
//!
//! What is not there when a story opens is made by a function that is not inlined: so it comes with the later
//! half of the module (docs/decisions, 12).

use crate::card::Card;
use crate::tale::Tale;
use crate::teller::Teller;
use midturn_engine::lab::{Moment, why};
use midturn_engine::world::{
    Actor, Flag, MessageId, Place, ReceiptEntry, Request, ToolState, ToolView, Tray, TrayRole,
    TurnView,
};
use midturn_locales::Key;

/// A place with its cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    /// The place's name in the engine.
    pub place: String,
    /// Its name for the reader.
    pub name: String,
    /// One line about it.
    pub note: Option<String>,
    /// Its letter, where its own name is one.
    pub letter: Option<String>,
    /// Whether it survives the end of the process.
    pub durable: bool,
    /// Its cards, in the order in which they would be taken.
    pub cards: Vec<Card>,
}

/// A flag with all its arms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// The flag's name in the engine.
    pub flag: &'static str,
    /// Its name for the reader.
    pub name: String,
    /// Its value; absent while the system has none.
    pub value: Option<&'static str>,
    /// All values, with their names for the reader.
    pub arms: Vec<(&'static str, String)>,
    /// The rule that last set it.
    pub rule: Option<&'static str>,
    /// Whether it flipped in this step.
    pub flipped: bool,
}

/// A tool at work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tool {
    /// The call.
    pub call: String,
    /// The tool's name.
    pub name: String,
    /// How far it has come, or what it waits to be told.
    pub state: String,
    /// Whether new input wakes it.
    pub wakeable: bool,
    /// Whether it has changed in this step.
    pub fresh: bool,
}

/// What a tool has begun to change outside. Nothing that happens to the turn takes it back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// The call.
    pub call: String,
    /// The tool's name.
    pub name: String,
    /// How far it has come.
    pub state: String,
    /// Whether it was stopped on the way, so that nobody knows how much of it is done.
    pub stopped: bool,
    /// Whether that is news of this step.
    pub fresh: bool,
}

/// The answer to an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The input.
    pub input: String,
    /// What was asked.
    pub about: String,
    /// The answer in the system's own words.
    pub exact: String,
    /// The answer in plain words.
    pub plain: String,
    /// Whether it was a refusal.
    pub refused: bool,
    /// Whether it arrived in this step.
    pub fresh: bool,
}

/// The last request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Its number.
    pub number: u32,
    /// The turn that asked.
    pub turn: String,
    /// What was new in it.
    pub new: Vec<Card>,
    /// What the request before already held.
    pub known: Vec<Card>,
    /// Whether it was handed over in this step.
    pub fresh: bool,
}

/// The turn that occupies the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chip {
    /// Its id.
    pub id: String,
    /// The kind of its task.
    pub kind: String,
    /// How far it has come.
    pub state: String,
    /// The state's name in the engine.
    pub state_name: &'static str,
}

/// An event that was sent out in this step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// Its name in the system's own words.
    pub name: &'static str,
    /// The turn that it tells of.
    pub turn: Option<String>,
}

/// Everything drawn of one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    /// The step.
    pub step: u32,
    /// The virtual time in ms.
    pub at: u64,
    /// The person and the client.
    pub client: Vec<Shelf>,
    /// Answers to people and their client.
    pub answers: Vec<Answer>,
    /// Everybody else outside: agents, host.
    pub outside: Vec<Shelf>,
    /// Where messages end that nobody will read.
    pub ended: Vec<Shelf>,
    /// The turn.
    pub turn: Option<Chip>,
    /// Whether the turn is another one, or in another state, than before this step.
    pub turn_changed: bool,
    /// What everyone who listens is told in this step.
    pub news: Vec<News>,
    /// The system's staging areas.
    pub staging: Vec<Shelf>,
    /// Its flags.
    pub signals: Vec<Signal>,
    /// What is on the way inside the program.
    pub passing: Vec<Shelf>,
    /// Tools at work.
    pub tools: Vec<Tool>,
    /// What tools have changed outside.
    pub done: Vec<Done>,
    /// What was recorded in this step.
    pub recorded: Vec<Card>,
    /// The history before that.
    pub history: Vec<Card>,
    /// The response that streams.
    pub response: Option<u32>,
    /// What the model is saying.
    pub speech: Vec<Shelf>,
    /// The last request.
    pub request: Option<Asked>,
}

impl Stage {
    /// The stage at step `at`, after a move from stop `before`: what moved in between is marked.
    pub fn at(teller: &Teller<'_>, before: u32, at: u32) -> Stage {
        let tale = teller.tale;
        let (Some(moment), Some(past)) = (tale.moment(at), tale.moment(before)) else {
            return Stage::default();
        };
        let view = View { teller, moment, past, before, at };
        let trays = &moment.snapshot.trays;
        let shelves = |wanted: &dyn Fn(&Tray) -> bool| -> Vec<Shelf> {
            trays.iter().filter(|tray| wanted(tray)).map(|tray| view.shelf(tray)).collect()
        };
        let (new, old): (Vec<_>, Vec<_>) =
            moment.history.iter().partition(|id| view.origin_of(id).is_some());
        Stage {
            step: moment.snapshot.step,
            at: moment.snapshot.at.0,
            client: shelves(&|tray| tray.place == Place::CLIENT),
            answers: view.answers(),
            outside: shelves(&|tray| {
                tray.role == TrayRole::Outside
                    && ![Place::CLIENT, Place::DROPPED].contains(&tray.place)
                    && tale.uses(&tray.place)
            }),
            ended: shelves(&|tray| tray.place == Place::DROPPED && tale.uses(&tray.place)),
            turn: view.chip(),
            turn_changed: view.turn_changed(),
            news: view.news(),
            staging: shelves(&|tray| tray.role == TrayRole::Staging),
            signals: view.signals(),
            passing: shelves(&|tray| tray.role == TrayRole::Passing && tray.place != Place::MODEL),
            tools: view.tools(),
            done: view.done(),
            recorded: view.cards(new),
            history: view.cards(old),
            response: moment.snapshot.speech.response,
            speech: shelves(&|tray| tray.place == Place::MODEL),
            request: view.request(),
        }
    }
}

impl Stage {
    /// Whether no message has moved and nobody has got an answer in this step: what has changed is then
    /// the turn, or what everyone is told.
    pub fn is_still(&self) -> bool {
        let Stage { client, outside, ended, staging, passing, speech, .. } = self;
        let shelves = [client, outside, ended, staging, passing, speech];
        let mut cards = shelves.into_iter().flatten().flat_map(|shelf| &shelf.cards);
        self.recorded.is_empty()
            && !cards.any(|card| card.came_from.is_some())
            && !self.answers.iter().any(|answer| answer.fresh)
            && !self.request.as_ref().is_some_and(|request| request.fresh)
    }
}

impl Stage {
    /// The same stage, on which each card that waits says why.
    #[must_use]
    pub fn telling_why(mut self, tale: &Tale) -> Stage {
        let shelves = self.staging.iter_mut().chain(&mut self.passing).chain(&mut self.outside);
        for card in shelves.flat_map(|shelf| &mut shelf.cards) {
            card.hold = why(tale.system, &tale.record, self.step, &card.id);
        }
        self
    }
}

/// What is needed to draw one moment.
struct View<'a> {
    teller: &'a Teller<'a>,
    moment: Moment<'a>,
    past: Moment<'a>,
    before: u32,
    at: u32,
}

impl View<'_> {
    /// Where a message was before this click, if it moved.
    fn origin_of(&self, id: &MessageId) -> Option<&Place> {
        let mut steps = self.teller.tale.between(self.before, self.at);
        steps
            .find_map(|step| step.moves.iter().find(|change| change.message == *id))
            .map(|c| &c.from)
    }

    fn cards<'b>(&self, ids: impl IntoIterator<Item = &'b MessageId>) -> Vec<Card> {
        ids.into_iter().filter_map(|id| Card::of(self.teller, id, self.origin_of(id))).collect()
    }

    fn shelf(&self, tray: &Tray) -> Shelf {
        let place = tray.place.as_str();
        Shelf {
            place: place.to_owned(),
            name: self.teller.place(&tray.place),
            note: self.teller.of_system("place-note", place).map(str::to_owned),
            letter: (place.chars().count() == 1).then(|| place.to_owned()),
            durable: tray.durable,
            cards: self.cards(&tray.cards),
        }
    }

    fn chip(&self) -> Option<Chip> {
        self.moment.snapshot.turn.as_ref().map(|turn| self.chip_of(turn))
    }

    #[inline(never)]
    fn chip_of(&self, turn: &TurnView) -> Chip {
        Chip {
            id: turn.id.to_string(),
            kind: self.teller.named("turn-kind", turn.kind).to_owned(),
            state: self.teller.named("turn-state", turn.state).to_owned(),
            state_name: turn.state,
        }
    }

    fn turn_changed(&self) -> bool {
        let of = |moment: &Moment<'_>| {
            moment.snapshot.turn.as_ref().map(|turn| (turn.id.to_string(), turn.state))
        };
        of(&self.moment) != of(&self.past)
    }

    /// The events of this very step; those of the steps in between stand in the log.
    fn news(&self) -> Vec<News> {
        let last = self.at.saturating_sub(1).max(self.before);
        let told = self.teller.tale.moment(last).map_or(0, |moment| moment.events.len());
        let events = self.moment.events.get(told..).unwrap_or_default();
        let draw = |event: &midturn_engine::world::Event| News {
            name: event.name,
            turn: event.turn.as_ref().map(ToString::to_string),
        };
        events.iter().map(draw).collect()
    }

    /// Every flag that is set at some time of the story, also while it is not.
    fn signals(&self) -> Vec<Signal> {
        let draw = |(name, values): &(&'static str, &'static [&'static str])| {
            let find = |flags: &'_ [Flag]| flags.iter().find(|flag| flag.name == *name).cloned();
            let now = find(&self.moment.snapshot.flags);
            let value = now.as_ref().map(|flag| flag.value);
            let past = find(&self.past.snapshot.flags).map(|flag| flag.value);
            Signal {
                flag: name,
                name: self.teller.named("flag", name).to_owned(),
                value,
                arms: values
                    .iter()
                    .map(|arm| (*arm, self.teller.named("arm", arm).to_owned()))
                    .collect(),
                rule: now.and_then(|flag| flag.rule).map(|rule| rule.0),
                flipped: past.is_some() && value.is_some() && past != value,
            }
        };
        let tale = self.teller.tale;
        tale.system.flags.iter().filter(|(name, _)| tale.sets(name)).map(draw).collect()
    }

    fn tools(&self) -> Vec<Tool> {
        let views = self.moment.snapshot.tools.iter().filter(|view| view.is_busy());
        views.map(|view| self.tool(view)).collect()
    }

    #[inline(never)]
    fn tool(&self, view: &ToolView) -> Tool {
        let before = &self.past.snapshot.tools;
        Tool {
            fresh: !before.contains(view),
            call: view.call.to_string(),
            name: view.tool.clone(),
            state: match view.asks {
                Some(question) => self.teller.named("question", question).to_owned(),
                None => self.teller.words.name("tool-state", view.state.name()).to_owned(),
            },
            wakeable: view.wakeable,
        }
    }

    /// The ledger's entries that have left the program.
    fn done(&self) -> Vec<Done> {
        let calls = self.moment.snapshot.tools.iter();
        let left = calls.filter(|view| view.has_reached(ToolState::SideEffectStarted));
        left.map(|view| self.done_by(view)).collect()
    }

    #[inline(never)]
    fn done_by(&self, view: &ToolView) -> Done {
        let before = &self.past.snapshot.tools;
        Done {
            fresh: !before.contains(view),
            call: view.call.to_string(),
            name: view.tool.clone(),
            state: self.teller.words.name("tool-state", view.state.name()).to_owned(),
            stopped: view.state == ToolState::Interrupted,
        }
    }

    fn answers(&self) -> Vec<Answer> {
        let receipts = self.moment.receipts.iter().enumerate();
        receipts.filter_map(|(index, entry)| self.answer(index, entry)).collect()
    }

    #[inline(never)]
    fn answer(&self, index: usize, entry: &ReceiptEntry) -> Option<Answer> {
        let input = self.teller.tale.input(&entry.input);
        // Agents and the queue get theirs too, but not through the person's client.
        if input.is_some_and(|input| matches!(input.actor, Actor::Agent(_) | Actor::Queue)) {
            return None;
        }
        Some(Answer {
            input: entry.input.to_string(),
            about: input.map_or_else(|| entry.input.to_string(), |i| self.teller.input(i)),
            exact: entry.receipt.to_string(),
            plain: self.teller.receipt(&entry.receipt),
            refused: entry.receipt.is_refusal(),
            fresh: index >= self.past.receipts.len(),
        })
    }

    fn request(&self) -> Option<Asked> {
        self.moment.requests.last().map(|request| self.asked(request))
    }

    #[inline(never)]
    fn asked(&self, request: &Request) -> Asked {
        let plain = |id: &MessageId| Card::of(self.teller, id, None);
        let known = request.items.get(..request.known).unwrap_or_default();
        Asked {
            number: request.number,
            turn: self.teller.words.fill(Key::RequestOf, &[("turn", request.turn.as_str())]),
            new: request.new_items().iter().filter_map(plain).collect(),
            known: known.iter().filter_map(plain).collect(),
            fresh: self.moment.requests.len() > self.past.requests.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use std::collections::BTreeSet;

    fn all(stage: &Stage) -> Vec<&Card> {
        let Stage { client, outside, ended, staging, passing, speech, .. } = stage;
        let shelves = [client, outside, ended, staging, passing, speech];
        let shelved = shelves.into_iter().flatten().flat_map(|shelf| &shelf.cards);
        shelved.chain(&stage.recorded).chain(&stage.history).collect()
    }

    #[test]
    fn a_message_is_one_card_at_every_step() {
        let (tale, words) = (sample::tale(), sample::words("en"));
        let teller = Teller { words: &words, tale: &tale };
        let mut most = 0;
        for n in 0..=tale.record.last() {
            let stage = Stage::at(&teller, n.saturating_sub(1), n);
            let cards = all(&stage);
            let ids: BTreeSet<&MessageId> = cards.iter().map(|card| &card.id).collect();
            assert_eq!(ids.len(), cards.len(), "step {n}");
            most = most.max(ids.len());
        }
        assert!(most > 3);
    }

    #[test]
    fn a_waiting_message_is_not_in_the_request() {
        let (tale, words) = (sample::tale(), sample::words("en"));
        let teller = Teller { words: &words, tale: &tale };
        for n in 1..=tale.record.last() {
            let stage = Stage::at(&teller, n - 1, n);
            let Some(request) = &stage.request else { continue };
            let waiting = stage.staging.iter().flat_map(|shelf| &shelf.cards);
            for card in waiting {
                assert!(request.new.iter().all(|item| item.id != card.id), "step {n}");
            }
        }
    }

    #[test]
    fn what_moved_since_the_last_stop_is_marked_and_nothing_else() {
        let (tale, words) = (sample::tale(), sample::words("en"));
        let teller = Teller { words: &words, tale: &tale };
        let last = tale.record.last();
        let still = Stage::at(&teller, last, last);
        assert!(all(&still).iter().all(|card| card.came_from.is_none()));
        let whole = Stage::at(&teller, 0, last);
        assert!(all(&whole).iter().any(|card| card.came_from.is_some()));
    }

    #[test]
    fn the_request_panel_is_empty_until_the_model_is_asked() {
        let (tale, words) = (sample::tale(), sample::words("en"));
        let teller = Teller { words: &words, tale: &tale };
        assert_eq!(Stage::at(&teller, 0, 0).request, None);
        assert!(Stage::at(&teller, 0, tale.record.last()).request.is_some());
    }
}
