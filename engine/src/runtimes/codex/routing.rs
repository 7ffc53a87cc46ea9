//! Turn input at the door: start, steer or refuse. The decision is made at once and never waits for the
//! model, for hooks or for history.

use super::areas::{ActiveTurn, B, Phase, RunningTask, TurnState};
use super::context::Told;
use super::protocol::{Mode, NotSubmitted, Request, TaskKind, invalid_request};
use super::session::Session;
use super::tasks::Launch;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{
    ACCEPTED_ALL_THE_SAME, Actor, Content, Draft, InputId, MessageId, Place, Receipt, RuleId,
    TurnId,
};
use std::rc::Rc;

/// A steer that the running turn has taken.
struct Taken {
    turn: TurnId,
    told: Told,
    /// Whether it came on behalf of another chain.
    foreign: bool,
}

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
            Mode::Recover { turn } => {
                let own = TurnId::from(id.as_str());
                let turn = if holds(rules::RECOVERY_KEEPS_ID) { turn } else { own };
                self.start_if_idle(id, turn, request, back).await
            }
            Mode::Continue { .. } => self.continue_if_idle(id, request, back).await,
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
        if let Err(receipt) = self.offer_can_be_made(id, &request, back).await {
            return receipt;
        }
        let offered = if holds(rules::STEER_WHEN_BUSY) {
            self.try_steer(None, &request)
        } else {
            Err(NotSubmitted::NoActiveTurn)
        };
        match offered {
            Ok(taken) => self.accept_steer(id, &request, taken).await,
            Err(NotSubmitted::NoActiveTurn) if holds(rules::START_WHEN_IDLE) => {
                self.start(id, request, back).await
            }
            Err(reason) => self.refuse(id, &request, back, reason).await,
        }
    }

    async fn start(self: &Rc<Self>, id: &InputId, request: Request, back: Place) -> Receipt {
        let turn = TurnId::from(id.as_str());
        if self.host_refuses(&request) {
            return self.refuse(id, &request, back, NotSubmitted::ServerDraining).await;
        }
        if let Err(receipt) = self.commit_settings(&turn, &request).await {
            return self.reject(id, &request, back, rules::SETTINGS_CHECKED_AGAIN, receipt).await;
        }
        let told = self.merge_context(&request);
        let input: Vec<MessageId> = told.news.iter().chain(&request.message).copied().collect();
        let draft = Draft::new(Actor::Session, kinds::STARTED)
            .about(id)
            .rule(rules::START_WHEN_IDLE)
            .fact("a-task-runs", false);
        self.world.step(self.taking_over(draft, &input)).await;
        self.leave_out(id, &told).await;
        let options = request.options.clone();
        self.spawn_regular(turn, Launch { input, options, reserved: None }).await;
        self.tell_settings(&turn, &request);
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
        if let Err(receipt) = self.offer_can_be_made(id, &request, back).await {
            return receipt;
        }
        match self.try_steer(expected.as_ref(), &request) {
            Ok(taken) => self.accept_steer(id, &request, taken).await,
            Err(NotSubmitted::NoActiveTurn) if !holds(rules::NO_ACTIVE_TURN) => {
                self.start(id, request, back).await
            }
            Err(reason) => self.refuse(id, &request, back, reason).await,
        }
    }

    /// What is wrong in itself is not offered to anybody.
    async fn offer_can_be_made(
        &self,
        id: &InputId,
        request: &Request,
        back: Place,
    ) -> Result<(), Receipt> {
        if !self.may_be_offered(request.message.as_ref()) && holds(rules::USER_INPUT_ONLY) {
            let receipt = invalid_request(if self.thread.is_on(&rules::STANDALONE_TOOL_OUTPUT) {
                "only user input, or a tool output without a call, can be offered to the running turn"
            } else {
                "only user input can be offered to the running turn"
            });
            return Err(self.reject(id, request, back, rules::USER_INPUT_ONLY, receipt).await);
        }
        match self.preview(id, request).await {
            Ok(_) => Ok(()),
            Err(receipt) => {
                let rule = rules::SETTINGS_PREVIEWED;
                Err(self.reject(id, request, back, rule, receipt).await)
            }
        }
    }

    /// The one atomic check: it either puts the message into B of the running turn, behind what came beside
    /// it, or changes nothing. Source: `core/src/session/turn_input.rs:478-565`.
    fn try_steer(
        &self,
        expected: Option<&TurnId>,
        request: &Request,
    ) -> Result<Taken, NotSubmitted> {
        let active = self.active.borrow();
        let Some(ActiveTurn { id, task: Some(task), state }) = &*active else {
            return Err(NotSubmitted::NoActiveTurn);
        };
        if let Some(reason) = reason_against(id, task, expected, request) {
            return Err(reason);
        }
        let told = self.merge_context(request);
        let foreign = self.steer_brings_another_root(state, &request.options);
        for message in told.news.iter().chain(&request.message) {
            self.append_to_pending(state, *message, rules::STEER_REOPENS);
        }
        Ok(Taken { turn: *id, told, foreign })
    }

    async fn accept_steer(&self, id: &InputId, request: &Request, taken: Taken) -> Receipt {
        let Taken { turn, told, foreign } = taken;
        let draft = Draft::new(Actor::Session, kinds::STEERED)
            .about(id)
            .moving_all(told.news.iter().chain(&request.message), &B)
            .rule(rules::STEER_WHEN_BUSY)
            .fact("a-task-runs", true);
        self.world.step(draft).await;
        self.leave_out(id, &told).await;
        if foreign {
            self.tell_ambiguous_root(&turn, rules::STEER_OF_ANOTHER_CHAIN).await;
        }
        // Persistent settings follow the text, which is in already whatever becomes of them.
        match self.apply_settings(&turn, request).await {
            Ok(()) => {
                self.tell_settings(&turn, request);
                Receipt::Steered { turn }
            }
            Err(receipt) => {
                let draft = Draft::new(Actor::Session, kinds::SETTINGS_NOT_APPLIED)
                    .about(id)
                    .rule(rules::SETTINGS_CHECKED_AGAIN)
                    .fact(ACCEPTED_ALL_THE_SAME, true);
                self.world.step(draft).await;
                receipt
            }
        }
    }

    /// The messages are now in the hands of the turn. A queued message stays in its row until the queue has
    /// heard that the turn started.
    pub(super) fn taking_over(&self, draft: Draft, messages: &[MessageId]) -> Draft {
        let in_its_row = |id: &&MessageId| self.world.place_of(id) == super::areas::A;
        draft.moving_all(messages.iter().filter(|id| !in_its_row(id)), &Place::TURN)
    }

    /// Refuses an input: it goes back to its writer and changes nothing.
    pub(super) async fn refuse(
        &self,
        id: &InputId,
        request: &Request,
        back: Place,
        reason: NotSubmitted,
    ) -> Receipt {
        self.leave_settings(request);
        self.leave_context(request);
        let draft = Draft::new(Actor::Session, kinds::REFUSED)
            .about(id)
            .rule(refusing_rule(&reason))
            .fact("a-turn-occupies-the-session", self.active.borrow().is_some());
        self.world.step(self.giving_back(draft, request, back)).await;
        reason.into()
    }

    /// Sends back what is wrong in itself.
    pub(super) async fn reject(
        &self,
        id: &InputId,
        request: &Request,
        back: Place,
        rule: RuleId,
        receipt: Receipt,
    ) -> Receipt {
        let draft = Draft::new(Actor::Session, kinds::REFUSED)
            .about(id)
            .rule(rule)
            .fact("a-person-typed-it", false);
        self.world.step(self.giving_back(draft, request, back)).await;
        receipt
    }

    fn giving_back(&self, draft: Draft, request: &Request, back: Place) -> Draft {
        let on_its_way = |id: &&MessageId| self.world.place_of(id) == Place::CHANNEL;
        draft.moving_all(request.carried().filter(on_its_way), &back)
    }

    fn may_be_offered(&self, message: Option<&MessageId>) -> bool {
        self.is_user_input(message) || self.is_standalone_output(message)
    }

    /// Whether this is what a person typed, be it nothing.
    pub(super) fn is_user_input(&self, message: Option<&MessageId>) -> bool {
        message.is_none_or(|id| {
            self.world.message(id).is_some_and(|message| message.content == Content::UserText)
        })
    }

    /// Whether this is a tool's output without a call, where that may be offered.
    fn is_standalone_output(&self, message: Option<&MessageId>) -> bool {
        let message = message.and_then(|id| self.world.message(id));
        message.is_some_and(|message| message.content == Content::StandaloneOutput)
            && self.thread.is_on(&rules::STANDALONE_TOOL_OUTPUT)
            && holds(rules::STANDALONE_OFFERED)
    }

    /// An item from the side: into B of whatever occupies the session, or straight into the history.
    /// Source: `core/src/session/inject.rs:15-68`.
    pub(super) async fn inject(&self, message: MessageId) {
        let state = self.active.borrow().as_ref().map(|turn| turn.state.clone());
        let occupied = state.is_some();
        let draft = match state {
            Some(state) if holds(rules::INJECT) => {
                self.append_to_pending(&state, message, rules::INJECT);
                Draft::new(Actor::Session, kinds::INJECTED).moving(&message, B)
            }
            // The transcript is closed.
            _ if self.over.get() => {
                Draft::new(Actor::Session, kinds::INPUT_LOST).moving(&message, Place::DROPPED)
            }
            _ => Draft::new(Actor::Session, kinds::RECORDED_IDLE).moving(&message, Place::HISTORY),
        };
        let draft = draft.rule(rules::INJECT).fact("a-turn-occupies-the-session", occupied);
        self.world.step(draft).await;
    }

    /// Sets the phase of a turn, with a step of its own where it really changes.
    pub(super) async fn change_phase(
        &self,
        turn: &TurnId,
        state: &TurnState,
        phase: Phase,
        rule: RuleId,
    ) {
        if holds(rule) && state.set_phase(phase, rule) {
            let kind = match phase {
                Phase::CurrentTurn => kinds::PHASE_CURRENT,
                Phase::NextTurn => kinds::PHASE_NEXT,
            };
            let draft = Draft::new(Actor::Turn, kind)
                .about(turn)
                .rule(rule)
                .fact("the-model-needs-another-request", true);
            self.world.step(draft).await;
        }
    }
}

/// Why a running task does not take a steer. The order of the reasons is part of the contract.
fn reason_against(
    turn: &TurnId,
    task: &RunningTask,
    expected: Option<&TurnId>,
    request: &Request,
) -> Option<NotSubmitted> {
    let other_turn = expected.filter(|expected| *expected != turn && holds(rules::EXPECTED_TURN));
    let not_steerable = task.kind != TaskKind::Regular && holds(rules::NOT_STEERABLE);
    let empty = request.message.is_none() && holds(rules::EMPTY_INPUT);
    let schema = request.options.schema.is_some() && request.options.schema != task.schema;
    let reasons = [
        other_turn.map(|expected| NotSubmitted::ExpectedTurnMismatch {
            expected: *expected,
            actual: *turn,
        }),
        not_steerable.then_some(NotSubmitted::ActiveTurnNotSteerable { kind: task.kind }),
        empty.then_some(NotSubmitted::EmptyInput),
        (schema && holds(rules::OUTPUT_SCHEMA))
            .then_some(NotSubmitted::ActiveTurnOutputSchemaMismatch),
    ];
    let mut reasons = reasons.into_iter().flatten();
    if holds(rules::ORDER_OF_REASONS) { reasons.next() } else { reasons.last() }
}

fn refusing_rule(reason: &NotSubmitted) -> RuleId {
    match reason {
        NotSubmitted::NotIdle => rules::ONLY_WHEN_IDLE,
        NotSubmitted::PendingTriggerTurn => rules::TRIGGER_MAIL_FIRST,
        NotSubmitted::PlanMode => rules::PLAN_MODE,
        NotSubmitted::NoActiveTurn => rules::NO_ACTIVE_TURN,
        NotSubmitted::ExpectedTurnMismatch { .. } => rules::EXPECTED_TURN,
        NotSubmitted::ActiveTurnNotSteerable { .. } => rules::NOT_STEERABLE,
        NotSubmitted::EmptyInput => rules::EMPTY_INPUT,
        NotSubmitted::ActiveTurnOutputSchemaMismatch => rules::OUTPUT_SCHEMA,
        NotSubmitted::ServerDraining => rules::DRAINING_REFUSES,
        NotSubmitted::Superseded => rules::CONTINUATION_SUPERSEDED,
    }
}
