//! The question before a step. The run itself judges the answer.

use crate::edition::Edition;
use crate::markup::{Markup, el};
use crate::state::State;
use crate::tale::Question;
use midturn_locales::Key;

/// The question's id: its opener names it.
const ID: &str = "quiz";

/// What opens the question where it has no room beside the sentence.
pub fn opener(state: &State, edition: &Edition) -> Option<Markup> {
    state.question()?;
    let button = el("button").attr("type", "button").class("button quiz-open");
    Some(button.attr("popovertarget", ID).text(edition.words.get(Key::QuizOpen)))
}

/// The question that stands before the next step, if one does.
pub fn quiz(state: &State, edition: &Edition) -> Option<Markup> {
    state.question().map(|question| asked(state, edition, question))
}

#[inline(never)]
fn asked(state: &State, edition: &Edition, question: Question<'_>) -> Markup {
    let given = state.answer_to(question.index);
    let words = &edition.words;
    let options = question.texts.options.iter().enumerate();
    let options = options
        .map(|(option, text)| el("li").child(button(edition, question, option, text, given)));
    let after = match given {
        None => el("p").class("aside").text(words.get(Key::QuizSkip)),
        Some(option) => verdict(edition, question, option),
    };
    el("div")
        .class("quiz")
        .key(&question.index.to_string())
        .attr("id", ID)
        .attr("popover", "auto")
        .attr("role", "group")
        .attr("aria-label", words.get(Key::Quiz))
        .attr("data-quiz", &question.index.to_string())
        .child(el("p").class("ask").text(&question.texts.ask))
        .child(el("ul").class("options").all(options.collect()))
        .child(after.attr("role", "status"))
}

fn is_right(edition: &Edition, question: Question<'_>, option: usize) -> bool {
    question.quiz.is_right(option, &edition.tale.record, question.step)
}

fn button(
    edition: &Edition,
    question: Question<'_>,
    option: usize,
    text: &str,
    given: Option<usize>,
) -> Markup {
    let verdict =
        given.map(|_| if is_right(edition, question, option) { "right" } else { "wrong" });
    let action = ["answer-", &question.index.to_string(), "-", &option.to_string()].concat();
    el("button")
        .attr("type", "button")
        .class("button option")
        .attr("data-action", &action)
        .maybe_attr("data-verdict", verdict)
        .attr("aria-pressed", if given == Some(option) { "true" } else { "false" })
        .maybe_attr("aria-disabled", given.map(|_| "true"))
        .text(text)
}

fn verdict(edition: &Edition, question: Question<'_>, option: usize) -> Markup {
    let right = is_right(edition, question, option);
    let words = edition.words.get(if right { Key::QuizRight } else { Key::QuizWrong });
    let line = el("p").class("verdict").child(el("strong").text(words));
    line.child(super::space()).text(&question.texts.why)
}
