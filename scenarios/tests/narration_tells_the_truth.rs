//! A sentence that is not true, comes at the wrong time or keeps something back makes its story fail.

#![cfg(not(target_arch = "wasm32"))]

mod support;

use support::{SHORT_STORY, failures, sound};

fn failures_after(from: &str, to: &str) -> Vec<String> {
    assert!(SHORT_STORY.contains(from), "{from}");
    failures(&sound(&SHORT_STORY.replacen(from, to, 1)))
}

#[test]
fn the_story_as_it_is_told_is_true() {
    assert_eq!(failures(&sound(SHORT_STORY)), [""; 0]);
}

#[test]
fn a_claim_that_does_not_hold_is_found() {
    let found = failures_after(
        "shows = [{ card = \"thought\", in = \"history\" }]",
        "shows = [{ card = \"thought\", in = \"B\" }]",
    );
    assert_eq!(found, ["beat thought: thought is in B; thought is in history"]);
}

#[test]
fn a_step_that_never_happens_is_found() {
    let found = failures_after("step = \"phase.next-turn\"", "step = \"phase.kept\"");
    assert!(
        found[0].starts_with("beat next: the step phase.kept happens; it never did"),
        "{found:?}"
    );
}

#[test]
fn a_sentence_out_of_order_is_found() {
    let found = failures_after(
        "step = { step = \"tool.recorded\", of = \"look\" }",
        "step = { step = \"input.written\" }",
    );
    assert!(
        found.iter().any(|line| line.starts_with("beat looked: input.written comes in its turn")),
        "{found:?}"
    );
}

#[test]
fn what_is_kept_back_is_found() {
    let beat = SHORT_STORY
        .split("\n\n")
        .find(|part| part.contains("id = \"thought\"\nstep"))
        .expect("the beat");
    let found = failures_after(beat, "");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains("beat called: one visible change") && found[0].contains("thought from"),
        "{found:?}"
    );
}

#[test]
fn several_changes_in_one_click_are_fine_when_each_is_named() {
    let beat = SHORT_STORY
        .split("\n\n")
        .find(|part| part.contains("id = \"thought\"\nstep"))
        .expect("the beat");
    let text = SHORT_STORY.replacen(beat, "", 1).replacen(
        "shows = [{ card = \"call:look\", in = \"history\" }]",
        "shows = [{ history = [\"thought\", \"call:look\"] }]",
        1,
    );
    assert_eq!(failures(&sound(&text)), [""; 0]);
}

#[test]
fn a_story_that_ends_too_early_is_found() {
    let (told, rest) = SHORT_STORY.split_once("[[beat]]\nid = \"answered\"").expect("the beat");
    let quiz = rest.split_once("[[quiz]]").expect("the quiz").1;
    let found = failures(&sound(&format!("{told}[[quiz]]{quiz}")));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("the narration tells everything"), "{found:?}");
}

#[test]
fn a_quiz_has_one_right_answer() {
    let both = failures_after(
        "holds = [{ card = \"out:look\", in = \"B\" }]",
        "holds = [{ requests = 1 }]",
    );
    assert_eq!(
        both,
        ["quiz before looked: exactly one answer is right; these are: answer 1, answer 2"]
    );
    let none = failures_after(
        "holds = [{ card = \"out:look\", in = \"history\" }]",
        "holds = [{ requests = 7 }]",
    );
    assert_eq!(none, ["quiz before looked: exactly one answer is right; none is"]);
}

#[test]
fn nothing_is_left_unsaid() {
    let found = failures_after("zh-Hant = \"它思考。\"", "zh-Hant = \" \"");
    assert_eq!(
        found,
        ["everything is said in all three languages; a beat's sentence is empty in zh-Hant"]
    );
}
