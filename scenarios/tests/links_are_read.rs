//! Any text at all as a link, and any link as a text.
#![cfg(not(target_arch = "wasm32"))]

use midturn_scenarios::carried::{carry, unpack};
use midturn_scenarios::link::{Fault, Grain, Link};
use midturn_scenarios::{BUILT_IN, Language};
use proptest::prelude::*;

/// What a reading may never be, whatever was read.
fn is_sound(text: &str) -> Result<(), TestCaseError> {
    let (link, faults) = Link::read(text);
    let names = [&link.system, &link.story, &link.step];
    for name in names.into_iter().flatten() {
        prop_assert!(!name.is_empty() && !name.chars().any(char::is_control), "{name:?}");
    }
    let is_refused = faults.iter().any(|fault| matches!(fault, Fault::Unreadable | Fault::TooLong));
    if is_refused {
        prop_assert_eq!(&link, &Link::default(), "what is not understood asks for nothing");
        prop_assert_eq!(faults.len(), 1);
    }
    // What was understood is written so that it is understood the same.
    if link.fits() {
        prop_assert_eq!(Link::read(&link.write()).0, link);
    }
    Ok(())
}

fn name() -> impl Strategy<Value = Option<String>> {
    // No name ends with what may belong to the sentence around a link.
    prop::option::of("[^\\p{C}]{0,20}[a-z0-9]")
}

fn link() -> impl Strategy<Value = Link> {
    let languages = prop::option::of(prop::sample::select(Language::ALL.to_vec()));
    let views = prop::option::of(prop::sample::select(vec![Grain::Told, Grain::Every]));
    let texts = prop::option::of("[A-Za-z0-9_-]{1,40}");
    (name(), name(), name(), languages, views, texts, prop::option::of(any::<u64>())).prop_map(
        |(system, story, step, language, view, toml, version)| {
            let story = story.filter(|_| system.is_some());
            let step = step.filter(|_| story.is_some());
            Link { system, story, step, language, view, toml, version }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_without_harm(text in any::<String>(), rest in "[#/?&=%.~a-z0-9]{0,60}") {
        is_sound(&text)?;
        is_sound(&format!("#/{text}"))?;
        is_sound(&format!("#/codex/{rest}"))?;
        is_sound(&format!("#/codex/stop?lang={text}&view={rest}&toml={text}&v={rest}"))?;
    }

    #[test]
    fn any_link_reads_back_as_it_was_written(link in link()) {
        let text = link.write();
        prop_assert_eq!(Link::read(&text), (link, vec![]));
        prop_assert!(text.is_ascii() && !text.contains([' ', '"', '<', '>', '(', ')', '\'']));
    }

    #[test]
    fn a_link_that_was_cut_or_changed_is_read_without_harm(link in link(), at in any::<prop::sample::Index>(), byte in any::<char>()) {
        let text = link.write();
        let at = at.index(text.len());
        is_sound(&text[..at])?;
        is_sound(&format!("{}{byte}{}", &text[..at], &text[at..]))?;
    }

    #[test]
    fn any_text_is_carried_or_refused_and_comes_back(text in any::<String>(), wild in "[A-Za-z0-9_-]{0,200}") {
        if let Some(carried) = carry(&text) {
            prop_assert_eq!(unpack(&carried), Ok(text));
        }
        // Whatever else is given, it is a text or it is damaged.
        let _ = unpack(&wild);
    }
}

#[test]
fn a_story_of_usual_length_fits_into_a_link_and_a_long_one_does_not() {
    let stories = BUILT_IN.iter().filter(|(name, _)| name.starts_with("course/"));
    let (mut fitting, mut too_long) = (0, 0);
    for (name, text) in stories {
        let Some(carried) = carry(text) else {
            too_long += 1;
            continue;
        };
        let names = ["codex", "mine", "done"].map(|name| Some(name.to_owned()));
        let [system, story, step] = names;
        let link =
            Link { system, story, step, toml: Some(carried), version: Some(1), ..Link::default() };
        let (read, faults) = Link::read(&link.write());
        if link.fits() {
            fitting += 1;
            assert_eq!(faults, []);
            assert_eq!(read.toml.as_deref().map(unpack), Some(Ok((*text).to_owned())), "{name}");
        }
    }
    assert!(fitting >= 15 && too_long >= 1, "{fitting} fit and {too_long} do not");
}
