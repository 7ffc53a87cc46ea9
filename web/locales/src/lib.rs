//! The page's words.
//!
//! One TOML file a language holds them. The build script turns the group `words` into [`Key`], so that
//! a word the page uses and no language has does not compile; every other group is looked up by name
//! (`kind` by a step's kind, `place` by a place's name), since those names come from the engine.
//!
//! A packed file is UTF-8 text: the line [`MARK`], one line a [`Key`] in the order of the enum, then
//! `group.name`, a tab and the text on a line each. The page fetches one such file, and after its first step two
//! more, whose words all have names.

include!(concat!(env!("OUT_DIR"), "/keys.rs"));

/// The packed words by language tag, for the packer and for tests.
#[cfg(feature = "files")]
pub const FILES: [(&str, &str); 3] = [
    ("en", include_str!(concat!(env!("OUT_DIR"), "/en.txt"))),
    ("zh-Hans", include_str!(concat!(env!("OUT_DIR"), "/zh-Hans.txt"))),
    ("zh-Hant", include_str!(concat!(env!("OUT_DIR"), "/zh-Hant.txt"))),
];

/// The packed names that follow the first step, by language tag.
#[cfg(feature = "files")]
pub const NAMES: [(&str, &str); 3] = [
    ("en", include_str!(concat!(env!("OUT_DIR"), "/names.en.txt"))),
    ("zh-Hans", include_str!(concat!(env!("OUT_DIR"), "/names.zh-Hans.txt"))),
    ("zh-Hant", include_str!(concat!(env!("OUT_DIR"), "/names.zh-Hant.txt"))),
];

/// The packed words for a closer look, by language tag.
#[cfg(feature = "files")]
pub const MORE: [(&str, &str); 3] = [
    ("en", include_str!(concat!(env!("OUT_DIR"), "/more.en.txt"))),
    ("zh-Hans", include_str!(concat!(env!("OUT_DIR"), "/more.zh-Hans.txt"))),
    ("zh-Hant", include_str!(concat!(env!("OUT_DIR"), "/more.zh-Hant.txt"))),
];

/// The rules' sentences by language tag: a line a rule, its id, a tab, its sentence.
#[cfg(feature = "files")]
pub const RULES: [(&str, &str); 3] = [
    ("en", include_str!(concat!(env!("OUT_DIR"), "/rules.en.txt"))),
    ("zh-Hans", include_str!(concat!(env!("OUT_DIR"), "/rules.zh-Hans.txt"))),
    ("zh-Hant", include_str!(concat!(env!("OUT_DIR"), "/rules.zh-Hant.txt"))),
];

/// The words of one language.
#[derive(Clone, Debug)]
pub struct Words {
    lines: Vec<Box<str>>,
}

/// The file belongs to another version of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherVersion;

impl Words {
    /// Reads a packed file.
    pub fn parse(packed: &str) -> Result<Words, OtherVersion> {
        let mut lines = packed.lines();
        if lines.next() != Some(MARK) {
            return Err(OtherVersion);
        }
        let lines: Vec<Box<str>> = lines.map(Box::from).collect();
        if lines.len() < KEYS { Err(OtherVersion) } else { Ok(Words { lines }) }
    }

    /// The same words and those of a second packed file, which has no words with a [`Key`].
    pub fn with(&self, packed: &str) -> Result<Words, OtherVersion> {
        let mut lines = packed.lines();
        if lines.next() != Some(MARK) {
            return Err(OtherVersion);
        }
        Ok(Words { lines: self.lines.iter().cloned().chain(lines.map(Box::from)).collect() })
    }

    /// A word.
    pub fn get(&self, key: Key) -> &str {
        self.lines.get(key as usize).map_or("", |line| line)
    }

    /// A word with its placeholders filled.
    pub fn fill(&self, key: Key, values: &[(&str, &str)]) -> String {
        fill(self.get(key), values)
    }

    /// Whether the names that follow the first step are among them.
    pub fn have_names(&self) -> bool {
        self.named("kind", "input.written").is_some()
    }

    /// A word by a name that comes from the engine; nothing where the language file has none.
    pub fn named(&self, group: &str, name: &str) -> Option<&str> {
        self.lines.get(KEYS..).unwrap_or_default().iter().find_map(|line| {
            let rest = line.strip_prefix(group)?.strip_prefix('.')?.strip_prefix(name)?;
            rest.strip_prefix('\t')
        })
    }

    /// The same, or the name itself: an unknown word is shown rather than hidden.
    pub fn name<'a>(&'a self, group: &str, name: &'a str) -> &'a str {
        self.named(group, name).unwrap_or(name)
    }
}

/// Puts values into a text's placeholders. What is put in is not looked at again.
pub fn fill(text: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(text.len() + 32);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let (name, following) = after.split_once('}').unwrap_or((after, ""));
        match values.iter().find(|(known, _)| *known == name) {
            Some((_, value)) => filled.push_str(value),
            None => {
                filled.push('{');
                filled.push_str(name);
                filled.push('}');
            }
        }
        rest = following;
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fill_placeholders_and_are_not_read_again() {
        let filled = fill("{a} and {b}", &[("a", "{b}"), ("b", "two")]);
        assert_eq!(filled, "{b} and two");
        assert_eq!(fill("{unknown}!", &[]), "{unknown}!");
    }

    #[test]
    fn another_pages_words_are_refused() {
        assert!(Words::parse("midturn-words 0 00000000\n").is_err());
        assert!(Words::parse(MARK).is_err());
        assert!(Words::parse("").is_err());
    }

    #[cfg(feature = "files")]
    #[test]
    fn every_language_reads_back() {
        for ((language, packed), (_, names)) in FILES.into_iter().zip(NAMES) {
            let words = Words::parse(packed).expect("it was packed by this build");
            assert!(!words.have_names(), "{language}: they follow");
            let words = words.with(names).expect("it was packed by this build");
            assert!(!words.get(Key::Next).is_empty(), "{language}");
            assert!(words.named("kind", "input.written").is_some(), "{language}");
            assert_eq!(words.name("kind", "no.such"), "no.such");
        }
    }

    #[cfg(feature = "files")]
    #[test]
    fn traditional_is_written_and_not_converted() {
        let packed = [FILES[2].1, NAMES[2].1, MORE[2].1, RULES[2].1].concat();
        for simplified in
            ["队列", "线程", "信息", "默认", "邮件", "发送", "请求", "软件", "隊列", "線程", "默認"]
        {
            assert!(!packed.contains(simplified), "{simplified}");
        }
        let packed = [FILES[1].1, NAMES[1].1, MORE[1].1, RULES[1].1].concat();
        for traditional in ["佇列", "執行緒", "資訊", "預設", "請求"] {
            assert!(!packed.contains(traditional), "{traditional}");
        }
    }
}
