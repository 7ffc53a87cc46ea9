//! Codex (temporary header).
pub mod kinds;
mod operations;
pub mod rules;

use super::{AreaSpec, SettingSpec, System};

/// Codex as it is described at commit 343074d42.
pub const SYSTEM: System = System {
    name: "codex",
    version: "343074d42 (2026-08-22)",
    areas: &[
        AreaSpec { name: "A", durable: true, initial: true },
        AreaSpec { name: "B", durable: false, initial: false },
        AreaSpec { name: "C", durable: false, initial: true },
    ],
    flags: &[("phase", &["current-turn", "next-turn"])],
    settings: &[
        SettingSpec { name: "mode", values: &["default", "plan"], default_millis: 0 },
        SettingSpec {
            name: "approval",
            values: &["on-request", "never", "untrusted"],
            default_millis: 0,
        },
        SettingSpec { name: "wait-min-ms", values: &[], default_millis: 10_000 },
        SettingSpec { name: "wait-max-ms", values: &[], default_millis: 3_600_000 },
        SettingSpec { name: "wait-default-ms", values: &[], default_millis: 30_000 },
    ],
    operations: operations::ALL,
    kinds: kinds::ALL,
    rules: rules::ALL,
    events: &[
        "TurnStarted",
        "TurnComplete",
        "TurnAborted",
        "UserMessage",
        "AgentMessage",
        "ItemStarted",
        "ItemCompleted",
        "RawResponseItem",
        "TokenCount",
        "EnteredReviewMode",
        "ExitedReviewMode",
        "ThreadIdle",
        "ThreadQueueChanged",
        "SettingsApplied",
        "Error",
        "ExecCommandBegin",
        "ExecCommandEnd",
    ],
    refusals: &[
        "NotIdle",
        "PendingTriggerTurn",
        "PlanMode",
        "NoActiveTurn",
        "ExpectedTurnMismatch",
        "ActiveTurnNotSteerable",
        "EmptyInput",
    ],
    start: |_, _| unimplemented!(),
};
