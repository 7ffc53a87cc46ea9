//! What a scenario does to the world around the queue: the person's files, the storage, a notice that
//! nobody hears.

use super::Queue;
use crate::runtimes::codex::session::Session;
use crate::runtimes::codex::store::{SCHEMA, StoreError};
use crate::world::Receipt;
use std::rc::Rc;

impl Queue {
    /// Puts one of the person's files there or takes it away.
    pub(in crate::runtimes::codex) fn set_file(&self, name: &str, there: bool) -> Receipt {
        self.files.borrow_mut().set(name, there);
        Receipt::Accepted
    }

    /// Makes the storage fail, or work again; the rows stay as they are.
    pub(in crate::runtimes::codex) fn set_storage(
        &self,
        session: Option<Rc<Session>>,
        state: &str,
    ) -> Receipt {
        let why = "a scenario says so".to_owned();
        self.storage.fail(match state {
            "refused" => Some(StoreError::Refused(why)),
            "full" => Some(StoreError::NoRoom(why)),
            "older" => Some(StoreError::OlderSchema(SCHEMA - 1)),
            "newer" => Some(StoreError::NewerSchema(SCHEMA + 1)),
            "corrupt" => Some(StoreError::CorruptRow(why)),
            _ => None,
        });
        if let Some(session) = session.filter(|_| state == "good") {
            self.watch(session);
        }
        Receipt::Accepted
    }

    /// The next idle session is not heard: what a failed wake-up looks like.
    pub(in crate::runtimes::codex) fn miss_next_idle(&self) -> Receipt {
        self.deaf.set(true);
        Receipt::Accepted
    }
}
