//! The tables below the stage: what became of each message, and what went in and came out.

use crate::card::Card;
use crate::teller::Teller;
use midturn_engine::lab::{fates, plan::Act};
use midturn_engine::world::kinds;

/// One message's receipt and fate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FateRow {
    /// The message.
    pub card: Card,
    /// The answer to its submission, in the system's own words.
    pub receipt: Option<String>,
    /// Where it is.
    pub place: String,
    /// The rule that put it there.
    pub rule: Option<&'static str>,
    /// The first request that holds it.
    pub request: Option<u32>,
}

/// A line of the event log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogRow {
    /// The step.
    pub step: u32,
    /// Whether it went in (a submission) or came out (an event).
    pub inward: bool,
    /// The operation or the event, in the system's own word.
    pub name: String,
    /// What it is about.
    pub about: String,
}

/// A row for everything that people, agents and the host have written by step `n`.
pub fn fate_rows(teller: &Teller<'_>, n: u32) -> Vec<FateRow> {
    let tale = teller.tale;
    let written = fates(&tale.record, n)
        .into_iter()
        .filter(|fate| tale.data.plan.messages.iter().any(|message| message.id == fate.message));
    let row = |fate: midturn_engine::lab::Fate| {
        Some(FateRow {
            card: Card::of(teller, &fate.message, None)?,
            receipt: teller.answers(&fate.message, n).last().map(|entry| entry.receipt.to_string()),
            place: teller.place(&fate.place),
            rule: fate.rule.map(|rule| rule.0),
            request: fate.request,
        })
    };
    written.filter_map(row).collect()
}

/// Submissions and events by step `n`, in order.
pub fn log_rows(teller: &Teller<'_>, n: u32) -> Vec<LogRow> {
    let mut rows = Vec::new();
    let mut sent = 0;
    for step in teller.tale.record.steps.iter().take_while(|step| step.seq <= n) {
        if step.kind == kinds::SUBMITTED {
            rows.extend(submission(teller, step.seq, step.about().unwrap_or("")));
        }
        let Some(moment) = teller.tale.moment(step.seq) else { continue };
        for event in moment.events.get(sent..).unwrap_or_default() {
            let about = match (&event.about, &event.note, &event.turn) {
                (Some(message), _, _) => teller.quote(message),
                (None, Some(note), _) => note.clone(),
                (None, None, Some(turn)) => turn.to_string(),
                (None, None, None) => String::new(),
            };
            rows.push(LogRow { step: step.seq, inward: false, name: event.name.to_owned(), about });
        }
        sent = moment.events.len();
    }
    rows
}

fn submission(teller: &Teller<'_>, step: u32, input: &str) -> Option<LogRow> {
    let input = teller.tale.data.plan.inputs.iter().find(|known| known.id.as_str() == input)?;
    let Act::Operate(operation) = &input.act else { return None };
    let about = match teller.tale.carried_by(input) {
        Some(message) => teller.quote(&message.id),
        None => {
            operation.args.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(" ")
        }
    };
    Some(LogRow { step, inward: true, name: operation.name.clone(), about })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn each_message_has_one_row_and_its_receipt_once_it_is_given() {
        let (tale, words) = (sample::tale(), sample::words("en"));
        let teller = Teller { words: &words, tale: &tale };
        assert!(fate_rows(&teller, 0).is_empty());
        let rows = fate_rows(&teller, tale.record.last());
        assert_eq!(rows.len(), tale.data.plan.messages.len());
        assert!(
            rows.iter().any(|row| row.receipt.as_deref().is_some_and(|r| r.starts_with("Started")))
        );
        assert!(rows.iter().all(|row| row.request.is_some()));
    }

    #[test]
    fn the_log_grows_and_never_changes() {
        let (tale, words) = (sample::tale(), sample::words("en"));
        let teller = Teller { words: &words, tale: &tale };
        let all = log_rows(&teller, tale.record.last());
        for n in 0..tale.record.last() {
            let part = log_rows(&teller, n);
            assert_eq!(part, all[..part.len()], "step {n}");
        }
        assert!(all.iter().any(|row| row.inward) && all.iter().any(|row| !row.inward));
    }
}
