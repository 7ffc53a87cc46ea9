//! Auto-compaction: a full window is summed up by the model before the turn goes on. It is no task of its
//! own: the turn stays a regular one and can be steered, and what waits goes on waiting.

use super::retries::Halt;
use super::session::Session;
use super::tasks::TurnContext;
use super::{kinds, rules};
use crate::ground::{CancelToken, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Content, Draft, MessageId, Place, RuleId, Speech, StreamEvent};
use std::rc::Rc;

impl Session {
    /// Makes room before the turn's input is recorded. Where that does not come about, the turn's work
    /// ends here. Source: `core/src/session/turn.rs:153-297`.
    pub(super) async fn compact_before_input(
        self: &Rc<Self>,
        turn: &TurnContext,
        input: &[MessageId],
    ) -> Result<(), Halt> {
        let rule = rules::COMPACT_BEFORE_INPUT;
        if !(self.thread.window_is_full() && holds(rule)) {
            return Ok(());
        }
        let done = self.compact(turn, rule).await;
        let rule = match &done {
            Ok(()) => return Ok(()),
            Err(Halt::Stopped) => rules::COMPACTION_STOPPED,
            Err(Halt::Failed(_)) if self.thread.is_on(&rules::STOP_ON_TERMINAL_ERROR) => {
                rules::COMPACTION_KEEPS_INPUT
            }
            Err(Halt::Failed(_)) => rules::COMPACTION_LOSES_INPUT,
        };
        for input in input {
            self.settle_input(turn, input, rule).await;
        }
        done
    }

    /// The input of a turn that ends before it has asked anything.
    async fn settle_input(self: &Rc<Self>, turn: &TurnContext, input: &MessageId, rule: RuleId) {
        let lost = match rule {
            rules::COMPACTION_LOSES_INPUT => holds(rules::COMPACTION_LOSES_INPUT),
            rules::COMPACTION_KEEPS_INPUT => !holds(rules::COMPACTION_KEEPS_INPUT),
            _ => !holds(rules::COMPACTION_STOPPED),
        };
        // The row of a queued message is the queue's own business.
        let held = self.world.place_of(input) == Place::TURN;
        if !lost {
            self.hooks_and_record(turn, vec![*input], Some(rule)).await;
        } else if held {
            let draft = Draft::new(Actor::Turn, kinds::INPUT_LOST)
                .about(turn.id)
                .moving(input, Place::DROPPED)
                .rule(rule);
            self.world.step(draft).await;
        }
    }

    /// Makes room between two requests of a turn, if it has to, and says whether it did. What waits is
    /// not taken before it. Source: `core/src/session/turn.rs:458-498`.
    pub(super) async fn compact_in_mid_turn(
        self: &Rc<Self>,
        turn: &TurnContext,
    ) -> Result<bool, Halt> {
        let wanted = turn.state.new_window.take() && holds(rules::NEW_WINDOW);
        if !(self.thread.window_is_full() || wanted) {
            return Ok(false);
        }
        if !holds(rules::COMPACT_BEFORE_DRAIN) {
            self.take_waiting_input(turn, true).await;
        }
        self.compact(turn, rules::COMPACT_BEFORE_DRAIN).await?;
        Ok(true)
    }

    /// The work of a person's own compaction: it takes no input and does not look at its token.
    /// Source: `core/src/tasks/compact.rs:20-90`.
    pub(super) async fn compaction_task(self: &Rc<Self>, turn: &TurnContext) -> Result<(), Halt> {
        if !holds(rules::OWN_COMPACTION) {
            return Ok(());
        }
        let unstoppable = TurnContext { token: CancelToken::new(), ..turn.clone() };
        self.compact(&unstoppable, rules::OWN_COMPACTION).await
    }

    /// Has the window summed up: a request of its own, asked again like any other.
    async fn compact(self: &Rc<Self>, turn: &TurnContext, rule: RuleId) -> Result<(), Halt> {
        let draft = Draft::new(Actor::Turn, kinds::COMPACTING)
            .about(turn.id)
            .rule(rule)
            .fact("the-window-is-full", self.thread.window_is_full())
            .fact("something-waits", self.something_waits(&turn.state));
        self.world.step(draft).await;
        let mut retries = 0;
        let summary = loop {
            match self.ask_for_summary(turn).await {
                Ok(summary) => break summary,
                Err(Halt::Stopped) => return Err(Halt::Stopped),
                Err(Halt::Failed(failure)) => {
                    let again = self.back_off(turn, failure, &mut retries).await;
                    if let Err(Halt::Failed(_)) = &again {
                        let draft = Draft::new(Actor::Turn, kinds::COMPACTION_FAILED);
                        self.world.step(draft.about(turn.id).rule(rule)).await;
                    }
                    again?;
                }
            }
        };
        self.put_in_place(turn, summary).await;
        Ok(())
    }

    /// Asks for a summary and returns the last thing the model said.
    async fn ask_for_summary(
        self: &Rc<Self>,
        turn: &TurnContext,
    ) -> Result<Option<MessageId>, Halt> {
        let number = self.ask_the_model(&turn.id).await;
        let result = self.listen_for_summary(turn, number).await;
        self.world.model_says(Speech::default());
        self.lose_unfinished_item(turn).await;
        self.event(Some(&turn.id), "TokenCount");
        result
    }

    async fn listen_for_summary(
        self: &Rc<Self>,
        turn: &TurnContext,
        number: u32,
    ) -> Result<Option<MessageId>, Halt> {
        let mut stream = self.world.respond(number);
        let mut summary = None;
        loop {
            let wait = Wait::owed("the summary");
            let next = self.world.ground.wait(wait, stream.next());
            match turn.token.or_cancelled(next).await? {
                None => return Ok(summary),
                Some(StreamEvent::Added(item)) => self.item_started(turn, number, item).await,
                // A compaction offers no tools: a call would never be answered.
                Some(StreamEvent::Done(item)) if self.is_call(&item) => {}
                Some(StreamEvent::Done(item)) => {
                    self.record_item(turn, &item).await;
                    summary = Some(item);
                }
                Some(StreamEvent::Completed { tokens, .. }) => {
                    self.response_done(number, Some(tokens.unwrap_or_default())).await;
                    return Ok(summary);
                }
                Some(StreamEvent::Failed(failure)) => return Err(Halt::Failed(failure)),
            }
        }
    }

    /// From now on requests hold what people wrote, the summary, and what comes. The source keeps the last
    /// 20,000 tokens of what people wrote; a scenario is shorter. Source: `core/src/compact.rs`.
    async fn put_in_place(&self, turn: &TurnContext, summary: Option<MessageId>) {
        if holds(rules::COMPACTED_WINDOW) {
            self.world.shorten_window(|id| {
                let by_a_person =
                    |id| self.world.message(id).is_some_and(|m| m.content == Content::UserText);
                Some(id) == summary.as_ref() || by_a_person(id)
            });
        }
        self.event_about(Some(&turn.id), "ContextCompacted", summary.as_ref(), None);
        let draft = Draft::new(Actor::Turn, kinds::COMPACTED)
            .about(turn.id)
            .rule(rules::COMPACTED_WINDOW)
            .fact("the-window-is-full", self.thread.window_is_full());
        self.world.step(draft).await;
    }
}
