//! The danger: a message that was accepted is sent again, and then lies in two places.

mod support;

use support::*;

#[test]
fn an_accepted_message_cannot_be_sent_again() {
    for again in ["steer extra", "start-or-steer extra", "queue-add extra", "start-if-idle extra"] {
        let record = Tale::codex()
            .user("fix")
            .user("extra")
            .input("task", at(0), "start-or-steer fix")
            .input("more", after("tool.started", "t"), "start-or-steer extra")
            .input("again", answered("more"), again)
            .response(vec![calls("t", "shell")])
            .response(vec![])
            .tool("t", 1_000, false)
            .run();
        finally(&record, receipt("again", "Failed", "InvalidRequest"));
        finally(&record, new_in(2, &["call:t", "out:t", "extra"]));
    }
}

/// The queue's lock is held until a slow interrupt is over; meanwhile the message goes elsewhere.
#[test]
fn whoever_waits_for_the_queue_looks_again() {
    let record = Tale::codex()
        .user("fix")
        .user("first")
        .user("extra")
        .lying("A", &["first"])
        .input("task", at(0), "start-or-steer fix")
        .input("stop", after("tool.started", "t"), "interrupt")
        .input("start", at(110), "queue-start")
        .input("add", at(120), "queue-add extra")
        .input("send", at(130), "start-or-steer extra")
        .response(vec![calls("t", "shell")])
        .response(vec![])
        .response(vec![])
        .tool("t", 1_000, true)
        .run();
    finally(&record, receipt("start", "Started", "turn-of-first"));
    finally(&record, receipt("send", "Steered", "turn-of-first"));
    finally(&record, receipt("add", "Failed", "InvalidRequest"));
}
