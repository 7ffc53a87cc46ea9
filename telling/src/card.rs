//! A card: what the page shows of one message, wherever it lies.

use crate::teller::Teller;
use midturn_engine::runtimes::Hold;
use midturn_engine::world::{MessageId, Origin, Place};

/// One message as a card. Origin is told by letter, shape and colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The message.
    pub id: MessageId,
    /// Its origin's name, which styles it: `user`, `agent`, `host`, `model`, `tool`.
    pub origin: &'static str,
    /// Its origin's letter.
    pub letter: &'static str,
    /// What sort of message it is, in the reader's language.
    pub label: String,
    /// Its words.
    pub text: String,
    /// If it moved in this step: where it came from, or nothing where it was written only now.
    pub came_from: Option<Option<String>>,
    /// Why it waits where it is; nothing where it does not, or where nobody has asked.
    pub hold: Option<Hold>,
}

impl Card {
    /// The card of a message that moved from there, or did not move.
    pub fn of(teller: &Teller<'_>, id: &MessageId, came_from: Option<&Place>) -> Option<Card> {
        let message = teller.tale.message(id)?;
        let (origin, letter) = mark(message.origin);
        Some(Card {
            id: *id,
            origin,
            letter,
            label: teller.content(message),
            text: teller.tale.wording(message).to_owned(),
            hold: None,
            came_from: came_from.map(|p| (*p != Place::UNWRITTEN).then(|| teller.place(p))),
        })
    }
}

/// An origin's name and letter.
pub fn mark(origin: Origin) -> (&'static str, &'static str) {
    match origin {
        Origin::User => ("user", "U"),
        Origin::Agent => ("agent", "A"),
        Origin::Host => ("host", "H"),
        Origin::Model => ("model", "M"),
        Origin::Tool => ("tool", "T"),
    }
}
