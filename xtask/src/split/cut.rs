//! Makes each half out of a reading of the whole module.

use anyhow::{Context as _, Result, bail};
use walrus::{
    ExportId, FunctionId, FunctionKind, GlobalId, GlobalKind, ImportKind, ImportedFunction,
    MemoryId, Module, Table, TableId,
};

use super::FIRST;
use super::border::{Border, names};
use super::data::{self, Stretch};
use super::gates::{HERE, Target, add_mark, ensure};
use super::slots;

/// The ids of a fresh reading, by index.
struct Ids {
    functions: Vec<FunctionId>,
    globals: Vec<GlobalId>,
    /// Beside the functions' table there is one of JavaScript's objects.
    tables: Vec<TableId>,
    memories: Vec<MemoryId>,
    /// The functions' table.
    table: TableId,
    /// Where the data is.
    memory: MemoryId,
}

impl Ids {
    fn of(module: &Module) -> Result<Ids> {
        let memories: Vec<MemoryId> = module.memories.iter().map(walrus::Memory::id).collect();
        let [memory] = memories[..] else { bail!("there is not one memory alone") };
        Ok(Ids {
            functions: module.funcs.iter().map(walrus::Function::id).collect(),
            globals: module.globals.iter().map(walrus::Global::id).collect(),
            tables: module.tables.iter().map(Table::id).collect(),
            memories,
            memory,
            table: module.tables.main_function_table()?.context("there is no function table")?,
        })
    }
}

impl Border {
    /// What starts alone.
    pub fn first_half(&self, mut module: Module, data: Vec<Stretch>) -> Result<Vec<u8>> {
        let ids = Ids::of(&module)?;
        let here = add_mark(&mut module, HERE);
        let ensure = ensure(&mut module, here)?;
        slots::clear(&mut module);
        slots::fill(&mut module, ids.table, &self.slots.first, &ids.functions)?;
        for (slot, gate) in (self.own..).zip(&self.gates) {
            let id = ids.functions[*gate];
            let target = Target { ty: module.funcs.get(id).ty(), table: ids.table, slot };
            let gate = target.gate(&mut module, ensure)?;
            module.funcs.get_mut(id).kind = FunctionKind::Local(gate);
        }
        self.widen(module.tables.get_mut(ids.table));
        data::clear(&mut module);
        data::lay_out(&mut module, ids.memory, data)?;
        for (id, name) in ids.tables.iter().zip(names("t")) {
            module.exports.add(&name, *id);
        }
        for (id, name) in ids.memories.iter().zip(names("m")) {
            module.exports.add(&name, *id);
        }
        for (index, name) in &self.shared {
            module.exports.add(name, ids.functions[*index]);
        }
        for (index, name) in &self.globals {
            module.exports.add(name, ids.globals[*index]);
        }
        walrus::passes::gc::run(&mut module);
        Ok(module.emit_wasm())
    }

    fn widen(&self, table: &mut Table) {
        table.initial += self.gates.len() as u64;
        table.maximum = table.maximum.map(|most| most.max(table.initial));
    }

    /// What is joined to it.
    pub fn later_half(&self, mut module: Module, data: Vec<Stretch>) -> Result<Vec<u8>> {
        let ids = Ids::of(&module)?;
        forget_what_starts(&mut module);
        for (index, name) in &self.shared {
            share_function(&mut module, ids.functions[*index], name);
        }
        for (index, name) in &self.globals {
            let id = ids.globals[*index];
            let import = module.imports.add(FIRST, name, id);
            module.globals.get_mut(id).kind = GlobalKind::Import(import);
        }
        for (id, name) in ids.memories.iter().zip(names("m")) {
            let import = module.imports.add(FIRST, &name, *id);
            module.memories.get_mut(*id).import = Some(import);
        }
        for (id, name) in ids.tables.iter().zip(names("t")) {
            let import = module.imports.add(FIRST, &name, *id);
            module.tables.get_mut(*id).import = Some(import);
        }
        data::lay_out(&mut module, ids.memory, data)?;
        let gates = (self.own..).zip(self.gates.iter().copied());
        let filled: Vec<(u32, usize)> = self.slots.later.iter().copied().chain(gates).collect();
        slots::fill(&mut module, ids.table, &filled, &ids.functions)?;
        self.widen(module.tables.get_mut(ids.table));
        walrus::passes::gc::run(&mut module);
        Ok(module.emit_wasm())
    }
}

/// The later half starts nothing and lays nothing out: the first one has done so.
fn forget_what_starts(module: &mut Module) {
    module.start = None;
    let exports: Vec<ExportId> = module.exports.iter().map(walrus::Export::id).collect();
    for id in exports {
        module.exports.delete(id);
    }
    slots::clear(module);
    data::clear(module);
}

/// Makes a function an import from the first half, whatever it was.
fn share_function(module: &mut Module, id: FunctionId, name: &str) {
    let known = module.imports.iter().find(|import| import.kind == ImportKind::Function(id));
    if let Some(import) = known.map(walrus::Import::id) {
        let import = module.imports.get_mut(import);
        FIRST.clone_into(&mut import.module);
        name.clone_into(&mut import.name);
        return;
    }
    let import = module.imports.add(FIRST, name, id);
    let function = module.funcs.get_mut(id);
    function.kind = FunctionKind::Import(ImportedFunction { import, ty: function.ty() });
}
