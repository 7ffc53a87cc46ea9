//! The rules of Claude Code by name. Each is decided in one file, which is named here. The form of an entry stands in
//! `runtimes/tables.rs`. A rule's sentence stands in `web/locales/rules`, in three languages.
//!
//! The program is closed, so every rule says how it is known: from documents and typings, from measurements and logs,
//! from what others read in a copy, or because it follows from the rest.

use crate::runtimes::tables::rules;
use crate::runtimes::{Address, Source};

/// Where the rules can be read. The page on interactive use is meant where a rule names no source: `before 2.1.275` and
/// `after 2.1.281` are its two texts.
pub const SOURCES: &[Source] = &[
    Source { tag: "", at: Address::Page("https://code.claude.com/docs/en/interactive-mode") },
    Source { tag: "keys", at: Address::Page("https://code.claude.com/docs/en/keybindings") },
    Source {
        tag: "sdk",
        at: Address::Files("https://unpkg.com/@anthropic-ai/claude-agent-sdk@0.3.332/"),
    },
    Source {
        tag: "log",
        at: Address::Repository { name: "anthropics/claude-code", commit: "5cfc0a19", folder: "" },
    },
    // Measurements of the agent kit, 2026-10-10.
    Source { tag: "measured", at: Address::Unpublished },
    // A research note on the strings of 2.1.283, 2026-09-28.
    Source { tag: "strings", at: Address::Unpublished },
    // Notes on a copy of 2.1.88, August 2026.
    Source { tag: "copy", at: Address::Unpublished },
    // An article that compares three agents, 2026-10-02.
    Source { tag: "compared", at: Address::Unpublished },
    // Entries of the list of changes that were read in copies.
    Source { tag: "changes", at: Address::Unpublished },
    // Public transcripts, counted.
    Source { tag: "transcripts", at: Address::Unpublished },
    // What follows from the rest.
    Source { tag: "inferred", at: Address::Unpublished },
];

rules! {
    /// Of what waits, `now` goes before `next` and that before `later`. In `areas.rs`.
    PRIORITIES = "claude_code.queue.three-priorities", "copy priorities 0, 1, 2; sdk.d.ts:7121, 7227", by Reported;
    /// Within a priority, who came first goes first. In `areas.rs`.
    FIRST_IN_FIRST_OUT = "claude_code.queue.first-in-first-out", "copy priorities 0, 1, 2", by Reported;
    /// What people and clients send is `next` unless it says otherwise. In `routing.rs`.
    DEFAULT_NEXT = "claude_code.queue.default-next", "measured next is the default", by Measured;
    /// A notice of background work is `later`. In `routing.rs`.
    NOTICES_LATER = "claude_code.queue.notices-later", "copy task notifications; strings", by Reported;
    /// The hook is asked when a prompt enters the queue, not when it is delivered. In `routing.rs`.
    HOOK_AT_ENQUEUE = "claude_code.queue.hook-at-enqueue", "measured UserPromptSubmit", by Measured;
    /// What the model is not to be asked about is added to the transcript at once. In `routing.rs`.
    ADDS_WITHOUT_ASKING = "claude_code.queue.adds-without-asking", "sdk sdk.d.ts:7155-7158", by Docs;
    /// What the model is not to be asked about opens no turn. In `idle.rs`.
    MERGES_INTO_NEXT = "claude_code.queue.merges-into-next", "sdk sdk.d.ts:7155-7158", by Docs;
    /// Frames tell how far a message has come. In `protocol.rs`.
    LIFECYCLE = "claude_code.queue.lifecycle-told", "strings command_lifecycle", only ["2.1.332", "2.1.275", "2.1.240"], by Reported;
    /// The queue lives in memory only. In `process.rs`.
    MEMORY_ONLY = "claude_code.queue.memory-only", "inferred no entry is run again after a crash", by Inference;
    /// Between two tool rounds, what waits is folded into the running turn. In `folding.rs`.
    FOLDS = "claude_code.fold.between-tool-rounds", "measured variants A and B; log CHANGELOG.md:5582; transcripts", only ["2.1.332", "2.1.275", "2.1.240", "2.1.88", "2.1.68"], by Measured;
    /// It is read after all calls of the response have their results. In `turn.rs`.
    AFTER_ALL_TOOLS = "claude_code.fold.after-all-tools", "copy the point between tool rounds; transcripts", by Measured;
    /// Everything that may be folded goes together. In `folding.rs`.
    ALL_TOGETHER = "claude_code.fold.all-together", "measured; compared; copy", by Measured;
    /// `later` is not folded. In `folding.rs`.
    UP_TO_NEXT = "claude_code.fold.up-to-next", "measured later; copy", by Measured;
    /// After a tool that sleeps, `later` is folded, too. In `folding.rs`.
    LATER_AFTER_SLEEP = "claude_code.fold.later-after-sleep", "copy the point between tool rounds", by Reported;
    /// Slash and shell commands are not folded. In `folding.rs`.
    LEAVES_COMMANDS = "claude_code.fold.leaves-commands", "before 2.1.275: commands wait for the end of the turn", by Docs;
    /// What is for another agent is not folded. In `folding.rs`.
    LEAVES_OTHERS = "claude_code.fold.leaves-other-agents", "copy the point between tool rounds", by Reported;
    /// After a response without a tool call nothing is folded. In `turn.rs`.
    NOT_AFTER_AN_ANSWER = "claude_code.fold.not-after-an-answer", "measured; copy; transcripts", by Measured;
    /// A folded message has a preface: the model is to address it while it goes on. In `folding.rs`.
    PREFACE = "claude_code.fold.preface", "compared 2.1.284", only ["2.1.332"], by Reported;
    /// The older preface: after the current task. In `folding.rs`.
    OLDER_PREFACE = "claude_code.fold.older-preface", "compared 2.1.88; copy", only ["2.1.88"], by Reported;
    /// A folded notice is wrapped as a reminder of the system. In `folding.rs`.
    NOTICE_IS_REMINDER = "claude_code.fold.notice-is-reminder", "log CHANGELOG.md:224", only ["2.1.332", "2.1.275", "2.1.240"], by Docs;
    /// A folded message gets no checkpoint. In `folding.rs`.
    NO_CHECKPOINT = "claude_code.fold.no-checkpoint", "what rewind lists", by Docs;
    /// What was taken is recorded though the turn is stopped, and is not run again. In `folding.rs`.
    FOLD_OUTLIVES_STOP = "claude_code.fold.outlives-stop", "sdk sdk.d.ts:5189", by Docs;
    /// The line of its removal says that it was absorbed. In `folding.rs`.
    REMOVED_BECAUSE = "claude_code.fold.removal-says-why", "changes 2.1.246", only ["2.1.332", "2.1.275"], by Docs;
    /// Where nothing runs, whatever enters the queue is taken at once. In `idle.rs`.
    IDLE_STARTS = "claude_code.turn.idle-starts", "transcripts 30 to 45 ms; before 2.1.275", by Measured;
    /// While the client shows a dialog, nothing is taken. In `idle.rs`.
    DIALOG_HOLDS = "claude_code.turn.dialog-holds", "copy the point between turns", by Reported;
    /// Commands are run one at a time, between turns. In `idle.rs`.
    ONE_COMMAND = "claude_code.turn.one-command", "before 2.1.275: commands run singly", by Docs;
    /// Prompts that wait leave together and are answered by one turn. In `idle.rs`.
    SAME_MODE_TOGETHER = "claude_code.turn.same-mode-together", "copy the point between turns", only ["2.1.88", "2.1.68", "0.2.75"], by Reported;
    /// Only the oldest prompt opens the next turn. In `idle.rs`.
    ONLY_OLDEST = "claude_code.turn.only-oldest", "before 2.1.275: only the oldest", only ["2.1.240"], by Docs;
    /// Prompts that wait go out in the order typed, together. In `idle.rs`.
    TYPED_ORDER = "claude_code.turn.typed-order", "inferred after 2.1.281: in typed order; sdk.d.ts:4018-4022: merged into one turn", only ["2.1.332", "2.1.275"], by Inference;
    /// The result of a merged turn names the last of its messages. In `turn.rs`.
    LAST_NAMES_RESULT = "claude_code.turn.last-names-result", "sdk sdk.d.ts:4018-4022,6412-6414", by Docs;
    /// Some commands run at once, beside the turn. In `terminal.rs`.
    SOME_AT_ONCE = "claude_code.turn.some-commands-at-once", "before 2.1.275: status, model, effort, fast, btw", by Docs;
    /// What waits when the limit of requests ends a turn opens the next one. In `turn.rs`.
    MAX_KEEPS = "claude_code.turn.limit-keeps-queue", "log CHANGELOG.md:945", only ["2.1.332", "2.1.275", "2.1.240"], by Docs;
    /// A tool that went on in the background tells its end by a notice. In `tools.rs`.
    BACKGROUND_NOTICE = "claude_code.turn.background-ends-with-notice", "transcripts task-notification", by Measured;
    /// A `now` ends the running turn. In `routing.rs`.
    NOW_ENDS_TURN = "claude_code.now.ends-turn", "measured now", by Measured;
    /// A `now` cuts no tool. In `routing.rs`.
    NOW_WAITS_FOR_TOOLS = "claude_code.now.waits-for-tools", "measured now, 15 s tool", by Measured;
    /// A person's `now` moves tools to the background and joins the turn. In `routing.rs`.
    HUMAN_NOW_JOINS = "claude_code.now.human-joins", "measured 0.3.296; changes 0.3.286", only ["2.1.332"], by Measured;
    /// A `now` of another session joins the turn. In `routing.rs`.
    PEER_NOW_JOINS = "claude_code.now.peer-joins", "measured by one author", by Measured;
    /// A program's interrupt leaves the queue alone. In `abort.rs`.
    QUEUE_SURVIVES = "claude_code.stop.queue-survives", "sdk sdk.d.ts:3227-3235", by Docs;
    /// The answer to an interrupt lists what is still queued. In `abort.rs`.
    ANSWER_LISTS = "claude_code.stop.answer-lists", "sdk sdk.d.ts:3227-3235,5200-5206", only ["2.1.332", "2.1.275", "2.1.240"], by Docs;
    /// It lists 64 ids at most. In `abort.rs`.
    LISTS_64 = "claude_code.stop.lists-64", "sdk sdk.d.ts:4022", only ["2.1.332", "2.1.275", "2.1.240"], by Docs;
    /// An interrupt can cancel what is queued, notices too. In `abort.rs`.
    CANCELS_QUEUED = "claude_code.stop.cancels-queued", "sdk sdk.d.ts:5189-5211", only ["2.1.332", "2.1.275", "2.1.240"], by Docs;
    /// One queued message can be cancelled, unless it has left the queue. In `abort.rs`.
    CANCELS_ONE = "claude_code.stop.cancels-one", "sdk sdk.d.ts:4292-4297,5204", by Docs;
    /// An interrupt before the first turn stops exactly what waits then. In `abort.rs`.
    LATCHED = "claude_code.stop.latched-before-first", "sdk sdk.d.ts:5204", by Docs;
    /// When a turn was stopped, what waits opens the next one right away. In `turn.rs`.
    GOES_ON_AFTER_STOP = "claude_code.stop.goes-on", "before 2.1.275 and after 2.1.281: sent right away", by Docs;
    /// The result of a stopped turn is an error. In `turn.rs`.
    STOP_IS_AN_ERROR = "claude_code.stop.result-is-error", "measured variant C; strings", by Measured;
    /// Esc stops the turn and keeps the queue. In `terminal.rs`.
    ESC_KEEPS_QUEUE = "claude_code.keys.esc-keeps-queue", "before 2.1.275 and after 2.1.281: Esc", only ["2.1.332", "2.1.275", "2.1.240", "2.1.88", "0.2.75"], by Docs;
    /// Esc does not send the draft. In `terminal.rs`.
    ESC_KEEPS_DRAFT = "claude_code.keys.esc-keeps-draft", "before 2.1.275 and after 2.1.281: Esc", by Docs;
    /// Esc only moves what waits to the input box. In `terminal.rs`.
    ESC_GIVES_BACK = "claude_code.keys.esc-gives-back", "log CHANGELOG.md:3746,4476", only ["2.1.68"], by Docs;
    /// Ctrl+C stops the turn. In `terminal.rs`.
    CTRL_C_STOPS = "claude_code.keys.ctrl-c-stops", "keys Ctrl+C", by Docs;
    /// Up takes everything back that a person has queued. In `terminal.rs`.
    UP_TAKES_BACK = "claude_code.keys.up-takes-back", "before 2.1.275: Up", by Docs;
    /// Up takes a shell command back only where it is alone. In `terminal.rs`.
    SHELL_ONLY_ALONE = "claude_code.keys.up-shell-only-alone", "before 2.1.275: Up", by Docs;
    /// Enter ends a turn that only sleeps. In `terminal.rs`.
    ENTER_ENDS_SLEEP = "claude_code.keys.enter-ends-sleep", "copy Enter", by Reported;
    /// The key that queues stops nothing. In `terminal.rs`.
    QUEUE_KEY_STOPS_NOTHING = "claude_code.keys.queue-stops-nothing", "compared Ctrl+X Enter", by Reported;
    /// What was queued with that key is folded like everything else. In `folding.rs`.
    MARK_CHANGES_NOTHING = "claude_code.keys.queue-is-folded-too", "compared Ctrl+X Enter", by Reported;
    /// The key that sends now stops the turn and sends everything. In `terminal.rs`.
    SENDS_BY_STOPPING = "claude_code.send-now.stops", "changes 2.1.275, 2026-09-17", only ["2.1.275"], by Docs;
    /// Where a shell command goes first, that key stops the turn. In `terminal.rs`.
    SHELL_HEAD_STOPS = "claude_code.send-now.shell-first-stops", "after 2.1.281: send now", only ["2.1.332"], by Docs;
    /// That key moves what runs to the background, and the same turn reads the messages. In `terminal.rs`.
    SENDS_TO_BACKGROUND = "claude_code.send-now.to-background", "after 2.1.281: send now", only ["2.1.332"], by Docs;
    /// Where that cannot be done, it stops the turn. In `terminal.rs`.
    OTHERWISE_STOPS = "claude_code.send-now.otherwise-stops", "after 2.1.281: send now", only ["2.1.332"], by Docs;
    /// A turn that died with the process is left as it is. In `process.rs`.
    LEFT_AS_IT_IS = "claude_code.crash.turn-left", "strings what resuming says", by Docs;
    /// It goes on if the process is told so. In `process.rs`.
    RESUMES_IF_TOLD = "claude_code.crash.resumes-if-told", "strings CLAUDE_CODE_RESUME_INTERRUPTED_TURN", by Docs;
}
