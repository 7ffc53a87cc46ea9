//! The transcript: every sentence of the story, each a link to its step.

use crate::edition::Edition;
use crate::reader::Reader;
use crate::track::Grain;
use leptos::prelude::*;
use midturn_locales::Key;
use std::sync::Arc;

/// The transcript. It is drawn once a grain; a step only moves the mark.
#[component]
pub fn Transcript(reader: Reader, edition: Arc<Edition>) -> impl IntoView {
    let drawn = edition.clone();
    let lines = move || {
        let grain = reader.grain.get();
        let track = drawn.track(grain);
        let lines = (1..=track.total()).map(|number| line(reader, &drawn, grain, track.stop(number)));
        lines.collect::<Vec<AnyView>>()
    };
    view! {
        <details class="transcript panel">
            <summary><h2>{edition.words.get(Key::Transcript).to_owned()}</h2></summary>
            <ol>{lines}</ol>
        </details>
    }
}

fn line(reader: Reader, edition: &Edition, grain: Grain, step: u32) -> AnyView {
    let here = move || (reader.at.get() == step).then_some("step");
    view! {
        <li aria-current=here>
            <a href=edition.link(step, grain).write()>{edition.teller().sentence(step)}</a>
        </li>
    }
    .into_any()
}
