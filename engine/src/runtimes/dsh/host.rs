//! The host's interface: prompts, the list that clients show, and what can be done with an item of it.
//! Source: `packages/host/apiproxy/src/api-proxy.ts:1267-1296,2361-2533`.

use super::abort::CAUSES;
use super::admission::target;
use super::areas::{LISTS, NEXT_STEP};
use super::protocol::{EDIT_NON_TEXT, NOT_FOUND, READ_ONLY, STEER_UNAVAILABLE, refused};
use super::{Agent, kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Content, Draft, InputId, MessageId, Operation, Origin, Place, Receipt};
use std::rc::Rc;

/// Where the host says that an item waits, and whose it is.
const PLACEMENTS: [&str; 3] = ["queued", "steering", "context"];

impl Agent {
    /// A prompt: queued unless it is said to steer.
    pub(super) async fn prompt(self: &Rc<Self>, message: MessageId, steers: bool) -> Receipt {
        match steers && holds(rules::HOST_MODE) {
            true => self.steer(message).await,
            false => self.follow_up(message).await,
        }
    }

    /// What waits, as clients are told: each item with its placement.
    pub(super) async fn list(&self) -> Receipt {
        let placed = |list: Place, item: &MessageId| match list {
            NEXT_STEP if self.is_persons(item) || !holds(rules::PLACEMENTS) => PLACEMENTS[1],
            NEXT_STEP => PLACEMENTS[2],
            _ => PLACEMENTS[0],
        };
        let mut told = Vec::new();
        for list in LISTS.into_iter().rev() {
            for item in self.pending(list) {
                told.push([placed(list, &item), " ", item.as_str()].concat());
            }
        }
        let draft = Draft::new(Actor::Host, kinds::LOOKED).about("queue");
        self.world.step(draft.rule(rules::PLACEMENTS)).await;
        Receipt::Report { value: told.join(", ") }
    }

    fn is_persons(&self, item: &MessageId) -> bool {
        self.world.message(item).is_some_and(|message| message.origin == Origin::User)
    }

    /// A person cannot change what waits for a subagent.
    pub(super) async fn can_change(&self, by: Actor, id: InputId) -> Result<(), Receipt> {
        let person = matches!(by, Actor::User | Actor::Client);
        if !person || !self.only_queues() {
            return Ok(());
        }
        let draft = Draft::new(Actor::Host, kinds::REFUSED).about(id).rule(rules::SUBAGENT);
        self.world.step(draft.fact("it-is-a-subagent", true)).await;
        Err(refused(READ_ONLY))
    }

    /// Gives an item another text.
    pub(super) async fn edit(
        &self,
        id: InputId,
        operation: &Operation,
        message: MessageId,
    ) -> Receipt {
        let item = item_of(operation);
        let is_text = |item: &MessageId| {
            self.world.message(item).is_some_and(|item| item.content == Content::UserText)
        };
        if self.list_of(&item).is_some() && !is_text(&item) && holds(rules::EDIT_TEXT) {
            let draft = Draft::new(Actor::Host, kinds::REFUSED).about(id).rule(rules::EDIT_TEXT);
            self.world.step(draft.fact("it-is-text", false)).await;
            return refused(EDIT_NON_TEXT);
        }
        let done = self.replace(&item, message, rules::REPLACE).await;
        self.found(id, done).await
    }

    /// Takes an item out.
    pub(super) async fn remove_item(&self, id: InputId, operation: &Operation) -> Receipt {
        let done = self.remove(&item_of(operation)).await;
        self.found(id, done).await
    }

    pub(super) async fn found(&self, id: InputId, done: Result<bool, Receipt>) -> Receipt {
        match done {
            Ok(false) if holds(rules::NOT_FOUND) => {
                let draft = Draft::new(Actor::Host, kinds::REFUSED).about(id);
                let draft = draft.rule(rules::NOT_FOUND).fact("something-is-pending", false);
                self.world.step(draft).await;
                refused(NOT_FOUND)
            }
            Ok(_) => Receipt::Accepted,
            Err(no) => no,
        }
    }

    /// Makes a queued item a steer: while it is queued, and while the agent runs.
    pub(super) async fn steer_item(self: &Rc<Self>, id: InputId, item: MessageId) -> Receipt {
        if self.list_of(&item).is_none() {
            return self.found(id, Ok(false)).await;
        }
        let (queued, runs) = (self.is_queued(&item), self.is_running());
        if !(queued && runs) && holds(rules::STEER_ITEM) {
            let draft = Draft::new(Actor::Host, kinds::REFUSED)
                .about(id)
                .rule(rules::STEER_ITEM)
                .fact("it-is-queued", queued)
                .fact("a-driver-runs", runs);
            self.world.step(draft).await;
            return refused(STEER_UNAVAILABLE);
        }
        if let Err(no) = self.can_log().await {
            return no;
        }
        let aborted = self.active().is_some_and(|work| work.token.is_cancelled());
        let opening = self.wake(aborted, None);
        let (list, rule) = target(aborted, NEXT_STEP, rules::STEER_ITEM);
        self.insert(item, list, true, rule).await;
        if let Some(work) = opening {
            self.open_and_drive(work).await;
        }
        Receipt::Accepted
    }

    /// The stop button: what waits is kept, and parked.
    pub(super) async fn stop(&self) -> Receipt {
        let keeps = holds(rules::STOP_KEEPS);
        self.cancel(CAUSES[0], keeps, rules::STOP_KEEPS).await
    }
}

/// The item that an operation is about.
pub(super) fn item_of(operation: &Operation) -> MessageId {
    MessageId::from(operation.arg("item").unwrap_or_default())
}
