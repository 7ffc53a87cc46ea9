//! The process that all of it lives in: its death, and the session opened again.

use super::areas::{EDITOR, FOLLOW_UP, HELD, NEXT_PROMPT, STEERING, TURN_END};
use super::{Pi, kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, MessageId, Place, Receipt, kinds as common};

impl Pi {
    /// The process dies, and with it everything that only it knew.
    pub(super) async fn crash(&self) -> Receipt {
        self.world.end_process();
        *self.run.borrow_mut() = None;
        self.compacting.set(false);
        self.gone.set(true);
        let volatile =
            [STEERING, FOLLOW_UP, NEXT_PROMPT, TURN_END, HELD, EDITOR, Place::TURN, Place::MODEL];
        let in_memory = volatile.iter().filter(|_| holds(rules::MEMORY_ONLY));
        let lost: Vec<MessageId> = in_memory.flat_map(|place| self.world.lying_in(place)).collect();
        let draft = Draft::new(Actor::Host, common::CRASHED).moving_all(&lost, &Place::DROPPED);
        self.world.step(draft.rule(rules::MEMORY_ONLY)).await;
        Receipt::Accepted
    }

    /// Opens the session again: the transcript is there, and nothing runs.
    pub(super) async fn load(&self) -> Receipt {
        if self.gone.replace(false) {
            for call in self.world.open_calls() {
                self.world.record_output(&call.call, "aborted".to_owned(), None).await;
            }
            self.world.step(Draft::new(Actor::Host, kinds::LOADED)).await;
        }
        Receipt::Accepted
    }
}
