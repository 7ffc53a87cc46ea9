//! Language, theme, and the link to this step.

use crate::browser::storage::Memory;
use crate::browser::{address, root};
use crate::link::Link;
use crate::load;
use crate::reader::Reader;
use crate::track::Grain;
use leptos::prelude::*;
use leptos::task::spawn_local;
use midturn_locales::{Key, Words};
use midturn_scenarios::Language;
use std::sync::Arc;

/// The settings of the page.
#[component]
pub fn Settings(reader: Reader, words: Signal<Arc<Words>>) -> impl IntoView {
    let say = move |key: Key| move || words.get().get(key).to_owned();
    let copied = RwSignal::new(None::<bool>);
    Effect::new(move |_| {
        reader.settled.track();
        copied.set(None);
    });
    let copy = move |_| {
        spawn_local(async move { copied.set(Some(address::copy().await)) });
    };
    let outcome = move || {
        let done = copied.get()?;
        let key = if done { Key::Copied } else { Key::CopyByHand };
        Some(words.get().get(key).to_owned())
    };
    view! {
        <div class="settings">
            <label class="setting">
                <span>{say(Key::Language)}</span>
                <select on:change=move |event| speak(reader, &event_target_value(&event))>
                    <Choices chosen=move || spoken(reader).tag() all=languages />
                </select>
            </label>
            <label class="setting">
                <span>{say(Key::Theme)}</span>
                <select on:change=move |event| paint(&event_target_value(&event))>
                    <Choices chosen=root::theme all=move || themes(&words.get()) />
                </select>
            </label>
            <button type="button" class="button share" data-action="share" on:click=copy>{say(Key::Share)}</button>
            <span class="share-outcome">{outcome}</span>
        </div>
    }
}

/// The options of a list, one of them chosen.
#[component]
fn Choices<T: AsRef<str> + 'static>(
    chosen: impl Fn() -> T + Send + Sync + 'static,
    all: impl Fn() -> Vec<(&'static str, String)> + Send + Sync + 'static,
) -> impl IntoView {
    move || {
        let chosen = chosen();
        let option = |(value, name): (&'static str, String)| {
            view! { <option value=value selected=value == chosen.as_ref()>{name}</option> }
        };
        all().into_iter().map(option).collect_view()
    }
}

fn spoken(reader: Reader) -> Language {
    reader.edition.with(|edition| edition.as_ref().map_or_else(root::language, |e| e.language))
}

/// Each language by its own name.
fn languages() -> Vec<(&'static str, String)> {
    let name = |language| match language {
        Language::En => "English",
        Language::ZhHans => "简体中文",
        Language::ZhHant => "繁體中文",
    };
    Language::ALL.map(|language| (language.tag(), name(language).to_owned())).into()
}

fn themes(words: &Words) -> Vec<(&'static str, String)> {
    [("auto", Key::ThemeAuto), ("light", Key::ThemeLight), ("dark", Key::ThemeDark)]
        .map(|(value, key)| (value, words.get(key).to_owned()))
        .into()
}

fn speak(reader: Reader, tag: &str) {
    let Some(language) = Language::from_tag(tag) else { return };
    Memory::Language.keep(tag);
    let (step, grain) = (reader.at.get_untracked(), reader.grain.get_untracked());
    let link = reader.edition.with_untracked(|e| e.as_ref().map(|e| e.link(step, grain)));
    let view = Some(grain).filter(|grain| *grain == Grain::Every);
    let link = Link { language: Some(language), view, ..link.unwrap_or_default() };
    load::follow(reader, link, Vec::new());
}

fn paint(theme: &str) {
    Memory::Theme.keep(theme);
    root::paint(theme);
}
