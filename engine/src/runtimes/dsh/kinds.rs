//! The kinds of step that only DSH has.

use crate::runtimes::tables::kinds;

kinds! {
    /// A message was appended to one of the two lists.
    INSERTED = "inbox.inserted";
    /// A list was changed by hand: something prepended, replaced or removed.
    CHANGED = "inbox.changed";
    /// Both lists were emptied.
    CLEARED = "inbox.cleared";
    /// The log could not be written, so nothing changed.
    NOT_LOGGED = "inbox.not-logged";
    /// The message waits already.
    DUPLICATE = "inbox.duplicate";
    /// A turn opens, with what it claims.
    OPENED = "turn.opened";
    /// A later step of the turn claims what waits for it.
    CLAIMED = "inbox.claimed";
    /// The next request is being prepared.
    PREPARING = "turn.preparing";
    /// The claimed messages go into the history: the step begins.
    ENTERED = "step.entered";
    /// A hook has turned the step down.
    REJECTED = "step.rejected";
    /// A hook lets the step begin with nothing.
    EMPTIED = "step.emptied";
    /// The turn could end, and hooks are asked.
    STOPPING = "turn.stopping";
    /// The turn is over.
    ENDED = "turn.ended";
    /// The signal of what is active was aborted.
    CANCELLED = "turn.cancelled";
    /// A cancel has met nothing.
    NOTHING_TO_CANCEL = "cancel.nothing";
    /// The answer was broken off, and what had streamed is kept.
    PREFIX_KEPT = "answer.prefix-kept";
    /// The response broke off with an error.
    RESPONSE_FAILED = "response.failed";
    /// Maintenance begins.
    MAINTENANCE_BEGAN = "maintenance.began";
    /// Maintenance is over.
    MAINTENANCE_ENDED = "maintenance.ended";
    /// A request about something that waits was refused.
    REFUSED = "host.refused";
    /// Somebody asks for a list, or for nothing more than that the agent is idle.
    LOOKED = "host.looked";
    /// The log can be written from now on, or cannot.
    LOG = "log.state";
    /// The agent was disposed.
    DISPOSED = "agent.disposed";
    /// The session was opened again.
    LOADED = "session.loaded";
}
