//! The reader's queue as it is drawn: what can be done with it, in every language.
#![cfg(not(target_arch = "wasm32"))]

#[allow(dead_code, reason = "the unit tests use the rest of it")]
mod sample;

use midturn_engine::ground::Millis;
use midturn_engine::lab::Addition;
use midturn_engine::lab::durable::{Process, Progress};
use midturn_engine::lab::plan::{Act, Input, Operation, Plan, Trigger, TriggerEvent};
use midturn_engine::runtimes::durable::{HOME, MemoryStore};
use midturn_engine::world::{Actor, Content, Message, MessageId, Origin};
use midturn_locales::{MORE, Words};
use midturn_web::markup::Markup;
use midturn_web::queue::inputs;
use midturn_web::queue::shown::{Hold, Refused, Shown, Stage};
use midturn_web::queue::store::Trouble;
use midturn_web::queue::view::view;
use midturn_web::tale::Tale;
use std::sync::Arc;

fn all_words() -> impl Iterator<Item = (&'static str, Words)> {
    MORE.iter().map(|(language, more)| {
        (*language, sample::words(language).with(more).expect("packed by this build"))
    })
}

/// A text's name: its letters.
fn name_of(text: &str) -> MessageId {
    text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().into()
}

/// Queues these texts, each under its own name, then does these things.
fn shown(texts: &[&str], then: &[&str]) -> Shown {
    let mut process = Process::begin(inputs::plan(), Box::new(MemoryStore::default()));
    let adds = texts.iter().map(|text| ("queue-add", Some(*text)));
    for (index, (name, text)) in adds.chain(then.iter().map(|name| (*name, None))).enumerate() {
        let message = text.map(|text| Message {
            id: name_of(text),
            origin: Origin::User,
            content: Content::UserText,
            text: text.to_owned(),
        });
        let operation =
            Operation { name: name.to_owned(), message: text.map(name_of), args: Vec::new() };
        let input = Input {
            id: format!("input-{index}").into(),
            actor: Actor::User,
            when: Trigger { event: TriggerEvent::Start, plus: Millis::ZERO },
            act: Act::Operate(operation),
        };
        process.add(Addition { input, message }).expect("it fits");
        while process.advance() == Progress::Stepped {}
    }
    let record = process.record().clone();
    let plan =
        Plan { system: HOME.name.to_owned(), inputs: record.inputs.clone(), ..inputs::plan() };
    let hold = if then.contains(&"load") { Hold::Loaded } else { Hold::Closed };
    let tale = Tale::untold(plan, record).ok().map(Arc::new);
    Shown { stage: Stage::Open, hold, tale, ..Shown::default() }
}

fn buttons(markup: &Markup) -> Vec<String> {
    let own = markup.value("data-queue").filter(|_| markup.value("data-item").is_none());
    let own = own.map(str::to_owned);
    own.into_iter().chain(markup.children.iter().flat_map(buttons)).collect()
}

#[test]
fn it_offers_what_can_be_done() {
    let (_, words) = all_words().next().expect("a language");
    let offered = |shown: &Shown| buttons(&view(shown, &words));
    assert_eq!(offered(&Shown::default()), ["open"]);
    assert_eq!(offered(&shown(&["a"], &[])), ["load"]);
    assert_eq!(offered(&shown(&[], &["load"])), [""; 0]);
    assert_eq!(offered(&shown(&["a", "b"], &["load"])), ["answer", "interrupt"]);
    assert_eq!(offered(&shown(&["a", "b"], &["load", "interrupt"])), ["start"]);
}

#[test]
fn a_text_moves_by_one_place_and_not_beyond_the_ends() {
    let shown = shown(&["a", "b", "c"], &[]);
    let moved = |item: &str, up| {
        let order = shown.moved(&item.into(), up)?;
        Some(order.iter().map(MessageId::as_str).collect::<String>())
    };
    assert_eq!(moved("c", true).as_deref(), Some("acb"));
    assert_eq!(moved("a", false).as_deref(), Some("bac"));
    assert_eq!(moved("a", true), None);
    assert_eq!(moved("c", false), None);
    assert_eq!(moved("d", true), None);
}

#[test]
fn text_is_text() {
    let (_, words) = all_words().next().expect("a language");
    let drawn = view(&shown(&["<b>"], &[]), &words);
    let card = drawn.find("data-own-card", "b").expect("it waits");
    assert!(card.words().starts_with("<b>"), "{}", card.words());
}

#[test]
fn every_word_of_it_is_there_in_every_language() {
    let all = [Trouble::Refused, Trouble::Full, Trouble::Older, Trouble::Newer, Trouble::Corrupt];
    let mut states = vec![
        Shown::default(),
        Shown { stage: Stage::Opening, ..Shown::default() },
        shown(&[], &[]),
        shown(&["a", "b"], &["load"]),
        shown(&["a", "b"], &["load", "interrupt"]),
        Shown { hold: Hold::InLine, troubles: all.to_vec(), ..shown(&["a", "b"], &[]) },
        Shown { editing: Some("a".into()), ..shown(&["a"], &[]) },
        Shown { refused: Some(Refused::Form("why".to_owned())), ..shown(&["a"], &[]) },
    ];
    states.push(shown(&["a"], &["load", "load"]));
    for (language, words) in all_words() {
        for shown in &states {
            let drawn = view(shown, &words).words();
            // A missing word is shown by its name, and an unfilled one by its braces.
            let names = ["storage-", "status-", "thread-", "waiting-", "given-", "is-first", "{"];
            for name in names {
                assert!(!drawn.contains(name), "{language}: {name} in {drawn}");
            }
        }
    }
}
