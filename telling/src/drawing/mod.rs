//! A moment for other people's documents: as text, as a sequence diagram, as a picture.
//!
//! All three are plain strings, made from the same stage and sentences as the page, and the same byte for byte
//! wherever they are made. Whatever a scenario says in them is text: it is cleaned of what could disturb its
//! surroundings ([`clean`]) and escaped for where it stands.
//!
//! - [`text`]: what has been told so far, a line a step; what a screen reader hears.
//! - [`mermaid`]: who has sent what to whom, for documents that draw Mermaid themselves.
//! - [`svg`]: the stage.
//! - [`snippet`]: what an author pastes: the player, and in it the picture and the transcript.

pub mod clean;
pub mod mermaid;
pub mod snippet;
pub mod svg;
pub mod text;

use crate::edition::Edition;
use crate::stage::Stage;
use crate::track::Grain;

/// What is drawn: a step of an edition whose story has run to its end.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The story in one language, with its names ([`midturn_locales::Words::have_names`]).
    pub edition: &'a Edition,
    /// Which steps are stops: what moved since the stop before is marked.
    pub grain: Grain,
    /// The step.
    pub step: u32,
}

impl Scene<'_> {
    /// The stage.
    pub fn stage(&self) -> Stage {
        let before = self.edition.track(self.grain).before(self.step);
        Stage::at(&self.edition.teller(), before, self.step)
    }

    /// The sentence of the step, in words that ask nobody to press a button.
    pub fn sentence(&self) -> String {
        match self.step {
            0 => self.edition.words.name("figure", "start").to_owned(),
            step => self.edition.teller().sentence(step),
        }
    }

    /// Which step it is, and when.
    pub fn place(&self) -> String {
        let (step, clock) = self.edition.place_of(self.grain, self.step);
        [&step, " · ", &clock].concat()
    }

    /// The picture in words: the sentence, and what lies where.
    pub fn described(&self) -> String {
        svg::describe(self, &self.stage())
    }

    /// The system and the version that its rules describe.
    pub fn system(&self) -> String {
        self.edition.system()
    }
}
