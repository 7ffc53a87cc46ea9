//! The middle column: the running program. It draws whatever areas and flags the runtime reports.

use super::card::cards;
use super::shelf::shelves;
use super::signal::signal;
use super::{code, nothing, space, tag};
use crate::markup::{Markup, el};
use crate::stage::{Chip, Done, News, Stage, Tool};
use midturn_locales::{Key, Words};

/// The running program.
pub fn program(words: &Words, stage: &Stage) -> Markup {
    let head = el("div").class("program-head");
    let passing = el("div").class("passing").all(shelves(words, &stage.passing, "passing"));
    // What ends with its turn is seen to end: below the areas it waited in, not outside with the people.
    let ended = shelves(words, &stage.ended, "ended");
    let still = stage.is_still();
    el("section")
        .class("column column--program")
        .child(
            head.child(el("h2").text(words.get(Key::Program)))
                .all(
                    stage
                        .news
                        .iter()
                        .map(|one| news(words, one).flag("data-moved", still))
                        .collect(),
                )
                .child(
                    chip(words, stage.turn.as_ref())
                        .flag("data-moved", stage.turn_changed && still),
                ),
        )
        .child(el("div").class("staging").all(shelves(words, &stage.staging, "staging")))
        .all(ended)
        .all(stage.signals.iter().map(|flag| signal(words, flag)).collect())
        .child(passing.child(tools(words, stage)))
        .child(history(words, stage))
}

/// An event of this step.
#[inline(never)]
fn news(words: &Words, news: &News) -> Markup {
    el("p")
        .class("news")
        .attr("data-event", news.name)
        .text(words.get(Key::Event))
        .child(space())
        .child(code(news.name))
        .maybe(news.turn.as_ref().map(|_| space()))
        .maybe(news.turn.as_deref().map(code))
}

fn chip(words: &Words, turn: Option<&Chip>) -> Markup {
    let Some(turn) = turn else {
        return el("p").class("chip chip--none").text(words.get(Key::NoTurn));
    };
    el("p")
        .class("chip")
        .attr("data-turn", &turn.id)
        .attr("data-state", turn.state_name)
        .text(words.get(Key::Turn))
        .child(space())
        .child(code(&turn.id))
        .child(space())
        .child(tag(&turn.kind))
        .child(space())
        .child(tag(&turn.state))
}

fn tools(words: &Words, stage: &Stage) -> Markup {
    let name = words.get(Key::Tools);
    let rows = stage.tools.iter().map(|one| tool(words, one)).collect();
    let none = stage.tools.is_empty().then(|| nothing("li", words.get(Key::NoTools)));
    el("div")
        .class("tray tray--passing")
        .flag("data-tools", true)
        .child(el("h3").class("tray-name").text(name))
        .child(el("ul").class("tools").attr("aria-label", name).all(rows).maybe(none))
        .maybe(done(words, &stage.done))
}

/// What is done already, also when a stop arrives.
fn done(words: &Words, all: &[Done]) -> Option<Markup> {
    let name = words.get(Key::DoneOutside);
    let row = |done: &Done| {
        let row = el("li").class("tool").key(&done.call).attr("data-done", &done.call);
        let row = row.flag("data-moved", done.fresh).child(code(&done.name)).child(space());
        let stays = done.stopped.then(|| el("p").class("aside").text(words.get(Key::DoneStays)));
        row.child(tag(&done.state)).maybe(stays)
    };
    let list = el("ul").class("tools").attr("aria-label", name);
    let head = || el("h4").class("tray-name").text(name);
    (!all.is_empty()).then(|| {
        el("div")
            .class("done")
            .key("done")
            .child(head())
            .child(list.all(all.iter().map(row).collect()))
    })
}

#[inline(never)]
fn tool(words: &Words, tool: &Tool) -> Markup {
    let row = el("li").class("tool").key(&tool.call).attr("data-tool", &tool.call);
    let row = row.flag("data-moved", tool.fresh);
    let row = row.child(code(&tool.name)).child(space()).child(tag(&tool.state)).child(space());
    row.maybe(tool.wakeable.then(|| tag(words.get(Key::Wakeable))))
}

/// What was recorded in this step is in sight; what was there before is folded.
fn history(words: &Words, stage: &Stage) -> Markup {
    let count = (stage.history.len() + stage.recorded.len()).to_string();
    let earlier = stage.history.len().to_string();
    let name = words.get(Key::History);
    let head = el("h3").class("tray-name").text(name);
    let fold = el("details")
        .class("fold")
        .flag("hidden", stage.history.is_empty())
        .child(el("summary").text(&words.fill(Key::Earlier, &[("count", &earlier)])))
        .child(el("ol").class("cards").attr("aria-label", name).all(cards(
            words,
            &stage.history,
            name,
        )));
    let recorded = el("ul").class("cards").attr("aria-label", words.get(Key::Recorded));
    el("div")
        .class("tray tray--history")
        .attr("data-area", "history")
        .child(head.child(tag(&words.fill(Key::HistoryCount, &[("count", &count)]))))
        .child(recorded.all(cards(words, &stage.recorded, name)))
        .child(fold)
}
