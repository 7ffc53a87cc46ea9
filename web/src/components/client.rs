//! The left column: what was typed, the receipts, and everybody else outside the program.

use super::shelf::shelves;
use crate::stage::{Answer, Stage};
use leptos::prelude::*;
use midturn_locales::{Key, Words};

/// The person and the client.
pub fn client(words: &Words, stage: &Stage) -> AnyView {
    let answers: Vec<AnyView> = stage.answers.iter().rev().map(answer).collect();
    let none = answers
        .is_empty()
        .then(|| view! { <p class="empty">{words.get(Key::NoReceipts).to_owned()}</p> });
    view! {
        <h2>{words.get(Key::People).to_owned()}</h2>
        {shelves(words, stage.client.clone(), "outside")}
        <h3 class="tray-name">{words.get(Key::Receipts).to_owned()}</h3>
        <ul class="answers" aria-label=words.get(Key::Receipts).to_owned()>{answers}</ul>
        {none}
        {shelves(words, stage.outside.clone(), "outside")}
    }
    .into_any()
}

fn answer(answer: &Answer) -> AnyView {
    let class = if answer.refused { "answer answer--refused" } else { "answer" };
    view! {
        <li class=class data-receipt=answer.input.clone() data-moved=answer.fresh.then_some("")>
            <code>{answer.exact.clone()}</code>
            <span class="answer-plain">{answer.plain.clone()}</span>
            <span class="answer-about">{answer.about.clone()}</span>
        </li>
    }
    .into_any()
}
