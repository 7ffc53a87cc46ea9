//! The words that go in and come out: operations, refusals, kinds of task.

use super::waiters::{Answer, Key, Table};
use crate::world::{
    Actor, CONTEXT, Content, EXPECTED_TURN, InputId, MessageId, Operation, Place, Receipt, Refusal,
    TurnId, World, json,
};
use futures::channel::oneshot;

/// Submissions that may wait in the channel; a full channel makes senders wait.
/// Source: `core/src/session/mod.rs:461`.
pub(super) const SUBMISSION_CHANNEL_CAPACITY: usize = 512;

/// Virtual ms that an interrupted task has to end by itself.
/// Source: `core/src/tasks/mod.rs:880-973`.
pub(super) const GRACE_MS: u64 = 100;

/// One operation on its way to the session.
pub(super) struct Submission {
    pub id: InputId,
    pub by: Actor,
    pub op: Op,
    pub reply: oneshot::Sender<Receipt>,
}

/// What a submission asks for.
#[derive(Clone, Debug)]
pub(super) enum Op {
    TurnInput(Request),
    Inject(MessageId),
    Mail(MessageId),
    Abort(AbortReason),
    Answer(Key, Answer),
    /// With how long it takes and what it says at its end.
    Review(Length, Option<String>),
    Compact(Length),
    UserShell(Length),
    /// What was said in a voice conversation, as text.
    RealtimeText(Request),
    /// An interrupt that does nothing while input waits.
    InterruptIfNoPendingInput {
        turn: TurnId,
        /// Whether whoever asks waits for the answer.
        waits: bool,
    },
    /// The automatic reviewer refused something that the turn wanted to do.
    GuardianDenial,
    /// The session is to end.
    Shutdown,
    /// The running turn is to be set aside, for another process to take it up.
    Suspend {
        /// Whether the transcript cannot be written.
        flush_fails: bool,
    },
}

impl Op {
    /// Whether the session may be over after it.
    pub(super) fn may_end_the_session(&self) -> bool {
        matches!(self, Op::Shutdown | Op::Suspend { .. })
    }

    /// Whether whoever submits it waits for the answer.
    pub(super) fn is_waited_for(&self) -> bool {
        match self {
            Op::TurnInput(request) => request.waits,
            Op::InterruptIfNoPendingInput { waits, .. } => *waits,
            _ => true,
        }
    }
}

/// Virtual ms that a task's work takes; without an end if absent.
pub(super) type Length = Option<u64>;

/// Input for a turn.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub mode: Mode,
    /// The message; an empty input has none.
    pub message: Option<MessageId>,
    /// What the client tells beside it.
    pub context: Vec<MessageId>,
    /// Settings that come with it.
    pub settings: Vec<(String, String)>,
    /// What it asks of the turn that it starts.
    pub options: StartOptions,
    /// Whether whoever submits it waits for the answer.
    pub waits: bool,
}

impl Request {
    /// A request for this message and nothing beside it.
    pub(super) fn of(mode: Mode, message: Option<MessageId>) -> Request {
        let (context, settings, options) = Default::default();
        Request { mode, message, context, settings, options, waits: true }
    }

    /// Every message that it carries.
    pub(super) fn carried(&self) -> impl Iterator<Item = &MessageId> {
        self.context.iter().chain(&self.message)
    }
}

/// What an input asks of the turn that it starts. A running turn keeps its own.
/// Source: `protocol/src/turn_input.rs:44-57`.
#[derive(Clone, Debug, Default)]
pub(super) struct StartOptions {
    /// The schema of the final answer, in canonical form. Of a steer it is a precondition.
    pub schema: Option<String>,
    /// The turn of another session that delegated this input.
    pub parent: Option<TurnId>,
    /// The first turn of the chain that led to it.
    pub root: Option<TurnId>,
}

/// How strict the sender is about where its input may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Into the running turn, or else into a new one.
    StartOrSteer,
    /// Into a new turn of an idle session, or not at all.
    StartIfIdle,
    /// Into the running turn, or not at all.
    Steer { expected: Option<TurnId> },
    /// Resumes this turn in an idle session.
    Recover { turn: TurnId },
    /// Into a new turn of an idle session in which this was the last turn to start, or not at all.
    Continue { previous: TurnId },
}

/// Why a turn is aborted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AbortReason {
    /// Somebody wants it to stop.
    Interrupted,
    /// Another task takes its place.
    Replaced,
    /// What it may cost is used up.
    BudgetLimited,
    /// The review that it was part of has ended.
    ReviewEnded,
}

impl AbortReason {
    /// Whether the agent counts as interrupted after it. Source: `core/src/agent/status.rs:6-23`.
    pub(super) fn interrupts(self) -> bool {
        AbortReason::is_interrupting(self.name())
    }

    /// The same, by the reason's name on the event stream.
    pub(super) fn is_interrupting(name: &str) -> bool {
        [AbortReason::Interrupted.name(), AbortReason::BudgetLimited.name()].contains(&name)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            AbortReason::Interrupted => "Interrupted",
            AbortReason::Replaced => "Replaced",
            AbortReason::BudgetLimited => "BudgetLimited",
            AbortReason::ReviewEnded => "ReviewEnded",
        }
    }
}

/// The kinds of task, as far as steering is concerned. A user's shell command counts as regular.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TaskKind {
    Regular,
    Review,
    Compact,
}

impl TaskKind {
    pub(super) fn name(self) -> &'static str {
        match self {
            TaskKind::Regular => "regular",
            TaskKind::Review => "review",
            TaskKind::Compact => "compact",
        }
    }
}

/// Every reason for which turn input can be refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NotSubmitted {
    NotIdle,
    PendingTriggerTurn,
    PlanMode,
    NoActiveTurn,
    ExpectedTurnMismatch { expected: TurnId, actual: TurnId },
    ActiveTurnNotSteerable { kind: TaskKind },
    EmptyInput,
    ActiveTurnOutputSchemaMismatch,
    ServerDraining,
    Superseded,
}

impl From<NotSubmitted> for Receipt {
    fn from(reason: NotSubmitted) -> Receipt {
        let (reason, details) = match reason {
            NotSubmitted::NotIdle => ("NotIdle", Vec::new()),
            NotSubmitted::PendingTriggerTurn => ("PendingTriggerTurn", Vec::new()),
            NotSubmitted::PlanMode => ("PlanMode", Vec::new()),
            NotSubmitted::NoActiveTurn => ("NoActiveTurn", Vec::new()),
            NotSubmitted::ExpectedTurnMismatch { expected, actual } => (
                "ExpectedTurnMismatch",
                vec![("expected", expected.to_string()), ("actual", actual.to_string())],
            ),
            NotSubmitted::ActiveTurnNotSteerable { kind } => {
                ("ActiveTurnNotSteerable", vec![("turn_kind", kind.name().to_owned())])
            }
            NotSubmitted::EmptyInput => ("EmptyInput", Vec::new()),
            NotSubmitted::ActiveTurnOutputSchemaMismatch => {
                ("ActiveTurnOutputSchemaMismatch", Vec::new())
            }
            NotSubmitted::ServerDraining => ("ServerDraining", Vec::new()),
            NotSubmitted::Superseded => ("Superseded", Vec::new()),
        };
        Receipt::NotSubmitted { reason: Refusal { reason, details } }
    }
}

/// A request that is wrong in itself.
pub(super) fn invalid_request(message: impl Into<String>) -> Receipt {
    failed("InvalidRequest", message)
}

/// An error by its name.
pub(super) fn failed(error: &'static str, message: impl Into<String>) -> Receipt {
    Receipt::Failed { error, message: message.into() }
}

/// Whether a message still lies with its writer: one that was accepted cannot be sent a second time.
pub(super) fn unsent(world: &World, message: &MessageId) -> Result<(), Receipt> {
    let place = world.place_of(message);
    let desks = [Place::CLIENT, Place::AGENTS, Place::HOST];
    if desks.iter().chain(&super::terminal::LISTS).any(|desk| *desk == place) {
        return Ok(());
    }
    let there = format!("{message} was accepted already: it is in {place}");
    Err(invalid_request(format!("{there}; write a new message")))
}

/// Whether an operation carries what it is made for: mail is what an agent wrote, and what is injected
/// is a ready-made item that nobody typed.
pub(super) fn fits(world: &World, op: &Op) -> Result<(), Receipt> {
    let (messages, wanted): (&[MessageId], _) = match op {
        Op::Mail(message) => (std::slice::from_ref(message), "mail carries what an agent wrote"),
        Op::Inject(message) => {
            (std::slice::from_ref(message), "inject carries a ready-made item of the host")
        }
        Op::TurnInput(request) => (&request.context, "context is a ready-made item of the host"),
        _ => return Ok(()),
    };
    let fits = |id: &&MessageId| {
        world.message(id).is_some_and(|message| match op {
            Op::Mail(_) => message.mail().is_some(),
            _ => message.content == Content::HostItem,
        })
    };
    match messages.iter().find(|id| !fits(id)) {
        None => Ok(()),
        Some(message) => Err(invalid_request(format!("{wanted}; {message} is something else"))),
    }
}

/// The messages that an operation carries.
pub(super) fn carried(op: &Op) -> Vec<MessageId> {
    match op {
        Op::TurnInput(request) | Op::RealtimeText(request) => request.carried().copied().collect(),
        Op::Inject(message) | Op::Mail(message) => vec![*message],
        _ => Vec::new(),
    }
}

/// The session ended before it could answer.
pub(super) fn agent_died() -> Receipt {
    let message = "the session ended before it could answer".to_owned();
    Receipt::Failed { error: Receipt::DIED, message }
}

/// Reads an operation that goes through the submission channel; none if it takes another way.
pub(super) fn parse(operation: &Operation) -> Result<Option<Op>, Receipt> {
    let needed = || {
        operation.message.ok_or_else(|| {
            invalid_request(format!("{} carries a message: name one", operation.name))
        })
    };
    let turn_input = |mode| request_of(operation, mode).map(Op::TurnInput);
    Ok(Some(match operation.name.as_str() {
        "start-or-steer" => turn_input(Mode::StartOrSteer)?,
        "start-if-idle" => turn_input(Mode::StartIfIdle)?,
        "steer" => {
            turn_input(Mode::Steer { expected: operation.arg(EXPECTED_TURN).map(TurnId::from) })?
        }
        "recover" => {
            let turn = operation.arg("turn").ok_or_else(|| {
                invalid_request("recover needs the argument `turn`: the turn to resume")
            })?;
            turn_input(Mode::Recover { turn: TurnId::from(turn) })?
        }
        "continue" => {
            let previous = TurnId::from(id_of(operation, "previous")?);
            turn_input(Mode::Continue { previous })?
        }
        "realtime-text" => Op::RealtimeText(Request::of(Mode::StartOrSteer, Some(needed()?))),
        "interrupt-if-no-pending-input" => Op::InterruptIfNoPendingInput {
            turn: TurnId::from(id_of(operation, "turn")?),
            waits: is_waited_for(operation),
        },
        "guardian-denial" => Op::GuardianDenial,
        "shutdown" => Op::Shutdown,
        "suspend" => Op::Suspend { flush_fails: operation.arg("flush") == Some("fails") },
        "inject" => Op::Inject(needed()?),
        "mail" => Op::Mail(needed()?),
        "interrupt" => Op::Abort(AbortReason::Interrupted),
        "abort" => Op::Abort(match operation.arg("reason") {
            Some("replaced") => AbortReason::Replaced,
            Some("budget-limited") => AbortReason::BudgetLimited,
            Some("review-ended") => AbortReason::ReviewEnded,
            _ => AbortReason::Interrupted,
        }),
        "exec-approval" | "patch-approval" => Op::Answer(
            Key::new(Table::Approvals, id_of(operation, "id")?),
            match operation.arg("decision") {
                Some("approved") => Answer::Approved,
                Some("abort") => Answer::Abort,
                _ => Answer::Denied,
            },
        ),
        "request-permissions-response" => said(operation, Table::Permissions)?,
        "user-input-answer" => said(operation, Table::Questions)?,
        "dynamic-tool-response" => said(operation, Table::DynamicTools)?,
        "resolve-elicitation" => {
            let (server, request) = (id_of(operation, "server")?, id_of(operation, "request")?);
            let key = Key::new(Table::Elicitations, &format!("{server}/{request}"));
            Op::Answer(key, text_of(operation))
        }
        "review" => Op::Review(length_of(operation)?, operation.arg("output").map(str::to_owned)),
        "compact" => Op::Compact(length_of(operation)?),
        "user-shell" => Op::UserShell(length_of(operation)?),
        _ => return Ok(None),
    }))
}

fn said(operation: &Operation, table: Table) -> Result<Op, Receipt> {
    Ok(Op::Answer(Key::new(table, id_of(operation, "id")?), text_of(operation)))
}

fn id_of<'o>(operation: &'o Operation, arg: &str) -> Result<&'o str, Receipt> {
    operation
        .arg(arg)
        .ok_or_else(|| invalid_request(format!("{} needs the argument `{arg}`", operation.name)))
}

fn text_of(operation: &Operation) -> Answer {
    Answer::Said(operation.arg("text").unwrap_or_default().to_owned())
}

fn is_waited_for(operation: &Operation) -> bool {
    operation.arg("waits") != Some("no")
}

fn options_of(operation: &Operation) -> Result<StartOptions, Receipt> {
    let schema = match operation.arg("schema").map(json::canonical) {
        Some(None) => return Err(invalid_request("the argument `schema` is a JSON value")),
        given => given.flatten(),
    };
    let turn = |name| operation.arg(name).map(TurnId::from);
    Ok(StartOptions { schema, parent: turn("parent"), root: turn("root") })
}

/// Reads an input for a turn.
pub(super) fn request_of(operation: &Operation, mode: Mode) -> Result<Request, Receipt> {
    let settings = settings_of(operation);
    let (context, options) = (operation.messages(CONTEXT), options_of(operation)?);
    let (message, waits) = (operation.message, is_waited_for(operation));
    Ok(Request { mode, message, context, settings, options, waits })
}

/// The arguments that are settings, not instructions to the operation itself.
fn settings_of(operation: &Operation) -> Vec<(String, String)> {
    let is_setting = |name: &str| super::SYSTEM.settings.iter().any(|known| known.name == name);
    operation.args.iter().filter(|(name, _)| is_setting(name)).cloned().collect()
}

fn length_of(operation: &Operation) -> Result<Length, Receipt> {
    operation
        .arg("takes")
        .map(str::parse)
        .transpose()
        .map_err(|_| invalid_request("the argument `takes` is a whole number of virtual ms"))
}
