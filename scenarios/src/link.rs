//! The link to a moment: `#/SYSTEM/STORY/STEP?lang=TAG&view=told|every&toml=TEXT&v=FINGERPRINT` (docs/links.md).
//!
//! It names the step by its id, so that it survives changes of the story, and the story's fingerprint, so
//! that such a change can be told. A scenario that is in no list travels in the link itself ([`super::carried`]).
//!
//! A link goes through chat programs, mails and documents. So it is written in letters, digits and marks that none
//! of them breaks or takes for the end of a sentence; and what they add behind it or write otherwise is passed over
//! in reading. Reading takes any text at all and says which part it could not use.

use crate::Language;
use std::fmt::Write as _;

/// The longest link in bytes, without the page's address: what chat programs, mail and servers' logs let pass. A
/// longer one was not written here, or will not arrive whole.
pub const LENGTH_MAX: usize = 8_192;

/// Where a click stops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grain {
    /// At the narrated steps.
    #[default]
    Told,
    /// At every step of the trace.
    Every,
}

/// What a link asks for. A part that is absent is left to the page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// The system.
    pub system: Option<String>,
    /// The story.
    pub story: Option<String>,
    /// The step's id.
    pub step: Option<String>,
    /// The language.
    pub language: Option<Language>,
    /// The grain.
    pub view: Option<Grain>,
    /// The scenario itself where it is the author's own, as [`crate::carried::carry`] writes it.
    pub toml: Option<String>,
    /// The fingerprint that the story had when the link was made.
    pub version: Option<u64>,
}

/// A part of a link that could not be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is no link of ours.
    Unreadable,
    /// It is longer than [`LENGTH_MAX`].
    TooLong,
    /// The scenario in it was cut or changed on its way.
    Damaged,
    /// It brings a scenario of its own along, which whoever read it cannot open.
    Own,
    /// It names a system that is not there.
    System(String),
    /// It names a story that is not there.
    Story(String),
    /// It names a step that the story does not have.
    Step(String),
    /// It names a language that we do not speak.
    Language(String),
    /// It names a view that does not exist.
    View(String),
    /// The story has changed since.
    Changed,
}

impl Link {
    /// Reads a fragment, with or without its `#`.
    pub fn read(fragment: &str) -> (Link, Vec<Fault>) {
        let text = fragment.strip_prefix('#').unwrap_or(fragment);
        if text.is_empty() {
            return (Link::default(), Vec::new());
        }
        if text.len() >= LENGTH_MAX {
            return (Link::default(), vec![Fault::TooLong]);
        }
        let options_alone = Some(text).filter(|text| text.starts_with('?'));
        match text.strip_prefix('/').or(options_alone).and_then(split) {
            Some((names, options)) => understand(names, &options),
            None => (Link::default(), vec![Fault::Unreadable]),
        }
    }

    /// Writes it, with its `#`.
    pub fn write(&self) -> String {
        let mut text = String::from("#");
        for name in [&self.system, &self.story, &self.step].into_iter().flatten() {
            text.push('/');
            encode(name, &mut text);
        }
        let options = [
            ("lang", self.language.map(|language| language.tag().to_owned())),
            ("view", self.view.map(|view| name_of(view).to_owned())),
            ("toml", self.toml.clone()),
            // Last, since its digits are never taken for the end of a sentence.
            ("v", self.version.map(|version| format!("{version:016x}"))),
        ];
        let mut separator = '?';
        for (name, value) in options {
            if let Some(value) = value {
                // Writing to a `String` cannot fail.
                let _ = write!(text, "{separator}{name}={value}");
                separator = '&';
            }
        }
        text
    }

    /// Whether the link is short enough to be sent. One that carries a long scenario may not be.
    pub fn fits(&self) -> bool {
        self.write().len() <= LENGTH_MAX
    }
}

type Options = Vec<(String, String)>;

fn split(text: &str) -> Option<(Vec<String>, Options)> {
    let (path, query) = text.split_once('?').unwrap_or((text, ""));
    let names = path.split('/').map(decode).collect::<Option<Vec<_>>>()?;
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    let options = pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            // Copied out of a document's source.
            let name = name.strip_prefix("amp;").unwrap_or(name);
            Some((name.to_owned(), decode(value)?))
        })
        .collect::<Option<Vec<_>>>()?;
    (names.len() <= 3).then_some((names, options))
}

fn understand(names: Vec<String>, options: &Options) -> (Link, Vec<Fault>) {
    // Behind a name that is missing, no other one means anything.
    let mut names = names.into_iter().take_while(|name| !name.is_empty());
    let mut part = || names.next();
    let mut link = Link {
        system: part(),
        story: part(),
        step: part(),
        language: None,
        view: None,
        toml: None,
        version: None,
    };
    let mut faults = Vec::new();
    for (name, value) in options {
        match name.as_str() {
            "lang" => match Language::from_tag(value) {
                Some(language) => link.language = Some(language),
                None => faults.push(Fault::Language(value.clone())),
            },
            "view" => {
                match [Grain::Told, Grain::Every].into_iter().find(|view| name_of(*view) == value) {
                    Some(view) => link.view = Some(view),
                    None => faults.push(Fault::View(value.clone())),
                }
            }
            "toml" if !value.is_empty() && value.bytes().all(is_carried) => {
                link.toml = Some(value.clone())
            }
            "toml" => faults.push(Fault::Damaged),
            // A damaged fingerprint is one that differs.
            "v" => link.version = Some(u64::from_str_radix(value, 16).unwrap_or(0)),
            // Other pages may add what they like.
            _ => {}
        }
    }
    (link, faults)
}

fn name_of(view: Grain) -> &'static str {
    match view {
        Grain::Told => "told",
        Grain::Every => "every",
    }
}

/// Whether a letter may belong to the sentence in which a link stands: no name of ours ends with one.
fn closes(letter: char) -> bool {
    ".,;:!?)]}>'\"*`".contains(letter) || "。，、；：！？）」』》”’…".contains(letter)
}

/// Percent-encodes everything that could mean something in a fragment.
fn encode(name: &str, text: &mut String) {
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~:".contains(&byte) {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
    }
}

/// Whether a byte may be part of a carried text.
fn is_carried(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_".contains(&byte)
}

/// Undoes [`encode`], and leaves out what follows a name in its sentence; nothing where the text is not well formed.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let value = digits.map(|digit| char::from(digit).to_digit(16));
            bytes.push(u8::try_from(value[0]? * 16 + value[1]?).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    let mut text = String::from_utf8(bytes).ok()?;
    text.truncate(text.trim_end_matches(closes).len());
    (!text.chars().any(char::is_control)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> Link {
        Link {
            system: Some("codex".into()),
            story: Some("two-in-the-drain".into()),
            step: Some("input.recorded~m 1/2~2".into()),
            language: Some(Language::ZhHant),
            view: Some(Grain::Every),
            toml: Some("eJw-_A".into()),
            version: Some(0xab),
        }
    }

    #[test]
    fn a_link_reads_back_as_it_was_written() {
        let text = full().write();
        assert_eq!(
            text,
            "#/codex/two-in-the-drain/input.recorded~m%201%2F2~2?lang=zh-Hant&view=every&toml=eJw-_A&v=00000000000000ab"
        );
        assert_eq!(Link::read(&text), (full(), vec![]));
    }

    #[test]
    fn no_fragment_asks_for_nothing() {
        assert_eq!(Link::read(""), (Link::default(), vec![]));
        assert_eq!(Link::read("#"), (Link::default(), vec![]));
        assert_eq!(Link::read("#/codex/a").0.story.as_deref(), Some("a"));
    }

    #[test]
    fn each_part_that_is_wrong_is_named() {
        let (link, faults) = Link::read("#/codex/a/b?lang=xx&view=far&other=1");
        assert_eq!(link.step.as_deref(), Some("b"));
        assert_eq!(faults, [Fault::Language("xx".into()), Fault::View("far".into())]);
    }

    #[test]
    fn what_chat_programs_and_documents_do_to_a_link_does_no_harm() {
        let (whole, plain) = (full(), Link { step: Some("done".into()), ..Link::default() });
        let plain = Link { system: Some("codex".into()), story: Some("a".into()), ..plain };
        for behind in [
            ".",
            ")",
            ").",
            ",",
            "!",
            "*",
            "。",
            "」",
            "）。",
            "%E3%80%82",
            "%EF%BC%89",
            "\">",
            "…",
        ] {
            let read = |link: &Link| Link::read(&[&link.write(), behind].concat());
            assert_eq!(read(&whole), (whole.clone(), vec![]), "{behind}");
            assert_eq!(read(&plain), (plain.clone(), vec![]), "{behind}");
        }
        let source = whole.write().replace('&', "&amp;");
        assert_eq!(Link::read(&source), (whole, vec![]));
    }

    #[test]
    fn a_link_is_written_in_what_everyone_lets_pass() {
        let wild = Link { step: Some("回合 a&b#c<d>\"e\"(f) g".into()), ..full() };
        let text = wild.write();
        assert!(
            text.bytes()
                .skip(1)
                .all(|byte| { byte.is_ascii_alphanumeric() || b"/?=&%-._~:".contains(&byte) })
        );
        assert!(text.ends_with(|last: char| last.is_ascii_alphanumeric()));
        assert_eq!(Link::read(&text), (wild, vec![]));
    }

    #[test]
    fn a_link_that_is_too_long_is_not_looked_into() {
        let long = Link { toml: Some("x".repeat(LENGTH_MAX)), ..full() };
        assert!(!long.fits() && full().fits());
        assert_eq!(Link::read(&long.write()), (Link::default(), vec![Fault::TooLong]));
    }

    #[test]
    fn anything_else_is_unreadable_and_harmless() {
        for text in ["#story=x", "#/%", "#/%zz", "#/%00", "#/%ff", "#/a/b/c/d", "é", "/a/b/c/%"] {
            assert_eq!(Link::read(text), (Link::default(), vec![Fault::Unreadable]), "{text:.20}");
        }
    }
}
