//! The ladder of a message: every rung it has reached, and by which rule.

use super::{code, space};
use crate::card::Card;
use crate::edition::Edition;
use crate::markup::{Markup, el};
use crate::track::Grain;
use midturn_engine::lab::{self, Rung, RungKind};
use midturn_locales::{Words, fill};

/// The fold with a message's ladder at step `n`.
pub fn ladder(words: &Words, edition: &Edition, card: &Card, n: u32) -> Markup {
    let name = words.name("more", "ladder");
    let tale = &edition.tale;
    let rungs = lab::ladder(tale.system, &tale.record, n, &card.id);
    let of = words.name("more", "ladder-of");
    let label = fill(of, &[("ladder", name), ("message", &card.text)]);
    let rows = rungs.iter().map(|one| rung(words, edition, one)).collect();
    el("details")
        .class("ladder")
        .key("ladder")
        .child(el("summary").attr("aria-label", &label).text(name))
        .child(el("ol").attr("aria-label", &label).all(rows))
}

fn rung(words: &Words, edition: &Edition, rung: &Rung) -> Markup {
    let (place, number) = match rung.what {
        RungKind::Waits(place) => (edition.teller().place(&place), String::new()),
        RungKind::InRequest(number) | RungKind::Answered(number) => {
            (String::new(), number.to_string())
        }
        _ => Default::default(),
    };
    let said = words.name("rung", rung.what.name());
    let said = fill(said, &[("place", &place), ("number", &number)]);
    let link = edition.link(rung.step, Grain::Every).write();
    let item = el("li").child(el("a").attr("href", &link).text(&said));
    match rung.rule {
        Some(rule) => item.child(space()).child(code(rule.0)),
        None => item,
    }
}
