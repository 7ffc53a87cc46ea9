//! The root of the document: its language, its title, its theme; and what the browser says about the
//! reader.

use super::storage::Memory;
use midturn_scenarios::Language;
use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement};

/// Sets the document's language and title.
pub fn speak(language: Language, title: &str) {
    if let Some(document) = web_sys::window().and_then(|window| window.document()) {
        document.set_title(title);
        set("lang", language.tag());
    }
}

/// Sets the theme: `auto`, `light` or `dark`.
pub fn paint(theme: &str) {
    set("data-theme", theme);
}

/// The theme that was chosen; `auto` where none was.
pub fn theme() -> String {
    let chosen = Memory::Theme.recall();
    chosen.filter(|theme| theme == "light" || theme == "dark").unwrap_or_else(|| "auto".to_owned())
}

/// The reader's language: what was chosen before, or else what the browser prefers.
pub fn language() -> Language {
    let chosen = Memory::Language.recall().and_then(|tag| Language::from_tag(&tag));
    chosen.unwrap_or_else(preferred_language)
}

/// The language that the browser prefers.
pub fn preferred_language() -> Language {
    let tags: Vec<String> = web_sys::window()
        .map(|window| {
            window.navigator().languages().iter().filter_map(|tag| tag.as_string()).collect()
        })
        .unwrap_or_default();
    Language::preferred(tags.iter().map(String::as_str))
}

fn set(name: &str, value: &str) {
    let root: Option<Element> =
        web_sys::window().and_then(|window| window.document()).and_then(|d| d.document_element());
    if let Some(root) = root {
        let set = root.set_attribute(name, value);
        debug_assert!(set.is_ok(), "both are names we wrote ourselves");
    }
}

/// The document.
pub fn document() -> Document {
    match web_sys::window().and_then(|window| window.document()) {
        Some(document) => document,
        None => unreachable!("a page is a document in a window"),
    }
}

/// An element of the document.
pub fn find(selector: &str) -> Option<HtmlElement> {
    document().query_selector(selector).ok().flatten()?.dyn_into().ok()
}

/// Shows an element that waits for its moment.
pub fn reveal(selector: &str) {
    if let Some(element) = find(selector) {
        element.set_hidden(false);
    }
}

/// After another story was opened: its beginning is in sight, and where the focus was lost with the old
/// story it is on the new stage.
pub fn arrive() {
    let Some(window) = web_sys::window() else { return };
    window.scroll_to_with_x_and_y(0.0, 0.0);
    let Some(document) = window.document() else { return };
    let lost = document.active_element().is_none_or(|element| element.tag_name() == "BODY");
    let stage = document.query_selector("[data-step]").ok().flatten();
    if let Some(stage) =
        stage.filter(|_| lost).and_then(|stage| stage.dyn_into::<HtmlElement>().ok())
    {
        let focused = stage.focus();
        debug_assert!(focused.is_ok(), "the stage can take the focus");
    }
}
