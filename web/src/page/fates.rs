//! Receipts and fates: one row a message.

use super::card::mark;
use super::ladder::ladder;
use super::{code, nothing, space};
use crate::edition::Edition;
use crate::markup::{Markup, el};
use crate::rows::{FateRow, fate_rows};
use crate::state::State;
use midturn_locales::{Key, Words};

/// The columns in their order.
const COLUMNS: [Key; 5] =
    [Key::ColMessage, Key::ColReceipt, Key::ColPlace, Key::ColRequest, Key::ColRule];

/// The table. Its roles are written out because narrow screens stack its cells.
pub fn fates(state: &State, edition: &Edition) -> Markup {
    let words = &edition.words;
    let rows = fate_rows(&edition.teller(), state.settled);
    let panel = el("section").class("panel").child(el("h2").text(words.get(Key::Fates)));
    if rows.is_empty() {
        return panel.child(nothing("p", words.get(Key::FatesNone)));
    }
    let head = |key: &Key| {
        el("th").attr("role", "columnheader").attr("scope", "col").text(words.get(*key))
    };
    let heads = el("tr").attr("role", "row").all(COLUMNS.iter().map(head).collect());
    let rows = rows.iter().map(|one| {
        let way = state.closer().map(|words| ladder(words, edition, &one.card, state.settled));
        row(words, one, way)
    });
    let rows: Vec<Markup> = rows.collect();
    panel.child(
        el("table")
            .class("fates")
            .attr("role", "table")
            .child(el("thead").attr("role", "rowgroup").child(heads))
            .child(el("tbody").attr("role", "rowgroup").all(rows)),
    )
}

fn row(words: &Words, row: &FateRow, way: Option<Markup>) -> Markup {
    let request = match row.request {
        Some(number) => ["#", &number.to_string()].concat(),
        None => words.get(Key::InNone).to_owned(),
    };
    let message = el("th").attr("role", "rowheader").attr("scope", "row");
    let cell = |key: Key| el("td").attr("role", "cell").attr("data-column", words.get(key));
    let receipt = row.receipt.as_deref();
    el("tr")
        .attr("role", "row")
        .key(row.card.id.as_str())
        .class(&["card--", row.card.origin].concat())
        .attr("data-fate", row.card.id.as_str())
        .child(message.child(mark(&row.card)).child(space()).text(&row.card.text).maybe(way))
        .child(cell(Key::ColReceipt).child(code(receipt.unwrap_or(words.get(Key::NoAnswer)))))
        .child(cell(Key::ColPlace).text(&row.place))
        .child(cell(Key::ColRequest).text(&request))
        .child(cell(Key::ColRule).child(code(row.rule.unwrap_or("–"))))
}
