//! A session that a server process has loaded. Each request to the server is a task of its own; the runner
//! sees to it that at most one run, or one shell command, is under way.

use super::areas::Store;
use super::runner::{Run, State};
use crate::ground::watch;
use crate::runtimes::VERSION;
use crate::world::{CallId, Event, Initial, MessageId, TurnId, World};
use futures::channel::oneshot;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// What the loaded session knows. All of it is gone when the process is; the store is not.
pub(super) struct Session {
    pub world: Rc<World>,
    pub store: Rc<Store>,
    pub settings: Rc<Settings>,
    /// What the runner is about.
    pub state: RefCell<State>,
    /// A run that was told to stop and has not ended yet.
    pub stopping: RefCell<Option<Rc<Run>>>,
    /// Whether an answer has been begun and is not finished.
    pub answering: Cell<bool>,
    /// Tools that wait for a permission.
    pub permissions: RefCell<Vec<(CallId, oneshot::Sender<bool>)>>,
    /// Tells clients that something has changed.
    pub changes: Rc<watch::Sender<()>>,
}

impl Session {
    /// A session as it is loaded: idle.
    pub(super) fn load(
        world: &Rc<World>,
        store: &Rc<Store>,
        settings: &Rc<Settings>,
        changes: &Rc<watch::Sender<()>>,
    ) -> Rc<Session> {
        Rc::new(Session {
            world: world.clone(),
            store: store.clone(),
            settings: settings.clone(),
            state: RefCell::default(),
            stopping: RefCell::default(),
            answering: Cell::default(),
            permissions: RefCell::default(),
            changes: changes.clone(),
        })
    }

    /// Whether a run or a shell command is under way.
    pub(super) fn is_busy(&self) -> bool {
        !matches!(*self.state.borrow(), State::Idle)
    }

    /// Sends an event.
    pub(super) fn event(
        &self,
        turn: &TurnId,
        name: &'static str,
        about: Option<&MessageId>,
        note: Option<&str>,
    ) {
        let (about, note) = (about.copied(), note.map(str::to_owned));
        self.world.send_event(Event { turn: Some(*turn), name, about, note });
        self.changes.send(());
    }
}

/// The settings of a run, as a scenario chooses them.
pub(super) struct Settings(RefCell<Arc<Vec<(String, String)>>>);

impl Settings {
    /// The system's own settings with those that differ.
    pub(super) fn new(initial: &Initial) -> Settings {
        Settings(RefCell::new(Arc::new(super::SYSTEM.settings_at_start(initial))))
    }

    /// All of them.
    pub(super) fn all(&self) -> Arc<Vec<(String, String)>> {
        self.0.borrow().clone()
    }

    /// Whether a setting has this value.
    pub(super) fn is(&self, name: &str, value: &str) -> bool {
        self.0.borrow().iter().any(|(known, is)| known == name && is == value)
    }

    /// Whether one of these versions runs.
    pub(super) fn is_version(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.is(VERSION, name))
    }

    /// A whole number; zero where it is none.
    pub(super) fn number(&self, name: &str) -> u64 {
        let all = self.0.borrow();
        let found = all.iter().find(|(known, _)| known == name);
        found.and_then(|(_, value)| value.parse().ok()).unwrap_or_default()
    }

    /// Changes one.
    pub(super) fn set(&self, name: &str, value: &str) {
        let mut all = self.0.borrow_mut();
        if let Some(entry) = Arc::make_mut(&mut all).iter_mut().find(|(known, _)| known == name) {
            value.clone_into(&mut entry.1);
        }
    }
}
