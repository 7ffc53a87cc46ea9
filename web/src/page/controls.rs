//! The controls: first, back, next, last, play. A control that leads nowhere says why.

use crate::edition::Edition;
use crate::markup::{Markup, el};
use crate::state::{Layout, Speed, State};
use crate::track::Go;
use midturn_locales::{Key, Words};

/// The controls; none where the reader is moved from outside.
pub fn controls(state: &State, edition: &Edition) -> Option<Markup> {
    let words = &edition.words;
    let go = |way, name, key, why_not| mover(state, words, way, name, key, why_not);
    let back = go(Go::Back, ("back", "←"), Key::Back, Key::AtStart);
    let next = go(Go::Next, ("next", "→"), Key::Next, Key::AtEnd);
    let all = match state.layout {
        Layout::Bare => return None,
        Layout::Minimal => vec![back, next],
        Layout::Page | Layout::Full => vec![
            go(Go::First, ("first", "⇤"), Key::First, Key::AtStart),
            back,
            next,
            go(Go::Last, ("last", "⇥"), Key::Last, Key::AtEnd),
            play(state, words),
            speed(state, words),
        ],
    };
    let group = el("div").class("controls").attr("part", "controls").attr("role", "group");
    Some(group.attr("aria-label", words.get(Key::Controls)).all(all))
}

/// A control that moves: where to, its hook and its sign, its name, and why it leads nowhere.
pub fn mover(
    state: &State,
    words: &Words,
    go: Go,
    (action, sign): (&str, &str),
    name: Key,
    why_not: Key,
) -> Markup {
    let stuck = !state.leads_somewhere(go);
    let name = words.get(name);
    let label = match stuck {
        true => [name, ". ", words.get(why_not)].concat(),
        false => name.to_owned(),
    };
    let sign = el("span").attr("aria-hidden", "true").text(sign);
    let button = el("button")
        .attr("type", "button")
        .attr("data-action", action)
        .attr("aria-label", &label)
        .attr("title", &label)
        .maybe_attr("aria-disabled", stuck.then_some("true"));
    // Next says its name; the others show a sign.
    let decision = || words.get(Key::Decision);
    match go {
        Go::Next => {
            button.class("button button--next").attr("part", "button next").text(name).child(sign)
        }
        Go::BackDecision => button.class("button").child(sign).text(decision()),
        Go::NextDecision => button.class("button").text(decision()).child(sign),
        _ => button.class("button").attr("part", "button").child(sign),
    }
}

fn play(state: &State, words: &Words) -> Markup {
    let name = words.get(if state.playing { Key::Pause } else { Key::Play });
    el("button").attr("type", "button").class("button").attr("data-action", "play").text(name)
}

fn speed(state: &State, words: &Words) -> Markup {
    let options = Speed::ALL.map(|(speed, name)| {
        let key = match speed {
            Speed::Slow => Key::SpeedSlow,
            Speed::Normal => Key::SpeedNormal,
            Speed::Fast => Key::SpeedFast,
        };
        (name, words.get(key).to_owned(), speed == state.speed)
    });
    choice(words.get(Key::Speed), "speed", &options)
}

/// A labelled list of choices: value, name, whether it is chosen.
pub fn choice(label: &str, name: &str, options: &[(&str, String, bool)]) -> Markup {
    let chosen = options.iter().find(|(_, _, chosen)| *chosen).map(|(value, ..)| *value);
    let option = |(value, name, chosen): &(&str, String, bool)| {
        el("option").attr("value", value).flag("selected", *chosen).text(name)
    };
    let list = el("select").attr("data-choice", name).maybe_attr("value", chosen);
    el("label")
        .class(&["setting setting--", name].concat())
        .child(el("span").text(label))
        .child(list.all(options.iter().map(option).collect()))
}
