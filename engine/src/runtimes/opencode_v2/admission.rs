//! The door: an input becomes a row of the inbox, durably, and then the session is woken.
//! Source: `packages/core/src/session.ts:360-386`, `packages/core/src/session/input.ts:41-214`.

use super::areas::{Delivery, Sort};
use super::coordinator::Scope;
use super::protocol::{Entry, control_of, failed};
use super::session::Session;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{
    Actor, Content, Draft, InputId, Message, MessageId, Origin, Place, Receipt, RuleId,
};
use std::rc::Rc;

impl Session {
    /// Whether an input can be sent at all: what it brings is nobody's yet, and fits.
    pub(super) fn can_be_sent(&self, entry: &Entry) -> Result<(), Receipt> {
        let known = self.world.message(&entry.message);
        let fits = known.is_some_and(|message| match entry.sort {
            Sort::User => message.content == Content::UserText,
            _ => message.content == Content::HostItem,
        });
        if !fits || (entry.sort == Sort::Synthetic && !holds(rules::SYNTHETIC)) {
            return Err(failed("InvalidRequest", "this message does not belong here"));
        }
        let desks = [Place::CLIENT, Place::HOST];
        let free = |id: &MessageId| desks.contains(&self.world.place_of(id));
        match entry.context.iter().chain([&entry.message]).find(|id| !free(id)) {
            Some(taken) => {
                let place = self.world.place_of(taken);
                Err(failed(
                    "InvalidRequest",
                    format!("{taken} was taken already: it is in {place}"),
                ))
            }
            None if entry.context.is_empty() || self.settings.is_third() => {
                self.takes_context(entry)
            }
            None => Err(failed("InvalidRequest", "this version takes no context")),
        }
    }

    fn takes_context(&self, entry: &Entry) -> Result<(), Receipt> {
        let queued = entry.delivery == Some(Delivery::Queue) && !entry.context.is_empty();
        if queued && holds(rules::CONTEXT_NOT_QUEUED) {
            let message = "context goes with what steers, not with what is queued";
            return Err(failed("Session.ContextDeliveryError", message));
        }
        Ok(())
    }

    /// Whether an input of this id has come already.
    pub(super) fn came_before(&self, id: &MessageId) -> bool {
        self.inbox.row(id).is_some() || self.world.place_of(id) == Place::HISTORY
    }

    /// Admits a row, and wakes.
    pub(super) async fn admit(self: &Rc<Self>, by: InputId, entry: Entry) -> Receipt {
        let otherwise = if holds(rules::DEFAULT_STEER) { Delivery::Steer } else { Delivery::Queue };
        let delivery = entry.delivery.unwrap_or(otherwise);
        self.inbox.admit(entry.message, entry.sort, delivery, entry.context.clone());
        let row = self.inbox.row(&entry.message);
        let cards = row.map(|row| row.cards()).unwrap_or_default();
        let mut place = delivery.place();
        if !holds(rules::NOT_VISIBLE) {
            self.inbox.delete(&entry.message);
            place = Place::HISTORY;
        }
        self.event("session.next.prompt.admitted", "session.inbox.enqueued", &entry.message);
        let rule: RuleId = match entry {
            Entry { sort: Sort::Synthetic, .. } => rules::SYNTHETIC,
            Entry { delivery: None, .. } => rules::DEFAULT_STEER,
            Entry { resume: false, .. } => rules::NO_RESUME,
            _ => rules::NOT_VISIBLE,
        };
        let draft = Draft::new(Actor::Session, kinds::ADMITTED)
            .about(by)
            .moving_all(&cards, &place)
            .rule(rule)
            .fact("it-wakes-the-session", entry.resume);
        self.world.step(draft).await;
        if (entry.resume || !holds(rules::NO_RESUME)) && holds(rules::WAKES) {
            self.wake(by, Scope::Input).await;
        }
        Receipt::Accepted
    }

    /// The same input once more. The first generation looks whether it is the same; the third does not.
    pub(super) async fn again(self: &Rc<Self>, by: InputId, entry: Entry) -> Receipt {
        let asked = entry.delivery.unwrap_or(Delivery::Steer);
        let text = |id: &MessageId| self.world.message(id).map(|message| message.text.clone());
        let row = self.inbox.row(&entry.id);
        let same_delivery = row.is_none_or(|row| row.delivery == asked);
        let same = same_delivery && text(&entry.id) == text(&entry.message);
        let third = self.settings.is_third();
        let conflict = match third {
            true => !same && !holds(rules::FIRST_WINS),
            false => !same && holds(rules::CONFLICT),
        };
        let rule = match () {
            () if !third && !same => rules::CONFLICT,
            () if !same => rules::FIRST_WINS,
            () => rules::RETRY_WAKES,
        };
        let draft = Draft::new(Actor::Session, kinds::AGAIN).about(by).rule(rule);
        self.world.step(draft.fact("it-is-the-same", same)).await;
        if conflict {
            let message = "another prompt was admitted under this id";
            return failed("Session.PromptConflictError", message);
        }
        if entry.resume && holds(rules::RETRY_WAKES) {
            self.wake(by, Scope::Input).await;
        }
        Receipt::Accepted
    }

    /// A control: a compaction, or a move to another folder. Of compactions one waits at most.
    pub(super) async fn admit_control(
        self: &Rc<Self>,
        by: InputId,
        sort: Sort,
        delivery: Option<Delivery>,
        text: &str,
    ) -> Receipt {
        let waiting = self.inbox.pending_control(sort).filter(|_| sort == Sort::Compaction);
        if let Some(waiting) = waiting.filter(|_| holds(rules::ONE_COMPACTION)) {
            let draft = Draft::new(Actor::Session, kinds::AGAIN).about(by);
            self.world.step(draft.rule(rules::ONE_COMPACTION)).await;
            return Receipt::Report { value: waiting.to_string() };
        }
        let message = self.world.compose(Message {
            id: control_of(sort, &by),
            origin: Origin::Host,
            content: Content::HostItem,
            text: text.to_owned(),
        });
        let entry =
            Entry { id: message, message, sort, delivery, resume: true, context: Vec::new() };
        self.admit(by, entry).await
    }
}
