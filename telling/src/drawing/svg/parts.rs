//! The three columns: people, the program, the model. They have the order and the words of the page.

use super::pen::{Border, Column, Type};
use crate::card::Card;
use crate::stage::{Asked, Shelf, Signal, Stage};
use midturn_locales::{Key, Words};

/// Answers shown at most: the last ones.
const ANSWERS: usize = 3;
/// Cards of a list shown at most. The rest is counted.
const CARDS: usize = 8;

/// Draws a column.
type Part = fn(&mut Column, &Words, &Stage);

/// The columns, in their order.
pub fn all() -> [Part; 3] {
    [people, program, model]
}

fn people(column: &mut Column, words: &Words, stage: &Stage) {
    column.frame(Border::Well, |column| {
        column.text(words.get(Key::People), Type::HEAD);
        stage.client.iter().for_each(|one| shelf(column, words, one));
        column.text(words.get(Key::Receipts), Type::NAME);
        if stage.answers.is_empty() {
            column.text(words.get(Key::NoReceipts), Type::SOFT);
        }
        for answer in stage.answers.iter().rev().take(ANSWERS) {
            let border = if answer.fresh { Border::Moved } else { Border::Thin };
            column.frame(border, |column| {
                column.text(&answer.exact, Type::NAME);
                column.text(&answer.plain, Type::TEXT);
                column.text(&answer.about, Type::SOFT);
            });
        }
        stage.outside.iter().for_each(|one| shelf(column, words, one));
    });
}

fn program(column: &mut Column, words: &Words, stage: &Stage) {
    column.frame(Border::Well, |column| {
        column.text(words.get(Key::Program), Type::HEAD);
        turn(column, words, stage);
        for (place, one) in stage.staging.iter().enumerate() {
            column.frame(Border::Area(place), |column| shelf(column, words, one));
        }
        stage.signals.iter().for_each(|one| signal(column, words, one));
        let held = |one: &&Shelf| !one.cards.is_empty();
        stage
            .passing
            .iter()
            .chain(&stage.ended)
            .filter(held)
            .for_each(|one| shelf(column, words, one));
        tools(column, words, stage);
        history(column, words, stage);
    });
}

fn turn(column: &mut Column, words: &Words, stage: &Stage) {
    let is_still = stage.is_still();
    let border = if stage.turn_changed && is_still { Border::Moved } else { Border::Thin };
    column.frame(border, |column| match &stage.turn {
        Some(turn) => {
            column.text(&[words.get(Key::Turn), " ", &turn.id].concat(), Type::NAME);
            column.text(&[&turn.kind, " · ", &turn.state].concat(), Type::SOFT);
        }
        None => column.text(words.get(Key::NoTurn), Type::SOFT),
    });
    for news in &stage.news {
        let turn = news.turn.as_deref().unwrap_or_default();
        column.text(&[words.get(Key::Event), " ", news.name, " ", turn].concat(), Type::NEWS);
    }
}

fn signal(column: &mut Column, words: &Words, signal: &Signal) {
    let border = if signal.flipped { Border::Moved } else { Border::Thin };
    column.frame(border, |column| {
        column.text(&signal.name, Type::NAME);
        signal.arms.iter().for_each(|(arm, name)| column.arm(name, signal.value == Some(*arm)));
        match (signal.value, signal.rule) {
            (None, _) => column.text(words.get(Key::NoFlag), Type::SOFT),
            (Some(_), Some(rule)) => {
                column.text(&[words.get(Key::FlippedBy), " ", rule].concat(), Type::SOFT);
            }
            (Some(_), None) => {}
        }
    });
}

fn tools(column: &mut Column, words: &Words, stage: &Stage) {
    let rows = stage.tools.iter().map(|tool| (&tool.name, &tool.state, tool.fresh));
    list(column, words.get(Key::Tools), rows);
    let done = stage.done.iter().map(|done| (&done.name, &done.state, done.fresh));
    list(column, words.get(Key::DoneOutside), done);
    if stage.done.iter().any(|done| done.stopped) {
        column.text(words.get(Key::DoneStays), Type::SOFT);
    }
}

/// A named list of what tools do, where there is any.
fn list<'a>(
    column: &mut Column,
    name: &str,
    rows: impl Iterator<Item = (&'a String, &'a String, bool)>,
) {
    let mut rows = rows.peekable();
    if rows.peek().is_some() {
        column.text(name, Type::NAME);
    }
    for (tool, state, fresh) in rows {
        column.text(&[tool, " · ", state].concat(), if fresh { Type::NEWS } else { Type::TEXT });
    }
}

fn history(column: &mut Column, words: &Words, stage: &Stage) {
    let count = (stage.history.len() + stage.recorded.len()).to_string();
    let count = words.fill(Key::HistoryCount, &[("count", &count)]);
    let name = words.get(Key::History);
    column.text(&[name, " · ", &count].concat(), Type::NAME);
    cards(column, words, &stage.recorded, name);
}

fn model(column: &mut Column, words: &Words, stage: &Stage) {
    column.frame(Border::Well, |column| {
        column.text(words.get(Key::Model), Type::HEAD);
        let state = match stage.response {
            Some(number) => words.fill(Key::Streaming, &[("number", &number.to_string())]),
            None => words.get(Key::Silent).to_owned(),
        };
        column.text(&state, Type::SOFT);
        column.gap(4);
        for shelf in &stage.speech {
            cards(column, words, &shelf.cards, &shelf.name);
        }
        column.gap(4);
        column.text(words.get(Key::LastRequest), Type::HEAD);
        match &stage.request {
            Some(request) => asked(column, words, request),
            None => column.text(words.get(Key::NoRequest), Type::SOFT),
        }
        column.text(words.get(Key::LeftOut), Type::SOFT);
    });
}

fn asked(column: &mut Column, words: &Words, request: &Asked) {
    let border = if request.fresh { Border::Moved } else { Border::Thin };
    column.frame(border, |column| {
        let title = words.fill(Key::RequestNew, &[("number", &request.number.to_string())]);
        column.text(&title, Type::NAME);
        column.text(&request.turn, Type::SOFT);
        if request.new.is_empty() {
            column.text(words.get(Key::RequestNothing), Type::SOFT);
        }
        cards(column, words, &request.new, "");
        if !request.known.is_empty() {
            let count = request.known.len().to_string();
            column.text(&words.fill(Key::RequestKnown, &[("count", &count)]), Type::SOFT);
        }
    });
}

/// A place with its cards, in the order in which they would be taken.
fn shelf(column: &mut Column, words: &Words, shelf: &Shelf) {
    match &shelf.letter {
        Some(letter) => column.lettered(letter, &shelf.name),
        None => column.text(&shelf.name, Type::NAME),
    }
    let durable = shelf.durable.then(|| words.get(Key::Durable));
    let notes: Vec<&str> = shelf.note.as_deref().into_iter().chain(durable).collect();
    column.text(&notes.join(" · "), Type::SOFT);
    if shelf.cards.is_empty() {
        column.text(words.get(Key::Empty), Type::SOFT);
    }
    cards(column, words, &shelf.cards, &shelf.name);
}

fn cards(column: &mut Column, words: &Words, cards: &[Card], here: &str) {
    column.gap(3);
    cards.iter().take(CARDS).for_each(|card| column.card(words, card, here));
    let left = cards.len().saturating_sub(CARDS);
    if left > 0 {
        column.text(&["+ ", &left.to_string()].concat(), Type::SOFT);
    }
}
