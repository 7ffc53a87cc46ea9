//! The life of a task: how it starts, and a regular one from its first request to its last test. Those that ask
//! nothing are `errands`; how a turn is wound up is `finishing`.

use super::areas::{ActiveTurn, B, RunningTask, TurnState};
use super::errands::Errand;
use super::lineage::Started;
use super::protocol::{AbortReason, StartOptions, TaskKind};
use super::retries::Halt;
use super::session::Session;
use super::{kinds, rules};
use crate::ground::{CancelToken, Lane};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, Failure, InputId, MessageId, Receipt, TurnId};
use futures::channel::oneshot;
use std::cell::RefCell;
use std::rc::Rc;

/// What a running task knows of itself.
#[derive(Clone)]
pub(super) struct TurnContext {
    pub id: TurnId,
    pub kind: TaskKind,
    pub state: Rc<TurnState>,
    pub token: CancelToken,
    /// Whether it runs in Plan mode: settings that change meanwhile are for later turns.
    pub plan_mode: bool,
}

/// What a regular turn starts with.
#[derive(Default)]
pub(super) struct Launch {
    /// Its explicit input, in order.
    pub input: Vec<MessageId>,
    /// What was asked of it.
    pub options: StartOptions,
    /// The reservation that was made for it.
    pub reserved: Option<Rc<TurnState>>,
}

/// The work of a task, beside its kind.
pub(super) enum Work {
    /// Asks the model until nothing is left to do.
    Sample(Launch),
    /// Has the model sum up the window.
    Compact,
    /// A review, a shell command, or a compaction of which only the time counts: no request of its own.
    Other(Errand),
}

impl Session {
    /// Starts a regular turn; whatever occupies the session is aborted first.
    /// Source: `core/src/tasks/mod.rs:279-289`.
    pub(super) async fn spawn_regular(self: &Rc<Self>, turn: TurnId, launch: Launch) {
        self.make_room().await;
        self.start_regular(turn, launch).await;
    }

    /// Aborts whatever occupies the session. While one turn is stopped, waiting mail may start another.
    pub(super) async fn make_room(self: &Rc<Self>) {
        while self.active.borrow().is_some() {
            self.abort_all_tasks(AbortReason::Replaced).await;
        }
        self.clear_connectors();
    }

    /// Starts a regular turn in a session that is free or reserved for it.
    pub(super) async fn start_regular(self: &Rc<Self>, turn: TurnId, launch: Launch) {
        self.start_task(turn, TaskKind::Regular, Work::Sample(launch)).await;
    }

    pub(super) async fn replace_by(
        self: &Rc<Self>,
        id: &InputId,
        kind: TaskKind,
        work: Work,
    ) -> Receipt {
        self.make_room().await;
        self.start_task(TurnId::from(id.as_str()), kind, work).await;
        Receipt::Accepted
    }

    /// Starts a task of any kind: what waits goes into its own B first, unseen by its first request.
    /// Source: `core/src/tasks/mod.rs:291-432`.
    async fn start_task(self: &Rc<Self>, id: TurnId, kind: TaskKind, work: Work) {
        let taken = if holds(rules::START_MOVES_MAIL) { self.drain() } else { Default::default() };
        let mail = taken.mail.clone();
        // Whoever reserved the session keeps what it put there, even where the reservation was taken away.
        let (reserved, options) = match &work {
            Work::Sample(launch) => (launch.reserved.clone(), launch.options.clone()),
            Work::Compact | Work::Other(_) => Default::default(),
        };
        let found = || self.active.borrow().as_ref().map(|turn| turn.state.clone());
        let state = reserved.or_else(found).unwrap_or_default();
        self.attribute(&id, &state, &mail, &options);
        self.append_at_start(&state, taken.in_order());
        let draft = Draft::new(Actor::Session, kinds::MAIL_MOVED)
            .about(id)
            .moving_all(&mail, &B)
            .rule(rules::START_MOVES_MAIL)
            .fact("mail-waits", !mail.is_empty());
        let plan_mode = self.thread.in_plan_mode();
        self.last_started.set(Some((id, self.thread.revision.get())));
        let turn = TurnContext { id, kind, state, token: CancelToken::new(), plan_mode };
        self.spawn_task(turn.clone(), work);
        if !mail.is_empty() {
            self.world.step(draft).await;
            if turn.state.started.get() != Started::ByMail {
                self.mark_root(&turn, &mail).await;
            }
        }
    }

    fn spawn_task(self: &Rc<Self>, turn: TurnContext, work: Work) {
        let schema = match &work {
            Work::Sample(launch) => launch.options.schema.clone(),
            Work::Compact | Work::Other(_) => None,
        };
        let (ended, done) = oneshot::channel();
        let (session, context) = (self.clone(), turn.clone());
        let handle = self.world.spawn(format!("turn {}", turn.id), Lane::Turn, async move {
            let last = match work {
                Work::Sample(launch) => session.regular_task(&context, launch.input).await,
                Work::Compact => {
                    session.announce_start(&context, "TurnStarted").await;
                    if let Err(Halt::Failed(failure)) = session.compaction_task(&context).await {
                        session.fail(&context, failure).await;
                    }
                    None
                }
                Work::Other(errand) => {
                    session.other_task(&context, &errand).await;
                    if !holds(rules::TASK_WITHOUT_SAMPLING) && session.has_pending_input() {
                        session.run_turn(&context, Vec::new()).await.ok();
                    }
                    None
                }
            };
            session.flush("task-end").await;
            if context.token.is_cancelled() {
                // Whoever cancelled it ends the turn.
                let draft = Draft::new(Actor::Turn, kinds::TASK_ENDED).about(context.id);
                session.world.step(draft).await;
                let _ = ended.send(());
            } else {
                session.finish(&context, last).await;
            }
        });
        turn.state.began.set(true);
        let task = RunningTask {
            kind: turn.kind,
            schema,
            token: turn.token,
            handle,
            done: Rc::new(RefCell::new(Some(done))),
        };
        *self.active.borrow_mut() =
            Some(ActiveTurn { id: turn.id, task: Some(task), state: turn.state });
    }

    /// Asks the model until nothing is left to do; looks once more for input that came after the
    /// turn's own test. Source: `core/src/tasks/regular.rs:39-91`.
    async fn regular_task(
        self: &Rc<Self>,
        turn: &TurnContext,
        input: Vec<MessageId>,
    ) -> Option<MessageId> {
        self.announce_start(turn, "TurnStarted").await;
        self.wait_for_connection(turn, &input).await.ok()?;
        let mut input = input;
        loop {
            let said = match self.run_turn(turn, std::mem::take(&mut input)).await {
                Ok(said) => said,
                Err(Halt::Stopped) => return None,
                Err(Halt::Failed(failure)) => {
                    if self.fail(turn, failure).await {
                        return None;
                    }
                    None
                }
            };
            if !(self.has_pending_input() && holds(rules::LAST_TEST)) {
                return said;
            }
        }
    }

    /// An error ends the turn's work and is told of. Says whether it ends the task, too: in the baseline
    /// the task still looks for what waits, and its turn goes on with that.
    /// Source: `core/src/session/turn.rs:528-586`.
    async fn fail(&self, turn: &TurnContext, failure: Failure) -> bool {
        if holds(rules::ERROR_ENDS) {
            self.event_about(Some(&turn.id), "Error", None, Some(&failure.error));
            *turn.state.error.borrow_mut() = Some(failure.error);
            let draft = Draft::new(Actor::Turn, kinds::FAILED)
                .about(turn.id)
                .fact("it-can-be-tried-again", false);
            self.world.step(draft.rule(rules::ERROR_ENDS)).await;
        }
        self.thread.is_on(&rules::STOP_ON_TERMINAL_ERROR) && holds(rules::ERROR_STOPS_TASK)
    }

    pub(super) async fn announce_start(&self, turn: &TurnContext, event: &'static str) {
        self.event(Some(&turn.id), event);
        self.world.step(Draft::new(Actor::Turn, kinds::TURN_STARTED).about(turn.id)).await;
    }
}
