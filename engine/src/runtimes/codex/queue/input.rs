//! What may be queued at all: looked at before the store is asked, so that a refusal changes nothing.

use crate::runtimes::codex::protocol::{failed, invalid_request};
use crate::runtimes::codex::{payload, rules};
use crate::runtimes::holds;
use crate::world::{Content, Message, Operation, Receipt};
use std::sync::Arc;

/// Characters (Unicode scalar values, not bytes) of all text parts of one input together.
/// Source: `ext/queue/src/service.rs:264-397`.
pub const MAX_USER_INPUT_TEXT_CHARS: usize = 1 << 20;

/// What comes with a message beside its own text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::runtimes::codex) struct Parts {
    /// The name that the client gives the message.
    pub client: Option<String>,
    /// A second text part: a text and how many times it stands there. Never written out.
    pub more: Option<(String, usize)>,
    /// Something mentioned, such as a file or a skill: a part, but no text.
    pub mention: Option<String>,
    /// A local file that goes along.
    pub file: Option<String>,
}

impl Parts {
    /// Reads them from an operation's arguments.
    pub(in crate::runtimes::codex) fn of(operation: &Operation) -> Parts {
        let arg = |name| operation.arg(name).map(str::to_owned);
        let times = operation.arg("times").and_then(|times| times.parse().ok());
        Parts {
            client: arg("client"),
            more: arg("more").map(|text| (text, times.unwrap_or(1))),
            mention: arg("mention"),
            file: arg("file"),
        }
    }

    /// The characters of all text parts, the message's own text included.
    fn chars(&self, own: &str) -> usize {
        let more = self.more.as_ref().map_or(0, |(text, times)| {
            let one = if holds(rules::QUEUE_TEXT_LIMIT) { text.chars().count() } else { 0 };
            one.saturating_mul(*times)
        });
        own.chars().count().saturating_add(more)
    }

    /// Whether the text is short enough.
    pub(in crate::runtimes::codex) fn fit(&self, own: &str) -> Result<(), usize> {
        let chars = self.chars(own);
        if chars > MAX_USER_INPUT_TEXT_CHARS { Err(chars) } else { Ok(()) }
    }
}

/// Only what a person wrote can be queued, and only within the limit.
pub(super) fn may_be_queued(message: Option<&Arc<Message>>, parts: &Parts) -> Result<(), Receipt> {
    let by_user = |message: &&Arc<Message>| {
        message.content == Content::UserText || !holds(rules::QUEUE_USER_INPUT_ONLY)
    };
    let Some(message) = message.filter(by_user) else {
        return Err(failed("InvalidInput", "only what a person wrote can be queued"));
    };
    parts.fit(&message.text).map_err(|chars| failed("InputTooLarge", too_large(chars)))
}

/// What is told of a text that is too long.
pub(in crate::runtimes::codex) fn too_large(chars: usize) -> String {
    let most = MAX_USER_INPUT_TEXT_CHARS.to_string();
    ["max_chars: ", &most, ", actual_chars: ", &chars.to_string()].concat()
}

/// The files of the person's machine, as far as a scenario speaks of them.
#[derive(Debug, Default)]
pub(super) struct Files(Vec<String>);

impl Files {
    /// Puts a file there or takes it away.
    pub(super) fn set(&mut self, name: &str, there: bool) {
        self.0.retain(|known| known != name);
        if there {
            self.0.push(name.to_owned());
        }
    }

    fn read(&self, name: &str) -> Result<(), Receipt> {
        if self.0.iter().any(|known| known == name) {
            return Ok(());
        }
        Err(failed("InvalidAttachment", ["not found: ", name].concat()))
    }

    /// Reads a file now, so that nobody needs it later.
    pub(super) fn snapshot(&self, parts: &Parts) -> Result<Option<payload::Attachment>, Receipt> {
        let Some(name) = &parts.file else { return Ok(None) };
        if !holds(rules::QUEUE_ATTACHMENTS) {
            return Ok(Some(payload::Attachment::File(name.clone())));
        }
        self.read(name)?;
        Ok(Some(payload::Attachment::Data(name.clone())))
    }

    /// Whether everything that a row needs is there when its turn comes.
    pub(super) fn complete(&self, row: &payload::Queued) -> Result<(), Receipt> {
        match &row.attachment {
            Some(payload::Attachment::File(name)) => self.read(name),
            _ => Ok(()),
        }
    }
}

/// A page of a list: where it begins and how many rows it has.
/// Source: `app-server/src/request_processors/thread_queue_processor.rs:60-280`.
pub(super) fn page_of(operation: &Operation, most: usize) -> Result<(usize, usize), Receipt> {
    let number = |name: &str| operation.arg(name).map(str::parse::<usize>).transpose();
    let from = number("cursor").map_err(|_| invalid_request("invalid cursor"))?;
    let limit = number("limit").map_err(|_| invalid_request("invalid limit"))?;
    let limit = if holds(rules::QUEUE_PAGES) { limit.map(|n| n.clamp(1, most)) } else { None };
    Ok((from.unwrap_or(0), limit.unwrap_or(most)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, times: usize) -> Parts {
        Parts { more: Some((text.to_owned(), times)), ..Parts::default() }
    }

    #[test]
    fn characters_are_counted_over_all_text_parts_and_not_bytes() {
        let most = MAX_USER_INPUT_TEXT_CHARS;
        assert_eq!(parts("é", most - 2).fit("né"), Ok(()));
        assert_eq!(parts("é", most - 1).fit("né"), Err(most + 1));
        assert_eq!(parts("", usize::MAX).fit("n"), Ok(()));
        assert_eq!(parts("ab", usize::MAX).fit("n"), Err(usize::MAX));
    }

    #[test]
    fn a_mention_is_no_text() {
        let mentioning = Parts { mention: Some("a file".to_owned()), ..parts("é", 1 << 20) };
        assert_eq!(mentioning.fit(""), Ok(()));
    }
}
