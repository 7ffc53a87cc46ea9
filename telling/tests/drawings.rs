//! Figures of every story, and of stories whose texts are anything at all.
#![cfg(not(target_arch = "wasm32"))]

#[allow(dead_code, reason = "the unit tests use the rest of it")]
mod sample;

use midturn_scenarios::carried::{TEXT_MAX, unpack};
use midturn_scenarios::documents::find::{self, Asks};
use midturn_scenarios::documents::library::Library;
use midturn_scenarios::{BUILT_IN, Language, StoryData, Texts, fingerprint, pack, read};
use midturn_telling::drawing::snippet::{Embed, link, snippet};
use midturn_telling::drawing::svg::{Colours, Look, svg};
use midturn_telling::drawing::{Scene, mermaid::mermaid, text::text};
use midturn_telling::edition::Edition;
use midturn_telling::tale::Tale;
use midturn_telling::track::Grain;
use proptest::prelude::*;
use std::path::Path;
use std::sync::Arc;

const LOOKS: [Look; 4] = [
    Look { width: Look::WIDE, colours: Colours::Surroundings },
    Look { width: Look::WIDE, colours: Colours::Auto },
    Look { width: Look::NARROW, colours: Colours::Light },
    Look { width: 0, colours: Colours::Dark },
];

fn edition(data: StoryData, texts: Texts, language: Language) -> Edition {
    let tale = Tale::open(data, texts, 7).expect("a known system");
    Edition::new(language, Arc::new(sample::words(language.tag())), sample::catalog(), tale)
}

/// Reads a picture as XML and looks at what must hold for each.
fn look_at(picture: &str, scene: &Scene<'_>) {
    let read =
        roxmltree::Document::parse(picture).unwrap_or_else(|error| panic!("{error}\n{picture}"));
    let root = read.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    let first: Vec<&str> = root
        .children()
        .filter(|node| node.is_element())
        .map(|node| node.tag_name().name())
        .collect();
    assert_eq!(first[..2], ["title", "desc"]);
    let [width, height] = [2, 3].map(|part| {
        let view = root.attribute("viewBox").expect("it has a size");
        view.split(' ').nth(part).and_then(|number| number.parse::<u32>().ok()).expect("a number")
    });
    let number = |node: &roxmltree::Node<'_, '_>, name| {
        node.attribute(name)
            .filter(|value| *value != "100%")
            .map_or(0, |value| value.parse::<u32>().expect("a whole number"))
    };
    for node in read.descendants().filter(|node| node.is_element()) {
        let name = node.tag_name().name();
        assert!(
            ["svg", "title", "desc", "style", "rect", "circle", "path", "text"].contains(&name),
            "{name}"
        );
        for attribute in node.attributes() {
            let name = attribute.name();
            assert!(!name.starts_with("on") && !["style", "href", "id"].contains(&name), "{name}");
        }
        assert!(number(&node, "x") + number(&node, "width") <= width, "{node:?}");
        assert!(number(&node, "y") + number(&node, "height") <= height, "{node:?}");
    }
    assert!(!picture.contains("\n\n"), "a blank line would end it in Markdown");
    assert_eq!(root.attribute("lang"), Some(scene.edition.language.tag()));
}

#[test]
fn every_story_is_drawn_at_every_told_step_in_every_language() {
    let mut longest = 0;
    for (name, source) in BUILT_IN.iter().filter(|(name, _)| !name.starts_with("cases")) {
        let story = read(name, source).unwrap_or_else(|faults| panic!("{faults:?}"));
        for language in Language::ALL {
            let edition = edition(story.data.for_page(), story.texts(language).clone(), language);
            let last = edition.track(Grain::Told).stop(usize::MAX);
            let stops = edition.track(Grain::Told).stops().iter().chain(&[0]);
            for step in stops.copied() {
                let scene = Scene { edition: &edition, grain: Grain::Told, step };
                let look = LOOKS[usize::try_from(step).expect("small") % LOOKS.len()];
                let picture = svg(&scene, look);
                look_at(&picture, &scene);
                assert!(picture.len() < 40_000, "{name} {step}: {} bytes", picture.len());
                // The rest only grows with the steps.
                if step == 0 || step == last {
                    assert_eq!(picture, svg(&scene, look));
                    longest = longest.max(mermaid(&scene).len());
                }
                assert!(text(&scene).lines().count() >= 4);
            }
        }
    }
    assert!(longest < 40_000, "Mermaid draws no more: {longest}");
}

/// Looks at a snippet as Markdown and HTML readers do.
fn look_at_snippet(scene: &Scene<'_>, embed: &Embed<'_>) {
    let pasted = snippet(scene, embed);
    assert!(!pasted.contains("\n\n"), "a blank line ends it in Markdown");
    assert!(!pasted.contains(['{', '}']), "MDX reads an expression in braces");
    assert!(
        !pasted.contains("<style") && !pasted.contains(" style="),
        "a host's policy forbids it"
    );
    for found in [find::in_html(&pasted), find::in_markdown(&pasted)] {
        let Some(Asks::Player(player)) = found.first().map(|embed| &embed.asks) else {
            panic!("it is a player: {pasted}");
        };
        assert_eq!(player.get("lang"), Some(scene.edition.language.tag()));
        assert_eq!(found.len(), 1 + usize::from(embed.site.is_some()));
    }
}

#[test]
fn a_snippet_is_found_and_approved_by_the_check_of_documents() {
    let mut library = Library::default();
    for (name, source) in BUILT_IN.iter().filter(|(name, _)| name.starts_with("course")) {
        let story = read(name, source).unwrap_or_else(|faults| panic!("{faults:?}"));
        let data = story.data.for_page();
        let print = fingerprint(&pack(&data));
        let tale = Tale::open(data, story.texts.zh_hant.clone(), print).expect("a known system");
        let words = Arc::new(sample::words("zh-Hant"));
        let edition = Edition::new(Language::ZhHant, words, sample::catalog(), tale);
        let step = edition.track(Grain::Told).stop(3);
        let scene = Scene { edition: &edition, grain: Grain::Told, step };
        let embed = Embed { site: Some("https://midturn.example/"), ..Embed::default() };
        look_at_snippet(&scene, &embed);
        for embed in find::in_markdown(&snippet(&scene, &embed)) {
            let here = Path::new(".");
            assert_eq!(library.problems(&embed, here, here), [], "{name}");
        }
    }
}

#[test]
fn a_link_carries_a_scenario_of_the_authors_own_unless_it_is_too_long() {
    let edition = sample::edition("en");
    let scene = Scene { edition: &edition, grain: Grain::Told, step: 0 };
    let source = "id = \"sample\"\n";
    let carried = link(&scene, Some(source)).and_then(|link| link.toml).expect("it is short");
    assert_eq!(unpack(&carried).as_deref(), Ok(source));
    assert_eq!(link(&scene, None).and_then(|link| link.toml), None);
    assert_eq!(link(&scene, Some(&"x".repeat(TEXT_MAX + 1))), None);
    let embed =
        Embed { site: Some("https://a.example/"), source: Some(source), ..Embed::default() };
    let pasted = snippet(&scene, &embed);
    assert!(pasted.contains("<script type=\"application/toml\">\nid = "));
    assert!(!pasted.contains(" scenario="));
    assert!(pasted.contains(&format!("&amp;toml={carried}&amp;v=")), "{pasted:.900}");
}

#[test]
fn a_snippet_can_show_a_picture_that_is_a_file() {
    let edition = sample::edition("en");
    let scene = Scene { edition: &edition, grain: Grain::Told, step: 0 };
    let embed = Embed { picture: Some("a \"b\".svg"), theme: Some("dark"), ..Embed::default() };
    let pasted = snippet(&scene, &embed);
    assert!(pasted.contains("<img src=\"a &quot;b&quot;.svg\" alt=\"Nothing has happened yet."));
    assert!(
        pasted.contains(" theme=\"dark\"")
            && !pasted.contains(" step=")
            && !pasted.contains("<svg")
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_drawn_as_text(wild in "\\PC{0,80}|[<>&\"'{};#%\\p{Cc}\\p{Cf}\u{fffe}]{0,40}|\\p{Han}{0,200}|x{0,400}", step in 0u32..30) {
        let mut data = sample::data();
        let plan = Arc::make_mut(&mut data.plan);
        plan.messages.iter_mut().for_each(|message| message.text.clone_from(&wild));
        plan.tools.iter_mut().for_each(|tool| tool.output.clone_from(&wild));
        let mut texts = sample::texts();
        texts.question.clone_from(&wild);
        texts.beats.iter_mut().for_each(|beat| beat.clone_from(&wild));
        let edition = edition(data, texts, Language::ZhHans);
        let step = step.min(edition.tale.record.last());
        for look in LOOKS {
            let scene = Scene { edition: &edition, grain: Grain::Every, step };
            look_at(&svg(&scene, look), &scene);
            let diagram = mermaid(&scene);
            prop_assert!(diagram.lines().skip(1).all(|line| line.starts_with("    ")));
            let is_read = diagram.contains(['<', '"', '%', '{', '`', '\u{202e}']);
            prop_assert!(!is_read, "Mermaid would read it");
        }
        look_at_snippet(&Scene { edition: &edition, grain: Grain::Every, step }, &Embed::default());
    }
}
