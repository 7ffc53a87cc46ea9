//! Where the durable queue is kept: a trait that names no storage, and a store in memory.
//!
//! The contents belong to the thread and outlive its sessions. Methods are asynchronous, because real
//! stores are.

use crate::world::MessageId;
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use std::cell::RefCell;

/// Messages that one thread's queue holds at most. Source: `state/src/lib.rs:94`.
pub const MAX_QUEUE_ITEMS: usize = 100;

/// Why a store refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// [`MAX_QUEUE_ITEMS`] messages are there already.
    Full,
    /// An order must name every message of the queue exactly once.
    IncompleteOrder,
    /// The queue holds no such message.
    NotFound(MessageId),
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StoreError::Full => {
                write!(f, "queue cannot contain more than {MAX_QUEUE_ITEMS} submissions")
            }
            StoreError::IncompleteOrder => {
                f.write_str("queue reorder must include every queued submission exactly once")
            }
            StoreError::NotFound(id) => write!(f, "queued submission not found: {id}"),
        }
    }
}

/// What a storage operation returns.
pub type Stored<'a, T> = LocalBoxFuture<'a, Result<T, StoreError>>;

/// An ordered list of messages that survives the process. Each call is one transaction.
pub trait QueueStore {
    /// All messages, in order.
    fn list(&self) -> Stored<'_, Vec<MessageId>>;
    /// Appends a message, unless the queue is full.
    fn append(&self, message: MessageId) -> Stored<'_, ()>;
    /// Removes a message and says whether it was there.
    fn remove(&self, message: MessageId) -> Stored<'_, bool>;
    /// Puts the queue into this order, which names each message exactly once.
    fn reorder(&self, order: Vec<MessageId>) -> Stored<'_, ()>;
}

/// A store for one run: it outlives sessions and crashes, not the run.
#[derive(Debug, Default)]
pub struct MemoryStore(RefCell<Vec<MessageId>>);

impl MemoryStore {
    /// A store that holds these messages.
    pub fn holding(messages: Vec<MessageId>) -> MemoryStore {
        MemoryStore(RefCell::new(messages))
    }

    fn transact<T>(
        &self,
        act: impl FnOnce(&mut Vec<MessageId>) -> Result<T, StoreError>,
    ) -> Stored<'static, T>
    where
        T: 'static,
    {
        let outcome = act(&mut self.0.borrow_mut());
        async move { outcome }.boxed_local()
    }
}

impl QueueStore for MemoryStore {
    fn list(&self) -> Stored<'_, Vec<MessageId>> {
        self.transact(|rows| Ok(rows.clone()))
    }

    fn append(&self, message: MessageId) -> Stored<'_, ()> {
        self.transact(|rows| {
            if rows.len() >= MAX_QUEUE_ITEMS {
                return Err(StoreError::Full);
            }
            rows.push(message);
            Ok(())
        })
    }

    fn remove(&self, message: MessageId) -> Stored<'_, bool> {
        self.transact(|rows| {
            let before = rows.len();
            rows.retain(|row| *row != message);
            Ok(rows.len() < before)
        })
    }

    fn reorder(&self, order: Vec<MessageId>) -> Stored<'_, ()> {
        self.transact(|rows| {
            let names_once = |row: &MessageId| order.iter().filter(|id| *id == row).count() == 1;
            if order.len() != rows.len() || !rows.iter().all(names_once) {
                return Err(StoreError::IncompleteOrder);
            }
            *rows = order;
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now<T>(stored: Stored<'_, T>) -> Result<T, StoreError> {
        stored.now_or_never().expect("the memory store answers at once")
    }

    #[test]
    fn the_queue_has_a_capacity() {
        let store = MemoryStore::default();
        for n in 0..MAX_QUEUE_ITEMS {
            assert_eq!(now(store.append(MessageId::from(format!("m{n}")))), Ok(()));
        }
        assert_eq!(now(store.append(MessageId::from("one more"))), Err(StoreError::Full));
    }

    #[test]
    fn an_order_names_every_message_exactly_once() {
        let [a, b] = ["a", "b"].map(MessageId::from);
        let store = MemoryStore::holding(vec![a, b]);
        for wrong in [vec![a], vec![a, a], vec![a, b, b]] {
            assert_eq!(now(store.reorder(wrong)), Err(StoreError::IncompleteOrder));
        }
        assert_eq!(now(store.reorder(vec![b, a])), Ok(()));
        assert_eq!(now(store.list()), Ok(vec![b, a]));
    }
}
