//! The right column: what the model says now, and the last request it was handed.

use super::card::{item, mark};
use super::shelf::shelves;
use super::{nothing, space, tag};
use crate::card::Card;
use crate::markup::{Markup, el};
use crate::stage::{Asked, Stage};
use midturn_locales::{Key, Words};

/// The model.
pub fn model(words: &Words, stage: &Stage) -> Markup {
    let state = match stage.response {
        Some(number) => words.fill(Key::Streaming, &[("number", &number.to_string())]),
        None => words.get(Key::Silent).to_owned(),
    };
    let class = if stage.response.is_some() { "speech speech--on" } else { "speech" };
    let request = stage.request.as_ref();
    el("section")
        .class("column column--model")
        .child(el("h2").text(words.get(Key::Model)))
        .child(el("p").class(class).text(&state))
        .all(shelves(words, &stage.speech, "passing"))
        .child(el("h2").text(words.get(Key::LastRequest)))
        .child(request.map_or_else(
            || nothing("p", words.get(Key::NoRequest)),
            |request| asked(words, request),
        ))
        .child(known(words, request.map(|request| request.known.as_slice()).unwrap_or_default()))
        .child(el("p").class("aside").text(words.get(Key::LeftOut)))
}

/// What is new in the request.
#[inline(never)]
fn asked(words: &Words, request: &Asked) -> Markup {
    let title = words.fill(Key::RequestNew, &[("number", &request.number.to_string())]);
    let head =
        el("h3").class("request-title").text(&title).child(space()).child(tag(&request.turn));
    let new = el("ol").class("items").attr("aria-label", &title);
    el("div")
        .class("request")
        .attr("data-request", &request.number.to_string())
        .flag("data-moved", request.fresh)
        .child(head)
        .child(new.all(request.new.iter().map(item).collect()))
        .maybe(request.new.is_empty().then(|| nothing("p", words.get(Key::RequestNothing))))
}

/// What the request before already held, as plain lines: not new, so without a hook.
fn known(words: &Words, known: &[Card]) -> Markup {
    let line = |card: &Card| {
        let row = el("li").class(&["card--", card.origin].concat());
        row.child(mark(card)).child(space()).text(&card.text)
    };
    let count = known.len().to_string();
    el("details")
        .class("fold")
        .flag("hidden", known.is_empty())
        .child(el("summary").text(&words.fill(Key::RequestKnown, &[("count", &count)])))
        .child(el("ol").class("known").all(known.iter().map(line).collect()))
}
