//! The example in the documentation works as it stands there.

#![cfg(not(target_arch = "wasm32"))]

mod support;

use support::{failures, home, sound};

#[test]
fn the_smallest_case_of_the_format_page() {
    let page = include_str!("../../docs/scenario-format.md");
    let after = page.split_once("## The smallest case").expect("the heading").1;
    let example = after.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    assert_eq!(failures(&sound(example.expect("the example"))), [""; 0]);
}

#[test]
fn the_page_of_a_system_names_every_operation_and_setting() {
    for system in midturn_engine::runtimes::SYSTEMS {
        let path = home().join(format!("../docs/systems/{}.md", system.name));
        let page = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        let operations = system.vocabulary().operations.iter().map(|operation| operation.name);
        let switches = |name: &str| system.switches.iter().any(|switch| switch.setting == name);
        let settings = system.settings.iter().map(|setting| setting.name);
        for name in operations.chain(settings.filter(|name| !switches(name))) {
            assert!(page.contains(&format!("`{name}`")), "{path:?}: {name}");
        }
    }
}
