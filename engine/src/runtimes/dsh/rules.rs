//! The rules of DSH by name. Each is decided in one file, which is named here. The form of an entry stands in
//! `runtimes/tables.rs`. A rule's sentence stands in `web/locales/rules`, in three languages.

use crate::runtimes::tables::rules;
use crate::runtimes::{Address, Source};

const REPOSITORY: &str = "deepseek-ai/deepseek-harness";
const COMMIT: &str = "b150a551";

/// Where the rules can be read: the loop first, then the other packages of the repository, then the authors' notes.
pub const SOURCES: &[Source] = &[
    Source {
        tag: "",
        at: Address::Repository {
            name: REPOSITORY,
            commit: COMMIT,
            folder: "packages/core/agent-loop",
        },
    },
    Source {
        tag: "packages",
        at: Address::Repository { name: REPOSITORY, commit: COMMIT, folder: "packages" },
    },
    Source {
        tag: "note",
        at: Address::Page("https://github.com/deepseek-ai/deepseek-harness/tree/b150a551"),
    },
];

rules! {
    /// A follow-up is appended to next-turn and wakes. In `admission.rs`.
    FOLLOW_UP = "dsh.send.follow-up", "src/agent.ts:122-124";
    /// A steer is appended to next-step and wakes. In `admission.rs`.
    STEER = "dsh.send.steer", "src/agent.ts:126-128";
    /// What is injected is appended to next-step and wakes nobody. In `admission.rs`.
    INJECT = "dsh.send.inject", "src/agent.ts:130-132";
    /// List and wake are two parameters, and any of the four pairs can be asked for. In `admission.rs`.
    TWO_PARAMETERS = "dsh.send.two-parameters", "packages core/agent/src/runtime-types.ts:105-117";
    /// An id that is pending in either list is refused. In `areas.rs`.
    UNIQUE = "dsh.inbox.unique", "packages core/agent/src/inbox.ts:200-219";
    /// The log comes first: where it cannot be written, nothing changes. In `areas.rs`.
    LOG_FIRST = "dsh.inbox.log-first", "packages core/agent/src/inbox.ts:147-191";
    /// A change of a list wakes nobody. In `changes.rs`.
    CHANGES_WAKE_NOBODY = "dsh.inbox.changes-wake-nobody", "packages core/agent/src/inbox.ts:54-160";
    /// What is prepended goes first. In `changes.rs`.
    PREPEND = "dsh.inbox.prepend", "packages core/agent/src/inbox.ts:54-160";
    /// A replacement stands where the replaced message stood. In `changes.rs`.
    REPLACE = "dsh.inbox.replace-in-place", "packages core/agent/src/inbox.ts:54-160";
    /// What is removed is cancelled for good. In `changes.rs`.
    REMOVE = "dsh.inbox.remove", "packages core/agent/src/inbox.ts:54-160";
    /// Clearing empties both lists, next-step first. In `areas.rs`.
    CLEAR = "dsh.inbox.clear", "packages core/agent/src/inbox.ts:58-61";
    /// A waking send to an idle agent opens a turn. In `driver.rs`.
    IDLE_OPENS = "dsh.wake.idle-opens-turn", "src/agent.ts:113-120";
    /// It claims at once: nothing comes between the send and the claim. In `driver.rs`.
    CLAIMS_AT_ONCE = "dsh.wake.claims-at-once", "tests/cancel.spec.ts:75", by Test;
    /// A waking send into an aborted turn goes to next-turn. In `admission.rs`.
    RETARGET = "dsh.wake.goes-to-next-turn", "src/agent.ts:113-120";
    /// That wake is kept until the aborted work is over. In `driver.rs`.
    LATCH = "dsh.wake.latched", "src/agent.ts:172-193,210-223";
    /// It opens a turn only if something is still pending. In `driver.rs`.
    LATCH_PENDING = "dsh.wake.only-if-pending", "src/agent.ts:210-223";
    /// A disposed agent keeps no wake. In `driver.rs`.
    DISPOSED_NO_LATCH = "dsh.wake.not-when-disposed", "tests/cancel.spec.ts:221", by Test;
    /// A claim takes next-step before next-turn. In `areas.rs`.
    STEPS_FIRST = "dsh.claim.steps-first", "packages core/agent/src/inbox.ts:71-78";
    /// A claim takes all of next-step. In `areas.rs`.
    ALL_STEPS = "dsh.claim.all-of-next-step", "packages core/agent/src/inbox.ts:71-78";
    /// The first claim of a turn takes exactly one of next-turn. In `areas.rs`.
    ONE_A_TURN = "dsh.claim.one-of-next-turn", "packages core/agent/src/inbox.ts:71-78";
    /// Later steps of a turn take next-step only. In `turn.rs`.
    LATER_STEPS = "dsh.claim.later-steps", "src/agent.ts:246-330";
    /// What arrives during the pre-step misses that request. In `turn.rs`.
    MISSES = "dsh.step.misses-the-request", "tests/interception.spec.ts:257", by Test;
    /// A rejected step ends the turn as blocked and stops the driver. In `driver.rs`.
    REJECTED = "dsh.step.rejected", "src/agent.ts:225-243";
    /// An empty first batch ends the turn without a request. In `turn.rs`.
    EMPTY_FIRST = "dsh.step.empty-first-batch", "src/agent.ts:246-330";
    /// The same turn goes on while next-step holds something, also after a final answer. In `turn.rs`.
    GOES_ON = "dsh.turn.goes-on", "src/agent.ts:246-330";
    /// Hooks are asked where the turn could end, and may steer. In `hooks.rs`.
    STOPPING = "dsh.turn.stopping-hooks", "src/agent.ts:246-330";
    /// With nothing in next-step left the turn would end: only then are they asked. In `hooks.rs`.
    STOPPING_ONLY = "dsh.turn.stopping-only-when-empty", "src/agent.ts:246-330";
    /// While the driver is alive anything pending opens another turn, whoever did not wake. In `driver.rs`.
    ANOTHER_TURN = "dsh.turn.another-for-anything", "src/agent.ts:324";
    /// An error ends the turn and stops the driver; what is left is parked. In `driver.rs`.
    ERROR_PARKS = "dsh.turn.error-parks", "src/agent.ts:303-323,210-223";
    /// A steer skips no call. In `tools.rs`.
    NONE_SKIPPED = "dsh.tools.none-skipped", "tests/loop.spec.ts:549,686", by Test;
    /// So many calls run at once, and no more. In `tools.rs`.
    PARALLEL = "dsh.tools.parallel-limit", "src/tool-calls.ts:131,199";
    /// What a result tells beside itself goes to next-step. In `tools.rs`.
    CONTEXTS = "dsh.tools.contexts", "src/tool-calls.ts:156-157";
    /// A concluding result ends the turn unless next-step holds something. In `tools.rs`.
    CONCLUDES = "dsh.tools.concludes", "tests/loop.spec.ts:789,811", by Test;
    /// A call that was not dispatched before the abort gets an answer of its own. In `tools.rs`.
    NOT_DISPATCHED = "dsh.tools.not-dispatched", "src/tool-calls.ts:95-98,237-259";
    /// A cancel empties both lists and aborts. In `abort.rs`.
    CANCEL_CLEARS = "dsh.cancel.clears", "src/agent.ts:134-140";
    /// It forgets a wake that was kept. In `abort.rs`.
    CANCEL_UNLATCHES = "dsh.cancel.forgets-the-wake", "src/agent.ts:134-140";
    /// With keepInbox it only aborts, and what waits is parked. In `abort.rs`.
    KEEP_INBOX = "dsh.cancel.keeps-inbox", "tests/cancel.spec.ts:103", by Test;
    /// The first cause stands. In `abort.rs`.
    FIRST_CAUSE = "dsh.cancel.first-cause", "src/agent.ts:134-140";
    /// A cancel that meets an idle agent aborts nothing, and is no error. In `abort.rs`.
    IDLE_NOOP = "dsh.cancel.idle", "src/agent.ts:134-140";
    /// What has streamed of an answer is kept. In `sampling.rs`.
    PREFIX_KEPT = "dsh.cancel.prefix-kept", "src/agent.ts:350-372";
    /// A call that has not streamed to its end is dropped. In `sampling.rs`.
    HALF_CALL = "dsh.cancel.half-call-dropped", "tests/cancel.spec.ts:539", by Test;
    /// Disposal is a cancel behind which no turn opens. In `abort.rs`.
    DISPOSES = "dsh.dispose.like-a-cancel", "tests/contract-regressions.spec.ts:209,374", by Test;
    /// Maintenance keeps wakes until it is over. In `driver.rs`.
    MAINTENANCE_LATCHES = "dsh.maintenance.latches", "src/agent.ts:142-162";
    /// It is refused while anything is active. In `maintenance.rs`.
    MAINTENANCE_ALONE = "dsh.maintenance.alone", "src/agent.ts:142-162";
    /// It counts as idle. In `view.rs`.
    COUNTS_AS_IDLE = "dsh.maintenance.counts-as-idle", "src/agent.ts:99-111";
    /// Whoever waits for idle waits for the whole activity. In `driver.rs`.
    WHEN_IDLE = "dsh.wait.when-idle", "src/agent.ts:196-203";
    /// A prompt to the host says whether it is queued or steers. In `host.rs`.
    HOST_MODE = "dsh.host.prompt-mode", "packages host/apiproxy/src/api-proxy.ts:2361-2417";
    /// The host's list tells queued, steering and context apart. In `host.rs`.
    PLACEMENTS = "dsh.host.placements", "packages host/apiproxy/src/api-proxy.ts:1267-1296";
    /// Only text can be edited. In `host.rs`.
    EDIT_TEXT = "dsh.host.edits-text-only", "packages host/apiproxy/src/api-proxy.ts:2468-2516";
    /// A queued item can be made a steer only while it is queued and the agent runs. In `host.rs`.
    STEER_ITEM = "dsh.host.steers-queued-only", "packages host/apiproxy/src/api-proxy.ts:2490-2510";
    /// An item that waits no more is not found. In `host.rs`.
    NOT_FOUND = "dsh.host.item-not-found", "packages host/apiproxy/src/api-proxy.ts:2468-2516";
    /// The host's stop keeps what waits, and parks it. In `host.rs`.
    STOP_KEEPS = "dsh.host.stop-parks", "packages host/apiproxy/src/api-proxy.ts:2518-2533";
    /// Both keys send while the agent is idle. In `client.rs`.
    IDLE_SENDS = "dsh.client.idle-sends", "packages client/ui-conversation/README.md:31-35", by Docs;
    /// While it runs, Enter does what the setting says. In `client.rs`.
    ENTER = "dsh.client.enter", "packages client/ui-conversation/README.md:31-35", by Docs;
    /// Enter with the modifier does the other thing. In `client.rs`.
    OTHER_KEY = "dsh.client.other-key", "packages client/ui-conversation/README.md:31-35", by Docs;
    /// With an empty draft it steers the whole queue, in order. In `client.rs`.
    WHOLE_QUEUE = "dsh.client.steers-whole-queue", "packages client/ui-conversation/README.md:66-67", by Docs;
    /// To a subagent a person can only queue. In `client.rs`.
    SUBAGENT = "dsh.client.subagent-queues-only", "packages client/ui-conversation/README.md:66-67", by Docs;
    /// A background job's end is injected into a busy owner. In `jobs.rs`.
    JOB_INJECTS = "dsh.jobs.busy-injects", "note 2026-08-11-background-job-completion-wakes-an-idle-owner", by Docs;
    /// It wakes an idle owner. In `jobs.rs`.
    JOB_WAKES = "dsh.jobs.idle-wakes", "note 2026-08-11-background-job-completion-wakes-an-idle-owner", by Docs;
    /// So many times in a row at most. In `jobs.rs`.
    JOB_LIMIT = "dsh.jobs.wakes-in-a-row", "note 2026-08-11-background-job-completion-wakes-an-idle-owner", by Docs;
    /// A claimed message of a person starts the count anew. In `jobs.rs`.
    JOB_REFILL = "dsh.jobs.person-refills", "note 2026-08-11-background-job-completion-wakes-an-idle-owner", by Docs;
    /// Both lists are rebuilt from the log. In `process.rs`.
    REBUILT = "dsh.log.rebuilds-lists", "tests/resume.spec.ts:604", by Test;
    /// What the log has not written yet is lost. In `process.rs`.
    BATCHED = "dsh.log.batched", "packages session/session-persistence-jsonl/README.md:30", by Docs;
    /// The log is written out before a step, a request and a tool. In `areas.rs`.
    FLUSHED = "dsh.log.flushed", "packages session/session-persistence-jsonl/README.md:30", by Docs;
    /// What was claimed and had not entered is lost with the process. In `process.rs`.
    CLAIMED_LOST = "dsh.log.claimed-lost", "packages core/agent/src/inbox.ts:71-78", by Inference;
    /// Nothing wakes the agent after a restart. In `process.rs`.
    NO_WAKE = "dsh.resume.nothing-runs", "tests/resume.spec.ts:604", by Test;
    /// Calls that the end of the process left open are answered by how far they had come. In `process.rs`.
    OPEN_CALLS = "dsh.resume.open-calls", "tests/resume.spec.ts:604", by Test;
}
