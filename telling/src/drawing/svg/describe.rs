//! The picture in words, for those who cannot see it: the sentence, and what lies where.

use crate::card::Card;
use crate::drawing::Scene;
use crate::stage::Stage;
use midturn_locales::{Key, fill};

/// The sentence, then every place that holds something, the flags and the last request.
pub fn describe(scene: &Scene<'_>, stage: &Stage) -> String {
    let words = &scene.edition.words;
    let teller = scene.edition.teller();
    let says = |name: &str, things: &str| {
        fill(words.name("figure", "holds"), &[("name", name), ("things", things)])
    };
    let list = |name: &str, cards: &[Card]| {
        let label = words.fill(Key::Tray, &[("name", name), ("count", &cards.len().to_string())]);
        let quotes: Vec<String> = cards.iter().map(|card| teller.quote(&card.id)).collect();
        says(&label, &quotes.join(words.get(Key::ListComma)))
    };
    let mut told = vec![scene.sentence()];
    let Stage { client, outside, staging, passing, speech, ended, .. } = stage;
    let shelves = [client, outside, staging, passing, speech, ended];
    let held = shelves.into_iter().flatten().filter(|shelf| !shelf.cards.is_empty());
    told.extend(held.map(|shelf| list(&shelf.name, &shelf.cards)));
    for signal in &stage.signals {
        let arm = signal.arms.iter().find(|(arm, _)| signal.value == Some(*arm));
        if let Some((_, arm)) = arm {
            told.push(says(&signal.name, arm));
        }
    }
    if let Some(request) = &stage.request {
        let name = words.fill(Key::RequestNew, &[("number", &request.number.to_string())]);
        told.push(list(&name, &request.new));
    }
    told.join(" ")
}
