//! What Codex shows of itself after a step.

use super::areas::{A, ActiveTurn, B, C, TurnState};
use super::lineage::Lineage;
use super::session::Session;
use super::thread::Thread;
use crate::runtimes::View;
use crate::world::{Flag, MessageId, Place, Tray, TrayRole, TurnView, World};
use std::rc::Rc;

/// The delivery phase's flag.
pub(super) const PHASE: &str = "phase";
/// Both its values.
pub(super) const PHASES: &[&str] = &["current-turn", "next-turn"];

/// The window's flag, where there is a limit to it.
pub(super) const WINDOW: &str = "window";
/// Both its values.
pub(super) const WINDOWS: &[&str] = &["has-room", "full"];

/// The visible state now; without a session only the thread is left.
pub(super) fn of(world: &World, thread: &Thread, session: Option<&Session>) -> View {
    let active = session.and_then(|session| session.active.borrow().clone());
    let stopping = session.and_then(|session| session.stopping.borrow().clone());
    let turn = active.as_ref().or(stopping.as_ref());
    let pending = |turn: &Option<ActiveTurn>| match turn {
        Some(turn) => turn.state.pending.borrow().clone(),
        None => Vec::new(),
    };
    let owned = |state: &Rc<TurnState>| {
        let of = |turn: &ActiveTurn| Rc::ptr_eq(&turn.state, state);
        active.as_ref().is_some_and(of) || stopping.as_ref().is_some_and(of)
    };
    let starting = session.and_then(|session| session.starting.borrow().clone());
    let held = starting.filter(|state| !owned(state)).map(|state| state.pending.borrow().clone());
    let mailbox = session.map(|s| s.mailbox.borrow().iter().cloned().collect());
    let own = vec![
        staging(A, true, thread.queue.cards()),
        staging(
            B,
            false,
            [pending(&stopping), held.unwrap_or_default(), pending(&active)].concat(),
        ),
        staging(C, false, mailbox.unwrap_or_default()),
        Tray {
            place: Place::TURN,
            role: TrayRole::Passing,
            durable: false,
            cards: world.lying_in(&Place::TURN),
        },
    ];
    let trays = own.into_iter().chain(thread.terminal.trays()).collect();
    View {
        trays,
        flags: turn.map(phase_of).into_iter().chain(window_of(thread)).collect(),
        turn: turn.map(|turn| show(turn, active.is_none())),
        status: session.map_or(thread.unloaded_status(), |_| thread.status.get()).name(),
        settings: thread.settings(),
    }
}

fn staging(place: Place, durable: bool, cards: Vec<MessageId>) -> Tray {
    Tray { place, role: TrayRole::Staging, durable, cards }
}

fn phase_of(turn: &ActiveTurn) -> Flag {
    let value = turn.state.phase().name();
    Flag { name: PHASE, value, values: PHASES, rule: turn.state.phase_rule() }
}

fn window_of(thread: &Thread) -> Option<Flag> {
    let value = WINDOWS[usize::from(thread.window_is_full())];
    thread.has_limit().then_some(Flag { name: WINDOW, value, values: WINDOWS, rule: None })
}

fn show(turn: &ActiveTurn, stopping: bool) -> TurnView {
    let (kind, state) = match &turn.task {
        Some(task) if stopping || task.token.is_cancelled() => (task.kind.name(), "stopping"),
        Some(task) => (task.kind.name(), "running"),
        None if turn.state.began.get() => ("regular", "winding-up"),
        None => ("regular", "reserved"),
    };
    let Lineage { parent, root } = turn.state.lineage.get();
    TurnView { id: turn.id, kind, state, parent, root }
}
