//! What can be done with the lists by hand. None of it wakes anybody.
//! Source: `packages/core/agent/src/inbox.ts:54-160`.

use super::admission::list_named;
use super::areas::NEXT_TURN;
use super::{Agent, kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, MessageId, Operation, Place, Receipt, RuleId};
use std::rc::Rc;

impl Agent {
    /// Appends to a list.
    pub(super) async fn append(
        self: &Rc<Self>,
        message: MessageId,
        operation: &Operation,
    ) -> Receipt {
        let wakes = !holds(rules::CHANGES_WAKE_NOBODY);
        self.send(message, list_named(operation), wakes, rules::CHANGES_WAKE_NOBODY).await
    }

    /// Puts a message in front of a list.
    pub(super) async fn prepend(&self, message: MessageId, operation: &Operation) -> Receipt {
        if let Err(no) = self.can_take(&message).await {
            return no;
        }
        let list = list_named(operation);
        let mut order = self.pending(list);
        let at = if holds(rules::PREPEND) { 0 } else { order.len() };
        order.insert(at, message);
        self.logs(message);
        self.rewrite(list, &order, None, rules::PREPEND).await;
        Receipt::Accepted
    }

    /// Puts a message where another one waits, which is given up. Says whether it did wait.
    pub(super) async fn replace(
        &self,
        item: &MessageId,
        message: MessageId,
        rule: RuleId,
    ) -> Result<bool, Receipt> {
        let Some(list) = self.list_of(item) else { return Ok(false) };
        self.can_take(&message).await?;
        let mut order = self.pending(list);
        let at = order.iter().position(|other| other == item).unwrap_or_default();
        order.remove(at);
        let at = if holds(rules::REPLACE) { at } else { order.len() };
        order.insert(at, message);
        self.tell("agent/inbox/discarded", Some(item), None);
        self.logs(message);
        self.rewrite(list, &order, Some(item), rule).await;
        Ok(true)
    }

    /// Takes a message out for good. Says whether it did wait.
    pub(super) async fn remove(&self, item: &MessageId) -> Result<bool, Receipt> {
        if self.list_of(item).is_none() {
            return Ok(false);
        }
        self.can_log().await?;
        if holds(rules::REMOVE) {
            self.tell("agent/inbox/discarded", Some(item), None);
            let draft = Draft::new(Actor::Session, kinds::CHANGED).rule(rules::REMOVE);
            self.world.step(draft.moving(item, Place::DROPPED)).await;
        }
        Ok(true)
    }

    /// Empties both lists.
    pub(super) async fn clear(&self) -> Receipt {
        if let Err(no) = self.can_log().await {
            return no;
        }
        let dropped = self.discard_all();
        let draft = Draft::new(Actor::Session, kinds::CLEARED).rule(rules::CLEAR);
        self.world.step(draft.moving_all(&dropped, &Place::DROPPED)).await;
        Receipt::Accepted
    }

    /// A list in another order is written anew from its first change on.
    async fn rewrite(
        &self,
        list: Place,
        order: &[MessageId],
        given_up: Option<&MessageId>,
        rule: RuleId,
    ) {
        let before = self.pending(list);
        let same = order.iter().zip(&before).take_while(|(now, before)| now == before).count();
        let draft = Draft::new(Actor::Session, kinds::CHANGED)
            .moving_all(given_up, &Place::DROPPED)
            .moving_all(&order[same..], &list)
            .rule(rule);
        self.world.step(draft).await;
    }

    /// Whether a message waits for a turn of its own.
    pub(super) fn is_queued(&self, item: &MessageId) -> bool {
        self.list_of(item) == Some(NEXT_TURN)
    }
}
