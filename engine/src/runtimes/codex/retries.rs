//! What stops a request, and when the model is asked again all the same.

use super::sampling::Sampled;
use super::session::Session;
use super::tasks::TurnContext;
use super::{kinds, rules};
use crate::ground::{Cancelled, Millis, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, Failure};
use std::rc::Rc;

/// Virtual ms before the first retry; each further one waits twice as long. The source spreads them by up
/// to a tenth at random, which decides nothing here. Source: `core/src/util.rs`.
const FIRST_BACK_OFF_MS: u64 = 200;

/// The error of a request whose last message holds an image that the model cannot take.
const INVALID_IMAGE: &str = "invalid image";
/// What the person is told then. Source: `core/src/session/turn.rs:528-586`.
const INVALID_IMAGE_TOLD: &str =
    "BadRequest: Invalid image in your last message. Please remove it and try again.";

/// Why a turn's work does not go on.
pub(super) enum Halt {
    /// Somebody wants it to stop.
    Stopped,
    /// Something went wrong.
    Failed(Failure),
}

impl From<Cancelled> for Halt {
    fn from(_: Cancelled) -> Halt {
        Halt::Stopped
    }
}

impl Session {
    /// Asks the model, and again where the stream broke off. A request that is made again holds what the
    /// history holds by then; what waits is not taken for it.
    /// Source: `core/src/session/turn.rs:1340-1440`.
    pub(super) async fn sample_with_retries(
        self: &Rc<Self>,
        turn: &TurnContext,
    ) -> Result<Sampled, Halt> {
        let early = self.watch_for_steers(turn);
        let mut retries = 0;
        loop {
            let request = self.ask_the_model(&turn.id).await;
            let failure = match self.sample(turn, request, &early.token).await {
                Err(Halt::Failed(failure)) => failure,
                result => return result,
            };
            // A steer does not wait for the next try.
            let next_try = self.back_off(turn, failure, &mut retries);
            if let Ok(result) = early.token.or_cancelled(next_try).await {
                result?;
            } else {
                self.leave_for_the_steer(turn).await;
                return Ok(Sampled { model_follow_up: true, said: None });
            }
        }
    }

    /// Waits before the model is asked again, or gives the failure back where that is of no use.
    pub(super) async fn back_off(
        &self,
        turn: &TurnContext,
        failure: Failure,
        retries: &mut u32,
    ) -> Result<(), Halt> {
        let failure = in_its_own_words(failure);
        let most = self.thread.number("stream-retries");
        if !failure.retryable || u64::from(*retries) >= most || !holds(rules::RETRY) {
            return Err(Halt::Failed(failure));
        }
        let wait_ms = FIRST_BACK_OFF_MS.saturating_mul(2_u64.saturating_pow(*retries));
        *retries += 1;
        let note = format!("Reconnecting... {retries}/{most}");
        self.event_about(Some(&turn.id), "StreamError", None, Some(&note));
        let draft = Draft::new(Actor::Turn, kinds::RETRYING)
            .about(turn.id)
            .rule(rules::RETRY)
            .fact("it-can-be-tried-again", true);
        self.world.step(draft).await;
        let wait = Wait::owed("the next try");
        let rest = self.world.ground.wait(wait, self.world.ground.sleep(Millis(wait_ms)));
        Ok(turn.token.or_cancelled(rest).await?)
    }
}

/// An image that cannot be taken stays so: asking again is of no use, and the person can do something about it.
fn in_its_own_words(failure: Failure) -> Failure {
    if failure.error == INVALID_IMAGE && holds(rules::INVALID_IMAGE) {
        return Failure { error: INVALID_IMAGE_TOLD.to_owned(), retryable: false, overflow: false };
    }
    failure
}
