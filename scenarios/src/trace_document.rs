//! A run as a document: the trace with its logs, in one versioned form (`docs/trace-format.md`) that
//! other implementations can be compared with. The same run always gives the same bytes.

use midturn_engine::lab::{Moment, Outcome, Plan, Record};
use midturn_engine::runtimes;
use midturn_engine::world::{
    Event, Message, MessageId, ReceiptEntry, Request, Snapshot, Step, TRACE_FORMAT,
};
use serde::Serialize;

/// A run, or its beginning, as a document.
#[derive(Clone, Debug, Serialize)]
pub struct TraceDocument<'a> {
    /// [`TRACE_FORMAT`].
    pub format: u32,
    /// The scenario's id.
    pub scenario: &'a str,
    /// The system that ran it.
    pub system: &'a str,
    /// The version of that system that the scenario has chosen.
    pub version: String,
    /// Every message that the scenario has or the run has written, by id.
    pub messages: Vec<&'a Message>,
    /// The trace.
    pub steps: &'a [Step],
    /// Snapshot n is the state after step n; left out unless asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snapshots: Option<&'a [Snapshot]>,
    /// The history, in order.
    pub history: &'a [MessageId],
    /// Every request handed to the model.
    pub requests: &'a [Request],
    /// Every receipt, in order of arrival.
    pub receipts: &'a [ReceiptEntry],
    /// Every event, in order.
    pub events: &'a [Event],
    /// The answer at each choice point.
    pub choices: &'a [u16],
    /// How the run ended; absent where the document ends before it.
    pub outcome: Option<Ended<'a>>,
}

/// How a run ended.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "how", rename_all = "kebab-case")]
pub enum Ended<'a> {
    /// Nothing is left to do, and nobody waits.
    Rest,
    /// Nothing can move and something still waits.
    DeadEnd {
        /// What waits, and for what.
        waiting: Vec<Waits<'a>>,
    },
    /// It was cut off at the limit of steps.
    TooLong,
    /// A task wakes itself without end.
    Livelock {
        /// Which one.
        task: &'a str,
    },
}

/// A task that waits.
#[derive(Clone, Debug, Serialize)]
pub struct Waits<'a> {
    /// The task.
    pub task: &'a str,
    /// What it waits for.
    pub on: &'a str,
}

impl<'a> TraceDocument<'a> {
    /// The whole run, without snapshots.
    pub fn new(plan: &'a Plan, record: &'a Record) -> TraceDocument<'a> {
        TraceDocument {
            format: TRACE_FORMAT,
            scenario: &plan.id,
            system: &plan.system,
            version: runtimes::system(&plan.system)
                .and_then(|system| system.version(&plan.initial.settings))
                .map(ToString::to_string)
                .unwrap_or_default(),
            messages: record.messages.values().map(|message| &**message).collect(),
            steps: &record.steps,
            snapshots: None,
            history: &record.history,
            requests: &record.requests,
            receipts: &record.receipts,
            events: &record.events,
            choices: &record.choices,
            outcome: record.outcome.as_ref().map(ended),
        }
    }

    /// The run up to a step, without its end; nothing where it has no such step.
    pub fn up_to(plan: &'a Plan, record: &'a Record, step: u32) -> Option<TraceDocument<'a>> {
        let Moment { history, requests, receipts, events, .. } = record.moment(step)?;
        let whole = TraceDocument::new(plan, record);
        let steps = record.steps.get(..usize::try_from(step).ok()?)?;
        let outcome = whole.outcome.clone().filter(|_| step == record.last());
        Some(TraceDocument { steps, history, requests, receipts, events, outcome, ..whole })
    }

    /// The same with the state after every step.
    #[must_use]
    pub fn with_snapshots(mut self, record: &'a Record) -> TraceDocument<'a> {
        self.snapshots = record.snapshots.get(..=self.steps.len());
        self
    }

    /// As JSON, one line.
    #[cfg(feature = "reader")]
    pub fn to_json(&self) -> String {
        match serde_json::to_string(self) {
            Ok(json) => json,
            Err(error) => unreachable!("a trace has text keys only and cannot fail: {error}"),
        }
    }

    /// As JSON, for people.
    #[cfg(feature = "reader")]
    pub fn to_pretty_json(&self) -> String {
        match serde_json::to_string_pretty(self) {
            Ok(json) => json,
            Err(error) => unreachable!("a trace has text keys only and cannot fail: {error}"),
        }
    }
}

fn ended(outcome: &Outcome) -> Ended<'_> {
    match outcome {
        Outcome::Rest => Ended::Rest,
        Outcome::TooLong => Ended::TooLong,
        Outcome::Livelock(task) => Ended::Livelock { task },
        Outcome::DeadEnd(waiting) => Ended::DeadEnd {
            waiting: waiting.iter().map(|w| Waits { task: &w.task, on: &w.on }).collect(),
        },
    }
}

/// A finished run as JSON: what is compared byte for byte.
#[cfg(feature = "reader")]
pub fn trace_json(plan: &Plan, record: &Record) -> String {
    TraceDocument::new(plan, record).with_snapshots(record).to_json()
}

/// The fingerprint of [`trace_json`], as `fingerprints.txt` lists it.
#[cfg(feature = "reader")]
pub fn trace_fingerprint(plan: &Plan, record: &Record) -> u64 {
    crate::fingerprint(trace_json(plan, record).as_bytes())
}
