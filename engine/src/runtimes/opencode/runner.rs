//! The runner: at most one run or one shell command is under way, and whoever asks for the loop meanwhile waits
//! for a result. Source: `packages/opencode/src/effect/runner.ts:81-202`.

use super::protocol::{answer_lost, refusal};
use super::session::Session;
use super::{kinds, rules};
use crate::ground::{CancelToken, Lane, Millis, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, MessageId, Place, Receipt, TurnId};
use futures::channel::oneshot;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What the runner is about.
#[derive(Clone, Default)]
pub(super) enum State {
    #[default]
    Idle,
    Running(Rc<Run>),
    Shell(Rc<Run>),
    /// A shell command, and the run that starts after it.
    ShellThenRun(Rc<Run>, Rc<Run>),
}

/// A run of the loop, or a shell command.
pub(super) struct Run {
    pub turn: TurnId,
    pub token: CancelToken,
    /// Cancelled when the last of it is over.
    pub over: CancelToken,
    /// Whether the loop has been left.
    pub left: Cell<bool>,
    callers: RefCell<Vec<oneshot::Sender<String>>>,
}

impl Run {
    fn new(turn: TurnId) -> Rc<Run> {
        Rc::new(Run {
            turn,
            token: CancelToken::new(),
            over: CancelToken::new(),
            left: Cell::default(),
            callers: RefCell::default(),
        })
    }

    /// Who waits for the result gets it.
    pub(super) fn resolve(&self, result: &str) {
        for caller in self.callers.take() {
            // Whoever asked may be gone.
            let _ = caller.send(result.to_owned());
        }
        self.over.cancel();
    }
}

/// The result that somebody who has asked for the loop will get.
pub(super) struct Asked(oneshot::Receiver<String>);

impl Session {
    /// Asks for the loop. The result of whichever run answers comes later: the id of its last item, or the
    /// error that its answer bears.
    pub(super) async fn ask_for_loop(self: &Rc<Self>, by: &InputId) -> Option<Asked> {
        let (reply, result) = oneshot::channel();
        let state = self.state.borrow().clone();
        let (kind, rule) = match state {
            State::Running(run) if holds(rules::RUNNING_JOINS) => {
                run.callers.borrow_mut().push(reply);
                (kinds::JOINED, rules::RUNNING_JOINS)
            }
            State::ShellThenRun(_, run) => {
                run.callers.borrow_mut().push(reply);
                (kinds::JOINED, rules::AFTER_SHELL)
            }
            State::Shell(shell) if holds(rules::AFTER_SHELL) => {
                let run = Run::new(TurnId::from(by.as_str()));
                run.callers.borrow_mut().push(reply);
                *self.state.borrow_mut() = State::ShellThenRun(shell, run);
                (kinds::NOTED, rules::AFTER_SHELL)
            }
            State::Idle if holds(rules::IDLE_STARTS) => {
                let run = Run::new(TurnId::from(by.as_str()));
                run.callers.borrow_mut().push(reply);
                self.start_run(run).await;
                return Some(Asked(result));
            }
            _ => return None,
        };
        self.world.step(Draft::new(Actor::Session, kind).about(by).rule(rule)).await;
        Some(Asked(result))
    }

    /// Asks for the loop and waits for the result.
    pub(super) async fn ensure_running(self: &Rc<Self>, by: &InputId) -> Receipt {
        let Some(Asked(result)) = self.ask_for_loop(by).await else { return Receipt::Accepted };
        let result = self.world.ground.wait(Wait::owed("the result of the run"), result).await;
        result.map_or_else(|_| answer_lost(), |value| Receipt::Report { value })
    }

    /// Starts a run. One that was told to stop ends first.
    pub(super) async fn start_run(self: &Rc<Self>, run: Rc<Run>) {
        *self.state.borrow_mut() = State::Running(run.clone());
        let (session, task) = (self.clone(), run.clone());
        self.world.spawn(format!("turn {}", run.turn), Lane::Turn, async move {
            let before = session.stopping.borrow().clone();
            if let Some(before) = before {
                let wait = Wait::owed("the run before to end");
                session.world.ground.wait(wait, before.over.cancelled()).await;
            }
            session.run_loop(&task).await;
        });
        self.event(&run.turn, "session.status", None, Some("busy"));
        let draft = Draft::new(Actor::Session, kinds::STARTED).about(run.turn);
        self.world.step(draft.rule(rules::IDLE_STARTS)).await;
    }

    /// A run is over: if nobody has taken its place the session is idle.
    pub(super) fn idle_after(&self, run: &Rc<Run>) {
        let ours = matches!(&*self.state.borrow(), State::Running(now) if Rc::ptr_eq(now, run));
        if ours {
            *self.state.borrow_mut() = State::Idle;
        }
        if !self.is_busy() {
            self.event(&run.turn, "session.status", None, Some("idle"));
            self.event(&run.turn, "session.idle", None, None);
        }
    }

    /// A shell command of the person, beside any run: it is refused while something is under way.
    pub(super) async fn shell(
        self: &Rc<Self>,
        id: InputId,
        desk: Place,
        command: MessageId,
        takes: Millis,
    ) -> Receipt {
        if self.is_busy() && holds(rules::SHELL_BUSY) {
            let draft = Draft::new(Actor::Session, kinds::REFUSED)
                .about(id)
                .moving(&command, desk)
                .rule(rules::SHELL_BUSY)
                .fact("a-turn-occupies-the-session", true);
            self.world.step(draft).await;
            return Receipt::NotSubmitted { reason: refusal("SessionBusyError") };
        }
        let shell = Run::new(TurnId::from(id.as_str()));
        let (reply, result) = oneshot::channel();
        shell.callers.borrow_mut().push(reply);
        *self.state.borrow_mut() = State::Shell(shell.clone());
        let session = self.clone();
        self.world.spawn(format!("shell {id}"), Lane::Turn, async move {
            session.run_shell(&shell, command, takes).await;
        });
        let result = self.world.ground.wait(Wait::owed("the shell command"), result).await;
        result.map_or_else(|_| answer_lost(), |_| Receipt::Accepted)
    }

    async fn run_shell(self: &Rc<Self>, shell: &Rc<Run>, command: MessageId, takes: Millis) {
        let turn = shell.turn;
        self.event(&turn, "session.status", None, Some("busy"));
        let draft =
            Draft::new(Actor::Turn, kinds::SHELL_STARTED).about(turn).moving(&command, Place::TURN);
        self.world.step(draft).await;
        let work = self.world.ground.sleep(takes);
        let wait = Wait::owed("the shell command");
        let stopped = self.world.ground.wait(wait, shell.token.or_cancelled(work)).await.is_err();
        let next = match self.state.borrow().clone() {
            State::ShellThenRun(now, run) if Rc::ptr_eq(&now, shell) => Some(run),
            _ => None,
        };
        if matches!(&*self.state.borrow(), State::Shell(now) if Rc::ptr_eq(now, shell)) {
            *self.state.borrow_mut() = State::Idle;
        }
        *self.stopping.borrow_mut() = None;
        let draft = Draft::new(Actor::Turn, kinds::SHELL_DONE)
            .about(turn)
            .moving(&command, Place::HISTORY)
            .fact("stopped-by-an-interrupt", stopped);
        if next.is_none() {
            self.idle_after(shell);
        }
        shell.resolve("");
        if let Some(run) = next {
            *self.state.borrow_mut() = State::Running(run.clone());
            self.world.step(draft).await;
            return self.start_run(run).await;
        }
        self.world.step(draft).await;
    }
}
