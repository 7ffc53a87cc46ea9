//! The full terminal client: Enter sends at once, and Esc has to be pressed twice.

use super::protocol::refusal;
use super::routing::Reply;
use super::session::Session;
use super::{kinds, rules};
use crate::ground::Millis;
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, MessageId, Place, Receipt};
use std::cell::Cell;
use std::rc::Rc;

/// The second press counts within so much virtual time.
const ESC_WITHIN: Millis = Millis(5_000);

/// The Esc key of a client: whether it has just been pressed once.
#[derive(Default)]
pub(super) struct Esc(Cell<Option<Millis>>);

impl Esc {
    /// Whether one more press aborts.
    pub(super) fn is_armed(&self, now: Millis) -> bool {
        self.0.get().is_some_and(|at| now.since(at) < ESC_WITHIN)
    }

    /// Nobody has pressed it.
    pub(super) fn clear(&self) {
        self.0.set(None);
    }
}

impl Session {
    /// Enter: the text goes to the server at once, whatever is under way.
    /// Source: `packages/tui/src/component/prompt/index.tsx:398-418`.
    pub(super) async fn press_enter(self: &Rc<Self>, id: InputId, message: MessageId) -> Receipt {
        if self.is_busy() && !holds(rules::ENTER) {
            let draft = Draft::new(Actor::Session, kinds::REFUSED).about(id);
            self.world.step(draft.moving(&message, Place::CLIENT)).await;
            return Receipt::NotSubmitted { reason: refusal("SessionBusyError") };
        }
        self.prompt(id, message, Reply::NotAwaited).await
    }

    /// A press of Esc: the first one only says that another is needed. Says whether this one aborts.
    /// Source: `packages/tui/src/component/prompt/index.tsx:398-418`.
    pub(super) async fn esc_aborts(&self, esc: &Esc, id: InputId) -> bool {
        if !self.is_busy() {
            return false;
        }
        let now = self.world.ground.now();
        if esc.is_armed(now) || !holds(rules::ESC_TWICE) {
            esc.clear();
            return true;
        }
        esc.0.set(Some(now));
        let draft = Draft::new(Actor::Client, kinds::ESC_ONCE).about(id);
        self.world.step(draft.rule(rules::ESC_TWICE)).await;
        false
    }
}
