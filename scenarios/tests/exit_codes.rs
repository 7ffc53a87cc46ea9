//! The program's answers to scripts: exit codes, the closing line, the document.

#![cfg(not(target_arch = "wasm32"))]

mod support;

use std::process::{Command, Output};
use support::home;

fn run(args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_midturn-scenarios");
    Command::new(program).args(args).current_dir(home()).output().expect("the program runs")
}

fn code(args: &[&str]) -> Option<i32> {
    run(args).status.code()
}

fn said(args: &[&str]) -> String {
    String::from_utf8(run(args).stdout).expect("text")
}

const STORY: &str = "tests/files/short-story.toml";
const FAULTY: &str = "tests/files/four-faults.toml";

#[test]
fn check_says_how_it_went() {
    let untrue = std::env::temp_dir().join(format!("midturn-{}", std::process::id()));
    std::fs::create_dir_all(&untrue).expect("a writable folder");
    let untrue = untrue.join("small-case.toml");
    let text = support::SMALL_CASE.replacen("{ requests = 2 }", "{ requests = 9 }", 1);
    std::fs::write(&untrue, text).expect("a writable file");
    let path = untrue.display().to_string();

    assert_eq!(code(&["check", STORY]), Some(0));
    assert_eq!(code(&["check", STORY, &path]), Some(1));
    assert_eq!(code(&["check", STORY, &path, FAULTY]), Some(2));
    assert_eq!(code(&["check", "no/such.toml"]), Some(2));

    let output = said(&["check", &path]);
    assert!(output.contains("FAILED  at the end: the model was handed 9 requests"), "{output}");
    assert!(output.ends_with("7 passed, 1 failed in 1 file\n"), "{output}");
    std::fs::remove_dir_all(untrue.parent().expect("a folder")).expect("our own folder");
}

#[test]
fn faults_name_the_file_as_it_was_given() {
    let errors = String::from_utf8(run(&["check", FAULTY]).stderr).expect("text");
    assert_eq!(errors.lines().count(), 4, "{errors}");
    assert!(errors.starts_with(&format!("{FAULTY}:8:1: unknown-key: ")), "{errors}");
}

#[test]
fn what_cannot_be_understood_is_said_so() {
    for args in [&[][..], &["chek"], &["check"], &["check", "--loud", STORY], &["play"], &["pack"]]
    {
        assert_eq!(code(args), Some(2), "{args:?}");
    }
    for args in
        [&["play", STORY, "--to"][..], &["play", STORY, "--to", "x"], &["play", STORY, STORY]]
    {
        assert_eq!(code(args), Some(2), "{args:?}");
    }
    assert_eq!(code(&["play", STORY, "--to", "9999"]), Some(1));
    assert_eq!(code(&["--help"]), Some(0));
    assert_eq!(code(&["check", "--help"]), Some(0));
}

#[test]
fn a_story_is_told_as_a_list() {
    let told = said(&["transcript", "first-message"]);
    assert!(told.starts_with("<h2>Your first message</h2>\n<p>I press Enter."), "{told}");
    let items = told.lines().filter(|line| line.starts_with("<li>") && line.ends_with("</li>"));
    assert_eq!(items.count(), 12, "{told}");
    assert!(said(&["transcript", "first-message", "--lang", "zh-Hant"]).contains("訊息"));
    assert_eq!(code(&["transcript", "../cases/codex/C-01"]), Some(1));
    for args in [&["transcript"][..], &["transcript", "stop", "--lang", "fr"]] {
        assert_eq!(code(args), Some(2), "{args:?}");
    }
}

#[test]
fn play_shows_a_line_a_step() {
    let three = said(&["play", STORY, "--to", "3"]);
    assert_eq!(three.lines().count(), 3, "{three}");
    assert!(three.contains("input.written  task  hello: unwritten -> client"), "{three}");
    assert!(said(&["play", STORY]).ends_with("The run has come to rest.\n"));
}

#[test]
fn the_document_is_json_and_ends_where_asked() {
    let json: serde_json::Value =
        serde_json::from_str(&said(&["play", STORY, "--to", "3", "--json"])).expect("JSON");
    assert_eq!(json["format"], midturn_engine::world::TRACE_FORMAT);
    assert_eq!(json["scenario"], "short-story");
    assert_eq!(json["steps"].as_array().map(Vec::len), Some(3));
    assert_eq!(json["requests"].as_array().map(Vec::len), Some(0));
    assert!(json["outcome"].is_null() && json.get("snapshots").is_none());

    let whole: serde_json::Value =
        serde_json::from_str(&said(&["play", STORY, "--json", "--snapshots"])).expect("JSON");
    assert_eq!(whole["outcome"]["how"], "rest");
    let [steps, snapshots] =
        ["steps", "snapshots"].map(|key| whole[key].as_array().map_or(0, Vec::len));
    assert_eq!(snapshots, steps + 1);
}

#[test]
fn what_is_no_scenario_at_all_is_said_so() {
    let folder = std::env::temp_dir().join(format!("midturn-nonsense-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a writable folder");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).expect("a writable file");
        path.display().to_string()
    };
    let long = file("long.toml", "é".repeat(200_000).as_bytes());
    let binary = file("binary.toml", &[0, 159, 146, 150, 255]);
    let empty = file("empty.toml", b"");
    let folder_itself = folder.display().to_string();
    for (path, told) in [
        (&long, "too-much: this is too long"),
        (&binary, "not-text: these bytes are no UTF-8"),
        (&empty, "missing-key: a scenario has no"),
        (&folder_itself, "irectory"),
    ] {
        for command in ["check", "play"] {
            let output = run(&[command, path]);
            let errors = String::from_utf8(output.stderr).expect("text");
            assert_eq!(output.status.code(), Some(2), "{command} {path}");
            assert!(errors.contains(told) && errors.contains(path.as_str()), "{errors}");
        }
    }
    std::fs::remove_dir_all(&folder).expect("our own folder");
}

/// A file without an end, and a name that is no text: only where the system has such things.
#[cfg(target_os = "linux")]
#[test]
fn what_only_some_systems_have_is_refused_as_well() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let endless = run(&["check", "/dev/zero"]);
    assert_eq!(endless.status.code(), Some(2));
    let program = env!("CARGO_BIN_EXE_midturn-scenarios");
    let name = OsStr::from_bytes(b"no\xfftext.toml");
    let output = Command::new(program).arg("check").arg(name).output().expect("the program runs");
    let errors = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.contains("is no UTF-8"), "{errors}");
}

/// Somebody reads the first line and goes away.
#[test]
fn a_reader_that_goes_away_is_no_fault() {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;
    let program = env!("CARGO_BIN_EXE_midturn-scenarios");
    let command = &mut Command::new(program);
    let command = command.args(["list"]).current_dir(home());
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    let mut line = String::new();
    let output = child.stdout.take().expect("a pipe");
    BufReader::new(output).read_line(&mut line).expect("a line");
    let rest = child.wait_with_output().expect("it ends");
    assert_eq!(rest.status.code(), Some(0));
    assert!(rest.stderr.is_empty());
}
