//! A flag of the runtime, drawn as a signal with an arm for each value.

use crate::stage::Signal as Flag;
use leptos::prelude::*;
use midturn_locales::{Key, Words};

/// The flag that has a hook of its own.
const PHASE: &str = "phase";

/// A signal. All arms are drawn; the one that is set is lit.
pub fn signal(words: &Words, flag: Flag) -> AnyView {
    let value = flag.value;
    let arms = flag.arms.into_iter().map(|(arm, name)| {
        let lit = value == Some(arm);
        view! {
            <li class=if lit { "arm arm--lit" } else { "arm" } data-arm=arm aria-current=lit.then_some("true")>
                {name}
            </li>
        }
        .into_any()
    });
    let why = match (value, flag.rule) {
        (None, _) => Some(view! { <p class="empty">{words.get(Key::NoFlag).to_owned()}</p> }.into_any()),
        (Some(_), Some(rule)) => Some(
            view! {
                <p class="signal-rule">{words.get(Key::FlippedBy).to_owned()} " " <code>{rule}</code></p>
            }
            .into_any(),
        ),
        (Some(_), None) => None,
    };
    let phase = value.filter(|_| flag.flag == PHASE);
    view! {
        <div class="signal" data-flag=flag.flag data-phase=phase data-moved=flag.flipped.then_some("")>
            <h3 class="tray-name">{flag.name.clone()}</h3>
            <ul class="arms" aria-label=flag.name>{arms.collect::<Vec<_>>()}</ul>
            {why}
        </div>
    }
    .into_any()
}
