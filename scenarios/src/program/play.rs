//! `play`: the trace of a run, one line a step, or as a document.

use super::{FAILED, GOOD, UNUSABLE, complain, load, misused, say};
use midturn_engine::lab::{Outcome, Record, Run};
use midturn_engine::world::{Actor, Step};
use midturn_scenarios::{Story, TraceDocument};

/// What was asked.
#[derive(Default)]
struct Wish<'a> {
    file: &'a str,
    to: Option<u32>,
    json: bool,
    snapshots: bool,
}

pub(super) fn run(args: &[&str]) -> u8 {
    let wish = match Wish::of(args) {
        Ok(wish) => wish,
        Err(what) => return misused(&what),
    };
    let story = match load(wish.file) {
        Ok(story) => story,
        Err(faults) => {
            complain(&faults);
            return UNUSABLE;
        }
    };
    let mut run = match Run::new(&story.data.plan) {
        Ok(run) => run,
        Err(error) => {
            complain(&format!("{}: {error}", wish.file));
            return UNUSABLE;
        }
    };
    let record = run.finish();
    let last = wish.to.unwrap_or(record.last());
    if last > record.last() {
        complain(&format!("the run has no step {last}; its last step is {}", record.last()));
        return FAILED;
    }
    if wish.json {
        document(&story, record, last, wish.snapshots)
    } else {
        lines(record, last)
    }
    GOOD
}

impl<'a> Wish<'a> {
    fn of(args: &[&'a str]) -> Result<Wish<'a>, String> {
        let mut wish = Wish::default();
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            match *arg {
                "--json" => wish.json = true,
                "--snapshots" => wish.snapshots = true,
                "--to" => {
                    let number = rest.next().ok_or("--to needs a step's number")?;
                    let wrong = |_| format!("{number:?} is no step's number");
                    wish.to = Some(number.parse().map_err(wrong)?);
                }
                flag if flag.starts_with('-') => return Err(format!("play knows no {flag}")),
                file if wish.file.is_empty() => wish.file = file,
                _ => return Err("play takes one file".to_owned()),
            }
        }
        if wish.file.is_empty() { Err("play needs a file".to_owned()) } else { Ok(wish) }
    }
}

fn document(story: &Story, record: &Record, last: u32, snapshots: bool) {
    let Some(document) = TraceDocument::up_to(&story.data.plan, record, last) else { return };
    let document = if snapshots { document.with_snapshots(record) } else { document };
    say(&document.to_pretty_json());
    say("\n");
}

fn lines(record: &Record, last: u32) {
    for step in record.steps.iter().take_while(|step| step.seq <= last) {
        say(&line(step));
    }
    if last == record.last() {
        say(&format!("{}\n", ending(record)));
    }
}

/// `  12    5000 ms  session      input.steered  add  extra: channel -> B  [codex.route.steer-when-busy]`
fn line(step: &Step) -> String {
    let at = step.at.to_string();
    let mut text = format!("{:>4} {at:>11}  {:<14} {}", step.seq, actor(&step.actor), step.kind);
    if let Some(subject) = &step.subject {
        text.push_str(&format!("  {subject}"));
    }
    for change in &step.moves {
        text.push_str(&format!("  {}: {} -> {}", change.message, change.from, change.to));
    }
    if let Some(rule) = step.rule {
        text.push_str(&format!("  [{rule}]"));
    }
    text.push('\n');
    text
}

fn actor(actor: &Actor) -> String {
    match actor {
        Actor::User => "user".to_owned(),
        Actor::Client => "client".to_owned(),
        Actor::Host => "host".to_owned(),
        Actor::Agent(name) => format!("agent {name}"),
        Actor::Session => "session".to_owned(),
        Actor::Turn => "turn".to_owned(),
        Actor::Queue => "queue".to_owned(),
        Actor::Model => "model".to_owned(),
        Actor::Tool(call) => format!("tool {call}"),
    }
}

fn ending(record: &Record) -> String {
    match &record.outcome {
        Some(Outcome::Rest) => "The run has come to rest.".to_owned(),
        Some(Outcome::DeadEnd(waiting)) => {
            let waits =
                waiting.iter().map(|wait| format!("\n  {} waits for {}", wait.task, wait.on));
            format!("Nothing can move, and something still waits:{}", waits.collect::<String>())
        }
        Some(Outcome::TooLong) => "The run was cut off at the limit of steps.".to_owned(),
        Some(Outcome::Livelock(task)) => format!("{task} wakes itself without end."),
        None => "The run can go on.".to_owned(),
    }
}
