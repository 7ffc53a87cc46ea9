//! The list of keys, and the switch that leaves them to the browser.

use super::space;
use crate::markup::{Markup, el};
use crate::state::State;
use midturn_locales::Key;

/// The keys and what they do.
const KEYS: [(Key, Key); 6] = [
    (Key::KeyNext, Key::Next),
    (Key::KeyBack, Key::Back),
    (Key::KeyEnds, Key::DoEnds),
    (Key::KeyDecisions, Key::DoDecisions),
    (Key::KeyPlay, Key::DoPlay),
    (Key::KeyHelp, Key::DoHelp),
];

/// The dialog. The browser opens it, keeps the focus inside, and gives it back.
#[inline(never)]
pub fn help(state: &State) -> Markup {
    let words = &state.words;
    let row = |(key, does): &(Key, Key)| {
        let key = el("dt").text(words.get(*key));
        el("div").child(key).child(el("dd").text(words.get(*does)))
    };
    let switch = el("input")
        .attr("type", "checkbox")
        .attr("data-choice", "keys")
        .flag("checked", state.keys_on);
    let close =
        el("button").attr("type", "button").class("button").attr("data-action", "close-keys");
    el("dialog")
        .class("help")
        .attr("aria-label", words.get(Key::KeysTitle))
        .child(el("h2").text(words.get(Key::KeysTitle)))
        .child(el("dl").class("keys").all(KEYS.iter().map(row).collect()))
        .child(el("p").class("aside").text(words.get(Key::KeysNote)))
        .child(
            el("label")
                .class("keys-switch")
                .child(switch)
                .child(space())
                .text(words.get(Key::KeysUse)),
        )
        .child(close.text(words.get(Key::Close)))
}
