//! The slider over all stops, with the decisions marked, and the choice of grain.

use super::controls::{Mover, mover};
use crate::edition::Edition;
use crate::reader::Reader;
use crate::track::{Go, Grain};
use leptos::prelude::*;
use midturn_locales::Key;
use std::sync::Arc;

/// The slider.
#[component]
pub fn Scrub(reader: Reader, edition: Arc<Edition>) -> impl IntoView {
    let button = |go, action, sign, name| {
        mover(reader, &edition, Mover { go, action, sign, name, why_not: Key::NoDecision })
    };
    let total = { let edition = edition.clone(); move || edition.track(reader.grain.get()).total().to_string() };
    let number = { let edition = edition.clone(); move || number(&edition, reader).to_string() };
    let text = { let edition = edition.clone(); move || spoken(&edition, reader) };
    let marks = { let edition = edition.clone(); move || marks(&edition, reader.grain.get()) };
    let words = &edition.words;
    let every = move || reader.grain.get() == Grain::Every;
    let switch = move |_| {
        reader.choose(if untrack(every) { Grain::Told } else { Grain::Every });
    };
    view! {
        <div class="scrub">
            <div class="slider">
                {marks}
                <input type="range" min="0" max=total step="1" prop:value=number
                    aria-label=words.get(Key::Scrub).to_owned() aria-valuetext=text
                    on:input=move |event| reader.drag(event_target_value(&event).parse().unwrap_or(0))
                    on:change=move |_| reader.drop_slider() />
            </div>
            {button(Go::BackDecision, "back-decision", "◆←", Key::DecisionBefore)}
            {button(Go::NextDecision, "next-decision", "→◆", Key::DecisionAfter)}
            <button type="button" class="button switch" role="switch" data-action="grain" on:click=switch
                aria-checked=move || every().to_string() title=words.get(Key::EveryHint).to_owned()>
                {words.get(Key::EveryStep).to_owned()}
            </button>
            <button type="button" class="button" data-action="keys" on:click=move |_| reader.help.set(true)>
                {words.get(Key::Keys).to_owned()}
            </button>
        </div>
    }
}

fn number(edition: &Edition, reader: Reader) -> usize {
    edition.track(reader.grain.get()).number(reader.at.get())
}

/// What a screen reader says of the slider.
fn spoken(edition: &Edition, reader: Reader) -> String {
    let total = edition.track(reader.grain.get()).total().to_string();
    let number = number(edition, reader).to_string();
    let place = edition.words.fill(Key::StepOf, &[("number", &number), ("total", &total)]);
    [&place, ". ", &edition.teller().sentence(reader.at.get())].concat()
}

/// A diamond over each stop at which a rule decided something.
fn marks(edition: &Edition, grain: Grain) -> AnyView {
    let track = edition.track(grain);
    let total = track.total().max(1);
    let dots = track.decisions().into_iter().map(|number| {
        // Positions are attributes of an image, since the page's policy allows no inline style.
        view! { <circle cx=(number * 1000 / total).to_string() cy="4" r="3" /> }.into_any()
    });
    view! {
        <svg class="marks" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
            {dots.collect::<Vec<_>>()}
        </svg>
    }
    .into_any()
}
