//! Language, theme, and the link to this step.

use super::controls::choice;
use crate::markup::{Markup, el};
use crate::state::State;
use midturn_locales::Key;
use midturn_scenarios::Language;

/// The settings of the page.
pub fn settings(state: &State) -> Markup {
    let words = &state.words;
    let spoken = state.edition.as_ref().map(|edition| edition.language);
    let languages = Language::ALL
        .map(|language| (language.tag(), own_name(language).to_owned(), spoken == Some(language)));
    let themes = [("auto", Key::ThemeAuto), ("light", Key::ThemeLight), ("dark", Key::ThemeDark)]
        .map(|(theme, key)| (theme, words.get(key).to_owned(), theme == state.theme));
    let share = el("button").attr("type", "button").class("button").attr("data-action", "share");
    let outcome = state.copied.map(|copied| {
        let key = if copied { Key::Copied } else { Key::CopyByHand };
        el("span").class("share-outcome").attr("role", "status").text(words.get(key))
    });
    el("div")
        .class("settings")
        .child(choice(words.get(Key::Language), "language", &languages))
        .child(choice(words.get(Key::Theme), "theme", &themes))
        .maybe(state.closer().map(super::reference::opener))
        .child(share.text(words.get(Key::Share)))
        .maybe(outcome)
}

/// A language's name in itself: for those who cannot read the page yet.
fn own_name(language: Language) -> &'static str {
    match language {
        Language::En => "English",
        Language::ZhHans => "简体中文",
        Language::ZhHant => "繁體中文",
    }
}
