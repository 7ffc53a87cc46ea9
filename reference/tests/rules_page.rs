//! `docs/rules.md` is what the code says now. `MIDTURN_BLESS=1` renews it.
#![allow(missing_docs)]

use midturn_locales::RULES;
use midturn_reference::table;
use midturn_scenarios::mutants;
use std::fs;
use std::path::Path;

#[test]
fn the_page_of_the_rules_is_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules.md");
    let now = table::page(RULES[0].1, &mutants::run(mutants::stories().expect("sound scenarios")));
    if std::env::var_os("MIDTURN_BLESS").is_some() {
        fs::write(&file, &now).expect("docs/ is writable");
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    let stale = now.lines().zip(written.lines()).find(|(now, written)| now != written);
    assert!(
        now == written,
        "docs/rules.md is not current, from {:?} on; renew it:\n\
         MIDTURN_BLESS=1 cargo test -p midturn-reference --test rules_page",
        stale.map_or_else(Default::default, |(now, _)| now.get(..60).unwrap_or(now))
    );
}
