//! A story: a plan for the engine, and what is told about it. A case is a story without narration.
//!
//! The page needs the plan and the places where it stops, but only one language: so a story comes in
//! two parts, [`StoryData`] (no narration) and [`Texts`] (one for each language).

use crate::language::{InEach, Language};
use midturn_engine::lab::{Claim, Plan, Record, Run};
use midturn_engine::world::{Beat as StreamBeat, InputId, Message, MessageId, StepPattern};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A scenario file, read and understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    /// What runs, and where the telling stops.
    pub data: StoryData,
    /// What is said, in each language.
    pub texts: InEach<Texts>,
    /// Whether it is told to readers. A case is not: it has a title and expectations only.
    pub told: bool,
    /// What a case leaves out, in one line.
    pub note: Option<String>,
}

/// The part of a story that is the same in every language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoryData {
    /// What the engine runs. Its texts are in English.
    pub plan: Arc<Plan>,
    /// The narrated steps in order: a click goes from one to the next.
    pub beats: Vec<Beat>,
    /// Questions to the reader.
    pub quizzes: Vec<Quiz>,
    /// A table of inputs, row by row: each cell shows how its input was answered. Empty in most stories.
    pub matrix: Vec<Vec<InputId>>,
    /// The places in which anything ever lies, so that a page can draw them all before the story has run to
    /// its end. Only [`StoryData::for_page`] fills this in, since only the run knows.
    pub places: Vec<String>,
    /// The flags that are ever set, likewise.
    pub flags: Vec<String>,
}

/// A narrated step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beat {
    /// Its id, as in links.
    pub id: String,
    /// The step that is narrated.
    pub on: StepPattern,
    /// What the sentence says, as claims that must hold right after the step.
    pub shows: Vec<Claim>,
}

/// A question that is asked before a narrated step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quiz {
    /// The id of the beat before which it is asked.
    pub before: String,
    /// What each answer claims. Of exactly one answer all claims hold right after the beat's step.
    pub options: Vec<Vec<Claim>>,
}

/// What a story says in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Texts {
    /// The story's name.
    pub title: String,
    /// The question it answers; empty in a case.
    pub question: String,
    /// What the reader now knows; empty in a case.
    pub closing: String,
    /// A sentence for each of [`StoryData::beats`].
    pub beats: Vec<String>,
    /// The words of each of [`StoryData::quizzes`].
    pub quizzes: Vec<QuizTexts>,
    /// The heads of [`StoryData::matrix`].
    pub matrix: MatrixTexts,
    /// Messages, model items and tool outputs (`out:CALL`) whose text in this language is not the
    /// plan's own. Use [`Texts::wording`] to look one up.
    pub messages: Vec<(MessageId, String)>,
}

/// The heads of a matrix.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatrixTexts {
    /// Of its columns.
    pub columns: Vec<String>,
    /// Of its rows.
    pub rows: Vec<String>,
}

/// The words of a quiz.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuizTexts {
    /// The question.
    pub ask: String,
    /// Why the right answer is right.
    pub why: String,
    /// The answers, one for each of [`Quiz::options`].
    pub options: Vec<String>,
}

impl StoryData {
    /// What the page needs of it: without expectations and proofs of the narration, which are for
    /// tests. Their change does not change the story, so they are not in its fingerprint either.
    #[must_use]
    pub fn for_page(&self) -> StoryData {
        let mut data = self.clone();
        Arc::make_mut(&mut data.plan).expect = Default::default();
        for beat in &mut data.beats {
            beat.shows = Vec::new();
        }
        if let Ok(mut run) = Run::new(&data.plan) {
            let record = run.finish();
            data.places = record.places().iter().map(|place| place.as_str().to_owned()).collect();
            data.flags = record.flags().into_iter().map(str::to_owned).collect();
        }
        data
    }

    /// The quiz that is asked before this beat.
    pub fn quiz_before(&self, beat: &str) -> Option<(usize, &Quiz)> {
        self.quizzes.iter().enumerate().find(|(_, quiz)| quiz.before == beat)
    }
}

impl Quiz {
    /// Whether an answer is right, as the run itself says after this step.
    pub fn is_right(&self, option: usize, record: &Record, step: u32) -> bool {
        self.options
            .get(option)
            .is_some_and(|claims| claims.iter().all(|claim| claim.check(record, step).is_ok()))
    }
}

impl Texts {
    /// A message's text in this language; a copy has its original's. What the run itself has written (the
    /// output of a tool that was stopped, say) is nobody's translation and stays as it is.
    pub fn wording<'a>(&'a self, plan: &Plan, message: &'a Message) -> &'a str {
        let original = original_of(&message.id);
        let told = self.messages.iter().find(|(id, _)| id.as_str() == original);
        match told {
            Some((id, text)) if planned_text(plan, id) == Some(&message.text) => text,
            _ => &message.text,
        }
    }
}

/// The id of the message that a message of the run is a copy of; its own where it is none.
fn original_of(id: &MessageId) -> &str {
    let id = id.as_str();
    let id = id.strip_prefix("copy:").unwrap_or(id);
    id.split_once('#').map_or(id, |(original, _)| original)
}

impl Story {
    /// Its texts in this language.
    pub fn texts(&self, language: Language) -> &Texts {
        self.texts.get(language)
    }
}

/// The text that a plan itself gives to a message, a model item or a tool output.
pub fn planned_text<'a>(plan: &'a Plan, id: &MessageId) -> Option<&'a str> {
    let items = plan.responses.iter().flat_map(|response| &response.beats);
    let said = items.filter_map(|beat| match beat {
        StreamBeat::Item { item, .. } => Some(item),
        StreamBeat::Gate(_) => None,
    });
    let written = plan.messages.iter().chain(said).find(|message| message.id == *id);
    written.map(|message| message.text.as_str()).or_else(|| {
        let call = id.as_str().strip_prefix("out:")?;
        let script = plan.tools.iter().find(|script| script.call.as_str() == call)?;
        Some(&script.output)
    })
}
