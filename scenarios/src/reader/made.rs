//! Names that the run itself makes: a scenario refers to them before they exist, so that only their form
//! can be checked.

use super::names::{Names, Sort};
use midturn_engine::runtimes::{Made, MadeTurn};

impl Names {
    /// Whether a run of this scenario could make this name.
    pub(super) fn could_be_made(&self, made: &Made, sort: Sort, name: &str) -> bool {
        match sort {
            Sort::Message => self.made_message(made, name),
            Sort::Turn => self.made_turn(made, name),
            Sort::Subject => {
                self.made_message(made, name)
                    || self.made_turn(made, name)
                    || is_number(name)
                    || made.subjects.contains(&name)
            }
            Sort::Written | Sort::Input | Sort::Call | Sort::Gate | Sort::Beat | Sort::Hook => {
                false
            }
        }
    }

    /// `NAME#2`, another copy of a message; `out:NAME`, `marker:TURN` and the like.
    fn made_message(&self, made: &Made, name: &str) -> bool {
        let copied = name.rsplit_once('#').is_some_and(|(original, copy)| {
            is_number(copy)
                && !original.contains('#')
                && (self.holds(Sort::Message, original) || self.made_message(made, original))
        });
        copied
            || name.split_once(':').is_some_and(|(_, of)| {
                self.holds(Sort::Subject, of)
                    || self.made_message(made, of)
                    || self.made_turn(made, of)
                    || is_number(of)
            })
    }

    fn made_turn(&self, made: &Made, name: &str) -> bool {
        let is_message =
            |name: &str| self.holds(Sort::Message, name) || self.made_message(made, name);
        made.turns.iter().any(|turn| match turn {
            MadeTurn::Numbered(prefix) => name.strip_prefix(prefix).is_some_and(is_number),
            MadeTurn::OfMessage(prefix) => name.strip_prefix(prefix).is_some_and(|message| {
                let again = message
                    .rsplit_once('-')
                    .is_some_and(|(message, again)| is_number(again) && is_message(message));
                again || is_message(message)
            }),
        })
    }
}

fn is_number(text: &str) -> bool {
    text.parse::<u32>().is_ok()
}
