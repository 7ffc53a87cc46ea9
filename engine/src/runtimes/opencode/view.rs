//! What OpenCode shows of itself after a step.

use super::app::App;
use super::areas::{FOLLOWUPS, RUN_QUEUE, SAVED};
use super::direct::Direct;
use super::protocol::Server;
use super::rules;
use super::runner::{Run, State};
use super::terminal::Esc;
use crate::runtimes::{View, holds};
use crate::world::{Flag, MessageId, Place, Tray, TrayRole, TurnView};
use std::rc::Rc;

/// Whether the newest message has an answer of its own: what the exit test looks at.
pub(super) const NEWEST: &str = "newest-message";
/// Both its values.
pub(super) const NEWEST_VALUES: &[&str] = &["answered", "unanswered"];
/// The badge that the terminal shows on messages below an unfinished answer.
pub(super) const BADGE: &str = "badge";
/// Both its values.
pub(super) const BADGES: &[&str] = &["none", "queued"];
/// Whether Esc was pressed once.
pub(super) const ESC: &str = "esc";
/// Both its values.
pub(super) const ESCS: &[&str] = &["not-pressed", "pressed-once"];
/// How the app's list stands.
pub(super) const LIST: &str = "follow-ups";
/// Its values.
pub(super) const LISTS: &[&str] = &["sending", "paused", "failed", "blocked"];

/// The visible state now.
pub(super) fn of(server: &Server, direct: &Direct, app: &App, esc: &Esc) -> View {
    let world = &server.world;
    let lying = |place: Place| world.lying_in(&place);
    let mut saved: Vec<MessageId> =
        server.store.saved.borrow().iter().map(|entry| entry.message).collect();
    let left = lying(SAVED).into_iter().filter(|message| !saved.contains(message));
    saved = left.chain(saved.clone()).collect();
    let tray = |place, role, durable, cards| Tray { place, role, durable, cards };
    let trays = vec![
        tray(SAVED, TrayRole::Staging, true, saved),
        tray(Place::TURN, TrayRole::Passing, false, lying(Place::TURN)),
        tray(RUN_QUEUE, TrayRole::Outside, false, direct.cards()),
        tray(FOLLOWUPS, TrayRole::Outside, true, lying(FOLLOWUPS)),
    ];
    let session = server.session.borrow();
    let turn = session.as_ref().and_then(|session| {
        let state = session.state.borrow();
        let stopping = session.stopping.borrow();
        match &*state {
            State::Running(run) => Some(show(run, "regular", false)),
            State::Shell(shell) | State::ShellThenRun(shell, _) => {
                Some(show(shell, "user-shell", false))
            }
            State::Idle => stopping.as_ref().map(|run| show(run, "regular", true)),
        }
    });
    let busy = session.as_ref().is_some_and(|session| session.is_busy());
    View {
        trays,
        flags: flags(server, direct, app, esc),
        turn,
        status: if busy { "busy" } else { "idle" },
        settings: server.settings.all(),
    }
}

fn flags(server: &Server, direct: &Direct, app: &App, esc: &Esc) -> Vec<Flag> {
    let flag = |name, values: &'static [&'static str], at: usize, rule| Flag {
        name,
        value: values[at],
        values,
        rule,
    };
    let store = &server.store;
    let newest = store.newest_is_answered().map(|answered| {
        flag(NEWEST, NEWEST_VALUES, usize::from(!answered), Some(rules::EXIT_PARENT))
    });
    let session = server.session.borrow();
    let answering = session.as_ref().is_some_and(|session| session.answering.get());
    let badge = answering && !store.saved.borrow().is_empty() && holds(rules::BADGE);
    let badge = answering.then(|| flag(BADGE, BADGES, usize::from(badge), Some(rules::BADGE)));
    let now = server.world.ground.now();
    let armed = esc.is_armed(now) || direct.esc.is_armed(now);
    let esc = armed.then(|| flag(ESC, ESCS, 1, Some(rules::ESC_TWICE)));
    let list = match () {
        () if app.paused.get() => (1, Some(rules::APP_PAUSED)),
        () if app.failed.get().is_some() => (2, Some(rules::APP_FAILED)),
        () if app.is_blocked() => (3, None),
        () => (0, Some(rules::APP_SENDS)),
    };
    let shown = app.is_open() && !app.items.borrow().is_empty();
    let list = shown.then(|| flag(LIST, LISTS, list.0, list.1));
    newest.into_iter().chain(badge).chain(esc).chain(list).collect()
}

fn show(run: &Rc<Run>, kind: &'static str, stopping: bool) -> TurnView {
    let state = match () {
        () if stopping || run.token.is_cancelled() => "stopping",
        () if run.left.get() => "winding-up",
        () => "running",
    };
    TurnView { id: run.turn, kind, state, parent: None, root: None }
}
