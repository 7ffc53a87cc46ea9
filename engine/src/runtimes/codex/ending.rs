//! The end of a session: it is shut down, its channel closes, or its turn is suspended so that another process
//! can take it up under the same id.

use super::areas::ActiveTurn;
use super::protocol::{AbortReason, Op, Submission, TaskKind, carried};
use super::session::Session;
use super::{kinds, rules};
use crate::ground::channel;
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, Place, Receipt};
use std::rc::Rc;

impl Session {
    /// Handles a submission after which the session may be over, and says whether it is.
    pub(super) async fn end_by(
        self: &Rc<Self>,
        submission: Submission,
        inbox: &mut channel::Receiver<Submission>,
    ) -> bool {
        let Submission { id, op, reply, .. } = submission;
        let receipt = match op {
            Op::Suspend { flush_fails } => self.suspend(&id, flush_fails).await,
            _ => {
                self.stop_running().await;
                Receipt::Accepted
            }
        };
        let over = self.ending.get();
        if over {
            self.stop(inbox, true).await;
        }
        // Whoever asked may be gone.
        let _ = reply.send(receipt);
        over
    }

    /// The submission channel closed: the same end, and nobody is told.
    /// Source: `core/src/session/handlers.rs:435-479,694-704`.
    pub(super) async fn end_without_channel(
        self: &Rc<Self>,
        inbox: &mut channel::Receiver<Submission>,
    ) {
        self.stop_running().await;
        self.stop(inbox, !holds(rules::CLOSED_CHANNEL_IS_SILENT)).await;
    }

    /// From here on waiting mail starts nothing.
    async fn stop_running(self: &Rc<Self>) {
        self.ending.set(true);
        if holds(rules::SHUTDOWN_ABORTS) {
            self.abort_all_tasks(AbortReason::Interrupted).await;
        } else {
            self.abort_all_tasks(AbortReason::Replaced).await;
        }
    }

    /// The thread stops: what nobody has handled goes back, and its senders hear that the session is gone.
    async fn stop(&self, inbox: &mut channel::Receiver<Submission>, told: bool) {
        let unanswered = inbox.close();
        let mail = self.mailbox.take();
        self.event(None, "ThreadStopped");
        let mut draft = Draft::new(Actor::Session, kinds::STOPPED)
            .moving_all(&mail, &Place::DROPPED)
            .rule(rules::SHUTDOWN_ABORTS);
        for submission in &unanswered {
            let lost = carried(&submission.op);
            let on_its_way = lost.iter().filter(|id| self.world.place_of(id) == Place::CHANNEL);
            draft = draft.moving_all(on_its_way, &submission.by.desk());
        }
        self.over.set(true);
        self.world.step(draft).await;
        self.flush("session-end").await;
        if told {
            self.event(None, "ShutdownComplete");
            let draft = Draft::new(Actor::Session, kinds::SHUT_DOWN);
            self.world.step(draft.rule(rules::CLOSED_CHANNEL_IS_SILENT)).await;
        }
    }

    /// Takes the running turn out without an end that anybody hears of; pending input and open questions are
    /// lost with it. Source: `core/src/session/turn_suspension.rs:14-140`.
    async fn suspend(self: &Rc<Self>, id: &InputId, flush_fails: bool) -> Receipt {
        let outcome = |value: &str| Receipt::Report { value: value.to_owned() };
        let turn = match self.suspendable() {
            Ok(turn) => turn,
            Err(why) => return outcome(why),
        };
        self.flush("suspension").await;
        if flush_fails && holds(rules::SUSPEND_FLUSHES_FIRST) {
            let message = "the transcript could not be written; the turn goes on".to_owned();
            return Receipt::Failed { error: "Internal", message };
        }
        // Others may have acted meanwhile.
        match self.suspendable() {
            Err(why) => return outcome(why),
            Ok(now) if !Rc::ptr_eq(&now.state, &turn.state) => return outcome("NotActive"),
            Ok(_) => {}
        }
        self.ending.set(true);
        self.stop_unheard(id).await;
        outcome(&["Suspended(", turn.id.as_str(), ")"].concat())
    }

    fn suspendable(&self) -> Result<ActiveTurn, &'static str> {
        let active = self.active.borrow();
        let Some((turn, task)) = active.as_ref().and_then(|turn| Some((turn, turn.task.as_ref()?)))
        else {
            return Err("NotActive");
        };
        if task.kind != TaskKind::Regular && holds(rules::SUSPEND_REGULAR_ONLY) {
            return Err("UnsupportedTask");
        }
        if self.thread.setting("live-descendants") == "some" && holds(rules::SUSPEND_ALONE_ONLY) {
            return Err("HasLiveDescendants");
        }
        Ok(turn.clone())
    }
}
