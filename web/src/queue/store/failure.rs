//! What the browser's errors mean for a store.

use idb::Error;
use midturn_engine::runtimes::durable::StoreError;
use web_sys::DomException;

/// The name that the standard gives to an error about room.
const NO_ROOM: &str = "QuotaExceededError";
/// And to one about a version.
const VERSION: &str = "VersionError";

/// A browser's error, as a store tells it: about room, or else the storage may not be used.
pub fn told(error: &Error) -> StoreError {
    from_text(error.to_string())
}

/// Whether a database is there in a newer version than the one that was asked for.
pub fn is_about_version(error: &Error) -> bool {
    error.to_string().contains(VERSION)
}

/// Why a transaction was given up: the error that it carries, if any.
pub fn abandoned(exception: Option<DomException>) -> StoreError {
    exception.map_or_else(
        || StoreError::Refused("the transaction was abandoned".to_owned()),
        |exception| from_text([exception.name(), ": ".to_owned(), exception.message()].concat()),
    )
}

fn from_text(why: String) -> StoreError {
    if why.contains(NO_ROOM) { StoreError::NoRoom(why) } else { StoreError::Refused(why) }
}
