//! A story's matrix: a table of inputs, each cell with its answer once the run has given it.

use super::{code, nothing};
use crate::edition::Edition;
use crate::markup::{Markup, el};
use crate::stage::Answer;
use crate::state::State;
use midturn_engine::world::{InputId, kinds};
use midturn_locales::Key;

/// The table, if the story has one.
pub fn matrix(state: &State, edition: &Edition) -> Option<Markup> {
    let (cells, texts) = (&edition.tale.data.matrix, &edition.tale.texts.matrix);
    if cells.is_empty() {
        return None;
    }
    let answers = state.stage(edition).answers;
    let head = |scope, text: &String| el("th").attr("scope", scope).text(text);
    let heads = texts.columns.iter().map(|text| head("col", text)).collect();
    let row = |(text, inputs): (&String, &Vec<InputId>)| {
        let cells = inputs.iter().map(|input| cell(state, edition, &answers, input));
        el("tr").child(head("row", text)).all(cells.collect())
    };
    let rows = texts.rows.iter().zip(cells).map(row).collect();
    let table = el("table")
        .class("matrix")
        .child(el("thead").child(el("tr").child(el("td")).all(heads)))
        .child(el("tbody").all(rows));
    let name = edition.words.get(Key::Matrix);
    Some(el("section").class("matrix-box").key("matrix").attr("aria-label", name).child(table))
}

/// A cell leads to the step at which its input is answered, before and after.
fn cell(state: &State, edition: &Edition, answers: &[Answer], input: &InputId) -> Markup {
    let cell = el("td").attr("data-cell", input.as_str());
    let mut steps = edition.tale.record.steps.iter();
    let answered =
        steps.find(|step| step.kind == kinds::RECEIPT && step.about() == Some(input.as_str()));
    let Some(step) = answered else { return cell };
    let link = el("a").attr("href", &edition.link(step.seq, state.grain).write());
    match answers.iter().find(|answer| answer.input == input.as_str()) {
        None => cell.child(link.child(nothing("span", edition.words.get(Key::NotYet)))),
        Some(answer) => cell
            .flag("data-moved", answer.fresh)
            .flag("data-refused", answer.refused)
            .child(link.child(code(&answer.exact))),
    }
}
