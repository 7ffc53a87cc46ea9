//! A store that works whatever the browser's storage does: rows are kept where that can be, and otherwise in
//! memory for this visit. It notes each trouble once, and touches nothing that it does not understand.

mod calls;

use super::{IndexedStore, Opened};
use midturn_engine::runtimes::durable::{MemoryStore, NewRow, QueueStore, Row, StoreError};
use std::cell::RefCell;
use std::rc::Rc;

/// What is wrong with the storage, for a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It may not be used, or holds something that is not ours. Rows are in memory.
    Refused,
    /// It has no room. What it has stays there; new rows are in memory.
    Full,
    /// It held rows of an older form; they are kept under other names.
    Older,
    /// It holds rows of a newer form, which are left alone. Rows are in memory.
    Newer,
    /// Something in it was no row; it is kept aside.
    Corrupt,
}

/// The store. Clones are the same one.
#[derive(Clone)]
pub struct Shelter(Rc<Inner>);

struct Inner {
    /// What outlives this visit; nothing where it cannot be used.
    kept: RefCell<Option<IndexedStore>>,
    /// What does not: all rows, or those for which there was no room. They come behind the kept ones.
    memory: MemoryStore,
    /// The kept rows as last read, for when they can be read no more.
    last: RefCell<Vec<Row>>,
    troubles: RefCell<Vec<Trouble>>,
    /// Called after each change to what is kept.
    changed: Box<dyn Fn()>,
}

impl Shelter {
    /// Opens the database of this name, or does without. `changed` is called after each change to it.
    pub async fn open(name: &str, changed: impl Fn() + 'static) -> Shelter {
        let shelter = Shelter::in_memory(changed);
        match IndexedStore::open(name).await {
            Ok(Opened { store, older }) => {
                if older.is_some() {
                    shelter.note(Trouble::Older);
                }
                *shelter.0.kept.borrow_mut() = Some(store);
            }
            Err(error) => shelter.note(trouble(&error)),
        }
        shelter
    }

    /// A store that keeps nothing, because it may not.
    pub fn refused() -> Shelter {
        let shelter = Shelter::in_memory(|| {});
        shelter.note(Trouble::Refused);
        shelter
    }

    fn in_memory(changed: impl Fn() + 'static) -> Shelter {
        Shelter(Rc::new(Inner {
            kept: RefCell::default(),
            memory: MemoryStore::default(),
            last: RefCell::default(),
            troubles: RefCell::default(),
            changed: Box::new(changed),
        }))
    }

    /// Whether other tabs stand on the same rows.
    pub fn is_shared(&self) -> bool {
        self.0.kept.borrow().is_some()
    }

    /// What has been wrong so far, each once.
    pub fn troubles(&self) -> Vec<Trouble> {
        self.0.troubles.borrow().clone()
    }

    fn note(&self, trouble: Trouble) {
        let mut troubles = self.0.troubles.borrow_mut();
        if !troubles.contains(&trouble) {
            troubles.push(trouble);
        }
    }

    /// Asks what is kept; nothing where that is no longer there. What cannot be read is moved aside, and it is
    /// asked again.
    async fn ask<T>(
        &self,
        ask: impl AsyncFn(&IndexedStore) -> Result<T, StoreError>,
    ) -> Option<Result<T, StoreError>> {
        let store = self.0.kept.borrow().clone()?;
        let mut answer = ask(&store).await;
        if matches!(answer, Err(StoreError::CorruptRow(_))) {
            self.note(Trouble::Corrupt);
            answer = match store.set_aside().await {
                Ok(_) => ask(&store).await,
                Err(error) => Err(error),
            };
        }
        match answer {
            Err(StoreError::NoRoom(why)) => {
                self.note(Trouble::Full);
                Some(Err(StoreError::NoRoom(why)))
            }
            Err(StoreError::Refused(_) | StoreError::CorruptRow(_)) => {
                self.do_without().await;
                None
            }
            answer => Some(answer),
        }
    }

    /// The same for what changes something: others are told.
    async fn change<T>(
        &self,
        act: impl AsyncFn(&IndexedStore) -> Result<T, StoreError>,
    ) -> Option<Result<T, StoreError>> {
        let answer = self.ask(act).await;
        if matches!(answer, Some(Ok(_))) {
            (self.0.changed)();
        }
        answer
    }

    /// The storage works no more: what is known of its rows goes on in memory, in front of what lies there.
    async fn do_without(&self) {
        if self.0.kept.take().is_none() {
            return;
        }
        self.note(Trouble::Refused);
        let memory = &self.0.memory;
        let known = self.0.last.take();
        // The reader has one thread.
        let Some(thread) = known.first().map(|row| row.thread.clone()) else { return };
        let behind = memory.page(&thread, 0, usize::MAX).await.unwrap_or_default();
        let first = known.iter().map(|row| row.id.clone());
        let order = first.chain(behind.iter().map(|row| row.id.clone())).collect();
        for row in &known {
            // A store in memory refuses only what would be one too many, and these were not.
            let _ = memory.insert(&thread, new(row)).await;
        }
        let _ = memory.reorder(&thread, order, 0).await;
    }
}

fn new(row: &Row) -> NewRow {
    let Row { id, payload, client_id, .. } = row.clone();
    NewRow { id, payload, client_id, at_ms: row.created_ms }
}

fn trouble(error: &StoreError) -> Trouble {
    match error {
        StoreError::NoRoom(_) => Trouble::Full,
        StoreError::OlderSchema(_) => Trouble::Older,
        StoreError::NewerSchema(_) => Trouble::Newer,
        StoreError::CorruptRow(_) => Trouble::Corrupt,
        StoreError::Full
        | StoreError::IncompleteOrder
        | StoreError::IdTaken(_)
        | StoreError::Refused(_) => Trouble::Refused,
    }
}
