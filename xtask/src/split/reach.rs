//! What the first half can get hold of.

use std::collections::BTreeSet;

use anyhow::{Result, bail};
use walrus::ir::{Instr, InstrLocId, Value, Visitor, dfs_in_order};
use walrus::{FunctionId, Module};

use super::links::{Function, Goes, Links};

/// What is there for the first half from the start.
#[derive(Debug, Default)]
pub struct Needed {
    /// Pieces of data, by position.
    pub pieces: BTreeSet<usize>,
    /// Slots of the functions' table.
    pub slots: BTreeSet<u32>,
}

impl Needed {
    /// What functions of the first half name, and what that leads to.
    pub fn of(module: &Module, links: &Links, later: &BTreeSet<FunctionId>) -> Result<Needed> {
        let readers = Readers::of(module, links, later);
        let mut needed = Needed::default();
        // What the program writes to is there from the start, and with it whatever it leads to.
        let pieces = links.pieces.iter().enumerate();
        let written = pieces.filter(|(_, piece)| !links.is_constant(piece.range.start));
        let mut open: Vec<usize> = written.map(|(at, _)| at).collect();
        for (id, _) in module.funcs.iter_local() {
            if let Some(known) = known(module, id, later, links)? {
                let references = known.references.iter();
                let read = references.filter(|reference| readers.may_read(&reference.goes));
                open.extend(read.map(|reference| reference.piece));
                needed.slots.extend(&known.slots);
            }
        }
        while let Some(piece) = open.pop() {
            if needed.pieces.insert(piece) {
                open.extend(&links.pieces[piece].refers_to);
                needed.slots.extend(&links.pieces[piece].slots);
            }
        }
        Ok(needed)
    }
}

/// What the linker knows of a function, if that is of the first half. The binding step adds some of its own: nothing
/// tells which of their numbers are addresses, so there may be none.
fn known<'a>(
    module: &Module,
    id: FunctionId,
    later: &BTreeSet<FunctionId>,
    links: &'a Links,
) -> Result<Option<&'a Function>> {
    if later.contains(&id) {
        return Ok(None);
    }
    let function = module.funcs.get(id);
    let name = function.name.as_deref().unwrap_or_default();
    if let Some(known) = links.function(name) {
        return Ok(Some(known));
    }
    let mut numbers = Numbers::default();
    let body = function.kind.unwrap_local();
    dfs_in_order(&mut numbers, body, body.entry_block());
    if numbers.0.iter().any(|number| links.piece_at(*number).is_some()) {
        bail!("the linker knows nothing of {name}, and it may refer to data");
    }
    Ok(None)
}

/// Which functions may read at an address that is handed to them while the later half is not there.
struct Readers<'a> {
    /// Functions that can be called through a gate alone: then the later half is there.
    gated: BTreeSet<&'a str>,
    /// Functions that hand the argument of this position to functions like themselves, or to gated ones.
    carriers: BTreeSet<(&'a str, usize)>,
}

impl<'a> Readers<'a> {
    fn of(module: &'a Module, links: &'a Links, later: &BTreeSet<FunctionId>) -> Readers<'a> {
        let names = |is_later: bool| -> BTreeSet<&str> {
            let functions = module.funcs.iter();
            let of_side = functions.filter(|function| later.contains(&function.id()) == is_later);
            of_side.filter_map(|function| function.name.as_deref()).collect()
        };
        let gated = names(true).difference(&names(false)).copied().collect();
        let carriers = links.functions.iter().flat_map(|(name, function)| {
            (0..function.arguments.len()).map(move |argument| (name.as_str(), argument))
        });
        let mut readers = Readers { gated, carriers: carriers.collect() };
        // All are taken for carriers until one of their uses says otherwise.
        loop {
            let reads = |&&(name, argument): &&(&str, usize)| {
                links.functions[name].arguments[argument].iter().any(|goes| readers.may_read(goes))
            };
            let found: Vec<_> = readers.carriers.iter().filter(reads).copied().collect();
            if found.is_empty() {
                return readers;
            }
            for reader in found {
                readers.carriers.remove(&reader);
            }
        }
    }

    fn may_read(&self, goes: &Goes) -> bool {
        match goes {
            Goes::Anywhere => true,
            Goes::Into(name, argument) => {
                let name = name.as_str();
                !self.gated.contains(name) && !self.carriers.contains(&(name, *argument))
            }
        }
    }
}

/// Every number in a function that could be an address.
#[derive(Default)]
struct Numbers(BTreeSet<u32>);

impl Visitor<'_> for Numbers {
    fn visit_instr(&mut self, instr: &Instr, _: &InstrLocId) {
        let offset = match instr {
            Instr::Load(load) => load.arg.offset,
            Instr::Store(store) => store.arg.offset,
            _ => return,
        };
        self.0.extend(u32::try_from(offset));
    }

    fn visit_value(&mut self, value: &Value) {
        if let Value::I32(number) = value {
            self.0.insert(number.cast_unsigned());
        }
    }
}
