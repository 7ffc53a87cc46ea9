//! Gates: points where a script waits until an input of the scenario releases it.

use super::World;
use super::ids::GateId;
use crate::ground::{SortedMap, Wait, watch};
use std::cell::RefCell;

#[derive(Clone, Copy, Debug, Default)]
struct State {
    reached: bool,
    open: bool,
}

/// All gates of a run.
pub(super) struct Gates {
    states: RefCell<SortedMap<GateId, State>>,
    changes: watch::Sender<()>,
}

impl Gates {
    pub(super) fn new() -> Gates {
        Gates { states: RefCell::default(), changes: watch::Sender::new(()) }
    }

    fn change(&self, gate: &GateId, act: impl FnOnce(&mut State)) {
        act(self.states.borrow_mut().or_default(*gate));
        self.changes.send(());
    }

    fn state(&self, gate: &GateId) -> State {
        self.states.borrow().get(gate).copied().unwrap_or_default()
    }

    async fn until(&self, gate: &GateId, holds: impl Fn(State) -> bool) {
        let mut changes = self.changes.subscribe();
        while !holds(self.state(gate)) {
            if changes.changed().await.is_err() {
                return;
            }
        }
    }
}

impl World {
    /// A script stands at a gate until it is released.
    pub async fn pass_gate(&self, gate: &GateId) {
        self.gates.change(gate, |state| state.reached = true);
        let wait = Wait::owed(format!("gate {gate}"));
        self.ground.wait(wait, self.gates.until(gate, |state| state.open)).await;
    }

    /// Waits until a script stands at the gate.
    pub async fn gate_reached(&self, gate: &GateId) {
        let wait = Wait::owed(format!("a script to reach gate {gate}"));
        self.ground.wait(wait, self.gates.until(gate, |state| state.reached)).await;
    }

    /// Lets the script go on. A gate released before it is reached stays open.
    pub fn release_gate(&self, gate: &GateId) {
        self.gates.change(gate, |state| state.open = true);
    }
}
