//! The proof of a scenario: its plan is run, and what it expects, what every run promises and what its
//! narration says are compared with what happened. One verdict each.

mod narration;

use crate::story::Story;
use midturn_engine::lab::check::Verdict;
use midturn_engine::lab::{Record, Run, StartError, check, checkers};

/// What became of a scenario.
#[derive(Clone, Debug)]
pub struct Report {
    /// The run.
    pub record: Record,
    /// A verdict for each thing that had to come out.
    pub verdicts: Vec<Verdict>,
}

impl Report {
    /// The verdicts that came out otherwise than expected.
    pub fn failures(&self) -> impl Iterator<Item = &Verdict> {
        self.verdicts.iter().filter(|verdict| verdict.found.is_some())
    }

    /// Whether everything came out as expected.
    pub fn is_good(&self) -> bool {
        self.failures().next().is_none()
    }
}

/// Runs a scenario to its end and checks it.
pub fn check(story: &Story) -> Result<Report, StartError> {
    let plan = &story.data.plan;
    let mut run = Run::new(plan)?;
    let record = run.finish().clone();
    let mut verdicts = check::check(plan, &record);
    verdicts.extend(promises(&record));
    if story.told {
        verdicts.extend(narration::check(story, &record));
    }
    Ok(Report { record, verdicts })
}

/// The promises of every run: one verdict where all are kept, otherwise one for each that is broken,
/// at the first step where it is.
fn promises(record: &Record) -> Vec<Verdict> {
    let mut broken: Vec<Verdict> = Vec::new();
    for breach in checkers::check_all(record) {
        let expected = format!("always: {}", breach.checker);
        if broken.iter().all(|verdict| verdict.expected != expected) {
            let found = Some(format!("after step {}: {}", breach.step, breach.found));
            broken.push(Verdict { expected, found });
        }
    }
    if broken.is_empty() {
        broken.push(good("always: no promise of the engine is broken".to_owned()));
    }
    broken
}

fn good(expected: String) -> Verdict {
    Verdict { expected, found: None }
}
