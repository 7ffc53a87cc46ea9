//! The root of the document: its language, its title, its theme; and what the browser says about the
//! reader.

use super::storage::Memory;
use midturn_scenarios::Language;
use web_sys::Element;

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
    chosen.unwrap_or_else(|| {
        let tags: Vec<String> = web_sys::window()
            .map(|window| window.navigator().languages().iter().filter_map(|tag| tag.as_string()).collect())
            .unwrap_or_default();
        Language::preferred(tags.iter().map(String::as_str))
    })
}

fn set(name: &str, value: &str) {
    let root: Option<Element> =
        web_sys::window().and_then(|window| window.document()).and_then(|d| d.document_element());
    if let Some(root) = root {
        let set = root.set_attribute(name, value);
        debug_assert!(set.is_ok(), "both are names we wrote ourselves");
    }
}
