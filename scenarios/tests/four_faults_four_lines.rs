//! A file with four different faults: all four are named at once, each at its exact place.

#![cfg(not(target_arch = "wasm32"))]

mod support;

use midturn_scenarios::{FaultCode, read};
use support::{FOUR_FAULTS, in_lines};

#[test]
fn all_four_are_named_with_their_lines() {
    let faults = read("four-faults.toml", FOUR_FAULTS).expect_err("it has faults");
    let told: Vec<_> = faults.iter().map(|fault| (fault.line, fault.column, fault.code)).collect();
    let expected = [
        (8, 1, FaultCode::UnknownKey),
        (14, 6, FaultCode::UnknownWord),
        (21, 11, FaultCode::UnknownName),
        (22, 6, FaultCode::WrongType),
    ];
    assert_eq!(told, expected, "{}", in_lines(&faults));
}

#[test]
fn each_says_what_is_near() {
    let faults = read("four-faults.toml", FOUR_FAULTS).expect_err("it has faults");
    let near: Vec<_> = faults.iter().map(|fault| fault.nearest.as_deref()).collect();
    assert_eq!(near, [Some("from"), Some("start-or-steer"), Some("hello"), None]);
}

#[test]
fn a_syntax_error_hides_no_other_fault() {
    let broken = FOUR_FAULTS.replace("text = \"Hello\"", "text = \"Hello");
    let faults = read("four-faults.toml", &broken).expect_err("it has faults");
    let told: Vec<_> = faults.iter().map(|fault| (fault.line, fault.code)).collect();
    let expected = [
        (8, FaultCode::UnknownKey),
        (9, FaultCode::Syntax),
        (14, FaultCode::UnknownWord),
        (21, FaultCode::UnknownName),
        (22, FaultCode::WrongType),
    ];
    assert_eq!(told, expected, "{}", in_lines(&faults));
}

#[test]
fn a_list_without_end_is_one_fault() {
    let broken = support::SMALL_CASE.replace("C = [\"old-mail\"]", "C = [\"old-mail\"");
    let faults = read("small-case.toml", &broken).expect_err("it has a fault");
    let told: Vec<_> = faults.iter().map(|fault| (fault.line, fault.code)).collect();
    assert_eq!(told, [(8, FaultCode::Syntax)], "{}", in_lines(&faults));
}

#[test]
fn a_misspelled_key_is_not_missing_as_well() {
    let broken = support::SHORT_STORY.replace("zh-Hans = \"你好\"", "zh-hans = \"你好\"");
    let faults = read("short-story.toml", &broken).expect_err("it has a fault");
    let told: Vec<_> = faults.iter().map(|fault| fault.code).collect();
    assert_eq!(told, [FaultCode::UnknownKey], "{}", in_lines(&faults));
}
