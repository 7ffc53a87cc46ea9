//! Checks a finished run against what its plan expects: one verdict an expectation.

use super::plan::{Ending, EventPattern, Expect, Plan};
use super::record::{Outcome, Record};
use crate::world::Event;

/// What became of one expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The expectation, in words.
    pub expected: String,
    /// What was found instead; absent where it came out as expected.
    pub found: Option<String>,
}

/// Checks everything a plan expects.
pub fn check(plan: &Plan, record: &Record) -> Vec<Verdict> {
    let expect = &plan.expect;
    let last = record.last();
    let mut verdicts = vec![ending(expect.ending, record)];
    for (pattern, claims) in &expect.after {
        let Some(step) = pattern.find(&record.steps).map(|step| step.seq) else {
            verdicts.push(missing(format!("the step {pattern} happens")));
            continue;
        };
        verdicts.extend(claims.iter().map(|claim| Verdict {
            expected: format!("after {pattern}: {claim}"),
            found: claim.check(record, step).err(),
        }));
    }
    verdicts.extend(expect.finally.iter().map(|claim| Verdict {
        expected: format!("at the end: {claim}"),
        found: claim.check(record, last).err(),
    }));
    verdicts.extend(events(expect, record));
    verdicts
}

fn missing(expected: String) -> Verdict {
    Verdict { expected, found: Some("it never did".to_owned()) }
}

fn ending(wanted: Ending, record: &Record) -> Verdict {
    let (expected, fits) = match (wanted, &record.outcome) {
        (Ending::Rest, outcome) => ("the run comes to rest", *outcome == Some(Outcome::Rest)),
        (Ending::Waiting, outcome) => {
            ("the run ends waiting", matches!(outcome, Some(Outcome::DeadEnd(_))))
        }
    };
    let found = (!fits).then(|| match &record.outcome {
        Some(Outcome::Rest) => "it came to rest".to_owned(),
        Some(Outcome::DeadEnd(waiting)) => {
            let list: Vec<String> =
                waiting.iter().map(|w| format!("{} waits for {}", w.task, w.on)).collect();
            format!("nothing can move: {}", list.join("; "))
        }
        Some(Outcome::TooLong) => format!("it was cut off after {} steps", record.steps.len()),
        Some(Outcome::Livelock(task)) => format!("{task} wakes itself without end"),
        None => "it has not ended".to_owned(),
    });
    Verdict { expected: expected.to_owned(), found }
}

fn events(expect: &Expect, record: &Record) -> Vec<Verdict> {
    let mut rest = record.events.iter();
    let mut verdicts: Vec<Verdict> = Vec::new();
    for pattern in &expect.events {
        let found = rest.any(|event| fits(pattern, event));
        let expected = format!("the event {} is sent in its turn", in_words(pattern));
        verdicts.push(Verdict {
            expected,
            found: (!found).then(|| {
                let names: Vec<&str> = record.events.iter().map(|event| event.name).collect();
                format!("the events were {}", names.join(", "))
            }),
        });
    }
    if expect.only_events {
        let (wanted, found) = (expect.events.len(), record.events.len());
        verdicts.push(Verdict {
            expected: format!("no other event is sent than these {wanted}"),
            found: (wanted != found).then(|| format!("there were {found}")),
        });
    }
    verdicts.extend(expect.never_events.iter().map(|name| {
        let sent = record.events.iter().any(|event| event.name == name);
        Verdict {
            expected: format!("the event {name} is never sent"),
            found: sent.then(|| "it was sent".to_owned()),
        }
    }));
    verdicts
}

fn fits(pattern: &EventPattern, event: &Event) -> bool {
    pattern.name == event.name
        && pattern.about.as_ref().is_none_or(|about| event.about.as_ref() == Some(about))
        && pattern.note.as_ref().is_none_or(|note| event.note.as_ref() == Some(note))
}

fn in_words(pattern: &EventPattern) -> String {
    let about = pattern.about.as_ref().map(|about| format!(" of {about}")).unwrap_or_default();
    let note = pattern.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
    format!("{}{about}{note}", pattern.name)
}
