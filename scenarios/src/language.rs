//! The three languages, and a value in each of them.

use serde::{Deserialize, Serialize};

/// A language in which Midturn speaks.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Chinese in simplified characters.
    ZhHans,
    /// Chinese in traditional characters.
    ZhHant,
}

impl Language {
    /// All of them, in the order of every list and file.
    pub const ALL: [Language; 3] = [Language::En, Language::ZhHans, Language::ZhHant];

    /// Its BCP 47 tag: in links, in file names, in scenario files and as the page's `lang`.
    pub const fn tag(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::ZhHans => "zh-Hans",
            Language::ZhHant => "zh-Hant",
        }
    }

    /// The language that a browser's tag means; nothing for a language we do not speak. A script that
    /// is named wins over the region; Chinese with neither is simplified.
    pub fn from_tag(tag: &str) -> Option<Language> {
        let mut parts = tag.split(['-', '_']);
        let primary = parts.next().unwrap_or_default();
        if primary.eq_ignore_ascii_case("en") {
            return Some(Language::En);
        }
        if !primary.eq_ignore_ascii_case("zh") {
            return None;
        }
        let meant = parts.find_map(|part| match part.to_ascii_lowercase().as_str() {
            "hant" | "tw" | "hk" | "mo" => Some(Language::ZhHant),
            "hans" | "cn" | "sg" => Some(Language::ZhHans),
            _ => None,
        });
        Some(meant.unwrap_or(Language::ZhHans))
    }

    /// The first language we speak of a reader's list; English where there is none.
    pub fn preferred<'a>(tags: impl IntoIterator<Item = &'a str>) -> Language {
        tags.into_iter().find_map(Language::from_tag).unwrap_or_default()
    }
}

/// A value in each language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InEach<T> {
    /// In English, the base language: what the engine itself holds.
    pub en: T,
    /// In simplified Chinese.
    pub zh_hans: T,
    /// In traditional Chinese.
    pub zh_hant: T,
}

impl<T> InEach<T> {
    /// The value in this language.
    pub fn get(&self, language: Language) -> &T {
        match language {
            Language::En => &self.en,
            Language::ZhHans => &self.zh_hans,
            Language::ZhHant => &self.zh_hant,
        }
    }

    /// Makes one for each language.
    pub fn each(mut make: impl FnMut(Language) -> T) -> InEach<T> {
        InEach {
            en: make(Language::En),
            zh_hans: make(Language::ZhHans),
            zh_hant: make(Language::ZhHant),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browser_tags_mean_what_readers_expect() {
        for tag in ["zh", "zh-CN", "zh-SG", "zh-Hans", "ZH-hans-TW", "zh_CN"] {
            assert_eq!(Language::from_tag(tag), Some(Language::ZhHans), "{tag}");
        }
        for tag in ["zh-TW", "zh-HK", "zh-MO", "zh-Hant", "zh-Hant-CN", "zh-hant-hk"] {
            assert_eq!(Language::from_tag(tag), Some(Language::ZhHant), "{tag}");
        }
        assert_eq!(Language::from_tag("en-GB"), Some(Language::En));
        assert_eq!(Language::from_tag("fr"), None);
        assert_eq!(Language::from_tag(""), None);
        assert_eq!(Language::preferred(["fr", "zh-TW", "en"]), Language::ZhHant);
        assert_eq!(Language::preferred([]), Language::En);
    }

    #[test]
    fn every_language_is_found_by_its_own_tag() {
        for language in Language::ALL {
            assert_eq!(Language::from_tag(language.tag()), Some(language));
        }
    }
}
