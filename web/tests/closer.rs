//! The closer look: why a card waits, the way of a message, the code of a step, the reference. Each is
//! there once it has been fetched, says what the engine says, and has a name for those who cannot see it.
#![cfg(not(target_arch = "wasm32"))]

#[allow(dead_code, reason = "the other tests use the rest of it")]
mod sample;

use midturn_engine::lab::why;
use midturn_engine::runtimes::{SYSTEMS, system};
use midturn_engine::world::{Place, TrayRole};
use midturn_locales::{MORE, RULES, Words};
use midturn_scenarios::{BUILT_IN, Language, read};
use midturn_web::action::Action;
use midturn_web::book::Book;
use midturn_web::edition::Edition;
use midturn_web::link::Link;
use midturn_web::markup::Markup;
use midturn_web::page::page;
use midturn_web::state::State;
use midturn_web::tale::Tale;
use midturn_web::track::Go;
use std::sync::Arc;

/// Kinds of step at which something is chosen. Everything else follows from its rule alone.
const CHOOSE: [&str; 27] = [
    "input.started",
    "input.steered",
    "input.refused",
    "input.injected",
    "input.recorded-idle",
    "mail.arrived",
    "mail.moved-to-pending",
    "mail.starts-turn",
    "turn.drained",
    "turn.drained-nothing",
    "turn.decided",
    "turn.cut-by-mail",
    "phase.next-turn",
    "phase.current-turn",
    "phase.kept",
    "turn.cleared",
    "session.idle",
    "queue.offers",
    "queue.consumed",
    "turn.cancelled",
    "turn.task-killed",
    "turn.marker-recorded",
    "turn.aborted",
    "turn.failed",
    "turn.retrying",
    "question.answered",
    "question.unknown",
];

const LANGUAGES: [&str; 3] = ["en", "zh-Hans", "zh-Hant"];

/// The words of a language with those for a closer look.
fn closer(language: &str) -> Words {
    let (_, more) = MORE.iter().find(|(tag, _)| *tag == language).expect("one of ours");
    sample::words(language).with(more).expect("packed by this build")
}

fn book(language: &str) -> Book {
    let (_, sentences) = RULES.iter().find(|(tag, _)| *tag == language).expect("one of ours");
    let rule = |line: &str| {
        let (id, sentence) = line.split_once('\t').expect("an id and a sentence");
        let shown = "#/codex/sample/constraint";
        format!("{id}\t{sentence}\tcore/a.rs:1-2\thttps://a.example/a.rs#L1\t\t\t{shown}\t4\tx\n")
    };
    let rules: String = sentences.lines().map(rule).collect();
    let code = "=engine/src/a.rs:7\tinput.steered\tcodex.route.steer-when-busy\n\tfn f() {\n\
                input.steered\t    kinds::STEERED\n\t}\n";
    Book::read(&rules, code, "# areas Areas\n| | A |\n| one | two |\n! codex.route.\n! *\n")
}

/// A reader who has looked closer, three steps in: a steer waits in B, mail in C.
fn state(language: &str) -> State {
    let mut state = sample::state(language);
    let tag = Language::from_tag(language).expect("one of ours");
    state.closer = Some((tag, Arc::new(closer(language))));
    state.book = Some((tag, Arc::new(book(language))));
    (0..3).for_each(|_| state.go(Go::Next));
    state
}

fn all<'a>(root: &'a Markup, is_it: &dyn Fn(&Markup) -> bool) -> Vec<&'a Markup> {
    let mut found: Vec<&Markup> = if is_it(root) { vec![root] } else { Vec::new() };
    found.extend(root.children.iter().flat_map(|child| all(child, is_it)));
    found
}

fn of_class<'a>(root: &'a Markup, class: &str) -> Vec<&'a Markup> {
    all(root, &|one| one.value("class").is_some_and(|c| c.split(' ').any(|word| word == class)))
}

#[test]
fn a_card_that_waits_says_what_holds_it_in_each_language() {
    for language in LANGUAGES {
        let (state, words) = (state(language), closer(language));
        let page = page(&state);
        let card = page.find("data-card", "limit").expect("the steer's card");
        let [fold] = of_class(card, "why")[..] else { panic!("{language}: one fold") };
        let said = fold.words();
        for (group, name) in [("guard", "tools-at-work"), ("until", "outputs-recorded")] {
            let words = words.named(group, name).expect("a word");
            assert!(said.contains(words), "{language}: {said}");
        }
        let name = fold.children[0].value("aria-label").expect("a name");
        assert!(name.contains(&*fold.children[0].words()), "the name holds what is seen: {name}");
        let asked = page.find("data-card", "ask").expect("a card that does not wait");
        assert!(of_class(asked, "why").is_empty());
    }
}

#[test]
fn without_the_words_for_it_nothing_is_offered() {
    let mut state = state("en");
    state.closer = None;
    let page = page(&state);
    for class in ["why", "ladder", "code", "reference"] {
        assert!(of_class(&page, class).is_empty(), "{class}");
    }
    assert!(page.find("data-action", "reference").is_none());
}

#[test]
fn words_in_another_language_than_the_story_are_not_used() {
    let mut state = state("en");
    state.closer = Some((Language::ZhHant, Arc::new(closer("zh-Hant"))));
    assert!(state.closer().is_none());
}

#[test]
fn the_code_of_a_step_is_shown_with_its_sentence_and_its_source() {
    let mut state = state("en");
    let button = page(&state).find("data-action", "code").cloned().expect("the button");
    assert_eq!(button.value("aria-expanded"), Some("false"));
    assert!(of_class(&page(&state), "code-panel").is_empty());
    Action::of_button("code").expect("an action").apply(&mut state);
    let page = page(&state);
    let button = page.find("data-action", "code").expect("the button");
    assert_eq!(button.value("aria-expanded"), Some("true"));
    let [panel] = of_class(&page, "code-panel")[..] else { panic!("the panel") };
    let said = panel.words();
    assert!(said.contains("input.steered") && said.contains("engine/src/a.rs:7"), "{said}");
    assert!(said.contains("joins the running turn") && said.contains("core/a.rs:1-2"), "{said}");
    let [line] = of_class(panel, "line--anchor")[..] else { panic!("one marked line") };
    assert!(line.words().contains("kinds::STEERED"));
}

#[test]
fn a_message_has_its_ladder_and_each_rung_leads_to_its_step() {
    let mut state = state("en");
    state.go(Go::Last);
    let page = page(&state);
    let row = page.find("data-fate", "limit").expect("its row");
    let [ladder] = of_class(row, "ladder")[..] else { panic!("one ladder") };
    let said = ladder.words();
    for rung in ["written", "waits: Pending input", "in request 2", "answered"] {
        assert!(said.contains(rung), "{rung}: {said}");
    }
    let links = all(ladder, &|one| one.tag == "a");
    assert!(links.len() >= 6);
    for link in links {
        let (link, faults) = Link::read(link.value("href").expect("an address"));
        assert!(faults.is_empty() && link.step.is_some());
    }
}

#[test]
fn the_reference_has_every_rule_once_with_a_link_in_the_readers_language() {
    for language in LANGUAGES {
        let mut state = state(language);
        assert!(of_class(&page(&state), "rule-entry").is_empty(), "it is folded at first");
        Action::of_button("reference").expect("an action").apply(&mut state);
        let page = page(&state);
        for rule in SYSTEMS.iter().flat_map(|system| system.vocabulary().rules) {
            let entries = all(&page, &|one| one.value("data-rule") == Some(rule.id.0));
            assert_eq!(entries.len(), 1, "{language}: {}", rule.id);
        }
        let show = page.find("data-action", "show-me").expect("a link");
        let (link, faults) = Link::read(show.value("href").expect("an address"));
        assert!(faults.is_empty());
        assert_eq!(link.language.map(Language::tag), Some(language));
        assert!(show.value("aria-label").is_some_and(|name| name.contains(&*show.words())));
        let cell = all(&page, &|one| one.value("data-column") == Some("A"));
        assert_eq!(cell[0].words(), "two");
    }
}

#[test]
fn a_book_that_cannot_be_had_is_said_in_its_place() {
    let mut state = state("en");
    state.book = None;
    state.reference_open = true;
    assert!(page(&state).words().contains("Loading the reference"));
    state.book_missing = Some("reference/code.txt".to_owned());
    assert!(page(&state).words().contains("reference/code.txt could not be loaded"));
}

#[test]
fn every_reason_and_every_rung_has_its_words() {
    for language in LANGUAGES {
        let words = closer(language);
        let knows = |group: &str, name: &str| {
            assert!(words.named(group, name).is_some(), "{language}: more/ has no {group}.{name}");
        };
        for system in SYSTEMS {
            system.vocabulary().guards.iter().for_each(|name| knows("guard", name));
            system.vocabulary().releases.iter().for_each(|name| knows("until", name));
        }
    }
}

#[test]
fn in_every_scenario_whatever_lies_in_an_area_says_why_it_waits() {
    for (name, text) in BUILT_IN {
        let story = read(name, text).unwrap_or_else(|faults| panic!("{faults:?}"));
        let tale = Tale::open(story.data, story.texts.en, 1).expect("a known system");
        for snapshot in &tale.record.snapshots {
            let waiting = snapshot
                .trays
                .iter()
                .filter(|tray| tray.role == TrayRole::Staging || tray.place == Place::CHANNEL);
            for (tray, card) in waiting.flat_map(|tray| tray.cards.iter().map(move |c| (tray, c))) {
                let hold = why(tale.system, &tale.record, snapshot.step, card);
                let place = format!("{name} {}: {card} in {}", snapshot.step, tray.place);
                let hold = hold.unwrap_or_else(|| panic!("{place} waits for nothing"));
                assert!(
                    tale.system.vocabulary().guards.contains(&hold.guard),
                    "{place}: {}",
                    hold.guard
                );
                assert!(
                    tale.system.vocabulary().releases.contains(&hold.until),
                    "{place}: {}",
                    hold.until
                );
            }
        }
    }
}

#[test]
fn every_decision_names_its_conditions() {
    let mut seen: Vec<&str> = Vec::new();
    for (name, text) in BUILT_IN {
        let story = read(name, text).unwrap_or_else(|faults| panic!("{faults:?}"));
        let tale = Tale::open(story.data, story.texts.en, 1).expect("a known system");
        let decided = tale.record.steps.iter().filter(|step| step.rule.is_some());
        for step in decided.filter(|step| CHOOSE.contains(&step.kind.0)) {
            assert!(!step.facts.is_empty(), "{name} {}: {} has no condition", step.seq, step.kind);
            seen.push(step.kind.0);
        }
    }
    for kind in CHOOSE {
        assert!(seen.contains(&kind), "no scenario decides {kind}");
    }
}

#[test]
fn a_story_says_what_it_switches_on_and_since_when_that_is_there() {
    let sampled = system(&sample::data().plan.system).expect("a known system");
    let switch = sampled.switches[0];
    let mut data = sample::data();
    Arc::make_mut(&mut data.plan)
        .initial
        .settings
        .push((switch.setting.to_owned(), "on".to_owned()));
    let tale = Tale::open(data, sample::texts(), 7).expect("a known system");
    let mut state = state("en");
    let edition = state.edition.take().expect("an edition");
    let edition = Edition::new(edition.language, edition.words.clone(), sample::catalog(), tale);
    state.edition = Some(Arc::new(edition));
    let page = page(&state);
    let said = page.find("data-switch", switch.setting).expect("a tag").words();
    assert!(said.contains(switch.since) && said.contains(switch.setting), "{said}");
}

#[test]
fn what_a_tool_has_changed_is_shown_when_the_stop_arrives() {
    let ledger = BUILT_IN.iter().filter(|(name, _)| name.ends_with("X-ledger.toml"));
    let mut stopped = 0;
    for (name, text) in ledger {
        let story = read(name, text).unwrap_or_else(|faults| panic!("{faults:?}"));
        let tale = Tale::open(story.data, story.texts.en, 1).expect("a known system");
        let mut state = state("en");
        let edition = state.edition.take().expect("an edition");
        let words = edition.words.clone();
        let edition = Edition::new(edition.language, words, sample::catalog(), tale);
        let last = edition.tale.record.last();
        state.edition = Some(Arc::new(edition));
        for n in 0..=last {
            state.jump(n);
            let page = page(&state);
            let entries = all(&page, &|one| one.value("data-done").is_some());
            stopped += entries.iter().filter(|one| one.words().contains("stays changed")).count();
            assert!(n == 0 || n < last || !entries.is_empty(), "{name}: something has changed");
        }
    }
    assert!(stopped > 0, "one of them was stopped on the way");
}
