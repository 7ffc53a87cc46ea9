//! Why something waits: the guard that holds it and what sets it free, from what everyone can see after a step.

use super::areas::{FOLLOW_UP, HELD, NEXT_PROMPT, STEERING, TURN_END};
use super::rules;
use crate::runtimes::{Hold, Sight};
use crate::world::{Place, RuleId, ToolView};

const IDLE: &str = "pi-nothing-wakes";
const STARTING: &str = "pi-run-starts";
const STREAMS: &str = "pi-response-streams";
const TOOLS: &str = "pi-tools-at-work";
const BETWEEN: &str = "pi-not-polled-yet";
const STEERS_FIRST: &str = "pi-run-not-over";
const FOR_A_PROMPT: &str = "pi-goes-with-a-prompt";
const FOR_THE_END: &str = "pi-waits-for-turn-end";
const COMPACTING: &str = "pi-window-summed-up";

/// Everything that holds something.
pub(super) const GUARDS: &[&str] =
    &[IDLE, STARTING, STREAMS, TOOLS, BETWEEN, STEERS_FIRST, FOR_A_PROMPT, FOR_THE_END, COMPACTING];

const PROMPT: &str = "pi-next-prompt-or-continue";
const TURN_OVER: &str = "pi-turn-over";
const NEXT_POLL: &str = "pi-next-poll";
const RUN_OVER: &str = "pi-run-otherwise-over";
const SUMMARY: &str = "pi-summary-stands";

/// Everything that sets something free.
pub(super) const RELEASES: &[&str] = &[PROMPT, TURN_OVER, NEXT_POLL, RUN_OVER, SUMMARY];

/// Why the message waits; nothing where it does not.
pub(super) fn why(sight: &Sight<'_>) -> Option<Hold> {
    let hold = |guard, until, rule: RuleId| Some(Hold { guard, until, rule: Some(rule) });
    let running = sight.snapshot.turn.is_some();
    match sight.place {
        Place::CHANNEL => hold(BETWEEN, NEXT_POLL, rules::STEER_APPENDS),
        STEERING if running => steering(sight),
        STEERING => hold(IDLE, PROMPT, rules::STEER_APPENDS),
        FOLLOW_UP if running => hold(STEERS_FIRST, RUN_OVER, rules::FOLLOW_UP_WHEN_DONE),
        FOLLOW_UP => hold(IDLE, PROMPT, rules::FOLLOW_UP_APPENDS),
        NEXT_PROMPT => hold(FOR_A_PROMPT, PROMPT, rules::NEXT_TURN_GOES_ALONG),
        TURN_END => hold(FOR_THE_END, TURN_OVER, rules::CUSTOM_HELD),
        HELD => hold(COMPACTING, SUMMARY, rules::CLIENT_HOLDS),
        _ => None,
    }
}

fn steering(sight: &Sight<'_>) -> Option<Hold> {
    let snapshot = sight.snapshot;
    let (guard, until, rule) =
        if snapshot.turn.as_ref().is_some_and(|turn| turn.state == "starting") {
            (STARTING, NEXT_POLL, rules::POLL_AT_START)
        } else if snapshot.speech.response.is_some() {
            (STREAMS, TURN_OVER, rules::POLL_AFTER_TURN)
        } else if snapshot.tools.iter().any(ToolView::is_busy) {
            (TOOLS, TURN_OVER, rules::WHOLE_BATCH)
        } else {
            (BETWEEN, NEXT_POLL, rules::POLL_AFTER_TURN)
        };
    Some(Hold { guard, until, rule: Some(rule) })
}
