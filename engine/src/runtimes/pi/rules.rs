//! The rules of Pi by name. Each is decided in one file, which is named here. The form of an entry stands in
//! `runtimes/tables.rs`. A rule's sentence stands in `web/locales/rules`, in three languages.

use crate::runtimes::tables::rules;
use crate::runtimes::{Address, Source};

/// Where the rules can be read.
pub const SOURCES: &[Source] = &[
    Source {
        tag: "",
        at: Address::Files("https://unpkg.com/@earendil-works/pi-coding-agent@1.6.0/"),
    },
    Source {
        tag: "core@1.6.0",
        at: Address::Files("https://unpkg.com/@earendil-works/pi-agent-core@1.6.0/"),
    },
    Source {
        tag: "mono",
        at: Address::Repository { name: "badlogic/pi-mono", commit: "83378aad", folder: "" },
    },
];

rules! {
    /// A prompt starts a run where none is under way. In `door.rs`.
    IDLE_STARTS = "pi.prompt.idle-starts", "core@1.6.0 dist/agent.js:246-252";
    /// A prompt that does not say how is refused while a run is under way. In `door.rs`.
    BUSY_REFUSES = "pi.prompt.busy-refuses", "dist/core/agent-session.js:1704-1760";
    /// While a run is under way a prompt is queued as it says. In `door.rs`.
    BUSY_AS_SAID = "pi.prompt.busy-as-said", "dist/core/agent-session.js:1704-1760";
    /// No prompt is taken while the window is being summed up. In `door.rs`.
    COMPACTING_REFUSES = "pi.prompt.compacting-refuses", "dist/core/agent-session.js:1721-1723";
    /// A command of an extension runs at once, also beside a run. In `door.rs`.
    COMMAND_AT_ONCE = "pi.prompt.command-at-once", "dist/core/agent-session.js:1704-1760";
    /// A command cannot be queued. In `door.rs`.
    NO_COMMANDS = "pi.queue.no-commands", "dist/core/agent-session.js:1934-1942", by Test;
    /// A steer is appended to its queue and wakes nothing. In `door.rs`.
    STEER_APPENDS = "pi.queue.steer-appends", "core@1.6.0 dist/agent.js:187-193";
    /// A follow-up is appended to its queue and wakes nothing. In `door.rs`.
    FOLLOW_UP_APPENDS = "pi.queue.follow-up-appends", "core@1.6.0 dist/agent.js:187-193";
    /// An extension may take an input for itself. In `door.rs`.
    INPUT_HANDLED = "pi.queue.extension-handles", "dist/core/agent-session.js:1845-1917";
    /// Clearing empties both queues and gives the texts back. In `areas.rs`.
    CLEAR_RETURNS = "pi.queue.clear-returns", "dist/core/agent-session.js:2055-2063";
    /// In the default mode a poll takes one steer. In `areas.rs`.
    ONE_STEER = "pi.mode.one-steer", "core@1.6.0 dist/agent.js:60-86";
    /// In the default mode a poll takes one follow-up. In `areas.rs`.
    ONE_FOLLOW_UP = "pi.mode.one-follow-up", "core@1.6.0 dist/agent.js:60-86";
    /// In the mode “all” a poll takes everything. In `areas.rs`.
    ALL_AT_ONCE = "pi.mode.all-at-once", "core@1.6.0 dist/agent.js:60-86";
    /// Steering is polled before the first request, behind the prompt. In `agent.rs`.
    POLL_AT_START = "pi.poll.at-start", "core@1.6.0 dist/agent-loop.js:90-124";
    /// Steering is polled after each turn, also after a final answer. In `agent.rs`.
    POLL_AFTER_TURN = "pi.poll.after-turn", "core@1.6.0 dist/agent-loop.js:191";
    /// Steering is polled again behind the preparation of a turn. In `agent.rs`.
    POLL_BEFORE_REQUEST = "pi.poll.before-request", "core@1.6.0 dist/agent-loop.js:115-117";
    /// The second poll does not take a second message. In `agent.rs`.
    ONE_POLL_A_TURN = "pi.poll.once-a-turn", "core@1.6.0 dist/agent-loop.js:112-117";
    /// Follow-ups are polled where the run would be over. In `agent.rs`.
    FOLLOW_UP_WHEN_DONE = "pi.poll.follow-up-when-done", "core@1.6.0 dist/agent-loop.js:197-213";
    /// A response that ends with an error ends the loop without a poll. In `agent.rs`.
    ERROR_POLLS_NOTHING = "pi.run.error-polls-nothing", "core@1.6.0 dist/agent-loop.js:148-158";
    /// An extension may end the loop after a turn, without a poll. In `agent.rs`.
    FINISH_TURN_ENDS = "pi.run.extension-ends", "core@1.6.0 dist/agent-loop.js:188-190";
    /// A poll does not look at the abort. In `agent.rs`.
    POLLS_IGNORE_SIGNAL = "pi.abort.polls-ignore-it", "core@1.6.0 dist/agent-loop.js:115-191", by Inference;
    /// A steer waits for the whole batch. In `tools.rs`.
    WHOLE_BATCH = "pi.tools.whole-batch", "CHANGELOG.md:3577", only ["1.6.0"];
    /// A steer skips the calls that have not begun. In `tools.rs`.
    STEER_SKIPS = "pi.tools.steer-skips", "mono packages/agent/src/agent-loop.ts:397-452", only ["0.58.3"];
    /// Calls run side by side unless a tool asks for one after the other. In `tools.rs`.
    SEQUENTIAL_IF_ASKED = "pi.tools.one-by-one-if-asked", "core@1.6.0 dist/agent-loop.js:369-509";
    /// The calls of a response that was cut off are not carried out. In `tools.rs`.
    LENGTH_FAILS_CALLS = "pi.tools.length-fails-calls", "core@1.6.0 dist/agent-loop.js:173-177,346-369";
    /// If every result asks to end the turn there is no further request by itself. In `agent.rs`.
    ALL_TERMINATE = "pi.tools.all-terminate", "core@1.6.0 dist/agent-loop.js:179,191-201";
    /// Calls that have not begun are answered when the run is aborted. In `tools.rs`.
    UNSTARTED_ANSWERED = "pi.abort.unstarted-answered",
        "core@1.6.0 dist/agent-loop.js:435-438,479-484,506-509", only ["1.6.0"];
    /// The abort of a program leaves the queues as they are. In `session.rs`.
    ABORT_KEEPS_QUEUES = "pi.abort.keeps-queues", "core@1.6.0 dist/agent.js:221-223";
    /// After an abort the session does not go on with what is queued. In `session.rs`.
    ABORT_STOPS = "pi.abort.session-stops", "dist/core/agent-session.js:1523-1530";
    /// When the loop is over and something is queued, the session goes on with it. In `session.rs`.
    GOES_ON_WITH_QUEUED = "pi.session.goes-on-with-queued", "dist/core/agent-session.js:1637-1656";
    /// An error that may pass is tried again after a while. In `session.rs`.
    RETRIES = "pi.session.retries", "dist/core/agent-session.js:1522-1537";
    /// A full window is summed up between two requests. In `compaction.rs`.
    COMPACTS = "pi.session.compacts", "dist/core/agent-session.js:2717-2719", by Test;
    /// A request that is too large is made again behind a summary. In `session.rs`.
    OVERFLOW_RETRIES = "pi.session.overflow-retries", "dist/core/agent-session.js:1522-1537";
    /// Going on behind an answer takes what is queued. In `session.rs`.
    CONTINUE_TAKES = "pi.continue.takes-queued", "core@1.6.0 dist/agent.js:254-276", by Test;
    /// Going on takes a steer before any follow-up. In `session.rs`.
    CONTINUE_STEERING_FIRST = "pi.continue.steering-first", "core@1.6.0 dist/agent.js:254-276", by Test;
    /// Going on with a steer leaves out the first poll. In `session.rs`.
    CONTINUE_SKIPS_POLL = "pi.continue.skips-first-poll", "core@1.6.0 dist/agent.js:262-341", by Test;
    /// Going on with nothing is an error. In `session.rs`.
    NOTHING_TO_CONTINUE = "pi.continue.nothing", "core@1.6.0 dist/agent.js:254-276";
    /// A reset clears the transcript and both queues. In `session.rs`.
    RESET_CLEARS = "pi.session.reset-clears", "core@1.6.0 dist/agent.js:232-244";
    /// A custom message during a run is a steer unless it says otherwise. In `custom.rs`.
    CUSTOM_STEERS = "pi.custom.steers", "dist/core/agent-session.js:1955-1995";
    /// A custom message that triggers nothing is appended when the turn ends. In `custom.rs`.
    CUSTOM_HELD = "pi.custom.held-until-turn-end", "dist/core/agent-session.js:1955-2005";
    /// A custom message starts a run only if it is told to. In `custom.rs`.
    CUSTOM_TRIGGERS = "pi.custom.triggers", "dist/core/agent-session.js:1955-1995";
    /// A custom message for the next turn is appended behind the next prompt. In `session.rs`.
    NEXT_TURN_GOES_ALONG = "pi.custom.goes-with-next-prompt", "dist/core/agent-session.js:1584-1586", by Test;
    /// Enter during a run is a steer. In `interactive.rs`.
    ENTER_STEERS = "pi.client.enter-steers", "dist/modes/interactive/interactive-mode.js:2866-2871";
    /// Alt+Enter during a run is a follow-up. In `interactive.rs`.
    ALT_ENTER_FOLLOWS = "pi.client.alt-enter-follows", "docs/keybindings.md:166", by Docs;
    /// Alt+Up takes everything back and leaves the run alone. In `interactive.rs`.
    TAKE_BACK = "pi.client.takes-all-back", "docs/keybindings.md:167", by Docs;
    /// Esc puts everything back into the editor before it aborts. In `interactive.rs`.
    ESC_RESTORES = "pi.client.esc-restores", "dist/modes/interactive/interactive-mode.js:2567-2570,4063-4082";
    /// The client keeps what is typed while the window is being summed up. In `interactive.rs`.
    CLIENT_HOLDS = "pi.client.holds-while-compacting", "dist/modes/interactive/interactive-mode.js:4086-4092";
    /// The first message that was kept is a prompt, the rest is queued. In `interactive.rs`.
    HELD_FIRST_PROMPTS = "pi.client.first-held-prompts", "dist/modes/interactive/interactive-mode.js:4098-4165";
    /// Where the run goes on, everything that was kept is queued into it. In `interactive.rs`.
    HELD_INTO_RUN = "pi.client.held-goes-into-run", "dist/modes/interactive/interactive-mode.js:4098-4165";
    /// The queues live in memory only. In `process.rs`.
    MEMORY_ONLY = "pi.crash.loses-queues", "core@1.6.0 dist/agent.js:60-86";
}
