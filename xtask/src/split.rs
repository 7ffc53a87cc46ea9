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

use std::collections::BTreeSet;

use anyhow::{Context as _, Result, bail};
use walrus::ir::{UnaryOp, Value, Visitor, dfs_in_order};
use walrus::{
    ConstExpr, ElementItems, ElementKind, ExportId, ExportItem, FunctionBuilder, FunctionId,
    FunctionKind, GlobalId, GlobalKind, ImportKind, ImportedFunction, InstrSeqBuilder,
    LocalFunction, MemoryId, Module, ModuleConfig, Table, TableId, TypeId, ValType,
};

/// The exported function that brings the later half in and returns when it is linked. The page's own.
pub const BRING: &str = "bring_later_now";
/// Under this name the later half imports from the first one.
const FIRST: &str = "first";
/// The exported global that is 1 once the later half is there. The page's script sets it.
pub const HERE: &str = ".here";
/// A function this short is no longer than a gate to it.
const SHORT_INSTRUCTIONS: u64 = 6;

/// The two halves of a module.
pub struct Halves {
    /// Starts alone.
    pub first: Vec<u8>,
    /// Imports everything it shares from the first half, and fills the table.
    pub later: Vec<u8>,
}

/// Splits a bound module that still has its names. `is_first` decides by a function's plain name.
pub fn split(wasm: &[u8], is_first: impl Fn(&str) -> bool) -> Result<Halves> {
    let module = parse(wasm)?;
    let border = Border::of(&module, is_first)?;
    Ok(Halves { first: border.first_half(parse(wasm)?)?, later: border.later_half(parse(wasm)?)? })
}

/// Reads a module; what is written of it again has neither names nor notes.
pub fn parse(wasm: &[u8]) -> Result<Module> {
    let mut config = ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    config.parse(wasm).context("the bound module cannot be read")
}

/// A function's name without what differs from build to build: hashes and the linker's numbers.
pub fn plain_name(name: &str) -> String {
    let is_hash = |text: &str| text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
    let mut plain = String::with_capacity(name.len());
    let mut rest = name;
    while let Some((before, after)) = rest.split_once('[') {
        plain.push_str(before);
        rest = match after.split_once(']') {
            Some((hash, behind)) if is_hash(hash) => behind,
            _ => {
                plain.push('[');
                after
            }
        };
    }
    plain.push_str(rest);
    while let Some((before, number)) = plain.rsplit_once(['.', ' ']) {
        let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        if !(is_number || number == "llvm") {
            break;
        }
        plain.truncate(before.len());
    }
    match plain.rsplit_once("::h") {
        Some((before, hash)) if is_hash(hash) => before.to_owned(),
        _ => plain,
    }
}

/// Every function that a module defines, with its plain name.
pub fn functions(module: &Module) -> Vec<(FunctionId, String)> {
    let named = |id| plain_name(module.funcs.get(id).name.as_deref().unwrap_or_default());
    module.funcs.iter_local().map(|(id, _)| (id, named(id))).collect()
}

/// What crosses from one half to the other. Functions and globals by their index: an id is good for one
/// reading of a module, and each half is made from a reading of its own.
struct Border {
    /// The first half's own slots of the table end here; the gates' slots follow.
    slots: u64,
    /// Functions of the later half that the first one refers to; a gate each, in this order.
    gates: Vec<usize>,
    /// Functions of the first half, and imports, that the later one refers to, with their export's name.
    shared: Vec<(usize, String)>,
    globals: Vec<(usize, String)>,
}

/// The ids of a fresh reading, by index.
struct Ids {
    functions: Vec<FunctionId>,
    globals: Vec<GlobalId>,
    /// Beside the functions' table there is one of JavaScript's objects.
    tables: Vec<TableId>,
    memories: Vec<MemoryId>,
    /// The functions' table.
    table: TableId,
}

impl Ids {
    fn of(module: &Module) -> Result<Ids> {
        Ok(Ids {
            functions: module.funcs.iter().map(walrus::Function::id).collect(),
            globals: module.globals.iter().map(walrus::Global::id).collect(),
            tables: module.tables.iter().map(Table::id).collect(),
            memories: module.memories.iter().map(walrus::Memory::id).collect(),
            table: module.tables.main_function_table()?.context("there is no function table")?,
        })
    }
}

impl Border {
    fn of(module: &Module, is_first: impl Fn(&str) -> bool) -> Result<Border> {
        let bring = module.exports.get_func(BRING).with_context(|| {
            format!("the page does not export {BRING}, so nothing could bring its later half in")
        })?;
        let later: BTreeSet<FunctionId> = functions(module)
            .into_iter()
            .filter(|(id, name)| *id != bring && !is_first(name) && !is_short(module, *id))
            .map(|(id, _)| id)
            .collect();
        let mut from_first = Uses::default();
        let mut from_later = Uses::default();
        for (id, function) in module.funcs.iter_local() {
            let side = if later.contains(&id) { &mut from_later } else { &mut from_first };
            side.look_into(function);
        }
        for segment in module.elements.iter() {
            let ElementItems::Functions(items) = &segment.items else {
                bail!("a table segment is not a list of functions");
            };
            from_first.functions.extend(items);
        }
        let exported = module.exports.iter().filter_map(|export| match export.item {
            ExportItem::Function(id) => Some(id),
            _ => None,
        });
        from_first.functions.extend(exported.chain(module.start));
        let shared = from_later.functions.difference(&later).map(|id| id.index());
        Ok(Border {
            slots: module.tables.get(Ids::of(module)?.table).initial,
            gates: from_first.functions.intersection(&later).map(|id| id.index()).collect(),
            shared: shared.zip(names("f")).collect(),
            globals: from_later.globals.iter().map(|id| id.index()).zip(names("g")).collect(),
        })
    }

    fn first_half(&self, mut module: Module) -> Result<Vec<u8>> {
        let ids = Ids::of(&module)?;
        let here = add_mark(&mut module, HERE);
        let ensure = ensure(&mut module, here)?;
        for (slot, gate) in (self.slots..).zip(&self.gates) {
            let id = ids.functions[*gate];
            let target = Target { ty: module.funcs.get(id).ty(), table: ids.table, slot };
            let gate = target.gate(&mut module, ensure)?;
            module.funcs.get_mut(id).kind = FunctionKind::Local(gate);
        }
        self.widen(module.tables.get_mut(ids.table));
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

    fn later_half(&self, mut module: Module) -> Result<Vec<u8>> {
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
        let gates = self.gates.iter().map(|index| ids.functions[*index]).collect();
        let offset = ConstExpr::Value(Value::I32(i32::try_from(self.slots)?));
        let kind = ElementKind::Active { table: ids.table, offset };
        let segment = module.elements.add(kind, ElementItems::Functions(gates));
        let table = module.tables.get_mut(ids.table);
        table.elem_segments.insert(segment);
        self.widen(table);
        walrus::passes::gc::run(&mut module);
        Ok(module.emit_wasm())
    }
}

/// An exported global that is 0 until somebody sets it.
pub fn add_mark(module: &mut Module, name: &str) -> GlobalId {
    let zero = ConstExpr::Value(Value::I32(0));
    let mark = module.globals.add_local(ValType::I32, true, false, zero);
    module.exports.add(name, mark);
    mark
}

/// A function that returns when the later half is there.
fn ensure(module: &mut Module, here: GlobalId) -> Result<FunctionId> {
    let bring = module.exports.get_func(BRING)?;
    let mut builder = FunctionBuilder::new(&mut module.types, &[], &[]);
    let missing = |branch: &mut InstrSeqBuilder<'_>| {
        branch.call(bring);
    };
    builder.func_body().global_get(here).unop(UnaryOp::I32Eqz).if_else(None, missing, |_| {});
    Ok(builder.finish(Vec::new(), &mut module.funcs))
}

/// A function of the later half, as the first one can reach it.
struct Target {
    ty: TypeId,
    table: TableId,
    slot: u64,
}

impl Target {
    /// A stand-in for the function, with the same type.
    fn gate(&self, module: &mut Module, ensure: FunctionId) -> Result<LocalFunction> {
        let (takes, gives) = module.types.params_results(self.ty);
        let (takes, gives) = (takes.to_vec(), gives.to_vec());
        let arguments: Vec<_> = takes.iter().map(|ty| module.locals.add(*ty)).collect();
        let mut builder = FunctionBuilder::new(&mut module.types, &takes, &gives);
        let mut body = builder.func_body();
        body.call(ensure);
        for argument in &arguments {
            body.local_get(*argument);
        }
        body.i32_const(i32::try_from(self.slot)?).call_indirect(self.ty, self.table);
        Ok(builder.local_func(arguments))
    }
}

/// The later half starts nothing and lays nothing out: the first one has done so.
fn forget_what_starts(module: &mut Module) {
    module.start = None;
    let exports: Vec<ExportId> = module.exports.iter().map(walrus::Export::id).collect();
    for id in exports {
        module.exports.delete(id);
    }
    for table in module.tables.iter_mut() {
        table.elem_segments.clear();
    }
    for memory in module.memories.iter_mut() {
        memory.data_segments.clear();
    }
    let segments: Vec<_> = module.elements.iter().map(walrus::Element::id).collect();
    for id in segments {
        module.elements.delete(id);
    }
    let data: Vec<_> = module.data.iter().map(walrus::Data::id).collect();
    for id in data {
        module.data.delete(id);
    }
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

fn is_short(module: &Module, id: FunctionId) -> bool {
    matches!(&module.funcs.get(id).kind, FunctionKind::Local(body) if body.size() <= SHORT_INSTRUCTIONS)
}

/// Names no binding has: a full stop, a letter, a number.
fn names(letter: &'static str) -> impl Iterator<Item = String> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use walrus::RefType;

    /// A page in small: an exported `start` that calls `seldom`, which calls back into `shared`.
    fn page() -> Vec<u8> {
        let mut module = Module::default();
        let memory = module.memories.add_local(false, false, 1, None, None);
        module.exports.add("memory", memory);
        let table = module.tables.add_local(false, 2, Some(2), RefType::FUNCREF);
        let stack = add_mark(&mut module, "stack");
        // As the binding step makes it.
        let objects = module.tables.add_local(false, 4, None, RefType::EXTERNREF);
        let add = |module: &mut Module, name: &str, calls: Option<FunctionId>| {
            let mut builder = FunctionBuilder::new(&mut module.types, &[], &[]);
            builder.name(name.to_owned());
            let mut body = builder.func_body();
            for number in 0..10 {
                body.i32_const(number).global_set(stack);
            }
            body.table_size(objects).drop();
            if let Some(called) = calls {
                body.call(called);
            }
            builder.finish(Vec::new(), &mut module.funcs)
        };
        let bring = add(&mut module, BRING, None);
        let shared = add(&mut module, "page::shared::h0123456789abcdef", None);
        let seldom = add(&mut module, "page::seldom::h0123456789abcdef", Some(shared));
        let start = add(&mut module, "page::start", Some(seldom));
        let offset = ConstExpr::Value(Value::I32(1));
        let segment = module
            .elements
            .add(ElementKind::Active { table, offset }, ElementItems::Functions(vec![seldom]));
        module.tables.get_mut(table).elem_segments.insert(segment);
        module.exports.add(BRING, bring);
        module.exports.add("start", start);
        module.emit_wasm()
    }

    fn halves() -> (Module, Module) {
        let halves = split(&page(), |name| ["page::start", "page::shared"].contains(&name));
        let Halves { first, later } = halves.expect("it can be split");
        (parse(&first).expect("a module"), parse(&later).expect("a module"))
    }

    #[test]
    fn everything_the_later_half_imports_is_exported_by_the_first() {
        let (first, later) = halves();
        let exported: Vec<&str> = first.exports.iter().map(|export| export.name.as_str()).collect();
        let imported: Vec<_> = later.imports.iter().collect();
        assert!(imported.len() >= 4, "both tables, the stack and `shared`: {imported:?}");
        for import in imported {
            assert_eq!(import.module, FIRST);
            assert!(exported.contains(&import.name.as_str()), "{}", import.name);
        }
    }

    #[test]
    fn the_later_half_fills_the_slots_behind_the_first_ones_own() {
        let (first, later) = halves();
        let segment = later.elements.iter().next().expect("one segment");
        let ElementKind::Active { offset: ConstExpr::Value(Value::I32(offset)), .. } = segment.kind
        else {
            panic!("it is laid out when the half is joined");
        };
        let ElementItems::Functions(filled) = &segment.items else { panic!("functions") };
        assert_eq!((offset, filled.len()), (2, 1));
        let widths = [&first, &later].map(|half| {
            let table = half.tables.main_function_table().expect("one").expect("one");
            (half.tables.get(table).initial, half.tables.get(table).maximum)
        });
        assert_eq!(widths, [(3, Some(3)), (3, Some(3))]);
    }

    #[test]
    fn the_later_half_starts_nothing() {
        let (_, later) = halves();
        assert_eq!((later.exports.iter().count(), later.data.iter().count()), (0, 0));
        assert!(later.start.is_none());
        assert_eq!(later.funcs.iter_local().count(), 1, "`seldom` alone");
    }

    #[test]
    fn a_page_that_could_not_bring_the_rest_in_is_refused() {
        let mut module = parse(&page()).expect("a module");
        module.exports.remove(BRING).expect("it was there");
        let error = split(&module.emit_wasm(), |_| true).err().expect("refused").to_string();
        assert!(error.contains(BRING), "{error}");
    }

    #[test]
    fn names_are_told_without_what_differs_from_build_to_build() {
        for (name, plain) in [
            ("core[0123456789abcdef]::fmt::write", "core::fmt::write"),
            ("page::start::h0123456789abcdef", "page::start"),
            ("<[u8]>::starts_with", "<[u8]>::starts_with"),
            ("page::start.llvm.123", "page::start"),
            ("page::start.7", "page::start"),
            ("memcpy", "memcpy"),
        ] {
            assert_eq!(plain_name(name), plain);
        }
    }
}
