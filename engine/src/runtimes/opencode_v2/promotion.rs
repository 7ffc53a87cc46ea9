//! Promotion: which rows become visible to the model, and when.
//!
//! The first generation looks, notes the number of the last event, and takes the steers up to it. The third
//! takes what waits at that moment, but nothing that stands behind a control.
//! Source: `packages/core/src/session/input.ts:245-284`, `inbox.ts` at 0264af3d.

use super::areas::{Delivery, Row, Sort};
use super::coordinator::{Drain, Scope};
use super::session::Session;
use super::turn::Halt;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, MessageId, Place, RuleId};
use std::rc::Rc;

/// What may be promoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Promotion {
    /// Nothing.
    Off,
    /// Steers.
    Steer,
    /// One queued input, and the steers behind it.
    Queue,
}

/// What a promotion came to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Promoted {
    /// Whether the model sees something new.
    pub read: bool,
    /// Whether a control was carried out.
    pub control: bool,
}

impl Session {
    /// What a drain promotes when it begins.
    pub(super) fn at_entry(&self, drain: &Drain) -> Option<Promotion> {
        let steers = self.waits(Delivery::Steer);
        match self.queue_for(drain) {
            Some(queue) if !steers || !holds(rules::STEERS_FIRST) => Some(queue),
            _ => steers.then_some(Promotion::Steer),
        }
    }

    /// What it promotes before another request, while there is work left.
    pub(super) fn before_request(&self) -> Promotion {
        match () {
            () if !holds(rules::BEFORE_REQUEST) => Promotion::Off,
            () if !holds(rules::QUEUE_WAITS) => Promotion::Queue,
            () => Promotion::Steer,
        }
    }

    /// What it promotes where the work would end; nothing where it does end.
    pub(super) async fn at_idle(&self, drain: &Drain) -> Option<Promotion> {
        let steers = self.waits(Delivery::Steer) && holds(rules::IDLE_STEERS);
        let queue = self.queue_for(drain).filter(|_| holds(rules::IDLE_QUEUE));
        let next = if steers { Some(Promotion::Steer) } else { queue };
        let parked = self.waits(Delivery::Queue) && queue.is_none();
        let rule = match next {
            Some(Promotion::Queue) => Some(rules::IDLE_QUEUE),
            Some(_) => Some(rules::IDLE_STEERS),
            None => parked.then_some(rules::SCOPE),
        };
        let draft = Draft::new(Actor::Turn, kinds::DECIDED)
            .about(if next.is_some() { "again" } else { "enough" })
            .maybe_rule(rule)
            .fact("a-steer-waits", steers)
            .fact("a-queued-input-waits", self.waits(Delivery::Queue));
        self.world.step(draft).await;
        next
    }

    fn waits(&self, delivery: Delivery) -> bool {
        !self.inbox.pending(delivery).is_empty()
    }

    fn queue_for(&self, drain: &Drain) -> Option<Promotion> {
        let may = drain.scope == Scope::Input || !holds(rules::SCOPE);
        (may && self.waits(Delivery::Queue)).then_some(Promotion::Queue)
    }

    /// Promotes what may be, and carries out the controls that stand in front of it.
    pub(super) async fn promote(
        self: &Rc<Self>,
        drain: &Rc<Drain>,
        promotion: Promotion,
    ) -> Result<Promoted, Halt> {
        let mut done = Promoted::default();
        while let Some(control) = self.control_in_front(promotion) {
            done.control = true;
            self.carry_out(drain, &control).await?;
        }
        let looks = match promotion {
            Promotion::Off => false,
            Promotion::Steer => self.waits(Delivery::Steer),
            Promotion::Queue => self.waits(Delivery::Steer) || self.waits(Delivery::Queue),
        };
        if !looks {
            return Ok(done);
        }
        let cutoff = self.inbox.seq();
        self.world.step(Draft::new(Actor::Turn, kinds::LOOKED).about(drain.turn)).await;
        let (rows, rule) = self.chosen(promotion, cutoff);
        if rows.is_empty() {
            return Ok(done);
        }
        done.read = true;
        let mut cards: Vec<MessageId> = Vec::new();
        for row in &rows {
            self.inbox.deliver(&row.message, self.settings.generation);
            self.event("session.next.prompted", "session.inbox.delivered", &row.message);
            cards.extend(row.cards());
        }
        let draft = Draft::new(Actor::Turn, kinds::PROMOTED)
            .about(drain.turn)
            .moving_all(&cards, &Place::HISTORY)
            .rule(rule);
        self.world.step(draft).await;
        Ok(done)
    }

    /// The rows that go now, in their order, and the rule that chose them.
    fn chosen(&self, promotion: Promotion, cutoff: u64) -> (Vec<Row>, RuleId) {
        let third = self.settings.is_third();
        let in_time = |row: &Row| third || row.seq <= cutoff || !holds(rules::CUTOFF);
        let waiting = self.inbox.pending(Delivery::Steer);
        let late = waiting.iter().any(|row| !in_time(row));
        let barred = waiting.iter().any(|row| row.sort.is_control());
        let before_control = |row: &Row| !row.sort.is_control() || !holds(rules::BARRIER);
        let open = waiting.into_iter().take_while(before_control);
        let mut steers: Vec<Row> =
            open.filter(|row| in_time(row) && !row.sort.is_control()).collect();
        if !holds(rules::STEERS_TOGETHER) {
            steers.truncate(1);
        }
        let mut rows: Vec<Row> = Vec::new();
        // The third generation takes one from the queue only where no steer was found.
        if promotion == Promotion::Queue {
            let queued = self.inbox.pending(Delivery::Queue);
            let first = queued.into_iter().take_while(|row| !row.sort.is_control()).take(1);
            rows.extend(first);
        }
        let queued = !rows.is_empty();
        if !queued || holds(rules::STEERS_AFTER) {
            rows.extend(steers);
        }
        let rule = match () {
            () if late => rules::CUTOFF,
            () if barred => rules::BARRIER,
            () if queued && rows.len() > 1 => rules::STEERS_AFTER,
            () if queued => rules::IDLE_QUEUE,
            () if rows.len() > 1 => rules::STEERS_TOGETHER,
            () => rules::BEFORE_REQUEST,
        };
        (rows, rule)
    }

    /// The control that stands in front of everything that could be promoted now.
    fn control_in_front(&self, promotion: Promotion) -> Option<Row> {
        let front = |delivery| self.inbox.pending(delivery).into_iter().next();
        let is_control = |row: &Row| row.sort.is_control();
        let steer = front(Delivery::Steer);
        match promotion {
            Promotion::Off => None,
            Promotion::Steer => steer.filter(is_control).filter(|_| holds(rules::CONTROL_TURN)),
            Promotion::Queue => steer.or_else(|| front(Delivery::Queue)).filter(is_control),
        }
    }

    /// A control does what it is for, and is delivered with that.
    async fn carry_out(self: &Rc<Self>, drain: &Rc<Drain>, row: &Row) -> Result<(), Halt> {
        self.inbox.deliver(&row.message, self.settings.generation);
        self.event("", "session.inbox.delivered", &row.message);
        if row.sort == Sort::Compaction {
            return self.compact(drain, Some(row.message)).await;
        }
        let to = self.world.message(&row.message).map(|known| known.text.clone());
        self.settings.set("folder", &to.unwrap_or_default());
        let draft = Draft::new(Actor::Turn, kinds::MOVED)
            .moving(&row.message, Place::DROPPED)
            .rule(rules::CONTROL_TURN);
        self.world.step(draft).await;
        Ok(())
    }
}
