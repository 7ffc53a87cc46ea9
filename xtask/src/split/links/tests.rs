use super::*;

/// Where the constants lie; the variable follows.
const AT: u32 = 1_024;
const SEEN: u32 = AT;
const LEADS_ON: u32 = AT + 4;
const VARIABLE: u32 = AT + 8;
/// Where `read` is in the table.
const SLOT: u32 = 1;

fn number(mut number: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// As the linker leaves room for it.
fn padded(number: u32) -> Vec<u8> {
    (0..5)
        .map(|place| (number >> (7 * place)) as u8 & 0x7f | if place < 4 { 0x80 } else { 0 })
        .collect()
}

fn text(text: &str) -> Vec<u8> {
    [number(text.len() as u32), text.as_bytes().to_vec()].concat()
}

fn list(items: &[Vec<u8>]) -> Vec<u8> {
    [number(items.len() as u32), items.concat()].concat()
}

fn sized(id: u8, body: Vec<u8>) -> Vec<u8> {
    [vec![id], number(body.len() as u32), body].concat()
}

fn note(name: &str, body: Vec<u8>) -> Vec<u8> {
    sized(0, [text(name), body].concat())
}

fn code(operators: &[&[u8]]) -> Vec<u8> {
    let body = [&[0][..], &operators.concat(), &[0x0b]].concat();
    [number(body.len() as u32), body].concat()
}

/// `start` reads one constant and hands another to `carry`, which hands it to `read`. That constant names the variable.
/// `start` names `read` too.
fn module(noted: u32) -> Vec<u8> {
    let functions = [
        // i32.const, i32.load, drop, i32.const, call 1, i32.const, drop
        code(&[
            &[0x41],
            &padded(SEEN),
            &[0x28, 2, 0, 0x1a, 0x41],
            &padded(LEADS_ON),
            &[0x10, 1, 0x41],
            &padded(SLOT),
            &[0x1a],
        ]),
        // local.get 0, call 2
        code(&[&[0x20, 0, 0x10, 2]]),
        // local.get 0, i32.load, drop
        code(&[&[0x20, 0, 0x28, 2, 0, 0x1a]]),
    ];
    let segment = |at: u32, bytes: &[u8]| {
        [&[0, 0x41][..], &number(at), &[0x0b], &number(bytes.len() as u32), bytes].concat()
    };
    let constants = [&b"seen"[..], &VARIABLE.to_le_bytes()].concat();
    let data = [segment(SEEN, &constants), segment(VARIABLE, b"vary")];
    let data_symbol = |name: &str, segment: u8, offset: u8| {
        [&[1, 0][..], &text(name), &[segment, offset, 4]].concat()
    };
    let symbols = [
        data_symbol("seen", 0, 0),
        data_symbol("leads-on", 0, 4),
        data_symbol("vary", 1, 0),
        [&[0, 0, 2][..], &text("read")].concat(),
    ];
    let segments = [".rodata", ".data"].map(|name| [text(name), vec![2, 0]].concat());
    // A kind, a place in the section, a symbol, nothing added.
    let noted = u8::try_from(noted).expect("small");
    let in_code = [vec![4, 4, 0, 0], vec![4, 14, noted, 0], vec![1, 22, 3]];
    let in_data = [vec![5, 11, 2, 0]];
    let names = [(0, "start"), (1, "carry"), (2, "read")]
        .map(|(at, name)| [number(at), text(name)].concat());
    [
        b"\0asm\x01\0\0\0".to_vec(),
        sized(1, list(&[vec![0x60, 0, 0], vec![0x60, 1, 0x7f, 0]])),
        sized(3, vec![3, 0, 1, 1]),
        sized(4, vec![1, 0x70, 0, 2]),
        sized(5, vec![1, 0, 1]),
        sized(9, vec![1, 0, 0x41, 1, 0x0b, 1, 2]),
        sized(10, list(&functions)),
        sized(11, list(&data)),
        note("linking", [vec![2], sized(5, list(&segments)), sized(8, list(&symbols))].concat()),
        note("reloc.CODE", [vec![5], list(&in_code)].concat()),
        note("reloc.DATA", [vec![6], list(&in_data)].concat()),
        note("name", sized(1, list(&names))),
    ]
    .concat()
}

#[test]
fn the_linkers_notes_tell_who_can_get_hold_of_what() {
    let links = Links::read(&module(1)).expect("readable").expect("there are notes");
    let piece =
        |start: u32, refers_to| Piece { range: start..start + 4, refers_to, ..Piece::default() };
    assert_eq!(
        links.pieces,
        [piece(SEEN, vec![]), piece(LEADS_ON, vec![2]), piece(VARIABLE, vec![])]
    );
    assert_eq!((links.is_constant(VARIABLE - 1), links.is_constant(VARIABLE)), (true, false));
    let start = &links.functions["start"].references;
    assert_eq!(start[0], Reference { piece: 0, goes: Goes::Anywhere });
    assert_eq!(start[1], Reference { piece: 1, goes: Goes::Into("carry".to_owned(), 0) });
    assert_eq!(links.functions["carry"].arguments, [[Goes::Into("read".to_owned(), 0)]]);
    assert_eq!(links.functions["read"].arguments, [[Goes::Anywhere]]);
    assert_eq!(links.piece_at(VARIABLE + 4), None);
    assert_eq!(links.functions["start"].slots, [SLOT]);
    assert_eq!(links.table, BTreeMap::from([(SLOT, "read".to_owned())]));
}

#[test]
fn what_is_exported_is_known_without_its_crates_hash() {
    let names = ["open_0123456789abcdef", "open_all_0123456789abcdef", "open_3", "openPage"];
    let functions = names.map(|name| (name.to_owned(), Function::default()));
    let mut links = Links::read(&module(1)).expect("readable").expect("there are notes");
    links.functions = functions.into();
    for (name, is_known) in
        [("open", true), ("open_all", true), ("openPage", true), ("ope", false), ("open_", false)]
    {
        assert_eq!(links.function(name).is_some(), is_known, "{name}");
    }
}

#[test]
fn a_note_that_contradicts_the_module_is_refused() {
    let error = Links::read(&module(2)).err().expect("refused").to_string();
    assert!(error.contains("another address"), "{error}");
}

#[test]
fn a_module_without_notes_is_no_error() {
    assert!(Links::read(b"\0asm\x01\0\0\0").expect("readable").is_none());
}
