//! What a row of the durable queue says: which message waits, what it is, what goes along, and its text,
//! as one small text that every store can keep.

use crate::world::{Content, Message, MessageId};

/// What a payload says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queued {
    /// The message.
    pub message: MessageId,
    /// Whether a person wrote it: only that can be queued.
    pub by_user: bool,
    /// What goes along.
    pub attachment: Option<Attachment>,
    /// Its text.
    pub text: String,
}

/// An image or a sound that goes along, by its file's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attachment {
    /// Its content is in the row.
    Data(String),
    /// It is still a file.
    File(String),
}

const USER: &str = "user-input";
const ITEM: &str = "item";
const DATA: &str = "data:";
const FILE: &str = "file:";

/// Writes a message down: a line with its sort, its name and what goes along, then its text.
pub fn encode(message: &Message, attachment: Option<&Attachment>) -> String {
    let sort = if message.content == Content::UserText { USER } else { ITEM };
    let (space, form, name) = match attachment {
        None => ("", "", ""),
        Some(Attachment::Data(name)) => (" ", DATA, name.as_str()),
        Some(Attachment::File(name)) => (" ", FILE, name.as_str()),
    };
    [sort, " ", message.id.as_str(), space, form, name, "\n", &message.text].concat()
}

/// Reads a payload; nothing where it is none.
pub fn decode(payload: &str) -> Option<Queued> {
    let (head, text) = payload.split_once('\n')?;
    let (sort, rest) = head.split_once(' ')?;
    let by_user = match sort {
        USER => true,
        ITEM => false,
        _ => return None,
    };
    let (message, along) = rest.split_once(' ').unwrap_or((rest, ""));
    let attachment = match (along.strip_prefix(DATA), along.strip_prefix(FILE)) {
        (Some(name), _) => Some(Attachment::Data(name.to_owned())),
        (None, Some(name)) => Some(Attachment::File(name.to_owned())),
        (None, None) if along.is_empty() => None,
        (None, None) => return None,
    };
    Some(Queued { message: MessageId::from(message), by_user, attachment, text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Origin;

    #[test]
    fn what_is_written_can_be_read() {
        let name = || "a photo.png".to_owned();
        for attachment in [None, Some(Attachment::Data(name())), Some(Attachment::File(name()))] {
            for (content, by_user) in [(Content::UserText, true), (Content::HostItem, false)] {
                let text = "two\nlines, é\n".to_owned();
                let message = Message { id: "m".into(), origin: Origin::User, content, text };
                let read = decode(&encode(&message, attachment.as_ref())).expect("a payload");
                let text = message.text;
                let attachment = attachment.clone();
                assert_eq!(read, Queued { message: "m".into(), by_user, attachment, text });
            }
        }
    }

    #[test]
    fn what_is_no_payload_is_not_read() {
        for text in
            ["", "user-input m", "user-input\ntext", "mail m\ntext", "item m x\n", "\u{0}\n"]
        {
            assert_eq!(decode(text), None, "{text:?}");
        }
    }
}
