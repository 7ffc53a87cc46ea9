//! The driver: what is active, what wakes it, and what follows when a turn is over.
//! Source: `packages/core/agent-loop/src/agent.ts:99-111,172-223`.

use super::turn::End;
use super::{Agent, kinds, rules};
use crate::ground::{CancelToken, Lane, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, MessageId, Place, Receipt, TurnId};
use futures::channel::oneshot;
use std::cell::Cell;
use std::rc::Rc;

/// What a turn's name begins with; its number follows.
pub(super) const TURN: &str = "turn-";
/// The cause of a cancel that ends the agent.
pub(super) const DISPOSED: &str = "disposed";

/// What is active: a turn, or maintenance.
pub(super) struct Work {
    /// The turn; nothing where it is maintenance.
    pub turn: Option<TurnId>,
    pub token: CancelToken,
    /// Why it was aborted.
    pub cause: Cell<Option<&'static str>>,
    /// Whether a wake is kept until it is over.
    pub latched: Cell<bool>,
    /// Whether the turn has opened: until then it is only certain that it will.
    pub opened: Cell<bool>,
}

impl Work {
    pub(super) fn new(turn: Option<TurnId>) -> Rc<Work> {
        Rc::new(Work {
            turn,
            token: CancelToken::new(),
            cause: Cell::default(),
            latched: Cell::default(),
            opened: Cell::default(),
        })
    }

    fn is_disposed(&self) -> bool {
        self.cause.get() == Some(DISPOSED)
    }
}

impl Agent {
    /// What is active.
    pub(super) fn active(&self) -> Option<Rc<Work>> {
        self.active.borrow().clone()
    }

    /// Whether a driver runs. Maintenance is none.
    pub(super) fn is_running(&self) -> bool {
        self.active().is_some_and(|work| work.turn.is_some())
    }

    /// A wake: an idle agent is occupied by a turn that claims at once; otherwise the wake may be kept.
    pub(super) fn wake(
        &self,
        aborted: bool,
        extra: Option<(MessageId, Place)>,
    ) -> Option<Rc<Work>> {
        let Some(work) = self.active() else {
            let may = !self.disposed.get() && holds(rules::IDLE_OPENS);
            return may.then(|| self.occupy(extra));
        };
        let maintenance = work.turn.is_none() && holds(rules::MAINTENANCE_LATCHES);
        let disposed = work.is_disposed() && holds(rules::DISPOSED_NO_LATCH);
        if (maintenance || aborted && holds(rules::LATCH)) && !disposed {
            work.latched.set(true);
        }
        None
    }

    /// From here on the agent is busy with this turn, and what it claims is no longer pending.
    fn occupy(&self, extra: Option<(MessageId, Place)>) -> Rc<Work> {
        self.turns.set(self.turns.get() + 1);
        let work = Work::new(Some(TurnId::from([TURN, &self.turns.get().to_string()].concat())));
        if holds(rules::CLAIMS_AT_ONCE) {
            *self.reserved.borrow_mut() = self.first_claim(extra);
        }
        *self.active.borrow_mut() = Some(work.clone());
        work
    }

    /// What a turn would do that did not claim at once: look only when it is driven.
    pub(super) fn claims_late(&self, work: &Work) -> bool {
        !holds(rules::CLAIMS_AT_ONCE) && !work.token.is_cancelled()
    }

    /// Opens a turn and drives it, and all that follow.
    pub(super) async fn open_and_drive(self: &Rc<Self>, work: Rc<Work>) {
        let (agent, driven) = (self.clone(), work.clone());
        self.world.spawn("driver", Lane::Turn, async move { agent.drive(driven).await });
        self.open(&work).await;
    }

    async fn drive(self: Rc<Self>, mut work: Rc<Work>) {
        loop {
            let end = self.turn(&work).await;
            match self.close(&work, end).await {
                Some(next) => work = next,
                None => return,
            }
        }
    }

    /// The turn opens, and holds what it has claimed.
    async fn open(&self, work: &Work) {
        let claimed = self.reserved.take();
        work.opened.set(true);
        self.tell("turn/start", None, None);
        self.tell_claimed(&claimed);
        let mut draft = Draft::new(Actor::Session, kinds::OPENED);
        if let Some(turn) = work.turn {
            draft = draft.about(turn);
        }
        let rule = self.rule_of_claim(&claimed);
        self.world.step(draft.moving_all(&claimed, &Place::TURN).rule(rule)).await;
    }

    /// A turn is over. What follows is decided in the same moment: nobody comes between.
    async fn close(self: &Rc<Self>, work: &Work, end: End) -> Option<Rc<Work>> {
        let pending = self.has_pending();
        let drives_on = match end {
            End::Completed => holds(rules::ANOTHER_TURN),
            End::Failed => !holds(rules::ERROR_PARKS),
            End::Blocked => !holds(rules::REJECTED),
            End::Empty | End::Aborted => false,
        };
        let goes_on = drives_on && pending && !self.disposed.get();
        let note = match end {
            End::Aborted => ["aborted/", work.cause.get().unwrap_or_default()].concat(),
            _ => end.name().to_owned(),
        };
        self.tell("turn/end", None, Some(note));
        let lost = self.world.lying_in(&Place::TURN);
        let next = match goes_on || self.replays(work) {
            true => Some(self.occupy(None)),
            false => {
                self.rest();
                None
            }
        };
        let mut draft = Draft::new(Actor::Turn, kinds::ENDED)
            .moving_all(&lost, &Place::DROPPED)
            .maybe_rule(end.rule(!lost.is_empty(), pending, work.latched.get()))
            .fact("something-is-pending", pending)
            .fact("a-wake-is-kept", work.latched.get())
            .fact("another-turn-follows", next.is_some());
        if let Some(turn) = work.turn {
            draft = draft.about(turn);
        }
        self.world.step(draft).await;
        if let Some(next) = &next {
            self.open(next).await;
        }
        next
    }

    /// Whether a wake that was kept opens a turn now.
    pub(super) fn replays(&self, work: &Work) -> bool {
        work.latched.get() && (self.has_pending() || !holds(rules::LATCH_PENDING))
    }

    /// A turn for a wake that was kept; otherwise nothing is active any more.
    pub(super) fn replay_or_rest(&self, work: &Work) -> Option<Rc<Work>> {
        match self.replays(work) {
            true => Some(self.occupy(None)),
            false => {
                self.rest();
                None
            }
        }
    }

    /// Nothing is active any more.
    fn rest(&self) {
        *self.active.borrow_mut() = None;
        for waiting in self.wait_for_idle.take() {
            // Whoever waited may be gone.
            let _ = waiting.send(());
        }
    }

    /// Waits until nothing is active.
    pub(super) async fn until_idle(&self) {
        while self.active().is_some() {
            let (reply, idle) = oneshot::channel();
            self.wait_for_idle.borrow_mut().push(reply);
            let wait = Wait::owed("the agent to be idle");
            // A sender that is gone went with its process.
            let _ = self.world.ground.wait(wait, idle).await;
        }
    }

    /// Says when nothing is active. Source: `packages/core/agent-loop/src/agent.ts:196-203`.
    pub(super) async fn when_idle(&self) -> Receipt {
        if holds(rules::WHEN_IDLE) {
            self.until_idle().await;
        }
        let draft = Draft::new(Actor::Session, kinds::LOOKED).rule(rules::WHEN_IDLE);
        self.world.step(draft.about("idle")).await;
        Receipt::Report { value: "idle".to_owned() }
    }
}
