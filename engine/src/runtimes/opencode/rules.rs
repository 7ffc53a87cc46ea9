//! The rules of OpenCode's first runtime by name. Each is decided in one file, which is named here: whoever
//! searches for an id that a trace shows finds the sentence, the file and the source in one place. A test keeps
//! it true.
//!
//! An entry is `NAME = "its id", "its source";`, with the newer switch or the earlier versions that it needs. A
//! source is `path:lines` below [`SOURCES`], or `path#item@commit` where it was read by item at another commit.
//! The rule's sentence stands in `web/locales/rules`, in three languages.

use crate::runtimes::tables::{rules, switches};
use crate::runtimes::{Address, Source};

/// Where the baseline can be read: as it was on 2026-08-17.
pub const SOURCES: &[Source] = &[Source {
    tag: "",
    at: Address::Repository { name: "anomalyco/opencode", commit: "65c35977b", folder: "packages" },
}];

/// The program as it is described at that commit.
pub(super) const BASELINE: &str = "65c35977b";
/// Before 2026-08-07: the loop compared ids instead of looking whose answer it was.
pub(super) const SUMMER: &str = "2026-07";
/// In spring, what came in during a run was wrapped in a reminder, and the app let a person choose its list.
pub(super) const SPRING: &str = "2026-03-20";

switches! {
    /// All queued texts of the direct run can be sent as one. Seen in a later copy.
    QUEUED_FLUSH = "queued_flush", "2026";
}

rules! {
    /// A prompt is written into the session before anything runs for it. In `routing.rs`.
    SAVED_FIRST = "opencode.prompt.saved-first", "opencode/src/session/prompt.ts:1046-1071";
    /// A prompt that wants no reply is only written. In `routing.rs`.
    NO_REPLY = "opencode.prompt.no-reply", "opencode/src/session/prompt.ts:1046-1071";
    /// A message keeps the id that its sender has made for it. In `areas.rs`.
    CALLER_ID = "opencode.prompt.caller-id", "opencode/src/session/prompt.ts:1046-1071";
    /// Messages stand in the order in which they were saved. In `areas.rs`.
    CREATION_ORDER = "opencode.store.creation-order", "opencode/src/session/message-v2.ts:582-604";
    /// Who asks for the loop while nothing runs starts a run. In `runner.rs`.
    IDLE_STARTS = "opencode.runner.idle-starts", "opencode/src/effect/runner.ts:115-138";
    /// Who asks for the loop while it runs waits for the result of that run. In `runner.rs`.
    RUNNING_JOINS = "opencode.runner.running-joins", "opencode/src/effect/runner.ts:115-138";
    /// While a shell command runs, one run is noted to start after it. In `runner.rs`.
    AFTER_SHELL = "opencode.runner.after-shell", "opencode/src/effect/runner.ts:115-138";
    /// A shell command is refused while anything runs. In `runner.rs`.
    SHELL_BUSY = "opencode.runner.shell-busy", "opencode/src/effect/runner.ts:140-147";
    /// Every pass of the loop loads all messages anew. In `areas.rs`.
    RELOADS = "opencode.loop.reloads", "opencode/src/session/prompt.ts:1088-1096";
    /// Everything that was saved is delivered at once. In `areas.rs`.
    ALL_AT_ONCE = "opencode.loop.all-at-once", "opencode/src/session/prompt.ts:1088-1096";
    /// What is saved during a step stands behind that step's answer and its tool results. In `routing.rs`.
    BEHIND_THE_STEP = "opencode.request.behind-the-step", "opencode/src/session/prompt.ts:1257-1286";
    /// The newest message is the one created last, whatever its id. In `areas.rs`.
    NEWEST_BY_CREATION = "opencode.exit.newest-by-creation", "opencode/src/session/message-v2.ts:582-604";
    /// The loop ends only if the last answer belongs to the newest message. In `turn.rs`.
    EXIT_PARENT = "opencode.exit.newest-is-parent", "opencode/src/session/prompt.ts:1111-1129";
    /// The loop ends only if the last answer says that it is finished. In `turn.rs`.
    EXIT_FINISHED = "opencode.exit.finished", "opencode/src/session/prompt.ts:1111-1129";
    /// The loop goes on while the last answer holds tool calls. In `turn.rs`.
    EXIT_CALLS = "opencode.exit.no-open-calls", "opencode/src/session/prompt.ts:1111-1129";
    /// Earlier, the loop ended if the newest message's id was smaller than the last answer's. In `turn.rs`.
    EXIT_IDS = "opencode.exit.by-ids", "opencode/src/session/prompt.ts#exit@db581e47a",
        only ["2026-07", "2026-03-20"], by Docs;
    /// Each answer belongs to the newest message at the start of its step. In `turn.rs`.
    PARENT = "opencode.step.parent-is-newest", "opencode/src/session/prompt.ts:1186-1200";
    /// Earlier, what came in during a run was wrapped in a reminder. In `turn.rs`.
    WRAPPED = "opencode.request.reminder", "opencode/src/session/prompt.ts#reminder@f991fbbde",
        only ["2026-03-20"], by Docs;
    /// After the exit test nobody looks again before the run is over. In `turn.rs`.
    NOT_LOOKED_AGAIN = "opencode.loop.not-looked-again", "opencode/src/session/prompt.ts:1128-1339",
        by Inference;
    /// A step that ends in an error, a refusal or a structured answer leaves the loop without a test. In `turn.rs`.
    LEFT_WITHOUT_TEST = "opencode.loop.left-without-test", "opencode/src/session/prompt.ts:1288-1334";
    /// At the last step that an agent may take there are no tools. In `sampling.rs`.
    STEPS_LIMIT = "opencode.step.limit", "opencode/src/session/prompt.ts:1203-1256";
    /// A new message skips no tool call. In `tools.rs`.
    TOOLS_NOT_SKIPPED = "opencode.tools.not-skipped", "opencode/src/session/prompt.ts:1257-1286";
    /// A cancel breaks the run off and writes an error on its answer. In `abort.rs`.
    CANCEL = "opencode.cancel.aborts", "opencode/src/effect/runner.ts:171-202";
    /// A cancel leaves what was saved, unanswered. In `abort.rs`.
    CANCEL_KEEPS = "opencode.cancel.keeps-saved", "opencode/src/session/run-state.ts:77-86";
    /// What was saved is still there when the process is gone. In `mod.rs`.
    DURABLE = "opencode.store.durable", "opencode/src/session/prompt.ts:1046-1071";
    /// After a restart nothing runs by itself. In `mod.rs`.
    NO_RESTART = "opencode.store.no-restart", "opencode/src/effect/runner.ts:115-138";
    /// A message below an unfinished answer is shown with a badge. In `view.rs`.
    BADGE = "opencode.tui.queued-badge", "tui/src/routes/session/index.tsx:244-250";
    /// Enter sends at once, at any time. In `terminal.rs`.
    ENTER = "opencode.tui.enter", "tui/src/component/prompt/index.tsx:398-418";
    /// Esc aborts only if it is pressed twice within five seconds. In `terminal.rs`.
    ESC_TWICE = "opencode.tui.esc-twice", "tui/src/component/prompt/index.tsx:398-418";
    /// Blank input is ignored. In `direct/mod.rs`.
    RUN_BLANK = "opencode.run.blank", "opencode/src/cli/cmd/run/runtime.queue.ts:268-276";
    /// `/exit` and `/quit` close the direct run at once. In `direct/mod.rs`.
    RUN_EXIT = "opencode.run.exit", "opencode/src/cli/cmd/run/runtime.queue.ts:268-276";
    /// `/new` begins a new session when its turn comes. In `direct/drain.rs`.
    RUN_NEW = "opencode.run.new-session", "opencode/src/cli/cmd/run/runtime.queue.ts:129-163";
    /// In shell mode these words are plain text. In `direct/mod.rs`.
    RUN_SHELL = "opencode.run.shell-mode", "opencode/src/cli/cmd/run/runtime.queue.ts:268-276";
    /// An ordinary prompt behind an ordinary one gets its id at once and is shown as queued. In `direct/mod.rs`.
    RUN_SHOWN = "opencode.run.shown-as-queued", "opencode/src/cli/cmd/run/runtime.queue.ts:278-296";
    /// What is shown as queued can be withdrawn. In `direct/mod.rs`.
    RUN_REMOVE = "opencode.run.withdraw", "opencode/src/cli/cmd/run/runtime.queue.ts:323-329";
    /// One prompt at a time: the next goes when the one before is answered. In `direct/drain.rs`.
    RUN_ONE = "opencode.run.one-per-turn", "opencode/src/cli/cmd/run/runtime.queue.ts:113-245";
    /// A prompt goes only once the footer is idle. In `direct/drain.rs`.
    RUN_FOOTER = "opencode.run.footer-idle", "opencode/src/cli/cmd/run/runtime.queue.ts:113-245";
    /// An error of the connection ends the queue and drops the rest. In `direct/drain.rs`.
    RUN_ERROR = "opencode.run.error-drops-rest", "opencode/src/cli/cmd/run/runtime.queue.ts:246-249";
    /// Closing aborts what runs and drops what waits. In `direct/drain.rs`.
    RUN_CLOSE = "opencode.run.close", "opencode/src/cli/cmd/run/runtime.queue.ts:100-111";
    /// Esc aborts only the run; the queue goes on. In `direct/mod.rs`.
    RUN_ESC = "opencode.run.interrupt", "opencode/src/cli/cmd/run/runtime.ts:340-354";
    /// The queue is in memory only. In `mod.rs`.
    RUN_MEMORY = "opencode.run.memory-only", "opencode/src/cli/cmd/run/runtime.queue.ts:35-41";
    /// All queued texts are sent as one, with blank lines between. In `direct/mod.rs`.
    RUN_FLUSH = "opencode.run.flush",
        "opencode/src/cli/cmd/run/runtime.queue.ts#offQueuedFlush@1bd1a3a9", newer QUEUED_FLUSH;
    /// A stored choice to queue is rewritten. In `app.rs`.
    APP_STEERS = "opencode.app.forced-steer", "app/src/context/settings.tsx:353-378";
    /// The app keeps what is sent only under four conditions. In `app.rs`.
    APP_LISTS = "opencode.app.lists", "app/src/pages/session.tsx:1754-1758",
        only ["2026-03-20"];
    /// The oldest item is sent whenever nothing speaks against it. In `app.rs`.
    APP_SENDS = "opencode.app.sends-oldest", "app/src/pages/session.tsx:1928-1942",
        only ["2026-03-20"];
    /// An item that could not be sent stays and blocks. In `app.rs`.
    APP_FAILED = "opencode.app.failed-blocks", "app/src/pages/session.tsx:1732-1742",
        only ["2026-03-20"];
    /// An abort pauses the list. In `app.rs`.
    APP_PAUSED = "opencode.app.abort-pauses", "app/src/pages/session.tsx:2201-2205",
        only ["2026-03-20"];
    /// A new item, or one sent by hand, ends the pause. In `app.rs`.
    APP_RESUMES = "opencode.app.resumes", "app/src/pages/session.tsx:1783",
        only ["2026-03-20"];
    /// Editing takes an item out and puts it into the composer. In `app.rs`.
    APP_EDIT = "opencode.app.edit", "app/src/pages/session.tsx:1797-1812",
        only ["2026-03-20"];
    /// The list is kept by the client. In `mod.rs`.
    APP_KEPT = "opencode.app.kept-by-client", "app/src/pages/session.tsx:606-619",
        only ["2026-03-20"];
}
