//! The event log: submissions go in, events come out.

use crate::edition::Edition;
use crate::reader::Reader;
use crate::rows::{LogRow, log_rows};
use leptos::prelude::*;
use midturn_locales::{Key, Words};
use std::sync::Arc;

/// The log, the newest line first.
#[component]
pub fn Log(reader: Reader, edition: Arc<Edition>) -> impl IntoView {
    let drawn = edition.clone();
    let rows = move || {
        let rows = log_rows(&drawn.teller(), reader.settled.get());
        if rows.is_empty() {
            return view! { <p class="empty">{drawn.words.get(Key::LogNone).to_owned()}</p> }.into_any();
        }
        let rows: Vec<AnyView> = rows.into_iter().rev().map(|one| line(&drawn.words, one)).collect();
        view! { <ol class="log" reversed=true>{rows}</ol> }.into_any()
    };
    view! {
        <section class="panel">
            <h2>{edition.words.get(Key::Log).to_owned()}</h2>
            <p class="aside">{edition.words.get(Key::LogHint).to_owned()}</p>
            {rows}
        </section>
    }
}

fn line(words: &Words, row: LogRow) -> AnyView {
    let (class, key) =
        if row.inward { ("log-in", Key::LogIn) } else { ("log-out", Key::LogOut) };
    view! {
        <li class=class>
            <span class="tag">{words.get(key).to_owned()}</span> " "
            <code>{row.name}</code> " " <span class="log-about">{row.about}</span>
        </li>
    }
    .into_any()
}
