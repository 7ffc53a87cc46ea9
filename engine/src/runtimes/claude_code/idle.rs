//! The point between turns: nothing is being asked and no dialog stands in the way, so whatever waits goes out.

use super::areas::{Entry, Mode};
use super::turn::Turn;
use super::{Claude, Release, kinds, rules};
use crate::ground::{Lane, Millis, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, MessageId, Place, RuleId, TurnId};
use std::rc::Rc;

/// What the name of a turn begins with; the message that opens it follows.
pub(super) const TURN_OF: &str = "turn-of-";
/// The setting of how long a command takes.
pub(super) const COMMAND_MS: &str = "command-ms";

impl Claude {
    /// Whether nothing runs and nothing is about to.
    pub(super) fn is_idle(&self) -> bool {
        self.turn.borrow().is_none() && !self.dispatching.get() && self.may_take()
    }

    fn may_take(&self) -> bool {
        let dialog = self.dialog.get() && holds(rules::DIALOG_HOLDS);
        self.ready.get() && !self.gone.get() && !dialog
    }

    /// Looks whether something waits; if so, somebody takes it. Until then nobody else does.
    pub(super) fn look(self: &Rc<Self>) {
        if !self.is_idle() || self.next_out().is_empty() || !holds(rules::IDLE_STARTS) {
            return;
        }
        self.dispatching.set(true);
        let claude = self.clone();
        self.world.spawn("what goes next", Lane::Turn, async move { claude.dispatch().await });
    }

    async fn dispatch(self: Rc<Self>) {
        let next = if self.may_take() { self.next_out() } else { Vec::new() };
        self.dispatching.set(false);
        let Some(first) = next.first().copied() else { return };
        if first.mode.is_command() {
            return self.run_commands(next).await;
        }
        if next.iter().all(|entry| !entry.asks) && holds(rules::MERGES_INTO_NEXT) {
            return self.add(next).await;
        }
        let turn = self.begin(&first, "regular");
        let stopped = self.latched.borrow().contains(&first.message);
        self.latched.borrow_mut().retain(|held| next.iter().all(|entry| entry.message != *held));
        if stopped {
            turn.stop();
        }
        let rule = if stopped { rules::LATCHED } else { self.rule_of_batch() };
        self.take(&turn, &next, rule).await;
        self.run_turn(turn, next).await;
    }

    /// What leaves the queue together.
    fn next_out(&self) -> Vec<Entry> {
        let mut waiting = self.waiting();
        waiting.retain(|entry| !entry.elsewhere);
        let latched = self.latched.borrow();
        // An interrupt that came before the first turn stops what waited then, and nothing else.
        if waiting.iter().any(|entry| latched.contains(&entry.message)) {
            waiting.retain(|entry| latched.contains(&entry.message));
        }
        let Some(first) = waiting.first().copied() else { return waiting };
        let alone = match first.mode.is_command() {
            true => holds(rules::ONE_COMMAND),
            false => !self.sends_together(),
        };
        let goes_along = |entry: &Entry| match first.mode.is_command() {
            true => entry.mode.is_command(),
            false => entry.mode == first.mode,
        };
        waiting.retain(|entry| if alone { *entry == first } else { goes_along(entry) });
        waiting
    }

    fn sends_together(&self) -> bool {
        match self.release {
            Release::SendsNow | Release::Backgrounds => holds(rules::TYPED_ORDER),
            Release::OldestFirst => !holds(rules::ONLY_OLDEST),
            _ => holds(rules::SAME_MODE_TOGETHER),
        }
    }

    fn rule_of_batch(&self) -> RuleId {
        match self.release {
            Release::SendsNow | Release::Backgrounds => rules::TYPED_ORDER,
            Release::OldestFirst => rules::ONLY_OLDEST,
            _ => rules::SAME_MODE_TOGETHER,
        }
    }

    fn begin(&self, first: &Entry, kind: &'static str) -> Rc<Turn> {
        let id = TurnId::from([TURN_OF, first.message.as_str()].concat());
        let turn = Rc::new(Turn::new(id, kind));
        self.armed.set(true);
        *self.turn.borrow_mut() = Some(turn.clone());
        turn
    }

    async fn take(&self, turn: &Turn, next: &[Entry], rule: RuleId) {
        for entry in next {
            self.tell("dequeue", &entry.message, None);
            self.tell_state(entry, "started");
        }
        let cards: Vec<MessageId> = next.iter().map(|entry| entry.message).collect();
        let draft = Draft::new(Actor::Session, kinds::DISPATCHED)
            .about(turn.id)
            .moving_all(&cards, &Place::TURN)
            .fact("several-go-together", cards.len() > 1)
            .rule(rule);
        self.world.step(draft).await;
    }

    /// Commands are run by the program; the model is not asked. Of a shell command the transcript keeps what it was.
    async fn run_commands(self: &Rc<Self>, commands: Vec<Entry>) {
        let Some(first) = commands.first() else { return };
        let turn = self.begin(first, "command");
        self.take(&turn, &commands, rules::ONE_COMMAND).await;
        let work = self.world.ground.sleep(Millis(self.number(COMMAND_MS)));
        let work = self.world.ground.wait(Wait::owed("the command"), work);
        // A command that is stopped has run as far as it has.
        let _ = turn.token.or_cancelled(work).await;
        for command in commands.iter().take(commands.len().saturating_sub(1)) {
            self.command_ran(command, Some(turn.id)).await;
        }
        *self.turn.borrow_mut() = None;
        if let Some(last) = commands.last() {
            let ran = self.command_ran(last, Some(turn.id));
            self.look();
            ran.await;
        }
    }

    /// Writes down that a command ran.
    pub(super) async fn command_ran(&self, command: &Entry, turn: Option<TurnId>) {
        let to = if command.mode == Mode::Shell { Place::HISTORY } else { Place::DROPPED };
        let mut draft = Draft::new(Actor::Host, kinds::COMMAND_RAN).moving(&command.message, to);
        if let Some(turn) = turn {
            draft = draft.about(turn);
        }
        let rule = if turn.is_some() { rules::ONE_COMMAND } else { rules::SOME_AT_ONCE };
        self.world.step(draft.rule(rule)).await;
    }

    /// What the model is not to be asked about opens no turn.
    async fn add(self: &Rc<Self>, entries: Vec<Entry>) {
        let cards: Vec<MessageId> = entries.iter().map(|entry| entry.message).collect();
        cards.iter().for_each(|card| self.tell("dequeue", card, None));
        let draft = Draft::new(Actor::Session, kinds::ADDED).rule(rules::MERGES_INTO_NEXT);
        self.world.step(draft.moving_all(&cards, &Place::HISTORY)).await;
        self.look();
    }
}
