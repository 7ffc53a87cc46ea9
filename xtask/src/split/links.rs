//! What the linker wrote down about a module (`--emit-relocs`): its pieces of data, and where each is referred to;
//! and where functions are named that are called through the table.
//!
//! A reference names the piece it means, whatever is added to the address; so nothing is guessed from numbers.
//! Each is checked against what stands in the module. The linker's notes do not survive the binding step, but
//! names and addresses do.

mod layout;
mod read;
mod sites;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::Result;

/// A module's pieces of data and the references to them.
pub struct Links {
    /// By address; none overlaps another.
    pub pieces: Vec<Piece>,
    /// The addresses of what the compiler has put among what nobody writes to.
    pub constants: Vec<Range<u32>>,
    /// What each function does with addresses, by its full name.
    pub functions: BTreeMap<String, Function>,
    /// The full name of the function in each slot of the table.
    pub table: BTreeMap<u32, String>,
}

/// What a function does with addresses.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Function {
    /// Those that stand in it.
    pub references: Vec<Reference>,
    /// Those that it takes: for each argument, every use of it.
    pub arguments: Vec<Vec<Goes>>,
    /// The slots of functions that it names without calling them.
    pub slots: Vec<u32>,
}

/// Bytes that belong together: a constant, a variable, a table of methods.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// Its addresses.
    pub range: Range<u32>,
    /// Pieces whose addresses stand in this one, by their position.
    pub refers_to: Vec<usize>,
    /// The slots of functions that stand in it.
    pub slots: Vec<u32>,
}

/// A place in a function where the address of a piece stands.
#[derive(Debug, PartialEq, Eq)]
pub struct Reference {
    /// The piece, by its position.
    pub piece: usize,
    /// What becomes of it.
    pub goes: Goes,
}

/// What becomes of an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goes {
    /// The function itself may read there.
    Anywhere,
    /// It goes into a call of this function as the argument of this position, and nowhere else.
    Into(String, usize),
}

impl Links {
    /// Reads a module as the linker left it. `None` if it left no notes.
    pub fn read(wasm: &[u8]) -> Result<Option<Links>> {
        read::links(wasm)
    }

    /// What is known of a function, by the name that it has once the module is bound: what is exported to
    /// JavaScript has lost the hash of its crate by then.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.get(name).or_else(|| {
            let hashed = [name, "_"].concat();
            let is_hash = |behind: &str| {
                behind.len() == 16 && behind.bytes().all(|byte| byte.is_ascii_hexdigit())
            };
            let longer = self.functions.range(hashed.clone()..);
            longer
                .map_while(|(full, function)| Some((full.strip_prefix(&hashed)?, function)))
                .find_map(|(behind, function)| is_hash(behind).then_some(function))
        })
    }

    /// Whether nobody ever writes to an address.
    pub fn is_constant(&self, address: u32) -> bool {
        self.constants.iter().any(|range| range.contains(&address))
    }

    /// The piece at an address, by its position.
    pub fn piece_at(&self, address: u32) -> Option<usize> {
        let next = self.pieces.partition_point(|piece| piece.range.start <= address);
        let last = next.checked_sub(1)?;
        self.pieces[last].range.contains(&address).then_some(last)
    }
}
