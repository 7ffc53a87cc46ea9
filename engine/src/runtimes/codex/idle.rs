//! Being idle: when the session says so, and who listens.

use super::session::Session;
use super::thread::Status;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft};
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use std::rc::Rc;

/// Why the session became idle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IdleCause {
    Completed,
    Failed,
    Interrupted,
}

impl Session {
    /// Tells everybody concerned that the session is idle, unless a turn occupies it or trigger mail
    /// waits. It is no lock: whoever starts a turn then still has to ask.
    /// Source: `core/src/tasks/lifecycle.rs:43-68`.
    ///
    /// Boxed, since the queue's answer to an idle session is a submission to that session.
    pub(super) fn announce_idle(self: &Rc<Self>, cause: IdleCause) -> LocalBoxFuture<'static, ()> {
        let session = self.clone();
        async move {
            if session.active.borrow().is_some() {
                return;
            }
            let interrupted = session.thread.status.get() == Status::Interrupted;
            let cause = if interrupted { IdleCause::Interrupted } else { cause };
            if session.trigger_mail_waits() && holds(rules::IDLE_ANNOUNCED) {
                return;
            }
            session.event(None, "ThreadIdle");
            let draft = Draft::new(Actor::Session, kinds::IDLE)
                .rule(rules::IDLE_ANNOUNCED)
                .fact("the-last-turn-was-interrupted", cause == IdleCause::Interrupted);
            session.world.step(draft).await;
            session.thread.queue.on_idle(&session, cause).await;
        }
        .boxed_local()
    }
}
