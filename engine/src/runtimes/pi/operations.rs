//! What can be asked of Pi: by a program that embeds it, over its wire protocol, and by a person's keys.

use crate::runtimes::{ArgKind, ArgSpec, MessageUse, OperationSpec};

const BEHAVIOR: ArgSpec = optional("behavior", ArgKind::Word(&["steer", "follow-up"]));
const DELIVER: ArgSpec = optional("deliver", ArgKind::Word(&["steer", "follow-up", "next-turn"]));
const TRIGGER: ArgSpec = optional("trigger", ArgKind::Word(&["yes", "no"]));
const QUEUE: ArgSpec = required("queue", ArgKind::Word(&["steering", "follow-up"]));
const MODE: ArgSpec = required("mode", ArgKind::Word(super::areas::Mode::NAMES));

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
    op("prompt", MessageUse::Required, &[BEHAVIOR]),
    op("steer", MessageUse::Required, &[]),
    op("follow-up", MessageUse::Required, &[]),
    op("custom", MessageUse::Required, &[DELIVER, TRIGGER]),
    op("continue", MessageUse::Never, &[]),
    op("abort", MessageUse::Never, &[]),
    op("clear-queue", MessageUse::Never, &[]),
    op("reset", MessageUse::Never, &[]),
    op("set-mode", MessageUse::Never, &[QUEUE, MODE]),
    op("compact", MessageUse::Never, &[]),
    // The terminal client.
    op("press-enter", MessageUse::Required, &[]),
    op("press-alt-enter", MessageUse::Required, &[]),
    op("press-alt-up", MessageUse::Never, &[]),
    op("press-esc", MessageUse::Never, &[]),
    op("type", MessageUse::Required, &[]),
    op("crash", MessageUse::Never, &[]),
    op("load", MessageUse::Never, &[]),
];
