//! The engine's queue store on IndexedDB.
//!
//! Each call is one transaction of the browser's own: it reads all that is kept, lets the engine's
//! [`Rows`] do what the call means, and writes back what differs. The browser lets no other tab in between.
//!
//! A transaction ends by itself when nobody asks it anything, so it runs as a task of its own and hands over
//! only its answer: whoever awaits a call may take their time, or stop listening.

use super::failure::{abandoned, told};
use super::found::Found;
use super::opening;
use super::shelves::{ASIDE, CHANGES, ROWS, write_change, write_row};
use futures::FutureExt;
use futures::channel::oneshot;
use idb::{Database, Error, Transaction, TransactionMode, TransactionResult};
use midturn_engine::runtimes::durable::{
    Change, NewRow, QueueStore, Row, Rows, StoreError, Stored,
};
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

/// A queue store on one IndexedDB database. Clones are handles on the same connection.
#[derive(Clone)]
pub struct IndexedStore(Rc<Connection>);

/// An open database. It is closed with its last handle, so that it stands in nobody's way.
struct Connection(Database);

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A store that was opened.
pub struct Opened {
    /// The store.
    pub store: IndexedStore,
    /// The form of older rows that nobody can carry over: they are kept beside the store's own, under
    /// `kept-VERSION-NAME`.
    pub older: Option<u32>,
}

impl IndexedStore {
    /// Opens the database of this name, or makes it.
    ///
    /// # Errors
    /// [`StoreError::NewerSchema`] where a newer version of this code has written it: it stays untouched.
    /// [`StoreError::NoRoom`] and [`StoreError::Refused`] where the browser says so, also where another tab
    /// keeps an older form open.
    pub async fn open(name: &str) -> Result<Opened, StoreError> {
        let (database, older) = opening::open(name).await?;
        let store = IndexedStore(Rc::new(Connection(database)));
        // What is not laid out as it must be would fail at each call: better now.
        Found::on(&store.read_only()?).await.map_err(|error| told(&error))?;
        Ok(Opened { store, older })
    }

    /// Moves what cannot be read out of the way and keeps it, as it is, in the object store `aside`. Says how
    /// many entries that were.
    ///
    /// # Errors
    /// Those of the browser; then nothing was moved.
    pub async fn set_aside(&self) -> Result<usize, StoreError> {
        let store = self.clone();
        answer(async move {
            let transaction = store.read_write(&[ROWS, CHANGES, ASIDE])?;
            let found = Found::on(&transaction).await.map_err(|error| told(&error))?;
            let (count, moved) = (found.unreadable.len(), found.move_aside(&transaction));
            close(transaction, moved).await?;
            Ok(count)
        })
        .await
    }

    fn read_only(&self) -> Result<Transaction, StoreError> {
        let transaction = self.0.0.transaction(&[ROWS, CHANGES], TransactionMode::ReadOnly);
        transaction.map_err(|error| told(&error))
    }

    fn read_write(&self, shelves: &[&str]) -> Result<Transaction, StoreError> {
        let transaction = self.0.0.transaction(shelves, TransactionMode::ReadWrite);
        transaction.map_err(|error| told(&error))
    }

    /// Looks at the rows.
    fn look<T: 'static>(&self, look: impl FnOnce(&Rows) -> T + 'static) -> Stored<'static, T> {
        let store = self.clone();
        answer(async move {
            let transaction = store.read_only()?;
            let found = Found::on(&transaction).await.map_err(|error| told(&error))?;
            found.readable().map(|rows| look(&rows))
        })
        .boxed_local()
    }

    /// Changes the rows: all of it, or nothing.
    fn change<T: 'static>(
        &self,
        act: impl FnOnce(&mut Rows) -> Result<T, StoreError> + 'static,
    ) -> Stored<'static, T> {
        let store = self.clone();
        answer(async move {
            let transaction = store.read_write(&[ROWS, CHANGES])?;
            let before = Found::on(&transaction).await.map_err(|error| told(&error))?.readable()?;
            let mut after = before.clone();
            // A refusal leaves the transaction without a write.
            let outcome = act(&mut after)?;
            let written = write_back(&transaction, &before, &after);
            close(transaction, written).await?;
            Ok(outcome)
        })
        .boxed_local()
    }
}

impl QueueStore for IndexedStore {
    fn page(&self, thread: &str, from: usize, limit: usize) -> Stored<'_, Vec<Row>> {
        let thread = thread.to_owned();
        self.look(move |rows| rows.page(&thread, from, limit))
    }

    fn insert(&self, thread: &str, new: NewRow) -> Stored<'_, Row> {
        let thread = thread.to_owned();
        self.change(move |rows| rows.insert(&thread, new))
    }

    fn update(
        &self,
        thread: &str,
        id: &str,
        payload: String,
        at_ms: u64,
    ) -> Stored<'_, Option<Row>> {
        let (thread, id) = (thread.to_owned(), id.to_owned());
        self.change(move |rows| Ok(rows.update(&thread, &id, payload, at_ms)))
    }

    fn remove(&self, thread: &str, id: &str) -> Stored<'_, bool> {
        let (thread, id) = (thread.to_owned(), id.to_owned());
        self.change(move |rows| Ok(rows.remove(&thread, |row| row.id == id) > 0))
    }

    fn reorder(&self, thread: &str, ids: Vec<String>, at_ms: u64) -> Stored<'_, ()> {
        let thread = thread.to_owned();
        self.change(move |rows| rows.reorder(&thread, &ids, at_ms))
    }

    fn remove_thread(&self, thread: &str) -> Stored<'_, usize> {
        let thread = thread.to_owned();
        self.change(move |rows| Ok(rows.remove(&thread, |_| true)))
    }

    fn changes_since(&self, revision: u64) -> Stored<'_, Vec<Change>> {
        self.look(move |rows| rows.changes_since(revision))
    }
}

/// Runs work to its end, whoever listens.
async fn answer<T: 'static>(
    work: impl Future<Output = Result<T, StoreError>> + 'static,
) -> Result<T, StoreError> {
    let (reply, answer) = oneshot::channel();
    spawn_local(async move {
        // Whoever asked may be gone.
        let _ = reply.send(work.await);
    });
    let lost = |_| Err(StoreError::Refused("the answer got lost".to_owned()));
    answer.await.unwrap_or_else(lost)
}

/// Ends a transaction: with its writes, or with none of them.
async fn close(transaction: Transaction, written: Result<(), Error>) -> Result<(), StoreError> {
    let same = transaction.object_store(ROWS).map(|rows| rows.transaction());
    let same = same.map_err(|error| told(&error))?;
    if let Err(error) = written {
        let aborted = transaction.abort().map_err(|error| told(&error))?.await;
        debug_assert!(aborted.is_ok(), "a transaction can be given up");
        return Err(told(&error));
    }
    match transaction.commit().map_err(|error| told(&error))?.await {
        Ok(TransactionResult::Committed) => Ok(()),
        Ok(TransactionResult::Aborted) => Err(abandoned(same.error())),
        Err(error) => Err(told(&error)),
    }
}

fn write_back(transaction: &Transaction, before: &Rows, after: &Rows) -> Result<(), Error> {
    let shelf = transaction.object_store(ROWS)?;
    for gone in before.rows.iter().filter(|row| !after.rows.iter().any(|kept| kept.id == row.id)) {
        shelf.delete(JsValue::from(gone.id.as_str()))?;
    }
    for row in after.rows.iter().filter(|row| !before.rows.contains(row)) {
        shelf.put(&write_row(row), None)?;
    }
    let shelf = transaction.object_store(CHANGES)?;
    for change in after.changes.iter().filter(|change| !before.changes.contains(change)) {
        shelf.put(&write_change(change, after.highest), None)?;
    }
    Ok(())
}
