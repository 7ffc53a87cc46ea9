//! Names. Everything a reader can point at has one, given by the scenario or made from one that was.

use super::names::keep;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The longest name that somebody may give: names go into links, lists and file names.
pub const MAX_NAME_CHARS: usize = 64;

/// Whether a text has the form of a name that somebody gives. What a run names itself has a `:` or a
/// `#` in it (`out:run-tests`, `later#1`), so that nobody can take such a name before it is made.
pub fn is_name(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    !text.is_empty() && text.len() <= MAX_NAME_CHARS && text.chars().all(fits)
}

macro_rules! name {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(&'static str);

        impl $name {
            /// A name that is written in the code.
            pub const fn fixed(name: &'static str) -> Self {
                $name(name)
            }

            /// The name as text.
            pub const fn as_str(&self) -> &'static str {
                self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                $name(keep(text))
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                $name(keep(&text))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.0)
            }
        }

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer).map(Self::from)
            }
        }
    };
}

name! {
    /// A message, for life: the same in every area, in the history and in a request.
    MessageId
}
name! {
    /// A turn. In Codex it is the id of the submission that started it.
    TurnId
}
name! {
    /// A tool call.
    CallId
}
name! {
    /// An input of a scenario: one thing that somebody does. It is also the id of its submission.
    InputId
}
name! {
    /// A point where a script waits until an input releases it.
    GateId
}
name! {
    /// Any other name: an agent's, a setting's, the subject of a step.
    Name
}
