//! Questions about the state, for conformance cases: what would a drain return, is anything pending,
//! what does the activity watch tell.

use super::areas::{ActiveTurn, Activity, Phase};
use super::protocol::invalid_request;
use super::session::Session;
use super::{kinds, rules};
use crate::world::{Actor, Draft, InputId, MessageId, Operation, Place, Receipt};

impl Session {
    /// Answers a question. Only `ask-drain` changes anything: what it takes is with the host.
    pub(super) async fn look(&self, id: &InputId, operation: &Operation) -> Receipt {
        let watch = operation.arg("watch").unwrap_or_default();
        let value = match operation.name.as_str() {
            "ask-pending" => self.has_pending_input().to_string(),
            "ask-trigger-mail" => self.trigger_mail_waits().to_string(),
            "ask-drain" => self.drain_for_the_host(id).await,
            "watch-subscribe" => self.subscribe_as(watch),
            "watch-look" => match self.watches.borrow_mut().get_mut(watch) {
                Some(receiver) => in_words(receiver.changed_now()),
                None => return invalid_request(format!("no watch {watch:?} was subscribed")),
            },
            other => return invalid_request(format!("codex has no operation {other:?}")),
        };
        Receipt::Report { value }
    }

    async fn drain_for_the_host(&self, id: &InputId) -> String {
        let open = |turn: &ActiveTurn| turn.state.phase() == Phase::CurrentTurn;
        let open = self.active.borrow().as_ref().is_none_or(open);
        let taken = self.drain().in_order();
        if !taken.is_empty() {
            let draft = Draft::new(Actor::Host, kinds::DRAINED)
                .about(id)
                .moving_all(&taken, &Place::HOST)
                .rule(rules::PENDING_BEFORE_MAIL)
                .fact("phase-is-current-turn", open);
            self.world.step(draft).await;
        }
        let names: Vec<&str> = taken.iter().map(MessageId::as_str).collect();
        format!("[{}]", names.join(", "))
    }

    fn subscribe_as(&self, watch: &str) -> String {
        let state = self.active.borrow().as_ref().map(|turn| turn.state.clone());
        let (receiver, pending) = self.subscribe_activity(state.as_deref());
        self.watches.borrow_mut().insert(watch.to_owned(), receiver);
        in_words(pending)
    }
}

fn in_words(activity: Option<Activity>) -> String {
    match activity {
        Some(Activity::Mailbox) => "Mailbox".to_owned(),
        Some(Activity::Steer) => "Steer".to_owned(),
        None => "nothing".to_owned(),
    }
}
