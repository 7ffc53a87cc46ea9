//! A session that a process has loaded: one drain at a time, and what was noted meanwhile.

use super::areas::Inbox;
use super::coordinator::{Drain, Wake};
use crate::runtimes::VERSION;
use crate::world::{CallId, Event, Initial, MessageId, World};
use futures::channel::oneshot;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// Which of the two forms runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Generation {
    /// `session_input`: a table with the numbers of admission and promotion.
    First,
    /// `session_inbox`: pending rows only; they can be changed and cancelled, and some are controls.
    Third,
}

/// The name of the first generation's version.
pub(super) const FIRST: &str = "65c35977b";
/// The name of the third generation's version.
pub(super) const THIRD: &str = "2.2.0";

/// What the loaded session knows. All of it is gone when the process is; the inbox is not.
pub(super) struct Session {
    pub world: Rc<World>,
    pub inbox: Rc<Inbox>,
    pub settings: Rc<Settings>,
    /// The drain that is under way.
    pub active: RefCell<Option<Rc<Drain>>>,
    /// The drain that is to follow.
    pub noted: RefCell<Vec<Wake>>,
    /// Tools that wait for a permission.
    pub permissions: RefCell<Vec<(CallId, oneshot::Sender<bool>)>>,
}

impl Session {
    /// A session as it is loaded: idle.
    pub(super) fn load(
        world: &Rc<World>,
        inbox: &Rc<Inbox>,
        settings: &Rc<Settings>,
    ) -> Rc<Session> {
        Rc::new(Session {
            world: world.clone(),
            inbox: inbox.clone(),
            settings: settings.clone(),
            active: RefCell::default(),
            noted: RefCell::default(),
            permissions: RefCell::default(),
        })
    }

    /// Sends an event under the name that it has in this generation, where it has one.
    pub(super) fn event(&self, first: &'static str, third: &'static str, about: &MessageId) {
        let name = match self.settings.generation {
            Generation::First => first,
            Generation::Third => third,
        };
        if !name.is_empty() {
            self.world.send_event(Event { turn: None, name, about: Some(*about), note: None });
        }
    }
}

/// The settings of a run, as a scenario chooses them.
pub(super) struct Settings {
    all: RefCell<Arc<Vec<(String, String)>>>,
    pub generation: Generation,
    /// Whether the context of a request can be prepared.
    pub context_is_there: Cell<bool>,
}

impl Settings {
    /// The system's own settings with those that differ.
    pub(super) fn new(initial: &Initial) -> Settings {
        let all = super::SYSTEM.settings_at_start(initial);
        let first = all.iter().any(|(name, value)| name == VERSION && value == FIRST);
        Settings {
            all: RefCell::new(Arc::new(all)),
            generation: if first { Generation::First } else { Generation::Third },
            context_is_there: Cell::new(true),
        }
    }

    /// All of them.
    pub(super) fn all(&self) -> Arc<Vec<(String, String)>> {
        self.all.borrow().clone()
    }

    /// Whether the third generation runs.
    pub(super) fn is_third(&self) -> bool {
        self.generation == Generation::Third
    }

    /// Whether a setting has this value.
    pub(super) fn is(&self, name: &str, value: &str) -> bool {
        self.all.borrow().iter().any(|(known, is)| known == name && is == value)
    }

    /// A whole number; zero where it is none.
    pub(super) fn number(&self, name: &str) -> u64 {
        let all = self.all.borrow();
        let found = all.iter().find(|(known, _)| known == name);
        found.and_then(|(_, value)| value.parse().ok()).unwrap_or_default()
    }

    /// Changes one.
    pub(super) fn set(&self, name: &str, value: &str) {
        let mut all = self.all.borrow_mut();
        if let Some(entry) = Arc::make_mut(&mut all).iter_mut().find(|(known, _)| known == name) {
            value.clone_into(&mut entry.1);
        }
    }
}
