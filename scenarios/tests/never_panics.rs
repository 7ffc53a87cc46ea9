//! Whatever somebody pastes, sends or stores: the reader, the unpacker and the engine answer, and never
//! panic.

#![cfg(not(target_arch = "wasm32"))]

mod support;

use midturn_scenarios::check::check;
use midturn_scenarios::{Catalog, StoryData, Texts, pack, read, read_bytes, unpack};
use proptest::prelude::*;
use support::{SHORT_STORY, SMALL_CASE, sound};

/// Pieces that mean something somewhere, to be put where they do not belong.
const PIECES: &[&str] = &[
    "\"",
    "'",
    "\"\"\"",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "=",
    ",",
    ".",
    "\n",
    "\r\n",
    "#",
    "\\",
    "\u{feff}",
    "\u{0}",
    "😀",
    "-1",
    "1e9",
    "9999999999999999999999",
    "true",
    "inf",
    "1979-05-27",
    "hello",
    "task",
    "[[message]]\n",
    "[[input]]\n",
    "[expect]\n",
    "[[beat]]\n",
    "with = \"task\"\n",
    "at = 5\n",
    "once-answered = \"add\"\n",
    "do = \"crash\"\n",
    "do = \"load\"\n",
    "do = \"interrupt\"\n",
    "by = \"agent:x\"\n",
    "gate = \"thinking\"\n",
    "ms = 1000000000000\n",
    "nth = 0",
    "text = {}\n",
];

/// A sound file with some damage.
fn damaged() -> impl Strategy<Value = String> {
    let damage = (any::<prop::sample::Index>(), 0..40_usize, prop::sample::select(PIECES));
    let file = prop::sample::select(vec![SHORT_STORY, SMALL_CASE]);
    (file, prop::collection::vec(damage, 1..4)).prop_map(|(file, damages)| {
        let mut text: Vec<char> = file.chars().collect();
        for (at, cut, piece) in damages {
            let at = at.index(text.len() + 1);
            let end = (at + cut).min(text.len());
            text.splice(at..end, piece.chars());
        }
        text.into_iter().collect()
    })
}

/// A sound file with some values replaced by others of the same file: often still sound, so that the
/// engine gets plans that nobody would write.
fn shuffled() -> impl Strategy<Value = String> {
    let words = [
        "task",
        "add",
        "go-on",
        "hello",
        "extra",
        "old-mail",
        "thinking",
        "user",
        "host",
        "client",
        "agent:x",
        "start-or-steer",
        "start-if-idle",
        "steer",
        "mail",
        "inject",
        "queue-add",
        "queue-start",
        "queue-delete",
        "release",
        "thought",
        "first",
        "second",
        "A",
        "C",
    ];
    let swap = (any::<prop::sample::Index>(), prop::sample::select(words.to_vec()));
    prop::collection::vec(swap, 1..6).prop_map(|swaps| {
        let mut parts: Vec<&str> = SMALL_CASE.split('"').collect();
        for (at, word) in swaps {
            let at = at.index(parts.len() / 2) * 2 + 1;
            parts[at] = word;
        }
        parts.join("\"")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn on_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read_bytes("x.toml", &bytes);
    }

    #[test]
    fn on_any_text(text in "\\PC{0,200}") {
        let _ = read("x.toml", &text);
    }

    #[test]
    fn on_damaged_files_and_every_fault_has_a_place(text in damaged()) {
        match read("pasted text", &text) {
            Ok(story) => { let _ = check(&story); }
            Err(faults) => {
                prop_assert!(!faults.is_empty());
                for fault in faults {
                    prop_assert!(fault.line >= 1 && fault.column >= 1);
                    let line = text.split('\n').nth(fault.line as usize - 1);
                    let width = line.map(|line| line.encode_utf16().count());
                    prop_assert!(width.is_some_and(|width| fault.column as usize <= width + 1));
                }
            }
        }
    }

    #[test]
    fn on_strange_plans(text in shuffled()) {
        if let Ok(story) = read("pasted text", &text) {
            let _ = check(&story);
        }
    }

    #[test]
    fn on_any_packed_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200), marked in any::<bool>()) {
        let with = |mark: u8| if marked { [&[mark, 1], &bytes[..]].concat() } else { bytes.clone() };
        let _ = unpack::<StoryData>(&with(b'S'));
        let _ = unpack::<Texts>(&with(b'T'));
        let _ = unpack::<Catalog>(&with(b'C'));
    }

    #[test]
    fn on_damaged_packed_bytes(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = pack(&sound(SMALL_CASE).data);
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = unpack::<StoryData>(&bytes);
    }
}

#[test]
fn on_deep_nesting() {
    for (open, close) in [("[", "]"), ("{ a = ", "}"), ("a.", "b")] {
        let deep = format!("x = {}{}", open.repeat(50_000), close.repeat(50_000));
        assert!(read("x.toml", &deep).is_err());
    }
    assert!(read("x.toml", &format!("{}x = 1", "a.".repeat(50_000))).is_err());
}
