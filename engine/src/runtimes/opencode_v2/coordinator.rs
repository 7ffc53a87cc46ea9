//! The coordinator: one drain a session. A resume joins it, a wake notes that another is to follow, an
//! interrupt stops it. Source: `packages/core/src/session/run-coordinator.ts:51-101`.

use super::areas::{Delivery, Row};
use super::session::Session;
use super::turn::Halt;
use super::{kinds, rules};
use crate::ground::{CancelToken, Lane, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, Kind, MessageId, Place, Receipt, RuleId, TurnId};
use futures::channel::oneshot;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// How much a drain may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Scope {
    /// Steers and controls that steer.
    Steer,
    /// Those, and what is queued.
    Input,
}

/// A drain that is to begin.
pub(super) struct Wake {
    by: InputId,
    scope: Scope,
    /// Whether it asks the model even if nothing waits.
    pub forced: bool,
    callers: Vec<oneshot::Sender<Receipt>>,
}

/// A drain that is under way.
pub(super) struct Drain {
    pub turn: TurnId,
    pub scope: Scope,
    pub forced: bool,
    pub token: CancelToken,
    /// Cancelled when the last of it is over.
    over: CancelToken,
    callers: RefCell<Vec<oneshot::Sender<Receipt>>>,
    pub stopping: Cell<bool>,
}

impl Session {
    /// Wakes the session: a drain begins, or is noted to follow the one under way.
    pub(super) async fn wake(self: &Rc<Self>, by: InputId, scope: Scope) {
        let wake = Wake { by, scope, forced: false, callers: Vec::new() };
        let active = self.active.borrow().clone();
        match active {
            None => self.begin(wake).await,
            Some(drain) if drain.stopping.get() && !holds(rules::SUCCESSOR) => {}
            Some(drain) => {
                let rule = if drain.stopping.get() { rules::SUCCESSOR } else { rules::ONE_WAKE };
                self.note(wake);
                self.world
                    .step(Draft::new(Actor::Session, kinds::WAKE_NOTED).about(by).rule(rule))
                    .await;
            }
        }
    }

    /// Notes a wake: with one that is noted already it becomes one, of the wider scope.
    fn note(&self, wake: Wake) {
        let mut noted = self.noted.borrow_mut();
        match noted.first_mut().filter(|_| holds(rules::ONE_WAKE)) {
            Some(first) => {
                if holds(rules::WIDEST) {
                    first.scope = first.scope.max(wake.scope);
                }
                first.forced |= wake.forced;
                first.callers.extend(wake.callers);
            }
            None => noted.push(wake),
        }
    }

    /// Resumes: waits for the drain under way, or for one that is begun even if nothing waits.
    pub(super) async fn resume(self: &Rc<Self>, by: InputId) -> Receipt {
        let (reply, result) = oneshot::channel();
        let active = self.active.borrow().clone();
        match active {
            Some(drain) if !drain.stopping.get() && holds(rules::JOINS) => {
                drain.callers.borrow_mut().push(reply);
                let draft = Draft::new(Actor::Session, kinds::JOINED).about(by);
                self.world.step(draft.rule(rules::JOINS)).await;
            }
            other => {
                let wake = Wake { by, scope: Scope::Input, forced: true, callers: vec![reply] };
                match other {
                    Some(_) => self.note(wake),
                    None => self.begin(wake).await,
                }
            }
        }
        let wait = Wait::owed("the result of the drain");
        self.world.ground.wait(wait, result).await.unwrap_or(Receipt::Accepted)
    }

    /// Begins a drain.
    async fn begin(self: &Rc<Self>, wake: Wake) {
        let drain = self.occupy(TurnId::from(wake.by.as_str()), wake);
        self.launch(drain, None).await;
    }

    /// Begins a drain that nobody has asked for, under a name of its own.
    pub(super) async fn begin_forced(self: &Rc<Self>, turn: TurnId, rule: RuleId) {
        let by = InputId::from(turn.as_str());
        let wake = Wake { by, scope: Scope::Input, forced: true, callers: Vec::new() };
        let drain = self.occupy(turn, wake);
        self.launch(drain, Some(rule)).await;
    }

    /// From here on the session is busy with this drain.
    fn occupy(&self, turn: TurnId, wake: Wake) -> Rc<Drain> {
        let drain = Rc::new(Drain {
            turn,
            scope: wake.scope,
            forced: wake.forced,
            token: CancelToken::new(),
            over: CancelToken::new(),
            callers: RefCell::new(wake.callers),
            stopping: Cell::default(),
        });
        *self.active.borrow_mut() = Some(drain.clone());
        self.inbox.claim.set(true);
        drain
    }

    async fn launch(self: &Rc<Self>, drain: Rc<Drain>, rule: Option<RuleId>) {
        let draft = Draft::new(Actor::Session, kinds::STARTED).about(drain.turn).maybe_rule(rule);
        let session = self.clone();
        self.world.spawn(format!("turn {}", drain.turn), Lane::Turn, async move {
            let result = session.drain(&drain).await;
            session.end(&drain, result).await;
        });
        self.world.step(draft).await;
    }

    /// A drain is over. What was noted meanwhile follows; nobody comes between.
    async fn end(self: &Rc<Self>, drain: &Rc<Drain>, result: Result<(), Halt>) {
        let (kind, own, receipt) = told(&result);
        let (follows, rule) = match &result {
            Ok(()) => (holds(rules::DRAINS_AGAIN), rules::DRAINS_AGAIN),
            Err(Halt::Failed(_) | Halt::Blocked) => (holds(rules::ERROR_WAKE), rules::ERROR_WAKE),
            Err(Halt::Stopped | Halt::Declined) => (true, rules::SUCCESSOR),
        };
        for caller in drain.callers.take() {
            // Whoever asked may be gone.
            let _ = caller.send(receipt.clone());
        }
        self.release_claim();
        *self.active.borrow_mut() = None;
        drain.over.cancel();
        let noted =
            (follows && !self.noted.borrow().is_empty()).then(|| self.noted.borrow_mut().remove(0));
        let next = noted.map(|wake| self.occupy(TurnId::from(wake.by.as_str()), wake));
        let draft = Draft::new(Actor::Turn, kind)
            .about(drain.turn)
            .maybe_rule(own)
            .fact("a-wake-is-noted", next.is_some());
        self.world.step(draft).await;
        if let Some(next) = next {
            self.launch(next, Some(rule)).await;
        }
    }

    /// Interrupts the drain. Says whether there was one.
    pub(super) async fn interrupt(self: &Rc<Self>, id: InputId, goes_on: bool) -> Receipt {
        let active = self.active.borrow().clone();
        let told = |was: bool| match self.settings.is_third() {
            true => Receipt::Report { value: was.to_string() },
            false => Receipt::Accepted,
        };
        let Some(drain) = active.filter(|_| holds(rules::INTERRUPT)) else {
            let draft = Draft::new(Actor::Session, kinds::NOT_RUNNING).about(id);
            self.world.step(draft.rule(rules::IDLE_NOOP)).await;
            if !holds(rules::IDLE_NOOP) {
                self.drop_rows().await;
            }
            return told(false);
        };
        if holds(rules::CLEARS_WAKE) {
            self.noted.borrow_mut().clear();
        }
        drain.stopping.set(true);
        drain.token.cancel();
        let waits = [Delivery::Steer, Delivery::Queue].map(|d| !self.inbox.cards(d).is_empty());
        let draft = Draft::new(Actor::Session, kinds::CANCELLED)
            .about(drain.turn)
            .rule(if waits.contains(&true) { rules::KEEPS_ROWS } else { rules::INTERRUPT })
            .fact("something-waits", waits.contains(&true));
        self.world.step(draft).await;
        if !holds(rules::KEEPS_ROWS) {
            self.drop_rows().await;
        }
        self.world.ground.wait(Wait::owed("the drain to stop"), drain.over.cancelled()).await;
        if goes_on && self.settings.is_third() && self.steer_is_next() && holds(rules::CONTINUES) {
            self.wake(id, Scope::Steer).await;
        }
        told(true)
    }

    /// Whether the next thing to promote is a steer, or a control.
    fn steer_is_next(&self) -> bool {
        let control = |row: &Row| row.sort.is_control();
        !self.inbox.pending(Delivery::Steer).is_empty()
            || self.inbox.pending(Delivery::Queue).first().is_some_and(control)
    }

    /// What an interrupt would do if it did not leave the rows.
    async fn drop_rows(&self) {
        let both = [Delivery::Steer, Delivery::Queue];
        let rows: Vec<MessageId> =
            both.iter().flat_map(|delivery| self.inbox.cards(*delivery)).collect();
        rows.iter().for_each(|row| self.inbox.delete(row));
        let draft = Draft::new(Actor::Session, kinds::CANCELLED_ROW);
        self.world.step(draft.moving_all(&rows, &Place::DROPPED)).await;
    }

    /// Waits until nothing is under way.
    pub(super) async fn wait_until_idle(self: &Rc<Self>) -> Receipt {
        loop {
            let active = self.active.borrow().clone();
            let Some(drain) = active else { return Receipt::Report { value: "idle".to_owned() } };
            self.world.ground.wait(Wait::owed("the drain to end"), drain.over.cancelled()).await;
        }
    }
}

/// How the end of a drain is told: its step, the rule behind it, and the answer of those who wait for it.
fn told(result: &Result<(), Halt>) -> (Kind, Option<RuleId>, Receipt) {
    let failed = |error, message: &str| Receipt::Failed { error, message: message.to_owned() };
    match result {
        Ok(()) => (kinds::COMPLETED, None, Receipt::Accepted),
        Err(Halt::Failed(error)) => {
            (kinds::FAILED, Some(rules::ERROR_ENDS), failed("ProviderError", error))
        }
        Err(Halt::Blocked) => {
            let why = "the context is not available";
            (kinds::BLOCKED, Some(rules::INIT_FIRST), failed("InitializationBlocked", why))
        }
        Err(Halt::Stopped) => {
            (kinds::ABORTED, Some(rules::INTERRUPT), failed("Interrupted", "it was interrupted"))
        }
        Err(Halt::Declined) => (
            kinds::ABORTED,
            Some(rules::DECLINED),
            failed("Interrupted", "permission was declined"),
        ),
    }
}
