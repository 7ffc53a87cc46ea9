//! The left column: what was typed, the receipts, and everybody else outside the program.

use super::shelf::shelves;
use super::{code, nothing};
use crate::markup::{Markup, el};
use crate::stage::{Answer, Stage};
use midturn_locales::{Key, Words};

/// The person, the client, and the others.
pub fn client(words: &Words, stage: &Stage) -> Markup {
    let receipts = words.get(Key::Receipts);
    let answers: Vec<Markup> = stage.answers.iter().rev().map(|one| answer(words, one)).collect();
    let none = answers.is_empty().then(|| nothing("li", words.get(Key::NoReceipts)));
    el("section")
        .class("column column--client")
        .child(el("h2").text(words.get(Key::People)))
        .all(shelves(words, &stage.client, "outside"))
        .child(el("h3").class("tray-name").text(receipts))
        .child(el("ul").class("answers").attr("aria-label", receipts).all(answers).maybe(none))
        .all(shelves(words, &stage.outside, "outside"))
}

#[inline(never)]
fn answer(words: &Words, answer: &Answer) -> Markup {
    let class = if answer.refused { "answer answer--refused" } else { "answer" };
    el("li")
        .key(&answer.input)
        .class(class)
        .attr("data-receipt", &answer.input)
        .flag("data-moved", answer.fresh)
        // Beside the answer's text, which stays as it was given.
        .maybe_attr("data-note", answer.fresh.then(|| words.get(Key::MovedNew)))
        .child(code(&answer.exact))
        .child(el("span").class("answer-plain").text(&answer.plain))
        .child(el("span").class("answer-about").text(&answer.about))
}
