//! What must come out and what is told: `[expect]`, `[[beat]]`, `[[quiz]]`.

use super::desk::{Desk, Fields, Value};
use super::fault::FaultCode;
use super::names::Sort;
use crate::language::InEach;
use crate::story::{Beat, Quiz};
use midturn_engine::lab::Claim;
use midturn_engine::lab::plan::{Ending, EventPattern, Expect};
use midturn_engine::world::StepPattern;

/// The words of a quiz: the question, the reason, and the answers.
pub(super) struct QuizWords {
    pub(super) ask: InEach<String>,
    pub(super) why: InEach<String>,
    pub(super) options: Vec<InEach<String>>,
}

impl<'t> Desk<'t> {
    pub(super) fn expect(&mut self, root: Fields<'t>) -> Expect {
        let Some(fields) = self.table_in(root, "expect", "the expectations") else {
            return Expect::default();
        };
        self.only(fields, &["ends", "events", "only-events", "never-events", "finally", "after"]);
        let ends = fields.get("ends");
        let ends = ends.and_then(|value| self.word(value, "ending", ["rest", "waiting"]));
        let events = self.list_in(fields, "events").iter();
        let events = events.filter_map(|value| self.event(value)).collect();
        let never = self.list_in(fields, "never-events").iter();
        let never = never.filter_map(|value| self.event_name(value)).map(str::to_owned).collect();
        Expect {
            ending: if ends == Some("waiting") { Ending::Waiting } else { Ending::Rest },
            finally: self.claims_in(fields, "finally"),
            after: self.after(fields),
            events,
            only_events: self.bool_in(fields, "only-events").unwrap_or_default(),
            never_events: never,
        }
    }

    fn after(&mut self, fields: Fields<'t>) -> Vec<(StepPattern, Vec<Claim>)> {
        let moments = self.list_in(fields, "after").iter();
        moments
            .filter_map(|value| {
                let fields = self.table(value, "an expectation after a step")?;
                self.only(fields, &["step", "claims"]);
                let step = self.step_in(fields, "step");
                self.need(fields, "claims");
                let claims = self.claims_in(fields, "claims");
                Some((step?, claims))
            })
            .collect()
    }

    fn event(&mut self, value: &'t Value<'t>) -> Option<EventPattern> {
        let fields = self.table(value, "an event")?;
        self.only(fields, &["name", "about", "note"]);
        let name = self.need(fields, "name").and_then(|value| self.event_name(value));
        let about = self.reference_in(fields, "about", Sort::Message).map(Into::into);
        let note = self.text_in(fields, "note");
        Some(EventPattern { name: name?.to_owned(), about, note })
    }

    pub(super) fn beat(&mut self, value: &'t Value<'t>) -> Option<(Beat, InEach<String>)> {
        let fields = self.table(value, "a beat")?;
        self.only(fields, &["id", "step", "shows", "say"]);
        let id = self.need(fields, "id").and_then(|value| self.str(value));
        let on = self.step_in(fields, "step");
        let shows = self.claims_in(fields, "shows");
        let say = self.told_in(fields, "say", "what is said");
        Some((Beat { id: id?.to_owned(), on: on?, shows }, say))
    }

    pub(super) fn quiz(&mut self, value: &'t Value<'t>) -> Option<(Quiz, QuizWords)> {
        let fields = self.table(value, "a quiz")?;
        self.only(fields, &["before", "ask", "why", "option"]);
        let before = self.need(fields, "before");
        let before = before.and_then(|value| self.reference(value, Sort::Beat));
        let ask = self.told_in(fields, "ask", "the question");
        let why = self.told_in(fields, "why", "the reason");
        let options = self.list_in(fields, "option");
        if options.len() < 2 {
            let found = format!("the number of answers to choose from is {}", options.len());
            let allowed = "add [[quiz.option]] until there are two".to_owned();
            self.missing::<()>(fields, "option", FaultCode::MissingKey, found, allowed);
        }
        let options: Vec<_> = options.iter().filter_map(|value| self.option(value)).collect();
        let (claims, options) = options.into_iter().unzip();
        let quiz = Quiz { before: before?.to_owned(), options: claims };
        Some((quiz, QuizWords { ask, why, options }))
    }

    fn option(&mut self, value: &'t Value<'t>) -> Option<(Vec<Claim>, InEach<String>)> {
        let fields = self.table(value, "an answer")?;
        self.only(fields, &["say", "holds"]);
        let say = self.told_in(fields, "say", "what is said");
        self.need(fields, "holds");
        let holds = self.claims_in(fields, "holds");
        if holds.is_empty() {
            let found = "this answer claims nothing";
            return self.fault(fields.at, FaultCode::MissingKey, found, "put a claim into holds");
        }
        Some((holds, say))
    }
}
