//! A cancel: the run is broken off, its answer bears an error, and the session is idle. What was saved stays.

use super::areas::SAVED;
use super::runner::{Run, State};
use super::session::Session;
use super::turn::ABORTED;
use super::{kinds, rules};
use crate::ground::Wait;
use crate::runtimes::holds;
use crate::world::{Actor, Draft, Place, Receipt};
use std::rc::Rc;

impl Session {
    /// Tells whatever is under way to stop, and waits until it has. The session counts as idle at once.
    /// Source: `packages/opencode/src/effect/runner.ts:171-202`.
    pub(super) async fn cancel(self: &Rc<Self>) -> Receipt {
        let state = match holds(rules::CANCEL) {
            true => std::mem::take(&mut *self.state.borrow_mut()),
            false => State::Idle,
        };
        let run = match state {
            State::Idle => return Receipt::Accepted,
            State::Running(run) | State::Shell(run) => run,
            State::ShellThenRun(shell, run) => {
                // The run that was to follow never begins.
                run.resolve(ABORTED);
                shell
            }
        };
        *self.stopping.borrow_mut() = Some(run.clone());
        run.token.cancel();
        let draft = Draft::new(Actor::Session, kinds::CANCELLED)
            .about(run.turn)
            .rule(rules::CANCEL)
            .fact("something-waits", !self.store.saved.borrow().is_empty());
        self.world.step(draft).await;
        self.world.ground.wait(Wait::owed("the run to stop"), run.over.cancelled()).await;
        Receipt::Accepted
    }

    /// The end of a run that was told to stop.
    pub(super) async fn abort_run(&self, run: &Rc<Run>) {
        run.left.set(true);
        *self.stopping.borrow_mut() = None;
        self.event(&run.turn, "session.error", None, Some(ABORTED));
        self.idle_after(run);
        let saved = self.world.lying_in(&SAVED);
        let mut draft = Draft::new(Actor::Turn, kinds::ABORTED)
            .about(run.turn)
            .rule(if saved.is_empty() { rules::CANCEL } else { rules::CANCEL_KEEPS })
            .fact("something-waits", !saved.is_empty());
        if !holds(rules::CANCEL_KEEPS) {
            self.store.saved.borrow_mut().clear();
            draft = draft.moving_all(&saved, &Place::DROPPED);
        }
        run.resolve(ABORTED);
        self.world.step(draft).await;
    }
}
