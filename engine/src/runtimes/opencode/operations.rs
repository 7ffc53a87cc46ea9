//! What can be asked of OpenCode: by programs, at the full terminal, in a direct run, in the app.

use crate::runtimes::{ArgKind, ArgSpec, MessageUse, OperationSpec};

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
    // What programs ask the server.
    op("prompt", MessageUse::Required, &[optional("reply", ArgKind::Word(&["no", "yes"]))]),
    op("loop", MessageUse::Never, &[]),
    op("shell", MessageUse::Required, &[optional("takes", ArgKind::Millis)]),
    op("cancel", MessageUse::Never, &[]),
    op(
        "permission-reply",
        MessageUse::Never,
        &[required("id", ArgKind::Text), required("decision", ArgKind::Word(&["once", "reject"]))],
    ),
    // A person's keys at the full terminal.
    op("press-enter", MessageUse::Required, &[]),
    op("press-esc", MessageUse::Never, &[]),
    // The same in a direct run. In shell mode a text is a command for the shell.
    op("run-enter", MessageUse::Required, &[optional("mode", ArgKind::Word(&["shell", "prompt"]))]),
    op("run-withdraw", MessageUse::Required, &[]),
    op("run-flush", MessageUse::Never, &[]),
    op("run-esc", MessageUse::Never, &[]),
    op("run-close", MessageUse::Never, &[]),
    // The app. `app-send` sends an item of its list by hand, also one that failed.
    op("app-enter", MessageUse::Required, &[]),
    op("app-send", MessageUse::Required, &[]),
    op("app-edit", MessageUse::Required, &[]),
    op("app-abort", MessageUse::Never, &[]),
    op("app-composer", MessageUse::Never, &[required("is", ArgKind::Word(&["blocked", "free"]))]),
    // The life of the process, and the way to it.
    op("connection", MessageUse::Never, &[required("is", ArgKind::Word(&["broken", "good"]))]),
    op("crash", MessageUse::Never, &[]),
    op("load", MessageUse::Never, &[]),
];
