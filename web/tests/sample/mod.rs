//! The sample story of the crate `midturn-telling`, and the page's state with it.

#[allow(dead_code, reason = "its own crate uses the rest of it")]
#[path = "../../../telling/tests/sample/mod.rs"]
mod told;

use midturn_web::edition::Spot;
use midturn_web::state::State;
use midturn_web::track::Grain;
use std::sync::Arc;
pub use told::*;

/// The sample, opened at its start.
pub fn state(language: &str) -> State {
    let edition = edition(language);
    let mut state = State::new(edition.words.clone(), "auto".into());
    state.open(Arc::new(edition), Spot { grain: Grain::Told, step: 0, faults: Vec::new() });
    state
}
