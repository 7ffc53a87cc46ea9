//! Opening the database: making it, keeping what an older version left, leaving a newer one alone.

use super::failure::{is_about_version, told};
use super::shelves::build;
use futures::channel::oneshot;
use futures::future::{Either, select};
use idb::event::VersionChangeEvent;
use idb::{Database, DatabaseEvent, Error, Event, Factory, Request};
use midturn_engine::runtimes::durable::{SCHEMA, StoreError};
use std::cell::Cell;
use std::future::IntoFuture;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::IdbDatabase;

/// The database's version: ten numbers to each form of a row, since 0 is not a version of IndexedDB and the
/// shelves may change where the rows do not.
const VERSION: u32 = SCHEMA * VERSIONS_A_SCHEMA;
const VERSIONS_A_SCHEMA: u32 = 10;

/// Opens the database of this name, or makes it; with the form of older rows that were put out of the way.
pub async fn open(name: &str) -> Result<(Database, Option<u32>), StoreError> {
    let factory = Factory::new().map_err(|error| told(&error))?;
    let older = Rc::new(Cell::new(None));
    let database = match ask(&factory, name, older.clone()).await {
        Err(error) if is_about_version(&error) => return Err(newer(&factory, name).await),
        other => other.map_err(|error| told(&error))?,
    };
    Ok((giving_way(database.ok_or_else(blocked)?), older.get()))
}

/// Opens the database. Nothing where another tab stands in the way of an upgrade; the form of rows that were
/// put out of the way goes to `older`.
async fn ask(
    factory: &Factory,
    name: &str,
    older: Rc<Cell<Option<u32>>>,
) -> Result<Option<Database>, Error> {
    let mut request = factory.open(name, Some(VERSION))?;
    request.on_upgrade_needed(move |event| older.set(upgrade(&event)));
    let (in_the_way, is_blocked) = oneshot::channel();
    request.on_blocked(move |_| {
        // Nobody listens any more where it was opened all the same.
        let _ = in_the_way.send(());
    });
    match select(Box::pin(request.into_future()), is_blocked).await {
        Either::Left((opened, _)) => opened.map(Some),
        Either::Right((_, late)) => {
            spawn_local(async move {
                if let Ok(database) = late.await {
                    database.close();
                }
            });
            Ok(None)
        }
    }
}

/// Lays the database out. What an older version has left there gets other names. Where that fails the upgrade
/// is given up, and the database stays as it was.
fn upgrade(event: &VersionChangeEvent) -> Option<u32> {
    let version = event.old_version().unwrap_or_default();
    let done = event.database().and_then(|database| {
        keep_older(event, &database, version)?;
        build(&database)
    });
    if done.is_err()
        && let Some(transaction) = event.target().ok().and_then(|request| request.transaction())
    {
        // Where even this fails, the shelves are missing, and opening says so.
        let _ = transaction.abort();
    }
    (version > 0).then_some(version / VERSIONS_A_SCHEMA)
}

fn keep_older(event: &VersionChangeEvent, database: &Database, version: u32) -> Result<(), Error> {
    let names = database.store_names();
    if names.is_empty() {
        return Ok(());
    }
    let transaction = event.target()?.transaction();
    let transaction = transaction.ok_or(Error::ObjectStoreNotFound(JsValue::UNDEFINED))?;
    for name in names {
        let kept = ["kept-", &version.to_string(), "-", &name].concat();
        transaction.object_store(&name)?.set_name(&kept);
    }
    Ok(())
}

/// A newer version of the code wants this database: the connection is closed, so that it need not wait.
fn giving_way(mut database: Database) -> Database {
    database.on_version_change(|event| {
        let database = event.target().and_then(|target| target.dyn_into::<IdbDatabase>().ok());
        if let Some(database) = database {
            database.close();
        }
    });
    database
}

fn blocked() -> StoreError {
    StoreError::Refused("another tab keeps an older form of it open".to_owned())
}

/// How much newer the database is.
async fn newer(factory: &Factory, name: &str) -> StoreError {
    let opened = match factory.open(name, None) {
        Ok(request) => request.await,
        Err(error) => Err(error),
    };
    match opened.and_then(|database| {
        let version = database.version();
        database.close();
        version
    }) {
        Ok(version) => StoreError::NewerSchema(version.div_ceil(VERSIONS_A_SCHEMA)),
        Err(error) => told(&error),
    }
}
