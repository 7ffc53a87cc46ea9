//! Which pieces of data there are, and where they lie.

use std::ops::Range;

use anyhow::{Context as _, Result, bail};
use wasmparser::{
    Data, DataKind, DefinedDataSymbol, Operator, SymbolFlags, SymbolInfo, SymbolInfoMap,
};

use super::Piece;

/// So the compiler and the linker call what nobody writes to.
const CONSTANT: &str = ".rodata";

/// A stretch of memory as the module lays it out.
pub struct Segment<'a> {
    /// Its addresses.
    pub range: Range<u32>,
    /// Its bytes' place in the file.
    pub in_file: Range<usize>,
    /// Whether nobody writes to it.
    pub is_constant: bool,
    bytes: &'a [u8],
}

/// A name of the linker.
#[derive(Clone, Copy)]
pub enum Symbol {
    /// It is not of data.
    Other,
    /// Of data that the module does not lay out: zeros, the ends of the memory's parts.
    Outside,
    /// A piece by its position, and the address meant.
    Inside { piece: usize, address: u32 },
}

/// Everything about data but the references.
pub struct Layout<'a> {
    pub segments: Vec<Segment<'a>>,
    pub pieces: Vec<Piece>,
    pub symbols: Vec<Symbol>,
}

impl<'a> Segment<'a> {
    /// Reads one; `name` is the linker's.
    pub fn of(data: &Data<'a>, name: &str) -> Result<Segment<'a>> {
        let DataKind::Active { offset_expr, .. } = &data.kind else {
            bail!("the data {name} has no address");
        };
        let Operator::I32Const { value } = offset_expr.get_operators_reader().read()? else {
            bail!("the address of the data {name} is not a number");
        };
        let start = u32::try_from(value)?;
        let end = start.checked_add(u32::try_from(data.data.len())?).context("it is too long")?;
        Ok(Segment {
            range: start..end,
            in_file: data.range.end - data.data.len()..data.range.end,
            is_constant: name == CONSTANT || name.starts_with(&format!("{CONSTANT}.")),
            bytes: data.data,
        })
    }

    fn address(&self, place: usize) -> Option<u32> {
        let from = self.in_file.contains(&place).then(|| place - self.in_file.start)?;
        self.range.start.checked_add(u32::try_from(from).ok()?)
    }

    fn number(&self, place: usize) -> Option<u32> {
        let from = place.checked_sub(self.in_file.start)?;
        let bytes = self.bytes.get(from..from.checked_add(4)?)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }
}

impl<'a> Layout<'a> {
    /// Lays the linker's names over the segments.
    pub fn of(segments: Vec<Segment<'a>>, symbols: SymbolInfoMap<'_>) -> Result<Layout<'a>> {
        let named: Vec<Named> = symbols
            .into_iter()
            .map(|symbol| Named::of(&segments, &symbol?))
            .collect::<Result<_>>()?;
        let pieces = joined(named.iter().filter_map(Named::piece).collect());
        let symbols = named.iter().map(|named| named.find(&pieces)).collect::<Result<_>>()?;
        Ok(Layout { segments, pieces, symbols })
    }

    /// The addresses that nobody writes to.
    pub fn constants(&self) -> Vec<Range<u32>> {
        let constant = self.segments.iter().filter(|segment| segment.is_constant);
        constant.map(|segment| segment.range.clone()).collect()
    }

    /// The number that stands at a place in the file.
    pub fn number(&self, place: usize) -> Option<u32> {
        self.segments.iter().find_map(|segment| segment.number(place))
    }

    /// The piece that stands at a place in the file.
    pub fn piece(&mut self, place: usize) -> Result<&mut Piece> {
        let at = self.segments.iter().find_map(|segment| segment.address(place));
        let at = at.context("an address stands outside the data")?;
        let next = self.pieces.partition_point(|piece| piece.range.start <= at);
        let piece = next.checked_sub(1).and_then(|last| self.pieces.get_mut(last));
        let piece = piece.filter(|piece| piece.range.contains(&at));
        piece.context("an address stands in data that has no name")
    }
}

/// Makes one piece of those that share bytes.
fn joined(mut pieces: Vec<Piece>) -> Vec<Piece> {
    pieces.sort_by_key(|piece| (piece.range.start, piece.range.end));
    let mut joined: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match joined.last_mut() {
            Some(last) if piece.range.start < last.range.end => {
                last.range.end = last.range.end.max(piece.range.end);
            }
            _ => joined.push(piece),
        }
    }
    joined
}

/// A name, before it is known what shares bytes.
enum Named {
    Other,
    Outside,
    Data(Range<u32>),
}

impl Named {
    fn of(segments: &[Segment<'_>], symbol: &SymbolInfo<'_>) -> Result<Named> {
        let SymbolInfo::Data { flags, name, symbol } = symbol else { return Ok(Named::Other) };
        let Some(DefinedDataSymbol { index, offset, size }) = *symbol else {
            return Ok(Named::Outside);
        };
        // Zeros have a segment in the notes and none in the module.
        let segment = segments.get(index as usize);
        let Some(segment) = segment.filter(|_| !flags.contains(SymbolFlags::ABSOLUTE)) else {
            return Ok(Named::Outside);
        };
        let start =
            segment.range.start.checked_add(offset).context("it lies outside the memory")?;
        if start == segment.range.end {
            return Ok(Named::Outside);
        }
        // A name of nothing is taken for one of what lies there.
        let end = start.checked_add(size.max(1)).context("it is too long")?;
        if end > segment.range.end {
            bail!("{name} is longer than its segment");
        }
        Ok(Named::Data(start..end))
    }

    fn piece(&self) -> Option<Piece> {
        let Named::Data(range) = self else { return None };
        Some(Piece { range: range.clone(), ..Piece::default() })
    }

    fn find(&self, pieces: &[Piece]) -> Result<Symbol> {
        Ok(match self {
            Named::Other => Symbol::Other,
            Named::Outside => Symbol::Outside,
            Named::Data(range) => {
                let next = pieces.partition_point(|piece| piece.range.start <= range.start);
                let piece = next.checked_sub(1).context("a piece is missing")?;
                Symbol::Inside { piece, address: range.start }
            }
        })
    }
}
