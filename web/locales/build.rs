//! Turns `en.toml`, `zh-Hans.toml` and `zh-Hant.toml` into a `Key` enum and one packed file a language.
//!
//! What the page needs only once a story has begun to move ([`LATER`]) is packed by itself and fetched after the
//! first step. So is `more/`, what the page says when the reader looks closer. Also packs the rules' sentences of
//! `rules/SYSTEM.LANGUAGE.toml`, which the reference fetches when it is opened.
//!
//! What a system names itself stands in `systems/SYSTEM.LANGUAGE.toml`: its `name`, and tables like those of the page's
//! own words. Its words go before the page's: they are packed as `group.SYSTEM.name`, except those of [`SHARED`], whose
//! names no two systems may use for different things. All but the system's name follow the first step.
//!
//! The build fails where a language lacks a word, has one too many, leaves one empty, or uses other
//! placeholders than English does. The packed form is described in `src/lib.rs`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

const LANGUAGES: [&str; 3] = ["en", "zh-Hans", "zh-Hant"];
/// The group whose names the page knows when it is built.
const FIXED: &str = "words";
/// Groups of names that the page needs only once a story has begun to move: a file of their own.
const LATER: [&str; 11] = [
    "fact",
    "figure",
    "kind",
    "link-fault",
    "operation",
    "question",
    "receipt",
    "refusal",
    "tool-state",
    "turn-kind",
    "turn-state",
];

/// Groups of a closer look. A system's names in them are nobody else's.
const SHARED: [&str; 2] = ["guard", "until"];

/// Texts by full name (`group.name`).
type Texts = BTreeMap<String, String>;

fn main() {
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let mut faults = Vec::new();
    let mut all: Vec<Texts> =
        LANGUAGES.iter().map(|language| read(language, &mut faults)).collect();
    let mut more: Vec<Texts> =
        LANGUAGES.iter().map(|name| read(&format!("more/{name}"), &mut faults)).collect();
    let mut late = vec![Texts::new(); LANGUAGES.len()];
    for (index, language) in LANGUAGES.iter().enumerate() {
        for system in files("systems", language) {
            let own = own_words(&system, language, &mut faults);
            for (name, word) in own {
                let texts = match group(&name) {
                    "system" => &mut all[index],
                    shared if SHARED.contains(&shared) => &mut more[index],
                    _ => &mut late[index],
                };
                let before = texts.insert(name.clone(), word.clone());
                if before.is_some_and(|before| before != word) {
                    faults.push(format!("systems/{system}.{language}.toml: {name} is taken"));
                }
            }
        }
    }
    for (language, texts) in LANGUAGES.iter().zip(&all).skip(1) {
        compare(language, &all[0], texts, &mut faults);
    }
    for (language, texts) in LANGUAGES.iter().zip(&late).skip(1) {
        compare(&format!("systems/*.{language}"), &late[0], texts, &mut faults);
    }
    for (language, texts) in LANGUAGES.iter().zip(&more).skip(1) {
        compare(&format!("more/{language}"), &more[0], texts, &mut faults);
    }
    let rules: Vec<Texts> = LANGUAGES.iter().map(|name| sentences(name, &mut faults)).collect();
    for (language, texts) in LANGUAGES.iter().zip(&rules).skip(1) {
        compare(&format!("rules/{language}"), &rules[0], texts, &mut faults);
    }
    assert!(faults.is_empty(), "the page's words do not fit together:\n{}", faults.join("\n"));
    let fixed: Vec<&String> = all[0].keys().filter(|name| group(name) == FIXED).collect();
    let mark = mark([&all[0], &late[0], &more[0]]);
    fs::write(Path::new(&out).join("keys.rs"), keys(&fixed, &mark)).expect("OUT_DIR is writable");
    for (language, texts) in LANGUAGES.iter().zip(&more) {
        let file = Path::new(&out).join(format!("more.{language}.txt"));
        fs::write(file, pack(texts, &[], &mark)).expect("OUT_DIR is writable");
    }
    for (language, texts) in LANGUAGES.iter().zip(&rules) {
        let lines: String = texts.iter().map(|(id, text)| format!("{id}\t{text}\n")).collect();
        let file = Path::new(&out).join(format!("rules.{language}.txt"));
        fs::write(file, lines).expect("OUT_DIR is writable");
    }
    for ((language, texts), late) in LANGUAGES.iter().zip(&all).zip(late) {
        let is_later = |name: &String| LATER.contains(&group(name));
        let (mut later, first): (Texts, Texts) =
            texts.clone().into_iter().partition(|(name, _)| is_later(name));
        later.extend(late);
        let parts = [
            (format!("{language}.txt"), first, fixed.as_slice()),
            (format!("names.{language}.txt"), later, &[]),
        ];
        for (file, texts, fixed) in parts {
            fs::write(Path::new(&out).join(file), pack(&texts, fixed, &mark))
                .expect("OUT_DIR is writable");
        }
    }
}

/// The sentences of the rules, by id.
fn sentences(language: &str, faults: &mut Vec<String>) -> Texts {
    let mut texts = Texts::new();
    for system in files("rules", language) {
        let path = format!("rules/{system}.{language}.toml");
        for (id, sentence) in table(&path) {
            let text = sentence.as_str().unwrap_or_else(|| panic!("{path}: {id} is no text"));
            check(&path, &id, text, faults);
            if !id.starts_with(&format!("{system}.")) {
                faults.push(format!("{path}: {id} is no rule of {system}"));
            }
            texts.insert(id, text.to_owned());
        }
    }
    texts
}

/// The systems that have a file in a folder, in this language.
fn files(folder: &str, language: &str) -> Vec<String> {
    println!("cargo::rerun-if-changed={folder}");
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let end = format!(".{language}.toml");
    let mut systems: Vec<String> =
        names.filter_map(|name| Some(name.strip_suffix(&end)?.to_owned())).collect();
    systems.sort();
    systems
}

/// What a system names itself.
fn own_words(system: &str, language: &str, faults: &mut Vec<String>) -> Texts {
    let path = format!("systems/{system}.{language}.toml");
    let mut texts = Texts::new();
    for (group, words) in table(&path) {
        if let ("name", Some(name)) = (group.as_str(), words.as_str()) {
            check(&path, "name", name, faults);
            texts.insert(format!("system.{system}"), name.to_owned());
            continue;
        }
        let words = words.as_table().unwrap_or_else(|| panic!("{path}: {group} is no table"));
        for (name, word) in words {
            let word = word.as_str().unwrap_or_else(|| panic!("{path}: {group}.{name} is no text"));
            check(&path, name, word, faults);
            let name = match SHARED.contains(&group.as_str()) {
                true => format!("{group}.{name}"),
                false => format!("{group}.{system}.{name}"),
            };
            texts.insert(name, word.to_owned());
        }
    }
    texts
}

fn check(path: &str, name: &str, text: &str, faults: &mut Vec<String>) {
    if text.trim().is_empty() || text.contains(['\n', '\t']) {
        faults.push(format!("{path}: {name} is empty or has a line break or tab"));
    }
}

fn table(path: &str) -> toml::Table {
    println!("cargo::rerun-if-changed={path}");
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.parse().unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn read(language: &str, faults: &mut Vec<String>) -> Texts {
    let path = format!("{language}.toml");
    let mut texts = Texts::new();
    for (group, words) in table(&path) {
        let words =
            words.as_table().unwrap_or_else(|| panic!("{path}: {group} is no table")).clone();
        for (name, word) in words {
            let word = word.as_str().unwrap_or_else(|| panic!("{path}: {group}.{name} is no text"));
            check(&path, &format!("{group}.{name}"), word, faults);
            texts.insert(format!("{group}.{name}"), word.to_owned());
        }
    }
    texts
}

fn compare(language: &str, english: &Texts, other: &Texts, faults: &mut Vec<String>) {
    for (name, word) in english {
        match other.get(name) {
            None => faults.push(format!("{language}.toml: {name} is missing")),
            Some(own) if placeholders(own) != placeholders(word) => {
                faults.push(format!("{language}.toml: {name} has other placeholders than en.toml"));
            }
            Some(_) => {}
        }
    }
    for name in other.keys().filter(|name| !english.contains_key(*name)) {
        faults.push(format!("{language}.toml: {name} is not in en.toml"));
    }
}

/// The names in braces, sorted.
fn placeholders(text: &str) -> Vec<&str> {
    let mut found: Vec<&str> = text
        .split('{')
        .skip(1)
        .filter_map(|part| part.split_once('}'))
        .map(|(name, _)| name)
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn group(name: &str) -> &str {
    name.split_once('.').map_or(name, |(group, _)| group)
}

/// A short print of all names: a packed file and a page belong together only if it is the same.
fn mark(texts: [&Texts; 3]) -> String {
    let mut hash: u32 = 0x811c_9dc5;
    let names = texts.into_iter().flat_map(BTreeMap::keys);
    for byte in names.flat_map(|name| name.bytes().chain([0])) {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    format!("midturn-words 1 {hash:08x}")
}

fn keys(fixed: &[&String], mark: &str) -> String {
    let mut code = format!(
        "/// The first line of a packed file that belongs to this page.\npub const MARK: &str = {mark:?};\n\
         /// A word that the page knows by name.\n\
         #[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum Key {{\n"
    );
    for name in fixed {
        let short = &name[FIXED.len() + 1..];
        let camel: String = short.split('-').map(capitalised).collect();
        let _ = writeln!(code, "    /// `{short}`\n    {camel},");
    }
    let _ = writeln!(
        code,
        "}}\n/// How many keys there are.\npub const KEYS: usize = {};",
        fixed.len()
    );
    code
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + chars.as_str())
}

fn pack(texts: &Texts, fixed: &[&String], mark: &str) -> String {
    let mut packed = format!("{mark}\n");
    for name in fixed {
        packed.push_str(&texts[*name]);
        packed.push('\n');
    }
    for (name, word) in texts.iter().filter(|(name, _)| group(name) != FIXED) {
        let _ = writeln!(packed, "{name}\t{word}");
    }
    packed
}
