//! What the first useful step weighs on the wire, part by part.
//!
//! The first step of a story needs the html, the css, the glue, the first half of the wasm module, one story
//! and one language. What the page asks for only when that step is shown is weighed beside it. Which story and which language is the reader's choice, so the heaviest pair counts: the
//! limit then holds for every link. A server sends each file compressed by itself; so is it measured.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};

use crate::dist::{LATER, MODULE};

/// What the first step may weigh at most: 120 KiB. `cargo xtask test` fails above it.
pub const LIMIT_BYTES: u64 = 122_880;
/// What it is hoped to weigh: 89 KiB.
pub const AIM_BYTES: u64 = 91_136;
/// What a document loads for a player that nobody has scrolled to, and what that may weigh.
const STUB: &str = "element.js";
const STUB_LIMIT_BYTES: u64 = 3_072;
/// What a document may load to have frames as high as their players, and what that may weigh.
const PARENT: &str = "parent.js";
const PARENT_LIMIT_BYTES: u64 = 1_024;
/// The languages of the page, as they stand in file names.
const LANGUAGES: [&str; 3] = ["en", "zh-Hans", "zh-Hant"];
/// The folder of the stories and the folder of the page's words, below `dist`.
const STORIES: &str = "stories/";
const LOCALES: &str = "locales/";
/// Words that follow the first step.
const NAMES: &str = "locales/names.";
/// Files in the folder of the stories that are not one story.
const CATALOGS: [&str; 2] = ["index", "catalog"];

/// One file of `dist` and its weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path below `dist`, with slashes.
    pub path: String,
    /// Its length.
    pub raw: u64,
    /// Its length after gzip at level 9.
    pub gzip: u64,
}

/// The weight of one part of the first step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    raw: u64,
    gzip: u64,
}

impl Weight {
    fn add(&mut self, file: &File) {
        self.raw += file.raw;
        self.gzip += file.gzip;
    }
}

/// The weight of the first step.
#[derive(Debug)]
pub struct Size {
    parts: BTreeMap<&'static str, Weight>,
    story: String,
    language: String,
    /// The module's later half.
    later: Weight,
    /// The first step in a player.
    player: Weight,
    /// The element's own script, and the one for documents with frames.
    stub: Weight,
    parent: Weight,
    /// Everything in the folder, compressed.
    whole_gzip: u64,
}

/// The length of `bytes` after gzip at level 9.
pub fn gzip_len(bytes: &[u8]) -> Result<u64> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len() as u64)
}

/// Weighs every file below `folder`.
pub fn weigh(folder: &Path) -> Result<Vec<File>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        let entries =
            fs::read_dir(&next).with_context(|| format!("{} cannot be read", next.display()))?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes =
                fs::read(&path).with_context(|| format!("{} cannot be read", path.display()))?;
            let below = path.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
            files.push(File { path: below, raw: bytes.len() as u64, gzip: gzip_len(&bytes)? });
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// The part a file belongs to; `None` for what the first step does not load.
fn part(path: &str) -> Option<&'static str> {
    if path.starts_with(STORIES) {
        return Some(if story(path).is_some() { "story" } else { "catalog" });
    }
    if path.starts_with(LOCALES) {
        return (!path.starts_with(NAMES)).then_some("language");
    }
    match path {
        "index.html" => Some("html"),
        "style.css" => Some("css"),
        MODULE => Some("wasm"),
        "boot.js" | "midturn.js" => Some("glue"),
        _ if path.starts_with("snippets/") => Some("glue"),
        _ => None,
    }
}

/// Whether a file is loaded for the first step of a player in somebody else's document, which is there already.
fn is_of_player(path: &str) -> bool {
    match path {
        "index.html" | "style.css" | "boot.js" => false,
        STUB | "player.js" | "instance.js" | "player.css" => true,
        _ => matches!(part(path), Some("wasm" | "glue" | "story" | "catalog" | "language")),
    }
}

/// The story a file belongs to; `None` for files of all stories.
fn story(path: &str) -> Option<&str> {
    let name = path.strip_prefix(STORIES)?.split(['.', '/']).next()?;
    (!CATALOGS.contains(&name) && !LANGUAGES.contains(&name)).then_some(name)
}

/// The language a file belongs to; `None` for files of all languages.
fn language(path: &str) -> Option<&str> {
    path.split(['.', '/']).find(|word| LANGUAGES.contains(word))
}

impl Size {
    /// The heaviest first step among all stories and languages.
    pub fn of(files: &[File]) -> Self {
        let data = |file: &&File| file.path.starts_with(STORIES) || file.path.starts_with(LOCALES);
        let choices = |of: fn(&str) -> Option<&str>| -> BTreeSet<&str> {
            let found: BTreeSet<_> =
                files.iter().filter(data).filter_map(|file| of(&file.path)).collect();
            if found.is_empty() { BTreeSet::from([""]) } else { found }
        };
        let mut heaviest: Option<Size> = None;
        for story in choices(story) {
            for language in choices(language) {
                let size = Self::of_choice(files, story, language);
                if heaviest
                    .as_ref()
                    .is_none_or(|most| size.first_step_gzip() > most.first_step_gzip())
                {
                    heaviest = Some(size);
                }
            }
        }
        heaviest.unwrap_or_else(|| Self::of_choice(files, "", ""))
    }

    fn of_choice(files: &[File], chosen_story: &str, chosen_language: &str) -> Self {
        let mut parts: BTreeMap<&str, Weight> = BTreeMap::new();
        let alone = |path: &str| {
            let found = files.iter().find(|file| file.path == path);
            found.map_or(Weight::default(), |file| Weight { raw: file.raw, gzip: file.gzip })
        };
        let mut player = Weight::default();
        for file in files {
            let needed = story(&file.path).is_none_or(|name| name == chosen_story)
                && language(&file.path).is_none_or(|name| name == chosen_language);
            if needed && let Some(part) = part(&file.path) {
                parts.entry(part).or_default().add(file);
            }
            if needed && is_of_player(&file.path) {
                player.add(file);
            }
        }
        Self {
            parts,
            later: alone(LATER),
            player,
            stub: alone(STUB),
            parent: alone(PARENT),
            story: chosen_story.to_owned(),
            language: chosen_language.to_owned(),
            whole_gzip: files.iter().map(|file| file.gzip).sum(),
        }
    }

    /// What the first step weighs, compressed.
    pub fn first_step_gzip(&self) -> u64 {
        self.parts.values().map(|weight| weight.gzip).sum()
    }

    /// The content of `size.json`.
    pub fn to_json(&self) -> Value {
        let by = |value: fn(&Weight) -> u64| -> BTreeMap<&str, u64> {
            self.parts.iter().map(|(part, weight)| (*part, value(weight))).collect()
        };
        json!({
            "first_step_gzip": self.first_step_gzip(),
            "limit": LIMIT_BYTES,
            "aim": AIM_BYTES,
            "later_gzip": self.later.gzip,
            "player_first_step_gzip": self.player.gzip,
            "player_stub_gzip": self.stub.gzip,
            "frame_parent_gzip": self.parent.gzip,
            "story": self.story,
            "language": self.language,
            "parts": by(|weight| weight.gzip),
            "parts_raw": by(|weight| weight.raw),
        })
    }

    /// The parts as a table, the heaviest first.
    pub fn table(&self) -> String {
        let total = self.first_step_gzip();
        let mut rows: Vec<_> = self.parts.iter().collect();
        rows.sort_by_key(|(_, weight)| std::cmp::Reverse(weight.gzip));
        let mut text = format!("{:<10} {:>10} {:>10} {:>6}\n", "part", "bytes", "gzip -9", "share");
        // Writing to a `String` cannot fail, here and below.
        for (part, weight) in &rows {
            let share = weight.gzip * 100 / total.max(1);
            let _ = writeln!(text, "{part:<10} {:>10} {:>10} {share:>5}%", weight.raw, weight.gzip);
        }
        let _ = writeln!(text, "{:<10} {:>10} {total:>10}", "first step", "");
        if let Some((part, weight)) = rows.first() {
            let _ = writeln!(text, "The {part} weighs most: {} bytes.", weight.gzip);
        }
        let distance = match total.checked_sub(LIMIT_BYTES) {
            Some(over @ 1..) => format!("missed by {over}"),
            _ => format!("met with {} to spare", LIMIT_BYTES - total),
        };
        let _ = writeln!(text, "The limit of {LIMIT_BYTES} is {distance} (the aim: {AIM_BYTES}).");
        let _ = writeln!(
            text,
            "When that step is shown, {} bytes follow: the module's later half.",
            self.later.gzip
        );
        let _ = writeln!(
            text,
            "In a player the first step is {} bytes; {STUB}, which is there before, is {} of {STUB_LIMIT_BYTES}, \
             and {PARENT} {} of {PARENT_LIMIT_BYTES}.",
            self.player.gzip, self.stub.gzip, self.parent.gzip
        );
        if !self.story.is_empty() {
            let _ = writeln!(
                text,
                "Measured for the heaviest link: story {}, language {}.",
                self.story, self.language
            );
        }
        let _ = writeln!(text, "The whole folder: {} bytes.", self.whole_gzip);
        text
    }

    /// Fails when the first step is too heavy.
    pub fn check(&self) -> Result<()> {
        let total = self.first_step_gzip();
        if total > LIMIT_BYTES {
            bail!(
                "the first step weighs {total} bytes, {} more than the {LIMIT_BYTES} it may weigh; if the page \
                 has changed, `cargo xtask first-step` measures what it needs anew",
                total - LIMIT_BYTES
            );
        }
        for (what, weight, limit) in [
            ("the first step in a player", self.player.gzip, LIMIT_BYTES),
            (STUB, self.stub.gzip, STUB_LIMIT_BYTES),
            (PARENT, self.parent.gzip, PARENT_LIMIT_BYTES),
        ] {
            if weight > limit {
                bail!(
                    "{what} weighs {weight} bytes, {} more than the {limit} it may weigh",
                    weight - limit
                );
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(list: &[(&str, u64)]) -> Vec<File> {
        let file = |(path, gzip): &(&str, u64)| File {
            path: (*path).to_owned(),
            raw: gzip * 3,
            gzip: *gzip,
        };
        list.iter().map(file).collect()
    }

    #[test]
    fn the_heaviest_story_and_language_count_once() {
        let size = Size::of(&files(&[
            ("index.html", 1),
            ("style.css", 2),
            ("boot.js", 3),
            ("midturn.js", 4),
            ("midturn_bg.wasm", 50),
            ("midturn_later.wasm", 70),
            ("stories/index.bin", 5),
            ("stories/small.bin", 6),
            ("stories/large.bin", 9),
            ("stories/large.en.bin", 1),
            ("stories/large.zh-Hant.bin", 2),
            ("locales/en.bin", 7),
            ("locales/names.en.bin", 100),
            ("locales/zh-Hant.bin", 8),
            ("size.json", 100),
            ("icon.svg", 100),
        ]));
        assert_eq!(size.first_step_gzip(), 1 + 2 + 3 + 4 + 50 + 5 + (9 + 2) + 8);
        assert_eq!((size.story.as_str(), size.language.as_str()), ("large", "zh-Hant"));
        let json = size.to_json();
        assert_eq!(json["first_step_gzip"], 84);
        assert_eq!((&json["parts"]["story"], &json["later_gzip"]), (&json!(11), &json!(70)));
        assert_eq!(json["parts"]["glue"], 7);
        assert!(size.table().contains("The wasm weighs most: 50 bytes"));
    }

    #[test]
    fn a_player_is_weighed_without_the_page_around_it() {
        let size = Size::of(&files(&[
            ("index.html", 1_000),
            ("style.css", 2_000),
            ("boot.js", 4_000),
            ("element.js", 1),
            ("player.js", 2),
            ("instance.js", 4),
            ("player.css", 8),
            ("midturn.js", 16),
            ("midturn_bg.wasm", 32),
            ("component/midturn_bg.wasm", 8_000),
            ("locales/en.bin", 64),
            ("parent.js", 16_000),
        ]));
        assert_eq!((size.player.gzip, size.stub.gzip), (127, 1));
        assert!(size.check().expect_err("too heavy").to_string().starts_with("parent.js weighs"));
        let heavy = Size::of(&files(&[("element.js", STUB_LIMIT_BYTES + 1)]));
        assert!(heavy.check().expect_err("too heavy").to_string().starts_with("element.js weighs"));
    }

    #[test]
    fn a_folder_without_stories_is_weighed_too() {
        let size = Size::of(&files(&[("index.html", 10), ("midturn_bg.wasm", 20)]));
        assert_eq!(size.first_step_gzip(), 30);
        assert!(size.check().is_ok());
    }

    #[test]
    fn one_byte_too_many_fails() {
        assert!(Size::of(&files(&[("style.css", LIMIT_BYTES)])).check().is_ok());
        let error =
            Size::of(&files(&[("style.css", LIMIT_BYTES + 1)])).check().expect_err("too heavy");
        assert!(error.to_string().contains("1 more than the"), "{error}");
    }

    #[test]
    fn the_distance_to_the_limit_is_told() {
        let table = |gzip| Size::of(&files(&[("style.css", gzip)])).table();
        assert!(table(LIMIT_BYTES + 7).contains("is missed by 7 ("));
        assert!(table(LIMIT_BYTES).contains("is met with 0 to spare ("));
        assert!(table(LIMIT_BYTES - 7).contains("is met with 7 to spare ("));
    }

    #[test]
    fn gzip_is_real() {
        let packed = gzip_len(&[b'a'; 10_000]).expect("in memory");
        assert!((20..100).contains(&packed), "{packed}");
    }
}
