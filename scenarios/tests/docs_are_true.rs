//! The example in the documentation works as it stands there.

#![cfg(not(target_arch = "wasm32"))]

mod support;

use support::{failures, sound};

#[test]
fn the_smallest_case_of_the_format_page() {
    let page = include_str!("../../docs/scenario-format.md");
    let after = page.split_once("## The smallest case").expect("the heading").1;
    let example = after.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    assert_eq!(failures(&sound(example.expect("the example"))), [""; 0]);
}

#[test]
fn the_format_page_names_every_operation() {
    let page = include_str!("../../docs/scenario-format.md");
    for system in midturn_engine::runtimes::SYSTEMS {
        for operation in system.vocabulary().operations {
            assert!(page.contains(&format!("`{}`", operation.name)), "{}", operation.name);
        }
    }
}
