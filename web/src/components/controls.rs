//! The controls: first, back, next, last, play. A control that leads nowhere says why.

use crate::edition::Edition;
use crate::reader::{Reader, Speed};
use crate::track::Go;
use leptos::prelude::*;
use midturn_locales::Key;
use std::sync::Arc;

/// The controls.
#[component]
pub fn Controls(reader: Reader, edition: Arc<Edition>) -> impl IntoView {
    let button = |go: Go, action: &'static str, sign: &'static str, name: Key, why_not: Key| {
        mover(reader, &edition, Mover { go, action, sign, name, why_not })
    };
    let words = &edition.words;
    let (play, pause) = (words.get(Key::Play).to_owned(), words.get(Key::Pause).to_owned());
    let speeds = Speed::ALL.map(|(speed, name)| {
        let key = match speed {
            Speed::Slow => Key::SpeedSlow,
            Speed::Normal => Key::SpeedNormal,
            Speed::Fast => Key::SpeedFast,
        };
        view! {
            <option value=name selected=move || reader.speed.get() == speed>{words.get(key).to_owned()}</option>
        }
    });
    let choose = move |event| {
        let name = event_target_value(&event);
        if let Some((speed, _)) = Speed::ALL.into_iter().find(|(_, known)| *known == name) {
            reader.speed.set(speed);
        }
    };
    view! {
        <div class="controls" role="group" aria-label=words.get(Key::Controls).to_owned()>
            {button(Go::First, "first", "⏮", Key::First, Key::AtStart)}
            {button(Go::Back, "back", "←", Key::Back, Key::AtStart)}
            {button(Go::Next, "next", "→", Key::Next, Key::AtEnd)}
            {button(Go::Last, "last", "⏭", Key::Last, Key::AtEnd)}
            <button type="button" class="button" data-action="play" aria-pressed=move || reader.playing.get().to_string()
                on:click=move |_| reader.playing.update(|playing| *playing = !*playing)>
                {move || if reader.playing.get() { pause.clone() } else { play.clone() }}
            </button>
            <label class="setting speed">
                <span>{words.get(Key::Speed).to_owned()}</span>
                <select on:change=choose>{speeds.collect_view()}</select>
            </label>
        </div>
    }
}

/// A control that moves.
pub struct Mover {
    /// Where to.
    pub go: Go,
    /// Its hook.
    pub action: &'static str,
    /// What it shows.
    pub sign: &'static str,
    /// Its name.
    pub name: Key,
    /// Why it leads nowhere, where it does.
    pub why_not: Key,
}

/// Draws one.
pub fn mover(reader: Reader, edition: &Arc<Edition>, mover: Mover) -> AnyView {
    let name = edition.words.get(mover.name).to_owned();
    let label = name.clone();
    let why_not = edition.words.get(mover.why_not).to_owned();
    let stuck = Memo::new(move |_| reader.target(mover.go).is_none());
    let class = if mover.go == Go::Next { "button button--next" } else { "button" };
    // Next says its name; the others show a sign and carry the name for those who cannot see it.
    let text = if mover.go == Go::Next { Some(name.clone()) } else { None };
    view! {
        <button type="button" class=class data-action=mover.action aria-label=label
            aria-disabled=move || stuck.get().then_some("true")
            title=move || if stuck.get() { why_not.clone() } else { name.clone() }
            on:click=move |_| reader.go(mover.go)>
            {text} <span aria-hidden="true">{mover.sign}</span>
        </button>
    }
    .into_any()
}
