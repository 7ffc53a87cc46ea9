//! Where the border between the halves runs, and what crosses it.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result};
use walrus::ir::{Visitor, dfs_in_order};
use walrus::{ExportItem, FunctionId, GlobalId, LocalFunction, Module};

use super::gates::BRING;
use super::names::functions;
use super::slots::Slots;

/// A function this short is no longer than a gate to it.
const SHORT_INSTRUCTIONS: u64 = 6;

/// What crosses from one half to the other. Functions and globals by their index: an id is good for one
/// reading of a module, and each half is made from a reading of its own.
pub struct Border {
    /// The module's own slots of the table end here; the gates' slots follow.
    pub own: u32,
    /// Which half fills which of its own.
    pub slots: Slots,
    /// Functions of the later half that the first one refers to; a gate each, in this order.
    pub gates: Vec<usize>,
    /// Functions of the first half, and imports, that the later one refers to, with their export's name.
    pub shared: Vec<(usize, String)>,
    /// Globals that the later half refers to, with their export's name.
    pub globals: Vec<(usize, String)>,
}

/// The functions of the later half: all but those that the first step needs, and the short ones that need no gate
/// themselves.
pub fn later_functions(
    module: &Module,
    is_first: impl Fn(&str) -> bool,
) -> Result<BTreeSet<FunctionId>> {
    let bring = module.exports.get_func(BRING).with_context(|| {
        format!("the page does not export {BRING}, so nothing could bring its later half in")
    })?;
    let mut later: BTreeSet<FunctionId> = functions(module)
        .into_iter()
        .filter(|(id, name)| *id != bring && !is_first(name))
        .map(|(id, _)| id)
        .collect();
    let mut short = short_functions(module);
    short.retain(|(id, _)| later.contains(id));
    loop {
        let before = later.len();
        for (id, calls) in &short {
            if calls.is_disjoint(&later) {
                later.remove(id);
            }
        }
        if later.len() == before {
            return Ok(later);
        }
    }
}

/// Functions that are no longer than a gate, with those they refer to.
fn short_functions(module: &Module) -> Vec<(FunctionId, BTreeSet<FunctionId>)> {
    let of = |(id, body): (FunctionId, &LocalFunction)| {
        let mut uses = Uses::default();
        uses.look_into(body);
        (id, uses.functions)
    };
    module
        .funcs
        .iter_local()
        .filter(|(_, body)| body.size() <= SHORT_INSTRUCTIONS)
        .map(of)
        .collect()
}

impl Border {
    /// The border around these functions.
    pub fn of(module: &Module, later: &BTreeSet<FunctionId>, slots: Slots) -> Result<Border> {
        let mut from_first = Uses::default();
        let mut from_later = Uses::default();
        for (id, function) in module.funcs.iter_local() {
            let side = if later.contains(&id) { &mut from_later } else { &mut from_first };
            side.look_into(function);
        }
        let ids: Vec<FunctionId> = module.funcs.iter().map(walrus::Function::id).collect();
        from_first.functions.extend(slots.first.iter().map(|(_, index)| ids[*index]));
        from_later.functions.extend(slots.later.iter().map(|(_, index)| ids[*index]));
        let exported = module.exports.iter().filter_map(|export| match export.item {
            ExportItem::Function(id) => Some(id),
            _ => None,
        });
        from_first.functions.extend(exported.chain(module.start));
        let table = module.tables.main_function_table()?.context("there is no function table")?;
        let shared = from_later.functions.difference(later).map(|id| id.index());
        Ok(Border {
            own: u32::try_from(module.tables.get(table).initial)?,
            slots,
            gates: from_first.functions.intersection(later).map(|id| id.index()).collect(),
            shared: shared.zip(names("f")).collect(),
            globals: from_later.globals.iter().map(|id| id.index()).zip(names("g")).collect(),
        })
    }
}

/// Names no binding has: a full stop, a letter, a number.
pub fn names(letter: &'static str) -> impl Iterator<Item = String> {
    (0..).map(move |number: u32| format!(".{letter}{number}"))
}

/// What a set of functions refers to.
#[derive(Default)]
struct Uses {
    functions: BTreeSet<FunctionId>,
    globals: BTreeSet<GlobalId>,
}

impl Uses {
    fn look_into(&mut self, function: &LocalFunction) {
        dfs_in_order(self, function, function.entry_block());
    }
}

impl Visitor<'_> for Uses {
    fn visit_function_id(&mut self, function: &FunctionId) {
        self.functions.insert(*function);
    }

    fn visit_global_id(&mut self, global: &GlobalId) {
        self.globals.insert(*global);
    }
}
