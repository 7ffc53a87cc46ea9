//! What a row of the durable queue says: which message waits, what it is, and its text, as one small text
//! that every store can keep.

use crate::world::{Content, Message, MessageId};

/// What a payload says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queued {
    /// The message.
    pub message: MessageId,
    /// Whether a person wrote it: only that can be queued.
    pub by_user: bool,
    /// Its text.
    pub text: String,
}

const USER: &str = "user-input";
const ITEM: &str = "item";

/// Writes a message down: a line with its sort and its name, then its text.
pub fn encode(message: &Message) -> String {
    let sort = if message.content == Content::UserText { USER } else { ITEM };
    [sort, " ", message.id.as_str(), "\n", &message.text].concat()
}

/// Reads a payload; nothing where it is none.
pub fn decode(payload: &str) -> Option<Queued> {
    let (head, text) = payload.split_once('\n')?;
    let (sort, message) = head.split_once(' ')?;
    let by_user = match sort {
        USER => true,
        ITEM => false,
        _ => return None,
    };
    Some(Queued { message: MessageId::from(message), by_user, text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Origin;

    #[test]
    fn what_is_written_can_be_read() {
        for (content, by_user) in [(Content::UserText, true), (Content::HostItem, false)] {
            let text = "two\nlines, é\n".to_owned();
            let message = Message { id: "m".into(), origin: Origin::User, content, text };
            let read = decode(&encode(&message)).expect("a payload");
            assert_eq!(
                (read.message, read.by_user, read.text),
                ("m".into(), by_user, message.text)
            );
        }
    }

    #[test]
    fn what_is_no_payload_is_not_read() {
        for text in ["", "user-input m", "user-input\ntext", "mail m\ntext", "\u{0}\n"] {
            assert_eq!(decode(text), None, "{text:?}");
        }
    }
}
