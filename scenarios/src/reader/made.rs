//! Names that the run itself makes: a scenario refers to them before they exist, so that only their form
//! can be checked.

use super::names::{Names, Sort};

/// What a step can be about that is no name of anything.
const WORDS: &[&str] = &[
    "again",
    "enough",
    "task-end",
    "turn-end",
    "turn-aborted",
    "marker",
    "suspension",
    "session-end",
];
/// The turn of a message that the durable queue offered.
const TURN_OF_QUEUED: &str = "turn-of-";
/// A turn that mail started.
const TURN_OF_MAIL: &str = "mail-turn-";

impl Names {
    /// Whether a run of this scenario could make this name.
    pub(super) fn could_be_made(&self, sort: Sort, name: &str) -> bool {
        match sort {
            Sort::Message => self.made_message(name),
            Sort::Turn => self.made_turn(name),
            Sort::Subject => {
                self.made_message(name)
                    || self.made_turn(name)
                    || is_number(name)
                    || WORDS.contains(&name)
            }
            Sort::Written | Sort::Input | Sort::Call | Sort::Gate | Sort::Beat | Sort::Hook => {
                false
            }
        }
    }

    /// `NAME#2`, another copy of a message; `out:NAME`, `marker:TURN` and the like.
    fn made_message(&self, name: &str) -> bool {
        let copied = name.rsplit_once('#').is_some_and(|(original, copy)| {
            is_number(copy)
                && !original.contains('#')
                && (self.holds(Sort::Message, original) || self.made_message(original))
        });
        copied
            || name.split_once(':').is_some_and(|(_, of)| {
                self.holds(Sort::Subject, of)
                    || self.made_message(of)
                    || self.made_turn(of)
                    || is_number(of)
            })
    }

    fn made_turn(&self, name: &str) -> bool {
        if let Some(number) = name.strip_prefix(TURN_OF_MAIL) {
            return is_number(number);
        }
        let Some(message) = name.strip_prefix(TURN_OF_QUEUED) else { return false };
        let is_message = |name: &str| self.holds(Sort::Message, name) || self.made_message(name);
        let again = message
            .rsplit_once('-')
            .is_some_and(|(message, again)| is_number(again) && is_message(message));
        again || is_message(message)
    }
}

fn is_number(text: &str) -> bool {
    text.parse::<u32>().is_ok()
}
