//! Which bytes each half lays out in the memory.
//!
//! The first half has every piece of data that a function of its own can get hold of: by an address that stands in
//! the function, or in a piece that it can get hold of already. All others follow with the later half, and are there
//! before any function of it runs. Two things make that sound:
//!
//! - Only constants follow. What the program writes to is in the first half, so nothing is ever overwritten.
//! - An address that a function only hands to a function of the later half gives it nothing to read: the gate comes
//!   first. So the words and places of a panic follow, though every second function names some.

use std::ops::Range;

use anyhow::{Context as _, Result, bail};
use walrus::ir::Value;
use walrus::{ConstExpr, DataKind, MemoryId, Module};

use super::links::Links;
use super::reach::Needed;

/// Fewer bytes between two stretches than this are cheaper than a stretch of their own.
const SMALL_GAP: usize = 16;

/// Bytes and where they lie.
#[derive(Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The address of the first one.
    pub address: u32,
    /// At least one.
    pub bytes: Vec<u8>,
}

/// The data of both halves.
#[derive(Debug, PartialEq, Eq)]
pub struct Dealt {
    /// Laid out at the start.
    pub first: Vec<Stretch>,
    /// Laid out when the later half is joined.
    pub later: Vec<Stretch>,
}

/// Deals the module's data to the halves. Without links the first half has it all.
pub fn deal(module: &Module, known: Option<(&Links, &Needed)>) -> Result<Dealt> {
    let whole = stretches(module)?;
    let Some((links, needed)) = known else {
        return Ok(Dealt { first: whole, later: Vec::new() });
    };
    let mut dealt = Dealt { first: Vec::new(), later: Vec::new() };
    for stretch in whole {
        let addresses = || (stretch.address..).zip(&stretch.bytes);
        let follows = |address| {
            let piece = links.piece_at(address);
            links.is_constant(address) && piece.is_some_and(|piece| !needed.pieces.contains(&piece))
        };
        // The memory is made of zeros, so those need no laying out; nor do gaps, which nobody reads.
        let first = addresses().map(|(address, byte)| if follows(address) { 0 } else { *byte });
        let first = Stretch { address: stretch.address, bytes: first.collect() };
        dealt.first.extend(first.cut(|at| first.bytes[at] != 0, |_| true)?);
        // What stands in a gap may have changed by then, unless it is constant: then it is laid out once more.
        let address = |at: usize| stretch.address + at as u32;
        dealt
            .later
            .extend(stretch.cut(|at| follows(address(at)), |at| links.is_constant(address(at)))?);
    }
    Ok(dealt)
}

impl Stretch {
    /// The parts that are wanted, with small gaps between them where those may be filled. By position.
    fn cut(
        &self,
        is_wanted: impl Fn(usize) -> bool,
        may_fill: impl Fn(usize) -> bool,
    ) -> Result<Vec<Stretch>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for at in (0..self.bytes.len()).filter(|at| is_wanted(*at)) {
            match runs.last_mut() {
                Some(run) if at - run.end < SMALL_GAP && (run.end..at).all(&may_fill) => {
                    run.end = at + 1
                }
                _ => runs.push(at..at + 1),
            }
        }
        let stretch = |run: Range<usize>| {
            let address = self.address + u32::try_from(run.start)?;
            Ok(Stretch { address, bytes: self.bytes[run].to_vec() })
        };
        runs.into_iter().map(stretch).collect()
    }
}

/// The data as the module lays it out.
fn stretches(module: &Module) -> Result<Vec<Stretch>> {
    let stretch = |data: &walrus::Data| {
        let DataKind::Active { offset: ConstExpr::Value(Value::I32(address)), .. } = data.kind
        else {
            bail!("the address of some data is not a number");
        };
        let address = u32::try_from(address)?;
        address.checked_add(u32::try_from(data.value.len())?).context("data outside the memory")?;
        Ok(Stretch { address, bytes: data.value.clone() })
    };
    module.data.iter().map(stretch).collect()
}

/// Lays data out when a module is started or joined.
pub fn lay_out(module: &mut Module, memory: MemoryId, data: Vec<Stretch>) -> Result<()> {
    for stretch in data {
        let offset = ConstExpr::Value(Value::I32(i32::try_from(stretch.address)?));
        let id = module.data.add(DataKind::Active { memory, offset }, stretch.bytes);
        module.memories.get_mut(memory).data_segments.insert(id);
    }
    Ok(())
}

/// Leaves a module without data.
pub fn clear(module: &mut Module) {
    for memory in module.memories.iter_mut() {
        memory.data_segments.clear();
    }
    let data: Vec<_> = module.data.iter().map(walrus::Data::id).collect();
    for id in data {
        module.data.delete(id);
    }
}
