//! What the shelter promises as a store: the kept rows first, behind them those that only this visit has.

use super::{IndexedStore, Shelter};
use futures::FutureExt;
use midturn_engine::runtimes::durable::{
    Change, MAX_QUEUE_ITEMS, NewRow, QueueStore, Row, StoreError, Stored,
};

impl Shelter {
    /// All kept rows of a thread; none where they can be read no more.
    async fn kept(&self, thread: &str) -> Result<Vec<Row>, StoreError> {
        let all = async |store: &IndexedStore| store.page(thread, 0, usize::MAX).await;
        let rows = self.ask(all).await.unwrap_or(Ok(Vec::new()))?;
        if self.is_shared() {
            self.0.last.borrow_mut().clone_from(&rows);
        }
        Ok(rows)
    }

    /// All rows that only this visit has.
    async fn passing(&self, thread: &str) -> Result<Vec<Row>, StoreError> {
        self.0.memory.page(thread, 0, usize::MAX).await
    }

    async fn insert_row(&self, thread: String, new: NewRow) -> Result<Row, StoreError> {
        let kept = self.kept(&thread).await?.len();
        let passing = self.passing(&thread).await?.len();
        if kept + passing >= MAX_QUEUE_ITEMS {
            return Err(StoreError::Full);
        }
        // A kept row would go in front of those that are in memory already.
        if passing == 0 {
            let insert = async |store: &IndexedStore| store.insert(&thread, new.clone()).await;
            match self.change(insert).await {
                Some(Err(StoreError::NoRoom(_))) | None => {}
                Some(answer) => return answer,
            }
        }
        self.0.memory.insert(&thread, new).await
    }

    async fn reorder_rows(
        &self,
        thread: String,
        ids: Vec<String>,
        at_ms: u64,
    ) -> Result<(), StoreError> {
        let (kept, passing) = (self.kept(&thread).await?, self.passing(&thread).await?);
        let named_once = |row: &Row| ids.iter().filter(|id| **id == row.id).count() == 1;
        let is_whole = ids.len() == kept.len() + passing.len();
        if !is_whole || !kept.iter().chain(&passing).all(named_once) {
            return Err(StoreError::IncompleteOrder);
        }
        let (first, behind) = ids.split_at(kept.len());
        let (first, behind) = (first.to_vec(), behind.to_vec());
        if behind.iter().any(|id| kept.iter().any(|row| row.id == *id)) {
            let why = "what is only in memory stays behind what is kept".to_owned();
            return Err(StoreError::NoRoom(why));
        }
        if !behind.is_empty() {
            self.0.memory.reorder(&thread, behind, at_ms).await?;
        }
        let reorder =
            async |store: &IndexedStore| store.reorder(&thread, first.clone(), at_ms).await;
        match self.change(reorder).await {
            Some(answer) => answer,
            None => self.0.memory.reorder(&thread, ids, at_ms).await,
        }
    }
}

impl QueueStore for Shelter {
    fn page(&self, thread: &str, from: usize, limit: usize) -> Stored<'_, Vec<Row>> {
        let thread = thread.to_owned();
        async move {
            // Asked first: where it fails, what was kept is in memory by then.
            let kept = self.kept(&thread).await?;
            let passing = self.passing(&thread).await?;
            Ok(kept.into_iter().chain(passing).skip(from).take(limit).collect())
        }
        .boxed_local()
    }

    fn insert(&self, thread: &str, new: NewRow) -> Stored<'_, Row> {
        self.insert_row(thread.to_owned(), new).boxed_local()
    }

    fn update(
        &self,
        thread: &str,
        id: &str,
        payload: String,
        at_ms: u64,
    ) -> Stored<'_, Option<Row>> {
        let (thread, id) = (thread.to_owned(), id.to_owned());
        async move {
            let update = async |store: &IndexedStore| {
                store.update(&thread, &id, payload.clone(), at_ms).await
            };
            match self.change(update).await {
                Some(Ok(None)) | None => self.0.memory.update(&thread, &id, payload, at_ms).await,
                Some(answer) => answer,
            }
        }
        .boxed_local()
    }

    fn remove(&self, thread: &str, id: &str) -> Stored<'_, bool> {
        let (thread, id) = (thread.to_owned(), id.to_owned());
        async move {
            let remove = async |store: &IndexedStore| store.remove(&thread, &id).await;
            match self.change(remove).await {
                Some(Ok(false)) | None => self.0.memory.remove(&thread, &id).await,
                Some(answer) => answer,
            }
        }
        .boxed_local()
    }

    fn reorder(&self, thread: &str, ids: Vec<String>, at_ms: u64) -> Stored<'_, ()> {
        self.reorder_rows(thread.to_owned(), ids, at_ms).boxed_local()
    }

    fn remove_thread(&self, thread: &str) -> Stored<'_, usize> {
        let thread = thread.to_owned();
        async move {
            let remove = async |store: &IndexedStore| store.remove_thread(&thread).await;
            let kept = self.change(remove).await;
            let kept = kept.unwrap_or(Ok(0))?;
            Ok(kept + self.0.memory.remove_thread(&thread).await?)
        }
        .boxed_local()
    }

    fn changes_since(&self, revision: u64) -> Stored<'_, Vec<Change>> {
        async move {
            match self.ask(async |store| store.changes_since(revision).await).await {
                Some(answer) => answer,
                None => self.0.memory.changes_since(revision).await,
            }
        }
        .boxed_local()
    }
}
