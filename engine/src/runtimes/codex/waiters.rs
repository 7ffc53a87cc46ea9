//! What a turn asks and who answers: five tables from an id to the tool that waits under it.
//!
//! An answer is no input. It goes past the areas straight to the tool that asked, wakes nobody else, and
//! means nothing once the turn is gone. A turn that waits for one still takes steers: they lie in B.

use super::areas::{ActiveTurn, Activity};
use super::protocol::invalid_request;
use super::session::Session;
use super::tasks::TurnContext;
use super::{kinds, rules};
use crate::ground::{Cancelled, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, CallId, Draft, InputId, Name, Receipt, ToolScript};
use futures::channel::oneshot;
use std::cell::RefCell;
use std::rc::Rc;

/// The five tables. Source: `core/src/state/turn.rs:87-134`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Table {
    Approvals,
    Permissions,
    Questions,
    Elicitations,
    DynamicTools,
}

/// What a tool can ask for: its word, the table in which it waits, and the event by which a client hears of
/// it. Commands and patches share a table.
const ASKS: [(&str, Table, &str); 6] = [
    ("approval", Table::Approvals, "ExecApprovalRequest"),
    ("patch-approval", Table::Approvals, "ApplyPatchApprovalRequest"),
    ("permissions", Table::Permissions, "RequestPermissions"),
    ("user-input", Table::Questions, "RequestUserInput"),
    ("elicitation", Table::Elicitations, "ElicitationRequest"),
    ("dynamic-tool", Table::DynamicTools, "DynamicToolCallRequest"),
];

/// The words of [`ASKS`].
pub(super) const QUESTIONS: &[&str] =
    &[ASKS[0].0, ASKS[1].0, ASKS[2].0, ASKS[3].0, ASKS[4].0, ASKS[5].0];

/// A question as a scripted call puts it.
#[derive(Clone, Copy)]
pub(super) struct Question {
    pub key: Key,
    word: &'static str,
    event: &'static str,
}

impl Question {
    /// What a call asks, if it asks. A question to the user is kept under its turn: there is one at a
    /// time.
    pub(super) fn of(script: &ToolScript, turn: &TurnContext) -> Option<Question> {
        let ask = script.asks.as_ref()?;
        let (word, table, event) = *ASKS.iter().find(|(word, ..)| *word == ask.what)?;
        let own = match table {
            Table::Questions => turn.id.as_str(),
            _ => script.call.as_str(),
        };
        let key = Key::new(table, ask.key.as_deref().unwrap_or(own));
        Some(Question { key, word, event })
    }
}

/// Where an answer belongs: a table, and the id in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub table: Table,
    id: Name,
}

impl Key {
    pub(super) fn new(table: Table, id: &str) -> Key {
        Key { table, id: Name::from(id) }
    }
}

/// What comes back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Approved,
    Denied,
    /// Stops the turn instead of answering.
    Abort,
    Said(String),
}

/// A tool that waits.
struct Waiter {
    key: Key,
    call: CallId,
    reply: oneshot::Sender<Answer>,
}

/// All open questions of a turn, in the order in which they were asked.
#[derive(Default)]
pub(super) struct Waiters(RefCell<Vec<Waiter>>);

impl Waiters {
    /// Takes out who waits under a key.
    fn take(&self, key: Key) -> Option<Waiter> {
        let mut waiters = self.0.borrow_mut();
        let fits = |waiter: &Waiter| waiter.key == key || !holds(rules::ANSWER_BY_ID);
        let index = waiters.iter().position(fits)?;
        Some(waiters.remove(index))
    }

    /// The ids of all open questions.
    pub(super) fn ids(&self) -> Vec<Name> {
        self.0.borrow().iter().map(|waiter| waiter.key.id).collect()
    }

    /// Drops all of them: whoever still waits hears that there is no answer.
    pub(super) fn clear(&self) -> bool {
        !self.0.take().is_empty()
    }
}

impl Session {
    /// Asks, and waits for the answer. There is none where the question was dropped: because another
    /// one took its place, or because the turn is gone.
    /// Source: `core/src/session/mod.rs:2405-2480,2645-2761`.
    pub(super) async fn ask(
        &self,
        turn: &TurnContext,
        script: &ToolScript,
        question: Question,
    ) -> Result<Option<Answer>, Cancelled> {
        let Question { key, word, event } = question;
        let (reply, answer) = oneshot::channel();
        let call = script.call;
        self.event_about(Some(&turn.id), event, None, Some(key.id.as_str()));
        self.world.tool_asks(&call, Some(word));
        let displaced = self.enter(&turn.state.waiters, Waiter { key, call, reply });
        let draft = Draft::new(Actor::Tool(call), kinds::ASKED).about(call);
        self.world.step(draft.rule(rules::ASK_WAITS)).await;
        if let Some(displaced) = displaced {
            self.world.tool_asks(&displaced, None);
            let draft = Draft::new(Actor::Session, kinds::DISPLACED).about(displaced);
            self.world.step(draft.rule(rules::LATER_QUESTION)).await;
        }
        if !holds(rules::ASK_WAITS) {
            return Ok(Some(Answer::Approved));
        }
        let wait = Wait::owed(format!("the answer to {call}"));
        let answer = self.world.ground.wait(wait, answer);
        let deaf = script.ignores_cancel || !holds(rules::QUESTION_ENDS_WITH_TURN);
        let heard = if deaf { answer.await } else { turn.token.or_cancelled(answer).await? };
        Ok(heard.ok())
    }

    /// Enters a question, and names the call whose question it displaced.
    fn enter(&self, waiters: &Waiters, new: Waiter) -> Option<CallId> {
        let mut waiters = waiters.0.borrow_mut();
        let index = waiters.iter().position(|other| other.key == new.key);
        let Some(index) = index else {
            waiters.push(new);
            return None;
        };
        if !holds(rules::LATER_QUESTION) {
            return None;
        }
        let earlier = std::mem::replace(&mut waiters[index], new);
        Some(earlier.call)
    }

    /// An answer takes its question off the table and goes to the tool that asked.
    /// Source: `core/src/session/mod.rs:2945-2964`, `core/src/session/handlers.rs:174-218`.
    pub(super) async fn answer(self: &Rc<Self>, id: &InputId, key: Key, answer: Answer) -> Receipt {
        if answer == Answer::Abort && holds(rules::STOP_DECISION) {
            let draft = Draft::new(Actor::Session, kinds::STOP_ANSWERED).about(id);
            self.world.step(draft.rule(rules::STOP_DECISION)).await;
            self.interrupt(id).await;
            return Receipt::Accepted;
        }
        let waiter = match &*self.active.borrow() {
            Some(ActiveTurn { state, .. }) => state.waiters.take(key),
            None => None,
        };
        let Some(Waiter { key, call, reply }) = waiter else {
            if !holds(rules::UNKNOWN_ANSWER) {
                return invalid_request("nobody asks this");
            }
            let draft = Draft::new(Actor::Session, kinds::ANSWER_UNKNOWN)
                .about(id)
                .fact("the-question-is-open", false);
            self.world.step(draft.rule(rules::UNKNOWN_ANSWER)).await;
            return Receipt::Accepted;
        };
        self.event_about(None, "ServerRequestResolved", None, Some(key.id.as_str()));
        self.world.tool_asks(&call, None);
        // Whoever asked may be gone.
        let _ = reply.send(answer);
        if !holds(rules::ANSWER_IS_NO_INPUT) {
            self.activity.send(Activity::Steer);
        }
        let draft = Draft::new(Actor::Session, kinds::ANSWERED)
            .about(call)
            .fact("the-question-is-open", true);
        self.world.step(draft.rule(rules::ANSWER_BY_ID)).await;
        Receipt::Accepted
    }
}
