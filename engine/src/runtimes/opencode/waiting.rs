//! Why something waits: for a message in a place, the guard that holds it and the event that frees it.
//!
//! It is answered from what everyone can see after a step. It decides nothing.

use super::areas::{FOLLOWUPS, RUN_QUEUE, SAVED};
use super::{kinds, rules, view};
use crate::runtimes::{Hold, Sight};
use crate::world::{Place, RuleId, ToolView};

/// What can hold a message, by name.
pub(super) const GUARDS: &[&str] = &[
    "opencode-on-its-way",
    "opencode-shell-runs",
    "response-streams",
    "tools-at-work",
    "not-looked-yet",
    "opencode-loop-left",
    "turn-stopping",
    "opencode-nothing-runs",
    "client-queues",
    "opencode-footer-busy",
    "others-first",
    "opencode-list-paused",
    "opencode-send-failed",
    "opencode-composer-blocked",
    "turn-occupies",
];

/// What sets it free, by name.
pub(super) const RELEASES: &[&str] = &[
    "opencode-server-takes-it",
    "opencode-run-after-shell",
    "response-and-tools-done",
    "outputs-recorded",
    "opencode-next-pass",
    "opencode-next-prompt",
    "opencode-answer-before-it",
    "opencode-footer-idle",
    "earlier-gone",
    "opencode-list-resumed",
    "opencode-sent-by-hand",
    "opencode-composer-free",
    "session-idle",
];

/// Why the message waits; nothing where it does not.
pub(super) fn why(sight: &Sight<'_>) -> Option<Hold> {
    let (guard, until, rule) = match sight.place {
        Place::CHANNEL => ("opencode-on-its-way", "opencode-server-takes-it", None),
        SAVED => saved(sight),
        RUN_QUEUE => in_the_array(sight),
        FOLLOWUPS => in_the_list(sight),
        _ => return None,
    };
    Some(Hold { guard, until, rule })
}

type Reason = (&'static str, &'static str, Option<RuleId>);

fn saved(sight: &Sight<'_>) -> Reason {
    let snapshot = sight.snapshot;
    let Some(turn) = &snapshot.turn else {
        return ("opencode-nothing-runs", "opencode-next-prompt", Some(idle_rule(sight)));
    };
    match (turn.kind, turn.state) {
        ("user-shell", _) => {
            ("opencode-shell-runs", "opencode-run-after-shell", Some(rules::AFTER_SHELL))
        }
        (_, "stopping") => ("turn-stopping", "opencode-next-prompt", Some(rules::CANCEL_KEEPS)),
        (_, "winding-up") => {
            ("opencode-loop-left", "opencode-next-prompt", Some(rules::NOT_LOOKED_AGAIN))
        }
        _ if snapshot.speech.response.is_some() => {
            ("response-streams", "response-and-tools-done", Some(rules::BEHIND_THE_STEP))
        }
        _ if snapshot.tools.iter().any(ToolView::is_busy) => {
            ("tools-at-work", "outputs-recorded", Some(rules::TOOLS_NOT_SKIPPED))
        }
        _ => ("not-looked-yet", "opencode-next-pass", Some(rules::RELOADS)),
    }
}

/// Why nothing runs for a message that is saved.
fn idle_rule(sight: &Sight<'_>) -> RuleId {
    let last = sight.steps.iter().rev().find_map(|step| match step.kind {
        kinds::ABORTED => Some(rules::CANCEL_KEEPS),
        kinds::LOADED_ANEW => Some(rules::NO_RESTART),
        kinds::LEFT => Some(rules::LEFT_WITHOUT_TEST),
        kinds::COMPLETED => Some(rules::NOT_LOOKED_AGAIN),
        _ => None,
    });
    let own = sight.steps.iter().rev().find(|step| {
        step.kind == kinds::SAVED && step.moves.iter().any(|m| m.message == sight.message.id)
    });
    match own.and_then(|step| step.rule) {
        Some(rules::NO_REPLY) => rules::NO_REPLY,
        _ => last.unwrap_or(rules::IDLE_STARTS),
    }
}

fn in_the_array(sight: &Sight<'_>) -> Reason {
    let about = |kind| {
        let id = sight.message.id.as_str();
        sight.steps.iter().any(|step| step.kind == kind && step.about() == Some(id))
    };
    if about(kinds::RUN_FOOTER) {
        return ("opencode-footer-busy", "opencode-footer-idle", Some(rules::RUN_FOOTER));
    }
    ("client-queues", "opencode-answer-before-it", Some(rules::RUN_ONE))
}

fn in_the_list(sight: &Sight<'_>) -> Reason {
    let snapshot = sight.snapshot;
    let first = snapshot.cards(FOLLOWUPS.as_str()).first() == Some(&sight.message.id);
    match snapshot.flag(view::LIST) {
        Some("paused") => {
            ("opencode-list-paused", "opencode-list-resumed", Some(rules::APP_PAUSED))
        }
        _ if !first => ("others-first", "earlier-gone", Some(rules::APP_SENDS)),
        Some("failed") => {
            ("opencode-send-failed", "opencode-sent-by-hand", Some(rules::APP_FAILED))
        }
        Some("blocked") => {
            ("opencode-composer-blocked", "opencode-composer-free", Some(rules::APP_SENDS))
        }
        _ => ("turn-occupies", "session-idle", Some(rules::APP_SENDS)),
    }
}
