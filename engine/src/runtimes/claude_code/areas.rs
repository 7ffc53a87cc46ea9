//! The command queue: one for everything that waits, in three priorities, each in order of arrival.
//!
//! Each priority is shown as a place of its own; what lies there is what the queue holds. The priority is fixed when
//! an entry comes in. Only the reader's threshold differs: [`super::folding`] and [`super::idle`].

use super::{Claude, Release, rules};
use crate::runtimes::holds;
use crate::world::{Content, MessageId, Place};

/// What ends or joins the running turn.
pub(super) const NOW: Place = Place::named("queue-now");
/// What people and clients send.
pub(super) const NEXT: Place = Place::named("queue-next");
/// What waits for the end of the turn: notices of background work.
pub(super) const LATER: Place = Place::named("queue-later");
/// The client's input box.
pub(super) const EDITOR: Place = Place::named("editor");

/// When an entry is read, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Priority {
    Now,
    Next,
    Later,
}

impl Priority {
    pub(super) const NAMES: &[&str] = &["now", "next", "later"];
    const ALL: [Priority; 3] = [Priority::Now, Priority::Next, Priority::Later];

    /// By its name.
    pub(super) fn named(name: &str) -> Option<Priority> {
        let index = Priority::NAMES.iter().position(|known| *known == name)?;
        Priority::ALL.get(index).copied()
    }

    /// Where entries of this priority lie.
    pub(super) fn place(self) -> Place {
        match self {
            Priority::Now => NOW,
            Priority::Next => NEXT,
            Priority::Later => LATER,
        }
    }
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// A text for the model.
    Prompt,
    /// A slash command.
    Slash,
    /// A shell command, typed with `!`.
    Shell,
    /// A notice that background work has ended.
    Notice,
    /// A message from another session.
    Peer,
}

impl Mode {
    /// Whether it is for the program and not for the model.
    pub(super) fn is_command(self) -> bool {
        matches!(self, Mode::Slash | Mode::Shell)
    }
}

/// An entry of the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub message: MessageId,
    pub mode: Mode,
    pub priority: Priority,
    /// Whether the client has given it an id, by which it can be told about and cancelled.
    pub has_id: bool,
    /// Whether it joins the running turn though it is `now`.
    pub joins: bool,
    /// Whether the model is to be asked about it.
    pub asks: bool,
    /// Whether it is for another agent than the main one.
    pub elsewhere: bool,
    /// Whether it was sent with the key that marks it to wait.
    pub marked_to_wait: bool,
    /// Whether it came in while a turn was running.
    pub met_a_turn: bool,
}

impl Claude {
    /// An entry for a message, as what it is by itself.
    pub(super) fn entry(&self, message: MessageId) -> Entry {
        let known = self.world.message(&message);
        let mode = match known.as_ref().map(|known| (&known.content, known.text.as_str())) {
            Some((Content::Command, text)) if text.starts_with('!') => Mode::Shell,
            Some((Content::Command, _)) => Mode::Slash,
            _ => Mode::Prompt,
        };
        Entry {
            message,
            mode,
            priority: Priority::Next,
            has_id: false,
            joins: false,
            asks: true,
            elsewhere: false,
            marked_to_wait: false,
            met_a_turn: false,
        }
    }

    /// Notes what the queue holds of a message.
    pub(super) fn note(&self, entry: Entry) {
        let mut entries = self.entries.borrow_mut();
        entries.retain(|other| other.message != entry.message);
        entries.push(entry);
    }

    /// Everything that waits, the most urgent first.
    pub(super) fn waiting(&self) -> Vec<Entry> {
        let mut order = Priority::ALL;
        if !holds(rules::PRIORITIES) {
            order.reverse();
        }
        order.iter().flat_map(|priority| self.level(priority.place())).collect()
    }

    fn level(&self, place: Place) -> Vec<Entry> {
        let mut lying = self.world.lying_in(&place);
        if !holds(rules::FIRST_IN_FIRST_OUT) {
            lying.reverse();
        }
        lying.into_iter().map(|message| self.entry_of(message)).collect()
    }

    fn entry_of(&self, message: MessageId) -> Entry {
        let entries = self.entries.borrow();
        let known = entries.iter().find(|entry| entry.message == message);
        // What lay there from the start came from a client of the kit, which gives ids.
        known.copied().unwrap_or_else(|| Entry { has_id: true, ..self.entry(message) })
    }

    /// Whether a message is still in its writer's hands.
    pub(super) fn is_free(&self, message: &MessageId) -> bool {
        let place = self.world.place_of(message);
        [Place::CLIENT, Place::HOST, Place::AGENTS, EDITOR].contains(&place)
    }

    /// Whether this release is that one or a newer one.
    pub(super) fn is_since(&self, release: Release) -> bool {
        self.release >= release
    }
}
