//! The kinds of step that only Pi has.

use crate::runtimes::tables::kinds;

kinds! {
    /// A prompt starts a run; the run holds it.
    STARTED = "input.started";
    /// A run starts with nothing of its own: it goes on.
    WENT_ON = "run.went-on";
    /// A message was appended to a queue.
    QUEUED = "input.queued";
    /// An input was refused and goes back to its writer.
    REFUSED = "input.refused";
    /// An extension took the input for itself.
    HANDLED = "input.handled";
    /// A command ran; the model never sees it.
    COMMAND_RAN = "command.ran";
    /// A poll took something from a queue.
    POLLED = "queue.polled";
    /// The run recorded a message that it held.
    RECORDED = "input.recorded";
    /// A custom message was appended to the transcript.
    APPENDED = "custom.appended";
    /// A custom message waits for a point of its own.
    PUT_ASIDE = "custom.put-aside";
    /// Both queues were emptied and given back.
    CLEARED = "queue.cleared";
    /// A queue takes another number at a poll.
    MODE_SET = "queue.mode-set";
    /// The transcript and both queues were emptied.
    RESET = "session.reset";
    /// A response broke off with an error.
    RESPONSE_FAILED = "response.failed";
    /// A response ended at once: the run was aborted.
    RESPONSE_ABORTED = "response.aborted";
    /// A turn is over: a response and its tools.
    TURN_ENDED = "turn.ended";
    /// The agent's loop is over.
    RUN_ENDED = "run.ended";
    /// The session's run is over, with everything around it.
    SETTLED = "session.settled";
    /// The signal of the run was aborted.
    ABORTED = "run.aborted";
    /// The same request is to be made again after a while.
    RETRYING = "response.retrying";
    /// The window begins to be summed up.
    COMPACTION_BEGAN = "compaction.began";
    /// The summary stands in its place.
    COMPACTED = "compaction.done";
    /// The client put what waited back into its editor.
    RESTORED = "editor.restored";
    /// Somebody is writing: the text is in the editor.
    TYPED = "editor.typed";
    /// The client keeps a message while the window is being summed up.
    HELD = "client.held";
    /// The client sends what it kept.
    RELEASED = "client.released";
    /// The session was opened again.
    LOADED = "session.loaded";
}
