//! A turn: what opened it is recorded, then requests with their tools, and between two of them the point at which
//! what waits is folded in.

use super::areas::{Entry, Mode, NEXT};
use super::tools::Working;
use super::{Claude, Release, kinds, rules};
use crate::ground::CancelToken;
use crate::runtimes::holds;
use crate::world::{Actor, Call, Draft, Place, TurnId};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The setting of how many requests a turn may make.
pub(super) const MAX_TURNS: &str = "max-turns";

/// The running turn.
pub(super) struct Turn {
    pub id: TurnId,
    pub kind: &'static str,
    /// Cancelled when the turn is stopped.
    pub token: CancelToken,
    /// Cancelled when the response under way is left.
    pub response: RefCell<CancelToken>,
    /// Cancelled when the tools at work are moved to the background.
    pub background: RefCell<CancelToken>,
    pub tools: RefCell<Vec<Working>>,
    /// Whether it ends where it can, since a `now` waits.
    yields: Cell<bool>,
    /// What it has taken in, the messages that opened it first.
    pub taken: RefCell<Vec<Entry>>,
}

/// How a turn ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Success,
    Interrupted,
    Failed,
    MaxTurns,
}

impl Turn {
    pub(super) fn new(id: TurnId, kind: &'static str) -> Turn {
        Turn {
            id,
            kind,
            token: CancelToken::new(),
            response: RefCell::default(),
            background: RefCell::default(),
            tools: RefCell::default(),
            yields: Cell::default(),
            taken: RefCell::default(),
        }
    }

    /// Whether the model works in it.
    pub(super) fn is_regular(&self) -> bool {
        self.kind == "regular"
    }

    /// Stops it, and what its tools do; what is in the background goes on.
    pub(super) fn stop(&self) {
        self.token.cancel();
        self.response.borrow().cancel();
        self.stop_tools();
    }

    /// It is to end where it can: a response is left at once, tools are waited for.
    pub(super) fn yield_to_now(&self) {
        self.yields.set(true);
        self.response.borrow().cancel();
    }

    /// Why it asks no further.
    pub(super) fn asks_no_more(&self) -> Option<End> {
        match (self.token.is_cancelled(), self.yields.get()) {
            (true, _) => Some(End::Interrupted),
            (false, true) => Some(End::Success),
            (false, false) => None,
        }
    }
}

impl Claude {
    /// Runs a turn that was opened with these messages.
    pub(super) async fn run_turn(self: &Rc<Self>, turn: Rc<Turn>, opened_with: Vec<Entry>) {
        turn.taken.borrow_mut().extend(&opened_with);
        for entry in &opened_with {
            let note = if entry.met_a_turn { "queued" } else { "typed" };
            self.tell("user", &entry.message, Some(note));
            if entry.mode == Mode::Prompt {
                self.tell("checkpoint", &entry.message, None);
            }
            let draft = Draft::new(Actor::Turn, kinds::RECORDED).about(turn.id);
            self.world.step(draft.moving(&entry.message, Place::HISTORY)).await;
        }
        let end = self.work(&turn).await;
        self.end_turn(&turn, &opened_with, end).await;
    }

    async fn work(self: &Rc<Self>, turn: &Rc<Turn>) -> End {
        let mut asked = 0;
        loop {
            if let Some(end) = turn.asks_no_more() {
                return end;
            }
            let calls = match self.response(turn).await {
                Ok(calls) => calls,
                Err(end) => return end,
            };
            asked += 1;
            // A response without a tool call leaves no point between tool rounds.
            if calls.is_empty() && holds(rules::NOT_AFTER_AN_ANSWER) {
                return End::Success;
            }
            let took = match self.tool_round(turn, &calls, asked).await {
                Ok(took) => took,
                Err(end) => return end,
            };
            if calls.is_empty() && !took {
                return End::Success;
            }
        }
    }

    /// The tools of a response, and then what waits. Says whether anything was folded in.
    async fn tool_round(
        self: &Rc<Self>,
        turn: &Rc<Turn>,
        calls: &[Call],
        asked: u64,
    ) -> Result<bool, End> {
        let early = !holds(rules::AFTER_ALL_TOOLS) && self.fold(turn, calls).await;
        self.carry_out(turn, calls).await;
        if let Some(end) = turn.asks_no_more() {
            return Err(end);
        }
        let most = self.number(MAX_TURNS);
        if most > 0 && asked >= most {
            return Err(End::MaxTurns);
        }
        Ok(self.fold(turn, calls).await || early)
    }

    async fn end_turn(self: &Rc<Self>, turn: &Turn, opened_with: &[Entry], end: End) {
        if end == End::MaxTurns && !(self.is_since(Release::OldestFirst) && holds(rules::MAX_KEEPS))
        {
            self.lose_queued(turn).await;
        }
        for entry in turn.taken.borrow().iter() {
            self.tell_state(entry, "completed");
        }
        let named = match holds(rules::LAST_NAMES_RESULT) {
            true => opened_with.last(),
            false => opened_with.first(),
        };
        self.tell_result(turn.id, named.map(|entry| entry.message), subtype(end));
        *self.turn.borrow_mut() = None;
        let rule = match end {
            End::Interrupted => Some(rules::GOES_ON_AFTER_STOP),
            End::MaxTurns => Some(rules::MAX_KEEPS),
            End::Success | End::Failed => None,
        };
        let draft = Draft::new(Actor::Turn, kinds::ENDED)
            .about(turn.id)
            .maybe_rule(rule)
            .fact("was-stopped", end == End::Interrupted);
        let ended = self.world.step(draft);
        if end != End::Interrupted || holds(rules::GOES_ON_AFTER_STOP) {
            self.look();
        }
        ended.await;
    }

    /// In older releases what waited was lost with the limit.
    async fn lose_queued(&self, turn: &Turn) {
        let lost = self.world.lying_in(&NEXT);
        if !lost.is_empty() {
            let draft = Draft::new(Actor::Session, kinds::LOST).about(turn.id);
            self.world.step(draft.moving_all(&lost, &Place::DROPPED)).await;
        }
    }
}

/// What the result says. After a stop it is an error; what yields to a `now` has succeeded, with what there is.
fn subtype(end: End) -> &'static str {
    match end {
        End::Interrupted if holds(rules::STOP_IS_AN_ERROR) => "error_during_execution",
        End::Success | End::Interrupted => "success",
        End::Failed => "error_during_execution",
        End::MaxTurns => "error_max_turns",
    }
}
