//! One request to the model: its stream, the tools it calls, and what can cut it.

use super::areas::Phase;
use super::retries::Halt;
use super::session::Session;
use super::tasks::TurnContext;
use super::tools::{Conditions, RunningCall};
use super::{kinds, rules};
use crate::ground::{CancelToken, Cancelled, FairLock, Wait};
use crate::runtimes::holds;
use crate::world::{
    Actor, Call, Content, Draft, Failure, Flaw, MessageId, Place, Speech, StreamEvent,
    kinds as common,
};
use std::rc::Rc;

/// How a request came back.
pub(super) struct Sampled {
    /// Whether the model needs another request.
    pub model_follow_up: bool,
    /// The last thing the model said to the person.
    pub said: Option<MessageId>,
}

/// What was heard of a response so far.
struct Heard {
    /// Under which its tools work.
    conditions: Conditions,
    calls: Vec<RunningCall>,
    /// Calls whose tools begin only behind the response: without a rule, never with it.
    late: Vec<Call>,
    follow_up: bool,
    said: Option<MessageId>,
}

/// Why the stream is not listened to any more.
enum StreamEnd {
    Completed,
    CutByMail,
    CutBySteer,
    Failed(Failure),
    Cancelled,
}

impl Session {
    /// Listens to response `number` to its end, then waits for all tools that it called.
    /// Source: `core/src/session/turn.rs:2179-2776`.
    pub(super) async fn sample(
        self: &Rc<Self>,
        turn: &TurnContext,
        number: u32,
        early: &CancelToken,
    ) -> Result<Sampled, Halt> {
        let conditions = Conditions { early: early.clone(), alone: FairLock::default() };
        let (calls, late) = Default::default();
        let mut heard = Heard { conditions, calls, late, follow_up: false, said: None };
        let end = self.listen(turn, number, &mut heard).await;
        let Heard { conditions, mut calls, late, follow_up, said } = heard;
        calls.extend(late.into_iter().map(|call| self.start_tool(turn, call, conditions.clone())));
        self.world.model_says(Speech::default());
        self.lose_unfinished_item(turn).await;
        self.record_outputs(turn, calls).await;
        self.event(Some(&turn.id), "TokenCount");
        match end {
            StreamEnd::Cancelled => Err(Halt::Stopped),
            _ if turn.token.is_cancelled() => Err(Halt::Stopped),
            StreamEnd::Failed(failure) => Err(Halt::Failed(failure)),
            StreamEnd::CutByMail => Ok(Sampled { model_follow_up: true, said }),
            StreamEnd::CutBySteer => Ok(Sampled { model_follow_up: true, said: None }),
            StreamEnd::Completed => Ok(Sampled { model_follow_up: follow_up, said }),
        }
    }

    async fn listen(
        self: &Rc<Self>,
        turn: &TurnContext,
        number: u32,
        heard: &mut Heard,
    ) -> StreamEnd {
        let mut stream = self.world.respond(number);
        loop {
            let wait = Wait::owed("the model");
            let next = self.world.ground.wait(wait, stream.next());
            let next = turn.token.or_cancelled(heard.conditions.early.or_cancelled(next)).await;
            let Ok(next) = next else { return StreamEnd::Cancelled };
            match next {
                Err(Cancelled) => {
                    self.leave_for_the_steer(turn).await;
                    return StreamEnd::CutBySteer;
                }
                Ok(None) => return StreamEnd::Completed,
                Ok(Some(StreamEvent::Added(item))) => self.item_started(turn, number, item).await,
                Ok(Some(StreamEvent::Done(item))) => {
                    if let Err(failure) = self.item_done(turn, &item, heard).await {
                        return StreamEnd::Failed(failure);
                    }
                    if self.is_assistant_message(&item) {
                        heard.said = Some(item);
                    }
                    if self.mail_cuts_after(turn, &item) {
                        let draft = Draft::new(Actor::Turn, kinds::CUT_BY_MAIL)
                            .about(turn.id)
                            .rule(rules::MAIL_CUTS_RESPONSE)
                            .fact("mail-waits", true);
                        self.world.step(draft).await;
                        return StreamEnd::CutByMail;
                    }
                }
                Ok(Some(StreamEvent::Completed { end_turn, tokens, .. })) => {
                    heard.follow_up |= end_turn == Some(false) && holds(rules::END_TURN);
                    self.response_done(number, tokens).await;
                    return StreamEnd::Completed;
                }
                Ok(Some(StreamEvent::Failed(failure))) => return StreamEnd::Failed(failure),
            }
        }
    }

    /// A response is complete; what it reports of the window counts from now on.
    pub(super) async fn response_done(&self, number: u32, tokens: Option<u64>) {
        let sum = &self.thread.tokens;
        sum.set(tokens.unwrap_or(sum.get()));
        self.world.step(Draft::new(Actor::Model, common::RESPONSE_DONE).about(number)).await;
    }

    pub(super) async fn item_started(&self, turn: &TurnContext, number: u32, item: MessageId) {
        self.world.model_says(Speech { response: Some(number), item: Some(item) });
        if !self.is_call(&item) {
            self.event_about(Some(&turn.id), "ItemStarted", Some(&item), None);
        }
        let draft = Draft::new(Actor::Model, common::ITEM_STARTED).moving(&item, Place::MODEL);
        self.world.step(draft).await;
    }

    /// A complete item: a call starts its tool at once; a final answer may close the turn for mail.
    /// Source: `core/src/stream_events_utils.rs:289-391`.
    async fn item_done(
        self: &Rc<Self>,
        turn: &TurnContext,
        item: &MessageId,
        heard: &mut Heard,
    ) -> Result<(), Failure> {
        let Some(message) = self.world.message(item) else { return Ok(()) };
        if let Content::Call(call) = &message.content {
            return self.call_done(turn, item, call, heard).await;
        }
        self.record_item(turn, item).await;
        let answers = matches!(message.content, Content::FinalAnswer | Content::Untagged);
        if answers && !message.text.trim().is_empty() && holds(rules::FINAL_ANSWER_DEFERS) {
            self.close_for_mail(turn).await;
        }
        Ok(())
    }

    /// A complete call. One that cannot be read is answered at once and starts nothing; where nothing can
    /// be answered, the turn's work is over. Source: `core/src/stream_events_utils.rs:297-391`.
    async fn call_done(
        self: &Rc<Self>,
        turn: &TurnContext,
        item: &MessageId,
        call: &Call,
        heard: &mut Heard,
    ) -> Result<(), Failure> {
        if call.flaw == Some(Flaw::Fatal) && holds(rules::FATAL_CALL) {
            let error = format!("the call {} cannot be carried out", call.call);
            return Err(Failure { error, retryable: false, overflow: false });
        }
        heard.follow_up |= holds(rules::CALL_NEEDS_FOLLOW_UP);
        if call.flaw == Some(Flaw::Malformed) && holds(rules::MALFORMED_CALL) {
            self.record_item(turn, item).await;
            self.refuse_call(turn, call).await;
            return Ok(());
        }
        let rule = rules::TOOL_CALL_REOPENS;
        self.change_phase(&turn.id, &turn.state, Phase::CurrentTurn, rule).await;
        self.admit(call);
        self.record_item(turn, item).await;
        if holds(rules::TOOLS_START_AT_ONCE) {
            heard.calls.push(self.start_tool(turn, call.clone(), heard.conditions.clone()));
        } else {
            heard.late.push(call.clone());
        }
        Ok(())
    }

    /// An item is told as completed and then recorded; a call is only recorded, since its tool tells of
    /// itself.
    pub(super) async fn record_item(&self, turn: &TurnContext, item: &MessageId) {
        let speech = Speech { item: None, ..self.world.speech() };
        self.world.model_says(speech);
        if !self.is_call(item) {
            self.event_about(Some(&turn.id), "ItemCompleted", Some(item), None);
        }
        if self.is_assistant_message(item) {
            self.event_about(Some(&turn.id), "AgentMessage", Some(item), None);
        }
        self.event_about(Some(&turn.id), "RawResponseItem", Some(item), None);
        let draft = Draft::new(Actor::Model, common::ITEM_DONE).moving(item, Place::HISTORY);
        self.world.step(draft).await;
    }

    /// Source: `core/src/stream_events_utils.rs:91-112,486-501`.
    async fn close_for_mail(&self, turn: &TurnContext) {
        if self.defer_to_next_turn(&turn.state) {
            let draft = Draft::new(Actor::Turn, kinds::PHASE_NEXT)
                .about(turn.id)
                .rule(rules::FINAL_ANSWER_DEFERS)
                .fact("explicit-work-waits", false);
            self.world.step(draft).await;
        } else if turn.state.phase() == Phase::CurrentTurn {
            let draft = Draft::new(Actor::Turn, kinds::PHASE_KEPT)
                .about(turn.id)
                .rule(rules::PENDING_WORK_KEEPS_PHASE)
                .fact("explicit-work-waits", true);
            self.world.step(draft).await;
        }
    }

    /// Whether mail that waits cuts the response here. It looks at C only: not at B, not at the phase,
    /// not at the kind of mail. Plan mode looks at assistant messages elsewhere and does not check.
    /// Source: `core/src/session/turn.rs:2338-2404`.
    fn mail_cuts_after(&self, turn: &TurnContext, item: &MessageId) -> bool {
        let boundary = self.world.message(item).is_some_and(|message| match message.content {
            Content::Reasoning => true,
            Content::Commentary => !turn.plan_mode,
            _ => false,
        });
        let deferred =
            self.thread.is_on(&rules::DEFER_MAILBOX_PREEMPTION) && holds(rules::MAIL_CUT_DEFERRED);
        let mail_waits = !self.mailbox.borrow().is_empty();
        boundary && mail_waits && !deferred && holds(rules::MAIL_CUTS_RESPONSE)
    }

    /// An item that had begun when the stream was left is lost.
    pub(super) async fn lose_unfinished_item(&self, turn: &TurnContext) {
        let lost = self.world.lying_in(&Place::MODEL);
        if !lost.is_empty() {
            let draft = Draft::new(Actor::Turn, common::ITEM_LOST)
                .about(turn.id)
                .moving_all(&lost, &Place::DROPPED);
            self.world.step(draft).await;
        }
    }

    pub(super) fn is_call(&self, item: &MessageId) -> bool {
        self.world.message(item).is_some_and(|message| matches!(message.content, Content::Call(_)))
    }

    fn is_assistant_message(&self, item: &MessageId) -> bool {
        self.world.message(item).is_some_and(|message| {
            matches!(
                message.content,
                Content::Commentary | Content::FinalAnswer | Content::Untagged
            )
        })
    }
}
