//! Narration tells the truth: each sentence is tied to a step that happens, claims what holds there,
//! and leaves out nothing that visibly changes on the way to it.

use super::good;
use crate::language::Language;
use crate::story::{Beat, Quiz, Story, Texts};
use midturn_engine::lab::check::Verdict;
use midturn_engine::lab::{Claim, Moment, Record};
use midturn_engine::world::{InputId, Place, kinds};

/// A visible change between two narrated steps.
struct Change {
    /// The message, or the flag.
    of: String,
    sort: Sort,
    /// The change in words.
    how: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Card,
    Flag,
}

pub(super) fn check(story: &Story, record: &Record) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    let mut before = 0;
    for beat in &story.data.beats {
        let Some(step) = beat.on.find(&record.steps).map(|step| step.seq) else {
            verdicts.push(Verdict {
                expected: format!("beat {}: the step {} happens", beat.id, beat.on),
                found: Some("it never did".to_owned()),
            });
            continue;
        };
        verdicts.push(in_order(beat, before, step));
        verdicts.extend(beat.shows.iter().map(|claim| Verdict {
            expected: format!("beat {}: {claim}", beat.id),
            found: claim.check(record, step).err(),
        }));
        verdicts.push(one_change(beat, &changes(record, before, step)));
        before = before.max(step);
    }
    verdicts.push(nothing_afterwards(record, before));
    verdicts.extend(story.data.quizzes.iter().map(|quiz| one_answer(story, quiz, record)));
    verdicts.extend(cells_filled(story, record));
    verdicts.push(nothing_unsaid(story));
    verdicts
}

fn in_order(beat: &Beat, before: u32, step: u32) -> Verdict {
    let found = (step <= before)
        .then(|| format!("it is step {step}, and the beat before stands at step {before}"));
    Verdict { expected: format!("beat {}: {} comes in its turn", beat.id, beat.on), found }
}

/// One click, one visible change; more than one must all be named in what the beat shows.
fn one_change(beat: &Beat, changes: &[Change]) -> Verdict {
    let expected = format!("beat {}: one visible change, or each is named", beat.id);
    if changes.len() <= 1 {
        return good(expected);
    }
    let unnamed =
        changes.iter().filter(|change| !beat.shows.iter().any(|claim| change.is_in(claim)));
    let unnamed: Vec<&str> = unnamed.map(|change| change.how.as_str()).collect();
    let found = (!unnamed.is_empty()).then(|| {
        format!("of {} changes these are not in `shows`: {}", changes.len(), unnamed.join("; "))
    });
    Verdict { expected, found }
}

fn nothing_afterwards(record: &Record, last: u32) -> Verdict {
    let rest = changes(record, last, record.last());
    let how: Vec<&str> = rest.iter().map(|change| change.how.as_str()).collect();
    Verdict {
        expected: "the narration tells everything: nothing changes after its last beat".to_owned(),
        found: (!rest.is_empty()).then(|| how.join("; ")),
    }
}

fn changes(record: &Record, before: u32, now: u32) -> Vec<Change> {
    let (Some(before), Some(now)) = (record.moment(before), record.moment(now)) else {
        return Vec::new();
    };
    let mut found: Vec<Change> = Vec::new();
    for id in record.messages.keys() {
        let (from, to) = (before.place_of(id), now.place_of(id));
        if from != to {
            let how = format!("{id} from {from} to {to}");
            found.push(Change { of: id.to_string(), sort: Sort::Card, how });
        }
    }
    found.extend(flag_changes(before, now));
    found
}

fn flag_changes(before: Moment<'_>, now: Moment<'_>) -> Vec<Change> {
    let flags = now.snapshot.flags.iter();
    let changed = flags.filter_map(|flag| {
        let old = before.snapshot.flag(flag.name)?;
        let how = format!("{} from {old} to {}", flag.name, flag.value);
        (old != flag.value).then(|| Change { of: flag.name.to_owned(), sort: Sort::Flag, how })
    });
    changed.collect()
}

impl Change {
    fn is_in(&self, claim: &Claim) -> bool {
        match claim {
            Claim::Card { card, place } => {
                self.sort == Sort::Card && card.as_str() == self.of && *place != Place::UNWRITTEN
            }
            Claim::Holds { cards, .. } | Claim::History(cards) => {
                self.sort == Sort::Card && cards.iter().any(|card| card.as_str() == self.of)
            }
            Claim::Request { new: Some(new), .. } => {
                self.sort == Sort::Card && new.iter().any(|card| card.as_str() == self.of)
            }
            Claim::Flag { flag, .. } => self.sort == Sort::Flag && *flag == self.of,
            _ => false,
        }
    }
}

fn one_answer(story: &Story, quiz: &Quiz, record: &Record) -> Verdict {
    let expected = format!("quiz before {}: exactly one answer is right", quiz.before);
    let beat = story.data.beats.iter().find(|beat| beat.id == quiz.before);
    let Some(step) = beat.and_then(|beat| beat.on.find(&record.steps)) else {
        return Verdict { expected, found: Some("its beat never comes".to_owned()) };
    };
    let right = (0..quiz.options.len()).filter(|option| quiz.is_right(*option, record, step.seq));
    let right: Vec<String> = right.map(|option| format!("answer {}", option + 1)).collect();
    let found = match right.len() {
        1 => None,
        0 => Some("none is".to_owned()),
        _ => Some(format!("these are: {}", right.join(", "))),
    };
    Verdict { expected, found }
}

/// Every cell of the matrix has its answer in the end, at a step that is narrated.
fn cells_filled(story: &Story, record: &Record) -> Vec<Verdict> {
    let told: Vec<u32> = story
        .data
        .beats
        .iter()
        .filter_map(|beat| beat.on.find(&record.steps))
        .map(|step| step.seq)
        .collect();
    let cell = |input: &InputId| {
        let about = Some(input.as_str());
        let answered =
            record.steps.iter().find(|step| step.kind == kinds::RECEIPT && step.about() == about);
        let found = match answered {
            None => Some("it never is".to_owned()),
            Some(step) if !told.contains(&step.seq) => {
                Some("no beat tells of its receipt".to_owned())
            }
            Some(_) => None,
        };
        Verdict { expected: format!("the matrix: {input} is answered, and told of"), found }
    };
    story.data.matrix.iter().flatten().map(cell).collect()
}

fn nothing_unsaid(story: &Story) -> Verdict {
    let silent = Language::ALL.iter().find_map(|language| {
        let blank = blank_text(story.texts(*language))?;
        Some(format!("{blank} is empty in {}", language.tag()))
    });
    Verdict { expected: "everything is said in all three languages".to_owned(), found: silent }
}

fn blank_text(texts: &Texts) -> Option<&'static str> {
    let head = [
        ("the title", &texts.title),
        ("the question", &texts.question),
        ("the closing", &texts.closing),
    ];
    let beats = texts.beats.iter().map(|say| ("a beat's sentence", say));
    let quizzes = texts.quizzes.iter().flat_map(|quiz| {
        let words = [("a quiz's question", &quiz.ask), ("a quiz's reason", &quiz.why)];
        words.into_iter().chain(quiz.options.iter().map(|option| ("an answer", option)))
    });
    let messages = texts.messages.iter().map(|(_, text)| ("a message's text", text));
    let heads = texts.matrix.columns.iter().chain(&texts.matrix.rows);
    let heads = heads.map(|text| ("a head of the matrix", text));
    let mut all = head.into_iter().chain(heads).chain(beats).chain(quizzes).chain(messages);
    all.find(|(_, text)| text.trim().is_empty()).map(|(what, _)| what)
}
