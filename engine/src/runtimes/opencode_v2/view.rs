//! What OpenCode V2 shows of itself after a step.

use super::OpenCode;
use super::areas::{Delivery, QUEUE, STEER};
use super::rules;
use crate::runtimes::View;
use crate::world::{Flag, Tray, TrayRole, TurnView};

/// Whether another drain is noted to follow the one under way.
pub(super) const WAKE: &str = "wake";
/// Both its values.
pub(super) const WAKES: &[&str] = &["none-noted", "noted"];

/// The visible state now.
pub(super) fn of(code: &OpenCode) -> View {
    let tray = |place, delivery| Tray {
        place,
        role: TrayRole::Staging,
        durable: true,
        cards: code.inbox.cards(delivery),
    };
    let session = code.session.borrow();
    let active = session.as_ref().and_then(|session| session.active.borrow().clone());
    let noted = session.as_ref().is_some_and(|session| !session.noted.borrow().is_empty());
    let flag = Flag {
        name: WAKE,
        value: WAKES[usize::from(noted)],
        values: WAKES,
        rule: Some(rules::ONE_WAKE),
    };
    let turn = active.as_ref().map(|drain| TurnView {
        id: drain.turn,
        kind: "regular",
        state: if drain.token.is_cancelled() { "stopping" } else { "running" },
        parent: None,
        root: None,
    });
    View {
        trays: vec![tray(STEER, Delivery::Steer), tray(QUEUE, Delivery::Queue)],
        flags: active.iter().map(|_| flag.clone()).collect(),
        turn,
        status: if active.is_some() { "busy" } else { "idle" },
        settings: code.settings.all(),
    }
}
