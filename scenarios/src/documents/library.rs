//! What an embed may name: the scenarios of this repository, those of the author's own, their steps, and the
//! languages, systems and choices of the player.

use super::find::{Asks, Embed, Player};
use super::{Code, Problem};
use crate::link::{Fault, Link};
use crate::reader::fault::nearest;
use crate::reader::read;
use crate::{BUILT_IN, Language, Story, carried, fingerprint, pack, step_id};
use midturn_engine::lab::Run;
use midturn_engine::runtimes;
use midturn_engine::world::Step;
use std::path::Path;
use std::rc::Rc;

/// The player's choices that are words, and the words.
const CHOICES: [(&str, &[&str]); 3] = [
    ("theme", &["auto", "light", "dark"]),
    ("controls", &["full", "minimal", "none"]),
    ("keyboard", &["focus", "off"]),
];

/// The scenarios, each run when it is asked for first.
#[derive(Default)]
pub struct Library {
    /// The address of the page: every link that begins with it is meant to be one of ours.
    pub site: Option<String>,
    known: Vec<(String, Option<Rc<Scenario>>)>,
}

/// A scenario that has been run.
struct Scenario {
    story: Story,
    steps: Vec<Step>,
    fingerprint: u64,
}

impl Scenario {
    fn of(story: Story) -> Option<Scenario> {
        let steps = Run::new(&story.data.plan).ok()?.finish().steps.clone();
        let fingerprint = fingerprint(&pack(&story.data.for_page()));
        Some(Scenario { story, steps, fingerprint })
    }

    fn has(&self, step: &str) -> bool {
        step_id::find(&self.story.data, &self.steps, step).is_some()
    }
}

impl Library {
    /// What is wrong with an embed of the document at this path.
    pub fn problems(&mut self, embed: &Embed, document: &Path, folder: &Path) -> Vec<Problem> {
        match &embed.asks {
            Asks::Player(player) => self.player(player, document, folder),
            Asks::Address(address) => match self.fragment(address) {
                Some(fragment) => self.link(&fragment),
                None => Vec::new(),
            },
        }
    }

    /// Whether an embed is one of ours at all.
    pub fn means(&self, embed: &Embed) -> bool {
        match &embed.asks {
            Asks::Player(_) => true,
            Asks::Address(address) => self.fragment(address).is_some(),
        }
    }

    /// The fragment of a link to the page; nothing of a link to anywhere else. Without knowing where the page is, a
    /// link is ours if it says so: by its file, by the system it names, or by a fingerprint.
    fn fragment(&self, address: &str) -> Option<String> {
        let (before, fragment) = address.split_once('#')?;
        let is_there = self.site.as_ref().is_some_and(|site| before.starts_with(site.as_str()));
        let is_frame = before.rsplit('/').next() == Some("embed.html");
        let names_a_system = fragment.strip_prefix('/').is_some_and(|names| {
            let system = names.split(['/', '?']).next().unwrap_or_default();
            runtimes::system(system).is_some()
        });
        let (link, faults) = Link::read(fragment);
        let has_print = faults.is_empty() && link.version.is_some();
        (is_there || is_frame || names_a_system || has_print).then(|| fragment.to_owned())
    }

    fn link(&mut self, fragment: &str) -> Vec<Problem> {
        let (link, faults) = Link::read(fragment);
        let mut problems: Vec<Problem> = faults.into_iter().map(of_fault).collect();
        if let Some(name) = link.system.as_ref().filter(|name| runtimes::system(name).is_none()) {
            problems.push(unknown_system(name));
        }
        let scenario = match (&link.toml, &link.story) {
            (Some(carried), _) => carried_by(carried),
            (None, Some(id)) => self.scenario(id).ok_or_else(|| vec![Library::unknown(id)]),
            (None, None) => return problems,
        };
        match scenario {
            Err(faults) => problems.extend(faults),
            Ok(scenario) => {
                let id = &scenario.story.data.plan.id;
                problems.extend(step(&scenario, id, link.step.as_deref()));
                problems.extend(changed(&scenario, id, link.version));
            }
        }
        problems
    }

    fn player(&mut self, player: &Player, document: &Path, folder: &Path) -> Vec<Problem> {
        let mut problems = choices(player);
        let id = player.get("scenario").unwrap_or_default();
        let scenario = match &player.source {
            Some((line, source)) => own("the scenario in the tag", source, *line),
            None if id.is_empty() => {
                Err(vec![(Code::UnknownScenario, String::new(), "it names no scenario".to_owned())])
            }
            None if id.contains("://") => return problems,
            None if id.contains(['/', '.']) => file(id, document, folder),
            None => self.scenario(id).ok_or_else(|| vec![Library::unknown(id)]),
        };
        match scenario {
            Err(faults) => problems.extend(faults),
            Ok(scenario) => {
                let id = &scenario.story.data.plan.id;
                problems.extend(step(&scenario, id, player.get("step")));
                problems.extend(step(&scenario, id, player.get("until")));
                let version = player.get("data-version").map(|text| u64::from_str_radix(text, 16));
                problems.extend(changed(&scenario, id, version.map(|known| known.unwrap_or(0))));
            }
        }
        problems
    }

    fn scenario(&mut self, id: &str) -> Option<Rc<Scenario>> {
        if let Some((_, known)) = self.known.iter().find(|(known, _)| known == id) {
            return known.clone();
        }
        let found = BUILT_IN.iter().find(|(name, _)| id_of(name) == id);
        let story = found.and_then(|(name, source)| read(name, source).ok());
        let scenario = story.and_then(Scenario::of).map(Rc::new);
        self.known.push((id.to_owned(), scenario.clone()));
        scenario
    }

    fn unknown(id: &str) -> Problem {
        let near = nearest(id, BUILT_IN.iter().map(|(name, _)| id_of(name)));
        let hint = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
        (Code::UnknownScenario, id.to_owned(), format!("there is no such scenario{hint}"))
    }
}

/// The id of a scenario by the name of its file.
fn id_of(name: &str) -> &str {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.strip_suffix(".toml").unwrap_or(file)
}

fn of_fault(fault: Fault) -> Problem {
    let (code, what, message) = match fault {
        Fault::Language(tag) => return unknown_language(&tag),
        Fault::View(name) => {
            (Code::UnknownChoice, name, "there is no such view; there are told and every")
        }
        Fault::Damaged => {
            (Code::UnreadableLink, String::new(), "the scenario in it was cut or changed")
        }
        _ => (Code::UnreadableLink, String::new(), "it is no link of ours (docs/links.md)"),
    };
    (code, what, message.to_owned())
}

fn unknown_language(tag: &str) -> Problem {
    let message = "there is no such language; there are en, zh-Hans and zh-Hant".to_owned();
    (Code::UnknownLanguage, tag.to_owned(), message)
}

fn unknown_system(name: &str) -> Problem {
    let known: Vec<&str> = runtimes::SYSTEMS.iter().map(|system| system.name).collect();
    let message = format!("there is no such system; there are {}", known.join(", "));
    (Code::UnknownSystem, name.to_owned(), message)
}

/// The attributes of a player that are words of its own.
fn choices(player: &Player) -> Vec<Problem> {
    let mut problems = Vec::new();
    if let Some(tag) = player.get("lang").filter(|tag| Language::from_tag(tag).is_none()) {
        problems.push(unknown_language(tag));
    }
    if let Some(name) = player.get("system").filter(|name| runtimes::system(name).is_none()) {
        problems.push(unknown_system(name));
    }
    for (name, allowed) in CHOICES {
        if let Some(value) = player.get(name).filter(|value| !allowed.contains(value)) {
            let message = format!("{name} is one of {}", allowed.join(", "));
            problems.push((Code::UnknownChoice, value.to_owned(), message));
        }
    }
    problems
}

fn step(scenario: &Scenario, id: &str, name: Option<&str>) -> Option<Problem> {
    let name = name.filter(|name| !scenario.has(name))?;
    let told: Vec<&str> = scenario.story.data.beats.iter().map(|beat| beat.id.as_str()).collect();
    let hint = match told.as_slice() {
        [] => String::new(),
        told => format!("; the told ones are {}", told.join(", ")),
    };
    Some((Code::UnknownStep, name.to_owned(), format!("{id} has no such step{hint}")))
}

fn changed(scenario: &Scenario, id: &str, version: Option<u64>) -> Option<Problem> {
    let now = scenario.fingerprint;
    let then = version.filter(|version| *version != now)?;
    let message = format!(
        "{id} has changed since this was made ({then:016x}, now {now:016x}): look at it again and renew it"
    );
    Some((Code::Changed, id.to_owned(), message))
}

/// A scenario in the link itself.
fn carried_by(carried: &str) -> Result<Rc<Scenario>, Vec<Problem>> {
    let damaged = |_| vec![of_fault(Fault::Damaged)];
    carried::unpack(carried)
        .map_err(damaged)
        .and_then(|source| own("the scenario in the link", &source, 1))
}

/// A scenario in a file beside the document, or from the folder on.
fn file(name: &str, document: &Path, folder: &Path) -> Result<Rc<Scenario>, Vec<Problem>> {
    let beside = document.parent().unwrap_or(folder);
    let place = match name.strip_prefix('/') {
        Some(rest) => folder.join(rest),
        None => beside.join(name),
    };
    match std::fs::read_to_string(&place) {
        Ok(source) => own(name, &source, 1),
        Err(error) => Err(vec![(Code::UnknownScenario, name.to_owned(), error.to_string())]),
    }
}

/// A scenario of the author's own, whose source begins at that line of the document.
fn own(name: &str, source: &str, line: u32) -> Result<Rc<Scenario>, Vec<Problem>> {
    let story = read(name, source).map_err(|faults| {
        let told = faults.into_iter().map(|fault| {
            let place = format!("line {}, column {}", fault.line + line - 1, fault.column);
            (Code::BadScenario, place, format!("{}: {}", fault.code, fault.message()))
        });
        told.collect::<Vec<_>>()
    })?;
    let none = || vec![(Code::BadScenario, name.to_owned(), "it cannot be run".to_owned())];
    Scenario::of(story).map(Rc::new).ok_or_else(none)
}
