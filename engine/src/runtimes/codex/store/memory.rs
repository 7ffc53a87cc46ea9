//! A store in memory: it outlives sessions and crashes, not the run.

use super::{Change, NewRow, QueueStore, Row, Rows, StoreError, Stored};
use futures::FutureExt;
use std::cell::RefCell;
use std::rc::Rc;

/// A store for one run. Clones are handles on the same rows, as two processes have them.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore(Rc<RefCell<Memory>>);

#[derive(Debug, Default)]
struct Memory {
    rows: Rows,
    /// Why no call succeeds now.
    failing: Option<StoreError>,
}

impl MemoryStore {
    /// From now on each call fails for this reason; without one they succeed again. No row is touched.
    pub fn fail(&self, failing: Option<StoreError>) {
        self.0.borrow_mut().failing = failing;
    }

    /// One transaction: nothing else runs before its answer is known.
    fn transact<T: 'static>(
        &self,
        act: impl FnOnce(&mut Rows) -> Result<T, StoreError>,
    ) -> Stored<'static, T> {
        let mut memory = self.0.borrow_mut();
        let outcome = match &memory.failing {
            Some(error) => Err(error.clone()),
            None => act(&mut memory.rows),
        };
        std::future::ready(outcome).boxed_local()
    }
}

impl QueueStore for MemoryStore {
    fn page(&self, thread: &str, from: usize, limit: usize) -> Stored<'_, Vec<Row>> {
        self.transact(|rows| Ok(rows.page(thread, from, limit)))
    }

    fn insert(&self, thread: &str, new: NewRow) -> Stored<'_, Row> {
        self.transact(|rows| rows.insert(thread, new))
    }

    fn update(
        &self,
        thread: &str,
        id: &str,
        payload: String,
        at_ms: u64,
    ) -> Stored<'_, Option<Row>> {
        self.transact(|rows| Ok(rows.update(thread, id, payload, at_ms)))
    }

    fn remove(&self, thread: &str, id: &str) -> Stored<'_, bool> {
        self.transact(|rows| Ok(rows.remove(thread, |row| row.id == id) > 0))
    }

    fn reorder(&self, thread: &str, ids: Vec<String>, at_ms: u64) -> Stored<'_, ()> {
        self.transact(|rows| rows.reorder(thread, &ids, at_ms))
    }

    fn remove_thread(&self, thread: &str) -> Stored<'_, usize> {
        self.transact(|rows| Ok(rows.remove(thread, |_| true)))
    }

    fn changes_since(&self, revision: u64) -> Stored<'_, Vec<Change>> {
        self.transact(|rows| Ok(rows.changes_since(revision)))
    }
}
