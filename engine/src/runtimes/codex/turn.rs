//! The turn loop: look for waiting input, ask the model, decide whether to go on.

use super::areas::Phase;
use super::retries::Halt;
use super::sampling::Sampled;
use super::session::Session;
use super::tasks::TurnContext;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::kinds as common;
use crate::world::{
    Actor, Content, Draft, Message, MessageId, Place, RuleId, Speech, TurnId, World,
};
use std::rc::Rc;

impl Session {
    /// Runs a turn until neither the model nor the areas ask for another request. Returns what the last
    /// response said to the person.
    ///
    /// With explicit input the first request takes nothing that waits; without, it takes everything.
    /// Source: `core/src/session/turn.rs:153-586`.
    pub(super) async fn run_turn(
        self: &Rc<Self>,
        turn: &TurnContext,
        input: Vec<MessageId>,
    ) -> Result<Option<MessageId>, Halt> {
        let mut can_drain = input.is_empty() || !holds(rules::FIRST_SAMPLING);
        self.record_finished_hooks(turn).await;
        self.compact_before_input(turn, &input).await?;
        self.wait_for_servers(turn, &input).await?;
        if self.session_starts(turn, &input).await {
            return Ok(None);
        }
        if self.hooks_and_record(turn, input, None).await {
            return Ok(None);
        }
        loop {
            if self.take_waiting_input(turn, can_drain).await {
                return Ok(None);
            }
            let Sampled { model_follow_up, said } = self.sample_with_retries(turn).await?;
            if model_follow_up {
                let rule = rules::FOLLOW_UP_REOPENS;
                self.change_phase(&turn.id, &turn.state, Phase::CurrentTurn, rule).await;
            }
            can_drain = true;
            self.inject_finished_hooks(turn).await;
            if !self.decide(turn, model_follow_up).await {
                if self.may_end(turn).await {
                    return Ok(said);
                }
                continue;
            }
            if self.compact_in_mid_turn(turn).await? {
                self.hooks.start_pending.set(true);
                if self.session_starts(turn, &[]).await {
                    return Ok(None);
                }
                can_drain = !(model_follow_up && holds(rules::CONTINUATION_FIRST));
            }
        }
    }

    /// Drains once, just before the request is built, and records what it took. Says whether hooks held
    /// all of it back that people wrote, so that there is nothing to ask.
    pub(super) async fn take_waiting_input(
        self: &Rc<Self>,
        turn: &TurnContext,
        can_drain: bool,
    ) -> bool {
        let waits = self.something_waits(&turn.state);
        let open = turn.state.phase() == Phase::CurrentTurn;
        let taken = if can_drain { self.drain() } else { Default::default() };
        if taken.is_empty() {
            if waits {
                let rule = if can_drain { rules::PHASE_GATES_DRAIN } else { rules::FIRST_SAMPLING };
                let draft = Draft::new(Actor::Turn, kinds::DRAINED_NOTHING)
                    .about(turn.id)
                    .rule(rule)
                    .fact("may-take-waiting-input", can_drain)
                    .fact("phase-is-current-turn", open);
                self.world.step(draft).await;
            }
            return false;
        }
        let mail = taken.mail.clone();
        let taken = taken.in_order();
        let draft = Draft::new(Actor::Turn, kinds::DRAINED)
            .about(turn.id)
            .moving_all(&taken, &Place::TURN)
            .rule(rules::PENDING_BEFORE_MAIL)
            .fact("phase-is-current-turn", open);
        self.world.step(draft).await;
        self.mark_root(turn, &mail).await;
        self.hooks_and_record(turn, taken, None).await
    }

    /// Records one input in the history, with its events.
    pub(super) async fn record_input(
        &self,
        turn: &TurnId,
        message: &MessageId,
        rule: Option<RuleId>,
    ) {
        let recorded = self.copy_if_still_queued(message);
        self.event_about(Some(turn), "RawResponseItem", Some(&recorded), None);
        if self.world.message(&recorded).is_some_and(|m| m.content == Content::UserText) {
            let client = self.thread.queue.client_of(message);
            for name in ["ItemStarted", "ItemCompleted", "UserMessage"] {
                let note = client.as_deref().filter(|_| name == "ItemStarted");
                self.event_about(Some(turn), name, Some(&recorded), note);
            }
        }
        let draft = Draft::new(Actor::Turn, kinds::RECORDED)
            .about(turn)
            .moving(&recorded, Place::HISTORY)
            .maybe_rule(rule);
        self.world.step(draft).await;
    }

    /// A message whose row is still in the queue is recorded as a copy: the row is not the message's
    /// only place then, and a crash now would run it twice.
    pub(super) fn copy_if_still_queued(&self, message: &MessageId) -> MessageId {
        if self.world.place_of(message) != super::areas::A {
            return *message;
        }
        let copies = copies_of(&self.world, message);
        match self.world.message(message) {
            Some(original) => self.world.compose(Message {
                id: MessageId::from(format!("{message}{COPY}{}", copies + 1)),
                ..Message::clone(&original)
            }),
            None => *message,
        }
    }

    /// Hands the window to the model.
    pub(super) async fn ask_the_model(&self, turn: &TurnId) -> u32 {
        let number = self.world.new_request(turn);
        self.world.model_says(Speech { response: Some(number), item: None });
        self.world.step(Draft::new(Actor::Turn, common::REQUESTED).about(number)).await;
        number
    }

    /// Whether the turn goes on: the model needs another request, or input waits that may be taken.
    async fn decide(&self, turn: &TurnContext, model_follow_up: bool) -> bool {
        let pending = self.has_pending_input();
        let goes_on = (model_follow_up || pending) && holds(rules::FOLLOW_UP);
        let waits = self.something_waits(&turn.state);
        let open = turn.state.phase() == Phase::CurrentTurn;
        let rule = if waits && !open { rules::PHASE_GATES_PENDING } else { rules::FOLLOW_UP };
        let draft = Draft::new(Actor::Turn, kinds::DECIDED)
            .about(if goes_on { "again" } else { "enough" })
            .rule(rule)
            .fact("the-model-needs-another-request", model_follow_up)
            .fact("something-waits", waits)
            .fact("phase-is-current-turn", open);
        self.world.step(draft).await;
        goes_on
    }
}

/// Between a message's id and the number of its copy.
pub(super) const COPY: &str = "#";

/// How many copies of a message the run has made.
pub(super) fn copies_of(world: &World, original: &MessageId) -> usize {
    let is_copy = |id: &&MessageId| {
        id.as_str().strip_prefix(original.as_str()).is_some_and(|rest| rest.starts_with(COPY))
    };
    world.messages().keys().filter(is_copy).count()
}

/// The first id of its kind that no message has: this one, or this one with a number.
pub(super) fn next_of(world: &World, first: MessageId) -> MessageId {
    if world.message(&first).is_none() {
        return first;
    }
    MessageId::from(format!("{first}{COPY}{}", copies_of(world, &first) + 2))
}
