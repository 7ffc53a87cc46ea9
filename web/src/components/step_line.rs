//! The step: which one it is, its sentence, the question before the next one, and the controls.

use super::conditions::conditions;
use super::controls::Controls;
use super::quiz::QuizView;
use super::scrub::Scrub;
use crate::edition::Edition;
use crate::reader::Reader;
use leptos::prelude::*;
use midturn_locales::Key;
use std::sync::Arc;

/// The step line. `#narration` is the page's only live region: it says the sentence however the reader
/// came here, and waits while the slider is dragged.
#[component]
pub fn StepLine(reader: Reader, edition: Arc<Edition>) -> impl IntoView {
    let spoken = edition.clone();
    let sentence = move || spoken.teller().sentence(reader.settled.get());
    let counted = edition.clone();
    let counter = move || count(&counted, reader);
    let decided = edition.clone();
    let facts = move || conditions(&decided, reader.settled.get());
    view! {
        <div class="step-line">
            <div class="step-words">
                <p class="counter">{counter}</p>
                <p class="sentence" id="narration" aria-live="polite" aria-atomic="true">{sentence}</p>
            </div>
            <QuizView reader edition=edition.clone() />
            <Controls reader edition=edition.clone() />
        </div>
        <div class="step-more">
            <Scrub reader edition />
            {facts}
        </div>
    }
}

/// "Step 7 of 19", and the virtual time.
fn count(edition: &Edition, reader: Reader) -> AnyView {
    let track = edition.track(reader.grain.get());
    let at = reader.at.get();
    let (number, total) = (track.number(at), track.total().to_string());
    let words = &edition.words;
    let place = match number {
        0 => words.fill(Key::AtStartOf, &[("total", &total)]),
        _ => words.fill(Key::StepOf, &[("number", &number.to_string()), ("total", &total)]),
    };
    let clock = edition.tale.moment(at).map(|moment| moment.snapshot.at.0.to_string());
    let clock = words.fill(Key::Clock, &[("ms", &clock.unwrap_or_default())]);
    view! { {place} " " <span class="clock">{clock}</span> }.into_any()
}
