//! What every store promises, as a list of looks at a real one.
//!
//! A store's own tests hand [`conforms`] a way to open it and expect no breach. It runs wherever the store
//! runs: natively for the one in memory, in a browser for one that lives there.

use super::{Change, MAX_QUEUE_ITEMS, NewRow, QueueStore, Row, StoreError};

/// What a store did not keep: the promise, and what was found instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The promise.
    pub promise: &'static str,
    /// What was found.
    pub found: String,
}

/// Two handles on the same storage, as two processes have them, and what did not come out.
struct Bench<S> {
    one: S,
    other: S,
    breaches: Vec<Breach>,
}

/// Looks at each promise. `open` opens the storage of this name, empty when the name is new; two handles of
/// one name stand on the same rows. Names begin with `conformance-`; whoever calls this removes the
/// storages afterwards.
pub async fn conforms<S: QueueStore>(open: impl AsyncFn(String) -> S) -> Vec<Breach> {
    let mut breaches = Vec::new();
    for look in 0.. {
        let name = ["conformance", &look.to_string()].join("-");
        let (one, other) = (open(name.clone()).await, open(name).await);
        let mut bench = Bench { one, other, breaches: Vec::new() };
        let done = match look {
            0 => bench.rows_keep_their_order().await,
            1 => bench.pages().await,
            2 => bench.an_update_keeps_identity_and_place().await,
            3 => bench.an_order_is_complete().await,
            4 => bench.removing().await,
            5 => bench.threads_are_apart().await,
            6 => bench.capacity().await,
            7 => bench.changes().await,
            _ => return breaches,
        };
        if let Err(error) = done {
            bench.breaches.push(Breach { promise: "no call fails", found: error.to_string() });
        }
        breaches.append(&mut bench.breaches);
    }
    breaches
}

type Done = Result<(), StoreError>;

impl<S: QueueStore> Bench<S> {
    async fn rows_keep_their_order(&mut self) -> Done {
        let a = self.one.insert("t", new("a", 1)).await?;
        let b = self.other.insert("t", new("b", 2)).await?;
        self.expect("a later row goes behind", a.order < b.order, true);
        self.expect("a new row is as it was given", told(&a), told(&given("a", 1)));
        self.holds("two handles see the same rows", "t", "a b").await?;
        let twice = self.one.insert("t", new("a", 3)).await;
        self.expect("an id is unique", twice, Err(StoreError::IdTaken("a".to_owned())));
        let elsewhere = self.one.insert("u", new("a", 3)).await;
        let taken = Err(StoreError::IdTaken("a".to_owned()));
        self.expect("an id is unique over all threads", elsewhere, taken);
        Ok(())
    }

    async fn pages(&mut self) -> Done {
        for (at, id) in [(1, "a"), (2, "b"), (3, "c")] {
            self.one.insert("t", new(id, at)).await?;
        }
        let parts = [(0, 1, "a"), (1, 1, "b"), (1, 9, "b c"), (3, 9, ""), (9, 9, ""), (0, 0, "")];
        for (from, limit, ids) in parts {
            let rows = self.one.page("t", from, limit).await?;
            self.expect("a page is a part of the order", in_line(&rows), ids.to_owned());
        }
        let all = self.one.page("t", 0, usize::MAX).await?;
        self.expect("a page may ask for everything", in_line(&all), "a b c".to_owned());
        Ok(())
    }

    async fn an_update_keeps_identity_and_place(&mut self) -> Done {
        let a = self.one.insert("t", new("a", 1)).await?;
        self.one.insert("t", new("b", 2)).await?;
        let updated = self.other.update("t", "a", "other".to_owned(), 9).await?;
        let wanted = Row { payload: "other".to_owned(), updated_ms: 9, ..a };
        self.expect(
            "an update changes the payload and nothing else",
            updated,
            Some(wanted.clone()),
        );
        let rows = self.one.page("t", 0, 1).await?;
        self.expect("an update stays", rows, vec![wanted]);
        let nothing = self.one.update("t", "missing", String::new(), 9).await?;
        self.expect("an update needs a row", nothing, None);
        Ok(())
    }

    async fn an_order_is_complete(&mut self) -> Done {
        for (at, id) in [(1, "a"), (2, "b")] {
            self.one.insert("t", new(id, at)).await?;
        }
        for wrong in [&["a"][..], &["a", "a"], &["a", "b", "b"], &["a", "c"], &[]] {
            let order = self.one.reorder("t", owned(wrong), 5).await;
            self.expect(
                "an order names every row exactly once",
                order,
                Err(StoreError::IncompleteOrder),
            );
        }
        self.one.reorder("t", owned(&["b", "a"]), 5).await?;
        self.holds("an order is kept", "t", "b a").await?;
        self.one.insert("t", new("c", 6)).await?;
        self.holds("what comes later goes behind an order", "t", "b a c").await?;
        self.one.reorder("nobody", Vec::new(), 5).await
    }

    async fn removing(&mut self) -> Done {
        for (at, id) in [(1, "a"), (2, "b")] {
            self.one.insert("t", new(id, at)).await?;
        }
        let removed = self.other.remove("t", "a").await?;
        self.expect("removing a row says so", removed, true);
        let again = self.one.remove("t", "a").await?;
        self.expect("a row is removed once", again, false);
        self.holds("the others stay", "t", "b").await
    }

    async fn threads_are_apart(&mut self) -> Done {
        self.one.insert("t", new("a", 1)).await?;
        self.one.insert("u", new("b", 2)).await?;
        let update = self.one.update("u", "a", "other".to_owned(), 9).await?;
        self.expect("another thread's row is not updated", update, None);
        let removed = self.one.remove("u", "a").await?;
        self.expect("another thread's row is not removed", removed, false);
        let order = self.one.reorder("u", owned(&["a", "b"]), 9).await;
        self.expect("another thread's row is in no order", order, Err(StoreError::IncompleteOrder));
        self.holds("a thread keeps its row", "t", "a").await?;
        let gone = self.one.remove_thread("t").await?;
        self.expect("a thread takes its queue along", gone, 1);
        self.holds("a removed thread has no rows", "t", "").await?;
        self.holds("the other thread keeps its own", "u", "b").await
    }

    async fn capacity(&mut self) -> Done {
        for n in 1..MAX_QUEUE_ITEMS {
            self.one.insert("t", new(&n.to_string(), 1)).await?;
        }
        // Both are under way before either has an answer.
        let one = self.one.insert("t", new("one", 2));
        let other = self.other.insert("t", new("other", 2));
        let answers = futures::future::join(one, other).await;
        let fits = usize::from(answers.0.is_ok()) + usize::from(answers.1.is_ok());
        self.expect("of two that come at once the last place takes one", fits, 1);
        let more = self.one.insert("t", new("more", 3)).await;
        self.expect("a full queue takes nothing", more, Err(StoreError::Full));
        self.other.insert("u", new("elsewhere", 3)).await?;
        let rows = self.one.page("t", 0, usize::MAX).await?.len();
        self.expect("a queue has a capacity", rows, MAX_QUEUE_ITEMS);
        Ok(())
    }

    async fn changes(&mut self) -> Done {
        let before = self.one.changes_since(0).await?;
        self.expect("nothing has changed yet", before, Vec::new());
        self.other.insert("t", new("a", 1)).await?;
        self.other.insert("u", new("b", 1)).await?;
        let threads = |changes: &[Change]| -> Vec<String> {
            changes.iter().map(|change| change.thread.clone()).collect()
        };
        let changes = self.one.changes_since(0).await?;
        self.expect("a change is seen by everybody", threads(&changes), owned(&["t", "u"]));
        let mut last = changes.last().map_or(0, |change| change.revision);
        self.other.update("t", "a", "other".to_owned(), 2).await?;
        for (at, id) in [(3, "c"), (4, "d")] {
            let changes = self.one.changes_since(last).await?;
            self.expect("each change counts", threads(&changes), owned(&["t"]));
            let next = changes.last().map_or(0, |change| change.revision);
            self.expect("revisions ascend", next > last, true);
            last = next;
            self.other.insert("t", new(id, at)).await?;
        }
        let all = threads(&self.one.changes_since(0).await?);
        self.expect("a thread is named once, at its last change", all, owned(&["u", "t"]));
        last = self.one.changes_since(0).await?.last().map_or(0, |change| change.revision);
        self.other.remove("t", "missing").await?;
        self.other.update("t", "missing", String::new(), 5).await?;
        let nothing = self.one.changes_since(last).await?;
        self.expect("what changes no row is no change", nothing, Vec::new());
        self.other.reorder("t", owned(&["d", "c", "a"]), 6).await?;
        let changes = self.one.changes_since(last).await?;
        self.expect("an order is a change", threads(&changes), owned(&["t"]));
        self.other.remove("u", "b").await?;
        let all = threads(&self.one.changes_since(last).await?);
        self.expect("a removal is a change", all, owned(&["t", "u"]));
        Ok(())
    }

    async fn holds(&mut self, promise: &'static str, thread: &str, ids: &str) -> Done {
        for handle in [&self.one, &self.other] {
            let rows = in_line(&handle.page(thread, 0, MAX_QUEUE_ITEMS).await?);
            if rows != ids {
                let found = ["the rows are [", &rows, "]"].concat();
                self.breaches.push(Breach { promise, found });
                return Ok(());
            }
        }
        Ok(())
    }

    fn expect<T: PartialEq + std::fmt::Debug>(
        &mut self,
        promise: &'static str,
        found: T,
        wanted: T,
    ) {
        if found != wanted {
            let found = format!("{found:?} instead of {wanted:?}");
            self.breaches.push(Breach { promise, found });
        }
    }
}

fn new(id: &str, at_ms: u64) -> NewRow {
    NewRow {
        id: id.to_owned(),
        payload: ["payload of ", id].concat(),
        client_id: ["client's ", id].concat(),
        at_ms,
    }
}

fn given(id: &str, at_ms: u64) -> Row {
    let NewRow { id, payload, client_id, .. } = new(id, at_ms);
    let (thread, order) = ("t".to_owned(), 0);
    Row { id, thread, payload, client_id, order, created_ms: at_ms, updated_ms: at_ms }
}

/// A row without its place, which only the store knows.
fn told(row: &Row) -> Row {
    Row { order: 0, ..row.clone() }
}

fn in_line(rows: &[Row]) -> String {
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    ids.join(" ")
}

fn owned(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{MemoryStore, Stored};
    use super::*;
    use futures::FutureExt;
    use std::cell::RefCell;

    fn at_once<T>(future: impl Future<Output = T>) -> T {
        future.now_or_never().expect("a store in memory answers at once")
    }

    fn shelf<S: Clone + Default>() -> impl AsyncFn(String) -> S {
        let opened: RefCell<Vec<(String, S)>> = RefCell::default();
        async move |name: String| {
            let mut opened = opened.borrow_mut();
            if let Some((_, store)) = opened.iter().find(|(known, _)| *known == name) {
                return store.clone();
            }
            opened.push((name, S::default()));
            opened.last().expect("just opened").1.clone()
        }
    }

    #[test]
    fn the_store_in_memory_keeps_every_promise() {
        assert_eq!(at_once(conforms(shelf::<MemoryStore>())), Vec::new());
    }

    /// A store that breaks one promise: it does not look at what an order names.
    #[derive(Clone, Default)]
    struct Careless(MemoryStore);

    impl QueueStore for Careless {
        fn page(&self, thread: &str, from: usize, limit: usize) -> Stored<'_, Vec<Row>> {
            self.0.page(thread, from, limit)
        }
        fn insert(&self, thread: &str, new: NewRow) -> Stored<'_, Row> {
            self.0.insert(thread, new)
        }
        fn update(
            &self,
            thread: &str,
            id: &str,
            payload: String,
            at: u64,
        ) -> Stored<'_, Option<Row>> {
            self.0.update(thread, id, payload, at)
        }
        fn remove(&self, thread: &str, id: &str) -> Stored<'_, bool> {
            self.0.remove(thread, id)
        }
        fn reorder(&self, thread: &str, ids: Vec<String>, at: u64) -> Stored<'_, ()> {
            let (thread, store) = (thread.to_owned(), &self.0);
            async move { store.reorder(&thread, ids, at).await.or(Ok(())) }.boxed_local()
        }
        fn remove_thread(&self, thread: &str) -> Stored<'_, usize> {
            self.0.remove_thread(thread)
        }
        fn changes_since(&self, revision: u64) -> Stored<'_, Vec<Change>> {
            self.0.changes_since(revision)
        }
    }

    #[test]
    fn a_careless_store_is_noticed() {
        let breaches = at_once(conforms(shelf::<Careless>()));
        let promises: Vec<&str> = breaches.iter().map(|breach| breach.promise).collect();
        assert!(promises.contains(&"an order names every row exactly once"), "{promises:?}");
        assert!(promises.contains(&"another thread's row is in no order"), "{promises:?}");
    }
}
