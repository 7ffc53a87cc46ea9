//! The areas B and C, the delivery phase, and the activity watch: what waits, and who may take it.
//!
//! Area A, the durable queue, is a service of its own: see `queue`.

use super::lineage::{Lineage, Started};
use super::protocol::TaskKind;
use super::rules;
use super::session::Session;
use super::waiters::Waiters;
use crate::ground::{CancelToken, TaskId, watch};
use crate::runtimes::holds;
use crate::world::{Content, MessageId, Place, RuleId, TurnId};
use futures::channel::oneshot;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The durable queue.
pub(super) const A: Place = Place::named("A");
/// The pending input of the running turn.
pub(super) const B: Place = Place::named("B");
/// The session's mailbox.
pub(super) const C: Place = Place::named("C");

/// Whether waiting input is for the running turn or for the next one. It gates B and C alike.
/// Source: `core/src/state/turn.rs:37-56`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    #[default]
    CurrentTurn,
    NextTurn,
}

impl Phase {
    pub(super) fn name(self) -> &'static str {
        match self {
            Phase::CurrentTurn => "current-turn",
            Phase::NextTurn => "next-turn",
        }
    }
}

/// What the activity watch tells: not the content, only where to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activity {
    Mailbox,
    Steer,
}

/// The turn that occupies the session. Without a task it is a reservation, or a turn being wound up.
#[derive(Clone)]
pub(super) struct ActiveTurn {
    pub id: TurnId,
    pub task: Option<RunningTask>,
    pub state: Rc<TurnState>,
}

/// A task at work.
#[derive(Clone)]
pub(super) struct RunningTask {
    pub kind: TaskKind,
    /// The schema of its final answer, in canonical form.
    pub schema: Option<String>,
    pub token: CancelToken,
    pub handle: TaskId,
    /// Resolves when the task has ended by itself.
    pub done: Rc<RefCell<Option<oneshot::Receiver<()>>>>,
}

/// What belongs to one turn: area B, the phase and the open questions.
#[derive(Default)]
pub(super) struct TurnState {
    /// Whether a task was ever spawned for it.
    pub began: Cell<bool>,
    pub pending: RefCell<Vec<MessageId>>,
    /// How often the automatic reviewer refused something in it.
    pub denials: Cell<u32>,
    /// Whether a tool has asked for a new window.
    pub new_window: Cell<bool>,
    /// The error that ended its work, if one did.
    pub error: RefCell<Option<String>>,
    pub started: Cell<Started>,
    pub lineage: Cell<Lineage>,
    /// What the turn has asked and nobody has answered.
    pub waiters: Waiters,
    phase: Cell<Phase>,
    phase_rule: Cell<Option<RuleId>>,
}

impl TurnState {
    pub(super) fn phase(&self) -> Phase {
        self.phase.get()
    }

    pub(super) fn phase_rule(&self) -> Option<RuleId> {
        self.phase_rule.get()
    }

    /// Sets the phase and says whether it changed.
    pub(super) fn set_phase(&self, phase: Phase, by: RuleId) -> bool {
        let changed = self.phase.replace(phase) != phase;
        if changed {
            self.phase_rule.set(Some(by));
        }
        changed
    }

    /// Appends without a word to anybody: at the start of a task.
    pub(super) fn append_quietly(&self, messages: impl IntoIterator<Item = MessageId>) {
        self.pending.borrow_mut().extend(messages);
    }

    /// Takes all of B, whatever the phase.
    pub(super) fn take_pending(&self) -> Vec<MessageId> {
        self.pending.take()
    }
}

/// What a drain took, B's part first.
#[derive(Default)]
pub(super) struct Drained {
    pub pending: Vec<MessageId>,
    pub mail: Vec<MessageId>,
}

impl Drained {
    pub(super) fn is_empty(&self) -> bool {
        self.pending.is_empty() && self.mail.is_empty()
    }

    /// Everything in the order of delivery.
    pub(super) fn in_order(self) -> Vec<MessageId> {
        let (mut first, second) = if holds(rules::PENDING_BEFORE_MAIL) {
            (self.pending, self.mail)
        } else {
            (self.mail, self.pending)
        };
        first.extend(second);
        first
    }
}

impl Session {
    /// What lies there when a task starts is told to nobody, and the phase stays as it is.
    /// Source: `core/src/session/input_queue.rs:265-271`.
    pub(super) fn append_at_start(&self, state: &TurnState, messages: Vec<MessageId>) {
        let quiet = messages.is_empty() || holds(rules::QUIET_START);
        state.append_quietly(messages);
        if !quiet {
            self.activity.send(Activity::Steer);
        }
    }

    /// Appends to B, opens the current turn for it, and tells listeners.
    /// Source: `core/src/session/input_queue.rs:252-263`.
    pub(super) fn append_to_pending(&self, state: &TurnState, message: MessageId, by: RuleId) {
        state.pending.borrow_mut().push(message);
        if holds(by) {
            state.set_phase(Phase::CurrentTurn, by);
        }
        if by == rules::INJECT && !holds(rules::INJECTION_WAKES) {
            return;
        }
        let earlier = !holds(rules::LATEST_ACTIVITY) && !self.mailbox.borrow().is_empty();
        self.activity.send(if earlier { Activity::Mailbox } else { Activity::Steer });
    }

    /// Takes what may be taken now: B and then C, if the phase permits; without a turn, C alone.
    /// Source: `core/src/session/input_queue.rs:280-336`.
    pub(super) fn drain(&self) -> Drained {
        let active = self.active.borrow();
        let pending = match &*active {
            None => Vec::new(),
            Some(turn) if self.accepts(turn) => turn.state.take_pending(),
            Some(_) => return Drained::default(),
        };
        Drained { pending, mail: self.mailbox.take().into() }
    }

    fn accepts(&self, turn: &ActiveTurn) -> bool {
        turn.state.phase() == Phase::CurrentTurn || !holds(rules::PHASE_GATES_DRAIN)
    }

    /// Whether something waits that this turn would take.
    /// Source: `core/src/session/input_queue.rs:338-362`.
    pub(super) fn has_pending_input(&self) -> bool {
        let mail_waits = !self.mailbox.borrow().is_empty();
        match &*self.active.borrow() {
            None => mail_waits,
            Some(turn) => {
                let open =
                    turn.state.phase() == Phase::CurrentTurn || !holds(rules::PHASE_GATES_PENDING);
                open && (mail_waits || !turn.state.pending.borrow().is_empty())
            }
        }
    }

    /// Whether B holds something that a person wrote.
    pub(super) fn steer_waits(&self, state: &TurnState) -> bool {
        let by_a_person = |id: &MessageId| {
            self.world.message(id).is_some_and(|message| message.content == Content::UserText)
        };
        state.pending.borrow().iter().any(by_a_person)
    }

    /// Whether B holds a tool's output that answers no call.
    fn standalone_output_waits(&self, state: &TurnState) -> bool {
        let standalone = |id: &MessageId| {
            self.world
                .message(id)
                .is_some_and(|message| message.content == Content::StandaloneOutput)
        };
        self.thread.is_on(&rules::STANDALONE_TOOL_OUTPUT)
            && holds(rules::STANDALONE_WAKES)
            && state.pending.borrow().iter().any(standalone)
    }

    /// Whether B holds mail, where that counts. In the baseline nobody looks for it there.
    fn moved_mail_counts(&self, state: &TurnState) -> bool {
        let is_mail = |id: &MessageId| self.world.message(id).is_some_and(|m| m.mail().is_some());
        self.thread.is_on(&rules::PENDING_MAIL_COUNTS)
            && holds(rules::PENDING_MAIL_WAKES)
            && state.pending.borrow().iter().any(is_mail)
    }

    /// Whether anything lies in B or C, whoever may take it.
    pub(super) fn something_waits(&self, state: &TurnState) -> bool {
        !state.pending.borrow().is_empty() || !self.mailbox.borrow().is_empty()
    }

    /// Whether trigger mail lies in C.
    pub(super) fn trigger_mail_waits(&self) -> bool {
        self.mailbox.borrow().iter().any(|id| self.is_trigger_mail(id))
    }

    pub(super) fn is_trigger_mail(&self, id: &MessageId) -> bool {
        self.world.message(id).is_some_and(|m| m.mail().is_some_and(|mail| mail.trigger))
    }

    /// Closes the current turn for waiting input, unless B holds explicit work: anything but ordinary
    /// mail. What lies in C does not count. Says whether the phase changed.
    /// Source: `core/src/session/input_queue.rs:206-227`.
    pub(super) fn defer_to_next_turn(&self, state: &TurnState) -> bool {
        let explicit = |id: &MessageId| match self.world.message(id) {
            Some(message) => message.mail().is_none_or(|mail| mail.trigger),
            None => true,
        };
        let work_waits = state.pending.borrow().iter().any(explicit);
        if work_waits && holds(rules::PENDING_WORK_KEEPS_PHASE) {
            return false;
        }
        state.set_phase(Phase::NextTurn, rules::FINAL_ANSWER_DEFERS)
    }

    /// Subscribes first and looks second, so that nothing can arrive in between unseen.
    /// Source: `core/src/session/input_queue.rs:98-119,365-372`.
    pub(super) fn subscribe_activity(
        &self,
        state: Option<&TurnState>,
    ) -> (watch::Receiver<Activity>, Option<Activity>) {
        let receiver = self.activity.subscribe();
        let work_waits =
            |state: &TurnState| self.steer_waits(state) || self.standalone_output_waits(state);
        let pending = if !holds(rules::LOOK_BEFORE_WAITING) {
            None
        } else if state.is_some_and(work_waits) {
            Some(Activity::Steer)
        } else if !self.mailbox.borrow().is_empty()
            || state.is_some_and(|state| self.moved_mail_counts(state))
        {
            Some(Activity::Mailbox)
        } else {
            None
        };
        (receiver, pending)
    }
}
