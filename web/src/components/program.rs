//! The middle column: the running program. It draws whatever areas and flags the runtime reports.

use super::card::card;
use super::shelf::shelves;
use super::signal::signal;
use crate::stage::{Chip, Stage, Tool};
use leptos::prelude::*;
use midturn_locales::{Key, Words};

/// The running program, without its history.
pub fn program(words: &Words, stage: &Stage) -> AnyView {
    let signals: Vec<AnyView> =
        stage.signals.iter().map(|flag| signal(words, flag.clone())).collect();
    view! {
        <div class="program-head">
            <h2>{words.get(Key::Program).to_owned()}</h2>
            {chip(words, stage.turn.as_ref())}
        </div>
        <div class="staging">{shelves(words, stage.staging.clone(), "staging")}</div>
        {signals}
        <div class="passing">
            {shelves(words, stage.passing.clone(), "passing")}
            {tools(words, &stage.tools)}
        </div>
    }
    .into_any()
}

fn chip(words: &Words, turn: Option<&Chip>) -> AnyView {
    match turn {
        None => view! { <p class="chip chip--none">{words.get(Key::NoTurn).to_owned()}</p> }.into_any(),
        Some(turn) => view! {
            <p class="chip" data-turn=turn.id.clone() data-state=turn.state_name>
                {words.get(Key::Turn).to_owned()} " " <code>{turn.id.clone()}</code>
                <span class="tag">{turn.kind.clone()}</span>
                <span class="tag">{turn.state.clone()}</span>
            </p>
        }
        .into_any(),
    }
}

fn tools(words: &Words, tools: &[Tool]) -> AnyView {
    let rows: Vec<AnyView> = tools.iter().map(|one| tool(words, one)).collect();
    let none =
        rows.is_empty().then(|| view! { <p class="empty">{words.get(Key::NoTools).to_owned()}</p> });
    view! {
        <div class="tray tray--passing" data-tools="">
            <h3 class="tray-name">{words.get(Key::Tools).to_owned()}</h3>
            <ul class="tools" aria-label=words.get(Key::Tools).to_owned()>{rows}</ul>
            {none}
        </div>
    }
    .into_any()
}

fn tool(words: &Words, tool: &Tool) -> AnyView {
    let wakeable =
        tool.wakeable.then(|| view! { <span class="tag">{words.get(Key::Wakeable).to_owned()}</span> });
    view! {
        <li class="tool" data-tool=tool.call.clone()>
            <code>{tool.name.clone()}</code> <span class="tag">{tool.state.clone()}</span> {wakeable}
        </li>
    }
    .into_any()
}

/// What was recorded in this step.
pub fn recorded(words: &Words, stage: &Stage) -> AnyView {
    let cards: Vec<AnyView> = stage.recorded.iter().map(|one| card(words, one.clone())).collect();
    view! { <ul class="cards" aria-label=words.get(Key::History).to_owned()>{cards}</ul> }.into_any()
}

/// The history before that.
pub fn earlier(words: &Words, stage: &Stage) -> AnyView {
    let cards: Vec<AnyView> = stage.history.iter().map(|one| card(words, one.clone())).collect();
    view! { <ol class="cards">{cards}</ol> }.into_any()
}
