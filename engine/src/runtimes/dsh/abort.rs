//! Cancelling, the host's stop, and disposal. Source: `packages/core/agent-loop/src/agent.ts:134-140`.

use super::driver::DISPOSED;
use super::protocol::failed;
use super::{Agent, kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, MessageId, Operation, Place, Receipt, RuleId};

/// Why somebody cancels; the first one unless said otherwise.
pub(super) const CAUSES: &[&str] = &["user", "host"];
/// What a step is about where no turn is active but something else is.
pub(super) const MAINTENANCE: &str = "maintenance";

impl Agent {
    /// A cancel as it was asked for.
    pub(super) async fn cancel_as_said(&self, operation: &Operation) -> Receipt {
        let said = operation.arg("cause");
        let cause = CAUSES.iter().find(|cause| said == Some(**cause)).unwrap_or(&CAUSES[0]);
        let keeps = operation.arg("keep-inbox") == Some("yes");
        let rule = if keeps { rules::KEEP_INBOX } else { rules::CANCEL_CLEARS };
        self.cancel(cause, keeps && holds(rules::KEEP_INBOX), rule).await
    }

    /// Aborts what is active, and empties both lists unless they are kept.
    pub(super) async fn cancel(&self, cause: &'static str, keeps: bool, rule: RuleId) -> Receipt {
        let clears = !keeps && holds(rules::CANCEL_CLEARS);
        if clears
            && self.has_pending()
            && let Err(no) = self.can_log().await
        {
            return no;
        }
        let dropped = if clears { self.discard_all() } else { Vec::new() };
        let Some(work) = self.active() else { return self.cancel_idle(&dropped).await };
        if !keeps && holds(rules::CANCEL_UNLATCHES) {
            work.latched.set(false);
        }
        let is_first = work.cause.get().is_none();
        if is_first || !holds(rules::FIRST_CAUSE) {
            work.cause.set(Some(cause));
        }
        work.token.cancel();
        let draft = Draft::new(Actor::Session, kinds::CANCELLED)
            .about(work.turn.map_or(MAINTENANCE, |turn| turn.as_str()))
            .moving_all(&dropped, &Place::DROPPED)
            .rule(if is_first { rule } else { rules::FIRST_CAUSE })
            .fact("the-inbox-is-kept", keeps)
            .fact("it-is-the-first-cause", is_first);
        self.world.step(draft).await;
        Receipt::Accepted
    }

    /// Nothing is active: there is nothing to abort.
    async fn cancel_idle(&self, dropped: &[MessageId]) -> Receipt {
        let draft = match dropped {
            [] => Draft::new(Actor::Session, kinds::NOTHING_TO_CANCEL).about("idle"),
            _ => Draft::new(Actor::Session, kinds::CLEARED).moving_all(dropped, &Place::DROPPED),
        };
        self.world.step(draft.rule(rules::IDLE_NOOP)).await;
        match holds(rules::IDLE_NOOP) {
            true => Receipt::Accepted,
            false => failed("NothingToCancel", "nothing is active"),
        }
    }

    /// The agent comes to its end: what is active is aborted, and nothing follows.
    pub(super) async fn dispose(&self) -> Receipt {
        self.disposed.set(true);
        if holds(rules::DISPOSES) {
            self.cancel(DISPOSED, false, rules::DISPOSES).await;
        }
        self.until_idle().await;
        self.gone.set(true);
        let draft = Draft::new(Actor::Host, kinds::DISPOSED).rule(rules::DISPOSES);
        self.world.step(draft).await;
        Receipt::Accepted
    }
}
