//! What Pi shows of itself after a step.

use super::Pi;
use super::areas::{EDITOR, FOLLOW_UP, HELD, NEXT_PROMPT, STEERING, TURN_END};
use crate::runtimes::View;
use crate::world::{Place, Tray, TrayRole, TurnView};
use std::sync::Arc;

const TRAYS: [(Place, TrayRole); 7] = [
    (STEERING, TrayRole::Staging),
    (FOLLOW_UP, TrayRole::Staging),
    (NEXT_PROMPT, TrayRole::Staging),
    (TURN_END, TrayRole::Staging),
    (HELD, TrayRole::Staging),
    (EDITOR, TrayRole::Outside),
    (Place::TURN, TrayRole::Passing),
];

impl Pi {
    pub(super) fn show(&self) -> View {
        let tray = |(place, role): &(Place, TrayRole)| Tray {
            place: *place,
            role: *role,
            durable: false,
            cards: self.world.lying_in(place),
        };
        let run = self.run.borrow();
        let turn = run.as_ref().map(|run| TurnView {
            id: run.turn,
            kind: "run",
            state: match (run.aborted.get(), run.starting.get()) {
                (true, _) => "stopping",
                (false, true) => "starting",
                (false, false) => "running",
            },
            parent: None,
            root: None,
        });
        let status = match (&*run, self.compacting.get()) {
            _ if self.gone.get() => "gone",
            (_, true) => "compacting",
            (Some(_), false) => "streaming",
            (None, false) => "idle",
        };
        View {
            trays: TRAYS.iter().map(tray).collect(),
            flags: Vec::new(),
            turn,
            status,
            settings: Arc::new(self.settings.borrow().clone()),
        }
    }
}
