//! The kinds of step that belong to the world itself, whatever the system.

use super::trace::Kind;

/// Somebody has written a message; it lies with its writer.
pub const WRITTEN: Kind = Kind("input.written");
/// An operation was put into the submission channel.
pub const SUBMITTED: Kind = Kind("input.submitted");
/// The answer to a submission reached its caller.
pub const RECEIPT: Kind = Kind("input.receipt");
/// The model was handed a request.
pub const REQUESTED: Kind = Kind("model.requested");
/// The model has begun an item of its response.
pub const ITEM_STARTED: Kind = Kind("model.item-started");
/// An item of the response is complete and recorded in the history.
pub const ITEM_DONE: Kind = Kind("model.item-done");
/// An item that had begun is lost: the stream was left before it was complete.
pub const ITEM_LOST: Kind = Kind("model.item-lost");
/// The response is complete.
pub const RESPONSE_DONE: Kind = Kind("model.response-done");
/// A tool begins to work.
pub const TOOL_STARTED: Kind = Kind("tool.started");
/// A tool begins to change something outside, which no cancellation takes back.
pub const TOOL_SIDE_EFFECT: Kind = Kind("tool.side-effect-started");
/// A tool is done; nobody has recorded its output yet.
pub const TOOL_FINISHED: Kind = Kind("tool.finished");
/// A tool's output is recorded in the history.
pub const TOOL_RECORDED: Kind = Kind("tool.recorded");
/// The process is gone, with everything that lay in memory only.
pub const CRASHED: Kind = Kind("host.crashed");

/// Every kind above, for readers that must know them all.
pub const ALL: &[Kind] = &[
    WRITTEN,
    SUBMITTED,
    RECEIPT,
    REQUESTED,
    ITEM_STARTED,
    ITEM_DONE,
    ITEM_LOST,
    RESPONSE_DONE,
    TOOL_STARTED,
    TOOL_SIDE_EFFECT,
    TOOL_FINISHED,
    TOOL_RECORDED,
    CRASHED,
];
