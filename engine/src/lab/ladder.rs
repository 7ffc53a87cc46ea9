//! The ladder of a message: every rung it has climbed so far, from being written to being answered, or to
//! the rule that ended it. It is read from the trace and the logs alone.

use super::plan::{Act, Input};
use super::record::Record;
use crate::runtimes::System;
use crate::world::{InputId, MessageId, Move, Place, Receipt, RuleId, Step, TrayRole, kinds};
use serde::Serialize;

/// One rung.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rung {
    /// The step at which the message reached it.
    pub step: u32,
    /// What it is.
    pub what: RungKind,
    /// The rule that decided the step.
    pub rule: Option<RuleId>,
}

/// What a rung is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RungKind {
    /// Somebody has written it.
    Written,
    /// It is on its way to the system.
    Submitted,
    /// Its sender has heard that it was taken.
    Accepted,
    /// It waits in this area.
    Waits(Place),
    /// A turn has taken it.
    Promoted,
    /// It is in the history.
    Recorded,
    /// It is in this request, the first one that holds it.
    InRequest(u32),
    /// A response to a request that holds it is complete.
    Answered(u32),
    /// It was refused and is back with its writer.
    Refused,
    /// It waited and was taken back by its writer.
    TakenBack,
    /// It was given up.
    Cancelled,
    /// It was wrong in itself.
    Failed,
}

impl RungKind {
    /// Its name in lists of words.
    pub fn name(self) -> &'static str {
        match self {
            RungKind::Written => "written",
            RungKind::Submitted => "submitted",
            RungKind::Accepted => "accepted",
            RungKind::Waits(_) => "waits",
            RungKind::Promoted => "promoted",
            RungKind::Recorded => "recorded",
            RungKind::InRequest(_) => "in-request",
            RungKind::Answered(_) => "answered",
            RungKind::Refused => "refused",
            RungKind::TakenBack => "taken-back",
            RungKind::Cancelled => "cancelled",
            RungKind::Failed => "failed",
        }
    }

    /// Whether nothing can come after it, unless the message is sent again.
    pub fn is_last(self) -> bool {
        use RungKind::{Answered, Cancelled, Failed, Refused, TakenBack};
        matches!(self, Answered(_) | Refused | TakenBack | Cancelled | Failed)
    }
}

/// The rungs that a message has reached by step `n`.
pub fn ladder(system: &System, record: &Record, n: u32, message: &MessageId) -> Vec<Rung> {
    let mut rungs = Vec::new();
    let (mut request, mut answered_already) = (None, false);
    for step in record.steps.iter().take_while(|step| step.seq <= n) {
        let mut reach = |what| rungs.push(Rung { step: step.seq, what, rule: step.rule });
        let moves = step.moves.iter().filter(|change| change.message == *message);
        moves.filter_map(|change| moved(system, change)).for_each(&mut reach);
        if let Some(answer) = answered(record, step, message) {
            reach(answer);
        }
        let Some(moment) = record.moment(step.seq) else { continue };
        match (request, moment.requests.last()) {
            (None, Some(last)) if last.items.contains(message) => {
                request = Some(last.number);
                reach(RungKind::InRequest(last.number));
            }
            (Some(number), _) if !answered_already && completes(step, number) => {
                answered_already = true;
                reach(RungKind::Answered(number));
            }
            _ => {}
        }
    }
    rungs
}

/// The rung that a move means; nothing for one that only passes on.
fn moved(system: &System, change: &Move) -> Option<RungKind> {
    let has = |place: &Place, role| {
        system.areas.iter().any(|area| area.name == place.as_str() && area.role == role)
    };
    let is_area = |place: &Place| has(place, TrayRole::Staging);
    let is_outside = |place: &Place| {
        [Place::CLIENT, Place::AGENTS, Place::HOST].contains(place) || has(place, TrayRole::Outside)
    };
    Some(match change.to {
        _ if change.from == Place::UNWRITTEN => RungKind::Written,
        to if is_area(&to) => RungKind::Waits(to),
        to if is_outside(&to) && is_outside(&change.from) => return None,
        to if is_outside(&to) && is_area(&change.from) => RungKind::TakenBack,
        to if is_outside(&to) => RungKind::Refused,
        Place::CHANNEL => RungKind::Submitted,
        Place::TURN => RungKind::Promoted,
        Place::HISTORY => RungKind::Recorded,
        Place::DROPPED => RungKind::Cancelled,
        _ => return None,
    })
}

/// What the answer to an input means for the message that it carries. A refusal has its own step.
fn answered(record: &Record, step: &Step, message: &MessageId) -> Option<RungKind> {
    if step.kind != kinds::RECEIPT {
        return None;
    }
    let input = record.inputs.iter().find(|input| step.about() == Some(input.id.as_str()))?;
    if !carries(input, message) {
        return None;
    }
    let receipt = receipt_of(record, &input.id)?;
    match receipt {
        Receipt::Started { .. } | Receipt::Steered { .. } | Receipt::Accepted => {
            Some(RungKind::Accepted)
        }
        Receipt::Failed { .. } if receipt.is_refusal() => Some(RungKind::Failed),
        Receipt::NotSubmitted { .. } | Receipt::Failed { .. } | Receipt::Report { .. } => None,
    }
}

fn carries(input: &Input, message: &MessageId) -> bool {
    matches!(&input.act, Act::Operate(operation) if operation.message.as_ref() == Some(message))
}

fn receipt_of<'a>(record: &'a Record, input: &InputId) -> Option<&'a Receipt> {
    record.receipts.iter().find(|entry| entry.input == *input).map(|entry| &entry.receipt)
}

/// Whether a response is complete that answers this request, or a later one where its own was cut.
fn completes(step: &Step, request: u32) -> bool {
    let number = step.about().and_then(|number| number.parse::<u32>().ok());
    step.kind == kinds::RESPONSE_DONE && number.is_some_and(|number| number >= request)
}
