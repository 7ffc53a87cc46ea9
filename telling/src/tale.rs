//! A tale: one story in one language, with the run that the engine has made of it. It never changes
//! while it is read; the reader's place in it is kept elsewhere.

use crate::track::{Grain, Track};
use midturn_engine::ground::Millis;
use midturn_engine::lab::plan::{Act, Input, Plan, Trigger, TriggerEvent};
use midturn_engine::lab::{Moment, Record, Run};
use midturn_engine::runtimes::{self, Switch, System, Version};
use midturn_engine::world::kinds::WRITTEN;
use midturn_engine::world::{InputId, Message, MessageId, Place, Step};
use midturn_scenarios::{Quiz, QuizTexts, StoryData, Texts};
use std::sync::Arc;

/// A story, ready to be read.
pub struct Tale {
    /// The system that runs it.
    pub system: &'static System,
    /// The story.
    pub data: Arc<StoryData>,
    /// What is said about it, in one language.
    pub texts: Arc<Texts>,
    /// What its run has shown so far: everything, unless the tale is only begun.
    pub record: Record,
    /// The story's fingerprint.
    pub fingerprint: u64,
    told: Vec<(u32, usize)>,
    used: Vec<Place>,
    flags: Vec<&'static str>,
}

/// A question that is asked before a step.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// Which of the story's questions.
    pub index: usize,
    /// The step before which it is asked, and that proves the answer.
    pub step: u32,
    /// What the answers claim.
    pub quiz: &'a Quiz,
    /// Its words.
    pub texts: &'a QuizTexts,
}

/// The page does not have the system that a story needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSystem(pub String);

impl Tale {
    /// Runs the story to its end.
    pub fn open(data: StoryData, texts: Texts, fingerprint: u64) -> Result<Tale, UnknownSystem> {
        Tale::begin(Arc::new(data), Arc::new(texts), fingerprint)?.finish()
    }

    /// Shows the start of a story. One that opens with somebody writing is run as far as that.
    pub fn begin(
        data: Arc<StoryData>,
        texts: Arc<Texts>,
        fingerprint: u64,
    ) -> Result<Tale, UnknownSystem> {
        let mut run = Tale::run(&data)?;
        if opens_with_writing(&data) {
            run.advance();
        }
        Tale::of(data, texts, fingerprint, run.into_record())
    }

    /// The same tale, run to its end: from the start again, which gives the same steps.
    pub fn finish(&self) -> Result<Tale, UnknownSystem> {
        let mut run = Tale::run(&self.data)?;
        run.finish();
        Tale::of(self.data.clone(), self.texts.clone(), self.fingerprint, run.into_record())
    }

    fn run(data: &StoryData) -> Result<Run, UnknownSystem> {
        Run::of(data.plan.clone()).map_err(|_| UnknownSystem(data.plan.system.clone()))
    }

    /// A run that no story tells, as far as it has come: it has plain sentences only.
    pub fn untold(plan: Plan, record: Record) -> Result<Tale, UnknownSystem> {
        let data = StoryData { plan: Arc::new(plan), ..StoryData::default() };
        Tale::of(Arc::new(data), Arc::default(), 0, record)
    }

    /// Whether its run is at the end.
    pub fn is_over(&self) -> bool {
        self.record.outcome.is_some()
    }

    fn of(
        data: Arc<StoryData>,
        texts: Arc<Texts>,
        fingerprint: u64,
        record: Record,
    ) -> Result<Tale, UnknownSystem> {
        let unknown = || UnknownSystem(data.plan.system.clone());
        let system = runtimes::system(&data.plan.system).ok_or_else(unknown)?;
        let step_of = |(index, beat): (usize, &midturn_scenarios::Beat)| {
            beat.on.find(&record.steps).map(|step| (step.seq, index))
        };
        let told = data.beats.iter().enumerate().filter_map(step_of).collect();
        let is_over = record.outcome.is_some();
        let (used, flags) = if is_over {
            (record.places(), record.flags())
        } else {
            let used = data.places.iter().map(|name| Place::from(name.clone())).collect();
            let is_set = |name: &&str| data.flags.iter().any(|flag| flag == name);
            (used, system.flags.iter().map(|(name, _)| *name).filter(is_set).collect())
        };
        Ok(Tale { system, used, flags, told, record, data, texts, fingerprint })
    }

    /// The stops of one grain.
    pub fn track(&self, grain: Grain) -> Track {
        let decides =
            |n: u32| self.step(n).is_some_and(|step| step.rule.is_some() && !step.facts.is_empty());
        match grain {
            Grain::Told => {
                let track = Track::new(self.told.iter().map(|(step, _)| *step), decides);
                if self.is_over() { track } else { track.announcing(self.data.beats.len()) }
            }
            Grain::Every => Track::new(1..=self.record.last(), decides),
        }
    }

    /// Step `n`; nothing at the start.
    pub fn step(&self, n: u32) -> Option<&Step> {
        self.record.moment(n).and_then(|moment| moment.step)
    }

    /// The state after step `n`, or the last one there is.
    pub fn moment(&self, n: u32) -> Option<Moment<'_>> {
        self.record.moment(n.min(self.record.last()))
    }

    /// What the story tells at step `n`.
    pub fn told_at(&self, n: u32) -> Option<&str> {
        let (_, beat) = self.told.iter().find(|(step, _)| *step == n)?;
        self.texts.beats.get(*beat).map(String::as_str).filter(|text| !text.is_empty())
    }

    /// The question that stands between stop `at` and the stop `next`.
    pub fn question_between(&self, at: u32, next: u32) -> Option<Question<'_>> {
        let (step, beat) = self.told.iter().find(|(step, beat)| {
            *step > at && *step <= next && self.quiz_before(*beat).is_some()
        })?;
        let (index, quiz) = self.quiz_before(*beat)?;
        let texts = self.texts.quizzes.get(index)?;
        Some(Question { index, step: *step, quiz, texts })
    }

    fn quiz_before(&self, beat: usize) -> Option<(usize, &Quiz)> {
        self.data.beats.get(beat).and_then(|beat| self.data.quiz_before(&beat.id))
    }

    /// What the story switches on that is newer than the version that the system describes.
    pub fn switches(&self) -> impl Iterator<Item = &'static Switch> {
        let chosen = &self.data.plan.initial.settings;
        let is_on = |switch: &&Switch| {
            chosen.iter().any(|(name, value)| name == switch.setting && value == "on")
        };
        self.system.switches.iter().filter(is_on)
    }

    /// The version of the system that the story has chosen.
    pub fn version(&self) -> Option<&'static Version> {
        self.system.version(&self.data.plan.initial.settings)
    }

    /// The question that a story answers, or the name of a case.
    pub fn heading(&self) -> &str {
        let Texts { question, title, .. } = &*self.texts;
        if question.is_empty() { title } else { question }
    }

    /// A message's words in this language.
    pub fn wording<'a>(&'a self, message: &'a Message) -> &'a str {
        self.texts.wording(&self.data.plan, message)
    }

    /// A message.
    pub fn message(&self, id: &MessageId) -> Option<&Message> {
        self.record.message(id)
    }

    /// Whether anything ever lies in a place during this story.
    pub fn uses(&self, place: &Place) -> bool {
        self.used.contains(place)
    }

    /// Whether a flag is ever set during this story.
    pub fn sets(&self, flag: &str) -> bool {
        self.flags.contains(&flag)
    }

    /// An input of the story.
    pub fn input(&self, id: &InputId) -> Option<&Input> {
        self.data.plan.inputs.iter().find(|input| input.id == *id)
    }

    /// The message that an input carries.
    pub fn carried_by(&self, input: &Input) -> Option<&Message> {
        match &input.act {
            Act::Operate(operation) => operation.message.as_ref().and_then(|id| self.message(id)),
            Act::Release(_) => None,
        }
    }

    /// The inputs that carry a message.
    pub fn inputs_with<'a>(&'a self, message: &'a MessageId) -> impl Iterator<Item = &'a Input> {
        self.data.plan.inputs.iter().filter(
            move |input| matches!(&input.act, Act::Operate(op) if op.message.as_ref() == Some(message)),
        )
    }

    /// The steps between two stops, the later one included.
    pub fn between(&self, before: u32, at: u32) -> impl Iterator<Item = &Step> {
        self.record.steps.iter().filter(move |step| step.seq > before && step.seq <= at)
    }
}

/// Whether the first thing told is that somebody writes, before any time has passed.
fn opens_with_writing(data: &StoryData) -> bool {
    let is_told = data.beats.first().is_some_and(|beat| beat.on.kind == WRITTEN.0);
    let at_once = Trigger { event: TriggerEvent::Start, plus: Millis::ZERO };
    is_told && data.plan.inputs.first().is_some_and(|input| input.when == at_once)
}
