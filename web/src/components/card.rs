//! A card. It is drawn the same wherever its message lies.

use crate::card::Card;
use leptos::prelude::*;
use midturn_locales::{Key, Words};

/// A card in a tray.
pub fn card(words: &Words, card: Card) -> AnyView {
    let class = ["card card--", card.origin].concat();
    let has_moved = card.came_from.is_some().then_some("");
    let moved = card.came_from.map(|place| {
        let from = words.fill(Key::MovedFrom, &[("place", &place)]);
        view! { <span class="card-moved">{from}</span> }
    });
    view! {
        <li class=class data-card=card.id.to_string() data-moved=has_moved>
            {mark(card.letter)}
            <span class="card-body">
                <span class="card-label">{card.label}</span>
                <span class="card-text">{card.text}</span>
                {moved}
            </span>
        </li>
    }
    .into_any()
}

/// The same in the request and in tables: the message as it is quoted there.
pub fn item(card: Card) -> AnyView {
    view! {
        <li class=["item card--", card.origin].concat() data-item=card.id.to_string()>
            {mark(card.letter)}
            <span class="card-body">
                <span class="card-label">{card.label}</span>
                <span class="card-text">{card.text}</span>
            </span>
        </li>
    }
    .into_any()
}

/// The origin's mark; the label beside it says the same in words.
pub fn mark(letter: &'static str) -> AnyView {
    view! { <span class="mark" aria-hidden="true">{letter}</span> }.into_any()
}
