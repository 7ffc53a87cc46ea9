//! A player as a host: an element in somebody else's document. It touches nothing outside of the place it was
//! given, tells JavaScript (`web/embed/player.js`) what happens, and does what that asks for.

use super::{Host, Mounting};
use crate::action::Action;
use crate::browser::{later, root, storage::Memory};
use crate::link::Link;
use crate::load::{self, Problem};
use crate::reader::{Reader, seats};
use crate::state::{Layout, State};
use crate::track::Go;
use js_sys::{Function, Object, Reflect, Uint8Array};
use midturn_scenarios::{Language, step_id};
use midturn_telling::drawing::{Scene, mermaid, svg, text};
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlElement;

/// The page that shows the same moment as a player.
const PAGE: &str = "index.html";

/// The element around a reader, and whoever listens to it.
pub struct PlayerHost {
    place: HtmlElement,
    hear: Function,
    /// The reader's own story, packed: file names and bytes.
    files: JsValue,
    prefix: String,
}

impl PlayerHost {
    /// Tells JavaScript about an event.
    fn tell(&self, name: &str, detail: &Object) {
        // Whoever listens has to look after their own mistakes.
        let _what_it_threw = self.hear.call2(&JsValue::NULL, &name.into(), detail);
    }
}

impl Host for PlayerHost {
    fn prefix(&self) -> &str {
        &self.prefix
    }

    fn file(&self, name: &str) -> Option<Vec<u8>> {
        let bytes = Reflect::get(&self.files, &name.into()).ok()?;
        Some(bytes.dyn_ref::<Uint8Array>()?.to_vec())
    }

    fn takes_another_story(&self) -> bool {
        false
    }

    fn show(&self, state: &State, link: &str) {
        if let Some(edition) = &state.edition {
            let speaks = self.place.set_attribute("lang", edition.language.tag());
            debug_assert!(speaks.is_ok(), "the name is one we wrote ourselves");
        }
        self.tell("step", &moment(state, &[&self.prefix, link].concat()));
    }

    fn paint(&self, theme: &str) {
        let painted = self.place.set_attribute("data-theme", theme);
        debug_assert!(painted.is_ok(), "the name is one we wrote ourselves");
    }

    #[inline(never)]
    fn fail(&self, problem: &Problem) {
        let (code, name) = problem.code();
        let detail = Object::new();
        put(&detail, "code", &code.into());
        put(&detail, "name", &name.into());
        self.tell("error", &detail);
    }

    fn turn_away(&self, problem: &Problem) {
        self.fail(problem);
    }

    fn settled(&self) {
        self.tell("whole", &Object::new());
    }

    fn arrive(&self) {
        self.place.set_scroll_top(0);
    }

    fn keep(&self, _: Memory, _: &str) {}

    /// A player that is as high as what is in it leaves scrolling to its document.
    fn sight(&self) -> Option<(f64, f64)> {
        let scrolls = self.place.scroll_height() > self.place.client_height() + 1;
        let rect = self.place.get_bounding_client_rect();
        scrolls.then(|| (rect.top(), rect.height()))
    }

    #[expect(clippy::cast_possible_truncation, reason = "saturates, and a player is small")]
    fn scroll_by(&self, pixels: f64) {
        self.place.set_scroll_top(self.place.scroll_top().saturating_add(pixels as i32));
    }
}

/// What JavaScript is told about the moment that is shown.
fn moment(state: &State, address: &str) -> Object {
    let detail = Object::new();
    let Some(edition) = &state.edition else { return detail };
    let (tale, track) = (&edition.tale, edition.track(state.grain));
    let name = step_id::name(&tale.data, &tale.record.steps, state.settled);
    let ended = tale.is_over() && state.target(Go::Next).is_none();
    let number = |number: usize| JsValue::from(u32::try_from(number).unwrap_or(u32::MAX));
    put(&detail, "scenario", &tale.data.plan.id.as_str().into());
    put(&detail, "system", &tale.data.plan.system.as_str().into());
    put(&detail, "language", &edition.language.tag().into());
    put(&detail, "step", &name.map_or(JsValue::NULL, JsValue::from));
    put(&detail, "seq", &state.settled.into());
    put(&detail, "number", &number(track.number(state.settled)));
    put(&detail, "total", &number(track.total()));
    put(&detail, "sentence", &edition.teller().sentence(state.settled).into());
    put(&detail, "link", &address.into());
    put(&detail, "ended", &ended.into());
    detail
}

fn put(object: &Object, name: &str, value: &JsValue) {
    let set = Reflect::set(object, &name.into(), value);
    debug_assert!(set.is_ok(), "a fresh object takes any field");
}

/// A text among the options; nothing where it is absent or something else.
fn text(options: &JsValue, name: &str) -> Option<String> {
    Reflect::get(options, &name.into()).ok()?.as_string().filter(|text| !text.is_empty())
}

/// What the options of a player ask for.
fn read(options: &JsValue) -> Mounting {
    // A player that comes back after its instance has died knows where it was.
    let link = match text(options, "link") {
        Some(link) => Link::read(&link).0,
        None => Link {
            system: text(options, "system"),
            story: text(options, "scenario"),
            step: text(options, "step"),
            ..Link::default()
        },
    };
    let language = text(options, "lang").and_then(|tag| Language::from_tag(&tag));
    let theme = text(options, "theme").filter(|theme| theme == "light" || theme == "dark");
    let controls = text(options, "controls");
    Mounting {
        language: link.language.or(language).unwrap_or_else(root::preferred_language),
        link,
        faults: Vec::new(),
        theme: theme.unwrap_or_else(|| "auto".to_owned()),
        layout: Layout::of_controls(controls.as_deref()),
        until: text(options, "until"),
        keys_on: text(options, "keyboard").as_deref() != Some("off"),
    }
}

/// Mounts a player into `place` under a number that no other reader of this instance has. `hear` is told what
/// happens: `step` with the moment that is shown, `whole` when every command can be given, `error`.
#[wasm_bindgen(js_name = mountPlayer)]
pub fn mount(number: u32, place: HtmlElement, options: &JsValue, hear: Function) {
    later::serve(number);
    let mounting = read(options);
    let files = Reflect::get(options, &"files".into()).unwrap_or(JsValue::UNDEFINED);
    let prefix = [&later::base(), PAGE].concat();
    let host = Rc::new(PlayerHost { place: place.clone(), hear, files, prefix });
    load::open(number, place, host, mounting);
}

/// Asks something of a player, and returns the moment that is then shown, or what was asked for; `false` where a step
/// is not there, `undefined` where there is no such player.
#[wasm_bindgen(js_name = askPlayer)]
pub fn ask(number: u32, command: &str, value: &JsValue) -> JsValue {
    later::serve(number);
    if command == "unmount" {
        seats::leave(number);
        return JsValue::UNDEFINED;
    }
    seats::reader(number).map_or(JsValue::UNDEFINED, |reader| answer(&reader, command, value))
}

impl Reader {
    fn moment(&self) -> JsValue {
        self.look(|state| moment(state, &self.address())).into()
    }
}

/// The moment that is shown, as something that needs no player.
#[inline(never)]
fn drawing(state: &State, form: &str) -> Option<String> {
    let edition = state.edition.as_deref()?;
    let scene = Scene { edition, grain: state.grain, step: state.settled };
    Some(match form {
        "text" => text::text(&scene),
        "mermaid" => mermaid::mermaid(&scene),
        _ => svg::svg(&scene, svg::Look { colours: svg::Colours::Auto, ..svg::Look::default() }),
    })
}

#[inline(never)]
fn answer(reader: &Reader, command: &str, value: &JsValue) -> JsValue {
    let word = value.as_string().unwrap_or_default();
    let playing = reader.look(|state| state.playing);
    let action = match command {
        "play" => (!playing).then_some(Action::Play),
        "pause" => playing.then_some(Action::Play),
        "reset" => Some(Action::Reset),
        "theme" => Some(Action::Theme(word)),
        "lang" => Some(Action::Language(word)),
        "keyboard" => Some(Action::UseKeys(word != "off")),
        "link" => return reader.address().into(),
        "text" | "svg" | "mermaid" => return reader.look(|state| drawing(state, command)).into(),
        "seek" if !reader.seek(value.as_f64(), &word) => return JsValue::FALSE,
        // For tests of what happens then, and for authors who want to see it: docs/embedding.md.
        "debug" if word == "trap" => panic!("asked for"),
        _ => Action::of_button(command).filter(|action| matches!(action, Action::Go(_))),
    };
    if let Some(action) = action {
        reader.act(action);
    }
    reader.moment()
}
