//! Receipts and fates: one row a message.

use super::card::mark;
use crate::edition::Edition;
use crate::reader::Reader;
use crate::rows::{FateRow, fate_rows};
use leptos::prelude::*;
use midturn_locales::{Key, Words};
use std::sync::Arc;

/// The columns in their order.
const COLUMNS: [Key; 5] =
    [Key::ColMessage, Key::ColReceipt, Key::ColPlace, Key::ColRequest, Key::ColRule];

/// The table. Its roles are written out because narrow screens stack its cells.
#[component]
pub fn Fates(reader: Reader, edition: Arc<Edition>) -> impl IntoView {
    let drawn = edition.clone();
    let rows = move || {
        let rows = fate_rows(&drawn.teller(), reader.settled.get());
        if rows.is_empty() {
            return view! { <p class="empty">{drawn.words.get(Key::FatesNone).to_owned()}</p> }.into_any();
        }
        table(&drawn.words, rows)
    };
    view! {
        <section class="panel">
            <h2>{edition.words.get(Key::Fates).to_owned()}</h2>
            {rows}
        </section>
    }
}

fn table(words: &Words, rows: Vec<FateRow>) -> AnyView {
    let heads: Vec<AnyView> = COLUMNS
        .iter()
        .map(|key| view! { <th role="columnheader" scope="col">{words.get(*key).to_owned()}</th> }.into_any())
        .collect();
    let rows: Vec<AnyView> = rows.into_iter().map(|one| row(words, one)).collect();
    view! {
        <table class="fates" role="table">
            <thead role="rowgroup"><tr role="row">{heads}</tr></thead>
            <tbody role="rowgroup">{rows}</tbody>
        </table>
    }
    .into_any()
}

fn row(words: &Words, row: FateRow) -> AnyView {
    let request = row.request.map_or_else(
        || words.get(Key::InNone).to_owned(),
        |number| ["#", &number.to_string()].concat(),
    );
    let receipt = row.receipt.unwrap_or_else(|| words.get(Key::NoAnswer).to_owned());
    let cell = |key: Key, content: AnyView| {
        view! { <td role="cell" data-column=words.get(key).to_owned()>{content}</td> }.into_any()
    };
    view! {
        <tr role="row" class=["card--", row.card.origin].concat() data-fate=row.card.id.to_string()>
            <th role="rowheader" scope="row">{mark(row.card.letter)} " " {row.card.text}</th>
            {cell(Key::ColReceipt, view! { <code>{receipt}</code> }.into_any())}
            {cell(Key::ColPlace, row.place.into_any())}
            {cell(Key::ColRequest, request.into_any())}
            {cell(Key::ColRule, view! { <code>{row.rule.unwrap_or("–")}</code> }.into_any())}
        </tr>
    }
    .into_any()
}
