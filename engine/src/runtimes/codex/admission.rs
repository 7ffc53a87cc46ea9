//! Admission of what may only start a turn of an idle session: automatic work, the queue's messages, and a turn
//! that is resumed. The session is reserved first and asked then; whoever loses gives the reservation back.

use super::areas::{ActiveTurn, B, TurnState};
use super::lineage::Started;
use super::protocol::{Mode, NotSubmitted, Request, invalid_request};
use super::session::Session;
use super::tasks::Launch;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, Place, Receipt, RuleId, TurnId};
use std::rc::Rc;

/// Somebody who wants to start a turn, and who answers for it.
struct Candidate<'a> {
    id: &'a InputId,
    turn: TurnId,
    request: Request,
    /// A person typed it.
    user_text: bool,
    /// Nobody asked for it now: neither a person nor a resumption.
    automatic: bool,
    back: Place,
}

/// Why a candidate does not start.
enum Lost {
    Because(NotSubmitted),
    /// It was wrong in itself, by this rule.
    Wrong(RuleId, Receipt),
}

impl Session {
    /// Into a new turn of an idle session, or not at all; also the resumption of a turn.
    /// Source: `core/src/session/turn_input.rs:252-372`.
    pub(super) async fn start_if_idle(
        self: &Rc<Self>,
        id: &InputId,
        turn: TurnId,
        request: Request,
        back: Place,
    ) -> Receipt {
        let user_text = request.message.is_some() && self.is_user_input(request.message.as_ref());
        let resumes = matches!(request.mode, Mode::Recover { .. } | Mode::Continue { .. })
            && holds(rules::RECOVERY_WAS_ASKED_FOR);
        let automatic = !user_text && !resumes;
        let candidate = Candidate { id, turn, request, user_text, automatic, back };
        if let Err(reason) = self.may_reserve(&candidate) {
            return self.turn_away(&candidate, Lost::Because(reason)).await;
        }
        let state = self.reserve(&turn);
        if automatic {
            state.started.set(Started::Automatically);
        }
        *self.starting.borrow_mut() = Some(state.clone());
        let draft = Draft::new(Actor::Session, kinds::RESERVED).about(id);
        self.world.step(draft.rule(rules::ONLY_WHEN_IDLE)).await;
        let receipt = match self.may_keep(&candidate).await {
            Ok(()) => self.start_reserved(candidate, state).await,
            Err(lost) => {
                self.release(&turn, &state).await;
                if matches!(lost, Lost::Because(NotSubmitted::PendingTriggerTurn)) {
                    self.start_turn_for_pending_work(None).await;
                }
                self.turn_away(&candidate, lost).await
            }
        };
        *self.starting.borrow_mut() = None;
        receipt
    }

    /// What is asked before the session is reserved.
    fn may_reserve(&self, candidate: &Candidate<'_>) -> Result<(), NotSubmitted> {
        let Candidate { request, automatic, .. } = candidate;
        if self.trigger_mail_waits() && holds(rules::TRIGGER_MAIL_FIRST) {
            return Err(NotSubmitted::PendingTriggerTurn);
        }
        if *automatic && self.thread.in_plan_mode() && holds(rules::PLAN_MODE) {
            return Err(NotSubmitted::PlanMode);
        }
        if self.host_refuses(request) {
            return Err(NotSubmitted::ServerDraining);
        }
        if self.active.borrow().is_some() && holds(rules::ONLY_WHEN_IDLE) {
            return Err(NotSubmitted::NotIdle);
        }
        match &request.mode {
            Mode::Continue { previous } if self.superseded(previous) => {
                Err(NotSubmitted::Superseded)
            }
            _ => Ok(()),
        }
    }

    /// Whether something newer than this turn has started, or the settings are no longer those with which it
    /// did.
    fn superseded(&self, previous: &TurnId) -> bool {
        let expected = Some((*previous, self.thread.revision.get()));
        self.last_started.get() != expected && holds(rules::CONTINUATION_SUPERSEDED)
    }

    /// Whether the host, which shuts down, keeps this input from starting a turn. Work that another turn has
    /// delegated may still begin: that turn waits for it.
    pub(super) fn host_refuses(&self, request: &Request) -> bool {
        let drains = self.thread.is_on(&rules::SERVER_DRAINING)
            && self.thread.setting("host") == "draining"
            && holds(rules::DRAINING_REFUSES);
        let typed = request.message.is_some() && self.is_user_input(request.message.as_ref());
        let delegated = request.options.parent.is_some()
            && match (&request.mode, self.thread.setting("session-source").as_str()) {
                (Mode::StartOrSteer, "spawned-agent") => true,
                (Mode::StartIfIdle, "review") => typed,
                _ => false,
            };
        drains && !(delegated && holds(rules::DRAINING_LETS_DELEGATED_IN))
    }

    /// Goes on where a turn ended, with an item that nobody typed, unless something newer has started.
    /// Source: `core/src/session/turn_input.rs` at 551bd409, `fn handle`.
    pub(super) async fn continue_if_idle(
        self: &Rc<Self>,
        id: &InputId,
        request: Request,
        back: Place,
    ) -> Receipt {
        let item = request.message.is_some() && !self.is_user_input(request.message.as_ref());
        let error = if !self.thread.is_on(&rules::CONTINUE_IF_IDLE) {
            "this version knows no continuation"
        } else if !item && holds(rules::CONTINUATION_IS_INTERNAL) {
            "continuation requires internal response input"
        } else {
            return self.start_if_idle(id, TurnId::from(id.as_str()), request, back).await;
        };
        let rule = rules::CONTINUATION_IS_INTERNAL;
        self.reject(id, &request, back, rule, invalid_request(error)).await
    }

    /// Occupies the idle session with a turn that has no task yet.
    pub(super) fn reserve(&self, turn: &TurnId) -> Rc<TurnState> {
        let state = Rc::new(TurnState::default());
        let reserved = ActiveTurn { id: *turn, task: None, state: state.clone() };
        *self.active.borrow_mut() = Some(reserved);
        state
    }

    /// What is asked once it is reserved; the last thing is that the settings are applied.
    async fn may_keep(&self, candidate: &Candidate<'_>) -> Result<(), Lost> {
        let Candidate { id, turn, request, automatic, .. } = candidate;
        if self.trigger_mail_waits() && holds(rules::TRIGGER_MAIL_MEANWHILE) {
            return Err(Lost::Because(NotSubmitted::PendingTriggerTurn));
        }
        let wrong = |receipt| Lost::Wrong(rules::SETTINGS_PREVIEWED, receipt);
        let into_plan = self.preview(id, request).await.map_err(wrong)?;
        if *automatic && self.plan_forbids(request, into_plan) {
            return Err(Lost::Because(NotSubmitted::PlanMode));
        }
        let wrong = |receipt| Lost::Wrong(rules::SETTINGS_CHECKED_AGAIN, receipt);
        self.commit_settings(turn, request).await.map_err(wrong)
    }

    /// Whether automatic work stays out because of Plan mode. The baseline asks what the settings looked like
    /// when they were tried out; the newer version asks now, when they are committed, and lets automatic work
    /// neither enter Plan mode nor leave it.
    fn plan_forbids(&self, request: &Request, into_plan: bool) -> bool {
        if !self.thread.is_on(&rules::PLAN_ADMISSION_ATOMIC) {
            return into_plan && holds(rules::PLAN_NOT_ENTERED);
        }
        let plan_now = self.thread.in_plan_mode();
        (plan_now || self.would_be_in_plan_mode(request)) && holds(rules::PLAN_DECIDED_AT_COMMIT)
    }

    /// Gives the reservation back, if it still is the session's turn. What was injected into it is lost.
    /// Source: `core/src/session/turn_input.rs:457-466`.
    async fn release(&self, turn: &TurnId, state: &Rc<TurnState>) {
        {
            let mut active = self.active.borrow_mut();
            let own = active
                .as_ref()
                .is_some_and(|slot| slot.task.is_none() && Rc::ptr_eq(&slot.state, state));
            if own || !holds(rules::RELEASE_ONLY_OWN) {
                *active = None;
            }
        }
        let draft = Draft::new(Actor::Session, kinds::RELEASED)
            .about(turn)
            .moving_all(&state.take_pending(), &Place::DROPPED);
        self.world.step(draft.rule(rules::RELEASE_ONLY_OWN)).await;
    }

    async fn turn_away(&self, candidate: &Candidate<'_>, lost: Lost) -> Receipt {
        let Candidate { id, request, back, .. } = candidate;
        match lost {
            Lost::Wrong(rule, receipt) => self.reject(id, request, *back, rule, receipt).await,
            Lost::Because(reason) => self.refuse(id, request, *back, reason).await,
        }
    }

    async fn start_reserved(
        self: &Rc<Self>,
        candidate: Candidate<'_>,
        state: Rc<TurnState>,
    ) -> Receipt {
        let Candidate { id, turn, request, user_text, .. } = candidate;
        let told = self.merge_context(&request);
        let mut input = told.news.clone();
        let draft = Draft::new(Actor::Session, kinds::STARTED)
            .about(id)
            .rule(rules::ONLY_WHEN_IDLE)
            .fact("a-turn-occupies-the-session", false)
            .fact("trigger-mail-waits", false);
        let draft = if user_text || !holds(rules::AUTOMATIC_IN_PENDING) {
            self.clear_connectors();
            input.extend(&request.message);
            self.taking_over(draft, &input)
        } else {
            state.append_quietly(request.message);
            self.taking_over(draft, &input).moving_all(&request.message, &B)
        };
        self.world.step(draft).await;
        self.leave_out(id, &told).await;
        let other = |slot: &ActiveTurn| !Rc::ptr_eq(&slot.state, &state);
        if self.active.borrow().as_ref().is_some_and(other) {
            // An abort took the reservation away and somebody else came first: this turn was promised.
            self.make_room().await;
        }
        let launch = Launch { input, options: request.options.clone(), reserved: Some(state) };
        self.start_regular(turn, launch).await;
        self.tell_settings(&turn, &request);
        Receipt::Started { turn }
    }
}
