//! The reader's own queue: rows kept in the browser, which outlive a visit and are seen by every tab.

pub mod store;
