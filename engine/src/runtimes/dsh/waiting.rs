//! Why something waits: the guard that holds it and what sets it free, from what everyone can see after a step.

use super::areas::{NEXT_STEP, NEXT_TURN};
use super::{kinds, rules, view};
use crate::runtimes::{Hold, Sight};
use crate::world::{Place, RuleId, ToolView, kinds as common};

const PARKED: &str = "dsh-nobody-woke";
const STOPPED: &str = "dsh-stopped";
const AFTER_ERROR: &str = "dsh-error-stopped-driver";
const MAINTENANCE: &str = "dsh-maintenance";
const PREPARING: &str = "dsh-step-prepared";
const TURN_RUNS: &str = "dsh-turn-runs";
const STEPS_FIRST: &str = "dsh-next-step-first";
const STOPPING: &str = "turn-stopping";
const OTHERS: &str = "others-first";
const STREAMS: &str = "response-streams";
const TOOLS: &str = "tools-at-work";
const NOT_LOOKED: &str = "not-looked-yet";

/// Everything that holds something.
pub(super) const GUARDS: &[&str] = &[
    PARKED,
    STOPPED,
    AFTER_ERROR,
    MAINTENANCE,
    PREPARING,
    TURN_RUNS,
    STEPS_FIRST,
    STOPPING,
    OTHERS,
    STREAMS,
    TOOLS,
    NOT_LOOKED,
];

const WAKING_SEND: &str = "dsh-waking-send";
const MAINTENANCE_OVER: &str = "dsh-maintenance-over";
const LATER_STEP: &str = "dsh-later-step";
const TURN_OVER: &str = "dsh-turn-over";
const EARLIER_GONE: &str = "earlier-gone";
const RESPONSE_DONE: &str = "response-and-tools-done";
const RECORDED: &str = "outputs-recorded";
const NEXT_LOOK: &str = "next-look";

/// Everything that sets something free.
pub(super) const RELEASES: &[&str] = &[
    WAKING_SEND,
    MAINTENANCE_OVER,
    LATER_STEP,
    TURN_OVER,
    EARLIER_GONE,
    RESPONSE_DONE,
    RECORDED,
    NEXT_LOOK,
];

type Reason = (&'static str, &'static str, RuleId);

/// Why the message waits; nothing where it does not.
pub(super) fn why(sight: &Sight<'_>) -> Option<Hold> {
    if ![NEXT_STEP, NEXT_TURN].contains(&sight.place) {
        return None;
    }
    let snapshot = sight.snapshot;
    let (guard, until, rule) = match (snapshot.flag(view::PHASE), &snapshot.turn) {
        (Some("idle"), _) => at_rest(sight),
        (Some("maintenance"), _) => (MAINTENANCE, MAINTENANCE_OVER, rules::MAINTENANCE_LATCHES),
        (_, None) => (NOT_LOOKED, NEXT_LOOK, rules::CLAIMS_AT_ONCE),
        (_, Some(turn)) if turn.state == "stopping" => {
            let kept = snapshot.flag(view::WAKE) == Some("kept");
            let until = if kept { TURN_OVER } else { WAKING_SEND };
            (STOPPING, until, if kept { rules::LATCH } else { rules::KEEP_INBOX })
        }
        _ if sight.place == NEXT_STEP => for_a_step(sight),
        _ => for_a_turn(sight),
    };
    Some(Hold { guard, until, rule: Some(rule) })
}

/// Nothing is active: how the last turn ended says why.
fn at_rest(sight: &Sight<'_>) -> Reason {
    let last = sight.steps.iter().rev().find_map(|step| match step.kind {
        kinds::ENDED => step.rule,
        common::CRASHED | kinds::LOADED => Some(rules::NO_WAKE),
        _ => None,
    });
    let aborted = sight.steps.iter().rev().find_map(|step| match step.kind {
        kinds::CANCELLED => Some(true),
        kinds::OPENED | kinds::LOADED => Some(false),
        _ => None,
    });
    match last {
        Some(rules::ERROR_PARKS) => (AFTER_ERROR, WAKING_SEND, rules::ERROR_PARKS),
        Some(rules::NO_WAKE) => (PARKED, WAKING_SEND, rules::NO_WAKE),
        _ if aborted == Some(true) => (STOPPED, WAKING_SEND, rules::KEEP_INBOX),
        _ => (PARKED, WAKING_SEND, rules::INJECT),
    }
}

fn for_a_step(sight: &Sight<'_>) -> Reason {
    let snapshot = sight.snapshot;
    match () {
        () if snapshot.speech.response.is_some() => (STREAMS, RESPONSE_DONE, rules::GOES_ON),
        () if snapshot.tools.iter().any(ToolView::is_busy) => {
            (TOOLS, RECORDED, rules::NONE_SKIPPED)
        }
        () if is_prepared(sight) => (PREPARING, LATER_STEP, rules::MISSES),
        () => (NOT_LOOKED, NEXT_LOOK, rules::ALL_STEPS),
    }
}

/// Whether a step has claimed what it takes, and its request is still to come.
fn is_prepared(sight: &Sight<'_>) -> bool {
    let last = sight.steps.iter().rev().find_map(|step| match step.kind {
        kinds::OPENED | kinds::CLAIMED | kinds::PREPARING => Some(true),
        kinds::ENTERED | common::REQUESTED => Some(false),
        _ => None,
    });
    last == Some(true) || !sight.snapshot.cards(Place::TURN.as_str()).is_empty()
}

fn for_a_turn(sight: &Sight<'_>) -> Reason {
    let first = sight.snapshot.cards(NEXT_TURN.as_str()).first() == Some(&sight.message.id);
    let steps = !sight.snapshot.cards(NEXT_STEP.as_str()).is_empty();
    match () {
        () if !first => (OTHERS, EARLIER_GONE, rules::ONE_A_TURN),
        () if steps => (STEPS_FIRST, TURN_OVER, rules::STEPS_FIRST),
        () => (TURN_RUNS, TURN_OVER, rules::LATER_STEPS),
    }
}
