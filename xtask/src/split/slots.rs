//! Which slots of the functions' table each half fills.
//!
//! It goes like the data: a slot whose number no function of the first half can get hold of is filled when the later
//! half is joined, and its function needs no gate.

use anyhow::{Context as _, Result, bail};
use walrus::ir::Value;
use walrus::{ConstExpr, ElementId, ElementItems, ElementKind, FunctionId, Module, TableId};

use super::links::Links;
use super::reach::Needed;

/// The slots that the module fills, with their functions, by index.
#[derive(Default)]
pub struct Slots {
    /// At the start.
    pub first: Vec<(u32, usize)>,
    /// When the later half is joined.
    pub later: Vec<(u32, usize)>,
}

impl Slots {
    /// Without links the first half fills them all.
    pub fn of(module: &Module, known: Option<(&Links, &Needed)>) -> Result<Slots> {
        let mut slots = Slots::default();
        for segment in module.elements.iter() {
            let ElementItems::Functions(functions) = &segment.items else {
                bail!("a table segment is not a list of functions");
            };
            let ElementKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } =
                segment.kind
            else {
                bail!("a table segment has no number to start at");
            };
            for (slot, id) in (u32::try_from(start)?..).zip(functions) {
                // The binding step may have put another function there.
                let name = module.funcs.get(*id).name.as_ref();
                let follows = known.is_some_and(|(links, needed)| {
                    name.is_some()
                        && links.table.get(&slot) == name
                        && !needed.slots.contains(&slot)
                });
                let side = if follows { &mut slots.later } else { &mut slots.first };
                side.push((slot, id.index()));
            }
        }
        slots.first.sort_unstable();
        slots.later.sort_unstable();
        Ok(slots)
    }
}

/// Leaves the table empty.
pub fn clear(module: &mut Module) {
    for table in module.tables.iter_mut() {
        table.elem_segments.clear();
    }
    let segments: Vec<ElementId> = module.elements.iter().map(walrus::Element::id).collect();
    for id in segments {
        module.elements.delete(id);
    }
}

/// Fills slots when a module is started or joined. They are in order.
pub fn fill(
    module: &mut Module,
    table: TableId,
    slots: &[(u32, usize)],
    functions: &[FunctionId],
) -> Result<()> {
    for run in slots.chunk_by(|(one, _), (next, _)| one + 1 == *next) {
        let (start, _) = run.first().context("a run has a slot")?;
        let offset = ConstExpr::Value(Value::I32(i32::try_from(*start)?));
        let items = run.iter().map(|(_, index)| functions[*index]).collect();
        let kind = ElementKind::Active { table, offset };
        let segment = module.elements.add(kind, ElementItems::Functions(items));
        module.tables.get_mut(table).elem_segments.insert(segment);
    }
    Ok(())
}
