//! A flag of the runtime, drawn as a signal with an arm for each value.

use super::{code, nothing, space};
use crate::markup::{Markup, el};
use crate::stage::Signal;
use midturn_locales::{Key, Words};

/// The flag that has a hook of its own.
const PHASE: &str = "phase";

/// A signal. All arms are drawn; the one that is set is lit.
pub fn signal(words: &Words, signal: &Signal) -> Markup {
    let arms = signal.arms.iter().map(|(arm, name)| {
        let lit = signal.value == Some(*arm);
        let class = if lit { "arm arm--lit" } else { "arm" };
        el("li")
            .class(class)
            .attr("data-arm", arm)
            .maybe_attr("aria-current", lit.then_some("true"))
            .text(name)
    });
    let why = match (signal.value, signal.rule) {
        (None, _) => Some(nothing("p", words.get(Key::NoFlag))),
        (Some(_), Some(rule)) => Some(
            el("p")
                .class("signal-rule")
                .text(words.get(Key::FlippedBy))
                .child(space())
                .child(code(rule)),
        ),
        (Some(_), None) => None,
    };
    el("div")
        .class("signal")
        .key(signal.flag)
        .attr("data-flag", signal.flag)
        .maybe_attr("data-phase", signal.value.filter(|_| signal.flag == PHASE))
        .flag("data-moved", signal.flipped)
        .child(el("h3").class("tray-name").text(&signal.name))
        .child(el("ul").class("arms").attr("aria-label", &signal.name).all(arms.collect()))
        .maybe(why)
}
