//! A tray: a labelled list of cards.

use super::card::card;
use crate::stage::Shelf;
use leptos::prelude::*;
use midturn_locales::{Key, Words};

/// A tray. `look` is a further class: `staging`, `passing`, `outside`.
pub fn shelf(words: &Words, shelf: Shelf, look: &str) -> AnyView {
    let count = shelf.cards.len();
    let label = words.fill(Key::Tray, &[("name", &shelf.name), ("count", &count.to_string())]);
    let letter = shelf.letter.map(|letter| view! { <span class="tray-letter">{letter}</span> });
    let note = shelf.note.map(|note| view! { <p class="tray-note">{note}</p> });
    let durable =
        shelf.durable.then(|| view! { <span class="tag">{words.get(Key::Durable).to_owned()}</span> });
    let empty = (count == 0).then(|| view! { <p class="empty">{words.get(Key::Empty).to_owned()}</p> });
    let cards: Vec<AnyView> = shelf.cards.into_iter().map(|one| card(words, one)).collect();
    view! {
        <div class=["tray tray--", look].concat() data-area=shelf.place>
            <h3 class="tray-name">{letter} {shelf.name} {durable}</h3>
            {note}
            <ul class="cards" aria-label=label>{cards}</ul>
            {empty}
        </div>
    }
    .into_any()
}

/// Several trays.
pub fn shelves(words: &Words, all: Vec<Shelf>, look: &str) -> Vec<AnyView> {
    all.into_iter().map(|one| shelf(words, one, look)).collect()
}
