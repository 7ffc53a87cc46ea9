//! One request and its response.

use super::turn::{End, Turn};
use super::{Claude, kinds, rules};
use crate::ground::Cancelled;
use crate::world::{Actor, Call, Draft, Heard, ToolState, ToolView};

/// What a call answers that nobody carries out.
const NOT_CARRIED_OUT: &str = "The turn was stopped before this call was carried out.";

impl Claude {
    /// Asks the model and hears its response. The calls of it, or how the turn ends.
    pub(super) async fn response(&self, turn: &Turn) -> Result<Vec<Call>, End> {
        let leave = turn.token.child();
        *turn.response.borrow_mut() = leave.clone();
        let (number, mut stream) = self.world.ask(&turn.id, None).await;
        let mut calls = Vec::new();
        loop {
            match leave.or_cancelled(self.world.hear(number, &mut stream)).await {
                Err(Cancelled) => {
                    drop(stream);
                    return Err(self.left(turn).await);
                }
                Ok(Heard::Item(item)) => calls.extend(self.world.call_of(&item)),
                Ok(Heard::Completed { .. }) => return Ok(calls),
                Ok(Heard::Failed(_)) => {
                    let draft = Draft::new(Actor::Turn, kinds::RESPONSE_FAILED).about(turn.id);
                    self.world.step(draft).await;
                    self.give_up(turn).await;
                    return Err(End::Failed);
                }
            }
        }
    }

    /// The response is left: the turn was stopped, or a `now` waits. What is complete stays.
    async fn left(&self, turn: &Turn) -> End {
        let end = turn.asks_no_more().unwrap_or(End::Success);
        let rule =
            if end == End::Success { rules::NOW_ENDS_TURN } else { rules::GOES_ON_AFTER_STOP };
        let draft = Draft::new(Actor::Turn, kinds::LEFT)
            .about(turn.id)
            .fact("was-stopped", end == End::Interrupted)
            .rule(rule);
        self.world.step(draft).await;
        self.give_up(turn).await;
        end
    }

    async fn give_up(&self, turn: &Turn) {
        self.world.leave_response(&turn.id, None).await;
        self.answer_open_calls().await;
    }

    /// No request may hold a call without its output, and nobody else will answer these.
    pub(super) async fn answer_open_calls(&self) {
        for call in self.world.open_calls() {
            let ended = |view: &ToolView| view.call == call.call && view.state.is_final();
            if !self.world.calls().iter().any(ended) {
                self.world.end_call(&call.call, ToolState::Interrupted, None).await;
            }
            self.world.record_output(&call.call, NOT_CARRIED_OUT.to_owned(), None).await;
        }
    }
}
