//! A store in memory: it outlives sessions and crashes, not the run.

use super::{Change, MAX_QUEUE_ITEMS, NewRow, QueueStore, Row, StoreError, Stored};
use crate::runtimes::codex::rules;
use crate::runtimes::holds;
use futures::FutureExt;
use std::cell::RefCell;
use std::rc::Rc;

/// A store for one run. Clones are handles on the same rows, as two processes have them.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore(Rc<RefCell<Rows>>);

/// All rows, in the order of their places, and when each thread last changed.
#[derive(Debug, Default)]
struct Rows {
    rows: Vec<Row>,
    /// The highest place ever given: a place is never given twice.
    highest: u64,
    changes: Vec<Change>,
    revision: u64,
    /// Why no call succeeds now.
    failing: Option<StoreError>,
}

impl Rows {
    fn of<'s>(&'s self, thread: &'s str) -> impl Iterator<Item = &'s Row> {
        self.rows.iter().filter(move |row| row.thread == thread)
    }

    fn next_place(&mut self) -> u64 {
        self.highest += 1;
        self.highest
    }

    fn changed(&mut self, thread: &str) {
        self.revision += 1;
        self.changes.retain(|change| change.thread != thread);
        self.changes.push(Change { thread: thread.to_owned(), revision: self.revision });
    }

    fn insert(&mut self, thread: &str, new: NewRow) -> Result<Row, StoreError> {
        if self.of(thread).count() >= MAX_QUEUE_ITEMS && holds(rules::QUEUE_CAPACITY) {
            return Err(StoreError::Full);
        }
        if self.rows.iter().any(|row| row.id == new.id) {
            return Err(StoreError::IdTaken(new.id));
        }
        let row = Row {
            id: new.id,
            thread: thread.to_owned(),
            payload: new.payload,
            client_id: new.client_id,
            order: self.next_place(),
            created_ms: new.at_ms,
            updated_ms: new.at_ms,
        };
        self.rows.push(row.clone());
        self.changed(thread);
        Ok(row)
    }

    fn update(&mut self, thread: &str, id: &str, payload: String, at_ms: u64) -> Option<Row> {
        let row = self.rows.iter_mut().find(|row| row.thread == thread && row.id == id)?;
        row.payload = payload;
        row.updated_ms = at_ms;
        let row = row.clone();
        self.changed(thread);
        Some(row)
    }

    /// Keeps the rows that are not meant, and says how many were.
    fn remove(&mut self, thread: &str, meant: impl Fn(&Row) -> bool) -> usize {
        let before = self.rows.len();
        self.rows.retain(|row| row.thread != thread || !meant(row));
        let removed = before - self.rows.len();
        if removed > 0 {
            self.changed(thread);
        }
        removed
    }

    fn reorder(&mut self, thread: &str, ids: &[String], at_ms: u64) -> Result<(), StoreError> {
        let named_once = |row: &Row| ids.iter().filter(|id| **id == row.id).count() == 1;
        let complete = self.of(thread).count() == ids.len() && self.of(thread).all(named_once);
        if !complete && holds(rules::QUEUE_WHOLE_ORDER) {
            return Err(StoreError::IncompleteOrder);
        }
        for id in ids {
            let order = self.next_place();
            if let Some(row) = self.rows.iter_mut().find(|row| row.id == *id) {
                row.order = order;
                row.updated_ms = at_ms;
            }
        }
        self.rows.sort_by_key(|row| row.order);
        self.changed(thread);
        Ok(())
    }
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
        let mut rows = self.0.borrow_mut();
        let outcome = match &rows.failing {
            Some(error) => Err(error.clone()),
            None => act(&mut rows),
        };
        std::future::ready(outcome).boxed_local()
    }
}

impl QueueStore for MemoryStore {
    fn page(&self, thread: &str, from: usize, limit: usize) -> Stored<'_, Vec<Row>> {
        self.transact(|rows| Ok(rows.of(thread).skip(from).take(limit).cloned().collect()))
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
        let later = move |change: &&Change| change.revision > revision;
        self.transact(|rows| Ok(rows.changes.iter().filter(later).cloned().collect()))
    }
}
