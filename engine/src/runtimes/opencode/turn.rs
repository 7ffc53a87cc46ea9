//! The loop: load all messages, test whether the newest one is answered, take a step, and again.

use super::areas::{Answer, Finish};
use super::runner::Run;
use super::sampling::Sampled;
use super::session::Session;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, Message, MessageId, Place};
use std::rc::Rc;

/// How a step came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The next pass tests.
    Test,
    /// The loop is left without a test: an error, a refusal, a structured answer.
    Leave,
    /// The run was told to stop.
    Stopped,
}

/// The name of the error on an answer that was broken off.
pub(super) const ABORTED: &str = "MessageAbortedError";

impl Session {
    /// Runs the loop to its end. Source: `packages/opencode/src/session/prompt.ts:1088-1347`.
    pub(super) async fn run_loop(self: &Rc<Self>, run: &Rc<Run>) {
        let mut step = 0;
        loop {
            self.load_messages(run, step == 0).await;
            if run.token.is_cancelled() {
                return self.abort_run(run).await;
            }
            if !self.goes_on(run).await && !self.looks_again() {
                break;
            }
            step += 1;
            match self.take_step(run, step).await {
                Ended::Stopped => return self.abort_run(run).await,
                Ended::Leave if self.leaves(run).await => break,
                Ended::Leave | Ended::Test => {}
            }
        }
        run.left.set(true);
        self.complete(run).await;
    }

    /// Loads what was saved: it goes behind what stands in the history.
    async fn load_messages(&self, run: &Run, first: bool) {
        let taken = self.store.take(first);
        if taken.is_empty() {
            return;
        }
        let wrapped = !first && self.settings.is_version(&[rules::SPRING]) && holds(rules::WRAPPED);
        if wrapped {
            taken.iter().for_each(|message| self.wrap(message));
        }
        let rule = match () {
            () if wrapped => rules::WRAPPED,
            () if taken.len() > 1 => rules::ALL_AT_ONCE,
            () => rules::RELOADS,
        };
        let draft = Draft::new(Actor::Turn, kinds::LOADED)
            .about(run.turn)
            .moving_all(&taken, &Place::HISTORY)
            .rule(rule);
        self.world.step(draft).await;
    }

    /// What the model was shown of a message that came in during a run, while that was done.
    fn wrap(&self, message: &MessageId) {
        let Some(known) = self.world.message(message) else { return };
        let text = ["The user sent while you were working: ", &known.text].concat();
        self.world.compose(Message { text, ..Message::clone(&known) });
    }

    /// The exit test. Source: `packages/opencode/src/session/prompt.ts:1111-1129`.
    async fn goes_on(&self, run: &Run) -> bool {
        let newest = self.store.newest();
        let answer = self.store.answer.borrow().clone();
        let finish = answer.as_ref().and_then(|answer| answer.finish);
        let finished = match finish {
            Some(Finish::Stop) => true,
            Some(Finish::ToolCalls) => !holds(rules::EXIT_FINISHED),
            None => false,
        };
        let calls = answer.as_ref().is_some_and(|answer| answer.calls);
        let by_ids =
            self.settings.is_version(&[rules::SUMMER, rules::SPRING]) && holds(rules::EXIT_IDS);
        let belongs = match (&newest, &answer) {
            (Some(newest), Some(answer)) if by_ids => newest.stamp.id < answer.id,
            (Some(newest), Some(answer)) => {
                answer.parent == newest.message || !holds(rules::EXIT_PARENT)
            }
            _ => false,
        };
        let calls_speak = calls && holds(rules::EXIT_CALLS);
        let goes_on = newest.is_some() && !(finished && !calls_speak && belongs);
        let rule = match () {
            () if by_ids => rules::EXIT_IDS,
            () if answer.is_some() && !belongs => rules::EXIT_PARENT,
            () if calls => rules::EXIT_CALLS,
            () if finish == Some(Finish::ToolCalls) => rules::EXIT_FINISHED,
            () => rules::EXIT_PARENT,
        };
        let draft = Draft::new(Actor::Turn, kinds::DECIDED)
            .about(if goes_on { "again" } else { "enough" })
            .rule(rule)
            .fact("the-last-answer-is-finished", finish == Some(Finish::Stop))
            .fact("the-last-answer-holds-calls", calls)
            .fact("the-last-answer-belongs-to-the-newest-message", belongs);
        if !goes_on {
            run.left.set(true);
        }
        self.world.step(draft).await;
        goes_on
    }

    /// Between the test and the end of the run nobody looks any more.
    fn looks_again(&self) -> bool {
        !holds(rules::NOT_LOOKED_AGAIN) && !self.store.saved.borrow().is_empty()
    }

    /// Whether the loop is left here although nobody has tested.
    async fn leaves(&self, run: &Run) -> bool {
        let waits = !self.store.saved.borrow().is_empty();
        if waits && !holds(rules::LEFT_WITHOUT_TEST) {
            return false;
        }
        run.left.set(true);
        let draft = Draft::new(Actor::Turn, kinds::LEFT)
            .about(run.turn)
            .rule(rules::LEFT_WITHOUT_TEST)
            .fact("something-waits", waits);
        self.world.step(draft).await;
        true
    }

    /// One step: an answer to the newest message, with all tools that it calls.
    async fn take_step(self: &Rc<Self>, run: &Rc<Run>, step: u64) -> Ended {
        let Some(newest) = self.store.newest() else { return Ended::Leave };
        let first = self.store.loaded.borrow().first().map_or(newest.message, |e| e.message);
        let parent = if holds(rules::PARENT) { newest.message } else { first };
        let id = self.store.next_id();
        let draft = Draft::new(Actor::Turn, kinds::OPENED).about(parent).rule(rules::PARENT);
        self.world.step(draft).await;
        self.answering.set(true);
        let Sampled { finish, calls, last, error, ended } = self.sample(run, step).await;
        self.answering.set(false);
        let error = error.or((ended == Ended::Stopped).then(|| ABORTED.to_owned()));
        let answer = Answer { parent, id, finish, calls, last, error };
        self.store.answer.borrow_mut().replace(answer);
        ended
    }

    /// What callers are told: the last answer's error, or else its last item.
    pub(super) fn result(&self) -> String {
        let answer = self.store.answer.borrow();
        let told = answer.as_ref().and_then(|answer| {
            answer.error.clone().or_else(|| answer.last.map(|last| last.to_string()))
        });
        told.unwrap_or_default()
    }

    async fn complete(&self, run: &Rc<Run>) {
        self.idle_after(run);
        let waits = !self.store.saved.borrow().is_empty();
        let draft = Draft::new(Actor::Turn, kinds::COMPLETED)
            .about(run.turn)
            .maybe_rule(waits.then_some(rules::NOT_LOOKED_AGAIN));
        run.resolve(&self.result());
        self.world.step(draft).await;
    }
}
