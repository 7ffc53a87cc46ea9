//! Where the reader stands: the only thing on the page that changes.
//!
//! Everything that is shown follows from the edition, the step and the grain; so a link, a click and a
//! jump that lead to the same step show the same.

use crate::browser::{address, motion};
use crate::edition::{Edition, Spot};
use crate::link::{Fault, Link};
use crate::load::{self, Problem};
use crate::stage::Stage;
use crate::track::{Go, Grain};
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// While the reader drags the slider, the sentence waits until the thumb rests this long.
const REST: Duration = Duration::from_millis(150);

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

    /// The time between two steps.
    pub const fn pause(self) -> Duration {
        Duration::from_millis(match self {
            Speed::Slow => 8_000,
            Speed::Normal => 4_000,
            Speed::Fast => 1_500,
        })
    }
}

/// The reader's place, and what they have chosen.
#[derive(Clone, Copy)]
pub struct Reader {
    /// What is being read; nothing until it is loaded.
    pub edition: RwSignal<Option<Arc<Edition>>>,
    /// The step that is shown.
    pub at: RwSignal<u32>,
    /// The step whose sentence is said; behind `at` only while the slider is dragged.
    pub settled: RwSignal<u32>,
    /// Where a click stops.
    pub grain: RwSignal<Grain>,
    /// Whether the story plays by itself.
    pub playing: RwSignal<bool>,
    /// How fast.
    pub speed: RwSignal<Speed>,
    /// Whether keys are ours inside the stage.
    pub keys_on: RwSignal<bool>,
    /// Whether the list of keys is open.
    pub help: RwSignal<bool>,
    /// What in the opened link could not be used.
    pub faults: RwSignal<Vec<Fault>>,
    /// Why something could not be shown.
    pub problem: RwSignal<Option<Problem>>,
    /// Answers given: the question and the option.
    pub answers: RwSignal<Vec<(usize, usize)>>,
}

impl Reader {
    /// A reader before the first story.
    pub fn new() -> Reader {
        let reader = Reader {
            edition: RwSignal::new(None),
            at: RwSignal::new(0),
            settled: RwSignal::new(0),
            grain: RwSignal::new(Grain::default()),
            playing: RwSignal::new(false),
            speed: RwSignal::new(Speed::default()),
            keys_on: RwSignal::new(true),
            help: RwSignal::new(false),
            faults: RwSignal::new(Vec::new()),
            problem: RwSignal::new(None),
            answers: RwSignal::new(Vec::new()),
        };
        reader.play_by_itself();
        reader.keep_address();
        reader
    }

    /// Opens an edition at a spot.
    pub fn open(self, edition: Arc<Edition>, spot: Spot) {
        self.playing.set(false);
        self.problem.set(None);
        self.faults.set(spot.faults);
        let same = self.edition.with_untracked(|now| {
            now.as_ref().is_some_and(|now| now.tale.data.plan.id == edition.tale.data.plan.id)
        });
        if !same {
            self.answers.set(Vec::new());
        }
        self.grain.set(spot.grain);
        self.at.set(spot.step);
        self.settled.set(spot.step);
        self.edition.set(Some(edition));
    }

    /// Follows the address, after somebody changed it.
    pub fn follow_address(self) {
        let (link, faults) = Link::read(&address::fragment());
        load::follow(self, link, faults);
    }

    /// The stop that a move would lead to.
    pub fn target(self, go: Go) -> Option<u32> {
        let (at, grain) = (self.at.get(), self.grain.get());
        self.edition.with(|edition| edition.as_ref()?.track(grain).go(at, go))
    }

    /// Moves, if there is anywhere to move to.
    pub fn go(self, go: Go) {
        if let Some(step) = untrack(|| self.target(go)) {
            self.jump(step);
        }
    }

    /// Goes to a step.
    pub fn jump(self, step: u32) {
        let positions = motion::before();
        self.at.set(step);
        self.settled.set(step);
        if let Some(positions) = positions {
            positions.slide();
        }
    }

    /// Shows a stop while the slider is dragged; its sentence is said once the thumb rests.
    pub fn drag(self, number: usize) {
        let grain = self.grain.get_untracked();
        let step = self
            .edition
            .with_untracked(|edition| edition.as_ref().map(|edition| edition.track(grain).stop(number)));
        if let Some(step) = step {
            self.at.set(step);
            let rest = move || {
                if self.at.try_get_untracked() == Some(step) {
                    self.settled.set(step);
                }
            };
            set_timeout(rest, REST);
        }
    }

    /// Ends dragging.
    pub fn drop_slider(self) {
        self.settled.set(self.at.get_untracked());
    }

    /// Chooses a grain, and stays as near as the grain allows.
    pub fn choose(self, grain: Grain) {
        self.grain.set(grain);
        let at = self.at.get_untracked();
        let step = self.edition.with_untracked(|e| e.as_ref().map(|e| e.track(grain).settle(at)));
        self.jump(step.unwrap_or(at));
    }

    /// Gives an answer; the first one counts.
    pub fn answer(self, question: usize, option: usize) {
        self.answers.update(|answers| {
            if !answers.iter().any(|(known, _)| *known == question) {
                answers.push((question, option));
            }
        });
    }

    /// The stage at the reader's place.
    pub fn stage(self, edition: &Edition) -> Stage {
        let at = self.at.get();
        let before = edition.track(self.grain.get()).before(at);
        Stage::at(&edition.teller(), before, at)
    }

    /// A question that stands before the next stop and has no answer yet.
    fn is_asked(self) -> bool {
        let (at, next) = (self.at.get(), self.target(Go::Next));
        self.edition.with(|edition| {
            let question =
                edition.as_ref().zip(next).and_then(|(e, next)| e.tale.question_between(at, next));
            question.is_some_and(|question| {
                !self.answers.with(|all| all.iter().any(|(known, _)| *known == question.index))
            })
        })
    }

    /// One step a beat while it plays; it waits for an answer, and stops at the end.
    fn play_by_itself(self) {
        Effect::new(move |handle: Option<Option<IntervalHandle>>| {
            if let Some(running) = handle.flatten() {
                running.clear();
            }
            if !self.playing.get() {
                return None;
            }
            let tick = move || {
                if untrack(|| self.is_asked()) {
                    return;
                }
                self.go(Go::Next);
                if untrack(|| self.target(Go::Next)).is_none() {
                    self.playing.set(false);
                }
            };
            set_interval_with_handle(tick, self.speed.get().pause()).ok()
        });
    }

    /// The address names what is shown, once it rests.
    fn keep_address(self) {
        Effect::new(move |_| {
            let (step, grain) = (self.settled.get(), self.grain.get());
            self.edition.with(|edition| {
                if let Some(edition) = edition {
                    address::show(&edition.link(step, grain).write());
                }
            });
        });
    }
}

impl Default for Reader {
    fn default() -> Self {
        Reader::new()
    }
}
