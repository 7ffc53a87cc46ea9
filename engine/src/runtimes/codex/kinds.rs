//! The kinds of step that only Codex has.

use crate::runtimes::tables::kinds;

kinds! {
    /// An input started a turn; the turn holds it.
    STARTED = "input.started";
    /// An input joined the running turn: it lies in pending input.
    STEERED = "input.steered";
    /// An input was refused and goes back to its writer.
    REFUSED = "input.refused";
    /// The idle session is reserved for an input; its task is not there yet.
    RESERVED = "input.reserved";
    /// Text of the voice conversation was not taken; an event says why.
    REALTIME_REJECTED = "realtime.rejected";
    /// The voice conversation was closed: the host shuts down.
    REALTIME_CLOSED = "realtime.closed";
    /// The turn was set aside: its token is cancelled, and no event says so.
    SUSPENDED = "turn.suspended";
    /// The session was shut down in order; an event says so.
    SHUT_DOWN = "session.shut-down";
    /// The session is over.
    STOPPED = "session.stopped";
    /// An interrupt was declined: something speaks against it.
    INTERRUPT_DECLINED = "interrupt.declined";
    /// The automatic reviewer refused something that the turn wanted to do.
    DENIED = "guardian.denied";
    /// An abort took a turn without a task out of the session.
    TAKEN_AWAY = "turn.taken-away";
    /// The reservation was given back.
    RELEASED = "turn.released";
    /// Settings that come with an input were tried out; nothing is applied yet.
    SETTINGS_PREVIEWED = "settings.previewed";
    /// Settings that came with an accepted input were applied.
    SETTINGS_APPLIED = "settings.applied";
    /// Settings that came with an input could no longer be applied; the input is in all the same.
    SETTINGS_NOT_APPLIED = "settings.not-applied";
    /// Somebody else changed the thread's settings.
    CONFIGURED = "settings.changed";
    /// What the client told beside its input is known already and is left out.
    CONTEXT_KNOWN = "context.known";
    /// An item was put into the running turn's pending input from the side.
    INJECTED = "input.injected";
    /// An item was recorded in the history because no turn ran.
    RECORDED_IDLE = "input.recorded-idle";
    /// The turn recorded one of the inputs it had in its hands.
    RECORDED = "input.recorded";
    /// Mail arrived in the mailbox.
    MAIL_ARRIVED = "mail.arrived";
    /// A task that starts moved the mailbox into its own pending input.
    MAIL_MOVED = "mail.moved-to-pending";
    /// Mail that waits starts a turn of its own.
    MAIL_STARTS_TURN = "mail.starts-turn";
    /// The turn's task runs; it says so on the event stream.
    TURN_STARTED = "turn.started";
    /// The turn waits for the connection that the session opened at its start.
    WAITS_FOR_CONNECTION = "turn.waits-for-connection";
    /// The turn waits for the servers that the session started with it.
    WAITS_FOR_SERVERS = "turn.waits-for-servers";
    /// An interrupt that met no turn gave up the servers that were still starting.
    SERVERS_GIVEN_UP = "servers.given-up";
    /// The turn took pending input and mailbox, in that order.
    DRAINED = "turn.drained";
    /// The turn looked for waiting input and took none.
    DRAINED_NOTHING = "turn.drained-nothing";
    /// The turn decided whether it asks the model once more.
    DECIDED = "turn.decided";
    /// The window is full: the turn has it summed up before it goes on.
    COMPACTING = "turn.compacting";
    /// The summary stands in place of what it sums up.
    COMPACTED = "turn.compacted";
    /// The summary did not come about.
    COMPACTION_FAILED = "turn.compaction-failed";
    /// The turn ended before it had recorded its input, which is lost.
    INPUT_LOST = "turn.input-lost";
    /// The response broke off; the turn waits a while and asks again.
    RETRYING = "turn.retrying";
    /// An error ended the turn's work; an event says so.
    FAILED = "turn.failed";
    /// Waiting mail cut the response after a complete item.
    CUT_BY_MAIL = "turn.cut-by-mail";
    /// A steer cut the response.
    CUT_BY_STEER = "turn.cut-by-steer";
    /// The delivery phase went to "next turn".
    PHASE_NEXT = "phase.next-turn";
    /// A final answer did not change the delivery phase: explicit work waits.
    PHASE_KEPT = "phase.kept";
    /// The delivery phase went back to "current turn".
    PHASE_CURRENT = "phase.current-turn";
    /// The task is over; the turn is being wound up and takes no steer any more. What still lay in
    /// pending input is taken, to be recorded without asking the model.
    FINISHING = "turn.finishing";
    /// The transcript is written out; others may act meanwhile.
    FLUSHED = "turn.flushed";
    /// The turn is complete; the event says so.
    COMPLETED = "turn.completed";
    /// The session has no turn any more.
    CLEARED = "turn.cleared";
    /// The session told everybody concerned that it is idle.
    IDLE = "session.idle";
    /// A message was added to the durable queue.
    QUEUE_ADDED = "queue.added";
    /// The durable queue was put into another order.
    QUEUE_REORDERED = "queue.reordered";
    /// A message was withdrawn from the durable queue.
    QUEUE_DELETED = "queue.deleted";
    /// A queued message was replaced by another; the item keeps its name and its place.
    QUEUE_UPDATED = "queue.updated";
    /// A row that cannot be read, or that no person wrote, was given up.
    QUEUE_SKIPPED = "queue.skipped";
    /// Another process added a row.
    QUEUE_WRITTEN_ELSEWHERE = "queue.written-elsewhere";
    /// What another process has made of the queue is seen.
    QUEUE_CHANGED_ELSEWHERE = "queue.changed-elsewhere";
    /// The watcher noticed that another process has changed the rows.
    QUEUE_NOTICED = "queue.noticed";
    /// Another process added a row to the queue of another thread.
    OTHER_THREAD_WRITTEN = "queue.other-thread-written";
    /// Another thread of the process takes the first message of its own queue.
    OTHER_THREAD_STARTS = "queue.other-thread-starts";
    /// The queue offers its next message to the idle session.
    QUEUE_OFFERS = "queue.offers";
    /// The queue's message started a turn; its copy in the queue is deleted.
    QUEUE_CONSUMED = "queue.consumed";
    /// The queue's message was not taken; it stays in the queue.
    QUEUE_KEPT = "queue.kept";
    /// The terminal keeps a message for the end of the turn.
    CLIENT_QUEUED = "client.queued";
    /// The terminal keeps a copy of a steer until it is seen in the history.
    CLIENT_KEEPS_COPY = "client.keeps-copy";
    /// The terminal has seen its steer in the history and gives its copy up.
    CLIENT_SEEN = "client.seen";
    /// The terminal sets a steer aside that the running work does not take.
    CLIENT_REJECTED = "client.rejected";
    /// The terminal makes one message of several.
    CLIENT_MERGED = "client.merged";
    /// The terminal puts what it kept back into the editor.
    CLIENT_RESTORED = "client.restored";
    /// An interrupt reached the session: the turn's token is cancelled.
    CANCELLED = "turn.cancelled";
    /// The cancelled task ended by itself.
    TASK_ENDED = "turn.task-ended";
    /// The cancelled task did not end in time and was killed.
    TASK_KILLED = "turn.task-killed";
    /// The marker of the interrupted turn was recorded.
    MARKER = "turn.marker-recorded";
    /// A review was left, without output.
    REVIEW_LEFT = "turn.review-left";
    /// The turn is aborted; the event says so.
    ABORTED = "turn.aborted";
    /// Pending input of the aborted turn was dropped.
    PENDING_CLEARED = "turn.pending-cleared";
    /// A task other than the ordinary one did its work: a review, a compaction, a shell command.
    TASK_WORKED = "task.worked";
    /// A tool asks somebody outside and waits for the answer.
    ASKED = "question.asked";
    /// The answer to a question came; its tool goes on.
    ANSWERED = "question.answered";
    /// An answer came to something that nobody asks: it is only logged.
    ANSWER_UNKNOWN = "question.unknown";
    /// A question took the place of an earlier one with the same id, which will never be answered.
    DISPLACED = "question.displaced";
    /// The answer to a question is that the whole turn must stop.
    STOP_ANSWERED = "question.stop-answered";
    /// The turn's open questions are dropped: nobody will answer them.
    QUESTIONS_DROPPED = "question.dropped";
    /// The thread was put into a durable sleep.
    SLEEP_BEGAN = "sleep.began";
    /// The thread's durable sleep is over.
    SLEEP_ENDED = "sleep.ended";
    /// The turn took trigger mail of another chain: it has no root any more.
    ROOT_AMBIGUOUS = "turn.root-ambiguous";
    /// A child's turn is over, and its parent is told in a mail.
    TOLD_PARENT = "agent.told-parent";
    /// The agent wrote to another one, whose thread is no part of the run.
    WROTE_TO_AGENT = "agent.wrote";
    /// A hook of the host is asked.
    HOOK_STARTED = "hook.started";
    /// A hook has answered.
    HOOK_ANSWERED = "hook.answered";
    /// What a hook has to say is recorded in the history.
    HOOK_RECORDED = "hook.recorded";
    /// A hook held an input back: it is dropped, and the model never sees it.
    INPUT_BLOCKED = "input.blocked";
    /// The thread was loaded into a new session.
    LOADED = "session.loaded";
}
