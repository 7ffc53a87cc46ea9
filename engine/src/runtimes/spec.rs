//! What a system tells of itself: the tables that readers, checkers and the page read.

use super::Runtime;
use crate::ground::SortedMap;
use crate::world::{
    Event, Initial, Kind, Message, MessageId, Origin, Place, Request, RuleId, Snapshot, Step,
    TrayRole, World,
};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// What a system is made of.
pub struct System {
    /// Its name in scenarios and links.
    pub name: &'static str,
    /// The versions its rules describe, the default first. Where there are several, a scenario chooses one with
    /// the setting [`VERSION`].
    pub versions: &'static [Version],
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
    /// Where its rules can be read; the first one is meant where a rule names none.
    pub sources: &'static [Source],
    /// The names that a run makes of others.
    pub made: Made,
    /// Who an agent's mail is for, unless it says so.
    pub main_agent: &'static str,
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
    /// What sort of place it is: a staging area, or outside the program, such as a client's editor.
    pub role: TrayRole,
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
    /// Where it can be read: the tag of one of the system's [`Vocabulary::sources`] and a space, unless it is the
    /// first one's; then `path:lines`, `path#item@commit` where it was read at a later commit, or the place in a
    /// page's own words.
    pub source: &'static str,
    /// What has to be on for it to hold; nothing for a rule of the baseline.
    pub switch: Option<&'static Switch>,
    /// The versions in which it holds, by name; none means all.
    pub versions: &'static [&'static str],
    /// How sure one can be of it.
    pub confidence: Confidence,
}

/// How it is known that a system does so, the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confidence {
    /// It was read in the source code.
    Source,
    /// A test of the system's own authors says so.
    Test,
    /// Documents, typings or a list of changes say so.
    Docs,
    /// Somebody measured it, or it is seen in logs.
    Measured,
    /// Others read it in a copy of the program and tell of it.
    Reported,
    /// It follows from what is known.
    Inference,
}

impl Confidence {
    /// Every one.
    pub const ALL: [Confidence; 6] = [
        Confidence::Source,
        Confidence::Test,
        Confidence::Docs,
        Confidence::Measured,
        Confidence::Reported,
        Confidence::Inference,
    ];

    /// Its name in lists of words.
    pub const fn name(self) -> &'static str {
        match self {
            Confidence::Source => "source",
            Confidence::Test => "test",
            Confidence::Docs => "docs",
            Confidence::Measured => "measured",
            Confidence::Reported => "reported",
            Confidence::Inference => "inference",
        }
    }
}

/// The setting by which a scenario chooses a version, in every system that has several.
pub const VERSION: &str = "version";

/// A version of a system, or one of several forms in which it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// Its name, as a scenario chooses it: a number, a commit, a surface.
    pub name: &'static str,
    /// When it appeared or was read: a day, or what it is.
    pub since: &'static str,
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.since)
    }
}

impl System {
    /// The version that a scenario has chosen.
    pub fn version(&self, chosen: &[(String, String)]) -> Option<&'static Version> {
        let named = chosen.iter().find(|(name, _)| name == VERSION).map(|(_, value)| value);
        let is_it = |version: &&Version| named.is_some_and(|named| named == version.name);
        self.versions.iter().find(is_it).or(self.versions.first())
    }

    /// The names of its versions, where there are several to choose from.
    pub fn version_names(&self) -> impl Iterator<Item = &'static str> {
        let several = self.versions.len() > 1;
        self.versions.iter().filter(move |_| several).map(|version| version.name)
    }

    /// The value of every setting at the start, in the order of the table; the version last, where there are
    /// several.
    pub fn settings_at_start(&self, initial: &Initial) -> Vec<(String, String)> {
        let chosen = |name: &str| {
            let found = initial.settings.iter().find(|(known, _)| known == name);
            found.map(|(_, value)| value.clone())
        };
        let own = self.settings.iter().map(|spec| {
            let default = || match spec.values.first() {
                Some(first) => (*first).to_owned(),
                None => spec.default_number.to_string(),
            };
            (spec.name.to_owned(), chosen(spec.name).unwrap_or_else(default))
        });
        let first = self.version_names().next();
        let version = first
            .map(|first| (VERSION.to_owned(), chosen(VERSION).unwrap_or_else(|| first.to_owned())));
        own.chain(version).collect()
    }
}

impl SettingSpec {
    /// A setting that is one of these words, the first unless said otherwise.
    pub const fn words(name: &'static str, values: &'static [&'static str]) -> SettingSpec {
        SettingSpec { name, values, default_number: 0 }
    }

    /// A setting that is a whole number.
    pub const fn number(name: &'static str, default_number: u64) -> SettingSpec {
        SettingSpec { name, values: &[], default_number }
    }
}

impl AreaSpec {
    /// A staging area in memory that is empty at the start.
    pub const fn memory(name: &'static str) -> AreaSpec {
        AreaSpec { name, role: TrayRole::Staging, durable: false, initial: None, most: None }
    }
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
    /// How a rule names it; empty for the one that is meant where a rule names none.
    pub tag: &'static str,
    /// Its address.
    pub at: Address,
}

/// The address of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    /// A public repository at a commit.
    Repository {
        /// `owner/name`.
        name: &'static str,
        /// The commit that the rules describe.
        commit: &'static str,
        /// The folder below which the paths of the rules begin; empty for the root.
        folder: &'static str,
    },
    /// A folder of published files; the paths of the rules begin below it.
    Files(&'static str),
    /// One page; what a rule says of it is a place there.
    Page(&'static str),
    /// It is not published; what is said of it is all there is.
    Unpublished,
}

/// The names that a run makes itself: a scenario can speak of them before they exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    /// How it names turns that no input started.
    pub turns: &'static [MadeTurn],
    /// What a step can be about that is no name of anything.
    pub subjects: &'static [&'static str],
}

/// A turn whose name a run makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MadeTurn {
    /// This text with a number behind it.
    Numbered(&'static str),
    /// This text with a message behind it, and `-NUMBER` where it is not the first.
    OfMessage(&'static str),
}

impl Vocabulary {
    /// No name and no rule.
    pub const EMPTY: Vocabulary = Vocabulary {
        operations: &[],
        kinds: &[],
        sources: &[],
        made: Made { turns: &[], subjects: &[] },
        main_agent: "",
        events: &[],
        hooks: &[],
        questions: &[],
        refusals: &[],
        guards: &[],
        releases: &[],
        rules: &[],
    };
}
