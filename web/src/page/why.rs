//! Why a card waits: what holds it, what sets it free, and by which rule. The engine answers; here it is
//! put into words.

use super::{code, space};
use crate::card::Card;
use crate::markup::{Markup, el};
use midturn_engine::runtimes::Hold;
use midturn_locales::{Words, fill};

/// The fold of a card that waits.
pub fn why(words: &Words, card: &Card, hold: Hold) -> Markup {
    let ask = words.name("more", "why");
    let name = words.name("more", "why-of");
    let label = fill(name, &[("why", ask), ("message", &card.text)]);
    let line = |key: &str, what: &str| {
        el("p").child(el("b").text(words.name("more", key))).child(space()).text(what)
    };
    let rule = hold.rule.map(|rule| el("p").child(code(rule.0)));
    el("details")
        .class("why")
        .key("why")
        .child(el("summary").attr("aria-label", &label).text(ask))
        .child(line("held-by", words.name("guard", hold.guard)))
        .child(line("freed-by", words.name("until", hold.until)))
        .maybe(rule)
}
