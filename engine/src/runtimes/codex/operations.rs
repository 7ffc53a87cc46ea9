//! What can be asked of Codex. Operations whose name begins with `ask-` or `watch-` only look; they are
//! the eyes of conformance cases.

use crate::runtimes::{ArgKind, ArgSpec, MessageUse, OperationSpec};
use crate::world::{self, EXPECTED_TURN};

const APPROVAL: ArgSpec =
    optional("approval", ArgKind::Word(&["on-request", "never", "untrusted"]));
const MODE: ArgSpec = optional("mode", ArgKind::Word(&["default", "plan"]));
const NEVER: ArgSpec = optional("never-allowed", ArgKind::Word(&["no", "yes"]));
const CONNECTORS: ArgSpec = optional("connectors", ArgKind::Word(&["selected", "none"]));
const DESCENDANTS: ArgSpec = optional("live-descendants", ArgKind::Word(&["some", "none"]));
const CONTEXT: ArgSpec = optional(world::CONTEXT, ArgKind::Messages);
const SCHEMA: ArgSpec = optional("schema", ArgKind::Json);
const HOST: ArgSpec = optional("host", ArgKind::Word(&["draining", "open"]));
const PARENT: ArgSpec = optional("parent", ArgKind::Text);
const ROOT: ArgSpec = optional("root", ArgKind::Text);
const WAITS: ArgSpec = optional("waits", ArgKind::Word(&["no", "yes"]));
const TAKES: ArgSpec = optional("takes", ArgKind::Millis);
const DECISION: ArgSpec = required("decision", ArgKind::Word(&["approved", "denied", "abort"]));
const TEXT: ArgSpec = required("text", ArgKind::Text);
const ANSWER: &[ArgSpec] = &[required("id", ArgKind::Text), TEXT];

const CLIENT: ArgSpec = optional("client", ArgKind::Text);
const MORE: ArgSpec = optional("more", ArgKind::Text);
const TIMES: ArgSpec = optional("times", ArgKind::Count);
const MENTION: ArgSpec = optional("mention", ArgKind::Text);
const FILE: ArgSpec = optional("file", ArgKind::Text);
const THREAD: ArgSpec = optional("thread", ArgKind::Text);
const CURSOR: ArgSpec = optional("cursor", ArgKind::Text);
const LOST: ArgSpec = optional("answer-lost-after", ArgKind::Millis);
const LIMIT: ArgSpec = optional("limit", ArgKind::Count);

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
    // Turn input, by the strictness of its intent.
    op(
        "start-or-steer",
        MessageUse::Optional,
        &[PARENT, ROOT, CONTEXT, SCHEMA, APPROVAL, MODE, WAITS],
    ),
    op("start-if-idle", MessageUse::Optional, &[PARENT, ROOT, CONTEXT, SCHEMA, APPROVAL, MODE]),
    op(
        "steer",
        MessageUse::Optional,
        &[optional(EXPECTED_TURN, ArgKind::Text), PARENT, ROOT, CONTEXT, SCHEMA, APPROVAL, MODE],
    ),
    op("recover", MessageUse::Never, &[required("turn", ArgKind::Text), APPROVAL, MODE]),
    op(
        "continue",
        MessageUse::Optional,
        &[required("previous", ArgKind::Text), ROOT, CONTEXT, SCHEMA, APPROVAL, MODE],
    ),
    // What was said in a voice conversation.
    op("realtime-text", MessageUse::Required, &[]),
    // Another hand on the thread's settings, beside the submission channel.
    op("configure", MessageUse::Never, &[APPROVAL, MODE, NEVER, CONNECTORS, HOST, DESCENDANTS]),
    // Other ways in.
    op("inject", MessageUse::Required, &[]),
    op("mail", MessageUse::Required, &[]),
    // Stopping.
    op("interrupt", MessageUse::Never, &[]),
    op(
        "abort",
        MessageUse::Never,
        &[required(
            "reason",
            ArgKind::Word(&["interrupted", "budget-limited", "review-ended", "replaced"]),
        )],
    ),
    // Newer: only if nothing waits that the turn would still take.
    op(
        "interrupt-if-no-pending-input",
        MessageUse::Never,
        &[required("turn", ArgKind::Text), WAITS],
    ),
    // The automatic reviewer refuses what the turn wants to do; the third time it interrupts the turn.
    op("guardian-denial", MessageUse::Never, &[]),
    // The end of the session: by order, because its channel closes, or so that another process goes on.
    op("shutdown", MessageUse::Never, &[]),
    op("close-channel", MessageUse::Never, &[]),
    op("suspend", MessageUse::Never, &[optional("flush", ArgKind::Word(&["fails", "succeeds"]))]),
    // An abort from beside the submission channel, of a turn that has no task.
    op("abort-taskless", MessageUse::Never, &[]),
    // Answers to what tools ask. `id` is the call, unless the tool asks under another id; of a question to
    // the user it is the turn.
    op("exec-approval", MessageUse::Never, &[required("id", ArgKind::Text), DECISION]),
    op("patch-approval", MessageUse::Never, &[required("id", ArgKind::Text), DECISION]),
    op("request-permissions-response", MessageUse::Never, ANSWER),
    op("user-input-answer", MessageUse::Never, ANSWER),
    op(
        "resolve-elicitation",
        MessageUse::Never,
        &[required("server", ArgKind::Text), required("request", ArgKind::Text), TEXT],
    ),
    op("dynamic-tool-response", MessageUse::Never, ANSWER),
    // Tasks of another kind. `takes` is their length in virtual ms; without it they never end by themselves.
    op("review", MessageUse::Never, &[TAKES, optional("output", ArgKind::Text)]),
    op("compact", MessageUse::Never, &[TAKES]),
    op("user-shell", MessageUse::Never, &[TAKES]),
    // The durable queue.
    // `more` is a second text part that stands there `times` times; `file` goes along; `mention` is no text.
    op("queue-add", MessageUse::Optional, &[CLIENT, MORE, TIMES, MENTION, FILE]),
    op(
        "queue-update",
        MessageUse::Optional,
        &[required("item", ArgKind::Message), CLIENT, MORE, TIMES, MENTION, FILE, THREAD],
    ),
    op("queue-delete", MessageUse::Required, &[THREAD]),
    op("queue-reorder", MessageUse::Never, &[required("order", ArgKind::Messages), THREAD]),
    op("queue-start", MessageUse::Optional, &[]),
    op("queue-list", MessageUse::Never, &[CURSOR, LIMIT, THREAD]),
    // Another process on the same rows, an announcement that nobody hears, and the person's files.
    op(
        "other-process-add",
        MessageUse::Required,
        &[CLIENT, optional("payload", ArgKind::Word(&["garbled"]))],
    ),
    // The same, told: another process has changed rows, and this one looks. For rows that lie outside of the run.
    op("other-process-changed", MessageUse::Never, &[]),
    // Another thread that this process has loaded, too: a row for it, and whether it hears that it is idle.
    op("other-thread-add", MessageUse::Never, &[]),
    op("other-thread", MessageUse::Never, &[required("hears", ArgKind::Word(&["yes", "no"]))]),
    op(
        "storage",
        MessageUse::Never,
        &[required("is", ArgKind::Word(&["good", "refused", "full", "older", "newer", "corrupt"]))],
    ),
    op("delete-thread", MessageUse::Never, &[]),
    op("miss-idle", MessageUse::Never, &[]),
    op(
        "file",
        MessageUse::Never,
        &[required("name", ArgKind::Text), required("is", ArgKind::Word(&["there", "gone"]))],
    ),
    // What client programs ask the app-server. An answer can be lost on its way to them.
    op(
        "turn/start",
        MessageUse::Optional,
        &[CONTEXT, SCHEMA, APPROVAL, MODE, CLIENT, MORE, TIMES, LOST],
    ),
    op(
        "turn/steer",
        MessageUse::Optional,
        &[
            optional(EXPECTED_TURN, ArgKind::Text),
            CONTEXT,
            SCHEMA,
            APPROVAL,
            MODE,
            CLIENT,
            MORE,
            TIMES,
            LOST,
        ],
    ),
    op("turn/interrupt", MessageUse::Never, &[required("turn", ArgKind::Text), LOST]),
    op("thread/read", MessageUse::Never, &[required("client", ArgKind::Text)]),
    op(
        "thread/queue/add",
        MessageUse::Required,
        &[required("client", ArgKind::Text), MORE, TIMES, MENTION, FILE],
    ),
    op(
        "thread/queue/update",
        MessageUse::Required,
        &[required("item", ArgKind::Message), MORE, TIMES, MENTION, FILE],
    ),
    op("thread/queue/delete", MessageUse::Required, &[]),
    op("thread/queue/reorder", MessageUse::Never, &[required("order", ArgKind::Messages)]),
    op("thread/queue/list", MessageUse::Never, &[CURSOR, LIMIT]),
    op("thread/queue/start", MessageUse::Optional, &[]),
    // A person's keys at the terminal.
    op("press-enter", MessageUse::Required, &[]),
    op("press-tab", MessageUse::Required, &[]),
    op("press-esc", MessageUse::Never, &[]),
    // The life of the process and the thread.
    op("announce-idle", MessageUse::Never, &[]),
    op(
        "durable-sleep",
        MessageUse::Never,
        &[required("state", ArgKind::Word(&["begins", "ends"]))],
    ),
    op("crash", MessageUse::Never, &[]),
    op("load", MessageUse::Never, &[]),
    // Looking. The answer is a report.
    op("ask-pending", MessageUse::Never, &[]),
    op("ask-drain", MessageUse::Never, &[]),
    op("ask-trigger-mail", MessageUse::Never, &[]),
    op("watch-subscribe", MessageUse::Never, &[required("watch", ArgKind::Text)]),
    op("watch-look", MessageUse::Never, &[required("watch", ArgKind::Text)]),
];
