//! Moves cards visibly from where they were to where they are.
//!
//! The document changes at once; a card that moved is then shown sliding in from its old position. A
//! reader who prefers reduced motion, and a browser without animations, see the change alone.

use js_sys::{Array, Object, Reflect};
use leptos::prelude::request_animation_frame;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, NodeList};

/// How long a card is under way.
const SLIDE_MS: f64 = 320.0;
/// A card that moved less than this many pixels stays where it is.
const JITTER_PX: f64 = 4.0;

/// Where every card was.
pub struct Positions(Vec<(String, f64, f64)>);

/// Notes where every card is, before a change. Nothing where motion is not wanted.
pub fn before() -> Option<Positions> {
    let window = web_sys::window()?;
    let reduced = window.match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    if reduced.is_some_and(|query| query.matches()) {
        return None;
    }
    let places = cards(".card").filter_map(|card| {
        let rect = card.get_bounding_client_rect();
        let seen = rect.width() > 0.0;
        seen.then(|| Some((card.get_attribute("data-card")?, rect.left(), rect.top())))?
    });
    Some(Positions(places.collect()))
}

impl Positions {
    /// After the change has been drawn, lets the moved cards slide in.
    pub fn slide(self) {
        request_animation_frame(move || {
            for card in cards(".card[data-moved]") {
                let Some(id) = card.get_attribute("data-card") else { continue };
                let Some((_, left, top)) = self.0.iter().find(|(known, ..)| *known == id) else { continue };
                let now = card.get_bounding_client_rect();
                let (x, y) = (left - now.left(), top - now.top());
                if now.width() > 0.0 && x.abs() + y.abs() > JITTER_PX {
                    slide_from(&card, x, y);
                }
            }
        });
    }
}

fn slide_from(card: &Element, x: f64, y: f64) {
    // Whole pixels: writing out a fraction would bring ten kilobytes of code along.
    let (x, y) = (whole(x).to_string(), whole(y).to_string());
    let from = ["translate(", &x, "px,", &y, "px)"].concat();
    let frames = Array::of2(&frame(&from), &frame("none"));
    let options = Object::new();
    let set = |name: &str, value: &JsValue| Reflect::set(&options, &name.into(), value).is_ok();
    if set("duration", &SLIDE_MS.into()) && set("easing", &"cubic-bezier(.2,.7,.2,1)".into()) {
        let animate = Reflect::get(card, &"animate".into()).ok();
        if let Some(animate) = animate.and_then(|method| method.dyn_into::<js_sys::Function>().ok()) {
            let _an_animation_that_fails_is_none = animate.call2(card, &frames, &options);
        }
    }
}

/// Rounds towards zero; a screen is never so large that this saturates.
#[expect(clippy::cast_possible_truncation, reason = "saturates, and a screen is small")]
fn whole(pixels: f64) -> i32 {
    pixels as i32
}

fn frame(transform: &str) -> Object {
    let frame = Object::new();
    let set = Reflect::set(&frame, &"transform".into(), &transform.into());
    debug_assert!(set.is_ok(), "a fresh object takes any property");
    frame
}

fn cards(selector: &str) -> impl Iterator<Item = Element> {
    let list: Option<NodeList> = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.query_selector_all(selector).ok());
    (0..list.as_ref().map_or(0, NodeList::length))
        .filter_map(move |index| list.as_ref()?.item(index)?.dyn_into().ok())
}
