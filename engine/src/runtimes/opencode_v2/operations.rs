//! What can be asked of OpenCode V2. What only one generation knows is answered as not found by the other.

use crate::runtimes::{ArgKind, ArgSpec, MessageUse, OperationSpec};
use crate::world;

const DELIVERY: ArgSpec = optional("delivery", ArgKind::Word(&["steer", "queue"]));
const RESUME: ArgSpec = optional("resume", ArgKind::Word(&["no", "yes"]));

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
    // What programs ask. `id` is the message under whose id it comes, where that is another one.
    op(
        "prompt",
        MessageUse::Required,
        &[
            DELIVERY,
            RESUME,
            optional("id", ArgKind::Message),
            optional(world::CONTEXT, ArgKind::Messages),
        ],
    ),
    op("synthetic", MessageUse::Required, &[DELIVERY, RESUME]),
    op("compact", MessageUse::Never, &[DELIVERY]),
    op("move", MessageUse::Never, &[DELIVERY, required("to", ArgKind::Word(&["other", "home"]))]),
    op("inbox-list", MessageUse::Never, &[]),
    op("inbox-cancel", MessageUse::Required, &[]),
    op("inbox-steer", MessageUse::Required, &[]),
    op("inbox-queue", MessageUse::Required, &[]),
    op("resume", MessageUse::Never, &[]),
    op("wake", MessageUse::Never, &[]),
    op("wait", MessageUse::Never, &[]),
    op("active", MessageUse::Never, &[]),
    op("interrupt", MessageUse::Never, &[optional("continue", ArgKind::Word(&["yes", "no"]))]),
    op(
        "permission-reply",
        MessageUse::Never,
        &[required("id", ArgKind::Text), required("decision", ArgKind::Word(&["once", "reject"]))],
    ),
    // A person's keys at the terminal.
    op("press-enter", MessageUse::Required, &[]),
    op("press-queue", MessageUse::Required, &[]),
    // What a request is made of can be prepared, or cannot.
    op(
        "context",
        MessageUse::Never,
        &[required("is", ArgKind::Word(&["unavailable", "available"]))],
    ),
    // The life of the process.
    op("crash", MessageUse::Never, &[]),
    op("load", MessageUse::Never, &[]),
];
