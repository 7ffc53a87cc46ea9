//! Why something waits: for a message in an area, the guard that holds it and the event that frees it.
//!
//! It is answered from what everyone can see after a step, by the same conditions at which the code of
//! the areas, the turn and the queue looks. It decides nothing.

use super::areas::{A, B, C, Phase};
use super::hooks::WAITED_FOR;
use super::thread::Status;
use super::{kinds, rules, terminal, view};
use crate::runtimes::{Hold, Sight, Switch};
use crate::world::{Content, Kind, Place, RuleId, ToolView, kinds as common};

macro_rules! reasons {
    ($(#[$doc:meta])* $type:ident, $all:ident: $($name:ident = $text:literal,)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum $type { $($name),* }

        impl $type {
            const fn name(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }

        /// The names of all of them.
        pub(super) const $all: &[&str] = &[$($text),*];
    };
}

reasons! {
    /// What holds a message where it is.
    Guard, GUARDS:
    LoopIsSerial = "loop-is-serial",
    NotLoaded = "thread-not-loaded",
    BeingOffered = "row-kept-until-started",
    TurnOccupies = "turn-occupies",
    QueuePaused = "queue-paused",
    TriggerMailFirst = "trigger-mail-first",
    OthersFirst = "others-first",
    NobodyOffered = "nobody-offered",
    OrdinaryMail = "ordinary-mail",
    MailTurnComing = "mail-turn-coming",
    NotBegun = "turn-not-begun",
    WindingUp = "turn-winding-up",
    Stopping = "turn-stopping",
    OtherWork = "other-work",
    PhaseNextTurn = "phase-next-turn",
    FirstRequest = "first-request",
    Streaming = "response-streams",
    Compacting = "compaction-first",
    BackOff = "next-try-to-come",
    HookAsked = "hook-asked",
    ToolsAtWork = "tools-at-work",
    NotLookedYet = "not-looked-yet",
    ClientQueues = "client-queues",
    ClientCopy = "client-copy",
    ClientSetAside = "client-set-aside",
}

reasons! {
    /// What sets it free.
    Release, RELEASES:
    LoopTakesIt = "loop-takes-it",
    Loaded = "thread-loaded",
    Started = "turn-started",
    Idle = "session-idle",
    StartedOrTurn = "started-or-turn-completes",
    MailTurnEnds = "mail-turn-ends",
    EarlierGone = "earlier-gone",
    AnyTurn = "any-turn-starts",
    TurnStarts = "turn-starts",
    FirstLook = "first-look",
    DroppedWithTurn = "dropped-with-turn",
    RecordedAtEnd = "recorded-at-end",
    NextTurn = "next-turn-starts",
    ReopenedOrRecorded = "reopened-or-recorded",
    ReopenedOrNextTurn = "reopened-or-next-turn",
    ResponseDone = "response-and-tools-done",
    CutOrDone = "cut-or-response-done",
    CutNow = "cut-at-once",
    Compacted = "compaction-done",
    TriedAgain = "tried-again",
    HookAnswers = "hook-answers",
    OutputsRecorded = "outputs-recorded",
    NextLook = "next-look",
    ClientSeesEnd = "client-sees-end",
    ClientSeesIt = "client-sees-it",
}

/// How the session stands towards what waits in B and C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Idle,
    NotBegun,
    WindingUp,
    Stopping,
    OtherWork,
    PhaseNextTurn,
    FirstRequest,
    Compacting,
    BackOff,
    HookAsked,
    Streaming,
    ToolsAtWork,
    BetweenRequests,
}

/// Why the message waits; nothing where it does not.
pub(super) fn why(sight: &Sight<'_>) -> Option<Hold> {
    let (guard, until, rule) = match sight.place {
        Place::CHANNEL => (Guard::LoopIsSerial, Release::LoopTakesIt, None),
        A => in_the_queue(sight),
        B => pending(sight, standing(sight)),
        C => in_the_mailbox(sight, standing(sight)),
        terminal::QUEUED => {
            (Guard::ClientQueues, Release::ClientSeesEnd, Some(rules::TERMINAL_TAB))
        }
        terminal::PENDING => {
            (Guard::ClientCopy, Release::ClientSeesIt, Some(rules::TERMINAL_COPIES))
        }
        terminal::REJECTED => {
            (Guard::ClientSetAside, Release::ClientSeesEnd, Some(rules::TERMINAL_REJECTED))
        }
        _ => return None,
    };
    Some(Hold { guard: guard.name(), until: until.name(), rule })
}

type Reason = (Guard, Release, Option<RuleId>);

fn in_the_queue(sight: &Sight<'_>) -> Reason {
    let status = sight.snapshot.status;
    let cards = sight.snapshot.cards(A.as_str());
    if [Status::NotFound.name(), Status::Shutdown.name()].contains(&status) {
        (Guard::NotLoaded, Release::Loaded, Some(rules::LOAD_ANNOUNCES_IDLE))
    } else if is_offered(sight) {
        (Guard::BeingOffered, Release::Started, Some(rules::DELETE_AFTER_STARTED))
    } else if sight.snapshot.turn.is_some() {
        (Guard::TurnOccupies, Release::Idle, Some(rules::QUEUE_ONE_PER_IDLE))
    } else if status == Status::Interrupted.name() {
        (Guard::QueuePaused, Release::StartedOrTurn, Some(rules::QUEUE_PAUSED))
    } else if trigger_mail_waits(sight) {
        (Guard::TriggerMailFirst, Release::MailTurnEnds, Some(rules::IDLE_ANNOUNCED))
    } else if cards.first() != Some(&sight.message.id) {
        (Guard::OthersFirst, Release::EarlierGone, Some(rules::QUEUE_FIFO))
    } else {
        (Guard::NobodyOffered, Release::Idle, Some(rules::QUEUE_ONE_PER_IDLE))
    }
}

fn pending(sight: &Sight<'_>, standing: Standing) -> Reason {
    match standing {
        Standing::Idle | Standing::WindingUp => {
            (Guard::WindingUp, Release::DroppedWithTurn, Some(rules::CLEAR_IF_SAME))
        }
        Standing::Stopping => {
            (Guard::Stopping, Release::DroppedWithTurn, Some(rules::INTERRUPT_CLEARS_PENDING))
        }
        Standing::NotBegun => (Guard::NotBegun, Release::FirstLook, None),
        Standing::OtherWork => {
            (Guard::OtherWork, Release::RecordedAtEnd, Some(rules::TASK_WITHOUT_SAMPLING))
        }
        Standing::PhaseNextTurn => {
            (Guard::PhaseNextTurn, Release::ReopenedOrRecorded, Some(rules::PHASE_GATES_PENDING))
        }
        Standing::Streaming | Standing::BackOff
            if sight.message.content == Content::UserText
                && is_on(sight, &rules::INSTANT_INTERRUPT) =>
        {
            let waits = standing == Standing::Streaming;
            let guard = if waits { Guard::Streaming } else { Guard::BackOff };
            (guard, Release::CutNow, Some(rules::STEER_CUTS))
        }
        Standing::Streaming => (Guard::Streaming, Release::ResponseDone, Some(rules::FOLLOW_UP)),
        other => at_work(other),
    }
}

fn in_the_mailbox(sight: &Sight<'_>, standing: Standing) -> Reason {
    let is_trigger = sight.message.mail().is_some_and(|mail| mail.trigger);
    match standing {
        Standing::Idle if is_trigger => {
            (Guard::MailTurnComing, Release::TurnStarts, Some(rules::TRIGGER_MAIL_STARTS))
        }
        Standing::Idle => (Guard::OrdinaryMail, Release::AnyTurn, Some(rules::TRIGGER_MAIL_STARTS)),
        Standing::NotBegun => (Guard::NotBegun, Release::FirstLook, Some(rules::START_MOVES_MAIL)),
        Standing::WindingUp => (Guard::WindingUp, Release::NextTurn, Some(rules::START_MOVES_MAIL)),
        Standing::Stopping => (Guard::Stopping, Release::NextTurn, Some(rules::START_MOVES_MAIL)),
        Standing::OtherWork => (Guard::OtherWork, Release::NextTurn, Some(rules::START_MOVES_MAIL)),
        Standing::PhaseNextTurn => {
            (Guard::PhaseNextTurn, Release::ReopenedOrNextTurn, Some(rules::PHASE_GATES_PENDING))
        }
        Standing::Streaming if is_on(sight, &rules::DEFER_MAILBOX_PREEMPTION) => {
            (Guard::Streaming, Release::ResponseDone, Some(rules::MAIL_CUT_DEFERRED))
        }
        Standing::Streaming => {
            (Guard::Streaming, Release::CutOrDone, Some(rules::MAIL_CUTS_RESPONSE))
        }
        other => at_work(other),
    }
}

/// What is the same for B and C while a turn asks the model.
fn at_work(standing: Standing) -> Reason {
    match standing {
        Standing::FirstRequest => {
            (Guard::FirstRequest, Release::ResponseDone, Some(rules::FIRST_SAMPLING))
        }
        Standing::Compacting => {
            (Guard::Compacting, Release::Compacted, Some(rules::COMPACT_BEFORE_DRAIN))
        }
        Standing::HookAsked => (Guard::HookAsked, Release::HookAnswers, None),
        Standing::BackOff => (Guard::BackOff, Release::TriedAgain, Some(rules::RETRY)),
        Standing::ToolsAtWork => {
            let rule = rules::OUTPUTS_IN_MODEL_ORDER;
            (Guard::ToolsAtWork, Release::OutputsRecorded, Some(rule))
        }
        _ => (Guard::NotLookedYet, Release::NextLook, Some(rules::PENDING_BEFORE_MAIL)),
    }
}

fn standing(sight: &Sight<'_>) -> Standing {
    let snapshot = sight.snapshot;
    let Some(turn) = &snapshot.turn else { return Standing::Idle };
    match turn.state {
        "reserved" => Standing::NotBegun,
        "winding-up" => Standing::WindingUp,
        "stopping" => Standing::Stopping,
        _ if takes_nothing(sight, turn.kind) => Standing::OtherWork,
        _ if snapshot.flag(view::PHASE) == Some(Phase::NextTurn.name()) => Standing::PhaseNextTurn,
        _ if last_of_turn(sight) == Some(kinds::COMPACTING) => Standing::Compacting,
        _ if last_of_turn(sight) == Some(kinds::RETRYING) => Standing::BackOff,
        _ if hook_is_asked(sight) => Standing::HookAsked,
        _ if snapshot.speech.response.is_some() => Standing::Streaming,
        _ if snapshot.tools.iter().any(ToolView::is_busy) => Standing::ToolsAtWork,
        _ if first_request_is_to_come(sight) => Standing::FirstRequest,
        _ => Standing::BetweenRequests,
    }
}

/// Whether the turn's work asks the model nothing: a review, a compaction, or a shell command, which
/// counts as an ordinary turn and tells of itself by its event.
fn takes_nothing(sight: &Sight<'_>, kind: &str) -> bool {
    let turn = sight.snapshot.turn.as_ref().map(|turn| turn.id);
    kind != "regular"
        || sight.events.iter().any(|event| event.turn == turn && event.name == "ExecCommandBegin")
}

/// The last of those steps that say what a turn is busy with between its requests. A compaction is over
/// when its summary stands, or when it has failed; its own retries belong to it.
fn last_of_turn(sight: &Sight<'_>) -> Option<Kind> {
    const OVER: [Kind; 3] = [kinds::COMPACTED, kinds::COMPACTION_FAILED, kinds::TURN_STARTED];
    let mut busy_with = None;
    for step in sight.steps {
        match step.kind {
            kinds::COMPACTING => busy_with = Some(kinds::COMPACTING),
            kinds::RETRYING if busy_with != Some(kinds::COMPACTING) => {
                busy_with = Some(kinds::RETRYING);
            }
            common::REQUESTED if busy_with == Some(kinds::RETRYING) => busy_with = None,
            kind if OVER.contains(&kind) => busy_with = None,
            _ => {}
        }
    }
    busy_with
}

/// Whether the turn waits for the answer of a hook.
fn hook_is_asked(sight: &Sight<'_>) -> bool {
    let waited = |step: &&crate::world::Step| {
        let asked = |fact: &crate::world::Fact| fact.what == WAITED_FOR && fact.holds;
        step.kind == kinds::HOOK_STARTED && step.facts.iter().any(asked)
    };
    let Some(asked) = sight.steps.iter().rposition(|step| waited(&step)) else { return false };
    let about = sight.steps.get(asked).and_then(crate::world::Step::about);
    let later = sight.steps.iter().skip(asked);
    let over = [kinds::HOOK_ANSWERED, kinds::ABORTED];
    !later.into_iter().any(|step| {
        over.contains(&step.kind) && (step.kind == kinds::ABORTED || step.about() == about)
    })
}

fn is_on(sight: &Sight<'_>, switch: &Switch) -> bool {
    let mut settings = sight.snapshot.settings.iter();
    settings.any(|(name, value)| name == switch.setting && value == "on")
}

/// Whether the turn has its input in hand and has not asked the model yet.
fn first_request_is_to_come(sight: &Sight<'_>) -> bool {
    let Some(turn) = &sight.snapshot.turn else { return false };
    let about = |subject: Option<&str>| subject == Some(turn.id.as_str());
    let has_input = !sight.snapshot.cards(Place::TURN.as_str()).is_empty()
        || sight.steps.iter().any(|step| step.kind == kinds::RECORDED && about(step.about()));
    has_input && sight.requests.iter().all(|request| request.turn != turn.id)
}

/// Whether the queue has offered this message and has not been answered yet.
fn is_offered(sight: &Sight<'_>) -> bool {
    let id = sight.message.id;
    let ours = |step: &&crate::world::Step| {
        let moved = step.moves.iter().any(|change| change.message == id);
        [kinds::QUEUE_OFFERS, kinds::QUEUE_CONSUMED, kinds::QUEUE_KEPT].contains(&step.kind)
            && (moved || step.about() == Some(id.as_str()))
    };
    sight.steps.iter().rev().find(ours).is_some_and(|step| step.kind == kinds::QUEUE_OFFERS)
}

fn trigger_mail_waits(sight: &Sight<'_>) -> bool {
    let waiting = sight.snapshot.cards(C.as_str()).iter();
    let mut mail = waiting.filter_map(|id| sight.messages.get(id)).filter_map(|m| m.mail());
    mail.any(|mail| mail.trigger)
}
