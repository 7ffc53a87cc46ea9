//! Moves cards visibly from where they were to where they are.
//!
//! The document changes at once; a card that moved is then shown sliding in from its old position. A
//! reader who prefers reduced motion, and a browser without animations, see the change alone.

use super::events::at_next_frame;
use crate::reader::Reader;
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, NodeList};

/// How long a card is under way.
const SLIDE_MS: f64 = 320.0;
/// A card that moved less than this many pixels stays where it is.
const JITTER_PX: f64 = 4.0;

/// What has changed on the stage. A receipt mostly tells of a change that can be seen elsewhere, so it comes second.
const CHANGED: [&str; 2] =
    [".stage [data-moved]:not([data-receipt])", ".stage [data-receipt][data-moved]"];
/// All of it but the step line.
const COLUMNS: &str = ".columns";
/// What tells most about a step in which nothing on the stage has changed.
const TURN: &str = ".chip";
/// The room that is left above what changed, for the name of its tray, and below it.
const HEAD_PX: f64 = 44.0;
const GAP_PX: f64 = 8.0;
/// The step line, which covers the lower part of the screen.
const STEP_LINE: &str = ".step-line";

/// Where every card was.
pub struct Positions(Vec<(String, f64, f64)>);

/// Notes where every card in a place is, before a change. Nothing where motion is not wanted.
pub fn before(place: &Element) -> Option<Positions> {
    let window = web_sys::window()?;
    let reduced = window.match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    if reduced.is_some_and(|query| query.matches()) {
        return None;
    }
    let places = all(place, ".card").filter_map(|card| {
        let rect = card.get_bounding_client_rect();
        let seen = rect.width() > 0.0;
        seen.then(|| Some((card.get_attribute("data-card")?, rect.left(), rect.top())))?
    });
    Some(Positions(places.collect()))
}

/// After a change: brings it into sight, and lets the moved cards slide in.
pub fn after(reader: &Reader, positions: Option<Positions>) {
    let reader = reader.clone();
    at_next_frame(move || {
        reader.serve();
        bring_into_sight(&reader);
        if let Some(positions) = positions {
            positions.slide(reader.place());
        }
    });
}

impl Positions {
    fn slide(self, place: &Element) {
        for card in all(place, ".card[data-moved]") {
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
    }
}

/// After the change has been drawn, scrolls so that it is in sight, no further than that takes: the columns may
/// be higher than what the reader sees, and where it is narrow they are stacked.
fn bring_into_sight(reader: &Reader) {
    let Some((top, height)) = reader.host().sight() else { return };
    let spans = |selector| spans(reader.place(), selector, top);
    let covered = spans(STEP_LINE).first().map_or(0.0, |line| line.end - line.start);
    let free = height - covered;
    let changed = CHANGED.map(spans).concat();
    let changed = if changed.is_empty() { spans(TURN) } else { changed };
    let Some(far) = scroll_to_show(&changed, free) else { return };
    // Where the whole stage fits, that is what a reader wants to see.
    let stage = spans(COLUMNS);
    let fits = stage.first().is_some_and(|columns| columns.end - columns.start <= free);
    let far = if fits { scroll_to_show(&stage, free).unwrap_or(far) } else { far };
    reader.host().scroll_by(far);
}

/// From where to where something reaches, downwards from the top of what the reader sees, in pixels.
#[derive(Clone, Copy)]
struct Span {
    start: f64,
    end: f64,
}

/// How far to scroll down (up, where negative) until these are in sight, at least the first and as many more as
/// there is room for; with some of what is above them, where a tray has its name. Nothing where they are.
fn scroll_to_show(all: &[Span], free: f64) -> Option<f64> {
    let mut start = all.first()?.start - HEAD_PX;
    let mut end = start;
    for span in all {
        let (first, last) = (start.min(span.start - HEAD_PX), end.max(span.end + GAP_PX));
        if end > start && last - first > free {
            break;
        }
        (start, end) = (first, last);
    }
    if start < 0.0 {
        return Some(start);
    }
    (end > free).then(|| (end - free).min(start))
}

/// Where the elements in a place are that can be seen, measured from `top` in the window.
fn spans(place: &Element, selector: &str, top: f64) -> Vec<Span> {
    let rects = all(place, selector).map(|element| element.get_bounding_client_rect());
    let seen = rects.filter(|rect| rect.height() > 0.0);
    seen.map(|rect| Span { start: rect.top() - top, end: rect.bottom() - top }).collect()
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

fn all(place: &Element, selector: &str) -> impl Iterator<Item = Element> {
    let list: Option<NodeList> = place.query_selector_all(selector).ok();
    (0..list.as_ref().map_or(0, NodeList::length))
        .filter_map(move |index| list.as_ref()?.item(index)?.dyn_into().ok())
}

#[cfg(test)]
mod tests {
    use super::{Span, scroll_to_show};

    const FREE: f64 = 600.0;

    fn far(spans: &[(f64, f64)]) -> Option<f64> {
        let spans: Vec<Span> = spans.iter().map(|&(start, end)| Span { start, end }).collect();
        scroll_to_show(&spans, FREE)
    }

    #[test]
    fn what_is_in_sight_stays_where_it_is() {
        assert_eq!(far(&[(44.0, 592.0)]), None);
        assert_eq!(far(&[(400.0, 500.0), (100.0, 200.0)]), None);
        assert_eq!(far(&[]), None);
    }

    #[test]
    fn what_is_out_of_sight_comes_just_into_it() {
        assert_eq!(far(&[(-56.0, 100.0)]), Some(-100.0));
        assert_eq!(far(&[(500.0, 692.0)]), Some(100.0));
        assert_eq!(far(&[(500.0, 592.0), (700.0, 792.0)]), Some(200.0));
    }

    #[test]
    fn the_first_goes_before_what_there_is_no_room_for() {
        assert_eq!(far(&[(100.0, 200.0), (900.0, 1_000.0)]), None);
        assert_eq!(far(&[(700.0, 2_000.0)]), Some(656.0));
    }
}
