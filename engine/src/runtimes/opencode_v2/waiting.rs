//! Why something waits: for a row of the inbox, the guard that holds it and the event that frees it.
//!
//! It is answered from what everyone can see after a step. It decides nothing.

use super::areas::{QUEUE, STEER};
use super::{kinds, rules};
use crate::runtimes::{Hold, Sight};
use crate::world::{MessageId, Place, RuleId, ToolView, kinds as common};

/// What can hold a message, by name.
pub(super) const GUARDS: &[&str] = &[
    "opencode_v2-on-its-way",
    "opencode_v2-nobody-woken",
    "opencode_v2-context-unavailable",
    "opencode_v2-interrupted",
    "turn-stopping",
    "opencode_v2-control-first",
    "others-first",
    "opencode_v2-steers-first",
    "opencode_v2-work-left",
    "compaction-first",
    "response-streams",
    "tools-at-work",
    "not-looked-yet",
];

/// What sets it free, by name.
pub(super) const RELEASES: &[&str] = &[
    "opencode_v2-server-takes-it",
    "opencode_v2-session-woken",
    "opencode_v2-control-done",
    "earlier-gone",
    "opencode_v2-nothing-left",
    "compaction-done",
    "response-and-tools-done",
    "outputs-recorded",
    "next-look",
];

type Reason = (&'static str, &'static str, Option<RuleId>);

/// Why the message waits; nothing where it does not.
pub(super) fn why(sight: &Sight<'_>) -> Option<Hold> {
    let (guard, until, rule) = match sight.place {
        Place::CHANNEL => ("opencode_v2-on-its-way", "opencode_v2-server-takes-it", None),
        STEER | QUEUE if sight.snapshot.turn.is_none() => at_rest(sight),
        STEER => steer(sight),
        QUEUE => queued(sight),
        _ => return None,
    };
    Some(Hold { guard, until, rule })
}

/// Nothing runs: what has stopped it last says why.
fn at_rest(sight: &Sight<'_>) -> Reason {
    let last = sight.steps.iter().rev().find_map(|step| match step.kind {
        kinds::BLOCKED => Some(("opencode_v2-context-unavailable", rules::INIT_FIRST)),
        kinds::ABORTED => Some(("opencode_v2-interrupted", rules::KEEPS_ROWS)),
        kinds::LOADED => Some(("opencode_v2-nobody-woken", rules::DURABLE)),
        kinds::ADMITTED | kinds::COMPLETED => Some(("opencode_v2-nobody-woken", rules::NO_RESUME)),
        _ => None,
    });
    let (guard, rule) = last.unwrap_or(("opencode_v2-nobody-woken", rules::NO_RESUME));
    (guard, "opencode_v2-session-woken", Some(rule))
}

fn is_control(id: &MessageId) -> bool {
    ["compaction:", "move:"].iter().any(|kind| id.as_str().starts_with(kind))
}

/// Whether a control stands in front of the message in its place.
fn behind_a_control(sight: &Sight<'_>) -> bool {
    let cards = sight.snapshot.cards(sight.place.as_str()).iter();
    let mut front = cards.take_while(|card| **card != sight.message.id);
    front.any(is_control)
}

fn steer(sight: &Sight<'_>) -> Reason {
    let snapshot = sight.snapshot;
    let stopping = snapshot.turn.as_ref().is_some_and(|turn| turn.state == "stopping");
    match () {
        () if stopping => ("turn-stopping", "opencode_v2-session-woken", Some(rules::KEEPS_ROWS)),
        () if behind_a_control(sight) => {
            ("opencode_v2-control-first", "opencode_v2-control-done", Some(rules::BARRIER))
        }
        () if compacts(sight) => {
            ("compaction-first", "compaction-done", Some(rules::PROMOTION_OFF))
        }
        () if snapshot.speech.response.is_some() => {
            ("response-streams", "response-and-tools-done", Some(rules::BEFORE_REQUEST))
        }
        () if snapshot.tools.iter().any(ToolView::is_busy) => {
            ("tools-at-work", "outputs-recorded", Some(rules::TOOLS_SETTLE))
        }
        () => ("not-looked-yet", "next-look", Some(rules::BEFORE_REQUEST)),
    }
}

fn queued(sight: &Sight<'_>) -> Reason {
    let snapshot = sight.snapshot;
    let first = snapshot.cards(QUEUE.as_str()).first() == Some(&sight.message.id);
    let steers = !snapshot.cards(STEER.as_str()).is_empty();
    let stopping = snapshot.turn.as_ref().is_some_and(|turn| turn.state == "stopping");
    match () {
        () if stopping => ("turn-stopping", "opencode_v2-session-woken", Some(rules::KEEPS_ROWS)),
        () if behind_a_control(sight) => {
            ("opencode_v2-control-first", "opencode_v2-control-done", Some(rules::BARRIER))
        }
        () if !first => ("others-first", "earlier-gone", Some(rules::IDLE_QUEUE)),
        () if steers => {
            ("opencode_v2-steers-first", "opencode_v2-nothing-left", Some(rules::STEERS_FIRST))
        }
        () => ("opencode_v2-work-left", "opencode_v2-nothing-left", Some(rules::QUEUE_WAITS)),
    }
}

/// Whether the window is being summed up.
fn compacts(sight: &Sight<'_>) -> bool {
    let last = sight.steps.iter().rev().find_map(|step| match step.kind {
        kinds::COMPACTING => Some(true),
        kinds::COMPACTED | kinds::STARTED | common::CRASHED => Some(false),
        _ => None,
    });
    last == Some(true)
}
