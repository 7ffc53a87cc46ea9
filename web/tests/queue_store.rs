//! The reader's queue in IndexedDB: it keeps what every store promises, and loses nothing of what it cannot
//! read.
#![cfg(target_arch = "wasm32")]

use idb::{Database, DatabaseEvent, Factory, ObjectStoreParams, TransactionMode};
use js_sys::Reflect;
use midturn_engine::runtimes::durable::{Breach, NewRow, QueueStore, StoreError, conforms};
use midturn_web::queue::store::{IndexedStore, Shelter, Trouble};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

async fn open(name: &str) -> IndexedStore {
    IndexedStore::open(name).await.expect("a browser with storage").store
}

/// A database of this name as somebody else has made it, with `shelf` in it.
async fn foreign(name: &str, version: u32, shelf: &'static str) -> Database {
    let mut request = factory().open(name, Some(version)).expect("a request");
    request.on_upgrade_needed(move |event| {
        let database = event.database().expect("a database");
        if !database.store_names().contains(&shelf.to_owned()) {
            database.create_object_store(shelf, ObjectStoreParams::new()).expect("a shelf");
        }
    });
    request.await.expect("it opens")
}

async fn put(database: &Database, shelf: &str, value: &JsValue, key: Option<&JsValue>) {
    let transaction =
        database.transaction(&[shelf], TransactionMode::ReadWrite).expect("a transaction");
    transaction.object_store(shelf).expect("a shelf").put(value, key).expect("a request");
    let done = transaction.commit().expect("it can be committed").await;
    assert!(done.expect("it is").is_committed());
}

async fn all(database: &Database, shelf: &str) -> Vec<JsValue> {
    let transaction =
        database.transaction(&[shelf], TransactionMode::ReadOnly).expect("a transaction");
    let shelf = transaction.object_store(shelf).expect("a shelf");
    shelf.get_all(None, None).expect("a request").await.expect("values")
}

/// The database as it is, whatever its version.
async fn look(name: &str) -> Database {
    factory().open(name, None).expect("a request").await.expect("it opens")
}

fn factory() -> Factory {
    Factory::new().expect("a browser with storage")
}

async fn forget(name: &str) {
    factory().delete(name).expect("a request").await.expect("it is deleted");
}

fn row(id: &str) -> NewRow {
    let (id, client_id) = (id.to_owned(), "client".to_owned());
    NewRow { id, payload: "text".to_owned(), client_id, at_ms: 1 }
}

async fn ids(store: &IndexedStore) -> Result<Vec<String>, StoreError> {
    let rows = store.page("t", 0, 100).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

async fn forget_conformance() {
    for look in 0..20 {
        forget(&format!("conformance-{look}")).await;
    }
}

#[wasm_bindgen_test]
async fn it_keeps_every_promise() {
    forget_conformance().await;
    let breaches = conforms(async |name: String| open(&name).await).await;
    assert_eq!(breaches, Vec::<Breach>::new());
}

#[wasm_bindgen_test]
async fn so_does_the_shelter_before_it() {
    forget_conformance().await;
    let breaches = conforms(async |name: String| Shelter::open(&name, || {}).await).await;
    assert_eq!(breaches, Vec::<Breach>::new());
}

#[wasm_bindgen_test]
async fn so_does_a_shelter_that_keeps_nothing() {
    let opened: RefCell<Vec<(String, Shelter)>> = RefCell::default();
    let open = async |name: String| {
        let mut opened = opened.borrow_mut();
        if let Some((_, shelter)) = opened.iter().find(|(known, _)| *known == name) {
            return shelter.clone();
        }
        opened.push((name, Shelter::refused()));
        opened.last().expect("just opened").1.clone()
    };
    assert_eq!(conforms(open).await, Vec::<Breach>::new());
    assert_eq!(Shelter::refused().troubles(), [Trouble::Refused]);
}

#[wasm_bindgen_test]
async fn others_are_told_of_what_changes_and_of_nothing_else() {
    forget("told").await;
    let told = Rc::new(Cell::new(0));
    let counting = told.clone();
    let shelter = Shelter::open("told", move || counting.set(counting.get() + 1)).await;
    shelter.page("t", 0, 9).await.expect("readable");
    assert_eq!(told.get(), 0);
    shelter.insert("t", row("a")).await.expect("room");
    assert_eq!(told.get(), 1);
    shelter.insert("t", row("a")).await.expect_err("its id is taken");
    assert_eq!(told.get(), 1);
    shelter.remove("t", "a").await.expect("it is there");
    assert_eq!(told.get(), 2);
}

#[wasm_bindgen_test]
async fn rows_outlive_a_connection() {
    forget("outlive").await;
    let first = open("outlive").await;
    first.insert("t", row("a")).await.expect("room");
    first.insert("t", row("b")).await.expect("room");
    drop(first);
    assert_eq!(ids(&open("outlive").await).await, Ok(vec!["a".to_owned(), "b".to_owned()]));
}

#[wasm_bindgen_test]
async fn a_place_is_not_given_again_after_its_row_has_gone() {
    forget("places").await;
    let store = open("places").await;
    let first = store.insert("t", row("a")).await.expect("room");
    store.remove("t", "a").await.expect("it is removed");
    let second = open("places").await.insert("t", row("b")).await.expect("room");
    assert!(second.order > first.order, "{} after {}", second.order, first.order);
}

#[wasm_bindgen_test]
async fn a_call_is_carried_out_though_nobody_waits_for_it() {
    forget("nobody").await;
    let store = open("nobody").await;
    let mut call = store.insert("t", row("a"));
    assert!(futures::poll!(&mut call).is_pending(), "a transaction takes its time");
    drop(call);
    assert_eq!(ids(&store).await, Ok(vec!["a".to_owned()]));
}

#[wasm_bindgen_test]
async fn a_newer_database_is_left_as_it_is() {
    forget("newer").await;
    let theirs = foreign("newer", 20, "rows-of-tomorrow").await;
    put(&theirs, "rows-of-tomorrow", &"a row".into(), Some(&"key".into())).await;
    theirs.close();
    assert_eq!(IndexedStore::open("newer").await.err(), Some(StoreError::NewerSchema(2)));
    let theirs = look("newer").await;
    assert_eq!(theirs.version(), Ok(20));
    assert_eq!(theirs.store_names(), ["rows-of-tomorrow"]);
    assert_eq!(all(&theirs, "rows-of-tomorrow").await, [JsValue::from("a row")]);
}

#[wasm_bindgen_test]
async fn what_an_older_version_left_is_kept_under_another_name() {
    forget("older").await;
    let theirs = foreign("older", 7, "rows").await;
    put(&theirs, "rows", &"a row".into(), Some(&"key".into())).await;
    theirs.close();
    let opened = IndexedStore::open("older").await.expect("it is put out of the way");
    assert_eq!(opened.older, Some(0));
    opened.store.insert("t", row("a")).await.expect("room");
    assert_eq!(ids(&opened.store).await, Ok(vec!["a".to_owned()]));
    assert_eq!(all(&look("older").await, "kept-7-rows").await, [JsValue::from("a row")]);
    // Once is enough.
    assert_eq!(IndexedStore::open("older").await.expect("it opens").older, None);
}

#[wasm_bindgen_test]
async fn what_is_no_row_is_set_aside_and_kept() {
    forget("corrupt").await;
    let store = open("corrupt").await;
    store.insert("t", row("a")).await.expect("room");
    let garbled = js_sys::Object::new();
    Reflect::set(&garbled, &"id".into(), &"b".into()).expect("a field");
    Reflect::set(&garbled, &"payload".into(), &"precious".into()).expect("a field");
    put(&look("corrupt").await, "rows", &garbled, None).await;
    assert_eq!(ids(&store).await, Err(StoreError::CorruptRow("b".to_owned())));
    assert_eq!(store.set_aside().await, Ok(1));
    assert_eq!(ids(&store).await, Ok(vec!["a".to_owned()]));
    let kept = all(&look("corrupt").await, "aside").await;
    let value = Reflect::get(kept.first().expect("one entry"), &"value".into()).expect("a field");
    assert_eq!(Reflect::get(&value, &"payload".into()), Ok("precious".into()));
    assert_eq!(store.set_aside().await, Ok(0));
}

#[wasm_bindgen_test]
async fn a_database_of_another_layout_is_refused_and_untouched() {
    forget("foreign").await;
    let theirs = foreign("foreign", 10, "something").await;
    put(&theirs, "something", &"else".into(), Some(&"key".into())).await;
    theirs.close();
    let refused = IndexedStore::open("foreign").await.err();
    assert!(matches!(refused, Some(StoreError::Refused(_))), "{refused:?}");
    assert_eq!(all(&look("foreign").await, "something").await, [JsValue::from("else")]);
}

#[wasm_bindgen_test]
async fn a_tab_with_an_older_form_in_the_way_is_said_and_not_waited_for() {
    forget("blocked").await;
    let theirs = foreign("blocked", 7, "rows").await;
    let refused = IndexedStore::open("blocked").await.err();
    assert!(matches!(refused, Some(StoreError::Refused(_))), "{refused:?}");
    theirs.close();
}
