//! The rules of OpenCode's second runtime by name. Each is decided in one file, which is named here: whoever
//! searches for an id that a trace shows finds the sentence, the file and the source in one place. A test keeps
//! it true.
//!
//! An entry is `NAME = "its id", "its source", only ["VERSION"];`, the last part where it does not hold in both
//! generations. A source is `path:lines` below [`SOURCES`], or `path#item@commit` where it was read by item at
//! another commit. The rule's sentence stands in `web/locales/rules`, in three languages.

use crate::runtimes::tables::{rules, switches};
use crate::runtimes::{Address, Source};

/// Where the first generation can be read: as it was on 2026-08-17. The third was read at several commits.
pub const SOURCES: &[Source] = &[Source {
    tag: "",
    at: Address::Repository { name: "anomalyco/opencode", commit: "65c35977b", folder: "packages" },
}];

switches! {}

rules! {
    /// What says nothing else is delivered as a steer. In `admission.rs`.
    DEFAULT_STEER = "opencode_v2.door.default-steer", "schema/src/session-delivery.ts:5";
    /// A prompt is admitted durably, and then the session is woken. In `admission.rs`.
    WAKES = "opencode_v2.door.wakes", "core/src/session.ts:360-386";
    /// A prompt can be admitted without waking anybody. In `admission.rs`.
    NO_RESUME = "opencode_v2.door.no-resume", "core/src/session.ts:360-386";
    /// What was admitted is not visible to the model; only its promotion writes the message. In `admission.rs`.
    NOT_VISIBLE = "opencode_v2.inbox.not-visible", "core/src/session/input.ts:41-81";
    /// The same prompt once more has the same receipt and wakes once more. In `admission.rs`.
    RETRY_WAKES = "opencode_v2.door.retry-wakes", "core/src/session.ts:368-382";
    /// The same id with another content or delivery is a conflict. In `admission.rs`.
    CONFLICT = "opencode_v2.door.conflict", "core/src/session/input.ts:191-214", only ["65c35977b"];
    /// Of a prompt that comes again, the first admission counts. In `admission.rs`.
    FIRST_WINS = "opencode_v2.door.first-admission-wins", "core/src/session/inbox.ts#reconcile@0264af3d", only ["2.2.0"];
    /// The rows survive the process. In `recovery.rs`.
    DURABLE = "opencode_v2.inbox.durable", "core/src/session/sql.ts:140-163";
    /// A delivered or cancelled row is deleted. In `areas.rs`.
    ROW_DELETED = "opencode_v2.inbox.row-deleted", "core/src/session/inbox.ts#projectDelivered@0264af3d", only ["2.2.0"];
    /// What the program itself adds lies in the inbox like a prompt. In `admission.rs`.
    SYNTHETIC = "opencode_v2.inbox.synthetic", "schema/src/session-inbox.ts#Item@1d23a169", only ["2.2.0"];
    /// Within a delivery, who was admitted first goes first. In `areas.rs`.
    FIFO = "opencode_v2.order.by-admission", "core/src/session/input.ts:262";
    /// Steers go before queued input. In `promotion.rs`.
    STEERS_FIRST = "opencode_v2.drain.steers-first", "core/src/session/runner/llm.ts:383-392";
    /// All steers go together. In `promotion.rs`.
    STEERS_TOGETHER = "opencode_v2.drain.steers-together", "core/src/session/input.ts:245-266";
    /// A drain that finds nothing does nothing, unless it is forced. In `turn.rs`.
    NOTHING_TO_DO = "opencode_v2.drain.nothing-to-do", "core/src/session/runner/llm.ts:383-392";
    /// Steers are taken before every request. In `promotion.rs`.
    BEFORE_REQUEST = "opencode_v2.drain.before-each-request", "core/src/session/runner/llm.ts:179-196";
    /// A steer that was admitted after the look has begun waits for the next one. In `promotion.rs`.
    CUTOFF = "opencode_v2.drain.cutoff", "core/src/session/input.ts:245-266", only ["65c35977b"];
    /// Where the work would end, a steer that waits continues it. In `promotion.rs`.
    IDLE_STEERS = "opencode_v2.idle.steers-continue", "core/src/session/runner/llm.ts:393-405";
    /// Where the work would end and no steer waits, one queued input is taken. In `promotion.rs`.
    IDLE_QUEUE = "opencode_v2.idle.one-queued", "core/src/session/runner/llm.ts:393-405";
    /// While there is work left, nothing queued is taken. In `promotion.rs`.
    QUEUE_WAITS = "opencode_v2.drain.queue-waits", "core/src/session/runner/llm.ts:393-405";
    /// With a queued input go the steers that have come meanwhile. In `promotion.rs`.
    STEERS_AFTER = "opencode_v2.idle.steers-after-queued", "core/src/session/runner/llm.ts:191-194";
    /// What is promoted gives the agent its steps back. In `turn.rs`.
    ALLOWANCE = "opencode_v2.step.allowance", "core/src/session/runner/llm.ts:195";
    /// The context is prepared before anything is promoted. In `turn.rs`.
    INIT_FIRST = "opencode_v2.init.before-promotion", "core/src/session/runner/llm.ts:183";
    /// A request that is made again takes nothing new. In `turn.rs`.
    PROMOTION_OFF = "opencode_v2.retry.promotion-off", "core/src/session/runner/llm.ts:355-381";
    /// All tools end before the next request, and a steer skips none. In `tools.rs`.
    TOOLS_SETTLE = "opencode_v2.tools.all-settle", "core/src/session/runner/llm.ts:243-296";
    /// An error of the provider ends the drain. In `turn.rs`.
    ERROR_ENDS = "opencode_v2.error.ends-drain", "core/src/session/runner/llm.ts:342-345";
    /// A wake that was noted starts a new drain after an error. In `coordinator.rs`.
    ERROR_WAKE = "opencode_v2.error.wake-starts-again", "core/src/session/run-coordinator.ts:51-65";
    /// A permission that is declined interrupts the drain. In `turn.rs`.
    DECLINED = "opencode_v2.permission.declined", "core/src/session/runner/llm.ts:297-301";
    /// Whoever resumes while a drain is under way joins it. In `coordinator.rs`.
    JOINS = "opencode_v2.coordinator.joins", "core/src/session/run-coordinator.ts:67-92";
    /// However many wake it meanwhile: one more drain is noted. In `coordinator.rs`.
    ONE_WAKE = "opencode_v2.coordinator.one-wake", "core/src/session/run-coordinator.ts:67-92";
    /// With a wake noted it drains again. In `coordinator.rs`.
    DRAINS_AGAIN = "opencode_v2.coordinator.drains-again", "core/src/session/run-coordinator.ts:51-56";
    /// An interrupt stops the drain. In `coordinator.rs`.
    INTERRUPT = "opencode_v2.interrupt.stops", "core/src/session/run-coordinator.ts:94-101";
    /// An interrupt forgets the wake that was noted. In `coordinator.rs`.
    CLEARS_WAKE = "opencode_v2.interrupt.clears-wake", "core/src/session/run-coordinator.ts:94-101";
    /// An interrupt leaves the rows. In `coordinator.rs`.
    KEEPS_ROWS = "opencode_v2.interrupt.keeps-rows", "core/src/session/run-coordinator.ts:94-101";
    /// An interrupt of an idle session does nothing. In `coordinator.rs`.
    IDLE_NOOP = "opencode_v2.interrupt.idle-noop", "core/src/session/run-coordinator.ts:94-101";
    /// Who wakes it while it is being stopped starts a successor. In `coordinator.rs`.
    SUCCESSOR = "opencode_v2.interrupt.successor", "core/src/session/run-coordinator.ts:58-63";
    /// An interrupt can ask for steers to go on; queued prompts stay parked. In `coordinator.rs`.
    CONTINUES = "opencode_v2.interrupt.continue", "core/src/session/execution.ts#interrupt@074027a4", only ["2.2.0"];
    /// A wake for steers never takes what is queued. In `promotion.rs`.
    SCOPE = "opencode_v2.scope.steer-leaves-queue", "core/src/session/inbox.ts#promote@0264af3d", only ["2.2.0"];
    /// Of several wakes the widest counts. In `coordinator.rs`.
    WIDEST = "opencode_v2.scope.widest", "core/src/session/run-coordinator.ts#wake@074027a4", only ["2.2.0"];
    /// A row can be cancelled. In `changes.rs`.
    CANCEL = "opencode_v2.change.cancel", "core/src/session/inbox.ts#cancel@0264af3d", only ["2.2.0"];
    /// A queued row can be made a steer, and that wakes. In `changes.rs`.
    TO_STEER = "opencode_v2.change.to-steer", "core/src/session/inbox.ts#steer@0264af3d", only ["2.2.0"];
    /// A steer can be queued instead, and that wakes nobody. In `changes.rs`.
    TO_QUEUE = "opencode_v2.change.to-queue", "core/src/session/inbox.ts#queue@0264af3d", only ["2.2.0"];
    /// A delivery changes only from the opposite one. In `changes.rs`.
    OPPOSITE = "opencode_v2.change.only-opposite", "core/src/session/inbox.ts#projectDelivery@0264af3d", only ["2.2.0"];
    /// One compaction waits at most. In `admission.rs`.
    ONE_COMPACTION = "opencode_v2.control.one-compaction", "core/src/session/inbox.ts#admitCompaction@0264af3d", only ["2.2.0"];
    /// What stands behind a control waits for it. In `promotion.rs`.
    BARRIER = "opencode_v2.control.barrier", "core/src/session/runner/llm.ts#advanceToStep@008d5715", only ["2.2.0"];
    /// A control is looked at where its delivery says: before the next request, or when the work would end. In `promotion.rs`.
    CONTROL_TURN = "opencode_v2.control.when", "core/src/session/runner/llm.ts#advanceToStep@008d5715", only ["2.2.0"];
    /// Context cannot be queued. In `admission.rs`.
    CONTEXT_NOT_QUEUED = "opencode_v2.context.not-queued", "core/test/session-prompt.test.ts#context@02973df1", only ["2.2.0"], by Test;
    /// Context goes in immediately before its prompt. In `areas.rs`.
    CONTEXT_BEFORE = "opencode_v2.context.before-prompt", "core/test/session-prompt.test.ts#context@02973df1", only ["2.2.0"], by Test;
    /// After a crash nothing runs until somebody wakes the session. In `recovery.rs`.
    NO_RESTART = "opencode_v2.crash.nothing-runs", "core/src/session/runner/llm.ts:119-139", only ["65c35977b"];
    /// A tool that was left running is failed, never run again. In `recovery.rs`.
    TOOLS_FAILED = "opencode_v2.crash.tools-failed", "core/src/session/runner/llm.ts:119-139";
    /// After a restart a turn that had not said its end is taken up again. In `recovery.rs`.
    CLAIM = "opencode_v2.crash.claim-resumes", "core/src/session/execution.ts#start@074027a4", only ["2.2.0"];
    /// A turn that has said its end is not taken up again. In `recovery.rs`.
    CLAIM_RELEASED = "opencode_v2.crash.claim-released", "core/src/session/execution.ts#terminal@074027a4", only ["2.2.0"];
    /// It is taken up again only so often. In `recovery.rs`.
    ATTEMPTS = "opencode_v2.crash.bounded-attempts", "core/src/session/execution.ts#resume@074027a4", only ["2.2.0"];
    /// Only sessions of a person are taken up again. In `recovery.rs`.
    TOP_LEVEL = "opencode_v2.crash.top-level-only", "core/src/session/execution.ts#resume@074027a4", only ["2.2.0"];
    /// Enter steers. In `terminal.rs`.
    ENTER = "opencode_v2.tui.enter-steers", "tui/src/routes/session/index.tsx#submit@43083", only ["2.2.0"], by Docs;
    /// The key for queueing queues. In `terminal.rs`.
    QUEUE_KEY = "opencode_v2.tui.queue-key", "tui/src/routes/session/index.tsx#queue@43083", only ["2.2.0"], by Docs;
}
