//! The systems: each in its own folder, each with its own rules, none importing another.
//!
//! A runtime is small from the outside: it takes an operation and answers with a receipt, and it shows
//! its state. What it is made of, its operations, areas, flags, kinds of step and rules, is told by its
//! [`System`], so that readers, checkers and the page need to know no system by name.
//!
//! A new system is a folder here and its name below: `docs/adding-a-runtime.md`.

mod check;
pub mod claude_code;
pub mod codex;
pub mod dsh;
pub mod durable;
pub mod mutants;
pub mod opencode;
pub mod opencode_v2;
pub mod pi;
mod spec;
mod tables;
#[cfg(feature = "toy")]
mod toy;

pub use check::OperationFault;
pub use mutants::holds;
pub use spec::{
    Address, AreaSpec, ArgKind, ArgSpec, Confidence, Hold, Made, MadeTurn, MessageUse,
    OperationSpec, Rule, SettingSpec, Sight, Source, Switch, System, VERSION, Version, Vocabulary,
};

use crate::world::{Actor, Flag, InputId, Operation, Receipt, Tray, TurnView};
use futures::future::LocalBoxFuture;
use std::sync::Arc;

/// A running system.
pub trait Runtime {
    /// Submits an operation under this id and returns the answer's future. Dropping the future does
    /// not withdraw the operation.
    fn submit(
        &self,
        by: Actor,
        id: InputId,
        operation: Operation,
    ) -> LocalBoxFuture<'static, Receipt>;

    /// The visible state now.
    fn view(&self) -> View;
}

/// What a runtime shows of itself after a step.
pub struct View {
    /// Its own trays, in the order in which a page should draw them.
    pub trays: Vec<Tray>,
    /// Its flags.
    pub flags: Vec<Flag>,
    /// The turn that occupies it.
    pub turn: Option<TurnView>,
    /// The agent's status, in its own word.
    pub status: &'static str,
    /// Persistent settings, as name and value.
    pub settings: Arc<Vec<(String, String)>>,
}

/// Names what a system is made of once, for both tables.
macro_rules! systems {
    ($($system:ident),* $(,)?) => {
        /// All systems.
        pub const SYSTEMS: &[&System] = &[$(&$system::SYSTEM),*];
        const VOCABULARIES: &[(&str, &Vocabulary)] =
            &[$(($system::SYSTEM.name, &$system::VOCABULARY)),*];
    };
}

systems! {
    claude_code,
    codex,
    dsh,
    opencode,
    opencode_v2,
    pi,
}

/// Systems that exist to be tested: found by their names, and on no list.
const TEST_ONLY: &[(&System, &Vocabulary)] = &[
    #[cfg(feature = "toy")]
    (&toy::SYSTEM, &toy::VOCABULARY),
];

/// A system by its name.
pub fn system(name: &str) -> Option<&'static System> {
    let extra = TEST_ONLY.iter().map(|(system, _)| *system);
    SYSTEMS.iter().copied().chain(extra).find(|system| system.name == name)
}

impl System {
    /// Its names and rules.
    pub fn vocabulary(&self) -> &'static Vocabulary {
        let extra = TEST_ONLY.iter().map(|(system, vocabulary)| (system.name, *vocabulary));
        let mut all = VOCABULARIES.iter().copied().chain(extra);
        let own = all.find(|(name, _)| *name == self.name);
        own.map_or(&Vocabulary::EMPTY, |(_, vocabulary)| vocabulary)
    }
}
