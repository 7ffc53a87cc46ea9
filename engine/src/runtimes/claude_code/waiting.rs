//! Why something waits: the guard that holds it and what sets it free, from what everyone can see after a step.

use super::areas::{LATER, NEXT, NOW};
use super::routing::FOR_ANOTHER;
use super::{kinds, rules, view};
use crate::runtimes::{Hold, Sight, VERSION};
use crate::world::{Content, RuleId, ToolView};

const STARTING: &str = "claude_code-starting-up";
const DIALOG: &str = "claude_code-dialog-open";
const JUST_IN: &str = "claude_code-just-in";
const FOR_OTHERS: &str = "claude_code-for-another-agent";
const COMMAND_RUNS: &str = "claude_code-command-runs";
const COMMAND_HELD: &str = "claude_code-command-held";
const LATE: &str = "claude_code-only-between-turns";
const ANSWERS: &str = "claude_code-model-answers";
const STOPPING: &str = "turn-stopping";
const TOOLS: &str = "tools-at-work";
const NOT_LOOKED: &str = "not-looked-yet";

/// Everything that holds something.
pub(super) const GUARDS: &[&str] = &[
    STARTING,
    DIALOG,
    JUST_IN,
    FOR_OTHERS,
    COMMAND_RUNS,
    COMMAND_HELD,
    LATE,
    ANSWERS,
    STOPPING,
    TOOLS,
    NOT_LOOKED,
];

const READY: &str = "claude_code-started-up";
const CLOSED: &str = "claude_code-dialog-closed";
const TAKEN: &str = "claude_code-taken-next";
const OTHER_TAKES: &str = "claude_code-that-agent-takes-it";
const TURN_OVER: &str = "claude_code-turn-over";
const TOOLS_OR_OVER: &str = "claude_code-tools-done-or-turn-over";
const RECORDED: &str = "outputs-recorded";
const NEXT_LOOK: &str = "next-look";

/// Everything that sets something free.
pub(super) const RELEASES: &[&str] =
    &[READY, CLOSED, TAKEN, OTHER_TAKES, TURN_OVER, TOOLS_OR_OVER, RECORDED, NEXT_LOOK];

/// Why the message waits; nothing where it does not.
pub(super) fn why(sight: &Sight<'_>) -> Option<Hold> {
    if ![NOW, NEXT, LATER].contains(&sight.place) {
        return None;
    }
    let (guard, until, rule): (_, _, RuleId) = match &sight.snapshot.turn {
        _ if sight.snapshot.status == "starting" => (STARTING, READY, rules::IDLE_STARTS),
        _ if is_for_another(sight) => (FOR_OTHERS, OTHER_TAKES, rules::LEAVES_OTHERS),
        None if sight.snapshot.flag(view::DIALOG) == Some("open") => {
            (DIALOG, CLOSED, rules::DIALOG_HOLDS)
        }
        None => (JUST_IN, TAKEN, rules::IDLE_STARTS),
        Some(turn) if turn.state == "stopping" => (STOPPING, TURN_OVER, rules::GOES_ON_AFTER_STOP),
        Some(turn) if turn.kind == "command" => (COMMAND_RUNS, TURN_OVER, rules::ONE_COMMAND),
        Some(_) => during_a_turn(sight),
    };
    Some(Hold { guard, until, rule: Some(rule) })
}

fn during_a_turn(sight: &Sight<'_>) -> (&'static str, &'static str, RuleId) {
    let snapshot = sight.snapshot;
    let early = |(name, value): &(String, String)| name == VERSION && value == "0.2.75";
    let tools = snapshot.tools.iter().any(ToolView::is_busy);
    match () {
        () if sight.message.content == Content::Command => {
            (COMMAND_HELD, TURN_OVER, rules::LEAVES_COMMANDS)
        }
        () if sight.place == LATER => (LATE, TURN_OVER, rules::UP_TO_NEXT),
        () if snapshot.settings.iter().any(early) => (LATE, TURN_OVER, rules::IDLE_STARTS),
        () if snapshot.speech.response.is_some() => {
            (ANSWERS, TOOLS_OR_OVER, rules::NOT_AFTER_AN_ANSWER)
        }
        () if tools && sight.place == NOW => (TOOLS, RECORDED, rules::NOW_WAITS_FOR_TOOLS),
        () if tools => (TOOLS, RECORDED, rules::AFTER_ALL_TOOLS),
        () => (NOT_LOOKED, NEXT_LOOK, rules::FOLDS),
    }
}

fn is_for_another(sight: &Sight<'_>) -> bool {
    let own = |step: &&crate::world::Step| {
        step.kind == kinds::ENTERED
            && step.moves.iter().any(|change| change.message == sight.message.id)
    };
    let entered = sight.steps.iter().rev().find(own);
    entered.is_some_and(|step| step.facts.iter().any(|fact| fact.what == FOR_ANOTHER && fact.holds))
}
