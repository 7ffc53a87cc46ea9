//! The terminal of OpenCode 2: Enter steers, and another key queues. The terminal of the first generation speaks
//! to the first runtime and passes no delivery at all.

use super::areas::{Delivery, Sort};
use super::protocol::Entry;
use super::rules;
use crate::runtimes::holds;
use crate::world::MessageId;

/// What a key makes of a text; nothing for what is no key.
pub(super) fn pressed(key: &str, message: MessageId) -> Option<Entry> {
    let delivery = match key {
        "press-enter" if holds(rules::ENTER) => Delivery::Steer,
        "press-queue" if holds(rules::QUEUE_KEY) => Delivery::Queue,
        "press-enter" => Delivery::Queue,
        "press-queue" => Delivery::Steer,
        _ => return None,
    };
    let context = Vec::new();
    let (sort, delivery) = (Sort::User, Some(delivery));
    Some(Entry { id: message, message, sort, delivery, resume: true, context })
}
