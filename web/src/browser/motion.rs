//! Moves cards visibly from where they were to where they are.
//!
//! The document changes at once; a card that moved is then shown sliding in from its old position. A
//! reader who prefers reduced motion, and a browser without animations, see the change alone.

use super::events::at_next_frame;
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, NodeList};

/// How long a card is under way.
const SLIDE_MS: f64 = 320.0;
/// A card that moved less than this many pixels stays where it is.
const JITTER_PX: f64 = 4.0;

/// What has changed on the stage.
const CHANGED: &str = ".stage [data-moved]";
/// The step line, which covers the lower part of the screen.
const STEP_LINE: &str = ".step-line";

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

/// After a change: brings it into sight, and lets the moved cards slide in.
pub fn after(positions: Option<Positions>) {
    bring_into_sight();
    if let Some(positions) = positions {
        positions.slide();
    }
}

impl Positions {
    fn slide(self) {
        at_next_frame(move || {
            for card in cards(".card[data-moved]") {
                let Some(id) = card.get_attribute("data-card") else { continue };
                let Some((_, left, top)) = self.0.iter().find(|(known, ..)| *known == id) else {
                    continue;
                };
                let now = card.get_bounding_client_rect();
                let (x, y) = (left - now.left(), top - now.top());
                if now.width() > 0.0 && x.abs() + y.abs() > JITTER_PX {
                    slide_from(&card, x, y);
                }
            }
        });
    }
}

/// After the change has been drawn, scrolls so that something that changed is in sight: on a phone the
/// columns are stacked, and a change may be anywhere.
fn bring_into_sight() {
    at_next_frame(move || {
        let Some(window) = web_sys::window() else { return };
        let height =
            window.inner_height().ok().and_then(|height| height.as_f64()).unwrap_or_default();
        let covered =
            cards(STEP_LINE).next().map_or(0.0, |line| line.get_bounding_client_rect().height());
        let free = height - covered;
        let mut changed = cards(CHANGED).map(|card| card.get_bounding_client_rect()).peekable();
        let Some(first) = changed.peek().map(|rect| rect.top()) else { return };
        if !changed.any(|rect| rect.top() >= 0.0 && rect.top() + JITTER_PX < free) {
            window.scroll_by_with_x_and_y(0.0, first - free / 3.0);
        }
    });
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
        if let Some(animate) = animate.and_then(|method| method.dyn_into::<js_sys::Function>().ok())
        {
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
