//! The browser's side: one file for each thing that the page needs of it. A browser that refuses one of
//! them (storage in a private window, say) takes away that comfort and nothing else.

pub mod address;
pub mod clipboard;
pub mod dialog;
pub mod events;
pub mod fetch;
pub mod later;
pub mod motion;
pub mod root;

pub mod storage;
