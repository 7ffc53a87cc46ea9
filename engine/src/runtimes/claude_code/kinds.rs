//! The kinds of step that only Claude Code has.

use crate::runtimes::tables::kinds;

kinds! {
    /// A message entered the queue.
    ENTERED = "queue.entered";
    /// Between turns: what goes next left the queue.
    DISPATCHED = "queue.dispatched";
    /// Between two tool rounds: the turn took what waits.
    FOLDED = "queue.folded";
    /// The turn recorded a message that it held.
    RECORDED = "input.recorded";
    /// A message was added to the transcript, and the model is not asked.
    ADDED = "context.added";
    /// An input was refused and goes back to its writer.
    REFUSED = "input.refused";
    /// A hook held a message back.
    BLOCKED = "input.blocked";
    /// Messages were cancelled in the queue.
    CANCELLED = "queue.cancelled";
    /// The queue lost what waited.
    LOST = "queue.lost";
    /// A command ran.
    COMMAND_RAN = "command.ran";
    /// A turn was told to stop.
    STOPPED = "turn.stopped";
    /// An interrupt came before the first turn: what waits will start already stopped.
    LATCHED = "turn.latched";
    /// A response was left before it was complete.
    LEFT = "response.left";
    /// A response broke off.
    RESPONSE_FAILED = "response.failed";
    /// A turn is over, with its result.
    ENDED = "turn.ended";
    /// A tool goes on in the background.
    BACKGROUNDED = "tool.moved-to-background";
    /// The client put what waited back into its input box.
    RESTORED = "editor.restored";
    /// Somebody is writing: the text is in the input box.
    TYPED = "editor.typed";
    /// What stood in the input box was written anew.
    REWRITTEN = "editor.rewritten";
    /// The client shows a dialog.
    DIALOG_OPENED = "dialog.opened";
    /// The dialog is closed.
    DIALOG_CLOSED = "dialog.closed";
    /// The process has started up.
    READY = "session.ready";
    /// The conversation was opened again.
    LOADED = "session.loaded";
    /// A turn that had died with the process goes on.
    RESUMED = "turn.resumed";
}
