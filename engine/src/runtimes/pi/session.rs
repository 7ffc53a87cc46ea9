//! The session around the loop: how a run starts, what is tried when the loop is over, and how it is aborted.
//! Source: coding agent `dist/core/agent-session.js:1496-1656`.

use super::agent::{Begin, End};
use super::areas::{FOLLOW_UP, NEXT_PROMPT, STEERING};
use super::{Pi, door, kinds, rules};
use crate::ground::{CancelToken, Lane, Millis, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, Failure, InputId, MessageId, Place, Receipt, TurnId};
use std::cell::Cell;
use std::rc::Rc;

/// The setting of how often an error is tried again.
pub(super) const RETRIES: &str = "retries";
/// The setting of how long the session waits before it tries again.
pub(super) const RETRY_MS: &str = "retry-ms";

/// A run of the session: from a prompt until everything around it has settled.
pub(super) struct Run {
    pub turn: TurnId,
    pub token: CancelToken,
    /// Extensions are still asked; the loop has not begun.
    pub starting: Cell<bool>,
    pub aborted: Cell<bool>,
}

impl Run {
    /// Whether nothing is tried any more.
    fn is_over(&self) -> bool {
        self.aborted.get() && holds(rules::ABORT_STOPS)
    }
}

/// What a run starts with.
pub(super) enum Opening {
    /// A prompt of a person.
    Prompt(MessageId),
    /// A custom message of an extension.
    Custom(MessageId),
    /// What waits, or nothing of its own.
    GoOn,
}

impl Pi {
    /// Starts a run.
    pub(super) async fn start(self: &Rc<Self>, turn: TurnId, opening: Opening) -> Receipt {
        if self.run.borrow().is_some() {
            return door::refused(door::PROCESSING);
        }
        let run = Rc::new(Run {
            turn,
            token: CancelToken::new(),
            starting: Cell::new(true),
            aborted: Cell::default(),
        });
        *self.run.borrow_mut() = Some(run.clone());
        let (kind, rule, messages) = match opening {
            Opening::Prompt(message) => {
                let mut all = vec![message];
                if holds(rules::NEXT_TURN_GOES_ALONG) {
                    all.extend(self.world.lying_in(&NEXT_PROMPT));
                }
                (kinds::STARTED, rules::IDLE_STARTS, all)
            }
            Opening::Custom(message) => (kinds::STARTED, rules::CUSTOM_TRIGGERS, vec![message]),
            Opening::GoOn => (kinds::WENT_ON, rules::CONTINUE_STEERING_FIRST, Vec::new()),
        };
        let draft = Draft::new(Actor::Session, kind)
            .about(turn)
            .rule(rule)
            .fact("a-run-is-under-way", false);
        self.world.step(draft.moving_all(&messages, &Place::TURN)).await;
        let pi = self.clone();
        self.world.spawn(["run ", turn.as_str()].concat(), Lane::Turn, async move {
            pi.drive(run, messages).await;
        });
        Receipt::Started { turn }
    }

    /// Goes on from the transcript: with a steer, or else a follow-up, if it ends with the model.
    /// Source: core `dist/agent.js:254-276`.
    pub(super) async fn go_on(self: &Rc<Self>, id: InputId) -> Receipt {
        if self.run.borrow().is_some() || self.compacting.get() {
            return door::refused(door::PROCESSING);
        }
        let nothing = self.world.history().is_empty() || self.tail_is_models.get();
        if nothing && !self.has_queued() && holds(rules::NOTHING_TO_CONTINUE) {
            let draft = Draft::new(Actor::Session, kinds::REFUSED)
                .about(id)
                .rule(rules::NOTHING_TO_CONTINUE)
                .fact("something-is-queued", false);
            self.world.step(draft).await;
            return door::refused(door::NOTHING);
        }
        self.start(TurnId::from(id.as_str()), Opening::GoOn).await
    }

    async fn drive(self: Rc<Self>, run: Rc<Run>, messages: Vec<MessageId>) {
        self.ask_hooks("agent-start", messages.first()).await;
        run.starting.set(false);
        let mut begin = match messages.is_empty() {
            true => self.what_waits(&run).await,
            false => Begin { messages, polls: true },
        };
        let mut tries = 0;
        loop {
            let end = self.agent_loop(&run, begin).await;
            self.tell("agent_end", None);
            self.world.step(Draft::new(Actor::Turn, kinds::RUN_ENDED).about(run.turn)).await;
            if run.is_over() {
                break;
            }
            match self.after_the_loop(&run, end, &mut tries).await {
                Some(next) => begin = next,
                None => break,
            }
        }
        self.append_held(&run.turn).await;
        self.settle(&run).await;
        self.release_held().await;
    }

    async fn settle(&self, run: &Run) {
        self.tell("agent_settled", None);
        *self.run.borrow_mut() = None;
        let draft = Draft::new(Actor::Session, kinds::SETTLED).about(run.turn);
        let rule = run.aborted.get().then_some(rules::ABORT_STOPS);
        self.world.step(draft.fact("was-aborted", run.aborted.get()).maybe_rule(rule)).await;
    }

    /// Retry, compaction, then whatever is queued. Source: `agent-session.js:1522-1656`.
    async fn after_the_loop(&self, run: &Run, end: End, tries: &mut u64) -> Option<Begin> {
        let again = Begin { messages: Vec::new(), polls: true };
        if let End::Failed(failure) = &end {
            if failure.overflow && *tries == 0 && holds(rules::OVERFLOW_RETRIES) {
                *tries += 1;
                self.compact(&run.token, rules::OVERFLOW_RETRIES).await;
                self.send_held_into_run().await;
                return (!run.aborted.get()).then_some(again);
            }
            if self.tries_again(run, failure, tries).await {
                return Some(again);
            }
        }
        if self.is_full() {
            self.compact(&run.token, rules::COMPACTS).await;
        }
        if run.is_over() || !self.has_queued() || !holds(rules::GOES_ON_WITH_QUEUED) {
            return None;
        }
        self.send_held_into_run().await;
        Some(self.what_waits(run).await)
    }

    async fn tries_again(&self, run: &Run, failure: &Failure, tries: &mut u64) -> bool {
        if !failure.retryable || *tries >= self.number(RETRIES) || !holds(rules::RETRIES) {
            return false;
        }
        *tries += 1;
        self.tell("auto_retry_start", None);
        let draft = Draft::new(Actor::Session, kinds::RETRYING).about(run.turn);
        self.world.step(draft.rule(rules::RETRIES)).await;
        let wait = Wait::owed("the next try");
        let pause = self.world.ground.sleep(Millis(self.number(RETRY_MS)));
        let slept = run.token.or_cancelled(self.world.ground.wait(wait, pause)).await;
        slept.is_ok() && !run.aborted.get()
    }

    /// What a run goes on with: where the model spoke last, a steer or else a follow-up.
    async fn what_waits(&self, run: &Run) -> Begin {
        if !self.tail_is_models.get() && !self.world.history().is_empty() {
            return Begin { messages: Vec::new(), polls: true };
        }
        let order = match holds(rules::CONTINUE_STEERING_FIRST) {
            true => [STEERING, FOLLOW_UP],
            false => [FOLLOW_UP, STEERING],
        };
        let mut messages = Vec::new();
        for queue in order {
            if messages.is_empty() {
                messages = self.poll(&run.turn, queue, rules::CONTINUE_TAKES).await;
            }
        }
        Begin { messages, polls: !holds(rules::CONTINUE_SKIPS_POLL) }
    }

    /// The abort of a program: the queues stay as they are. Source: `agent-session.js:2082-2096`.
    pub(super) async fn abort(&self, _: Actor) -> Receipt {
        let Some(run) = self.run.borrow().clone() else { return Receipt::Accepted };
        run.aborted.set(true);
        run.token.cancel();
        let mut draft = Draft::new(Actor::Session, kinds::ABORTED).about(run.turn);
        if !holds(rules::ABORT_KEEPS_QUEUES) {
            draft = draft.moving_all(&self.queued(), &Place::DROPPED);
        }
        self.world.step(draft.rule(rules::ABORT_KEEPS_QUEUES)).await;
        Receipt::Accepted
    }

    /// Clears the transcript and both queues of an idle agent. Source: core `dist/agent.js:232-244`.
    pub(super) async fn reset(&self) -> Receipt {
        if self.run.borrow().is_some() || self.compacting.get() {
            return door::refused(door::PROCESSING);
        }
        if holds(rules::RESET_CLEARS) {
            self.world.shorten_window(|_| false);
            self.tail_is_models.set(false);
            let draft = Draft::new(Actor::Session, kinds::RESET).rule(rules::RESET_CLEARS);
            self.world.step(draft.moving_all(&self.queued(), &Place::DROPPED)).await;
        }
        Receipt::Accepted
    }
}
