//! The life of a task: how it starts, what kinds there are, and how a turn is wound up.

use super::areas::{ActiveTurn, B, RunningTask, TurnState};
use super::idle::IdleCause;
use super::lineage::Started;
use super::protocol::{AbortReason, Length, StartOptions, TaskKind};
use super::retries::Halt;
use super::session::Session;
use super::{kinds, rules};
use crate::ground::{CancelToken, Cancelled, Lane, Millis, Wait};
use crate::runtimes::holds;
use crate::world::{
    Actor, Content, Draft, Failure, InputId, Message, MessageId, Origin, Place, Receipt, TurnId,
};
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
enum Work {
    /// Asks the model until nothing is left to do.
    Sample(Launch),
    /// Has the model sum up the window.
    Compact,
    /// A review, a shell command, or a compaction of which only the time counts: no request of its own.
    Other(Errand),
}

/// Work of which only the time and the events count.
struct Errand {
    takes: Length,
    ignores_token: bool,
    begin: &'static str,
    end: Option<&'static str>,
    /// What it says at its end.
    output: Option<String>,
}

impl Errand {
    fn new(takes: Length, begin: &'static str, end: Option<&'static str>) -> Errand {
        Errand { takes, ignores_token: false, begin, end, output: None }
    }
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

    /// A review takes no steer. Source: `core/src/tasks/review.rs:45-95`.
    pub(super) async fn start_review(
        self: &Rc<Self>,
        id: &InputId,
        takes: Length,
        output: Option<String>,
    ) -> Receipt {
        let errand = Errand::new(takes, "EnteredReviewMode", Some("ExitedReviewMode"));
        let work = Work::Other(Errand { output, ..errand });
        self.replace_by(id, TaskKind::Review, work).await
    }

    /// A compaction takes no steer and does not look at its token.
    /// Source: `core/src/tasks/compact.rs:20-90`.
    pub(super) async fn start_compaction(self: &Rc<Self>, id: &InputId, takes: Length) -> Receipt {
        let work = match takes {
            Some(_) => Work::Other(Errand {
                ignores_token: true,
                ..Errand::new(takes, "TurnStarted", None)
            }),
            None => Work::Compact,
        };
        self.replace_by(id, TaskKind::Compact, work).await
    }

    /// A person's own shell command: beside a running turn, or as a task that counts as regular.
    /// Source: `core/src/tasks/user_shell.rs:45-140`, `core/src/session/handlers.rs:104-129`.
    pub(super) async fn run_user_shell(self: &Rc<Self>, id: &InputId, takes: Length) -> Receipt {
        let busy = self.active.borrow().as_ref().is_some_and(|turn| turn.task.is_some());
        if busy && holds(rules::SHELL_BESIDE) {
            self.run_shell_beside_the_turn(id, takes);
            return Receipt::Accepted;
        }
        let errand = Errand::new(takes, "TurnStarted", Some("ExecCommandEnd"));
        self.replace_by(id, TaskKind::Regular, Work::Other(errand)).await
    }

    fn run_shell_beside_the_turn(self: &Rc<Self>, id: &InputId, takes: Length) {
        let session = self.clone();
        let output = self.world.compose(Message {
            id: MessageId::from(format!("shell:{id}")),
            origin: Origin::Host,
            content: Content::HostItem,
            text: "the output of the shell command".to_owned(),
        });
        self.world.spawn(format!("shell {id}"), Lane::Tool, async move {
            session.event(None, "ExecCommandBegin");
            session.work(takes, &CancelToken::new(), true).await.ok();
            session.event(None, "ExecCommandEnd");
            session.inject(output).await;
        });
    }

    async fn replace_by(self: &Rc<Self>, id: &InputId, kind: TaskKind, work: Work) -> Receipt {
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

    async fn announce_start(&self, turn: &TurnContext, event: &'static str) {
        self.event(Some(&turn.id), event);
        self.world.step(Draft::new(Actor::Turn, kinds::TURN_STARTED).about(turn.id)).await;
    }

    async fn other_task(&self, turn: &TurnContext, errand: &Errand) {
        self.announce_start(turn, errand.begin).await;
        if errand.end == Some("ExecCommandEnd") {
            self.event(Some(&turn.id), "ExecCommandBegin");
        }
        if self.work(errand.takes, &turn.token, errand.ignores_token).await.is_err() {
            return;
        }
        if let Some(end) = errand.end {
            let output = errand.output.as_deref().filter(|_| holds(rules::REVIEW_OUTPUT));
            self.event_about(Some(&turn.id), end, None, output);
        }
        let draft = Draft::new(Actor::Turn, kinds::TASK_WORKED)
            .about(turn.id)
            .rule(rules::TASK_WITHOUT_SAMPLING);
        self.world.step(draft).await;
    }

    /// Work that takes its time, or has no end of its own.
    async fn work(
        &self,
        takes: Length,
        token: &CancelToken,
        ignores_token: bool,
    ) -> Result<(), Cancelled> {
        let ground = &self.world.ground;
        let wait = Wait::owed("the task's work to end");
        let work = ground.wait(wait, async {
            match takes {
                Some(length) => ground.sleep(Millis(length)).await,
                None => std::future::pending().await,
            }
        });
        if ignores_token {
            work.await;
            Ok(())
        } else {
            token.or_cancelled(work).await
        }
    }

    /// Winds a turn up. From the first step on it takes no steer, and somebody else may take its place.
    /// Source: `core/src/tasks/mod.rs:571-846`.
    async fn finish(self: &Rc<Self>, turn: &TurnContext, last: Option<MessageId>) {
        if !self.take_task_out(turn) {
            return;
        }
        let leftovers = turn.state.take_pending();
        let recorded = holds(rules::LEFTOVERS_RECORDED);
        let to = if recorded { Place::TURN } else { Place::DROPPED };
        let draft =
            Draft::new(Actor::Turn, kinds::FINISHING).about(turn.id).moving_all(&leftovers, &to);
        self.world.step(draft).await;
        if recorded {
            // No request follows, whatever the hooks say.
            self.hooks_and_record(turn, leftovers, Some(rules::LEFTOVERS_RECORDED)).await;
        }
        let error = turn.state.error.take();
        self.event_about(Some(&turn.id), "TurnComplete", last.as_ref(), error.as_deref());
        self.world.step(Draft::new(Actor::Turn, kinds::COMPLETED).about(turn.id)).await;
        self.report_to_parent(&turn.id, last.as_ref(), false).await;
        let cleared = self.clear_if_same(turn);
        if cleared {
            // What was injected after the leftovers were taken dies with the turn.
            let draft = Draft::new(Actor::Session, kinds::CLEARED)
                .about(turn.id)
                .moving_all(&turn.state.take_pending(), &Place::DROPPED)
                .rule(rules::CLEAR_IF_SAME)
                .fact("another-turn-took-its-place", false);
            self.world.step(draft).await;
            let failed = error.map(|_| IdleCause::Failed);
            self.announce_idle(failed.unwrap_or(IdleCause::Completed)).await;
        }
        self.flush("turn-end").await;
        if cleared {
            self.start_turn_for_pending_work(None).await;
        }
    }

    /// The transcript is written out; other tasks may run meanwhile. It is so before and after a turn's
    /// end is told, so that neither the end nor what came before it can be lost.
    pub(super) async fn flush(&self, when: &'static str) {
        if !holds(rules::FLUSHED) {
            return;
        }
        self.world
            .step(Draft::new(Actor::Turn, kinds::FLUSHED).about(when).rule(rules::FLUSHED))
            .await;
    }

    /// Leaves the turn in the session without its task. False where it is there no longer.
    fn take_task_out(&self, turn: &TurnContext) -> bool {
        let mut active = self.active.borrow_mut();
        match &mut *active {
            Some(slot) if Rc::ptr_eq(&slot.state, &turn.state) => slot.task.take().is_some(),
            _ => false,
        }
    }

    fn clear_if_same(&self, turn: &TurnContext) -> bool {
        let mut active = self.active.borrow_mut();
        let same = active
            .as_ref()
            .is_some_and(|slot| slot.task.is_none() && Rc::ptr_eq(&slot.state, &turn.state));
        if same || !holds(rules::CLEAR_IF_SAME) {
            *active = None;
        }
        same
    }
}
