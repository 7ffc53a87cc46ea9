//! Where a reader reads: on the page, or in a player that stands in somebody else's document.
//!
//! A reader is drawn into a place and knows nothing of what is around it. What is around it is its [`Host`]: the
//! page owns its document, with address bar, title and scroll position; a player is a guest and owns nothing
//! outside of its element.

mod page;
mod player;

pub use page::PageHost;
pub use player::PlayerHost;

use crate::browser::storage::Memory;
use crate::link::{Fault, Link};
use crate::load::Problem;
use crate::state::{Layout, State};
use midturn_locales::Words;
use midturn_scenarios::Language;
use std::sync::Arc;

/// What is around a reader.
pub trait Host {
    /// What precedes the fragment of a link to a moment. Empty where the document itself follows it.
    fn prefix(&self) -> &str;

    /// A file of the reader's own story, by its name. None where stories are fetched.
    fn file(&self, name: &str) -> Option<Vec<u8>>;

    /// Whether the start of another story may be shown where the wanted one is not to be had.
    fn takes_another_story(&self) -> bool;

    /// The reader is at another moment, or in another language; `link` names it.
    fn show(&self, state: &State, link: &str);

    /// Another theme was chosen: `auto`, `light` or `dark`.
    fn paint(&self, theme: &str);

    /// Something could not be shown.
    fn fail(&self, problem: &Problem);

    /// Nothing at all can be shown.
    fn turn_away(&self, problem: &Problem);

    /// What follows the first step is here.
    fn settled(&self);

    /// The reader has opened another story.
    fn arrive(&self);

    /// Remembers a choice for the next visit.
    fn keep(&self, memory: Memory, value: &str);

    /// The top and the height of what the reader sees, in the window's pixels. None where scrolling is not ours.
    fn sight(&self) -> Option<(f64, f64)>;

    /// Scrolls down by some pixels.
    fn scroll_by(&self, pixels: f64);
}

/// What a reader is to be shown.
pub struct Mounting {
    /// The moment.
    pub link: Link,
    /// What in the link could not be used.
    pub faults: Vec<Fault>,
    /// The language.
    pub language: Language,
    /// The theme.
    pub theme: String,
    /// What of the page is shown.
    pub layout: Layout,
    /// The step at which the story ends, by its id.
    pub until: Option<String>,
    /// Whether keys are the reader's while the focus is inside of the stage.
    pub keys_on: bool,
}

impl Mounting {
    /// The state of a reader before the story is there.
    pub fn state(&self, words: Arc<Words>) -> State {
        State {
            layout: self.layout,
            until: self.until.clone(),
            keys_on: self.keys_on,
            ..State::new(words, self.theme.clone())
        }
    }
}
