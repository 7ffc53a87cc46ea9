//! What a client tells beside its input, such as the page that its user looks at: ready-made items whose text
//! is `KEY: VALUE`. The session remembers the last value of each key.

use super::protocol::Request;
use super::session::Session;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, MessageId, Place};

/// What came beside an accepted input, by key.
#[derive(Default)]
pub(super) struct Told {
    /// What the session did not know: it goes before the input itself.
    pub news: Vec<MessageId>,
    /// What it knew.
    pub known: Vec<MessageId>,
}

impl Session {
    /// Takes over what came beside an accepted input.
    /// Source: `core/src/session/turn_input.rs:478-565`.
    pub(super) fn merge_context(&self, request: &Request) -> Told {
        let entry = |id: &MessageId| {
            let text = self.world.message(id).map(|message| message.text.clone());
            let text = text.unwrap_or_default();
            let (key, value) = text.split_once(": ").unwrap_or((&text, ""));
            (key.to_owned(), value.to_owned(), *id)
        };
        let mut entries: Vec<_> = request.context.iter().map(entry).collect();
        entries.sort_by(|(one, ..), (other, ..)| one.cmp(other));
        let mut told = Told::default();
        for (key, value, id) in entries {
            let before = self.told.borrow_mut().insert(key, value.clone());
            if before.is_some_and(|before| before == value) && holds(rules::CONTEXT_NEWS_ONLY) {
                told.known.push(id);
            } else {
                told.news.push(id);
            }
        }
        told
    }

    /// A refused input leaves no trace.
    pub(super) fn leave_context(&self, request: &Request) {
        if !holds(rules::CONTEXT_ON_ACCEPTANCE) {
            self.merge_context(request);
        }
    }

    /// Leaves out what the session knew already.
    pub(super) async fn leave_out(&self, id: &InputId, told: &Told) {
        if told.known.is_empty() {
            return;
        }
        let draft = Draft::new(Actor::Session, kinds::CONTEXT_KNOWN)
            .about(id)
            .moving_all(&told.known, &Place::DROPPED)
            .rule(rules::CONTEXT_NEWS_ONLY);
        self.world.step(draft).await;
    }
}
