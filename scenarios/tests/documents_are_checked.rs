//! Documents that show scenarios: good ones pass, and whatever can be wrong in one is told with its place.
#![cfg(not(target_arch = "wasm32"))]

use midturn_scenarios::documents::library::Library;
use midturn_scenarios::documents::{Report, check};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files/documents").join(name)
}

fn checked(path: &Path) -> Report {
    check(path, &mut Library::default()).expect("the folder is there")
}

fn run(args: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_midturn-scenarios"))
        .arg("docs-check")
        .args(args)
        .arg(folder)
        .output()
        .expect("the program runs")
}

#[test]
fn good_documents_pass_and_their_embeds_are_counted() {
    let report = checked(&folder("good"));
    assert_eq!(report.findings, []);
    assert_eq!((report.documents, report.embeds), (2, 6));
}

#[test]
fn whatever_is_wrong_is_told_with_its_place() {
    let report = checked(&folder("bad"));
    let told: Vec<(&str, u32, &str, &str)> = report
        .findings
        .iter()
        .map(|one| (one.file.as_str(), one.line, one.code.as_str(), one.what.as_str()))
        .collect();
    let expected = [
        ("bytes.md", 0, "unreadable-document", ""),
        ("frame.html", 3, "unknown-system", "codec"),
        ("frame.html", 4, "unreadable-link", ""),
        ("frame.html", 5, "unreadable-link", ""),
        ("guide.mdx", 3, "unknown-step", "drain"),
        ("guide.mdx", 4, "unknown-scenario", "two-in-the-drian"),
        ("guide.mdx", 6, "unknown-language", "fr"),
        ("guide.mdx", 6, "unknown-choice", "far"),
        ("guide.mdx", 7, "unreadable-link", ""),
        ("guide.mdx", 9, "changed", "stop"),
        ("guide.mdx", 11, "unknown-language", "de"),
        ("guide.mdx", 11, "unknown-system", "cobol"),
        ("guide.mdx", 11, "unknown-choice", "sepia"),
        ("guide.mdx", 11, "unknown-step", "never"),
        ("guide.mdx", 13, "changed", "stop"),
        ("guide.mdx", 17, "bad-scenario", "line 18, column 1"),
        ("guide.mdx", 17, "bad-scenario", "line 21, column 10"),
        ("guide.mdx", 25, "unknown-scenario", "gone.toml"),
        ("guide.mdx", 27, "unknown-scenario", ""),
    ];
    assert_eq!(told, expected);
    assert!(report.findings[5].message.contains("did you mean two-in-the-drain?"));
}

#[test]
fn with_the_address_of_the_page_every_link_there_is_ours() {
    let mut library = Library::default();
    library.site = Some("https://other.example/".into());
    let report = check(&folder("good"), &mut library).expect("the folder is there");
    let told: Vec<&str> = report.findings.iter().map(|one| one.code.as_str()).collect();
    assert_eq!(told, ["unknown-system", "unknown-scenario"]);
}

#[test]
fn the_exit_code_and_the_json_say_the_same() {
    let (good, bad) = (run(&["--json"], &folder("good")), run(&["--json"], &folder("bad")));
    assert_eq!((good.status.code(), bad.status.code()), (Some(0), Some(1)));
    let json: serde_json::Value = serde_json::from_slice(&bad.stdout).expect("it is JSON");
    assert_eq!(
        (&json["format"], &json["findings"][4]["code"]),
        (&1.into(), &"unknown-step".into())
    );
    let lines = String::from_utf8(run(&[], &folder("bad")).stdout).expect("text");
    assert_eq!(Some(lines.lines().count() - 1), json["findings"].as_array().map(Vec::len));
    for (args, folder) in [(&["--what"][..], folder("good")), (&[], folder("nowhere"))] {
        assert_eq!(run(args, &folder).status.code(), Some(2));
    }
}

#[test]
fn our_own_documents_pass() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    for name in ["README.md", "docs", "index.html"] {
        assert_eq!(checked(&root.join(name)).findings, [], "{name}");
    }
}
