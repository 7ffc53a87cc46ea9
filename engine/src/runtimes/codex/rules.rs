//! The rules of Codex by name. Each is decided in one file, which is named here: whoever searches for an id
//! that a trace shows finds the sentence, the file and the source in one place. A test keeps it true.
//!
//! The form of an entry stands in `runtimes/tables.rs`. A rule's sentence stands in `web/locales/rules`, in three
//! languages.

use crate::runtimes::tables::{rules, switches};
use crate::runtimes::{Address, Source};

/// Where the baseline can be read: as it was on 2026-08-22.
pub const SOURCES: &[Source] = &[Source {
    tag: "",
    at: Address::Repository { name: "openai/codex", commit: "343074d42", folder: "codex-rs" },
}];

switches! {
    /// A steer cuts the response that streams.
    INSTANT_INTERRUPT = "instant_interrupt", "2026-09-25";
    /// Mail does not cut a response any more.
    DEFER_MAILBOX_PREEMPTION = "defer_mailbox_preemption", "2026-09-24";
    /// A continuation starts only if no other turn has started since.
    CONTINUE_IF_IDLE = "continue_if_idle", "2026-10";
    /// A host that shuts down admits no new turns.
    SERVER_DRAINING = "server_draining", "2026-10";
    /// An interrupt that does nothing while input waits.
    INTERRUPT_IF_NO_PENDING_INPUT = "interrupt_if_no_pending_input", "2026-09-22";
    /// A turn that failed for good does not go on with what waits.
    STOP_ON_TERMINAL_ERROR = "stop_on_terminal_error", "2026-08-25";
    /// Hooks are asked when a turn is interrupted.
    INTERRUPT_HOOKS = "interrupt_hooks", "2026-08-25";
    /// Plan mode is decided in the same moment in which the settings are committed.
    PLAN_ADMISSION_ATOMIC = "plan_admission_atomic", "2026-10";
    /// Mail does not come through the submission channel. Known from notes only.
    MAILBOX_WATCHED = "mailbox_watched", "2026-10";
    /// A tool output without a call is an input like any other.
    STANDALONE_TOOL_OUTPUT = "standalone_tool_output", "2026-10";
    /// Mail that lies in pending input ends a wait like mail in the mailbox.
    PENDING_MAIL_COUNTS = "pending_mail_counts", "2026-10";
    /// A turn that mail starts has the root of the first trigger mail.
    ROOT_OF_FIRST_MAIL = "root_of_first_mail", "2026-10";
}

rules! {
    /// A start-or-steer that meets no running task starts a turn. In `routing.rs`.
    START_WHEN_IDLE = "codex.route.start-when-idle", "core/src/session/turn_input.rs:167-250";
    /// A start-or-steer that meets a running task joins its turn. In `routing.rs`.
    STEER_WHEN_BUSY = "codex.route.steer-when-busy", "core/src/session/turn_input.rs:167-250";
    /// A strict steer without a running task is refused. In `routing.rs`.
    NO_ACTIVE_TURN = "codex.route.no-active-turn", "core/src/session/turn_input.rs:478-565";
    /// A steer that names another turn than the running one is refused. In `routing.rs`.
    EXPECTED_TURN = "codex.route.expected-turn", "core/src/session/turn_input.rs:478-565";
    /// A review or a compaction takes no steer. In `routing.rs`.
    NOT_STEERABLE = "codex.route.not-steerable", "core/src/session/turn_input.rs:478-565";
    /// A steer that names another output schema than the running turn's is refused; schemas are compared as
    /// values. In `routing.rs`.
    OUTPUT_SCHEMA = "codex.route.output-schema", "core/src/session/turn_input.rs:478-565";
    /// Of several reasons to refuse a steer, the first in this order counts: another turn, a task that takes
    /// none, no content, another schema. In `routing.rs`.
    ORDER_OF_REASONS = "codex.route.order-of-reasons", "core/src/session/turn_input.rs:478-565";
    /// A steer without content is refused. In `routing.rs`.
    EMPTY_INPUT = "codex.route.empty-input", "core/src/session/turn_input.rs:478-565";
    /// An idle-only start takes place only while no turn occupies the session. In `admission.rs`.
    ONLY_WHEN_IDLE = "codex.route.only-when-idle", "core/src/session/turn_input.rs:252-372";
    /// An idle-only start is refused while trigger mail waits. In `admission.rs`.
    TRIGGER_MAIL_FIRST = "codex.route.trigger-mail-first", "core/src/session/turn_input.rs:252-372";
    /// A turn that is resumed keeps its id. In `routing.rs`.
    RECOVERY_KEEPS_ID = "codex.recover.keeps-id", "core/src/session/turn_input.rs:158-165";
    /// A turn that is resumed is no automatic work: Plan mode does not keep it from starting. In `admission.rs`.
    RECOVERY_WAS_ASKED_FOR = "codex.recover.was-asked-for", "core/src/session/turn_input.rs:158-165";
    /// What starts a turn automatically waits in the turn's pending input, and its first request takes that. In `admission.rs`.
    AUTOMATIC_IN_PENDING = "codex.start.automatic-in-pending", "core/src/session/turn_input.rs:252-372";
    /// Automatic work does not start in Plan mode. In `admission.rs`.
    PLAN_MODE = "codex.route.plan-mode", "core/src/session/turn_input.rs:252-372";
    /// Automatic work is refused if its settings would bring the thread into Plan mode. In `admission.rs`.
    PLAN_NOT_ENTERED = "codex.route.plan-not-entered", "core/src/session/turn_input.rs:252-372";
    /// Whether automatic work would enter or leave Plan mode is decided when it is committed. In `admission.rs`.
    PLAN_DECIDED_AT_COMMIT = "codex.route.plan-decided-at-commit",
        "core/src/session/turn_input.rs#permits_settings@551bd409", newer PLAN_ADMISSION_ATOMIC;
    /// Trigger mail that arrives while an idle-only start is being admitted goes first. In `admission.rs`.
    TRIGGER_MAIL_MEANWHILE = "codex.route.trigger-mail-meanwhile", "core/src/session/turn_input.rs:252-372";
    /// A reservation is given back only by its owner, and only while it is the session's turn. In `admission.rs`.
    RELEASE_ONLY_OWN = "codex.route.release-only-own", "core/src/session/turn_input.rs:457-466";
    /// A turn that a person starts begins without the connectors selected before. In `settings.rs`.
    CONNECTORS_CLEARED = "codex.start.clears-connectors", "core/src/session/turn_input.rs:252-372";
    /// Settings that can no longer be applied when a turn is to start are also told by an event. In `settings.rs`.
    FAILED_COMMIT_TOLD = "codex.settings.failed-commit-told",
        "core/src/session/turn_input.rs#apply_started@551bd409", newer PLAN_ADMISSION_ATOMIC;
    /// A host that shuts down lets no new turn start; steers and mail are not its concern. In `admission.rs`.
    DRAINING_REFUSES = "codex.route.draining-refuses",
        "core/tests/suite/turn_input_submission.rs#host_drain_rejects_turn_start_paths_without_recording_input@04ad7869", newer SERVER_DRAINING, by Test;
    /// What another turn has delegated may start all the same. In `admission.rs`.
    DRAINING_LETS_DELEGATED_IN = "codex.route.draining-lets-delegated-in",
        "core/tests/suite/turn_input_submission.rs#host_drain_allows_spawned_agent_input_but_not_automatic_work@04ad7869", newer SERVER_DRAINING, by Test;
    /// A continuation is refused once another turn has started or the settings have changed. In `admission.rs`.
    CONTINUATION_SUPERSEDED = "codex.route.continuation-superseded",
        "core/tests/suite/turn_input_submission.rs#continue_turn_if_idle_starts_new_turn_with_internal_input@04ad7869", newer CONTINUE_IF_IDLE, by Test;
    /// A continuation carries an item that nobody typed. In `admission.rs`.
    CONTINUATION_IS_INTERNAL = "codex.route.continuation-is-internal",
        "core/src/session/turn_input.rs#handle@551bd409", newer CONTINUE_IF_IDLE;
    /// Text of a voice conversation that is not taken becomes an error event. In `realtime.rs`.
    REALTIME_REJECTION_TOLD = "codex.realtime.rejection-told", "core/src/session/turn_input.rs:423-455";
    /// A host that shuts down closes the voice conversation instead. In `realtime.rs`.
    REALTIME_DRAINING_CLOSES = "codex.realtime.draining-closes",
        "core/tests/suite/turn_input_submission.rs#host_drain_closes_realtime_after_handoff_error@04ad7869", newer SERVER_DRAINING, by Test;
    /// What a client tells beside its input reaches the session only if the input is accepted. In `context.rs`.
    CONTEXT_ON_ACCEPTANCE = "codex.context.on-acceptance", "core/src/session/turn_input.rs:478-565";
    /// What the session has been told already is not told to the model again. In `context.rs`.
    CONTEXT_NEWS_ONLY = "codex.context.news-only", "core/src/session/turn_input.rs:478-565";
    /// Settings that come with an input are tried out before it is routed: bad ones are an invalid request,
    /// not a refusal. In `settings.rs`.
    SETTINGS_PREVIEWED = "codex.settings.previewed", "core/src/session/turn_input.rs:58-80";
    /// They are checked again when they are applied. A steer then stays accepted although its settings are
    /// not. In `settings.rs`.
    SETTINGS_CHECKED_AGAIN = "codex.settings.checked-again", "core/src/session/turn_input.rs:129-138";
    /// Settings that come with an input take effect only if it is accepted. In `settings.rs`.
    SETTINGS_AFTER_ACCEPTANCE = "codex.settings.after-acceptance", "core/src/session/turn_input.rs:58-138";
    /// Settings that were applied are told by an event. In `settings.rs`.
    SETTINGS_TOLD = "codex.settings.told", "core/src/session/turn_input.rs:92-127";
    /// Only user input may be offered to start-or-steer and to steer. In `routing.rs`.
    USER_INPUT_ONLY = "codex.route.user-input-only", "core/src/session/turn_input.rs:167-250,374-420";
    /// What was submitted is handled although nobody waits for its answer any more. In `session.rs`.
    WAITER_IS_NO_CONDITION = "codex.session.waiter-is-no-condition", "core/src/session/mod.rs:826-868";
    /// A tool's output that answers no call may be offered like what a person typed. In `routing.rs`.
    STANDALONE_OFFERED = "codex.route.standalone-output", "core/src/session/turn_input.rs#pending_turn_input@551bd409", newer STANDALONE_TOOL_OUTPUT;
    /// An item injected while a turn runs goes into its pending input; otherwise it is recorded. In `routing.rs`.
    INJECT = "codex.inject.running-or-recorded", "core/src/session/inject.rs:15-68";
    /// What is injected into pending input wakes a wait, as a steer does. In `areas.rs`.
    INJECTION_WAKES = "codex.inject.wakes", "core/src/session/input_queue.rs:252-263";
    /// Mail always goes to the back of the mailbox. In `mail.rs`.
    MAIL_TO_MAILBOX = "codex.mail.to-mailbox", "core/src/session/handlers.rs:80-102";
    /// Trigger mail starts a turn in an idle session; ordinary mail does not. In `mail.rs`.
    TRIGGER_MAIL_STARTS = "codex.mail.trigger-starts-turn", "core/src/tasks/mod.rs:434-492";
    /// While the thread sleeps durably, any mail starts a turn in an idle session. In `mail.rs`.
    DURABLE_SLEEP_WAKES = "codex.mail.wakes-durable-sleep", "core/src/tasks/mod.rs:434-492";
    /// Mail goes straight into the mailbox, and the loop watches the mailbox beside its submissions. In `session.rs`.
    LOOP_WATCHES_MAILBOX = "codex.mail.loop-watches",
        "core/src/session/handlers.rs#submission_loop@622e9e3696", newer MAILBOX_WATCHED;
    /// A turn that mail starts works for the turn on which all its trigger mail agrees. In `lineage.rs`.
    LINEAGE_AGREED = "codex.mail.lineage-agreed", "core/src/session/input_queue.rs:151-182";
    /// The first trigger mail alone says which chain a turn belongs to that mail starts. In `lineage.rs`.
    ROOT_OF_FIRST = "codex.mail.root-of-first", "core/src/session/input_queue.rs#drain_mailbox_input_items@later-copy", newer ROOT_OF_FIRST_MAIL;
    /// Only trigger mail says for whom a turn works. In `lineage.rs`.
    LINEAGE_OF_TRIGGER = "codex.mail.lineage-of-trigger", "core/src/session/handlers.rs:82-102";
    /// A turn that an input starts works for the turns that the input names. In `lineage.rs`.
    LINEAGE_OF_INPUT = "codex.start.lineage-of-input", "core/src/session/turn_input.rs:92-127";
    /// A turn that is steered on behalf of another chain has no root any more. In `lineage.rs`.
    STEER_OF_ANOTHER_CHAIN = "codex.route.steer-of-another-chain", "core/src/session/turn_input.rs:478-565";
    /// A turn that takes trigger mail of another chain has no root any more. In `lineage.rs`.
    ROOT_AMBIGUOUS = "codex.mail.root-ambiguous", "core/src/session/input_queue.rs:313-328";
    /// A child's turn that is over is told to its direct parent in one ordinary mail. In `agents.rs`.
    COMPLETION_MAIL = "codex.agents.completion-mail", "core/src/session/mod.rs:1977-2090";
    /// A child that was interrupted tells its parent nothing. In `agents.rs`.
    INTERRUPTED_CHILD = "codex.agents.interrupted-child-silent", "core/src/agent/status.rs:6-31";
    /// Where the direct parent is gone nobody is told in its place. In `agents.rs`.
    NO_OTHER_PARENT = "codex.agents.no-other-parent", "core/src/session/mod.rs:1977-2090";
    /// A task that the model gives to another agent is trigger mail, a message is ordinary mail. In `writing.rs`.
    TASK_IS_TRIGGER_MAIL = "codex.agents.task-is-trigger-mail", "core/src/tools/handlers/multi_agents_v2/message_tool.rs:10-120";
    /// The root agent is given no tasks. In `writing.rs`.
    NO_TASK_FOR_ROOT = "codex.agents.no-task-for-root", "core/src/tools/handlers/multi_agents_v2/message_tool.rs:10-120";
    /// Nothing empty is sent to an agent. In `writing.rs`.
    NO_EMPTY_MAIL = "codex.agents.no-empty-mail", "core/src/tools/handlers/multi_agents_v2/message_tool.rs:10-120";
    /// A task is sent only to an agent that has room for it. In `writing.rs`.
    CAPACITY_FIRST = "codex.agents.capacity-first", "core/src/tools/handlers/multi_agents_v2/message_tool.rs:10-120";
    /// A task that starts moves the mailbox into its pending input. In `tasks.rs`.
    START_MOVES_MAIL = "codex.start.moves-mail", "core/src/tasks/mod.rs:291-432";
    /// What a start moves into pending input wakes nobody. In `areas.rs`.
    QUIET_START = "codex.start.moves-quietly", "core/src/session/input_queue.rs:265-271";
    /// With explicit input the first request takes nothing that waits. In `turn.rs`.
    FIRST_SAMPLING = "codex.turn.first-sampling", "core/src/session/turn.rs:299-586";
    /// Pending input goes before the mailbox. In `areas.rs`.
    PENDING_BEFORE_MAIL = "codex.drain.pending-before-mail", "core/src/session/input_queue.rs:280-336";
    /// In phase "next turn" a drain takes nothing. In `areas.rs`.
    PHASE_GATES_DRAIN = "codex.drain.phase-gates", "core/src/session/input_queue.rs:280-336";
    /// The turn goes on when the model needs to or when input waits. In `turn.rs`.
    FOLLOW_UP = "codex.turn.follow-up", "core/src/session/turn.rs:400-458";
    /// In phase "next turn" nothing counts as waiting. In `areas.rs`.
    PHASE_GATES_PENDING = "codex.turn.phase-gates-pending", "core/src/session/input_queue.rs:338-362";
    /// A final answer defers mail to the next turn. In `sampling.rs`.
    FINAL_ANSWER_DEFERS = "codex.phase.final-answer-defers-mail", "core/src/stream_events_utils.rs:244-286";
    /// A final answer defers nothing while pending input holds explicit work. In `areas.rs`.
    PENDING_WORK_KEEPS_PHASE = "codex.phase.pending-work-keeps", "core/src/session/input_queue.rs:206-227";
    /// A tool call reopens the current turn. In `sampling.rs`.
    TOOL_CALL_REOPENS = "codex.phase.tool-call-reopens", "core/src/stream_events_utils.rs:297-306";
    /// A response that needs a follow-up reopens the current turn. In `turn.rs`.
    FOLLOW_UP_REOPENS = "codex.phase.follow-up-reopens", "core/src/session/turn.rs:400-407";
    /// A steer reopens the current turn. In `routing.rs`.
    STEER_REOPENS = "codex.phase.steer-reopens", "core/src/session/input_queue.rs:252-263";
    /// Mail cuts a response after complete reasoning or commentary. In `sampling.rs`.
    MAIL_CUTS_RESPONSE = "codex.stream.mail-cuts", "core/src/session/turn.rs:2361-2404";
    /// A full window is summed up before a turn's input is recorded. In `compaction.rs`.
    COMPACT_BEFORE_INPUT = "codex.compaction.before-input", "core/src/session/turn.rs:153-297";
    /// A window that is full in mid-turn is summed up before anything that waits is taken. In `compaction.rs`.
    COMPACT_BEFORE_DRAIN = "codex.compaction.before-drain", "core/src/session/turn.rs:458-498";
    /// After a compaction the model first goes on with what it was doing; only then is waiting input taken. In `turn.rs`.
    CONTINUATION_FIRST = "codex.compaction.continuation-first", "core/src/session/turn.rs:458-498";
    /// A tool can ask for a new window: the present one is summed up although it has room. In `compaction.rs`.
    NEW_WINDOW = "codex.compaction.on-request", "core/src/session/turn.rs:458-498";
    /// A person's own compaction is one request for a summary and takes nothing that waits. In `compaction.rs`.
    OWN_COMPACTION = "codex.compaction.own-task", "core/src/tasks/compact.rs:20-90";
    /// What people wrote and the summary stay in the window, nothing else. In `compaction.rs`.
    COMPACTED_WINDOW = "codex.compaction.window", "core/src/compact.rs#build_compacted_history@0100b10375";
    /// A turn that is stopped while it sums up still records its input. In `compaction.rs`.
    COMPACTION_STOPPED = "codex.compaction.stopped-records-input", "core/src/session/turn.rs:153-297";
    /// A turn whose first compaction fails ends without having recorded its input. In `compaction.rs`.
    COMPACTION_LOSES_INPUT = "codex.compaction.failure-loses-input", "core/src/session/turn.rs:153-297";
    /// A turn whose first compaction fails has recorded its input. In `compaction.rs`.
    COMPACTION_KEEPS_INPUT = "codex.compaction.failure-keeps-input", "core/tests/suite/pending_input.rs#terminal_compaction_error_does_not_retry_pending_input@d7510aa4b4", newer STOP_ON_TERMINAL_ERROR, by Test;
    /// A stream that broke off is asked again after a while, a limited number of times, without taking what waits. In `retries.rs`.
    RETRY = "codex.stream.retry", "core/src/session/turn.rs:1340-1440";
    /// Any other error ends the turn's work; the turn completes without an answer. In `tasks.rs`.
    ERROR_ENDS = "codex.turn.error-ends", "core/src/session/turn.rs:528-586";
    /// An image that the model cannot take is told of in words of its own, and is not tried again. In `retries.rs`.
    INVALID_IMAGE = "codex.turn.invalid-image", "core/src/session/turn.rs:528-586";
    /// After an error the task stops at once, whatever waits. In `tasks.rs`.
    ERROR_STOPS_TASK = "codex.finish.error-stops-task", "core/src/tasks/regular.rs#RegularTask@d7510aa4b4", newer STOP_ON_TERMINAL_ERROR;
    /// Mail does not cut a response; it is taken before the next request. In `sampling.rs`.
    MAIL_CUT_DEFERRED = "codex.stream.mail-cut-deferred", "core/tests/suite/pending_input.rs#mailbox_preemption_preserves_response_when_deferred@later-copy", newer DEFER_MAILBOX_PREEMPTION, by Test;
    /// A steer cuts the response that streams, and the wait before a retry. In `preemption.rs`.
    STEER_CUTS = "codex.stream.steer-cuts", "core/tests/suite/pending_input.rs#steer_interrupts_and_drains_websocket@later-copy", newer INSTANT_INTERRUPT, by Test;
    /// A response can say itself that the turn is not over. In `sampling.rs`.
    END_TURN = "codex.stream.end-turn-false", "core/src/session/turn.rs:2539-2583";
    /// Tool outputs are recorded in the model's order, before anything that waits. In `tools.rs`.
    OUTPUTS_IN_MODEL_ORDER = "codex.tools.outputs-in-model-order", "core/src/session/turn.rs:2743-2750";
    /// A tool starts as soon as its call is complete, while the response goes on. In `sampling.rs`.
    TOOLS_START_AT_ONCE = "codex.tools.start-at-once", "core/src/stream_events_utils.rs:289-391";
    /// A response that called a tool is followed by another request. In `sampling.rs`.
    CALL_NEEDS_FOLLOW_UP = "codex.turn.call-needs-follow-up", "core/src/stream_events_utils.rs:289-391";
    /// A call of a tool that does not exist is answered by an error output. In `tools.rs`.
    UNKNOWN_TOOL = "codex.tools.unknown", "core/src/stream_events_utils.rs:361-381";
    /// A tool that asks goes on only when it is answered. In `waiters.rs`.
    ASK_WAITS = "codex.question.tool-waits", "core/src/session/mod.rs:2405-2480";
    /// An answer goes to the question with its id and takes it off the table. In `waiters.rs`.
    ANSWER_BY_ID = "codex.question.answered-by-id", "core/src/session/mod.rs:2945-2964";
    /// An answer is no input: it lies in no area and wakes no wait. In `waiters.rs`.
    ANSWER_IS_NO_INPUT = "codex.question.answer-is-no-input", "core/src/session/mod.rs:2945-2964";
    /// An answer to something that nobody asks is only logged. In `waiters.rs`.
    UNKNOWN_ANSWER = "codex.question.unknown-only-logged", "core/src/session/mod.rs:2945-2964";
    /// A question takes the place of an earlier one with the same id, which gets no answer. In `waiters.rs`.
    LATER_QUESTION = "codex.question.later-displaces", "core/src/session/mod.rs:2645-2761";
    /// The decision to abort stops the whole turn instead of answering. In `waiters.rs`.
    STOP_DECISION = "codex.question.abort-interrupts", "core/src/session/handlers.rs:174-218";
    /// A cancelled turn waits for no answer, so that no refusal comes of it. In `waiters.rs`.
    QUESTION_ENDS_WITH_TURN = "codex.question.ends-with-turn", "core/src/session/input_queue.rs:199-204";
    /// A call that cannot be read is answered by an error at once; it reopens nothing. In `sampling.rs`.
    MALFORMED_CALL = "codex.tools.malformed", "core/src/stream_events_utils.rs:361-381";
    /// A call to which nothing can be answered ends the turn's work. In `sampling.rs`.
    FATAL_CALL = "codex.tools.fatal", "core/src/stream_events_utils.rs:289-391";
    /// A tool that cannot work beside others waits for them, and they for it. In `tools.rs`.
    EXCLUSIVE = "codex.tools.exclusive", "core/src/tools/parallel.rs:91-160";
    /// A call that can yield is answered at once when a steer cuts the response. In `tools.rs`.
    TOOL_YIELDS = "codex.tools.yields", "core/tests/suite/pending_input.rs#input_preempts_response_and_yields_running_code_mode_call@later-copy", newer INSTANT_INTERRUPT, by Test;
    /// A tool's output that answers no call wakes a wait when it lies in pending input. In `areas.rs`.
    STANDALONE_WAKES = "codex.wait.standalone-output-counts", "core/src/session/input_queue.rs#subscribe_activity@later-copy", newer STANDALONE_TOOL_OUTPUT;
    /// Mail in pending input wakes a wait, unless a steer lies there, too. In `areas.rs`.
    PENDING_MAIL_WAKES = "codex.wait.mail-in-pending-counts", "core/src/session/input_queue.rs#pending_activity@later-copy", newer PENDING_MAIL_COUNTS;
    /// A sleep ends at once when input arrives. In `waits.rs`.
    SLEEP_WAKES = "codex.wait.sleep-wakes", "core/src/tools/handlers/sleep.rs:24-152";
    /// A wait for agents ends at once when input arrives. In `waits.rs`.
    WAIT_AGENT_WAKES = "codex.wait.agent-wakes", "core/src/tools/handlers/multi_agents_v2/wait.rs:37-202";
    /// A sleep takes 1 ms to 12 hours; anything else is an error. In `waits.rs`.
    SLEEP_LIMITS = "codex.wait.sleep-limits", "core/src/tools/handlers/sleep.rs:24-152";
    /// A wait for agents that is shorter than the minimum takes the minimum, and says so. In `waits.rs`.
    WAIT_CLAMPED = "codex.wait.agent-clamped", "core/src/tools/handlers/multi_agents_v2/wait.rs:37-202";
    /// A wait for agents that is longer than the maximum is an error. In `waits.rs`.
    WAIT_TOO_LONG = "codex.wait.agent-too-long", "core/src/tools/handlers/multi_agents_v2/wait.rs:37-202";
    /// A wait hears of the latest activity only. In `areas.rs`.
    LATEST_ACTIVITY = "codex.wait.latest-activity", "core/src/session/input_queue.rs:65-69";
    /// What already waits ends a wait, and a steer in pending input counts before mail. In `areas.rs`.
    LOOK_BEFORE_WAITING = "codex.wait.looks-first", "core/src/session/input_queue.rs:98-119";
    /// A user message that a hook blocks is dropped: not recorded, not told. In `hooks.rs`.
    PROMPT_BLOCKED = "codex.hook.blocks-prompt", "core/src/hook_runtime.rs:562-628";
    /// Hooks see what people wrote, and neither mail nor injected items. In `hooks.rs`.
    HOOKS_SEE_USER_INPUT = "codex.hook.user-input-only", "core/src/hook_runtime.rs:562-628";
    /// Each message is inspected and recorded before the next is inspected. In `hooks.rs`.
    HOOKS_ONE_AT_A_TIME = "codex.hook.one-at-a-time", "core/src/session/turn.rs:615-643";
    /// A batch of which one user message was accepted does not count as blocked. In `hooks.rs`.
    BLOCKED_BATCH = "codex.hook.blocked-batch", "core/src/session/turn.rs:615-643";
    /// After a blocked batch the model is not asked. In `hooks.rs`.
    BLOCK_ASKS_NOTHING = "codex.hook.blocked-asks-nothing", "core/src/session/turn.rs:153-297";
    /// A prompt hook's context is recorded behind the message, even if that was blocked. In `hooks.rs`.
    HOOK_CONTEXT = "codex.hook.context-recorded", "core/src/hook_runtime.rs:562-628";
    /// The first turn of a session asks the session's hooks, and one of them can end it. In `hooks.rs`.
    SESSION_START = "codex.hook.session-start", "core/src/session/turn.rs:153-297";
    /// What asynchronous hooks said between turns is recorded before the next prompt. In `hooks.rs`.
    ASYNC_BEFORE_PROMPT = "codex.hook.async-before-prompt", "core/src/session/turn.rs:160-161";
    /// What asynchronous hooks said during a response is injected after it, and reopens the turn. In `hooks.rs`.
    ASYNC_INJECTED = "codex.hook.async-injected", "core/src/hook_runtime.rs:646-663";
    /// A stop hook that blocks with a prompt has the turn go on with it. In `hooks.rs`.
    STOP_HOOK_BLOCKS = "codex.hook.stop-blocks", "core/src/session/turn.rs:510-526";
    /// A turn that a stop hook keeps is open for waiting input again. In `hooks.rs`.
    STOP_HOOK_REOPENS = "codex.phase.stop-hook-reopens", "core/src/session/turn.rs:510-526";
    /// A stop hook that blocks without a prompt is warned about and ignored. In `hooks.rs`.
    STOP_HOOK_NEEDS_PROMPT = "codex.hook.stop-needs-prompt", "core/src/session/turn.rs:510-526";
    /// A stop hook that stops ends the turn, whatever the others say. In `hooks.rs`.
    STOP_HOOK_ENDS = "codex.hook.stop-ends", "core/src/session/turn.rs:505-560";
    /// The first turn waits for the connection that the session opened at its start. In `prewarm.rs`.
    PREWARM = "codex.start.prewarm", "core/src/tasks/regular.rs:39-91";
    /// A turn that is stopped while it waits for its connection still records its input. In `prewarm.rs`.
    PREWARM_RECORDS = "codex.start.stopped-prewarm-records-input", "core/src/tasks/regular.rs:39-91";
    /// A turn with input waits for the servers that it needs, before it records the input. In `servers.rs`.
    WAITS_FOR_SERVERS = "codex.start.waits-for-servers", "core/src/session/turn.rs:153-297";
    /// A turn that is stopped while it waits for servers still records its input. In `servers.rs`.
    STOPPED_SERVERS_RECORD = "codex.start.stopped-servers-record-input", "core/src/session/turn.rs:153-297";
    /// An interrupt that meets no turn gives up servers that are still starting. In `servers.rs`.
    INTERRUPT_CANCELS_STARTUP = "codex.interrupt.cancels-startup", "core/src/session/mod.rs:4151-4158";
    /// Input that arrives after the turn's test is seen by the task's own last test. In `tasks.rs`.
    LAST_TEST = "codex.finish.last-test", "core/src/tasks/regular.rs:39-91";
    /// What is left in pending input is recorded and not sampled. In `finishing.rs`.
    LEFTOVERS_RECORDED = "codex.finish.leftovers-recorded", "core/src/tasks/mod.rs:571-846";
    /// The transcript is written before and after a turn's end is told. In `finishing.rs`.
    FLUSHED = "codex.finish.flushed", "core/src/session/tests.rs:10312-10384";
    /// A finished task leaves the session only if nobody else has taken its place. In `finishing.rs`.
    CLEAR_IF_SAME = "codex.finish.clear-if-same", "core/src/tasks/mod.rs:571-846";
    /// The session announces that it is idle, unless trigger mail waits. In `idle.rs`.
    IDLE_ANNOUNCED = "codex.idle.announced", "core/src/tasks/lifecycle.rs:43-68";
    /// An interrupted task has 100 ms to end. In `abort.rs`.
    GRACE = "codex.interrupt.grace", "core/src/tasks/mod.rs:880-973";
    /// An interrupted turn leaves a marker in the history. In `abort.rs`.
    MARKER = "codex.interrupt.marker", "core/src/tasks/mod.rs:880-973";
    /// A review that is aborted is left without output first. In `abort.rs`.
    REVIEW_LEFT = "codex.interrupt.review-left", "core/src/tasks/review.rs:45-95";
    /// An interrupt drops pending input and keeps queue and mailbox. In `abort.rs`.
    INTERRUPT_CLEARS_PENDING = "codex.interrupt.clears-pending", "core/src/tasks/mod.rs:494-522";
    /// An abort drops the turn's open questions: what still waits goes on without an answer. In `abort.rs`.
    ABORT_DROPS_QUESTIONS = "codex.interrupt.drops-questions", "core/src/session/input_queue.rs:199-204";
    /// The client hears that a question is resolved before it hears that the turn is over. In `abort.rs`.
    ABORT_RESOLVES = "codex.interrupt.resolves-questions", "app-server/tests/suite/v2/turn_interrupt.rs#turn_interrupt_resolves_pending_command_approval_request@343074d42";
    /// An interrupt that may not disturb anything is declined while pending input or mail waits. In `interrupts.rs`.
    INTERRUPT_UNLESS_WAITING = "codex.interrupt.unless-input-waits",
        "core/src/session/handlers.rs#InterruptIfNoPendingInput@622e9e3696", newer INTERRUPT_IF_NO_PENDING_INPUT;
    /// It is declined if another turn runs than the one it names, or none. In `interrupts.rs`.
    INTERRUPT_NAMED_TURN = "codex.interrupt.named-turn",
        "core/src/session/handlers.rs#InterruptIfNoPendingInput@622e9e3696", newer INTERRUPT_IF_NO_PENDING_INPUT;
    /// It is declined if nobody waits for its answer any more. In `interrupts.rs`.
    INTERRUPT_CALLER_THERE = "codex.interrupt.caller-there",
        "core/src/session/handlers.rs#InterruptIfNoPendingInput@622e9e3696", newer INTERRUPT_IF_NO_PENDING_INPUT;
    /// It answers before the turn is stopped, not after. In `interrupts.rs`.
    INTERRUPT_ANSWERS_FIRST = "codex.interrupt.answers-first",
        "core/src/session/handlers.rs#InterruptIfNoPendingInput@622e9e3696", newer INTERRUPT_IF_NO_PENDING_INPUT;
    /// The third time that the automatic reviewer refuses something in a turn it interrupts it. In `interrupts.rs`.
    GUARDIAN_INTERRUPTS = "codex.guardian.third-denial-interrupts", "core/src/tasks/lifecycle.rs:43-68";
    /// After that, unlike after a person's interrupt, the session is announced idle. In `interrupts.rs`.
    GUARDIAN_ANNOUNCES_IDLE = "codex.guardian.announces-idle", "core/src/tasks/lifecycle.rs:43-68";
    /// A session that ends aborts what runs, as an interrupt does, before the thread stops. In `ending.rs`.
    SHUTDOWN_ABORTS = "codex.session.shutdown-aborts", "core/src/session/handlers.rs:435-479,694-704";
    /// A session whose channel closes ends in the same way, without the event that says so. In `ending.rs`.
    CLOSED_CHANNEL_IS_SILENT = "codex.session.closed-channel-is-silent", "core/src/session/handlers.rs:694-704";
    /// One submission is handled to its end before the next is taken. In `session.rs`.
    ONE_AT_A_TIME = "codex.session.one-at-a-time", "core/src/session/handlers.rs:515-706";
    /// A full submission channel makes its senders wait. In `session.rs`.
    FULL_CHANNEL_WAITS = "codex.session.full-channel-waits", "core/src/session/mod.rs:461,533-534";
    /// Only an ordinary turn can be suspended. In `ending.rs`.
    SUSPEND_REGULAR_ONLY = "codex.suspend.regular-only", "core/src/session/turn_suspension.rs:14-140";
    /// A turn is not suspended while agents that the session has made are loaded. In `ending.rs`.
    SUSPEND_ALONE_ONLY = "codex.suspend.no-live-descendants", "core/src/session/turn_suspension.rs:14-140";
    /// The transcript is written first: where that fails, the turn goes on. In `ending.rs`.
    SUSPEND_FLUSHES_FIRST = "codex.suspend.flushes-first", "core/src/session/turn_suspension.rs:14-140";
    /// A suspended turn has no end that anybody hears of. In `abort.rs`.
    SUSPEND_SILENT = "codex.suspend.no-terminal-event", "core/src/session/turn_suspension.rs:14-140";
    /// The agent's status follows the events of its turns. In `thread.rs`.
    STATUS_FOLLOWS_EVENTS = "codex.status.follows-events", "core/src/agent/status.rs:6-23";
    /// A thread that was interrupted is so still when it is loaded again. In `thread.rs`.
    STATUS_RESTORED = "codex.status.interrupted-restored", "core/src/session/mod.rs:1361-1370";
    /// A turn that is aborted for another reason than an interrupt leaves no marker and lets no mail start at
    /// once. In `abort.rs`.
    ONLY_INTERRUPTS_MARK = "codex.abort.only-interrupts-mark", "core/src/tasks/mod.rs:494-522";
    /// An abort that meets a reservation takes it away and leaves its pending input to whoever made it. In `abort.rs`.
    STARTER_KEEPS_PENDING = "codex.abort.starter-keeps-pending", "core/src/tasks/mod.rs:494-522";
    /// Interrupt hooks are asked before the turn is said to be aborted. In `hooks.rs`.
    INTERRUPT_HOOK = "codex.interrupt.hook", "core/tests/suite/interrupt_hooks.rs#interrupt_hooks@7d294815", newer INTERRUPT_HOOKS, by Test;
    /// A turn that takes the place of another aborts it without a marker. In `abort.rs`.
    REPLACED = "codex.start.replaces", "core/src/tasks/mod.rs:279-289";
    /// The queue offers one message when the session is idle. In `queue/dispatch.rs`.
    QUEUE_ONE_PER_IDLE = "codex.queue.one-per-idle", "ext/queue/src/service.rs:540-557";
    /// A message of the queue can be chosen out of turn. In `queue/mod.rs`.
    QUEUE_CHOSEN = "codex.queue.chosen-start", "ext/queue/src/service.rs:264-397";
    /// The queue's messages go in their order. In `queue/dispatch.rs`.
    QUEUE_FIFO = "codex.queue.fifo", "state/src/runtime/queued_items.rs:1-215";
    /// A message leaves the queue only after its turn has started. In `queue/dispatch.rs`.
    DELETE_AFTER_STARTED = "codex.queue.delete-after-started", "ext/queue/src/service.rs:264-397";
    /// An interrupt pauses the queue. In `queue/dispatch.rs`.
    QUEUE_PAUSED = "codex.queue.paused-by-interrupt", "ext/queue/src/service.rs:463-474,540-557";
    /// Only what a person wrote can be queued, and it is not empty. In `queue/input.rs`.
    QUEUE_USER_INPUT_ONLY = "codex.queue.user-input-only", "ext/queue/src/service.rs:264-397";
    /// All text parts of an input together have at most 2^20 characters. In `queue/input.rs`.
    QUEUE_TEXT_LIMIT = "codex.queue.text-limit", "ext/queue/src/service.rs:264-397";
    /// A file that goes along is read when its message is queued. In `queue/input.rs`.
    QUEUE_ATTACHMENTS = "codex.queue.attachments-read-at-once", "ext/queue/src/service.rs:264-397";
    /// The list is given in pages, each with the place where the next begins. In `queue/input.rs`.
    QUEUE_PAGES = "codex.queue.pages", "app-server/src/request_processors/thread_queue_processor.rs:60-280";
    /// A thread's queue holds at most 100 messages. In `store/rows.rs`.
    QUEUE_CAPACITY = "codex.queue.capacity", "state/src/runtime/queued_items.rs:1-215";
    /// A new order names every queued message exactly once. In `store/rows.rs`.
    QUEUE_WHOLE_ORDER = "codex.queue.whole-order", "state/src/runtime/queued_items.rs:1-215";
    /// A message that is replaced leaves its place, its id and its client id to the new one. In `queue/mod.rs`.
    QUEUE_UPDATE = "codex.queue.update-keeps-place", "ext/queue/src/service.rs:264-397";
    /// A thread that is deleted takes its queue along. In `queue/mod.rs`.
    QUEUE_GOES_WITH_THREAD = "codex.queue.goes-with-thread", "state/src/runtime/queued_items.rs:1-215";
    /// An idle session is told of a message that was added; of other changes it is not. In `queue/mod.rs`.
    QUEUE_ADD_WAKES = "codex.queue.add-wakes", "ext/queue/src/service.rs:264-397,463-474";
    /// Each change of the queue is told by an event with an id of its own. In `queue/rows.rs`.
    QUEUE_CHANGE_IDS = "codex.queue.change-ids", "ext/queue/src/service.rs:264-397";
    /// The client's name for a message goes with it into its turn. In `queue/dispatch.rs`.
    QUEUE_CLIENT_ID = "codex.queue.client-id", "ext/queue/src/service.rs:264-397";
    /// A row that cannot be read is given up, and the next one is looked at. In `queue/dispatch.rs`.
    QUEUE_SKIPS_UNREADABLE = "codex.queue.skips-unreadable", "ext/queue/src/service.rs:264-397";
    /// Changes by other processes are noticed by looking every ten seconds. In `queue/watcher.rs`.
    QUEUE_WATCHER = "codex.queue.watches-others", "ext/queue/src/service.rs:91-244";
    /// What was seen of other processes' changes is kept only after they could be read. In `queue/watcher.rs`.
    QUEUE_REVISION = "codex.queue.revision-after-read", "ext/queue/src/service.rs:91-244";
    /// Where nobody took what another process added, it is offered again every ten seconds. In `queue/watcher.rs`.
    QUEUE_RETRIES = "codex.queue.retries", "ext/queue/src/service.rs:91-244";
    /// Each thread's rows are offered by a task of its own: one that takes nothing keeps no other waiting. In `queue/watcher.rs`.
    QUEUE_THREADS_APART = "codex.queue.threads-apart", "ext/queue/src/service.rs:91-244";
    /// A loaded thread is announced idle, so that its queue goes on. In `process.rs`.
    LOAD_ANNOUNCES_IDLE = "codex.queue.load-announces-idle", "app-server/README.md:792-812";
    /// Compaction, review and shell tasks take no request; what waits is recorded at their end. In `tasks.rs`.
    TASK_WITHOUT_SAMPLING = "codex.task.no-sampling", "core/src/tasks/user_shell.rs:45-140";
    /// A person's shell command beside a running turn is no task; its output joins that turn. In `errands.rs`.
    SHELL_BESIDE = "codex.task.shell-beside-the-turn", "core/src/session/handlers.rs:104-129";
    /// A review that ends by itself is left with its output. In `errands.rs`.
    REVIEW_OUTPUT = "codex.task.review-output", "core/src/tasks/review.rs:45-95";
    /// The app-server wants a steer to name a turn. In `app_server.rs`.
    API_EXPECTED_TURN = "codex.api.steer-names-a-turn", "app-server/src/request_processors/turn_processor.rs:918-1048";
    /// The app-server looks at the length of a text before the session does. In `app_server.rs`.
    API_TEXT_LIMIT = "codex.api.text-limit", "app-server/src/request_processors/turn_processor.rs:918-1048";
    /// The app-server tells a client in words why the session refused. In `app_server.rs`.
    API_REFUSALS = "codex.api.refusals-in-words", "app-server/src/request_processors/turn_processor.rs:918-1048";
    /// An interrupt that names a turn is for that turn alone. In `app_server.rs`.
    API_INTERRUPT_TURN = "codex.api.interrupt-names-a-turn", "app-server/src/request_processors/turn_processor.rs:1474-1537";
    /// An interrupt is answered when its turn is aborted. In `app_server.rs`.
    API_INTERRUPT_ANSWERED = "codex.api.interrupt-answered-when-aborted", "app-server/src/request_processors/turn_processor.rs:1474-1537";
    /// Enter while a turn runs steers it. In `terminal/mod.rs`.
    TERMINAL_ENTER = "codex.terminal.enter-steers", "tui/src/app/thread_routing.rs:650-766";
    /// Tab while a turn runs keeps the message for a turn of its own. In `terminal/mod.rs`.
    TERMINAL_TAB = "codex.terminal.tab-queues", "tui/src/chatwidget/input_restore.rs:139-271";
    /// When a turn ends the terminal sends one message that it kept. In `terminal/sending.rs`.
    TERMINAL_ONE_PER_TURN = "codex.terminal.one-per-turn", "tui/src/chatwidget/input_restore.rs:139-271";
    /// A steer that was sent is kept as a copy until it is seen in the history. In `terminal/sending.rs`.
    TERMINAL_COPIES = "codex.terminal.copies-until-seen", "tui/src/chatwidget/input_restore.rs:139-271";
    /// A steer whose turn is gone starts one. In `terminal/sending.rs`.
    TERMINAL_STARTS_INSTEAD = "codex.terminal.starts-instead", "tui/src/app/thread_routing.rs:650-766";
    /// A steer that met another turn is sent once more, to that one. In `terminal/sending.rs`.
    TERMINAL_RETRIES = "codex.terminal.retries-once", "tui/src/app/thread_routing.rs:650-766";
    /// A steer that the running work does not take goes first when that is done. In `terminal/sending.rs`.
    TERMINAL_REJECTED = "codex.terminal.rejected-first", "tui/src/chatwidget/input_restore.rs:139-271";
    /// Several messages that go at once are made one. In `terminal/sending.rs`.
    TERMINAL_MERGES = "codex.terminal.merges", "tui/src/chatwidget/input_restore.rs:139-271";
    /// Esc with pending steers interrupts and sends them again. In `terminal/sending.rs`.
    TERMINAL_ESC_RESUBMITS = "codex.terminal.esc-resubmits", "tui/src/chatwidget/input_restore.rs:139-271";
    /// Esc without pending steers puts what was kept back into the editor. In `terminal/sending.rs`.
    TERMINAL_ESC_RESTORES = "codex.terminal.esc-restores", "tui/src/chatwidget/input_restore.rs:139-271";
    /// A crash loses what lies in memory only. In `process.rs`.
    CRASH_LOSES_MEMORY = "codex.crash.loses-memory", "core/src/session/input_queue.rs:71-97";
}
