//! The kinds of step that OpenCode V2 has beside those of the world. Where another system does the same thing, the
//! kind has the same name.

use crate::runtimes::tables::kinds;

kinds! {
    /// A row is admitted: it lies in the inbox, and the model knows nothing of it.
    ADMITTED = "inbox.admitted";
    /// The same input has come again.
    AGAIN = "inbox.came-again";
    /// Rows are promoted: from now on the model sees them.
    PROMOTED = "inbox.promoted";
    /// A row is cancelled and deleted.
    CANCELLED_ROW = "inbox.cancelled";
    /// A row has the other delivery now.
    CHANGED = "inbox.delivery-changed";
    /// An input was refused and goes back to its writer.
    REFUSED = "input.refused";
    /// A drain begins.
    STARTED = "turn.started";
    /// A drain is under way, so a wake is noted.
    WAKE_NOTED = "wake.noted";
    /// Whoever resumes waits for the drain that is under way.
    JOINED = "loop.joined";
    /// The drain has found nothing to do.
    NOTHING = "drain.nothing-to-do";
    /// The context of the next request is being prepared.
    PREPARING = "turn.preparing";
    /// The context cannot be prepared.
    BLOCKED = "turn.blocked";
    /// The drain looks for waiting input: what comes later is for the next look.
    LOOKED = "turn.looked";
    /// The work would end: the drain looks once more.
    DECIDED = "turn.decided";
    /// An agent that may take no more steps gets no tools.
    LAST_STEP = "answer.last-step";
    /// The window is summed up.
    COMPACTING = "turn.compacting";
    /// The summary stands.
    COMPACTED = "turn.compacted";
    /// The session has moved to another folder.
    MOVED = "session.moved";
    /// An error ends the drain.
    FAILED = "turn.failed";
    /// The drain is over.
    COMPLETED = "turn.completed";
    /// An interrupt has told the drain to stop.
    CANCELLED = "turn.cancelled";
    /// The drain was broken off.
    ABORTED = "turn.aborted";
    /// An interrupt has met an idle session.
    NOT_RUNNING = "interrupt.declined";
    /// A tool asks for permission.
    ASKED = "question.asked";
    /// The tool has its answer.
    ANSWERED = "question.answered";
    /// Nobody asks for this answer.
    UNKNOWN_ANSWER = "question.unknown";
    /// Another process loads the session.
    LOADED = "session.loaded";
    /// A turn that had not said its end is taken up again.
    TAKEN_UP = "turn.taken-up";
    /// The context can be prepared from now on, or cannot.
    SURROUNDINGS = "client.surroundings";
}
