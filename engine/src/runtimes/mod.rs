//! The systems: each in its own folder, each with its own rules, none importing another.
//!
//! A runtime is small from the outside: it takes an operation and answers with a receipt, and it shows
//! its state. What it is made of, its operations, areas, flags, kinds of step and rules, is told by its
//! [`System`], so that readers, checkers and the page need to know no system by name.

mod check;
pub mod codex;
pub mod mutants;

pub use check::OperationFault;
pub use mutants::holds;

use crate::ground::SortedMap;
use crate::world::{
    Actor, Event, Flag, Initial, InputId, Kind, Message, MessageId, Operation, Origin, Place,
    Receipt, Request, RuleId, Snapshot, Step, Tray, TurnView, World,
};
use futures::future::LocalBoxFuture;
use std::rc::Rc;
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

/// What a system is made of.
pub struct System {
    /// Its name in scenarios and links.
    pub name: &'static str,
    /// The version its rules describe.
    pub version: &'static str,
    /// Its staging areas.
    pub areas: &'static [AreaSpec],
    /// Its flags with all their values.
    pub flags: &'static [(&'static str, &'static [&'static str])],
    /// Settings a scenario may choose, with all their values; the first is the default. No values
    /// means a whole number: of virtual ms where the name ends in `-ms`.
    pub settings: &'static [SettingSpec],
    /// The settings with which newer rules come into force.
    pub switches: &'static [Switch],
    /// Why a message waits where it is; nothing where it does not wait.
    pub why: fn(&Sight<'_>) -> Option<Hold>,
    /// Builds it in a world, in this state.
    pub start: fn(&Rc<World>, &Initial) -> Rc<dyn Runtime>,
}

/// Why a message waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// What holds it, one of [`Vocabulary::guards`].
    pub guard: &'static str,
    /// What sets it free, one of [`Vocabulary::releases`].
    pub until: &'static str,
    /// The rule behind it.
    pub rule: Option<RuleId>,
}

/// What can be seen of a message and its surroundings after a step.
pub struct Sight<'a> {
    /// The message.
    pub message: &'a Message,
    /// Where it is.
    pub place: Place,
    /// The state.
    pub snapshot: &'a Snapshot,
    /// The steps up to now.
    pub steps: &'a [Step],
    /// The requests up to now.
    pub requests: &'a [Request],
    /// The events up to now.
    pub events: &'a [Event],
    /// All messages of the run.
    pub messages: &'a SortedMap<MessageId, Arc<Message>>,
}

/// The names and rules of a system, for those who read scenario files, write a reference or check what a system
/// is asked. Beside [`System`] and not in it: a page that only runs stories needs none of it.
pub struct Vocabulary {
    /// What can be asked of it.
    pub operations: &'static [OperationSpec],
    /// Its own kinds of step, beside [`crate::world::kinds::ALL`].
    pub kinds: &'static [Kind],
    /// Where they can be read.
    pub source: Source,
    /// The names of the events it can send.
    pub events: &'static [&'static str],
    /// The points at which it asks hooks.
    pub hooks: &'static [&'static str],
    /// What its tools can ask somebody outside, and wait for.
    pub questions: &'static [&'static str],
    /// The reasons for which it can refuse.
    pub refusals: &'static [&'static str],
    /// The guards that can hold a message, by name.
    pub guards: &'static [&'static str],
    /// The events that can free one, by name.
    pub releases: &'static [&'static str],
    /// Its rules.
    pub rules: &'static [Rule],
}

/// A staging area of a system.
pub struct AreaSpec {
    /// Its place's name.
    pub name: &'static str,
    /// Whether it survives the end of the process.
    pub durable: bool,
    /// Whose messages a scenario may put there before the first step; nobody's if absent.
    pub initial: Option<Origin>,
    /// How many messages it holds at most; without a bound if absent.
    pub most: Option<usize>,
}

/// A setting of a system.
pub struct SettingSpec {
    /// Its name.
    pub name: &'static str,
    /// Its values, the default first; empty for a whole number.
    pub values: &'static [&'static str],
    /// The default where `values` is empty.
    pub default_number: u64,
}

/// An operation of a system.
pub struct OperationSpec {
    /// Its name.
    pub name: &'static str,
    /// Whether it carries a message.
    pub message: MessageUse,
    /// Its arguments.
    pub args: &'static [ArgSpec],
}

/// Whether an operation carries a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageUse {
    /// It must.
    Required,
    /// It may: without one it is an empty input.
    Optional,
    /// It must not.
    Never,
}

/// An argument of an operation.
pub struct ArgSpec {
    /// Its name.
    pub name: &'static str,
    /// Whether it must be given.
    pub required: bool,
    /// What it takes.
    pub takes: ArgKind,
}

/// What an argument takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgKind {
    /// Any text.
    Text,
    /// A number of virtual ms.
    Millis,
    /// A whole number.
    Count,
    /// A message of the scenario.
    Message,
    /// Messages of the scenario, comma-separated.
    Messages,
    /// A JSON value.
    Json,
    /// One of these words.
    Word(&'static [&'static str]),
}

/// A rule of a system.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its id.
    pub id: RuleId,
    /// Where it can be read: `path:lines` below the system's [`Source`], or `path#item@commit` where it
    /// was read at a later commit.
    pub source: &'static str,
    /// What has to be on for it to hold; nothing for a rule of the baseline.
    pub switch: Option<&'static Switch>,
}

/// A setting with which rules come into force that are newer than the baseline. Its values are `off`,
/// the default, and `on`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// The setting's name, which is also the system's own name for the feature where it has one.
    pub setting: &'static str,
    /// When the behaviour appeared: a day, or the month by which it was there.
    pub since: &'static str,
}

/// Where a system's rules can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The public repository, as `owner/name`.
    pub repository: &'static str,
    /// The commit that the rules describe.
    pub commit: &'static str,
    /// The folder below which the paths of the rules begin; empty for the root.
    pub folder: &'static str,
}

const VOCABULARIES: &[(&str, &Vocabulary)] = &[(codex::SYSTEM.name, &codex::VOCABULARY)];

impl System {
    /// Its names and rules.
    pub fn vocabulary(&self) -> &'static Vocabulary {
        let own = VOCABULARIES.iter().find(|(name, _)| *name == self.name);
        own.map_or(&Vocabulary::EMPTY, |(_, vocabulary)| vocabulary)
    }
}

impl Vocabulary {
    /// No name and no rule.
    const EMPTY: Vocabulary = Vocabulary {
        operations: &[],
        kinds: &[],
        source: Source { repository: "", commit: "", folder: "" },
        events: &[],
        hooks: &[],
        questions: &[],
        refusals: &[],
        guards: &[],
        releases: &[],
        rules: &[],
    };
}

/// All systems.
pub const SYSTEMS: &[&System] = &[&codex::SYSTEM];

/// A system by its name.
pub fn system(name: &str) -> Option<&'static System> {
    SYSTEMS.iter().copied().find(|system| system.name == name)
}
