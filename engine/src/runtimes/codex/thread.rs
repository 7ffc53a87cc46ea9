//! A thread: what outlives its sessions. The durable queue, the settings, and the last status.

use super::protocol::AbortReason;
use super::queue::Queue;
use super::rules;
use super::terminal::Terminal;
use crate::ground::SortedMap;
use crate::runtimes::{Switch, holds};
use crate::world::{Initial, World};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// The agent's status. Source: `core/src/agent/status.rs:6-31`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Status {
    #[default]
    PendingInit,
    Running,
    Completed,
    Interrupted,
    Errored,
    Shutdown,
    NotFound,
}

impl Status {
    pub(super) fn name(self) -> &'static str {
        match self {
            Status::PendingInit => "PendingInit",
            Status::Running => "Running",
            Status::Completed => "Completed",
            Status::Interrupted => "Interrupted",
            Status::Errored => "Errored",
            Status::Shutdown => "Shutdown",
            Status::NotFound => "NotFound",
        }
    }
}

/// A thread.
pub(super) struct Thread {
    pub queue: Queue,
    /// The terminal that shows the thread, if a person uses one.
    pub terminal: Terminal,
    settings: RefCell<Arc<Vec<(String, String)>>>,
    /// Whether its last session was shut down in order, and nobody has loaded it since.
    pub shut_down: Cell<bool>,
    /// How often the settings were changed.
    pub revision: Cell<u32>,
    pub status: Cell<Status>,
    /// Whether an extension has put the thread into a durable sleep: a note that is kept with the thread.
    /// It is not the tool that sleeps. Source: `core/src/tasks/mod.rs:434-440`.
    pub sleeps: Cell<bool>,
    /// Turns that waiting mail has started, for their ids: no later session may use one again.
    pub mail_turns: Cell<u32>,
    /// Tokens of the window: what the last response reported, and what was recorded since and counts.
    pub tokens: Cell<u64>,
}

impl Thread {
    /// A thread in its initial state.
    pub(super) fn new(world: &Rc<World>, initial: &Initial) -> Rc<Thread> {
        Thread::on(initial, Queue::new(world, initial), world)
    }

    /// The same with this queue.
    pub(super) fn on(initial: &Initial, queue: Queue, world: &Rc<World>) -> Rc<Thread> {
        let defaults = super::SYSTEM.settings.iter().map(|setting| {
            let value = match setting.values.first() {
                Some(first) => (*first).to_owned(),
                None => setting.default_number.to_string(),
            };
            (setting.name.to_owned(), value)
        });
        let mut settings = SortedMap::default();
        for (name, value) in defaults.chain(initial.settings.iter().cloned()) {
            settings.insert(name, value);
        }
        Rc::new(Thread {
            queue,
            terminal: Terminal::new(world),
            settings: RefCell::new(Arc::new(settings.iter().cloned().collect())),
            shut_down: Cell::default(),
            revision: Cell::default(),
            status: Cell::default(),
            sleeps: Cell::default(),
            mail_turns: Cell::default(),
            tokens: Cell::default(),
        })
    }

    /// The status follows what is told on the event stream.
    /// Source: `core/src/agent/status.rs:6-23`.
    pub(super) fn hear(&self, event: &str, note: Option<&str>) {
        let status = match event {
            "TurnStarted" => Status::Running,
            "TurnComplete" => Status::Completed,
            "TurnAborted" if note.is_some_and(AbortReason::is_interrupting) => Status::Interrupted,
            "TurnAborted" | "Error" => Status::Errored,
            "ShutdownComplete" => return self.shut_down.set(true),
            _ => return,
        };
        if holds(rules::STATUS_FOLLOWS_EVENTS) {
            self.status.set(status);
        }
    }

    /// The status while no session has it loaded.
    pub(super) fn unloaded_status(&self) -> Status {
        if self.shut_down.get() { Status::Shutdown } else { Status::NotFound }
    }

    /// The status with which the thread is loaded again: an interrupted one stays interrupted.
    /// Source: `core/src/session/mod.rs:1361-1370`.
    pub(super) fn restore_status(&self) {
        self.shut_down.set(false);
        if self.status.get() != Status::Interrupted || !holds(rules::STATUS_RESTORED) {
            self.status.set(Status::PendingInit);
        }
    }

    /// All settings by name, in the order of their names.
    pub(super) fn settings(&self) -> Arc<Vec<(String, String)>> {
        self.settings.borrow().clone()
    }

    /// A setting's value.
    pub(super) fn setting(&self, name: &str) -> String {
        let settings = self.settings.borrow();
        settings.iter().find(|(known, _)| known == name).map(|(_, v)| v.clone()).unwrap_or_default()
    }

    /// Whether new turns run in Plan mode.
    pub(super) fn in_plan_mode(&self) -> bool {
        self.setting("mode") == "plan"
    }

    /// A setting that is a number.
    pub(super) fn number(&self, name: &str) -> u64 {
        self.setting(name).parse().unwrap_or_default()
    }

    /// Whether a switch is on.
    pub(super) fn is_on(&self, switch: &Switch) -> bool {
        self.setting(switch.setting) == "on"
    }

    /// Whether the window has a limit at which it is summed up.
    pub(super) fn has_limit(&self) -> bool {
        self.number("compaction-limit") > 0
    }

    /// Whether the window has reached its limit.
    pub(super) fn window_is_full(&self) -> bool {
        self.has_limit() && self.tokens.get() >= self.number("compaction-limit")
    }

    /// Applies settings that came with an accepted input, and says whether there were any.
    pub(super) fn apply(&self, settings: &[(String, String)]) -> bool {
        let mut own = self.settings.borrow_mut();
        for (name, value) in settings {
            if let Some(setting) =
                Arc::make_mut(&mut own).iter_mut().find(|(known, _)| known == name)
            {
                setting.1.clone_from(value);
            }
        }
        if !settings.is_empty() {
            self.revision.set(self.revision.get() + 1);
        }
        !settings.is_empty()
    }
}
