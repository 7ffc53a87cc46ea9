//! The danger: one more than there is room for is lost, or taken.

mod support;

use midturn_engine::lab::Claim;
use midturn_engine::runtimes::codex::store::MAX_QUEUE_ITEMS;
use support::*;

fn queue_of(count: usize) -> Tale {
    let names: Vec<String> = (0..count).map(|n| format!("q{n}")).collect();
    let tale = names.iter().fold(Tale::codex(), |tale, name| tale.user(name));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    tale.lying("A", &names)
}

#[test]
fn the_last_place_in_the_queue_is_taken_and_no_other() {
    let busy = |tale: Tale| {
        tale.user("last").input("shell", at(0), "user-shell").input("add", at(1), "queue-add last")
    };
    let record = busy(queue_of(MAX_QUEUE_ITEMS - 1)).run();
    finally(&record, receipt("add", "Accepted", ""));
    finally(&record, Claim::Card { card: "last".into(), place: "A".to_owned().into() });

    let record = busy(queue_of(MAX_QUEUE_ITEMS)).run();
    finally(&record, receipt("add", "Failed", "InvalidRequest"));
    finally(&record, holds("client", &["last"]));
}
