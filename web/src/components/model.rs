//! The right column: what the model says now, and the last request it was handed.

use super::card::item;
use super::shelf::shelves;
use crate::stage::{Asked, Stage};
use leptos::prelude::*;
use midturn_locales::{Key, Words};

/// What the model says.
pub fn model(words: &Words, stage: &Stage) -> AnyView {
    let state = match stage.response {
        Some(number) => words.fill(Key::Streaming, &[("number", &number.to_string())]),
        None => words.get(Key::Silent).to_owned(),
    };
    view! {
        <h2>{words.get(Key::Model).to_owned()}</h2>
        <p class=if stage.response.is_some() { "speech speech--on" } else { "speech" }>{state}</p>
        {shelves(words, stage.speech.clone(), "passing")}
    }
    .into_any()
}

/// What was new in the last request. The fold with the rest stays outside: it keeps its state.
pub fn asked(words: &Words, request: Option<&Asked>) -> AnyView {
    let Some(request) = request else {
        return view! { <p class="empty">{words.get(Key::NoRequest).to_owned()}</p> }.into_any();
    };
    let title = words.fill(Key::RequestNew, &[("number", &request.number.to_string())]);
    let nothing = request
        .new
        .is_empty()
        .then(|| view! { <p class="empty">{words.get(Key::RequestNothing).to_owned()}</p> });
    let new: Vec<AnyView> = request.new.iter().cloned().map(item).collect();
    view! {
        <div class="request" data-request=request.number.to_string() data-moved=request.fresh.then_some("")>
            <h3 class="request-title">{title.clone()} " " <span class="tag">{request.turn.clone()}</span></h3>
            <ol class="items" aria-label=title>{new}</ol>
            {nothing}
        </div>
    }
    .into_any()
}

/// What the request before already held, as plain lines: they are not new, so they carry no hook.
pub fn known(request: Option<&Asked>) -> AnyView {
    let lines = request.map(|request| request.known.as_slice()).unwrap_or_default();
    let line = |card: &crate::card::Card| {
        view! { <li>{super::card::mark(card.letter)} " " {card.text.clone()}</li> }.into_any()
    };
    view! { <ol class="known">{lines.iter().map(line).collect::<Vec<_>>()}</ol> }.into_any()
}
