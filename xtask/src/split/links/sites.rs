//! What a function does with an address: whether it can get at the bytes, or only hands the address on.

use anyhow::Result;
use wasmparser::{FunctionBody, Operator};

/// Where an address goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goes {
    /// Anywhere: the function itself may read there.
    Anywhere,
    /// Into a call as the argument of this position, and nowhere else.
    Into { function: u32, argument: u32 },
}

/// How many values a function takes and gives, by its number.
pub type Arity<'a> = &'a dyn Fn(u32) -> Option<(u32, u32)>;

/// Where the numbers go that a function holds.
pub struct Followed {
    /// The numbers at the places asked for.
    pub places: Vec<Goes>,
    /// For each of its arguments, every use of it.
    pub arguments: Vec<Vec<Goes>>,
}

/// Follows the numbers at some places in the file, and the function's arguments. Where a jump or anything unusual
/// comes before a use is seen, the number may go anywhere.
pub fn follow(
    body: &FunctionBody<'_>,
    places: &[usize],
    arguments: u32,
    arity: Arity<'_>,
) -> Result<Followed> {
    let mut followed = Followed {
        places: vec![Goes::Anywhere; places.len()],
        arguments: vec![Vec::new(); arguments as usize],
    };
    let mut carried: Vec<Carried> = Vec::new();
    let mut reader = body.get_operators_reader()?;
    while !reader.eof() {
        let (operator, at) = reader.read_with_offset()?;
        let Some((takes, gives)) = effect(&operator, arity) else {
            carried.drain(..).for_each(|value| followed.note(value.source, Goes::Anywhere));
            continue;
        };
        carried.retain_mut(|value| {
            if value.above >= takes {
                value.above = value.above - takes + gives;
                return true;
            }
            followed.note(
                value.source,
                match operator {
                    Operator::Call { function_index: function } => {
                        Goes::Into { function, argument: takes - 1 - value.above }
                    }
                    _ => Goes::Anywhere,
                },
            );
            false
        });
        let source = match operator {
            // The number stands behind the instruction's one byte.
            Operator::I32Const { .. } => places.binary_search(&(at + 1)).ok().map(Source::Place),
            Operator::LocalGet { local_index } if local_index < arguments => {
                Some(Source::Argument(local_index))
            }
            _ => None,
        };
        carried.extend(source.map(|source| Carried { source, above: 0 }));
    }
    carried.drain(..).for_each(|value| followed.note(value.source, Goes::Anywhere));
    Ok(followed)
}

/// A number that lies on the stack of operands.
struct Carried {
    source: Source,
    /// How many values lie above it.
    above: u32,
}

#[derive(Clone, Copy)]
enum Source {
    /// By position among the places.
    Place(usize),
    Argument(u32),
}

impl Followed {
    fn note(&mut self, source: Source, goes: Goes) {
        match source {
            Source::Place(place) => self.places[place] = goes,
            Source::Argument(argument) => self.arguments[argument as usize].push(goes),
        }
    }
}

/// How many operands an instruction takes and gives, where it goes straight on.
fn effect(operator: &Operator<'_>, arity: Arity<'_>) -> Option<(u32, u32)> {
    use Operator as O;
    Some(match operator {
        O::I32Const { .. }
        | O::I64Const { .. }
        | O::F32Const { .. }
        | O::F64Const { .. }
        | O::LocalGet { .. }
        | O::GlobalGet { .. } => (0, 1),
        O::LocalTee { .. }
        | O::I32Load { .. }
        | O::I32Load8U { .. }
        | O::I32Load16U { .. }
        | O::I64Load { .. }
        | O::F64Load { .. }
        | O::I32Eqz
        | O::I32WrapI64
        | O::I64ExtendI32U => (1, 1),
        O::I32Add | O::I32Sub | O::I32Mul | O::I32And | O::I32Or | O::I32Shl | O::I32ShrU => (2, 1),
        O::LocalSet { .. } | O::Drop => (1, 0),
        O::I32Store { .. } | O::I32Store8 { .. } | O::I64Store { .. } => (2, 0),
        O::Call { function_index } => return arity(*function_index),
        _ => return None,
    })
}
