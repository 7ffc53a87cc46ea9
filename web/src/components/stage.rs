//! The stage: three columns, and below them the step's sentence and the controls.
//!
//! The frame is drawn once. Only what is inside of it is drawn anew at each step, so that folds stay as
//! the reader left them and the focus never moves.

use super::client::client;
use super::model::{asked, known, model};
use super::program::{earlier, program, recorded};
use super::step_line::StepLine;
use crate::edition::Edition;
use crate::keys::{Focus, Wish, wish};
use crate::reader::Reader;
use crate::stage::Stage;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use midturn_locales::{Key, Words};
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::Element;

/// The stage.
#[component]
pub fn StageView(reader: Reader, edition: Arc<Edition>) -> impl IntoView {
    let shown = edition.clone();
    let stage = Memo::new(move |_| Arc::new(reader.stage(&shown)));
    let drawn = edition.clone();
    let draw = move |part: fn(&Words, &Stage) -> AnyView| {
        let edition = drawn.clone();
        move || part(&edition.words, &stage.get())
    };
    let counted = edition.clone();
    let count = move |key: Key, of: fn(&Stage) -> usize| {
        let edition = counted.clone();
        move || edition.words.fill(key, &[("count", &of(&stage.get()).to_string())])
    };
    let words = &edition.words;
    let history = words.get(Key::History).to_owned();
    let nothing_earlier = move || stage.get().history.is_empty();
    let nothing_known = move || known_count(&stage.get()) == 0;
    view! {
        <section class="stage" tabindex="-1" aria-label=words.get(Key::Main).to_owned()
            data-step=move || stage.get().step.to_string() on:keydown=move |event| press(reader, &event)>
            <div class="columns">
                <section class="column column--client">{draw(client)}</section>
                <section class="column column--program">
                    {draw(program)}
                    <div class="tray tray--history" data-area="history">
                        <h3 class="tray-name">
                            {history} " "
                            <span class="tag">{count(Key::HistoryCount, |s| s.history.len() + s.recorded.len())}</span>
                        </h3>
                        {draw(recorded)}
                        <details class="fold" hidden=nothing_earlier>
                            <summary>{count(Key::Earlier, |s| s.history.len())}</summary>
                            {draw(earlier)}
                        </details>
                    </div>
                </section>
                <section class="column column--model">
                    {draw(model)}
                    <h2>{words.get(Key::LastRequest).to_owned()}</h2>
                    {draw(|words, stage| asked(words, stage.request.as_ref()))}
                    <details class="fold" hidden=nothing_known>
                        <summary>{count(Key::RequestKnown, known_count)}</summary>
                        {draw(|_, stage| known(stage.request.as_ref()))}
                    </details>
                    <p class="aside">{words.get(Key::LeftOut).to_owned()}</p>
                </section>
            </div>
            <StepLine reader edition=edition.clone() />
        </section>
    }
}

fn known_count(stage: &Stage) -> usize {
    stage.request.as_ref().map_or(0, |request| request.known.len())
}

/// Does what a key asks for.
fn press(reader: Reader, event: &KeyboardEvent) {
    if !reader.keys_on.get_untracked() || event.default_prevented() {
        return;
    }
    let focus = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let focus = focus.map_or(Focus::Plain, |element| Focus::of(&element.tag_name().to_ascii_lowercase()));
    let modified = event.ctrl_key() || event.alt_key() || event.meta_key();
    let Some(wish) = wish(&event.key(), modified, focus) else { return };
    event.prevent_default();
    match wish {
        Wish::Go(go) => reader.go(go),
        Wish::Play => reader.playing.update(|playing| *playing = !*playing),
        Wish::Help => reader.help.set(true),
    }
}
