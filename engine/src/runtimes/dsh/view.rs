//! What DSH shows of itself after a step.

use super::Agent;
use super::areas::{NEXT_STEP, NEXT_TURN};
use super::rules;
use crate::runtimes::{View, holds};
use crate::world::{Flag, Place, Tray, TrayRole, TurnView};

/// What is active.
pub(super) const PHASE: &str = "activity";
/// Its values.
pub(super) const PHASES: &[&str] = &["idle", "maintenance", "running"];
/// Whether a wake is kept until it is over.
pub(super) const WAKE: &str = "wake";
/// Its values.
pub(super) const WAKES: &[&str] = &["none-kept", "kept"];

impl Agent {
    pub(super) fn show(&self) -> View {
        let tray = |place, role| Tray {
            place,
            role,
            durable: role == TrayRole::Staging,
            cards: self.world.lying_in(&place),
        };
        let active = self.active();
        let phase = match &active {
            None => PHASES[0],
            Some(work) if work.turn.is_none() => PHASES[1],
            Some(_) => PHASES[2],
        };
        let kept = active.as_ref().is_some_and(|work| work.latched.get());
        let opened = active.as_ref().filter(|work| work.opened.get());
        let turn = opened.and_then(|work| {
            let state = if work.token.is_cancelled() { "stopping" } else { "running" };
            work.turn.map(|id| TurnView { id, kind: "regular", state, parent: None, root: None })
        });
        let status = match phase {
            _ if self.gone.get() => "gone",
            "maintenance" if holds(rules::COUNTS_AS_IDLE) => "idle",
            phase => phase,
        };
        View {
            trays: vec![
                tray(NEXT_STEP, TrayRole::Staging),
                tray(NEXT_TURN, TrayRole::Staging),
                tray(Place::TURN, TrayRole::Passing),
            ],
            flags: vec![
                Flag { name: PHASE, value: phase, values: PHASES, rule: None },
                Flag {
                    name: WAKE,
                    value: WAKES[usize::from(kept)],
                    values: WAKES,
                    rule: kept.then_some(rules::LATCH),
                },
            ],
            turn,
            status,
            settings: self.settings.clone(),
        }
    }
}
