//! The agent's loop, with the points at which each queue is polled.
//! Source: core `dist/agent-loop.js:84-213`.

use super::areas::{FOLLOW_UP, STEERING, TURN_END};
use super::session::Run;
use super::{Pi, kinds, rules};
use crate::ground::Cancelled;
use crate::runtimes::holds;
use crate::world::{
    Actor, Call, Draft, Failure, Heard, HookSays, MessageId, Place, ResponseCut, ToolState, TurnId,
};

/// What the loop begins with.
pub(super) struct Begin {
    /// Messages that the run holds already.
    pub messages: Vec<MessageId>,
    /// Whether steering is polled before the first request.
    pub polls: bool,
}

/// How the loop ended.
pub(super) enum End {
    Done,
    Aborted,
    Failed(Failure),
}

/// How a response ended.
enum Response {
    Whole { calls: Vec<Call>, cut: Option<ResponseCut> },
    Ended(End),
}

impl Pi {
    pub(super) async fn agent_loop(&self, run: &Run, begin: Begin) -> End {
        self.tell("agent_start", None);
        self.record(&run.turn, begin.messages).await;
        let mut pending = match begin.polls {
            true => self.poll(&run.turn, STEERING, rules::POLL_AT_START).await,
            false => Vec::new(),
        };
        let mut is_first = true;
        loop {
            let mut has_calls = true;
            while has_calls || !pending.is_empty() {
                if !is_first {
                    pending = self.prepare_next_turn(run, pending).await;
                }
                is_first = false;
                self.record(&run.turn, std::mem::take(&mut pending)).await;
                let (calls, cut) = match self.response(run).await {
                    Response::Whole { calls, cut } => (calls, cut),
                    Response::Ended(End::Failed(_)) if !holds(rules::ERROR_POLLS_NOTHING) => {
                        (Vec::new(), None)
                    }
                    Response::Ended(end) => return end,
                };
                let batch = self.batch(run, &calls, cut).await;
                self.end_turn(&run.turn).await;
                let says = self.ask_hooks("finish-turn", None).await;
                if says != HookSays::GoOn && holds(rules::FINISH_TURN_ENDS) {
                    return End::Done;
                }
                pending = batch.taken;
                if pending.is_empty() && may_poll(run) {
                    pending = self.poll(&run.turn, STEERING, rules::POLL_AFTER_TURN).await;
                }
                let concluded = batch.concludes && holds(rules::ALL_TERMINATE);
                has_calls = !calls.is_empty() && !concluded;
            }
            pending = self.poll(&run.turn, FOLLOW_UP, rules::FOLLOW_UP_WHEN_DONE).await;
            if pending.is_empty() {
                return End::Done;
            }
        }
    }

    /// Before each request but the first: the window may be summed up, and what arrived meanwhile is taken, unless
    /// something was taken already. Source: core `dist/agent-loop.js:112-117`.
    async fn prepare_next_turn(&self, run: &Run, pending: Vec<MessageId>) -> Vec<MessageId> {
        if self.is_full() && !run.token.is_cancelled() {
            self.compact(&run.token, rules::COMPACTS).await;
            self.send_held_into_run().await;
        }
        if !pending.is_empty() && holds(rules::ONE_POLL_A_TURN) {
            return pending;
        }
        if !may_poll(run) {
            return pending;
        }
        let more = self.poll(&run.turn, STEERING, rules::POLL_BEFORE_REQUEST).await;
        pending.into_iter().chain(more).collect()
    }

    /// Appends what the run holds to the transcript.
    pub(super) async fn record(&self, turn: &TurnId, messages: Vec<MessageId>) {
        for message in messages {
            self.tail_is_models.set(false);
            self.tell("message_start", Some(&message));
            let draft = Draft::new(Actor::Turn, kinds::RECORDED).about(turn);
            self.world.step(draft.moving(&message, Place::HISTORY)).await;
        }
    }

    /// One request and its response.
    async fn response(&self, run: &Run) -> Response {
        self.tell("turn_start", None);
        if run.token.is_cancelled() {
            return Response::Ended(self.response_aborted(run).await);
        }
        let (number, mut stream) = self.world.ask(&run.turn, None).await;
        let mut calls = Vec::new();
        loop {
            match run.token.or_cancelled(self.world.hear(number, &mut stream)).await {
                Err(Cancelled) => {
                    drop(stream);
                    return Response::Ended(self.response_aborted(run).await);
                }
                Ok(Heard::Item(item)) => calls.extend(self.world.call_of(&item)),
                Ok(Heard::Completed { tokens, cut, .. }) => {
                    self.tokens.set(tokens.unwrap_or(self.tokens.get()));
                    self.tail_is_models.set(true);
                    return Response::Whole { calls, cut };
                }
                Ok(Heard::Failed(failure)) => {
                    let draft = Draft::new(Actor::Turn, kinds::RESPONSE_FAILED).about(run.turn);
                    self.world.step(draft.rule(rules::ERROR_POLLS_NOTHING)).await;
                    self.drop_response(run).await;
                    return Response::Ended(End::Failed(failure));
                }
            }
        }
    }

    async fn response_aborted(&self, run: &Run) -> End {
        let draft = Draft::new(Actor::Turn, kinds::RESPONSE_ABORTED).about(run.turn);
        self.world.step(draft).await;
        self.drop_response(run).await;
        End::Aborted
    }

    /// What had begun is lost, and what was called is answered: nobody will carry it out.
    async fn drop_response(&self, run: &Run) {
        self.world.leave_response(&run.turn, None).await;
        for call in self.world.open_calls() {
            self.world.end_call(&call.call, ToolState::Interrupted, None).await;
            self.world.record_output(&call.call, "aborted".to_owned(), None).await;
        }
        self.tail_is_models.set(true);
        self.end_turn(&run.turn).await;
    }

    async fn end_turn(&self, turn: &TurnId) {
        self.append_held(turn).await;
        self.tell("turn_end", None);
        self.world.step(Draft::new(Actor::Turn, kinds::TURN_ENDED).about(turn)).await;
    }

    /// Appends the custom messages that were held until the turn ends.
    pub(super) async fn append_held(&self, turn: &TurnId) {
        let held = self.world.lying_in(&TURN_END);
        if !held.is_empty() {
            let draft = Draft::new(Actor::Session, kinds::APPENDED).about(turn);
            let draft = draft.moving_all(&held, &Place::HISTORY).rule(rules::CUSTOM_HELD);
            self.world.step(draft).await;
        }
    }
}

/// An abort is no reason not to poll.
fn may_poll(run: &Run) -> bool {
    holds(rules::POLLS_IGNORE_SIGNAL) || !run.token.is_cancelled()
}
