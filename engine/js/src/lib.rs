//! The engine for JavaScript: open a scenario, step through it, go back, fork it. No page, no Leptos.
//!
//! The types that a caller sees are written by hand in `types/api.d.ts`; `types/usage.ts` uses every one
//! of them and is checked by `tsc`.
//!
//! - `player`: a run with a position in it.
//! - `input`: what a caller may put into a fork.
//! - `error`: every failure as an `Error` with `code`, `message`, `line` and `column`.
//!
//! It is a crate of its own beside the engine, because opening a text needs the TOML reader of
//! `midturn-scenarios`, and the engine knows no file format (`docs/decisions`).

mod error;
mod input;
mod player;

pub use player::Player;

use error::Failure;
use js_sys::{Object, Uint8Array};
use midturn_engine::lab::Run;
use midturn_scenarios::catalog::{catalog_file, data_file, texts_file};
use midturn_scenarios::pack::fingerprint;
use midturn_scenarios::{BUILT_IN, Catalog, Entry, Language, Story, pack};
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("../types/api.d.ts");

/// A built-in scenario, as it is listed.
#[derive(Serialize)]
struct Listed<'a> {
    id: String,
    system: &'a str,
    told: bool,
    title: Titles<'a>,
}

#[derive(Serialize)]
struct Titles<'a> {
    en: &'a str,
    #[serde(rename = "zh-Hans")]
    zh_hans: &'a str,
    #[serde(rename = "zh-Hant")]
    zh_hant: &'a str,
}

/// All built-in scenarios: stories first, in the order of their files.
#[wasm_bindgen(skip_typescript)]
pub fn list() -> Result<JsValue, JsValue> {
    let mut stories: Vec<Story> = BUILT_IN
        .iter()
        .map(|(path, text)| midturn_scenarios::read(path, text))
        .collect::<Result<_, _>>()
        .map_err(|faults| Failure::from(faults).into_js())?;
    stories.sort_by_key(|story| !story.told);
    let listed: Vec<Listed<'_>> = stories.iter().map(listed).collect();
    to_js(&listed)
}

fn listed(story: &Story) -> Listed<'_> {
    let title = |language| story.texts(language).title.as_str();
    Listed {
        id: story.data.plan.id.clone(),
        system: &story.data.plan.system,
        told: story.told,
        title: Titles {
            en: title(Language::En),
            zh_hans: title(Language::ZhHans),
            zh_hant: title(Language::ZhHant),
        },
    }
}

/// Opens a built-in scenario by its id; where several systems have a case of that id, with the folder before it, as in
/// `pi/01`.
#[wasm_bindgen(js_name = openBuiltIn, skip_typescript)]
pub fn open_built_in(id: &str) -> Result<Player, JsValue> {
    let end = format!("/{id}.toml");
    let mut named = BUILT_IN.iter().filter(|(path, _)| format!("/{path}").ends_with(&end));
    let failure = match (named.next(), named.next()) {
        (Some((path, text)), None) => {
            return Player::of_text(path, text).map_err(Failure::into_js);
        }
        (None, _) => Failure::new(
            "unknown-scenario",
            format!("there is no built-in scenario {id:?}; list() names them all"),
        ),
        (Some((one, _)), Some((other, _))) => Failure::new(
            "ambiguous-scenario",
            format!("{id:?} may be {one} or {other}: put the folder before it, as in \"pi/01\""),
        ),
    };
    Err(failure.into_js())
}

/// Opens a scenario that is given as text. `name` is its file's name, by which faults are reported; where
/// it ends with `.toml`, the id in the text must be its stem.
#[wasm_bindgen(skip_typescript)]
pub fn open(text: &str, name: Option<String>) -> Result<Player, JsValue> {
    let name = name.as_deref().unwrap_or("the text");
    Player::of_text(name, text).map_err(Failure::into_js)
}

/// A scenario that is given as text, packed into the files by which the page reads a story of its own: its id, and
/// the bytes by file name.
#[wasm_bindgen(js_name = packForPage, skip_typescript)]
pub fn pack_for_page(text: &str, name: Option<String>) -> Result<JsValue, JsValue> {
    let name = name.as_deref().unwrap_or("the text");
    let story = midturn_scenarios::read(name, text).map_err(|f| Failure::from(f).into_js())?;
    Run::new(&story.data.plan).map_err(|error| Failure::from(error).into_js())?;
    let id = story.data.plan.id.as_str();
    let data = pack(&story.data.for_page());
    let fingerprint = fingerprint(&data);
    let files = Object::new();
    let put = |name: &str, bytes: &[u8]| error::set(&files, name, &Uint8Array::from(bytes));
    put(&data_file(id), &data);
    for language in Language::ALL {
        let entry = Entry::of(&story, language, fingerprint);
        let catalog = Catalog { course: vec![entry], life: Vec::new() };
        put(&catalog_file(language), &pack(&catalog));
        put(&texts_file(id, language), &pack(story.texts(language)));
    }
    let packed = Object::new();
    error::set(&packed, "id", &id.into());
    error::set(&packed, "files", &files);
    Ok(packed.into())
}

/// The fingerprint of a scenario's whole run, as the repository's `fingerprints.txt` lists it.
#[wasm_bindgen(js_name = traceFingerprint, skip_typescript)]
pub fn trace_fingerprint(player: &Player) -> String {
    format!("{:016x}", midturn_scenarios::trace_fingerprint(player.plan(), player.record()))
}

/// A plain object. Text keys only, `null` for what is absent.
fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value
        .serialize(&serializer)
        .map_err(|error| Failure::new("internal", error.to_string()).into_js())
}
