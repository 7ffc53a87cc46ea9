//! The page as a host: the document is its own.

use super::Host;
use crate::browser::storage::Memory;
use crate::browser::{address, root};
use crate::load::Problem;
use crate::state::State;

/// The document of the page.
pub struct PageHost;

impl Host for PageHost {
    fn prefix(&self) -> &str {
        ""
    }

    fn file(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn takes_another_story(&self) -> bool {
        true
    }

    fn show(&self, state: &State, link: &str) {
        address::show(link);
        if let Some(edition) = &state.edition {
            root::speak(edition.language, &[edition.tale.heading(), " · Midturn"].concat());
        }
    }

    fn paint(&self, theme: &str) {
        root::paint(theme);
    }

    /// It is written on the page itself.
    fn fail(&self, _: &Problem) {}

    fn turn_away(&self, _: &Problem) {
        root::reveal("[data-failure]");
    }

    fn settled(&self) {}

    fn arrive(&self) {
        root::arrive();
    }

    fn keep(&self, memory: Memory, value: &str) {
        memory.keep(value);
    }

    fn sight(&self) -> Option<(f64, f64)> {
        Some((0.0, web_sys::window()?.inner_height().ok()?.as_f64()?))
    }

    fn scroll_by(&self, pixels: f64) {
        if let Some(window) = web_sys::window() {
            window.scroll_by_with_x_and_y(0.0, pixels);
        }
    }
}
