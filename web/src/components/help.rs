//! The list of keys, and the switch that leaves them to the browser.

use crate::reader::Reader;
use leptos::html::Dialog;
use leptos::prelude::*;
use midturn_locales::{Key, Words};
use std::sync::Arc;

/// The keys and what they do.
const KEYS: [(Key, Key); 6] = [
    (Key::KeyNext, Key::Next),
    (Key::KeyBack, Key::Back),
    (Key::KeyEnds, Key::DoEnds),
    (Key::KeyDecisions, Key::DoDecisions),
    (Key::KeyPlay, Key::DoPlay),
    (Key::KeyHelp, Key::DoHelp),
];

/// The dialog. The browser keeps the focus inside and gives it back when it closes.
#[component]
pub fn Help(reader: Reader, words: Signal<Arc<Words>>) -> impl IntoView {
    let dialog = NodeRef::<Dialog>::new();
    Effect::new(move |_| {
        if let Some(dialog) = dialog.get() {
            if !reader.help.get() {
                dialog.close();
            } else if !dialog.open() {
                let shown = dialog.show_modal();
                debug_assert!(shown.is_ok(), "a closed dialog in the document can be shown");
            }
        }
    });
    let say = move |key: Key| move || words.get().get(key).to_owned();
    let rows = KEYS.map(|(key, does)| view! { <div><dt>{say(key)}</dt><dd>{say(does)}</dd></div> });
    view! {
        <dialog class="help" node_ref=dialog aria-label=say(Key::KeysTitle) on:close=move |_| reader.help.set(false)>
            <h2>{say(Key::KeysTitle)}</h2>
            <dl class="keys">{rows.collect_view()}</dl>
            <p class="aside">{say(Key::KeysNote)}</p>
            <label class="keys-switch">
                <input type="checkbox" prop:checked=move || reader.keys_on.get()
                    on:change=move |event| reader.keys_on.set(event_target_checked(&event)) />
                {say(Key::KeysUse)}
            </label>
            <button type="button" class="button" data-action="close-keys" on:click=move |_| reader.help.set(false)>
                {say(Key::Close)}
            </button>
        </dialog>
    }
}
