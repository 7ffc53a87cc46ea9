//! The question before a step. The run itself judges the answer.

use crate::edition::Edition;
use crate::reader::Reader;
use crate::tale::Question;
use crate::track::Go;
use leptos::prelude::*;
use midturn_locales::Key;
use std::sync::Arc;

/// The question that stands before the next step, if one does.
#[component]
pub fn QuizView(reader: Reader, edition: Arc<Edition>) -> impl IntoView {
    let asked = edition.clone();
    let current = Memo::new(move |_| {
        let next = reader.target(Go::Next)?;
        let question = asked.tale.question_between(reader.at.get(), next)?;
        let given = reader.answers.with(|all| all.iter().find(|(known, _)| *known == question.index).copied());
        Some((reader.at.get(), next, given.map(|(_, option)| option)))
    });
    move || {
        let (at, next, given) = current.get()?;
        Some(ask(reader, &edition, edition.tale.question_between(at, next)?, given))
    }
}

fn ask(reader: Reader, edition: &Edition, question: Question<'_>, given: Option<usize>) -> AnyView {
    let words = &edition.words;
    let right = |option| question.quiz.is_right(option, &edition.tale.record, question.step);
    let index = question.index;
    let options = question.texts.options.iter().enumerate().map(|(option, text)| {
        let state = given.map(|_| if right(option) { "right" } else { "wrong" });
        let chosen = given == Some(option);
        view! {
            <li>
                <button type="button" class="button option" data-option=option.to_string() data-verdict=state
                    aria-pressed=chosen.to_string() aria-disabled=given.map(|_| "true")
                    on:click=move |_| reader.answer(index, option)>
                    {text.clone()}
                </button>
            </li>
        }
        .into_any()
    });
    let verdict = given.map(|option| {
        let verdict = words.get(if right(option) { Key::QuizRight } else { Key::QuizWrong }).to_owned();
        view! { <p class="verdict" role="status"><strong>{verdict}</strong> " " {question.texts.why.clone()}</p> }
    });
    let hint = given.is_none().then(|| view! { <p class="aside">{words.get(Key::QuizSkip).to_owned()}</p> });
    view! {
        <div class="quiz" role="group" aria-label=words.get(Key::Quiz).to_owned() data-quiz=index.to_string()>
            <p class="ask">{question.texts.ask.clone()}</p>
            <ul class="options">{options.collect::<Vec<_>>()}</ul>
            {verdict} {hint}
        </div>
    }
    .into_any()
}
