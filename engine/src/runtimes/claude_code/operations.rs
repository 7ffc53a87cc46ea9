//! What can be asked of Claude Code: by a program that embeds it, by other sessions, and by a person's keys.

use super::areas::Priority;
use crate::runtimes::{ArgKind, ArgSpec, MessageUse, OperationSpec};

const YES_OR_NO: ArgKind = ArgKind::Word(&["yes", "no"]);
const PRIORITY: ArgSpec = optional("priority", ArgKind::Word(Priority::NAMES));
const HUMAN: ArgSpec = optional("human", YES_OR_NO);
const SHOULD_QUERY: ArgSpec = optional("should-query", YES_OR_NO);
const TO: ArgSpec = optional("to", ArgKind::Text);
const CANCEL_QUEUED: ArgSpec = optional("cancel-queued", YES_OR_NO);
const MESSAGE: ArgSpec = ArgSpec { required: true, ..optional("message", ArgKind::Message) };

const fn optional(name: &'static str, takes: ArgKind) -> ArgSpec {
    ArgSpec { name, required: false, takes }
}

const fn op(name: &'static str, message: MessageUse, args: &'static [ArgSpec]) -> OperationSpec {
    OperationSpec { name, message, args }
}

/// Every operation.
pub const ALL: &[OperationSpec] = &[
    op("send", MessageUse::Required, &[PRIORITY, HUMAN, SHOULD_QUERY, TO]),
    op("notify", MessageUse::Required, &[PRIORITY]),
    op("peer", MessageUse::Required, &[PRIORITY]),
    op("interrupt", MessageUse::Never, &[CANCEL_QUEUED]),
    op("cancel-message", MessageUse::Never, &[MESSAGE]),
    // The terminal client.
    op("press-enter", MessageUse::Required, &[]),
    op("press-queue-submit", MessageUse::Required, &[]),
    op("press-send-now", MessageUse::Optional, &[]),
    op("press-up", MessageUse::Never, &[]),
    op("press-esc", MessageUse::Never, &[]),
    op("press-ctrl-c", MessageUse::Never, &[]),
    op("type", MessageUse::Required, &[]),
    op("open-dialog", MessageUse::Never, &[]),
    op("close-dialog", MessageUse::Never, &[]),
    op("crash", MessageUse::Never, &[]),
    op("load", MessageUse::Never, &[]),
];
