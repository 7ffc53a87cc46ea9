//! The reader's state: where they stand and what they have chosen. Everything that is shown follows from
//! it, so a link, a click and a jump that lead to the same step show the same.

use crate::book::Book;
use crate::edition::{Edition, Spot};
use crate::link::{Fault, Link};
use crate::load::Problem;
use crate::stage::Stage;
use crate::tale::Question;
use crate::track::{Go, Grain};
use midturn_locales::Words;
use midturn_scenarios::Language;
use std::sync::Arc;

/// How fast a story plays by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speed {
    /// Time to read twice.
    Slow,
    /// Time to read.
    #[default]
    Normal,
    /// For those who know it.
    Fast,
}

impl Speed {
    /// All of them, with their names in the document.
    pub const ALL: [(Speed, &'static str); 3] =
        [(Speed::Slow, "slow"), (Speed::Normal, "normal"), (Speed::Fast, "fast")];

    /// Milliseconds between two steps.
    pub const fn pause_ms(self) -> u32 {
        match self {
            Speed::Slow => 8_000,
            Speed::Normal => 4_000,
            Speed::Fast => 1_500,
        }
    }
}

/// What the dialog for sharing gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shared {
    /// The link.
    Link,
    /// The snippet for a document.
    Snippet,
}

/// The dialog for sharing, while it is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sharing {
    /// The page's address, without what names a moment.
    pub page: String,
    /// Whether the browser allowed copying; nothing before it was asked.
    pub outcome: Option<bool>,
}

/// What of the page is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// All of it.
    #[default]
    Page,
    /// A player: the story with everything that belongs to it.
    Full,
    /// A player: the stage, the sentence, back and next.
    Minimal,
    /// A player that is moved from outside: the stage and the sentence.
    Bare,
}

impl Layout {
    /// What the attribute `controls` of a player asks for.
    pub fn of_controls(controls: Option<&str>) -> Layout {
        match controls {
            Some("minimal") => Layout::Minimal,
            Some("none") => Layout::Bare,
            _ => Layout::Full,
        }
    }

    /// Whether a reader finds everything there that belongs to a story.
    pub fn is_complete(self) -> bool {
        matches!(self, Layout::Page | Layout::Full)
    }
}

/// The reader's state.
#[derive(Clone)]
pub struct State {
    /// What of the page is shown.
    pub layout: Layout,
    /// The step at which every story ends, by its id; nothing where stories are shown to their end.
    pub until: Option<String>,
    /// The page's words; those of the edition once there is one.
    pub words: Arc<Words>,
    /// What is being read; nothing until it is loaded.
    pub edition: Option<Arc<Edition>>,
    /// The step that is shown.
    pub at: u32,
    /// The step whose sentence is said; behind `at` only while the slider is dragged.
    pub settled: u32,
    /// Where a click stops.
    pub grain: Grain,
    /// Whether the story plays by itself.
    pub playing: bool,
    /// How fast.
    pub speed: Speed,
    /// Whether keys are ours inside the stage.
    pub keys_on: bool,
    /// The theme: `auto`, `light` or `dark`.
    pub theme: String,
    /// Whether the link was copied; nothing since the last step.
    pub copied: Option<bool>,
    /// The dialog for sharing; nothing while it is closed.
    pub sharing: Option<Sharing>,
    /// What in the opened link could not be used.
    pub faults: Vec<Fault>,
    /// Why something could not be shown.
    pub problem: Option<Problem>,
    /// Answers given: the question and the option.
    pub answers: Vec<(usize, usize)>,
    /// The words for a closer look, with their language. They come after the first step.
    pub closer: Option<(Language, Arc<Words>)>,
    /// The book for a closer look, with its language. It comes when it is asked for.
    pub book: Option<(Language, Arc<Book>)>,
    /// The file of the book that could not be had.
    pub book_missing: Option<String>,
    /// Whether the code of the step is shown.
    pub code_open: bool,
    /// Whether the reference is open.
    pub reference_open: bool,
}

impl State {
    /// Before the first story.
    pub fn new(words: Arc<Words>, theme: String) -> State {
        State {
            layout: Layout::default(),
            until: None,
            words,
            edition: None,
            at: 0,
            settled: 0,
            grain: Grain::default(),
            playing: false,
            speed: Speed::default(),
            keys_on: true,
            theme,
            copied: None,
            sharing: None,
            faults: Vec::new(),
            problem: None,
            answers: Vec::new(),
            closer: None,
            book: None,
            book_missing: None,
            code_open: false,
            reference_open: false,
        }
    }

    /// Opens an edition at a spot.
    pub fn open(&mut self, edition: Arc<Edition>, spot: Spot) {
        let id = |edition: &Edition| edition.tale.data.plan.id.clone();
        if self.edition.as_deref().map(id) != Some(id(&edition)) {
            self.answers.clear();
        }
        self.words = edition.words.clone();
        self.edition = Some(edition);
        self.playing = false;
        self.problem = None;
        self.faults = spot.faults;
        self.grain = spot.grain;
        self.jump(spot.step);
    }

    /// The stop that a move would lead to.
    pub fn target(&self, go: Go) -> Option<u32> {
        self.edition.as_ref()?.track(self.grain).go(self.at, go)
    }

    /// Whether a move leads anywhere. While the story is only begun there is always more to come: whoever asks for
    /// it has the story run to its end first.
    pub fn leads_somewhere(&self, go: Go) -> bool {
        let is_over = self.edition.as_ref().is_none_or(|edition| edition.tale.is_over());
        let is_onward = matches!(go, Go::Next | Go::Last | Go::NextDecision);
        self.target(go).is_some() || (is_onward && !is_over)
    }

    /// Moves, if there is anywhere to move to.
    pub fn go(&mut self, go: Go) {
        if let Some(step) = self.target(go) {
            self.jump(step);
        }
    }

    /// Goes to a step.
    pub fn jump(&mut self, step: u32) {
        self.at = step;
        self.settle();
    }

    /// Shows a stop while the slider is dragged.
    pub fn drag(&mut self, number: usize) {
        if let Some(edition) = &self.edition {
            self.at = edition.track(self.grain).stop(number);
        }
    }

    /// Says the sentence of the step that is shown.
    pub fn settle(&mut self) {
        if self.settled != self.at {
            self.settled = self.at;
            self.copied = None;
            self.sharing = None;
        }
    }

    /// The last step that is shown to this reader.
    pub fn last(&self) -> u32 {
        self.edition.as_ref().map_or(0, |edition| edition.track(Grain::Every).stop(usize::MAX))
    }

    /// Goes to a step; one that nobody narrates is a stop among all of them.
    pub fn seek(&mut self, step: u32) {
        let told = self.edition.as_ref().map(|edition| edition.track(self.grain).settle(step));
        if told != Some(step) {
            self.grain = Grain::Every;
        }
        self.jump(step);
    }

    /// Changes the grain, and stays as near as it allows.
    pub fn switch_grain(&mut self) {
        self.grain = match self.grain {
            Grain::Told => Grain::Every,
            Grain::Every => Grain::Told,
        };
        if let Some(edition) = &self.edition {
            let step = edition.track(self.grain).settle(self.at);
            self.jump(step);
        }
    }

    /// Plays, or pauses. At the end it plays from the start.
    pub fn toggle_play(&mut self) {
        self.playing = !self.playing;
        if self.playing && self.target(Go::Next).is_none() {
            self.jump(0);
        }
    }

    /// One step of playing: it waits for an answer, and stops at the end.
    pub fn tick(&mut self) {
        if self.question().is_some_and(|question| self.answer_to(question.index).is_none()) {
            return;
        }
        self.go(Go::Next);
        self.playing = self.target(Go::Next).is_some();
    }

    /// Goes back to where nothing has happened and nothing was answered.
    pub fn reset(&mut self) {
        self.playing = false;
        self.answers.clear();
        self.jump(0);
    }

    /// Gives an answer; the first one counts.
    pub fn answer(&mut self, question: usize, option: usize) {
        if self.answer_to(question).is_none() {
            self.answers.push((question, option));
        }
    }

    /// The answer given to a question.
    pub fn answer_to(&self, question: usize) -> Option<usize> {
        self.answers.iter().find(|(known, _)| *known == question).map(|(_, option)| *option)
    }

    /// The question that stands before the next stop.
    pub fn question(&self) -> Option<Question<'_>> {
        if !self.layout.is_complete() {
            return None;
        }
        let next = self.target(Go::Next)?;
        self.edition.as_ref()?.tale.question_between(self.at, next)
    }

    /// The stage at the reader's place; what moved since the stop before is marked.
    pub fn stage(&self, edition: &Edition) -> Stage {
        let before = edition.track(self.grain).before(self.at);
        let stage = Stage::at(&edition.teller(), before, self.at);
        if self.closer.is_some() { stage.telling_why(&edition.tale) } else { stage }
    }

    /// The words for a closer look, once they are here in the language that is read.
    pub fn closer(&self) -> Option<&Words> {
        let language = self.edition.as_ref()?.language;
        self.closer.as_ref().filter(|(own, _)| *own == language).map(|(_, words)| &**words)
    }

    /// The book, once it is here in the language that is read.
    pub fn book(&self) -> Option<&Book> {
        let language = self.edition.as_ref()?.language;
        self.book.as_ref().filter(|(own, _)| *own == language).map(|(_, book)| &**book)
    }

    /// Whether something is open that needs the book.
    pub fn wants_the_book(&self) -> bool {
        (self.code_open || self.reference_open) && self.book().is_none()
    }

    /// The link to what is shown.
    pub fn link(&self) -> Option<Link> {
        self.edition.as_ref().map(|edition| edition.link(self.settled, self.grain))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use crate::tale::Tale;

    #[test]
    fn a_reader_clicks_to_the_end_and_back() {
        let mut state = sample::state("en");
        let mut seen = vec![state.at];
        while state.target(Go::Next).is_some() {
            state.go(Go::Next);
            seen.push(state.at);
        }
        assert_eq!(seen.len(), 6);
        for step in seen.iter().rev() {
            assert_eq!(state.at, *step);
            state.go(Go::Back);
        }
        assert_eq!(state.at, 0);
    }

    #[test]
    fn a_story_that_is_only_begun_has_more_to_come() {
        let whole = sample::edition("en");
        let (data, texts) = (sample::data().for_page(), sample::texts());
        let begun = Tale::begin(Arc::new(data), Arc::new(texts), 7).expect("the page has Codex");
        let begun = Edition::new(whole.language, whole.words.clone(), whole.catalog.clone(), begun);
        let mut state = sample::state("en");
        state.edition = Some(Arc::new(begun));
        state.jump(1);
        assert_eq!((state.target(Go::Last), state.leads_somewhere(Go::Last)), (None, true));
    }

    #[test]
    fn dragging_moves_the_stage_at_once_and_the_sentence_when_it_rests() {
        let mut state = sample::state("en");
        state.drag(3);
        assert!(state.at > 0 && state.settled == 0);
        state.settle();
        assert_eq!(state.settled, state.at);
    }

    #[test]
    fn playing_waits_for_an_answer_and_stops_at_the_end() {
        let mut state = sample::state("en");
        state.toggle_play();
        for _ in 0..10 {
            state.tick();
        }
        let question = state.question().map(|question| question.index);
        assert_eq!(question, Some(0));
        state.answer(0, 0);
        state.answer(0, 1);
        assert_eq!(state.answer_to(0), Some(0));
        for _ in 0..10 {
            state.tick();
        }
        assert!(!state.playing && state.target(Go::Next).is_none());
    }

    #[test]
    fn the_run_judges_the_answers() {
        let mut state = sample::state("en");
        while state.question().is_none() {
            state.go(Go::Next);
        }
        let question = state.question().expect("there is one");
        let record = &state.edition.as_ref().expect("open").tale.record;
        let verdicts = [0, 1].map(|option| question.quiz.is_right(option, record, question.step));
        assert_eq!(verdicts, [false, true]);
    }

    #[test]
    fn switching_the_grain_shows_more_stops_and_keeps_the_place() {
        let mut state = sample::state("en");
        state.go(Go::Next);
        let at = state.at;
        state.switch_grain();
        assert_eq!(state.at, at);
        state.go(Go::Next);
        assert_eq!(state.at, at + 1);
        state.switch_grain();
        assert_eq!(state.at, at);
    }
}
