//! The rows of a store as plain data, and what each call does with them.
//!
//! A storage that reads all of this, lets one call change it and writes it back in one transaction is a
//! store; so what a store promises is written once, for every storage.

use super::{Change, MAX_QUEUE_ITEMS, NewRow, Row, StoreError};
use crate::runtimes::codex::rules;
use crate::runtimes::holds;

/// All rows, and when each thread last changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// The rows of all threads, in the order of their places.
    pub rows: Vec<Row>,
    /// The highest place ever given: a place is never given twice.
    pub highest: u64,
    /// The last change of each thread, in the order of their revisions.
    pub changes: Vec<Change>,
    /// The revision of the last change.
    pub revision: u64,
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

    /// See [`super::QueueStore::page`].
    pub fn page(&self, thread: &str, from: usize, limit: usize) -> Vec<Row> {
        self.of(thread).skip(from).take(limit).cloned().collect()
    }

    /// See [`super::QueueStore::changes_since`].
    pub fn changes_since(&self, revision: u64) -> Vec<Change> {
        self.changes.iter().filter(|change| change.revision > revision).cloned().collect()
    }

    /// See [`super::QueueStore::insert`]; where it refuses, nothing is changed.
    pub fn insert(&mut self, thread: &str, new: NewRow) -> Result<Row, StoreError> {
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

    /// See [`super::QueueStore::update`].
    pub fn update(&mut self, thread: &str, id: &str, payload: String, at_ms: u64) -> Option<Row> {
        let row = self.rows.iter_mut().find(|row| row.thread == thread && row.id == id)?;
        row.payload = payload;
        row.updated_ms = at_ms;
        let row = row.clone();
        self.changed(thread);
        Some(row)
    }

    /// Removes the thread's rows that are meant, and says how many there were. See
    /// [`super::QueueStore::remove`] and [`super::QueueStore::remove_thread`].
    pub fn remove(&mut self, thread: &str, meant: impl Fn(&Row) -> bool) -> usize {
        let before = self.rows.len();
        self.rows.retain(|row| row.thread != thread || !meant(row));
        let removed = before - self.rows.len();
        if removed > 0 {
            self.changed(thread);
        }
        removed
    }

    /// See [`super::QueueStore::reorder`]; where it refuses, nothing is changed.
    pub fn reorder(&mut self, thread: &str, ids: &[String], at_ms: u64) -> Result<(), StoreError> {
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
