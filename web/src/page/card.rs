//! A card. It is drawn the same wherever its message lies.

use super::why::why;
use crate::card::Card;
use crate::markup::{Markup, el};
use midturn_locales::{Key, Words};

/// A card in the place of this name.
#[inline(never)]
fn card(words: &Words, card: &Card, here: &str) -> Markup {
    let from = card.came_from.as_ref().map(|from| {
        let words = match from {
            Some(place) if place == here => words.get(Key::MovedBack).to_owned(),
            Some(place) => words.fill(Key::MovedFrom, &[("place", place)]),
            None => words.get(Key::MovedNew).to_owned(),
        };
        el("span").class("card-moved").text(&words)
    });
    el("li")
        .key(card.id.as_str())
        .class(&["card card--", card.origin].concat())
        .attr("data-card", card.id.as_str())
        .flag("data-moved", from.is_some())
        .child(mark(card))
        .child(body(card).maybe(from))
        .maybe(card.hold.map(|hold| why(words, card, hold)))
}

/// An item of a request: the message as the model was given it.
pub fn item(card: &Card) -> Markup {
    el("li")
        .key(card.id.as_str())
        .class(&["item card--", card.origin].concat())
        .attr("data-item", card.id.as_str())
        .child(mark(card))
        .child(body(card))
}

/// The cards of a list in the place of this name.
pub fn cards(words: &Words, cards: &[Card], here: &str) -> Vec<Markup> {
    cards.iter().map(|one| card(words, one, here)).collect()
}

/// The origin's mark. The label beside it says the same in words.
pub fn mark(card: &Card) -> Markup {
    el("span").class("mark").attr("aria-hidden", "true").text(card.letter)
}

fn body(card: &Card) -> Markup {
    el("span")
        .class("card-body")
        .child(el("span").class("card-label").text(&card.label))
        .child(el("span").class("card-text").text(&card.text))
}
