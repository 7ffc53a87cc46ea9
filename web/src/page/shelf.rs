//! A tray: a labelled list of cards.

use super::card::cards;
use super::{nothing, tag};
use crate::markup::{Markup, el};
use crate::stage::Shelf;
use midturn_locales::{Key, Words};

/// A tray. `look` is a further class: `staging`, `passing`, `outside`.
pub fn shelf(words: &Words, shelf: &Shelf, look: &str) -> Markup {
    let count = shelf.cards.len().to_string();
    let label = words.fill(Key::Tray, &[("name", &shelf.name), ("count", &count)]);
    let letter = shelf.letter.as_ref().map(|letter| el("span").class("tray-letter").text(letter));
    let name = el("h3").class("tray-name").maybe(letter).text(&shelf.name);
    let list = el("ul").class("cards").attr("aria-label", &label).all(cards(
        words,
        &shelf.cards,
        &shelf.name,
    ));
    let empty = shelf.cards.is_empty().then(|| nothing("li", words.get(Key::Empty)));
    el("div")
        .class(&["tray tray--", look].concat())
        .key(&shelf.place)
        .attr("data-area", &shelf.place)
        .child(name.maybe(shelf.durable.then(|| tag(words.get(Key::Durable)))))
        .maybe(shelf.note.as_ref().map(|note| el("p").class("tray-note").text(note)))
        .child(list.maybe(empty))
}

/// Several trays.
pub fn shelves(words: &Words, all: &[Shelf], look: &str) -> Vec<Markup> {
    all.iter().map(|one| shelf(words, one, look)).collect()
}
