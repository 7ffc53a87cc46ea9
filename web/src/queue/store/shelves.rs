//! How rows lie in the database: the object stores, what is written there, and how it is read again.
//!
//! Everything is read with suspicion: what lies there may have been written by another version, by another
//! program, or by nobody who should.

use idb::{Database, Error, KeyPath, ObjectStoreParams};
use js_sys::{Number, Object, Reflect};
use midturn_engine::runtimes::durable::{Change, Row};
use wasm_bindgen::JsValue;

/// The object store of the rows, by their ids.
pub const ROWS: &str = "rows";
/// The object store of each thread's last change.
pub const CHANGES: &str = "changes";
/// The object store of what could not be read: `{ from, key, value }`, as it was found.
pub const ASIDE: &str = "aside";

/// Makes the shelves in a new or emptied database, while it is being upgraded.
pub fn build(database: &Database) -> Result<(), Error> {
    for (name, key) in [(ROWS, "id"), (CHANGES, "thread")] {
        let mut params = ObjectStoreParams::new();
        params.key_path(Some(KeyPath::new_single(key)));
        database.create_object_store(name, params)?;
    }
    let mut params = ObjectStoreParams::new();
    params.auto_increment(true);
    database.create_object_store(ASIDE, params)?;
    Ok(())
}

/// A row as it is written down.
pub fn write_row(row: &Row) -> JsValue {
    object(&[
        ("id", row.id.as_str().into()),
        ("thread", row.thread.as_str().into()),
        ("payload", row.payload.as_str().into()),
        ("client_id", row.client_id.as_str().into()),
        ("order", number(row.order)),
        ("created_ms", number(row.created_ms)),
        ("updated_ms", number(row.updated_ms)),
    ])
}

/// A row that was written down; nothing where this is none.
pub fn read_row(value: &JsValue) -> Option<Row> {
    Some(Row {
        id: text(value, "id")?,
        thread: text(value, "thread")?,
        payload: text(value, "payload")?,
        client_id: text(value, "client_id")?,
        order: whole(value, "order")?,
        created_ms: whole(value, "created_ms")?,
        updated_ms: whole(value, "updated_ms")?,
    })
}

/// A thread's last change as it is written down, with the highest place that was given by then.
pub fn write_change(change: &Change, highest: u64) -> JsValue {
    object(&[
        ("thread", change.thread.as_str().into()),
        ("revision", number(change.revision)),
        ("highest", number(highest)),
    ])
}

/// A change that was written down, and its highest place; nothing where this is none.
pub fn read_change(value: &JsValue) -> Option<(Change, u64)> {
    let change = Change { thread: text(value, "thread")?, revision: whole(value, "revision")? };
    Some((change, whole(value, "highest")?))
}

/// Something that could not be read, as it is kept.
pub fn write_aside(from: &str, key: &JsValue, value: &JsValue) -> JsValue {
    object(&[("from", from.into()), ("key", key.clone()), ("value", value.clone())])
}

fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        let set = Reflect::set(&object, &(*name).into(), value);
        debug_assert!(set.is_ok(), "a fresh object takes any property");
    }
    object.into()
}

fn text(value: &JsValue, name: &str) -> Option<String> {
    Reflect::get(value, &name.into()).ok()?.as_string()
}

/// Numbers are written as JavaScript has them: exact up to 2^53, which is what a counter here can reach.
#[expect(clippy::cast_precision_loss, reason = "places, revisions and times stay far below 2^53")]
fn number(value: u64) -> JsValue {
    (value as f64).into()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked before")]
fn whole(value: &JsValue, name: &str) -> Option<u64> {
    let value = Reflect::get(value, &name.into()).ok()?;
    let number = value.as_f64().filter(|number| *number >= 0.0)?;
    Number::is_safe_integer(&value).then_some(number as u64)
}
