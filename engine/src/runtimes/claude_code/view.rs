//! What Claude Code shows of itself after a step.

use super::Claude;
use super::areas::{EDITOR, LATER, NEXT, NOW};
use super::rules;
use crate::runtimes::View;
use crate::world::{Flag, Place, Tray, TrayRole, TurnView};

/// Whether the client shows a dialog.
pub(super) const DIALOG: &str = "dialog";
/// Both its values.
pub(super) const DIALOGS: &[&str] = &["closed", "open"];

const TRAYS: [(Place, TrayRole); 5] = [
    (NOW, TrayRole::Staging),
    (NEXT, TrayRole::Staging),
    (LATER, TrayRole::Staging),
    (EDITOR, TrayRole::Outside),
    (Place::TURN, TrayRole::Passing),
];

impl Claude {
    pub(super) fn show(&self) -> View {
        let tray = |(place, role): &(Place, TrayRole)| Tray {
            place: *place,
            role: *role,
            durable: false,
            cards: self.world.lying_in(place),
        };
        let turn = self.turn.borrow();
        let shown = turn.as_ref().map(|turn| TurnView {
            id: turn.id,
            kind: turn.kind,
            state: if turn.token.is_cancelled() { "stopping" } else { "running" },
            parent: None,
            root: None,
        });
        let status = match (&*turn, self.dispatching.get()) {
            _ if self.gone.get() => "gone",
            _ if !self.ready.get() => "starting",
            (Some(_), _) => "running",
            (None, true) => "dispatching",
            (None, false) => "idle",
        };
        let dialog = Flag {
            name: DIALOG,
            value: DIALOGS[usize::from(self.dialog.get())],
            values: DIALOGS,
            rule: Some(rules::DIALOG_HOLDS),
        };
        View {
            trays: TRAYS.iter().map(tray).collect(),
            // A flag that nobody needs is not shown.
            flags: if self.dialog.get() { vec![dialog] } else { Vec::new() },
            turn: shown,
            status,
            settings: self.settings.clone(),
        }
    }
}
