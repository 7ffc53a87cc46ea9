//! The app-server: what client programs speak to. It looks at a request before the session does, and says
//! in its own words what the session refused.
//!
//! Whether a thread takes direct input at all is not asked here: a run has one thread, and it does.
//! Source: `app-server/src/request_processors/turn_processor.rs:918-1048,1474-1537`.

use super::protocol::{AbortReason, Mode, Op, failed, request_of};
use super::queue::Parts;
use super::session::Session;
use super::{Codex, kinds, rules};
use crate::ground::{Lane, Millis, Wait};
use crate::runtimes::holds;
use crate::world::{
    Actor, EXPECTED_TURN, InputId, MessageId, Operation, Place, Receipt, Refusal, TurnId,
};
use std::rc::Rc;

/// A request that is wrong, in the numbers of JSON-RPC.
const INVALID_REQUEST: &str = "-32600";
/// Parameters that are wrong.
const INVALID_PARAMS: &str = "-32602";
/// What should not have happened.
const INTERNAL_ERROR: &str = "-32603";

/// What requests of the app-server's queue surface begin with.
const QUEUE: &str = "thread/queue/";

impl Codex {
    /// Answers a request of a client program. An answer that is lost on the way changes nothing here; the
    /// caller gives up after its own time and does not know.
    pub(super) async fn serve(self, by: Actor, id: InputId, operation: Operation) -> Receipt {
        let lost = operation.arg("answer-lost-after").and_then(|after| after.parse().ok());
        let world = self.world.clone();
        let answer = self.answer_request(by, id, operation).await;
        let Some(patience) = lost else { return answer };
        let wait = Wait::owed("an answer that is lost");
        world.ground.wait(wait, world.ground.sleep(Millis(patience))).await;
        failed(Receipt::ANSWER_LOST, "no answer came; the outcome is unknown")
    }

    async fn answer_request(self, by: Actor, id: InputId, operation: Operation) -> Receipt {
        if let Some(name) = operation.name.strip_prefix(QUEUE) {
            let name = ["queue-", name].concat();
            let asked = Operation { name, ..operation };
            return in_words(self.in_the_process(id, asked).await);
        }
        if operation.name == "thread/read" {
            return self.find_in_turns(operation.arg("client").unwrap_or_default());
        }
        let session = match self.loaded() {
            Some(session) => session,
            None => return failed(INVALID_REQUEST, "thread not loaded"),
        };
        match operation.name.as_str() {
            "turn/interrupt" => session.interrupt_for_client(by, id, &operation).await,
            name => session.input_for_client(name == "turn/steer", by, id, &operation).await,
        }
    }

    /// Looks for a client's own name of a message in the turns: how a client whose answer was lost learns
    /// what became of it.
    fn find_in_turns(&self, client: &str) -> Receipt {
        let recorded = |message: &MessageId| self.world.place_of(message) == Place::HISTORY;
        let found = self.thread.queue.named_by_client(client).into_iter().find(recorded);
        let turn = found.and_then(|message| {
            let steps = self.world.steps();
            let into = |step: &&crate::world::Step| {
                step.moves.iter().any(|one| one.message == message && one.to == Place::HISTORY)
            };
            steps.iter().find(into).and_then(crate::world::Step::about)
        });
        Receipt::Report { value: turn.unwrap_or("nothing").to_owned() }
    }
}

impl Session {
    /// `turn/start` and `turn/steer`: the checks in their order, then the session's own.
    async fn input_for_client(
        self: &Rc<Self>,
        steer: bool,
        by: Actor,
        id: InputId,
        operation: &Operation,
    ) -> Receipt {
        let expected = operation.arg(EXPECTED_TURN).unwrap_or_default();
        if steer && expected.is_empty() && holds(rules::API_EXPECTED_TURN) {
            return failed(INVALID_REQUEST, "expectedTurnId must not be empty");
        }
        let parts = Parts::of(operation);
        let text = operation.message.and_then(|message| self.world.message(&message));
        let text = text.map_or_else(String::new, |message| message.text.clone());
        if let Err(chars) = parts.fit(&text)
            && holds(rules::API_TEXT_LIMIT)
        {
            return failed(INVALID_PARAMS, super::queue::too_large(chars));
        }
        if let (Some(message), Some(client)) = (operation.message, parts.client) {
            self.thread.queue.name_client(message, client);
        }
        let mode = if steer {
            Mode::Steer { expected: Some(TurnId::from(expected)) }
        } else {
            Mode::StartOrSteer
        };
        let request = match request_of(operation, mode) {
            Ok(request) => request,
            Err(refusal) => return in_words(refusal),
        };
        in_words(self.clone().submit(by, id, Op::TurnInput(request)).await)
    }

    /// `turn/interrupt`: of one turn, answered when it is aborted; without a turn's name it is meant for
    /// the start-up and answered at once.
    async fn interrupt_for_client(
        self: &Rc<Self>,
        by: Actor,
        id: InputId,
        operation: &Operation,
    ) -> Receipt {
        let wanted = operation.arg("turn").unwrap_or_default();
        let active = self.active.borrow().as_ref().map(|turn| turn.id);
        let named = !wanted.is_empty() && holds(rules::API_INTERRUPT_TURN);
        match active {
            None if named => return failed(INVALID_REQUEST, "no active turn to interrupt"),
            Some(turn) if named && turn.as_str() != wanted => {
                let text = ["expected active turn id ", wanted, " but found ", turn.as_str()];
                return failed(INVALID_REQUEST, text.concat());
            }
            _ => {}
        }
        let abort = self.clone().submit(by, id, Op::Abort(AbortReason::Interrupted));
        if wanted.is_empty() || !holds(rules::API_INTERRUPT_ANSWERED) {
            self.world.spawn("start-up interrupt", Lane::Service, async move {
                abort.await;
            });
            return Receipt::Accepted;
        }
        // The session answers an abort when it has said that the turn is aborted.
        abort.await;
        let aborted = self
            .world
            .steps()
            .iter()
            .any(|step| step.kind == kinds::ABORTED && step.about() == Some(wanted));
        if aborted {
            Receipt::Accepted
        } else {
            failed(INVALID_REQUEST, "no active turn to interrupt")
        }
    }
}

/// The session's answer as a client program gets it.
fn in_words(receipt: Receipt) -> Receipt {
    match receipt {
        Receipt::NotSubmitted { reason } if holds(rules::API_REFUSALS) => refusal(&reason),
        Receipt::Failed {
            error: "InvalidRequest" | "InvalidInput" | "InvalidAttachment",
            message,
        } => failed(INVALID_REQUEST, message),
        Receipt::Failed { error: "InputTooLarge", message } => failed(INVALID_PARAMS, message),
        other => other,
    }
}

fn refusal(reason: &Refusal) -> Receipt {
    let detail = |name| {
        let found = reason.details.iter().find(|(known, _)| *known == name);
        found.map_or("", |(_, value)| value.as_str())
    };
    let text = match reason.reason {
        "ExpectedTurnMismatch" => [
            "expected active turn id `",
            detail("expected"),
            "` but found `",
            detail("actual"),
            "`",
        ]
        .concat(),
        "ActiveTurnNotSteerable" => ["cannot steer a ", detail("turn_kind"), " turn"].concat(),
        "EmptyInput" => "input must not be empty".to_owned(),
        "ActiveTurnOutputSchemaMismatch" => "active turn uses a different output schema".to_owned(),
        "NotIdle" | "PendingTriggerTurn" => {
            "thread already has an active or pending turn".to_owned()
        }
        "NoActiveTurn" => "no active turn to steer".to_owned(),
        other => return failed(INTERNAL_ERROR, other),
    };
    failed(INVALID_REQUEST, text)
}
