//! Turn input at the door: start, steer or refuse. The decision is made at once and never waits for the
//! model, for hooks or for history.

use super::areas::{ActiveTurn, B, Phase, TurnState};
use super::protocol::{Mode, NotSubmitted, Request, TaskKind, invalid_request};
use super::session::Session;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Content, Draft, InputId, MessageId, Place, Receipt, TurnId};
use std::rc::Rc;

impl Session {
    /// Decides about one turn input and carries the decision out.
    pub(super) async fn route(
        self: &Rc<Self>,
        id: &InputId,
        by: &Actor,
        request: Request,
    ) -> Receipt {
        let back = by.desk();
        match request.mode.clone() {
            Mode::StartOrSteer => self.start_or_steer(id, request, back).await,
            Mode::StartIfIdle => {
                self.start_if_idle(id, TurnId::from(id.as_str()), request, back).await
            }
            Mode::Steer { expected } => self.steer(id, expected, request, back).await,
            Mode::Recover { turn } => self.start_if_idle(id, turn, request, back).await,
        }
    }

    /// Into the running turn, or else into a new one.
    /// Source: `core/src/session/turn_input.rs:167-250`.
    async fn start_or_steer(
        self: &Rc<Self>,
        id: &InputId,
        request: Request,
        back: Place,
    ) -> Receipt {
        if !self.may_be_offered(&request) {
            return self.reject(id, &request, back, rules::USER_INPUT_ONLY).await;
        }
        let offered = if holds(rules::STEER_WHEN_BUSY) {
            self.try_steer(None, request.message.as_ref())
        } else {
            Err(NotSubmitted::NoActiveTurn)
        };
        match offered {
            Ok(turn) => self.accept_steer(id, &request, turn, rules::STEER_WHEN_BUSY).await,
            Err(NotSubmitted::NoActiveTurn) if holds(rules::START_WHEN_IDLE) => {
                self.start(id, request).await
            }
            Err(reason) => self.refuse(id, &request, back, reason).await,
        }
    }

    async fn start(self: &Rc<Self>, id: &InputId, request: Request) -> Receipt {
        let turn = TurnId::from(id.as_str());
        self.apply_settings(&turn, &request).await;
        let draft = Draft::new(Actor::Session, kinds::STARTED)
            .about(id)
            .rule(rules::START_WHEN_IDLE)
            .fact("a-task-runs", false);
        self.world.step(self.taking_over(draft, request.message.as_ref())).await;
        self.spawn_regular(turn, request.message).await;
        Receipt::Started { turn }
    }

    /// Into the running turn, or not at all. Source: `core/src/session/turn_input.rs:374-420`.
    async fn steer(
        self: &Rc<Self>,
        id: &InputId,
        expected: Option<TurnId>,
        request: Request,
        back: Place,
    ) -> Receipt {
        if !self.may_be_offered(&request) {
            return self.reject(id, &request, back, rules::USER_INPUT_ONLY).await;
        }
        match self.try_steer(expected.as_ref(), request.message.as_ref()) {
            Ok(turn) => self.accept_steer(id, &request, turn, rules::STEER_WHEN_BUSY).await,
            Err(NotSubmitted::NoActiveTurn) if !holds(rules::NO_ACTIVE_TURN) => {
                self.start(id, request).await
            }
            Err(reason) => self.refuse(id, &request, back, reason).await,
        }
    }

    /// The one atomic check: it either puts the message into B of the running turn or changes nothing.
    /// The order of the reasons is part of the contract.
    /// Source: `core/src/session/turn_input.rs:478-565`.
    fn try_steer(
        &self,
        expected: Option<&TurnId>,
        message: Option<&MessageId>,
    ) -> Result<TurnId, NotSubmitted> {
        let active = self.active.borrow();
        let Some(ActiveTurn { id, task: Some(task), state }) = &*active else {
            return Err(NotSubmitted::NoActiveTurn);
        };
        if let Some(expected) = expected.filter(|expected| *expected != id)
            && holds(rules::EXPECTED_TURN)
        {
            let (expected, actual) = (*expected, *id);
            return Err(NotSubmitted::ExpectedTurnMismatch { expected, actual });
        }
        if task.kind != TaskKind::Regular && holds(rules::NOT_STEERABLE) {
            return Err(NotSubmitted::ActiveTurnNotSteerable { kind: task.kind });
        }
        match message {
            Some(message) => {
                self.append_to_pending(state, *message, rules::STEER_REOPENS);
            }
            None if holds(rules::EMPTY_INPUT) => return Err(NotSubmitted::EmptyInput),
            None => {}
        }
        Ok(*id)
    }

    async fn accept_steer(
        &self,
        id: &InputId,
        request: &Request,
        turn: TurnId,
        rule: crate::world::RuleId,
    ) -> Receipt {
        let draft = Draft::new(Actor::Session, kinds::STEERED)
            .about(id)
            .moving_all(&request.message, &B)
            .rule(rule)
            .fact("a-task-runs", true);
        self.world.step(draft).await;
        // Persistent settings follow the text; the running turn keeps its own.
        self.apply_settings(&turn, request).await;
        Receipt::Steered { turn }
    }

    /// Into a new turn of an idle session, or not at all; also the resumption of a turn.
    /// Source: `core/src/session/turn_input.rs:252-372`.
    async fn start_if_idle(
        self: &Rc<Self>,
        id: &InputId,
        turn: TurnId,
        request: Request,
        back: Place,
    ) -> Receipt {
        let user_text = request.message.is_some() && self.is_user_input(request.message.as_ref());
        let automatic = !user_text && !matches!(request.mode, Mode::Recover { .. });
        if let Err(reason) = self.may_start(automatic, &request) {
            return self.refuse(id, &request, back, reason).await;
        }
        let state = self.reserve(&turn);
        self.apply_settings(&turn, &request).await;
        let draft = Draft::new(Actor::Session, kinds::STARTED)
            .about(id)
            .rule(rules::ONLY_WHEN_IDLE)
            .fact("a-turn-occupies-the-session", false)
            .fact("trigger-mail-waits", false);
        let input = if user_text {
            self.world.step(self.taking_over(draft, request.message.as_ref())).await;
            request.message
        } else {
            state.append_quietly(request.message.iter().cloned());
            self.world.step(draft.moving_all(&request.message, &B)).await;
            None
        };
        self.start_regular(turn, input).await;
        Receipt::Started { turn }
    }

    fn may_start(&self, automatic: bool, request: &Request) -> Result<(), NotSubmitted> {
        if self.trigger_mail_waits() && holds(rules::TRIGGER_MAIL_FIRST) {
            return Err(NotSubmitted::PendingTriggerTurn);
        }
        let plan_now = self.thread.setting("mode") == "plan";
        let refuses_plan = automatic && holds(rules::PLAN_MODE);
        if refuses_plan && plan_now {
            return Err(NotSubmitted::PlanMode);
        }
        if self.active.borrow().is_some() && holds(rules::ONLY_WHEN_IDLE) {
            return Err(NotSubmitted::NotIdle);
        }
        let enters_plan = request.settings.iter().any(|(name, to)| name == "mode" && to == "plan");
        if refuses_plan && enters_plan { Err(NotSubmitted::PlanMode) } else { Ok(()) }
    }

    /// Occupies the idle session with a turn that has no task yet.
    pub(super) fn reserve(&self, turn: &TurnId) -> Rc<TurnState> {
        let state = Rc::new(TurnState::default());
        let reserved = ActiveTurn { id: *turn, task: None, state: state.clone() };
        *self.active.borrow_mut() = Some(reserved);
        state
    }

    /// The message is now in the hands of the turn. A queued message stays in its row until the queue
    /// has heard that the turn started.
    fn taking_over(&self, draft: Draft, message: Option<&MessageId>) -> Draft {
        match message {
            Some(id) if self.world.place_of(id) != super::areas::A => draft.moving(id, Place::TURN),
            _ => draft,
        }
    }

    /// Applies what came with an accepted input; a refused one changes nothing.
    async fn apply_settings(&self, turn: &TurnId, request: &Request) {
        if self.thread.apply(&request.settings) {
            self.event(Some(turn), "SettingsApplied");
        }
    }

    async fn refuse(
        &self,
        id: &InputId,
        request: &Request,
        back: Place,
        reason: NotSubmitted,
    ) -> Receipt {
        if !holds(rules::SETTINGS_AFTER_ACCEPTANCE) {
            self.thread.apply(&request.settings);
        }
        let draft = Draft::new(Actor::Session, kinds::REFUSED)
            .about(id)
            .rule(refusing_rule(&reason))
            .fact("a-turn-occupies-the-session", self.active.borrow().is_some());
        self.world.step(self.giving_back(draft, request, back)).await;
        reason.into()
    }

    async fn reject(
        &self,
        id: &InputId,
        request: &Request,
        back: Place,
        rule: crate::world::RuleId,
    ) -> Receipt {
        let draft = Draft::new(Actor::Session, kinds::REFUSED).about(id).rule(rule);
        self.world.step(self.giving_back(draft, request, back)).await;
        invalid_request("only user input can be offered to the running turn")
    }

    fn giving_back(&self, draft: Draft, request: &Request, back: Place) -> Draft {
        match &request.message {
            Some(id) if self.world.place_of(id) == Place::CHANNEL => draft.moving(id, back),
            _ => draft,
        }
    }

    /// Whether an input is one that start-or-steer and steer take.
    fn may_be_offered(&self, request: &Request) -> bool {
        self.is_user_input(request.message.as_ref()) || !holds(rules::USER_INPUT_ONLY)
    }

    /// Whether this is what a person typed, be it nothing.
    fn is_user_input(&self, message: Option<&MessageId>) -> bool {
        message.is_none_or(|id| {
            self.world.message(id).is_some_and(|message| message.content == Content::UserText)
        })
    }

    /// An item from the side: into B of whatever occupies the session, or straight into the history.
    /// Source: `core/src/session/inject.rs:15-68`.
    pub(super) async fn inject(&self, message: MessageId) {
        let state = self.active.borrow().as_ref().map(|turn| turn.state.clone());
        let draft = match state {
            Some(state) if holds(rules::INJECT) => {
                self.append_to_pending(&state, message, rules::INJECT);
                Draft::new(Actor::Session, kinds::INJECTED).moving(&message, B)
            }
            _ => Draft::new(Actor::Session, kinds::RECORDED_IDLE).moving(&message, Place::HISTORY),
        };
        self.world.step(draft.rule(rules::INJECT)).await;
    }

    /// Sets the phase of a turn, with a step of its own where it really changes.
    pub(super) async fn change_phase(
        &self,
        turn: &TurnId,
        state: &TurnState,
        phase: Phase,
        rule: crate::world::RuleId,
    ) {
        if holds(rule) && state.set_phase(phase, rule) {
            let kind = match phase {
                Phase::CurrentTurn => kinds::PHASE_CURRENT,
                Phase::NextTurn => kinds::PHASE_NEXT,
            };
            self.world.step(Draft::new(Actor::Turn, kind).about(turn).rule(rule)).await;
        }
    }
}

fn refusing_rule(reason: &NotSubmitted) -> crate::world::RuleId {
    match reason {
        NotSubmitted::NotIdle => rules::ONLY_WHEN_IDLE,
        NotSubmitted::PendingTriggerTurn => rules::TRIGGER_MAIL_FIRST,
        NotSubmitted::PlanMode => rules::PLAN_MODE,
        NotSubmitted::NoActiveTurn => rules::NO_ACTIVE_TURN,
        NotSubmitted::ExpectedTurnMismatch { .. } => rules::EXPECTED_TURN,
        NotSubmitted::ActiveTurnNotSteerable { .. } => rules::NOT_STEERABLE,
        NotSubmitted::EmptyInput => rules::EMPTY_INPUT,
    }
}
