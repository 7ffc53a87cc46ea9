//! Every sort of fault, once, in an otherwise sound file: it is found, alone, where it stands.

#![cfg(not(target_arch = "wasm32"))]

mod support;

use midturn_engine::lab::plan::{MAX_MESSAGES, MAX_TEXT_CHARS};
use midturn_engine::runtimes::codex::store::MAX_QUEUE_ITEMS;
use midturn_scenarios::reader::MAX_FILE_BYTES;
use midturn_scenarios::{Fault, FaultCode, read, read_bytes};
use support::{SHORT_STORY, SMALL_CASE, in_lines};

/// A change of a sound file, the fault it makes, and the text at which the fault stands.
struct Slip {
    file: &'static str,
    from: &'static str,
    to: &'static str,
    code: FaultCode,
    at: &'static str,
}

const fn slip(
    file: &'static str,
    from: &'static str,
    to: &'static str,
    code: FaultCode,
    at: &'static str,
) -> Slip {
    Slip { file, from, to, code, at }
}

const SLIPS: &[Slip] = &[
    slip(SMALL_CASE, "format = 1", "format = 2", FaultCode::UnknownWord, "2\n"),
    slip(SMALL_CASE, "title =", "titel =", FaultCode::UnknownKey, "titel"),
    slip(SMALL_CASE, "title =", "#", FaultCode::MissingKey, "format"),
    slip(SMALL_CASE, "\"codex\"", "\"codecs\"", FaultCode::UnknownWord, "\"codecs\""),
    slip(SMALL_CASE, "id = \"small-case\"", "id = 3", FaultCode::WrongType, "3\n"),
    slip(SMALL_CASE, "[\"old-mail\"]", "[\"new-mail\"]", FaultCode::UnknownName, "\"new-mail\""),
    slip(SMALL_CASE, "[\"old-mail\"]", "[\"hello\"]", FaultCode::Exclusive, "C = ["),
    slip(SMALL_CASE, "e = \"extra\"", "e = \"out:task\"", FaultCode::UnknownName, "\"out:task\""),
    slip(SMALL_CASE, "\"plan\"", "\"plane\"", FaultCode::UnknownWord, "\"plane\""),
    slip(SMALL_CASE, "wait-min-ms", "wait-min", FaultCode::UnknownKey, "wait-min"),
    slip(SMALL_CASE, "min-ms = 50", "min-ms = -1", FaultCode::TooMuch, "-1"),
    slip(
        SMALL_CASE,
        "id = \"extra\"",
        "id = \"hello\"",
        FaultCode::Duplicate,
        "\"hello\"\nfrom = \"user\"\ntext = \"And",
    ),
    slip(SMALL_CASE, "id = \"go-on\"", "id = \"go on\"", FaultCode::BadName, "\"go on\""),
    slip(SMALL_CASE, "from = \"agent\"", "from = \"user\"", FaultCode::Exclusive, "mail = {"),
    slip(SMALL_CASE, "by = \"host\"", "by = \"hoast\"", FaultCode::UnknownWord, "\"hoast\""),
    slip(SMALL_CASE, "do = \"release\"", "do = \"releas\"", FaultCode::UnknownWord, "\"releas\""),
    slip(SMALL_CASE, "at-gate =", "at = 3\nat-gate =", FaultCode::Exclusive, "at-gate ="),
    slip(SMALL_CASE, "at-gate = \"thinking\"", "at = 1\nplus = 3", FaultCode::Exclusive, "plus"),
    slip(SMALL_CASE, "{ expected =", "{ expect =", FaultCode::UnknownKey, "expect ="),
    slip(
        SMALL_CASE,
        "gate = \"thinking\" }",
        "gate = \"thinkin\" }",
        FaultCode::UnknownName,
        "\"thinking\"\n\n[[input]]",
    ),
    slip(SMALL_CASE, "{ reasoning =", "{ final = \"\", reasoning =", FaultCode::Exclusive, "final"),
    slip(SMALL_CASE, "is = \"Steered\"", "is = \"Stirred\"", FaultCode::UnknownWord, "\"Stirred\""),
    slip(
        SMALL_CASE,
        "{ requests = 2 }",
        "{ request = 2 }",
        FaultCode::MissingKey,
        "{ request = 2 }",
    ),
    slip(SMALL_CASE, "in = \"B\"", "in = \"D\"", FaultCode::UnknownWord, "\"D\""),
    slip(SMALL_CASE, "input.receipt", "input.reciept", FaultCode::UnknownWord, "\"input.reciept\""),
    slip(SMALL_CASE, "\"Hello\"", "\"Hello", FaultCode::Syntax, "\n\n[[message]]\nid = \"extra\""),
    slip(SHORT_STORY, ", zh-Hant = \"誰來回答？\"", "", FaultCode::MissingLanguage, "{ en = \"Who"),
    slip(
        SHORT_STORY,
        "before = \"looked\"",
        "before = \"look\"",
        FaultCode::UnknownName,
        "\"look\"\nask",
    ),
    slip(
        SHORT_STORY,
        "\"TurnComplete\"",
        "\"TurnCompleted\"",
        FaultCode::UnknownWord,
        "\"TurnCompleted\"",
    ),
    slip(
        SHORT_STORY,
        "{ card = \"out:look\", in = \"B\" }",
        "",
        FaultCode::MissingKey,
        "[[quiz.option]]\nsay = { en = \"Into B\"",
    ),
];

#[test]
fn each_slip_is_found_where_it_is() {
    for Slip { file, from, to, code, at } in SLIPS {
        assert!(file.contains(from), "{from}");
        let text = file.replacen(from, to, 1);
        let faults = read("pasted text", &text).expect_err(to);
        let found = faults.iter().find(|fault| fault.code == *code);
        let found = found.unwrap_or_else(|| panic!("{to}: no {code} in\n{}", in_lines(&faults)));
        assert_eq!((found.line, found.column), place_of(&text, at), "{to}\n{}", in_lines(&faults));
    }
}

#[test]
fn a_slip_makes_one_fault() {
    // These take a name away that others use, or one of two; what follows from that is told too.
    let with_consequences = ["2\n", "\"codecs\"", "\"hello\"\n", "\"go on\"", "\"thinking\"\n"];
    for Slip { file, from, to, at, .. } in SLIPS {
        if with_consequences.iter().any(|begin| at.starts_with(begin)) {
            continue;
        }
        let faults = read("pasted text", &file.replacen(from, to, 1)).expect_err(to);
        assert_eq!(faults.len(), 1, "{to}\n{}", in_lines(&faults));
    }
}

#[test]
fn no_sort_of_fault_is_left_untested() {
    let here = [FaultCode::NotText, FaultCode::OtherFileName];
    for code in FaultCode::ALL {
        let tested = here.contains(code) || SLIPS.iter().any(|slip| slip.code == *code);
        assert!(tested, "{code}");
    }
}

#[test]
fn the_file_name_is_the_id() {
    let fault = only(read("some/where/other.toml", SMALL_CASE).expect_err("another name"));
    assert_eq!((fault.code, fault.line, fault.column), (FaultCode::OtherFileName, 2, 6));
    assert!(read("some\\where\\small-case.toml", SMALL_CASE).is_ok());
}

#[test]
fn bytes_that_are_no_text_are_told_with_their_place() {
    let fault = only(read_bytes("x.toml", b"a = 1\nb = \"\xff\"").expect_err("no text"));
    assert_eq!((fault.code, fault.line, fault.column), (FaultCode::NotText, 2, 6));
}

#[test]
fn columns_count_as_editors_do() {
    let text = SHORT_STORY.replacen("from = \"user\"", "from = \"user\" # \u{1f600}", 1);
    let text = text.replacen("{ card = \"thought\"", "{ card = \"你\u{1f600}\", card2 = 1", 1);
    let faults = read("pasted text", &text).expect_err("a fault");
    let line = text.lines().find(|line| line.contains("card2")).expect("the line");
    let before = line.split("card2").next().expect("a part").encode_utf16().count();
    let found = faults.iter().find(|fault| fault.code == FaultCode::UnknownKey);
    assert_eq!(found.map(|fault| fault.column as usize), Some(before + 1));
}

#[test]
fn limits_are_kept() {
    let long = SMALL_CASE.replacen("\"Hello\"", &format!("\"{}\"", "字".repeat(MAX_TEXT_CHARS)), 1);
    assert!(read("pasted text", &long).is_ok());
    let longer = long.replacen('字', "字字", 1);
    assert_eq!(only(read("x", &longer).expect_err("too long")).code, FaultCode::TooMuch);

    let message = |n| format!("\n[[message]]\nid = \"m{n}\"\nfrom = \"user\"\ntext = \"\"\n");
    let many: String = (0..MAX_MESSAGES).map(message).collect();
    let fault = only(read("x", &format!("{SMALL_CASE}{many}")).expect_err("too many"));
    assert_eq!((fault.code, fault.line), (FaultCode::TooMuch, 11));

    let waiting = |n| format!("\n[[message]]\nid = \"q{n}\"\nfrom = \"user\"\ntext = \"\"\n");
    let many: String = (0..=MAX_QUEUE_ITEMS).map(waiting).collect();
    let ids: Vec<String> = (0..=MAX_QUEUE_ITEMS).map(|n| format!("\"q{n}\"")).collect();
    let full = SMALL_CASE.replacen("[initial]", &format!("[initial]\nA = [{}]", ids.join(",")), 1);
    let fault = only(read("x", &format!("{full}{many}")).expect_err("too many"));
    assert_eq!((fault.code, fault.line, fault.column), (FaultCode::TooMuch, 8, 1));

    let large = format!("{SMALL_CASE}{}", " ".repeat(MAX_FILE_BYTES));
    assert_eq!(only(read("x", &large).expect_err("too large")).code, FaultCode::TooMuch);
}

fn only(faults: Vec<Fault>) -> Fault {
    assert_eq!(faults.len(), 1, "{}", in_lines(&faults));
    faults.into_iter().next().expect("one")
}

/// Line and column of a part of a text whose lines are plain up to there.
fn place_of(text: &str, part: &str) -> (u32, u32) {
    let at = text.find(part).unwrap_or_else(|| panic!("{part}"));
    let line = text[..at].matches('\n').count() + 1;
    let column = at - text[..at].rfind('\n').map_or(0, |end| end + 1) + 1;
    (u32::try_from(line).expect("small"), u32::try_from(column).expect("small"))
}
