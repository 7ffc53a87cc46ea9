//! Rule mutants: each rule of each system is switched off once, and every scenario that ever asks for it
//! runs without it. A rule that no scenario notices is shown nowhere and could be lost.
//!
//! The same runs tell where a rule can be seen: the first step that carries it, or else the first one
//! that would be another without it; stories go before cases.

use crate::catalog::LISTS;
use crate::check::check;
use crate::{BUILT_IN, Fault, Story, read, step_id};
use midturn_engine::lab::{Record, Run};
use midturn_engine::runtimes::{Rule, SYSTEMS, mutants};
use midturn_engine::world::RuleId;
use serde_json::json;
use std::num::NonZero;
use std::thread;

/// Of a hundred rules, at least so many must be noticed.
pub const KILLED_MIN_PERCENT: usize = 95;

/// The rules that no scenario can notice, each with the reason. Whoever adds one says why no reader could
/// ever see the difference.
pub const SURVIVORS: &[(&str, &str)] = &[];

/// What became of the runs without one rule.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The rule.
    pub rule: &'static Rule,
    /// The scenarios that fail without it, stories first.
    pub noticed: Vec<String>,
    /// Where it can be seen.
    pub shown: Option<Shown>,
}

/// A step at which a rule can be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The scenario.
    pub scenario: String,
    /// The step's name in a link.
    pub step: String,
}

/// A scenario with the run that it should have.
struct Played {
    story: Story,
    record: Record,
    asked: Vec<RuleId>,
}

/// Every scenario of this repository, stories first and in the order of their lists.
pub fn stories() -> Result<Vec<Story>, Vec<Fault>> {
    let read_all = BUILT_IN.iter().map(|(name, text)| read(name, text));
    let mut stories = read_all.collect::<Result<Vec<Story>, _>>()?;
    let place = |story: &Story| {
        let id = story.data.plan.id.as_str();
        let told = LISTS.iter().flat_map(|(_, ids)| *ids);
        told.into_iter().position(|known| *known == id).unwrap_or(usize::MAX)
    };
    stories.sort_by_key(place);
    Ok(stories)
}

/// Switches off every rule in turn. The rules are shared out among the machine's cores.
pub fn run(stories: Vec<Story>) -> Vec<Outcome> {
    let played: Vec<Played> = stories.into_iter().filter_map(play).collect();
    let rules: Vec<&'static Rule> =
        SYSTEMS.iter().flat_map(|system| system.vocabulary().rules).collect();
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let share = rules.len().div_ceil(cores).max(1);
    thread::scope(|scope| {
        let played = &played;
        let work = |part: &[&'static Rule]| {
            let part = part.to_vec();
            scope.spawn(move || part.into_iter().map(|rule| look(rule, played)).collect::<Vec<_>>())
        };
        let parts: Vec<_> = rules.chunks(share).map(work).collect();
        parts.into_iter().flat_map(|part| part.join().unwrap_or_default()).collect()
    })
}

fn play(story: Story) -> Option<Played> {
    let mut run = Run::new(&story.data.plan).ok()?;
    let (record, asked) = mutants::asked(|| run.finish().clone());
    Some(Played { story, record, asked })
}

fn look(rule: &'static Rule, played: &[Played]) -> Outcome {
    let concerned = || played.iter().filter(|one| one.asked.contains(&rule.id));
    let fails = |one: &&Played| {
        let report = mutants::without(rule.id, || check(&one.story));
        report.is_ok_and(|report| !report.is_good())
    };
    let noticed = concerned().filter(fails).map(|one| one.story.data.plan.id.clone()).collect();
    let carrying = played.iter().find_map(|one| shown(one, carries(&one.record, rule.id)?));
    let shown = carrying.or_else(|| concerned().find_map(|one| shown(one, differs(one, rule.id)?)));
    Outcome { rule, noticed, shown }
}

fn carries(record: &Record, rule: RuleId) -> Option<u32> {
    record.steps.iter().find(|step| step.rule == Some(rule)).map(|step| step.seq)
}

/// The first step of a run that would be another without the rule, would leave another state, or after
/// which somebody would have been told something else.
fn differs(one: &Played, rule: RuleId) -> Option<u32> {
    let mut run = Run::new(&one.story.data.plan).ok()?;
    let other = mutants::without(rule, || run.finish().clone());
    let known = &one.record;
    let same = |n: &u32| {
        let (Some(one), Some(two)) = (known.moment(*n), other.moment(*n)) else { return false };
        let told = one.receipts == two.receipts && one.events == two.events;
        one.step == two.step && one.snapshot == two.snapshot && told
    };
    (1..=known.last()).find(|n| !same(n))
}

fn shown(one: &Played, step: u32) -> Option<Shown> {
    let Played { story, record, .. } = one;
    let step = step_id::name(&story.data, &record.steps, step)?;
    Some(Shown { scenario: story.data.plan.id.clone(), step })
}

/// What is wrong with the table, a line each: survivors without a reason, reasons without a survivor, too
/// many survivors, rules that can be seen nowhere.
pub fn faults(table: &[Outcome]) -> Vec<String> {
    let mut faults = Vec::new();
    let reason = |rule: RuleId| SURVIVORS.iter().find(|(id, _)| *id == rule.0);
    for outcome in table {
        let id = outcome.rule.id;
        match (outcome.noticed.is_empty(), reason(id)) {
            (true, None) => faults.push(format!(
                "nobody notices that {id} is missing: write a scenario that fails without it, or give \
                 the reason why none can in SURVIVORS (scenarios/src/mutants.rs)"
            )),
            (false, Some(_)) => faults.push(format!(
                "{id} is noticed by {}: take it out of SURVIVORS",
                outcome.noticed.join(", ")
            )),
            _ => {}
        }
        if outcome.shown.is_none() {
            faults.push(format!("{id} can be seen at no step of any scenario"));
        }
    }
    for (id, _) in SURVIVORS.iter().filter(|(id, _)| table.iter().all(|o| o.rule.id.0 != *id)) {
        faults.push(format!("SURVIVORS names {id}, and there is no such rule"));
    }
    let killed = table.iter().filter(|outcome| !outcome.noticed.is_empty()).count();
    if killed * 100 < table.len() * KILLED_MIN_PERCENT {
        let all = table.len();
        faults.push(format!(
            "{killed} of {all} rules are noticed: fewer than {KILLED_MIN_PERCENT} %"
        ));
    }
    faults
}

/// The table as JSON: `killed` with the scenarios that notice, `survived` with the reason.
pub fn to_json(table: &[Outcome]) -> String {
    let reason = |id: &str| SURVIVORS.iter().find(|(known, _)| *known == id).map(|(_, why)| *why);
    let (killed, survived): (Vec<_>, Vec<_>) = table.iter().partition(|o| !o.noticed.is_empty());
    let killed: Vec<_> =
        killed.iter().map(|o| json!({ "rule": o.rule.id.0, "scenarios": o.noticed })).collect();
    let survived: Vec<_> = survived
        .iter()
        .map(|o| json!({ "rule": o.rule.id.0, "reason": reason(o.rule.id.0) }))
        .collect();
    format!("{:#}\n", json!({ "killed": killed, "survived": survived }))
}
