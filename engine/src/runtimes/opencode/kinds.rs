//! The kinds of step that OpenCode has beside those of the world. Where another system does the same thing, the
//! kind has the same name.

use crate::runtimes::tables::kinds;

kinds! {
    /// A message is saved in the session.
    SAVED = "prompt.saved";
    /// An input was refused and goes back to its writer.
    REFUSED = "input.refused";
    /// Whoever asked for the loop waits for the run that is under way.
    JOINED = "loop.joined";
    /// A run is noted to start after the shell command.
    NOTED = "loop.noted";
    /// A run begins.
    STARTED = "turn.started";
    /// A pass has loaded what was saved.
    LOADED = "loop.loaded";
    /// The exit test: ask the model again, or leave the loop.
    DECIDED = "turn.decided";
    /// The next answer is begun, as one to the newest message.
    OPENED = "answer.opened";
    /// A step without tools: the agent may take no more.
    LAST_STEP = "answer.last-step";
    /// The loop was left without an exit test.
    LEFT = "loop.left";
    /// A response failed.
    FAILED = "turn.failed";
    /// The run is over.
    COMPLETED = "turn.completed";
    /// A cancel has told the run to stop.
    CANCELLED = "turn.cancelled";
    /// The answer bears the error of a run that was broken off.
    ABORTED = "turn.aborted";
    /// A shell command of the person begins to work.
    SHELL_STARTED = "shell.started";
    /// It is done and recorded.
    SHELL_DONE = "shell.done";
    /// A tool asks for permission.
    ASKED = "question.asked";
    /// The tool has its answer.
    ANSWERED = "question.answered";
    /// Nobody asks for this answer.
    UNKNOWN_ANSWER = "question.unknown";
    /// The session is loaded by another process.
    LOADED_ANEW = "session.loaded";
    /// Esc was pressed once; nothing happens yet.
    ESC_ONCE = "client.esc-once";
    /// The direct run keeps a message for a turn of its own.
    RUN_QUEUED = "client.queued";
    /// It withdraws one.
    RUN_REMOVED = "client.withdrawn";
    /// It takes the word as a command of its own.
    RUN_COMMAND = "client.own-command";
    /// It begins a new session.
    RUN_NEW = "client.new-session";
    /// It waits until its footer is idle.
    RUN_FOOTER = "client.footer-busy";
    /// It makes one message of several.
    RUN_MERGED = "client.merged";
    /// It is closed and drops what waits.
    RUN_CLOSED = "client.closed";
    /// Its connection has failed, and it drops what waits.
    RUN_FAILED = "client.failed";
    /// The app has rewritten its stored setting.
    APP_REWRITTEN = "client.setting-rewritten";
    /// The app puts an item into its list.
    APP_LISTED = "client.listed";
    /// The app sends an item of its list.
    APP_SENDS = "client.sends";
    /// The app could not send one.
    APP_NOT_SENT = "client.not-sent";
    /// The app's list is paused.
    APP_PAUSED = "client.paused";
    /// An item goes from the list into the composer.
    APP_EDITED = "client.edited";
    /// The connection to the server, or the composer, is another one now.
    SURROUNDINGS = "client.surroundings";
}
