//! The JavaScript API in a real browser: what a caller sees, and that a run there is the run everywhere.

use js_sys::{Array, JSON, Object, Reflect};
use midturn_js::{Player, list, open, open_built_in, trace_fingerprint};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn get(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, key| {
        Reflect::get(&value, &JsValue::from_str(key)).expect("an object")
    })
}

fn text(value: &JsValue, path: &str) -> String {
    get(value, path).as_string().unwrap_or_else(|| format!("no text at {path}"))
}

fn error_of<T>(result: Result<T, JsValue>) -> JsValue {
    let error = result.err().expect("an error");
    assert!(error.is_instance_of::<js_sys::Error>(), "every failure is an Error");
    error
}

fn object(json: &str) -> JsValue {
    JSON::parse(json).expect("valid JSON")
}

/// Where the first tool starts in `add-to-the-current-task`.
fn tool_starts(player: &mut Player) -> f64 {
    while player.forward() {
        let state = player.snapshot().expect("a state");
        if text(&state, "step.kind") == "tool.started" {
            return f64::from(player.step());
        }
    }
    panic!("no tool starts")
}

#[wasm_bindgen_test]
fn the_list_names_every_story_in_three_languages() {
    let listed: Array = list().expect("a list").unchecked_into();
    assert!(listed.length() >= 8);
    for story in listed.iter().filter(|one| get(one, "told").is_truthy()) {
        for language in ["en", "zh-Hans", "zh-Hant"] {
            assert!(!text(&story, &format!("title.{language}")).is_empty());
        }
        let player = open_built_in(&text(&story, "id")).expect("it opens");
        assert!(player.length() > 0);
    }
}

#[wasm_bindgen_test]
fn back_and_forward_show_the_same_plain_objects() {
    let mut player = open_built_in("first-message").expect("a story");
    let mut forward = Vec::new();
    loop {
        let state = player.snapshot().expect("a state");
        assert_eq!(Object::get_prototype_of(&state), Object::get_prototype_of(&Object::new()));
        forward.push(String::from(JSON::stringify(&state).expect("plain data")));
        if !player.forward() {
            break;
        }
    }
    for earlier in forward.iter().rev() {
        let state = player.snapshot().expect("a state");
        assert_eq!(String::from(JSON::stringify(&state).expect("plain data")), *earlier);
        player.back();
    }
    assert!(!player.back() && player.step() == 0);
}

#[wasm_bindgen_test]
fn a_fork_adds_an_input_and_leaves_the_first_run_alone() {
    let mut player = open_built_in("add-to-the-current-task").expect("a story");
    let at = tool_starts(&mut player);
    let length = player.length();
    let input = r#"{"id":"mine","do":"start-or-steer","message":{"id":"my-words","text":"and <b>this</b>"}}"#;
    let mut fork = player.fork(at, object(input)).expect("a fork");
    assert_eq!(player.length(), length);
    let state = fork.seek(f64::from(fork.length())).expect("the end");
    let receipts: Array = get(&state, "receipts").unchecked_into();
    let mine = receipts.iter().find(|one| text(one, "input") == "mine").expect("a receipt");
    assert_eq!(text(&mine, "receipt.outcome"), "Steered");
    let fates: Array = fork.fates().expect("fates").unchecked_into();
    let fate = fates.iter().find(|one| text(one, "message") == "my-words").expect("a fate");
    assert_eq!(text(&fate, "place"), "history");
}

#[wasm_bindgen_test]
fn every_failure_says_what_and_where() {
    let error = error_of(open_built_in("nowhere"));
    assert_eq!(text(&error, "code"), "unknown-scenario");
    assert!(get(&error, "line").is_null());

    let broken = "format = 1\nid = \"x\"\nsystem = \"codec\"\ntitle = 7\n";
    let error = error_of(open(broken, Some("x.toml".into())));
    assert_eq!(
        (get(&error, "line").as_f64(), get(&error, "column").as_f64()),
        (Some(3.0), Some(10.0))
    );
    let faults: Array = get(&error, "faults").unchecked_into();
    assert!(faults.length() >= 2, "all faults at once");

    let mut player = open_built_in("first-message").expect("a story");
    for step in [-1.0, 0.5, f64::NAN, f64::INFINITY, 1e9] {
        assert_eq!(text(&error_of(player.seek(step)), "code"), "no-such-step");
    }
    let fork = |json: &str| text(&error_of(player.fork(1.0, object(json))), "code");
    assert_eq!(fork(r#"{"id":"x"}"#), "bad-input");
    assert_eq!(fork(r#"{"id":"x","do":"steeer"}"#), "bad-operation");
    assert_eq!(fork(r#"{"id":"x","do":"steer","message":"nobody"}"#), "unknown-message");
    assert_eq!(fork(r#"{"id":"x","do":"steer","by":"agent:"}"#), "bad-input");
    assert_eq!(fork(r#"{"id":"x","do":"interrupt","more":1}"#), "bad-input");
    assert_eq!(fork(r#"{"id":"x","do":"steer","message":{"id":"m","txt":"x"}}"#), "bad-input");
    let stray = r#"{"id":"x","do":"steer","message":{"id":"m","text":"x","from":"me"}}"#;
    assert_eq!(fork(stray), "bad-input");
    assert_eq!(fork(r#"{"id":"x","do":"compact","args":{"takes":"1e300"}}"#), "bad-operation");
    assert_eq!(fork(r#"{"id":"x","do":"compact","args":{"takes":5}}"#), "bad-input");
    for nothing in ["null", "7", "[]", r#""steer""#] {
        assert_eq!(fork(nothing), "bad-input");
    }
}

/// The example of the format's page has a comment behind its id.
#[wasm_bindgen_test]
fn a_text_without_a_name_opens() {
    let page = include_str!("../../../docs/scenario-format.md");
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let player = open(example.expect("an example"), None).expect("it opens");
    assert_eq!((player.id().as_str(), player.length() > 0), ("C-99", true));
    let error = error_of(open("id = 3", None));
    assert!(text(&error, "message").starts_with("the text:1:"), "{}", text(&error, "message"));
}

#[wasm_bindgen_test]
fn any_text_that_is_short_enough_comes_back_as_it_went() {
    let player = open_built_in("first-message").expect("a story");
    let fork = |id: &str, text: &str| {
        let message = object("{}");
        let input = object(r#"{"id":"mine","do":"start-or-steer"}"#);
        for (target, key, value) in [
            (&message, "id", JsValue::from_str(id)),
            (&message, "text", JsValue::from_str(text)),
            (&input, "message", message.clone()),
        ] {
            Reflect::set(target, &JsValue::from_str(key), &value).expect("an object");
        }
        player.fork(1.0, input)
    };
    let longest = "名".repeat(2_000);
    for words in ["<img src=x onerror=alert(1)>", "\u{202e}abc", "a\u{0}b", "👩‍👩‍👧", "", &longest]
    {
        let fork = fork("my-words", words).expect("a fork");
        let messages: Array = fork.messages().expect("messages").unchecked_into();
        let mine = messages.iter().find(|one| text(one, "id") == "my-words").expect("mine");
        assert_eq!(text(&mine, "text"), words);
    }
    let refused = |id: &str, text_: &str| text(&error_of(fork(id, text_)), "code");
    assert_eq!(refused("my-words", &format!("{longest}!")), "text-too-long");
    for id in ["", "my words", "out:t", "<b>", "名"] {
        assert_eq!(refused(id, "words"), "bad-name");
    }
}

#[wasm_bindgen_test]
fn an_id_that_several_systems_have_wants_its_folder() {
    let [one, other] = ["pi/01", "dsh/01"].map(|id| open_built_in(id).expect("it opens"));
    assert_ne!(trace_fingerprint(&one), trace_fingerprint(&other));
    let error = error_of(open_built_in("01"));
    assert_eq!(text(&error, "code"), "ambiguous-scenario");
}

/// One line a scenario in the repository's list: its path and the fingerprint of its run.
#[wasm_bindgen_test]
fn every_run_here_is_the_run_of_the_repository() {
    let listed = include_str!("../../../scenarios/fingerprints.txt");
    let lines = listed.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let mut compared = 0;
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        let path = words.iter().find(|word| word.ends_with(".toml")).expect("a path");
        let player = open_built_in(path.trim_end_matches(".toml")).expect("it opens");
        let fingerprint = trace_fingerprint(&player);
        assert!(words.contains(&fingerprint.as_str()), "{path}: {fingerprint} is not {line}");
        compared += 1;
    }
    assert!(compared > 20, "{compared} scenarios compared");
}
