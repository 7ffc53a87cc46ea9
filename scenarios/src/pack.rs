//! The compact form in which stories travel to the page: two bytes that say what follows and in which
//! format, then the data in postcard. No field names, so no reader of JSON or TOML is needed.

use crate::catalog::Catalog;
use crate::story::{StoryData, Texts};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt;

/// The version of the packed form. It changes whenever a packed type changes its shape.
pub const PACK_FORMAT: u8 = 3;

/// Something that can be packed.
pub trait Packed: Serialize + DeserializeOwned {
    /// The first byte: what this is.
    const MARK: u8;
}

impl Packed for StoryData {
    const MARK: u8 = b'S';
}

impl Packed for Texts {
    const MARK: u8 = b'T';
}

impl Packed for Catalog {
    const MARK: u8 = b'C';
}

/// Why bytes could not be unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnpackError {
    /// They are something else: not packed by us, or another kind of thing.
    NotThis {
        /// The mark that was expected.
        expected: char,
    },
    /// They were packed by another version.
    OtherFormat {
        /// The format found.
        found: u8,
    },
    /// They begin well and are then cut off or damaged.
    Damaged,
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnpackError::NotThis { expected } => {
                write!(f, "this is not packed data of the kind {expected}")
            }
            UnpackError::OtherFormat { found } => {
                write!(f, "packed in format {found}, but this page reads format {PACK_FORMAT}")
            }
            UnpackError::Damaged => f.write_str("the packed data is damaged or cut off"),
        }
    }
}

impl std::error::Error for UnpackError {}

/// Packs a value. The same value always gives the same bytes.
pub fn pack<T: Packed>(value: &T) -> Vec<u8> {
    match postcard::to_extend(value, vec![T::MARK, PACK_FORMAT]) {
        Ok(bytes) => bytes,
        Err(error) => unreachable!("plain data with known lengths always packs: {error}"),
    }
}

/// Unpacks a value; any bytes at all are a fine argument.
pub fn unpack<T: Packed>(bytes: &[u8]) -> Result<T, UnpackError> {
    let (mark, rest) = bytes.split_first().unzip();
    if mark != Some(&T::MARK) {
        return Err(UnpackError::NotThis { expected: char::from(T::MARK) });
    }
    let (format, body) = rest.and_then(<[u8]>::split_first).ok_or(UnpackError::Damaged)?;
    if *format != PACK_FORMAT {
        return Err(UnpackError::OtherFormat { found: *format });
    }
    match postcard::take_from_bytes(body) {
        Ok((value, [])) => Ok(value),
        _ => Err(UnpackError::Damaged),
    }
}

/// The fingerprint of some bytes, FNV-1a: short to write, the same everywhere. It notices change; it is
/// no protection against malice.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    bytes.iter().fold(OFFSET, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}
