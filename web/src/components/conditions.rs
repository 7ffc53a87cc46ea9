//! The conditions of a step: the rule that decided it, and the facts that the engine looked at.

use crate::edition::Edition;
use leptos::prelude::*;
use midturn_locales::Key;

/// The conditions of step `n`; nothing where none was looked at.
pub fn conditions(edition: &Edition, n: u32) -> Option<AnyView> {
    let step = edition.tale.step(n)?;
    let words = &edition.words;
    if step.rule.is_none() && step.facts.is_empty() {
        return None;
    }
    let rule = step.rule.map(|rule| {
        view! { <p class="rule">{words.get(Key::Rule).to_owned()} " " <code>{rule.0}</code></p> }
    });
    let facts = step.facts.iter().map(|fact| {
        let verdict = words.get(if fact.holds { Key::Holds } else { Key::Fails }).to_owned();
        view! {
            <li class="fact" data-holds=fact.holds.to_string()>
                {words.name("fact", fact.what).to_owned()} " " <span class="tag">{verdict}</span>
            </li>
        }
        .into_any()
    });
    let facts: Vec<AnyView> = facts.collect();
    Some(
        view! {
            <div class="conditions">
                <h3>{words.get(Key::Conditions).to_owned()}</h3>
                {rule}
                <ul class="facts">{facts}</ul>
            </div>
        }
        .into_any(),
    )
}
