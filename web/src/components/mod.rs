//! The components, one file each. They hold no logic: they draw a [`crate::stage::Stage`] and hand
//! clicks to the [`Reader`].

mod app;
mod card;
mod client;
mod closing;
mod conditions;
mod controls;
mod course;
mod fates;
mod header;
mod help;
mod log;
mod model;
mod notice;
mod program;
mod quiz;
mod scrub;
mod settings;
mod shelf;
mod signal;
mod stage;
mod step_line;
mod transcript;

pub use app::{App, Body};

use crate::reader::Reader;
use leptos::prelude::*;
use midturn_locales::Words;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// The element that the page takes over, and the text in it for when that fails.
const PLACE: &str = "[data-midturn]";
const FAILURE: &str = "[data-failure]";

/// Takes the place of the static text.
pub fn mount(reader: Reader, words: Words) {
    if let Some(place) = find(PLACE) {
        place.set_inner_html("");
        mount_to(place, move || view! { <App reader words /> }).forget();
    }
}

/// Says that the page could not be loaded, in the document's own words.
pub fn give_up() {
    if let Some(text) = find(FAILURE) {
        text.set_hidden(false);
    }
}

fn find(selector: &str) -> Option<HtmlElement> {
    document().query_selector(selector).ok().flatten()?.dyn_into().ok()
}
