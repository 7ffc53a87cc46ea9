//! What lies in the database, and what of it cannot be read.

use super::shelves::{ASIDE, CHANGES, ROWS, read_change, read_row, write_aside};
use futures::future::try_join;
use idb::{Error, Transaction};
use midturn_engine::runtimes::durable::{Rows, StoreError};
use std::future::IntoFuture;
use wasm_bindgen::JsValue;

/// What lies in the database.
pub struct Found {
    rows: Rows,
    /// Entries that are none: the shelf, the key, the value.
    pub unreadable: Vec<(&'static str, JsValue, JsValue)>,
}

impl Found {
    /// Reads all of it.
    pub async fn on(transaction: &Transaction) -> Result<Found, Error> {
        let mut found = Found { rows: Rows::default(), unreadable: Vec::new() };
        for name in [ROWS, CHANGES] {
            let store = transaction.object_store(name)?;
            let (keys, values) = (store.get_all_keys(None, None)?, store.get_all(None, None)?);
            let (keys, values) = try_join(keys.into_future(), values.into_future()).await?;
            for (key, value) in keys.into_iter().zip(values) {
                found.take(name, key, value);
            }
        }
        let rows = &mut found.rows;
        rows.rows.sort_by_key(|row| row.order);
        rows.changes.sort_by_key(|change| change.revision);
        rows.revision = rows.changes.last().map_or(0, |change| change.revision);
        rows.highest = rows.highest.max(rows.rows.last().map_or(0, |row| row.order));
        Ok(found)
    }

    fn take(&mut self, shelf: &'static str, key: JsValue, value: JsValue) {
        let rows = &mut self.rows;
        match (shelf, read_row(&value), read_change(&value)) {
            (ROWS, Some(row), _) => rows.rows.push(row),
            (CHANGES, _, Some((change, highest))) => {
                rows.highest = rows.highest.max(highest);
                rows.changes.push(change);
            }
            _ => self.unreadable.push((shelf, key, value)),
        }
    }

    /// The rows, if all of it can be read.
    pub fn readable(self) -> Result<Rows, StoreError> {
        match self.unreadable.first() {
            None => Ok(self.rows),
            Some((_, key, _)) => Err(StoreError::CorruptRow(key.as_string().unwrap_or_default())),
        }
    }

    /// Moves what cannot be read to where nobody reads it.
    pub fn move_aside(&self, transaction: &Transaction) -> Result<(), Error> {
        let aside = transaction.object_store(ASIDE)?;
        for (shelf, key, value) in &self.unreadable {
            aside.put(&write_aside(shelf, key, value), None)?;
            transaction.object_store(shelf)?.delete(key.clone())?;
        }
        Ok(())
    }
}
