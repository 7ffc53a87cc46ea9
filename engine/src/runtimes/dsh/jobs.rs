//! Background jobs: what becomes of the note that one is done.
//! Source: the note of 2026-08-11.

use super::{Agent, rules};
use crate::runtimes::holds;
use crate::world::{MessageId, Receipt};
use std::rc::Rc;

/// The setting of how often jobs may wake the agent in a row.
pub(super) const IN_A_ROW: &str = "max-consecutive-wakes";

impl Agent {
    /// A person's message was claimed: jobs may wake the agent as often as before.
    pub(super) fn person_was_heard(&self) {
        if holds(rules::JOB_REFILL) {
            self.jobs_in_a_row.set(0);
        }
    }

    /// A busy owner is told on the way; an idle one is woken, unless jobs alone have done that too often.
    pub(super) async fn job_done(self: &Rc<Self>, note: MessageId) -> Receipt {
        let busy = self.is_running() && holds(rules::JOB_INJECTS);
        let spent = self.jobs_in_a_row.get() >= self.number(IN_A_ROW) && holds(rules::JOB_LIMIT);
        if busy || spent || !holds(rules::JOB_WAKES) {
            return self.inject(note).await;
        }
        // Counted first: the claim that follows may start the count anew.
        self.jobs_in_a_row.set(self.jobs_in_a_row.get() + 1);
        self.follow_up(note).await
    }
}
