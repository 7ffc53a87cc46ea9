//! Interrupts and replacements: a task is told to stop, gets its time, and is killed.

use super::areas::{ActiveTurn, RunningTask, TurnState};
use super::protocol::{AbortReason, GRACE_MS, TaskKind, invalid_request};
use super::session::Session;
use super::thread::Status;
use super::turn::next_of;
use super::{kinds, rules};
use crate::ground::{Millis, Wait};
use crate::runtimes::holds;
use crate::world::{
    Actor, Content, Draft, InputId, Message, MessageId, Origin, Place, Receipt, TurnId,
};
use futures::future::{Either, select};
use std::rc::Rc;

impl Session {
    /// Ends whatever occupies the session. The mailbox and the queue are left alone.
    /// Source: `core/src/tasks/mod.rs:494-522`.
    pub(super) async fn abort_all_tasks(self: &Rc<Self>, reason: AbortReason) {
        let Some(turn) = self.active.borrow_mut().take() else { return };
        let Some(task) = turn.task.clone() else { return self.forget_taskless(&turn).await };
        *self.stopping.borrow_mut() = Some(turn.clone());
        if reason.interrupts() {
            self.thread.status.set(Status::Interrupted);
        }
        self.stop_task(&turn, &task, reason).await;
        self.clear_pending(&turn).await;
        *self.stopping.borrow_mut() = None;
        if is_an_interrupt(reason) {
            // Boxed: starting a turn may abort one, so the two futures would contain each other.
            Box::pin(self.start_turn_for_pending_work(None)).await;
        }
    }

    /// Takes the running turn out without a word, for another process to go on with it.
    /// Source: `core/src/session/turn_suspension.rs:14-140`.
    pub(super) async fn stop_unheard(self: &Rc<Self>, by: &InputId) {
        let Some(turn) = self.active.borrow_mut().take() else { return };
        *self.stopping.borrow_mut() = Some(turn.clone());
        if let Some(task) = &turn.task {
            task.token.cancel();
            let draft = Draft::new(Actor::Session, kinds::SUSPENDED).about(by);
            self.world.step(draft.rule(rules::SUSPEND_SILENT)).await;
            if !self.ends_in_time(task).await {
                self.kill(&turn, task).await;
            }
            if !holds(rules::SUSPEND_SILENT) {
                self.event_about(Some(&turn.id), "TurnAborted", None, Some("Interrupted"));
            }
        }
        self.clear_pending(&turn).await;
        *self.stopping.borrow_mut() = None;
    }

    /// What an abort does that does not come through the submission channel and finds no task: it takes the
    /// turn out of the session. Where a task runs it is left alone.
    pub(super) async fn abort_taskless(self: &Rc<Self>) -> Receipt {
        let taskless = |turn: &mut ActiveTurn| turn.task.is_none();
        let Some(turn) = self.active.borrow_mut().take_if(taskless) else {
            return invalid_request("no turn without a task occupies the session");
        };
        self.forget_taskless(&turn).await;
        let draft = Draft::new(Actor::Session, kinds::TAKEN_AWAY).about(turn.id);
        self.world.step(draft.rule(rules::STARTER_KEEPS_PENDING)).await;
        Receipt::Accepted
    }

    /// A turn being wound up, or a reservation made for waiting mail: nobody takes what was injected into it
    /// any more. Who reserved the session for an input still holds what it put there.
    async fn forget_taskless(&self, turn: &ActiveTurn) {
        let same = |state: &Rc<TurnState>| Rc::ptr_eq(state, &turn.state);
        let kept = self.starting.borrow().as_ref().is_some_and(same);
        if !(kept && holds(rules::STARTER_KEEPS_PENDING)) {
            self.clear_pending(turn).await;
        }
    }

    /// Cancels, waits, kills, and says so. Source: `core/src/tasks/mod.rs:880-973`.
    async fn stop_task(
        self: &Rc<Self>,
        turn: &ActiveTurn,
        task: &RunningTask,
        reason: AbortReason,
    ) {
        task.token.cancel();
        let rule = match reason {
            AbortReason::Replaced => rules::REPLACED,
            AbortReason::Interrupted => rules::GRACE,
            AbortReason::BudgetLimited | AbortReason::ReviewEnded => rules::ONLY_INTERRUPTS_MARK,
        };
        let draft = Draft::new(Actor::Session, kinds::CANCELLED)
            .about(turn.id)
            .rule(rule)
            .fact("another-turn-takes-its-place", reason == AbortReason::Replaced);
        self.world.step(draft).await;
        let in_time = self.ends_in_time(task).await;
        if !in_time {
            self.kill(turn, task).await;
        }
        if task.kind == TaskKind::Review && holds(rules::REVIEW_LEFT) {
            self.event(Some(&turn.id), "ExitedReviewMode");
            let draft = Draft::new(Actor::Session, kinds::REVIEW_LEFT).about(turn.id);
            self.world.step(draft.rule(rules::REVIEW_LEFT)).await;
        }
        let marked = match reason {
            AbortReason::Replaced => !holds(rules::REPLACED),
            other => is_an_interrupt(other) && holds(rules::MARKER),
        };
        if marked {
            self.record_marker(&turn.id).await;
        }
        if reason == AbortReason::Interrupted {
            self.interrupt_hooks(&turn.id).await;
        }
        self.resolve_questions(turn);
        self.event_about(Some(&turn.id), "TurnAborted", None, Some(reason.name()));
        let draft = Draft::new(Actor::Session, kinds::ABORTED)
            .about(turn.id)
            .rule(rule)
            .fact("it-ended-in-time", in_time);
        self.world.step(draft).await;
        let interrupted = reason == AbortReason::Interrupted;
        self.report_to_parent(&turn.id, None, interrupted).await;
        self.flush("turn-aborted").await;
    }

    async fn ends_in_time(&self, task: &RunningTask) -> bool {
        let Some(done) = task.done.borrow_mut().take() else { return true };
        let length = if holds(rules::GRACE) { GRACE_MS } else { 0 };
        let grace = self.world.ground.sleep(Millis(length));
        let wait = Wait::owed("the cancelled task to end");
        let ended = self.world.ground.wait(wait, select(done, grace)).await;
        matches!(ended, Either::Left(_))
    }

    /// Ends the task where it stands. Its tools are not stopped: a process it started goes on.
    async fn kill(&self, turn: &ActiveTurn, task: &RunningTask) {
        self.world.ground.kill(task.handle);
        let held: Vec<MessageId> = [Place::TURN, Place::MODEL]
            .iter()
            .flat_map(|place| self.world.lying_in(place))
            .collect();
        self.world.model_says(Default::default());
        let draft = Draft::new(Actor::Session, kinds::TASK_KILLED)
            .about(turn.id)
            .moving_all(&held, &Place::DROPPED)
            .moving_all(&self.answer_open_calls(), &Place::HISTORY)
            .rule(rules::GRACE)
            .fact("it-ended-in-time", false);
        self.world.step(draft).await;
    }

    async fn record_marker(&self, turn: &TurnId) {
        let marker = self.world.compose(Message {
            // A turn that was recovered can be interrupted again: each marker is a message of its own.
            id: next_of(&self.world, MessageId::from(format!("marker:{turn}"))),
            origin: Origin::Host,
            content: Content::HostItem,
            text: "The user interrupted the turn before this point.".to_owned(),
        });
        self.event_about(Some(turn), "RawResponseItem", Some(&marker), None);
        let draft = Draft::new(Actor::Session, kinds::MARKER)
            .about(turn)
            .moving(&marker, Place::HISTORY)
            .rule(rules::MARKER)
            .fact("another-turn-takes-its-place", false);
        self.world.step(draft).await;
        self.flush("marker").await;
    }

    /// The client hears that nobody needs its answers any more, before it hears that the turn is over.
    /// Source: `app-server/tests/suite/v2/turn_interrupt.rs`.
    fn resolve_questions(&self, turn: &ActiveTurn) {
        for id in turn.state.waiters.ids().iter().filter(|_| holds(rules::ABORT_RESOLVES)) {
            self.event_about(None, "ServerRequestResolved", None, Some(id.as_str()));
        }
    }

    /// Drops open questions and what still waits in B, after the task has seen the cancellation.
    /// Source: `core/src/session/input_queue.rs:199-204`.
    async fn clear_pending(&self, turn: &ActiveTurn) {
        if holds(rules::ABORT_DROPS_QUESTIONS) && turn.state.waiters.clear() {
            let draft = Draft::new(Actor::Session, kinds::QUESTIONS_DROPPED).about(turn.id);
            self.world.step(draft.rule(rules::ABORT_DROPS_QUESTIONS)).await;
        }
        if !holds(rules::INTERRUPT_CLEARS_PENDING) {
            return;
        }
        let dropped = turn.state.take_pending();
        if !dropped.is_empty() {
            let draft = Draft::new(Actor::Session, kinds::PENDING_CLEARED)
                .about(turn.id)
                .moving_all(&dropped, &Place::DROPPED)
                .rule(rules::INTERRUPT_CLEARS_PENDING);
            self.world.step(draft).await;
        }
    }
}

/// Only an interrupt leaves a marker and lets waiting trigger mail start a turn at once.
fn is_an_interrupt(reason: AbortReason) -> bool {
    match reason {
        AbortReason::Interrupted => true,
        AbortReason::Replaced => false,
        AbortReason::BudgetLimited | AbortReason::ReviewEnded => {
            !holds(rules::ONLY_INTERRUPTS_MARK)
        }
    }
}
