//! Splits the page's module in two, so that a reader sees the first step before the rest has arrived.
//!
//! Both halves are one program: they share memory, tables and globals. The first half starts alone. Each of its
//! ways into a function of the later half goes through a small gate, which brings that half in if it is not
//! there yet and then calls through the table. The page asks for the later half by itself as soon as the
//! first step is shown, so a gate has to wait only for a reader who is faster than the network.
//!
//! Which functions the first step needs is measured, not guessed: [`crate::first_step`] runs the page and
//! writes their names down. A function that is not in that list is in the later half. A list that is out of
//! date therefore costs time, never a wrong result.
//!
//! Data is not measured but followed: what a function of the first half can get hold of is in the first half.
//!
//! - [`border`]: which function is on which side, and what crosses from one to the other
//! - [`gates`]: the stand-ins for functions of the later half
//! - [`links`]: what the linker wrote down about functions and the data they refer to
//! - [`reach`]: which data and which slots the first half can get hold of
//! - [`data`]: which bytes each half lays out in the memory
//! - [`slots`]: which slots of the functions' table each half fills
//! - [`cut`]: makes the two modules
//! - [`names`]: a function's name in every build
//! - [`short`]: short names for what the module and its glue share

mod border;
mod cut;
mod data;
mod gates;
pub mod links;
mod names;
mod reach;
mod short;
mod slots;
#[cfg(test)]
mod tests;

use anyhow::{Context as _, Result};
use walrus::{Module, ModuleConfig};

use border::Border;
pub use gates::{HERE, add_mark};
use links::Links;
pub use names::functions;
use reach::Needed;
pub use short::shorten;
use slots::Slots;

/// Under this name the later half imports from the first one.
const FIRST: &str = "first";

/// The two halves of a module.
pub struct Halves {
    /// Starts alone.
    pub first: Vec<u8>,
    /// Imports everything it shares from the first half, and fills the table.
    pub later: Vec<u8>,
}

/// Splits a bound module that still has its names. `is_first` decides by a function's plain name. Without links,
/// all data is in the first half.
pub fn split(
    wasm: &[u8],
    links: Option<&Links>,
    is_first: impl Fn(&str) -> bool,
) -> Result<Halves> {
    let module = parse(wasm)?;
    let later = border::later_functions(&module, is_first)?;
    let needed = links.map(|links| Needed::of(&module, links, &later)).transpose()?;
    let known = links.zip(needed.as_ref());
    let border = Border::of(&module, &later, Slots::of(&module, known)?)?;
    let data = data::deal(&module, known)?;
    Ok(Halves {
        first: border.first_half(parse(wasm)?, data.first)?,
        later: border.later_half(parse(wasm)?, data.later)?,
    })
}

/// Reads a module; what is written of it again has neither names nor notes.
pub fn parse(wasm: &[u8]) -> Result<Module> {
    let mut config = ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    let mut module = config.parse(wasm).context("the bound module cannot be read")?;
    let notes: Vec<_> = module.customs.iter().map(|(id, _)| id).collect();
    for id in notes {
        module.customs.delete(id);
    }
    Ok(module)
}
