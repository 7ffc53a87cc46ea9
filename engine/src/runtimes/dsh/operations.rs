//! What can be asked of DSH: of the agent by plug-ins, of the host over its interface, and by a person's keys.

use crate::runtimes::{ArgKind, ArgSpec, MessageUse, OperationSpec};

const LIST: ArgSpec = required("list", ArgKind::Word(&["next-turn", "next-step"]));
const WAKE: ArgSpec = required("wake", ArgKind::Word(&["yes", "no"]));
const ITEM: ArgSpec = required("item", ArgKind::Message);
const MODE: ArgSpec = optional("mode", ArgKind::Word(&["queue", "steer"]));
const KEEP: ArgSpec = optional("keep-inbox", ArgKind::Word(&["no", "yes"]));
const CAUSE: ArgSpec = optional("cause", ArgKind::Word(super::abort::CAUSES));
const MILLIS: ArgSpec = required("takes", ArgKind::Millis);
const STATE: ArgSpec = required("is", ArgKind::Word(&["broken", "good"]));

const fn required(name: &'static str, takes: ArgKind) -> ArgSpec {
    ArgSpec { name, required: true, takes }
}

const fn optional(name: &'static str, takes: ArgKind) -> ArgSpec {
    ArgSpec { name, required: false, takes }
}

const fn op(name: &'static str, message: MessageUse, args: &'static [ArgSpec]) -> OperationSpec {
    OperationSpec { name, message, args }
}

/// Every operation.
pub const ALL: &[OperationSpec] = &[
    // The agent.
    op("followup", MessageUse::Required, &[]),
    op("steer", MessageUse::Required, &[]),
    op("inject", MessageUse::Required, &[]),
    op("send", MessageUse::Required, &[LIST, WAKE]),
    op("cancel", MessageUse::Never, &[KEEP, CAUSE]),
    op("maintenance", MessageUse::Never, &[MILLIS]),
    op("when-idle", MessageUse::Never, &[]),
    op("dispose", MessageUse::Never, &[]),
    // Its inbox.
    op("inbox-append", MessageUse::Required, &[LIST]),
    op("inbox-prepend", MessageUse::Required, &[LIST]),
    op("inbox-replace", MessageUse::Required, &[ITEM]),
    op("inbox-remove", MessageUse::Never, &[ITEM]),
    op("inbox-clear", MessageUse::Never, &[]),
    // The host.
    op("prompt", MessageUse::Required, &[MODE]),
    op("queue-list", MessageUse::Never, &[]),
    op("queue-edit", MessageUse::Required, &[ITEM]),
    op("queue-remove", MessageUse::Never, &[ITEM]),
    op("queue-steer", MessageUse::Never, &[ITEM]),
    op("stop", MessageUse::Never, &[]),
    op("job-done", MessageUse::Required, &[]),
    // A person's keys.
    op("press-enter", MessageUse::Required, &[]),
    op("press-mod-enter", MessageUse::Optional, &[]),
    // The session log and the process.
    op("log", MessageUse::Never, &[STATE]),
    op("crash", MessageUse::Never, &[]),
    op("load", MessageUse::Never, &[]),
];
