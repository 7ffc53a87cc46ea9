//! Reads the linker's notes out of a module.

use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::{Context as _, Result, bail};
use wasmparser::{
    CustomSectionReader, Data, Element, ElementItems, ElementKind, FunctionBody, KnownCustom,
    Linking, LinkingSectionReader, Name, Operator, Parser, Payload, RelocSectionReader,
    RelocationEntry, RelocationType, SymbolInfoMap, TypeRef,
};

use super::layout::{Layout, Segment, Symbol};
use super::sites;
use super::{Function, Goes, Links, Reference};

/// The parts of a module that matter here.
#[derive(Default)]
struct Parts<'a> {
    /// How many values a function of each type takes and gives.
    types: Vec<(u32, u32)>,
    /// The type of each function, the imported ones first.
    functions: Vec<u32>,
    imported: usize,
    names: BTreeMap<u32, &'a str>,
    bodies: Vec<FunctionBody<'a>>,
    code_start: usize,
    elements: Vec<Element<'a>>,
    data: Vec<Data<'a>>,
    data_start: usize,
    linking: Option<LinkingSectionReader<'a>>,
    relocations: Vec<RelocSectionReader<'a>>,
    /// The position of each section, with whether it is code, data or something else.
    sections: Vec<Section>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Code,
    Data,
    Other,
}

/// A relocation that means an address, at its place in the file.
struct Place {
    at: usize,
    means: Means,
}

#[derive(Clone, Copy)]
enum Means {
    /// Data, by its piece's position.
    Piece(usize),
    /// A function, by its slot in the table.
    Slot(u32),
}

pub fn links(wasm: &[u8]) -> Result<Option<Links>> {
    let parts = Parts::read(wasm)?;
    let Some((segments, symbols)) = parts.notes()? else { return Ok(None) };
    let mut layout = Layout::of(segments, symbols)?;
    let mut functions = BTreeMap::new();
    let mut is_code_told = false;
    for section in &parts.relocations {
        match parts.sections.get(section.section_index() as usize) {
            Some(Section::Code) => {
                is_code_told = true;
                let places = places(section, parts.code_start, wasm, &layout)?;
                functions = parts.functions(&places)?;
            }
            Some(Section::Data) => {
                for place in places(section, parts.data_start, wasm, &layout)? {
                    let piece = layout.piece(place.at)?;
                    match place.means {
                        Means::Piece(to) => piece.refers_to.push(to),
                        Means::Slot(slot) => piece.slots.push(slot),
                    }
                }
            }
            _ => {}
        }
    }
    let constants = layout.constants();
    let table = parts.table()?;
    Ok(is_code_told.then_some(Links { pieces: layout.pieces, constants, functions, table }))
}

impl<'a> Parts<'a> {
    fn read(wasm: &'a [u8]) -> Result<Parts<'a>> {
        let mut parts = Parts::default();
        for payload in Parser::new(0).parse_all(wasm) {
            parts.take(payload.context("the linked module cannot be read")?)?;
        }
        Ok(parts)
    }

    fn take(&mut self, payload: Payload<'a>) -> Result<()> {
        let mut section = Section::Other;
        match payload {
            Payload::TypeSection(types) => {
                for ty in types.into_iter_err_on_gc_types() {
                    let ty = ty?;
                    self.types.push((count(ty.params())?, count(ty.results())?));
                }
            }
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    if let TypeRef::Func(ty) = import?.ty {
                        self.functions.push(ty);
                        self.imported += 1;
                    }
                }
            }
            Payload::FunctionSection(types) => {
                for ty in types {
                    self.functions.push(ty?);
                }
            }
            Payload::CodeSectionStart { range, .. } => {
                self.code_start = range.start;
                section = Section::Code;
            }
            // No section of its own, but a part of the one before.
            Payload::CodeSectionEntry(body) => {
                self.bodies.push(body);
                return Ok(());
            }
            Payload::ElementSection(elements) => {
                self.elements = elements.into_iter().collect::<Result<_, _>>()?;
            }
            Payload::DataSection(data) => {
                self.data_start = data.range().start;
                self.data = data.into_iter().collect::<Result<_, _>>()?;
                section = Section::Data;
            }
            Payload::CustomSection(custom) => self.note(&custom)?,
            Payload::Version { .. } | Payload::End(_) => return Ok(()),
            _ => {}
        }
        self.sections.push(section);
        Ok(())
    }

    fn note(&mut self, custom: &CustomSectionReader<'a>) -> Result<()> {
        match custom.as_known() {
            KnownCustom::Linking(linking) => self.linking = Some(linking),
            KnownCustom::Reloc(relocations) => self.relocations.push(relocations),
            KnownCustom::Name(names) => {
                for name in names {
                    let Name::Function(names) = name? else { continue };
                    for name in names {
                        let name = name?;
                        self.names.insert(name.index, name.name);
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The data with the linker's names for it.
    fn notes(&self) -> Result<Option<(Vec<Segment<'a>>, SymbolInfoMap<'a>)>> {
        let Some(linking) = &self.linking else { return Ok(None) };
        let mut names = Vec::new();
        let mut symbols = None;
        for part in linking.subsections() {
            match part? {
                Linking::SegmentInfo(segments) => {
                    for segment in segments {
                        names.push(segment?.name);
                    }
                }
                Linking::SymbolTable(table) => symbols = Some(table),
                _ => {}
            }
        }
        let name = |at: usize| names.get(at).copied().context("a segment has no name");
        let Some(symbols) = symbols else { return Ok(None) };
        let segments = self.data.iter().enumerate().map(|(at, data)| Segment::of(data, name(at)?));
        Ok(Some((segments.collect::<Result<_>>()?, symbols)))
    }

    /// What each function does with addresses. The places are in the file's order, as the functions are.
    fn functions(&self, places: &[Place]) -> Result<BTreeMap<String, Function>> {
        let mut functions: BTreeMap<String, Function> = BTreeMap::new();
        let mut told = 0;
        for (number, body) in (self.imported..).zip(&self.bodies) {
            let own = within(places, &body.range());
            told += own.len();
            let number = u32::try_from(number)?;
            let name = self.name(number).context("a function has no name")?;
            let function = functions.entry(name).or_default();
            self.look_into(body, number, own, function)?;
        }
        if told != places.len() {
            bail!("an address stands in no function");
        }
        Ok(functions)
    }

    fn look_into(
        &self,
        body: &FunctionBody<'_>,
        number: u32,
        places: &[Place],
        function: &mut Function,
    ) -> Result<()> {
        let (arguments, _) = self.arity(number).context("a function has no type")?;
        let numbers: Vec<usize> = places.iter().map(|place| place.at).collect();
        let followed = sites::follow(body, &numbers, arguments, &|number| self.arity(number))?;
        for (place, goes) in places.iter().zip(followed.places) {
            match place.means {
                Means::Piece(piece) => {
                    function.references.push(Reference { piece, goes: self.goes(goes) });
                }
                Means::Slot(slot) => function.slots.push(slot),
            }
        }
        // More than one function may have a name; then it does what any of them does.
        let most = function.arguments.len().max(followed.arguments.len());
        function.arguments.resize(most, Vec::new());
        for (argument, uses) in function.arguments.iter_mut().zip(followed.arguments) {
            argument.extend(uses.into_iter().map(|goes| self.goes(goes)));
        }
        Ok(())
    }

    fn goes(&self, goes: sites::Goes) -> Goes {
        match goes {
            sites::Goes::Anywhere => Goes::Anywhere,
            sites::Goes::Into { function, argument } => match self.name(function) {
                Some(name) => Goes::Into(name, argument as usize),
                None => Goes::Anywhere,
            },
        }
    }

    /// The functions' names by their slots.
    fn table(&self) -> Result<BTreeMap<u32, String>> {
        let mut table = BTreeMap::new();
        for element in &self.elements {
            let ElementKind::Active { offset_expr, .. } = &element.kind else { continue };
            let ElementItems::Functions(functions) = &element.items else { continue };
            let Operator::I32Const { value } = offset_expr.get_operators_reader().read()? else {
                continue;
            };
            for (slot, function) in (u32::try_from(value)?..).zip(functions.clone()) {
                table.extend(self.name(function?).map(|name| (slot, name)));
            }
        }
        Ok(table)
    }

    fn name(&self, function: u32) -> Option<String> {
        self.names.get(&function).map(|name| (*name).to_owned())
    }

    fn arity(&self, function: u32) -> Option<(u32, u32)> {
        let ty = *self.functions.get(function as usize)?;
        self.types.get(ty as usize).copied()
    }
}

fn count<T>(of: &[T]) -> Result<u32> {
    Ok(u32::try_from(of.len())?)
}

fn within<'p>(places: &'p [Place], range: &Range<usize>) -> &'p [Place] {
    let from = places.partition_point(|place| place.at < range.start);
    let to = places.partition_point(|place| place.at < range.end);
    &places[from..to.max(from)]
}

/// The places of a section where addresses of pieces stand, in the file's order.
fn places(
    section: &RelocSectionReader<'_>,
    start: usize,
    wasm: &[u8],
    layout: &Layout<'_>,
) -> Result<Vec<Place>> {
    let mut places = Vec::new();
    for entry in section.entries() {
        let entry = entry?;
        let at = start + entry.offset as usize;
        if let Some(place) = place(&entry, at, wasm, layout)? {
            places.push(place);
        }
    }
    places.sort_by_key(|place| place.at);
    Ok(places)
}

fn place(
    entry: &RelocationEntry,
    at: usize,
    wasm: &[u8],
    layout: &Layout<'_>,
) -> Result<Option<Place>> {
    use RelocationType as Ty;
    let symbol = layout.symbols.get(entry.index as usize).copied();
    let number = match entry.ty {
        Ty::MemoryAddrLeb | Ty::MemoryAddrSleb | Ty::TableIndexSleb => padded(wasm, at),
        Ty::MemoryAddrI32 | Ty::TableIndexI32 => layout.number(at),
        Ty::FunctionIndexLeb | Ty::TypeIndexLeb => return Ok(None),
        // With a piece of data it would mean an address that stands somewhere else.
        Ty::GlobalIndexLeb | Ty::TableNumberLeb if matches!(symbol, Some(Symbol::Other)) => {
            return Ok(None);
        }
        other => bail!("the linker refers to data in a way that is not known here: {other:?}"),
    };
    let number = number.context("an address lies outside its section")?;
    if matches!(entry.ty, Ty::TableIndexSleb | Ty::TableIndexI32) {
        return Ok(Some(Place { at, means: Means::Slot(number) }));
    }
    match symbol.context("an address has no name")? {
        Symbol::Other => bail!("an address is not of data"),
        Symbol::Outside => Ok(None),
        Symbol::Inside { piece, address } => {
            if number != address.wrapping_add(entry.addend as u32) {
                bail!("the linker's note says another address than the module");
            }
            Ok(Some(Place { at, means: Means::Piece(piece) }))
        }
    }
}

/// A number as the linker leaves room for it: five bytes of seven bits.
fn padded(wasm: &[u8], at: usize) -> Option<u32> {
    let bytes = wasm.get(at..at.checked_add(5)?)?;
    let bits = |(place, byte): (u32, &u8)| u32::from(byte & 0x7f) << (7 * place);
    Some((0..).zip(bytes).map(bits).fold(0, |number, part| number | part))
}
