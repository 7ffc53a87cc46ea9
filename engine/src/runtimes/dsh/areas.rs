//! The inbox: two lists of messages that wait, each a place of its own. What lies there is what the list holds.
//!
//! Every change is in the session's log before the list changes. Source: `packages/core/agent/src/inbox.ts`.

use super::protocol::failed;
use super::{Agent, kinds, rules};
use crate::ground::Millis;
use crate::runtimes::holds;
use crate::world::{Actor, Draft, Event, MessageId, Origin, Place, Receipt, RuleId};
use std::cell::{Cell, RefCell};

/// What goes into the next step of a turn, all of it.
pub(super) const NEXT_STEP: Place = Place::named("next-step");
/// What gets a turn of its own, one a turn.
pub(super) const NEXT_TURN: Place = Place::named("next-turn");
/// Both, in the order in which they are claimed and cleared.
pub(super) const LISTS: [Place; 2] = [NEXT_STEP, NEXT_TURN];

/// The setting of how long the log may keep what it has not written.
pub(super) const WRITE_DELAY_MS: &str = "write-delay-ms";

/// The session's log, as far as it matters here: what it has not written yet.
#[derive(Default)]
pub(super) struct Log {
    pub broken: Cell<bool>,
    /// Messages whose insertion belongs to the batch that is not written yet.
    fresh: RefCell<Vec<MessageId>>,
    /// When that batch began.
    since: Cell<Millis>,
}

impl Log {
    /// Notes an insertion. A batch is written when its time is over.
    fn inserts(&self, message: MessageId, now: Millis, delay: Millis) {
        if self.unwritten(now, delay).is_empty() {
            self.fresh.borrow_mut().clear();
            self.since.set(now);
        }
        self.fresh.borrow_mut().push(message);
    }

    /// Writes everything out.
    pub(super) fn flush(&self) {
        if holds(rules::FLUSHED) {
            self.fresh.borrow_mut().clear();
        }
    }

    /// What would be lost with the process.
    pub(super) fn unwritten(&self, now: Millis, delay: Millis) -> Vec<MessageId> {
        let is_open = now.since(self.since.get()) < delay;
        if is_open { self.fresh.borrow().clone() } else { Vec::new() }
    }
}

impl Agent {
    /// What waits in a list. What the coming turn has claimed already does not.
    pub(super) fn pending(&self, list: Place) -> Vec<MessageId> {
        let reserved = self.reserved.borrow();
        let mut lying = self.world.lying_in(&list);
        lying.retain(|message| !reserved.contains(message));
        lying
    }

    /// Whether anything waits.
    pub(super) fn has_pending(&self) -> bool {
        LISTS.iter().any(|list| !self.pending(*list).is_empty())
    }

    /// The list in which a message waits.
    pub(super) fn list_of(&self, message: &MessageId) -> Option<Place> {
        LISTS.into_iter().find(|list| self.pending(*list).contains(message))
    }

    /// Whether a message can be put into a list: it waits nowhere, and the log can be written.
    pub(super) async fn can_take(&self, message: &MessageId) -> Result<(), Receipt> {
        if self.list_of(message).is_some() && holds(rules::UNIQUE) {
            let draft = Draft::new(Actor::Session, kinds::DUPLICATE).about(message);
            self.world.step(draft.rule(rules::UNIQUE)).await;
            return Err(failed("AlreadyPending", "a message of this id is already pending"));
        }
        let gone = [Place::TURN, Place::HISTORY, Place::MODEL];
        let reserved = self.reserved.borrow().contains(message);
        if reserved || gone.contains(&self.world.place_of(message)) {
            return Err(failed("InvalidRequest", "this message was taken already"));
        }
        self.can_log().await
    }

    /// Whether the log can be written. It comes before every change.
    pub(super) async fn can_log(&self) -> Result<(), Receipt> {
        if !self.log.broken.get() || !holds(rules::LOG_FIRST) {
            return Ok(());
        }
        let draft = Draft::new(Actor::Session, kinds::NOT_LOGGED).about("broken");
        self.world.step(draft.rule(rules::LOG_FIRST)).await;
        Err(failed("SessionAppendFailed", "the log could not be written"))
    }

    /// Appends a message to a list.
    pub(super) async fn insert(&self, message: MessageId, list: Place, wakes: bool, rule: RuleId) {
        self.logs(message);
        let draft = Draft::new(Actor::Session, kinds::INSERTED)
            .moving(&message, list)
            .rule(rule)
            .fact("it-wakes-the-agent", wakes)
            .fact("something-is-active", self.active().is_some());
        self.world.step(draft).await;
    }

    /// Notes in the log that a message was inserted, and tells whoever listens.
    pub(super) fn logs(&self, message: MessageId) {
        let delay = Millis(self.number(WRITE_DELAY_MS));
        self.log.inserts(message, self.world.ground.now(), delay);
        self.tell("agent/inbox/inserted", Some(&message), None);
    }

    /// What the first step of a turn claims, if `extra` stood at the end of its list.
    pub(super) fn first_claim(&self, extra: Option<(MessageId, Place)>) -> Vec<MessageId> {
        let steps = self.claim_of_a_step(extra);
        let mut turns = self.listed(NEXT_TURN, extra);
        if holds(rules::ONE_A_TURN) {
            turns.truncate(1);
        }
        match holds(rules::STEPS_FIRST) {
            true => steps.into_iter().chain(turns).collect(),
            false => turns.into_iter().chain(steps).collect(),
        }
    }

    /// What any step claims of next-step, if `extra` stood at the end of its list.
    pub(super) fn claim_of_a_step(&self, extra: Option<(MessageId, Place)>) -> Vec<MessageId> {
        let mut steps = self.listed(NEXT_STEP, extra);
        if !holds(rules::ALL_STEPS) {
            steps.truncate(1);
        }
        steps
    }

    fn listed(&self, list: Place, extra: Option<(MessageId, Place)>) -> Vec<MessageId> {
        let mut listed = self.pending(list);
        listed.extend(extra.filter(|(_, at)| *at == list).map(|(message, _)| message));
        listed
    }

    /// The rule that shows in a claim.
    pub(super) fn rule_of_claim(&self, claimed: &[MessageId]) -> RuleId {
        let from = |list: Place| {
            claimed.iter().filter(|message| self.world.place_of(message) == list).count()
        };
        match (from(NEXT_STEP), from(NEXT_TURN)) {
            (1.., 1..) => rules::STEPS_FIRST,
            (2.., _) => rules::ALL_STEPS,
            (_, 1..) => rules::ONE_A_TURN,
            _ => rules::IDLE_OPENS,
        }
    }

    /// Says that messages were claimed: they are in no list any more.
    pub(super) fn tell_claimed(&self, claimed: &[MessageId]) {
        for message in claimed {
            self.tell("agent/inbox/claimed", Some(message), None);
        }
        let person = |message: &MessageId| {
            self.world.message(message).is_some_and(|message| message.origin == Origin::User)
        };
        if claimed.iter().any(person) {
            self.person_was_heard();
        }
    }

    /// Everything that waits, in the order in which it is cleared; whoever listens hears that it is gone.
    pub(super) fn discard_all(&self) -> Vec<MessageId> {
        let mut lists = LISTS;
        if !holds(rules::CLEAR) {
            lists.reverse();
        }
        let all: Vec<MessageId> = lists.into_iter().flat_map(|list| self.pending(list)).collect();
        for message in &all {
            self.tell("agent/inbox/discarded", Some(message), None);
        }
        all
    }

    /// Tells whoever listens.
    pub(super) fn tell(&self, name: &'static str, about: Option<&MessageId>, note: Option<String>) {
        let turn = self.active().and_then(|work| work.turn);
        self.world.send_event(Event { turn, name, about: about.copied(), note });
    }
}
