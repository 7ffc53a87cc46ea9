//! Draws the reader's queue.

use super::shown::{Hold, Refused, Shown, Stage};
use super::store::Trouble;
use crate::markup::{Markup, el};
use midturn_engine::lab::plan::MAX_TEXT_CHARS;
use midturn_engine::world::{Content, MessageId};
use midturn_locales::{Words, fill};
use midturn_telling::tale::Tale;
use midturn_telling::teller::Teller;

/// Steps that are listed: the last ones.
const STEPS: usize = 40;
/// The id of the heading, to which the focus goes where its own place has gone.
pub const HEADING: &str = "own-queue-name";

/// The section.
pub fn view(shown: &Shown, words: &Words) -> Markup {
    let section = el("section")
        .class("panel own-queue")
        .attr("aria-labelledby", HEADING)
        .attr("data-own-thread", shown.hold.name())
        .child(el("h2").attr("id", HEADING).attr("tabindex", "-1").text(word(words, "name")))
        .child(el("p").text(word(words, "intro")));
    match shown.stage {
        Stage::Folded => section.child(button(words, "open")),
        Stage::Opening => {
            section.child(el("p").attr("role", "status").text(word(words, "opening")))
        }
        Stage::Open => section.all(parts(shown, words)),
    }
}

fn word<'a>(words: &'a Words, name: &'a str) -> &'a str {
    words.name("own-queue", name)
}

fn parts(shown: &Shown, words: &Words) -> Vec<Markup> {
    let Some(tale) = &shown.tale else { return Vec::new() };
    let teller = Teller { words, tale };
    vec![
        troubles(shown, words),
        status(shown, &teller),
        refusal(shown, &teller),
        thread(shown, words),
        form(words),
        waiting(shown, &teller),
        given(shown, &teller),
        steps(&teller),
    ]
}

// --- What is said -----------------------------------------------------------------------------------

fn troubles(shown: &Shown, words: &Words) -> Markup {
    let told = shown.troubles.iter().map(|trouble| {
        let name = trouble_name(*trouble);
        el("p").class("notice").key(name).attr("data-own-trouble", name).text(word(words, name))
    });
    el("div").attr("role", "status").class("own-troubles").all(told.collect())
}

const fn trouble_name(trouble: Trouble) -> &'static str {
    match trouble {
        Trouble::Refused => "storage-refused",
        Trouble::Full => "storage-full",
        Trouble::Older => "storage-older",
        Trouble::Newer => "storage-newer",
        Trouble::Corrupt => "storage-corrupt",
    }
}

/// How many wait and what runs: said whenever it changes.
fn status(shown: &Shown, teller: &Teller<'_>) -> Markup {
    let name = match (shown.turn(), shown.is_paused()) {
        (Some(_), _) => "status-turn",
        (None, true) => "status-paused",
        (None, false) => "status-idle",
    };
    let text = shown.at_work().map(|id| teller.quote(&id)).unwrap_or_default();
    let count = shown.waiting().len().to_string();
    let said = fill(word(teller.words, name), &[("count", &count), ("text", &text)]);
    let turn = shown.turn().map(|turn| turn.id.as_str()).unwrap_or_default();
    el("p").class("own-status").attr("role", "status").attr("data-own-turn", turn).text(&said)
}

fn refusal(shown: &Shown, teller: &Teller<'_>) -> Markup {
    let line = el("p").class("own-refused").attr("role", "alert");
    match &shown.refused {
        None => line,
        Some(Refused::Form(why)) => {
            line.text(&fill(word(teller.words, "refused"), &[("why", why)]))
        }
        Some(Refused::Answer(receipt)) => {
            let plain = teller.receipt(receipt);
            let why = [plain.as_str(), " — ", &receipt.to_string()].concat();
            line.text(&fill(word(teller.words, "refused"), &[("why", &why)]))
        }
    }
}

// --- The thread and its turn ------------------------------------------------------------------------

fn thread(shown: &Shown, words: &Words) -> Markup {
    let note = match shown.hold {
        Hold::Closed => "thread-closed",
        Hold::InLine => "thread-in-line",
        Hold::Loaded => "thread-loaded",
    };
    let turn = shown.turn().is_some();
    let can = [
        ("load", shown.hold == Hold::Closed),
        ("answer", turn),
        ("interrupt", turn),
        ("start", shown.is_paused()),
    ];
    let buttons = can.into_iter().filter(|(_, can)| *can).map(|(name, _)| button(words, name));
    el("div")
        .class("own-thread")
        .child(el("p").text(word(words, note)))
        .child(el("div").class("own-buttons").all(buttons.collect()))
}

fn button(words: &Words, name: &'static str) -> Markup {
    el("button")
        .attr("type", "button")
        .class("button")
        .attr("data-queue", name)
        .key(name)
        .text(word(words, name))
}

// --- The queue --------------------------------------------------------------------------------------

fn form(words: &Words) -> Markup {
    let field = field("data-own-text", "");
    let label = el("label").child(el("span").text(word(words, "field"))).child(field);
    let add = el("button").attr("type", "submit").class("button").text(word(words, "add"));
    el("form").class("own-form").attr("data-queue-form", "add").child(label).child(add)
}

fn field(hook: &'static str, text: &str) -> Markup {
    el("textarea")
        .attr("rows", "2")
        .attr("maxlength", &MAX_TEXT_CHARS.to_string())
        .attr("required", "")
        .attr(hook, "")
        .text(text)
}

fn waiting(shown: &Shown, teller: &Teller<'_>) -> Markup {
    let items = shown.waiting();
    let heading = el("h3").attr("id", "own-waiting").text(word(teller.words, "waiting"));
    let part = el("div").class("own-part").child(heading);
    if items.is_empty() {
        return part.child(nothing(teller.words, "waiting-none"));
    }
    let items = items.iter().map(|id| item(shown, teller, id)).collect();
    part.child(el("ol").class("own-list").attr("aria-labelledby", "own-waiting").all(items))
}

fn item(shown: &Shown, teller: &Teller<'_>, id: &MessageId) -> Markup {
    let entry = el("li").key(id.as_str()).attr("data-own-card", id.as_str());
    let text = text_of(teller.tale, id);
    if shown.editing == Some(*id) {
        return entry.child(edit(teller, id, text));
    }
    let quote = teller.quote(id);
    let buttons = ["edit", "remove"].into_iter().map(|name| act(teller.words, name, id, &quote));
    let moves = [("up", true, "is-first"), ("down", false, "is-last")];
    let moves = moves.into_iter().map(|(name, up, why_not)| {
        let button = act(teller.words, name, id, &quote);
        if shown.moved(id, up).is_some() {
            return button;
        }
        let label = fill(word(teller.words, why_not), &[("text", &quote)]);
        button.attr("aria-disabled", "true").attr("title", &label)
    });
    entry
        .child(el("span").class("own-text").attr("data-own-words", "").text(if text.is_empty() {
            &quote
        } else {
            text
        }))
        .child(el("span").class("own-buttons").all(buttons.chain(moves).collect()))
}

/// A button about one item; its name says which.
fn act(words: &Words, name: &'static str, id: &MessageId, quote: &str) -> Markup {
    let label = [word(words, name), word(words, "of"), quote].concat();
    el("button")
        .attr("type", "button")
        .class("button")
        .attr("data-queue", name)
        .attr("data-item", id.as_str())
        .key(name)
        .attr("aria-label", &label)
        .text(word(words, name))
}

fn edit(teller: &Teller<'_>, id: &MessageId, text: &str) -> Markup {
    let words = teller.words;
    let label = [word(words, "edit"), word(words, "of"), &teller.quote(id)].concat();
    let save = el("button").attr("type", "submit").class("button").text(word(words, "save"));
    let field = field("data-own-edit", text).attr("aria-label", &label);
    el("form")
        .class("own-form")
        .key("edit")
        .attr("data-queue-form", "edit")
        .attr("data-item", id.as_str())
        .child(field)
        .child(el("span").class("own-buttons").child(save).child(button(words, "cancel")))
}

fn text_of<'a>(tale: &'a Tale, id: &MessageId) -> &'a str {
    tale.message(id).map(|message| message.text.as_str()).unwrap_or_default()
}

// --- What has come of it ----------------------------------------------------------------------------

fn given(shown: &Shown, teller: &Teller<'_>) -> Markup {
    let heading = el("h3").attr("id", "own-given").text(word(teller.words, "given"));
    let part = el("div").class("own-part").child(heading);
    if shown.history().is_empty() {
        return part.child(nothing(teller.words, "given-none"));
    }
    let items = shown.history().iter().map(|id| recorded(teller, id)).collect();
    part.child(el("ol").class("own-list").attr("aria-labelledby", "own-given").all(items))
}

fn recorded(teller: &Teller<'_>, id: &MessageId) -> Markup {
    let entry = el("li").key(id.as_str());
    match teller.tale.message(id) {
        Some(message) if message.content == Content::UserText => {
            entry.attr("data-own-given", id.as_str()).text(&message.text)
        }
        Some(message) => entry.class("aside").text(&teller.content(message)),
        None => entry.text(id.as_str()),
    }
}

/// The engine's own steps, in plain sentences.
fn steps(teller: &Teller<'_>) -> Markup {
    let steps = &teller.tale.record.steps;
    let last = steps.get(steps.len().saturating_sub(STEPS)..).unwrap_or_default();
    let items = last.iter().map(|step| {
        el("li")
            .key(&step.seq.to_string())
            .attr("value", &step.seq.to_string())
            .text(&teller.sentence(step.seq))
    });
    el("details")
        .class("own-steps")
        .child(el("summary").child(el("h3").text(word(teller.words, "steps"))))
        .child(el("ol").all(items.collect()))
}

fn nothing(words: &Words, name: &str) -> Markup {
    el("p").class("empty").key("nothing").text(words.named("own-queue", name).unwrap_or_default())
}
