//! What the page remembers about a reader: language and theme, nothing else.
//!
//! Storage may be forbidden or full. Then the choice holds for this visit, and a reader who forbids
//! storage does not need to be told so.

use web_sys::Storage;

/// Something that is remembered.
#[derive(Clone, Copy, Debug)]
pub enum Memory {
    /// The language's tag.
    Language,
    /// The theme's name.
    Theme,
}

impl Memory {
    fn key(self) -> &'static str {
        match self {
            Memory::Language => "midturn.language",
            Memory::Theme => "midturn.theme",
        }
    }

    /// What was remembered.
    pub fn recall(self) -> Option<String> {
        storage()?.get_item(self.key()).ok().flatten()
    }

    /// Remembers it, where the browser lets us.
    pub fn keep(self, value: &str) {
        if let Some(storage) = storage() {
            let _refused_or_full = storage.set_item(self.key(), value);
        }
    }
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
