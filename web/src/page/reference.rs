//! The reference: the reading that follows, with every rule at its place. It is fetched when it is opened.

use super::{code, space, tag};
use crate::book::{Block, Book, RuleText};
use crate::link::Link;
use crate::markup::{Markup, el};
use crate::state::State;
use midturn_locales::{Key, Words, fill};
use midturn_scenarios::Language;

/// The button in the header.
#[inline(never)]
pub fn opener(words: &Words) -> Markup {
    el("button")
        .attr("type", "button")
        .class("button")
        .attr("data-action", "reference")
        .text(words.name("more", "reference"))
}

/// The section at the end of the page.
#[inline(never)]
pub fn reference(state: &State, words: &Words, language: Language) -> Markup {
    let name = words.name("more", "reference");
    let section = el("section")
        .class("panel reference")
        .attr("id", "reference")
        .attr("aria-labelledby", "reference-name")
        .child(el("h2").attr("id", "reference-name").attr("tabindex", "-1").text(name));
    let key = if state.reference_open { "reference-close" } else { "reference-open" };
    let toggle = el("button")
        .attr("type", "button")
        .class("button")
        .attr("data-action", "read")
        .attr("aria-expanded", if state.reference_open { "true" } else { "false" })
        .text(words.name("more", key));
    let section = section.child(toggle);
    if !state.reference_open {
        return section;
    }
    match state.book() {
        Some(book) => section.all(parts(words, book, language)),
        None => section.child(absent(state, words)),
    }
}

/// What stands in the place of a book that is not here yet, or cannot be had.
pub fn absent(state: &State, words: &Words) -> Markup {
    let line = el("p").attr("role", "status");
    match &state.book_missing {
        Some(file) => line.text(&words.fill(Key::ErrorLoad, &[("file", file)])),
        None => line.text(words.name("more", "reference-loading")),
    }
}

/// Each part is a fold.
fn parts(words: &Words, book: &Book, language: Language) -> Vec<Markup> {
    let mut parts: Vec<Markup> = Vec::new();
    for block in &book.reading {
        match (block, parts.last_mut()) {
            (Block::Part(id, heading), _) => {
                let summary = el("summary").child(el("h3").text(heading));
                parts.push(el("details").class("part").key(id).child(summary));
            }
            (block, Some(part)) => {
                part.children.extend(draw(words, book, language, block));
            }
            (_, None) => {}
        }
    }
    parts
}

fn draw(words: &Words, book: &Book, language: Language, block: &Block) -> Vec<Markup> {
    match block {
        Block::Part(..) => Vec::new(),
        Block::Section(heading) => vec![el("h4").text(heading)],
        Block::Text(text) => vec![el("p").text(text)],
        Block::List(items) => {
            let items = items.iter().map(|item| el("li").text(item)).collect();
            vec![el("ul").class("points").all(items)]
        }
        Block::Table(rows) => vec![table(rows)],
        Block::Rules(prefix) => {
            let rules = book.rules_under(prefix).into_iter();
            let rules = rules.map(|one| rule(words, one, language)).collect();
            vec![el("ul").class("rules").all(rules)]
        }
    }
}

/// Each cell says its column, since narrow screens stack them.
fn table(rows: &[Vec<String>]) -> Markup {
    let Some((head, rows)) = rows.split_first() else { return el("table") };
    let heads = head
        .iter()
        .map(|text| el("th").attr("role", "columnheader").attr("scope", "col").text(text));
    let row = |cells: &Vec<String>| {
        let cells = cells.iter().zip(head).enumerate().map(|(index, (text, column))| {
            let cell = match index {
                0 => el("th").attr("role", "rowheader").attr("scope", "row"),
                _ => el("td").attr("role", "cell"),
            };
            cell.attr("data-column", column).text(text)
        });
        el("tr").attr("role", "row").all(cells.collect())
    };
    let heads = el("tr").attr("role", "row").all(heads.collect());
    el("table")
        .class("fates reading-table")
        .attr("role", "table")
        .child(el("thead").attr("role", "rowgroup").child(heads))
        .child(el("tbody").attr("role", "rowgroup").all(rows.iter().map(row).collect()))
}

/// A rule: what it says, the step that shows it, and where it comes from.
fn rule(words: &Words, rule: &RuleText, language: Language) -> Markup {
    let (shown, _) = Link::read(&rule.shown);
    let href = Link { language: Some(language), ..shown }.write();
    let ask = words.name("more", "show-me");
    let label = fill(words.name("more", "show-me-of"), &[("rule", &rule.sentence)]);
    let show = el("a")
        .class("show-me")
        .attr("href", &href)
        .attr("data-action", "show-me")
        .attr("aria-label", &label)
        .text(ask);
    let newer = (!rule.switch.is_empty()).then(|| {
        let values = [("switch", rule.switch.as_str()), ("since", &rule.since)];
        tag(&words.fill(Key::Newer, &values))
    });
    let source = super::code::upstream(rule);
    let known = words.named("confidence", &rule.known).map(tag);
    let only = (!rule.versions.is_empty()).then(|| {
        let versions = rule.versions.replace(',', words.get(Key::ListComma));
        tag(&fill(words.name("more", "only-in"), &[("versions", &versions)]))
    });
    let needed = fill(words.name("more", "needed-by"), &[("count", &rule.needed)]);
    el("li")
        .class("rule-entry")
        .attr("data-rule", &rule.id)
        .child(
            el("p")
                .text(&rule.sentence)
                .child(space())
                .maybe(newer)
                .maybe(only)
                .child(space())
                .child(show),
        )
        .child(
            el("p")
                .class("aside")
                .child(code(&rule.id))
                .child(space())
                .text(words.name("more", "source"))
                .child(space())
                .child(source)
                .child(space())
                .maybe(known)
                .child(space())
                .child(el("span").attr("title", &rule.needed_by).text(&needed)),
        )
}
