use std::collections::BTreeMap;

use walrus::ir::Value;
use walrus::{
    ConstExpr, DataKind, ElementItems, ElementKind, FunctionBuilder, FunctionId, Module, RefType,
};

use super::gates::BRING;
use super::links::{Function, Goes, Piece, Reference};
use super::names::plain_name;
use super::*;

/// A page in small: an exported `start` that calls `seldom`, which calls back into `shared`.
fn page() -> Module {
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
    let shared = add(&mut module, "page::shared", None);
    let seldom = add(&mut module, "page::seldom", Some(shared));
    let start = add(&mut module, "page::start", Some(seldom));
    let offset = ConstExpr::Value(Value::I32(1));
    let segment = module
        .elements
        .add(ElementKind::Active { table, offset }, ElementItems::Functions(vec![seldom]));
    module.tables.get_mut(table).elem_segments.insert(segment);
    module.exports.add(BRING, bring);
    module.exports.add("start", start);
    module
}

fn halves() -> (Module, Module) {
    let halves =
        split(&page().emit_wasm(), None, |name| ["page::start", "page::shared"].contains(&name));
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
    let mut module = page();
    module.exports.remove(BRING).expect("it was there");
    let error = split(&module.emit_wasm(), None, |_| true).err().expect("refused").to_string();
    assert!(error.contains(BRING), "{error}");
}

#[test]
fn names_are_told_without_what_differs_from_build_to_build() {
    for (name, plain) in [
        ("_RNvCs1234_7mycrate3foo", "mycrate::foo"),
        ("_RNvCs1234_7mycrate3foo.llvm.123", "mycrate::foo"),
        ("_RNvCs1234_7mycrate3foo externref shim", "mycrate::foo externref shim"),
        ("_ZN4page5start17h0123456789abcdefE", "page::start"),
        ("page::start.7", "page::start"),
        ("memcpy", "memcpy"),
    ] {
        assert_eq!(plain_name(name), plain);
    }
}

/// Where the data of the page in small lies: four bytes each.
const AT: u32 = 1_024;

/// A constant of four bytes for each of these, then a variable.
const SEEN: usize = 0;
const LED_TO: usize = 1;
const HANDED_OVER: usize = 2;
const HANDED_ON: usize = 3;
const SELDOM: usize = 4;
const KEPT_BY_VARIABLE: usize = 5;
const VARIABLE: usize = 6;

fn page_with_data() -> Vec<u8> {
    let mut module = page();
    let memory = module.memories.iter().next().expect("one").id();
    let bytes = |piece: usize| [piece as u8 + 1; 4];
    let constants = (SEEN..VARIABLE).flat_map(bytes).collect();
    for (address, value) in [(AT, constants), (AT + 4 * VARIABLE as u32, bytes(VARIABLE).to_vec())]
    {
        let offset = ConstExpr::Value(Value::I32(address as i32));
        let id = module.data.add(DataKind::Active { memory, offset }, value);
        module.memories.get_mut(memory).data_segments.insert(id);
    }
    module.emit_wasm()
}

fn links() -> Links {
    let mut pieces: Vec<Piece> = (0..=VARIABLE as u32)
        .map(|piece| Piece { range: AT + 4 * piece..AT + 4 * piece + 4, ..Piece::default() })
        .collect();
    pieces[SEEN].refers_to.push(LED_TO);
    pieces[VARIABLE].refers_to.push(KEPT_BY_VARIABLE);
    let reference = |piece: usize, goes| Reference { piece, goes };
    let into = |name: &str| Goes::Into(name.to_owned(), 0);
    let seldom = "page::seldom";
    let shared = "page::shared";
    let start = Function {
        references: vec![
            reference(SEEN, Goes::Anywhere),
            reference(HANDED_OVER, into(seldom)),
            reference(HANDED_ON, into(shared)),
        ],
        ..Function::default()
    };
    let functions = [
        ("page::start", start),
        (
            shared,
            Function { arguments: vec![vec![into(seldom), into(shared)]], ..Function::default() },
        ),
        (
            seldom,
            Function {
                references: vec![reference(SELDOM, Goes::Anywhere)],
                arguments: vec![vec![Goes::Anywhere]],
                ..Function::default()
            },
        ),
        (BRING, Function::default()),
    ];
    let functions: BTreeMap<String, Function> =
        functions.into_iter().map(|(name, function)| (name.to_owned(), function)).collect();
    let constants = AT..AT + 4 * VARIABLE as u32;
    Links {
        pieces,
        constants: Vec::from([constants]),
        functions,
        table: BTreeMap::from([(1, seldom.to_owned())]),
    }
}

/// Which pieces each half lays out.
fn laid_out(links: Option<&Links>) -> Result<[Vec<usize>; 2]> {
    let halves =
        split(&page_with_data(), links, |name| ["page::start", "page::shared"].contains(&name))?;
    let pieces = |half: &[u8]| -> Vec<usize> {
        let module = parse(half).expect("a module");
        let has = |piece: &usize| {
            let byte = *piece as u8 + 1;
            let found: Vec<u32> = module
                .data
                .iter()
                .flat_map(|data| {
                    let DataKind::Active { offset: ConstExpr::Value(Value::I32(offset)), .. } =
                        data.kind
                    else {
                        panic!("it has an address");
                    };
                    (offset as u32..)
                        .zip(&data.value)
                        .filter(|(_, at)| **at == byte)
                        .map(|(at, _)| at)
                        .collect::<Vec<_>>()
                })
                .collect();
            let start = AT + 4 * *piece as u32;
            assert!(
                found.iter().all(|at| (start..start + 4).contains(at)),
                "it lies where it belongs"
            );
            found.len() == 4
        };
        (SEEN..=VARIABLE).filter(has).collect()
    };
    Ok([pieces(&halves.first), pieces(&halves.later)])
}

#[test]
fn data_follows_that_only_the_later_half_can_get_hold_of() {
    let [first, later] = laid_out(Some(&links())).expect("it can be split");
    assert_eq!(first, [SEEN, LED_TO, KEPT_BY_VARIABLE, VARIABLE]);
    for piece in [HANDED_OVER, HANDED_ON, SELDOM] {
        assert!(later.contains(&piece), "{piece} in {later:?}");
    }
    assert!(!later.contains(&VARIABLE), "what may have been written to is laid out once");
}

#[test]
fn a_function_that_looks_at_what_it_is_handed_keeps_it() {
    let mut links = links();
    let shared = links.functions.get_mut("page::shared").expect("there");
    shared.arguments[0].push(Goes::Anywhere);
    let [first, _] = laid_out(Some(&links)).expect("it can be split");
    assert!(first.contains(&HANDED_ON), "{first:?}");
    assert!(!first.contains(&HANDED_OVER), "{first:?}");
}

#[test]
fn without_the_linkers_notes_all_data_is_there_from_the_start() {
    let [first, later] = laid_out(None).expect("it can be split");
    assert_eq!((first.len(), later.len()), (VARIABLE + 1, 0));
}

#[test]
fn a_function_that_the_linker_does_not_know_may_name_no_data() {
    let mut links = links();
    links.functions.remove("page::start");
    assert!(laid_out(Some(&links)).is_ok(), "its numbers are small");
    links.pieces[SEEN].range.start = 9;
    let error = laid_out(Some(&links)).expect_err("refused").to_string();
    assert!(error.contains("page::start"), "{error}");
}

/// Which slots each half fills.
fn filled(links: &Links) -> [Vec<u32>; 2] {
    let is_first = |name: &str| ["page::start", "page::shared"].contains(&name);
    let halves = split(&page_with_data(), Some(links), is_first).expect("it can be split");
    [halves.first, halves.later].map(|half| {
        let module = parse(&half).expect("a module");
        let slots = |element: &walrus::Element| {
            let ElementItems::Functions(items) = &element.items else { panic!("functions") };
            let ElementKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } =
                element.kind
            else {
                panic!("it has a start");
            };
            (start as u32..).take(items.len()).collect::<Vec<u32>>()
        };
        module.elements.iter().flat_map(slots).collect()
    })
}

#[test]
fn a_slot_is_filled_at_the_start_only_if_the_first_half_can_name_it() {
    let gate = 2;
    let mut named = links();
    assert_eq!(filled(&named), [vec![], vec![1, gate]]);
    named.pieces[LED_TO].slots.push(1);
    assert_eq!(filled(&named), [vec![1], vec![gate]], "it stands in data of the first half");
    let mut named = links();
    named.functions.get_mut("page::start").expect("there").slots.push(1);
    assert_eq!(filled(&named), [vec![1], vec![gate]], "a function of the first half names it");
    let mut other = links();
    other.table.insert(1, "page::other".to_owned());
    assert_eq!(filled(&other), [vec![1], vec![gate]], "it is not what the linker put there");
}
