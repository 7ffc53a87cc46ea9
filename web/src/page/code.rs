//! "See the code": the functions of the engine that ran in this step, as they stand in its source, with
//! what they say in the reader's language and the place of the same rule upstream.

use super::{code as name, space};
use crate::book::{Book, Excerpt, RuleText};
use crate::edition::Edition;
use crate::markup::{Markup, el};
use crate::state::State;
use midturn_locales::{Key, Words};

/// The button, and what it opens.
#[inline(never)]
pub fn code(state: &State, edition: &Edition, words: &Words) -> Markup {
    let label = words.name("more", if state.code_open { "code-hide" } else { "code" });
    let button = el("button")
        .attr("type", "button")
        .class("button button--code")
        .attr("data-action", "code")
        .attr("aria-expanded", if state.code_open { "true" } else { "false" })
        .text(label);
    let panel = state.code_open.then(|| panel(state, edition, words));
    el("div").class("code").child(button).maybe(panel)
}

fn panel(state: &State, edition: &Edition, words: &Words) -> Markup {
    let panel = el("section").class("code-panel").attr("aria-label", words.name("more", "code-of"));
    let Some(book) = state.book() else {
        return panel.child(super::reference::absent(state, words));
    };
    let Some(step) = edition.tale.step(state.settled) else {
        return panel.child(el("p").text(words.name("more", "code-none")));
    };
    let rule = step.rule.map(|rule| rule.0);
    let ran = book.ran(step.kind.0, rule);
    panel
        .child(el("p").child(name(step.kind.0)).child(space()).text(&edition.teller().plain(step)))
        .all(rule.map(|rule| explained(words, book, rule)).unwrap_or_default())
        .all(ran.into_iter().map(|one| excerpt(one, [Some(step.kind.0), rule])).collect())
}

/// What the rule says, and where the same stands upstream.
fn explained(words: &Words, book: &Book, id: &str) -> Vec<Markup> {
    let rule = el("p").text(words.get(Key::Rule)).child(space()).child(name(id));
    let Some(text) = book.rule(id) else { return vec![rule] };
    let link = upstream(text);
    let source = el("p").class("aside").text(words.name("more", "code-source"));
    vec![
        rule,
        el("p").class("rule-sentence").text(&text.sentence),
        source.child(space()).child(link),
    ]
}

/// Where a rule can be read; not every source is published.
pub fn upstream(rule: &RuleText) -> Markup {
    if rule.address.is_empty() {
        return el("span").text(&rule.source);
    }
    el("a").attr("href", &rule.address).attr("rel", "noreferrer").text(&rule.source)
}

/// The lines that name this step or this rule are marked.
fn excerpt(excerpt: &Excerpt, sought: [Option<&str>; 2]) -> Markup {
    let line = |(names, code): &(Vec<String>, String)| {
        let is_it = names.iter().any(|name| sought.contains(&Some(name)));
        let line = el("span").class(if is_it { "line line--anchor" } else { "line" });
        line.text(code)
    };
    el("figure")
        .class("excerpt")
        .key(&excerpt.place)
        .child(el("figcaption").child(name(&excerpt.place)))
        .child(el("pre").child(el("code").all(excerpt.lines.iter().map(line).collect())))
}
