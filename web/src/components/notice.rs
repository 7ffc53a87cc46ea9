//! What went wrong: a link that could not be followed in full, a file that could not be loaded.

use crate::link::Fault;
use crate::load::Problem;
use crate::reader::Reader;
use leptos::prelude::*;
use midturn_locales::{Key, Words};
use std::sync::Arc;

/// What went wrong, if anything.
#[component]
pub fn Notice(reader: Reader, words: Signal<Arc<Words>>) -> impl IntoView {
    let problem = move || {
        let (words, problem) = (words.get(), reader.problem.get()?);
        Some(view! {
            <div class="notice notice--problem" role="alert">
                <h2>{words.get(Key::ErrorTitle).to_owned()}</h2>
                <p>{explain(&words, &problem)}</p>
            </div>
        })
    };
    let faults = move || {
        let (words, faults) = (words.get(), reader.faults.get());
        (!faults.is_empty()).then(|| {
            let lines = faults.iter().map(|fault| view! { <p>{describe(&words, fault)}</p> });
            view! {
                <div class="notice" role="status">
                    <h2>{words.get(Key::LinkTitle).to_owned()}</h2>
                    {lines.collect_view()}
                    <button type="button" class="button" on:click=move |_| reader.faults.set(Vec::new())>
                        {words.get(Key::Dismiss).to_owned()}
                    </button>
                </div>
            }
        })
    };
    view! { {problem} {faults} }
}

fn explain(words: &Words, problem: &Problem) -> String {
    match problem {
        Problem::Missing(file) => words.fill(Key::ErrorLoad, &[("file", file)]),
        Problem::OtherVersion(file) => words.fill(Key::ErrorVersion, &[("file", file)]),
        Problem::System(name) => words.fill(Key::ErrorSystem, &[("name", name)]),
        Problem::NoStories => words.get(Key::ErrorEmpty).to_owned(),
    }
}

fn describe(words: &Words, fault: &Fault) -> String {
    let (key, name) = match fault {
        Fault::Unreadable => (Key::LinkUnreadable, ""),
        Fault::System(name) => (Key::LinkSystem, name.as_str()),
        Fault::Story(name) => (Key::LinkStory, name.as_str()),
        Fault::Step(name) => (Key::LinkStep, name.as_str()),
        Fault::Language(name) => (Key::LinkLanguage, name.as_str()),
        Fault::View(name) => (Key::LinkView, name.as_str()),
        Fault::Changed => (Key::LinkChanged, ""),
    };
    words.fill(key, &[("name", name)])
}
