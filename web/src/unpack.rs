//! Unpacks stories: the format of [`midturn_scenarios::pack()`] (postcard), read in a way that suits a page.
//!
//! A derived reader that may fail anywhere carries, for every field, the code to drop all fields before it.
//! Here reading never fails half way: past the end everything is empty, and that is noted. So the error
//! type has no value, the compiler drops every such path, and the page is several kilobytes lighter.
//!
//! One fault cannot be noted and read over: a variant that does not exist. Bytes with variants in them are
//! therefore compared with their fingerprint first; see [`story`].

use midturn_scenarios::pack::{PACK_FORMAT, Packed, fingerprint};
use midturn_scenarios::{Catalog, StoryData, Texts};
use serde::de::value::U32Deserializer;
use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};
use std::fmt;

/// The catalog, if these bytes are one.
pub fn catalog(bytes: &[u8]) -> Option<Catalog> {
    read(bytes)
}

/// A story's words in one language, if these bytes are that.
pub fn texts(bytes: &[u8]) -> Option<Texts> {
    read(bytes)
}

/// A story, if these bytes are the one with this fingerprint.
pub fn story(bytes: &[u8], expected: u64) -> Option<StoryData> {
    if fingerprint(bytes) == expected { read(bytes) } else { None }
}

fn read<T: Packed>(bytes: &[u8]) -> Option<T> {
    let body = bytes.strip_prefix(&[T::MARK, PACK_FORMAT])?;
    let mut reader = Reader { rest: body, is_sound: true };
    let Ok(value) = T::deserialize(&mut reader);
    (reader.is_sound && reader.rest.is_empty()).then_some(value)
}

struct Reader<'a> {
    rest: &'a [u8],
    is_sound: bool,
}

impl<'a> Reader<'a> {
    #[inline(never)]
    fn byte(&mut self) -> u8 {
        match self.rest.split_first() {
            Some((byte, rest)) => {
                self.rest = rest;
                *byte
            }
            None => {
                self.is_sound = false;
                0
            }
        }
    }

    /// Seven bits a byte, the lowest first.
    #[inline(never)]
    fn number(&mut self) -> u64 {
        let mut value = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte();
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return value;
            }
        }
        self.is_sound = false;
        0
    }

    /// A length; never more than there are bytes left, since everything takes at least one.
    #[inline(never)]
    fn length(&mut self) -> usize {
        let length = usize::try_from(self.number()).unwrap_or(usize::MAX);
        if length <= self.rest.len() {
            return length;
        }
        self.is_sound = false;
        0
    }

    #[inline(never)]
    fn text(&mut self) -> &'a str {
        let length = self.length();
        let (text, rest) = self.rest.split_at(length);
        self.rest = rest;
        std::str::from_utf8(text).unwrap_or_else(|_| {
            self.is_sound = false;
            ""
        })
    }
}

/// The error that never happens.
enum Never {}

impl fmt::Debug for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl de::Error for Never {
    fn custom<T: fmt::Display>(_: T) -> Never {
        unreachable!("only sound bytes are read for their variants")
    }
}

macro_rules! numbers {
    ($($method:ident, $visit:ident, $type:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
            #[expect(clippy::cast_possible_truncation, reason = "it was packed from this type")]
            visitor.$visit(self.number() as $type)
        }
    )*};
}

macro_rules! absent {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Never> {
            unreachable!("no packed type has one")
        }
    )*};
}

impl<'de> de::Deserializer<'de> for &mut Reader<'de> {
    type Error = Never;

    numbers! {
        deserialize_u16, visit_u16, u16;
        deserialize_u32, visit_u32, u32;
    }

    absent! {
        deserialize_any deserialize_identifier deserialize_ignored_any deserialize_map deserialize_char
        deserialize_f32 deserialize_f64 deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_bytes deserialize_byte_buf
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_u64(self.number())
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_u8(self.byte())
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_bool(self.byte() != 0)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_borrowed_str(self.text())
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        if self.byte() == 0 { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Never> {
        let left = self.length();
        visitor.visit_seq(Parts { reader: self, left })
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        left: usize,
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_seq(Parts { reader: self, left })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        left: usize,
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_seq(Parts { reader: self, left })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_seq(Parts { reader: self, left: fields.len() })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_enum(self)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// The elements of a list, or the fields of a struct.
struct Parts<'r, 'de> {
    reader: &'r mut Reader<'de>,
    left: usize,
}

impl<'de> de::SeqAccess<'de> for Parts<'_, 'de> {
    type Error = Never;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Never> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(&mut *self.reader).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

impl<'de> de::EnumAccess<'de> for &mut Reader<'de> {
    type Error = Never;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Never> {
        let index = u32::try_from(self.number()).unwrap_or(u32::MAX);
        let index: U32Deserializer<Never> = index.into_deserializer();
        Ok((seed.deserialize(index)?, self))
    }
}

impl<'de> de::VariantAccess<'de> for &mut Reader<'de> {
    type Error = Never;

    fn unit_variant(self) -> Result<(), Never> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Never> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, left: usize, visitor: V) -> Result<V::Value, Never> {
        visitor.visit_seq(Parts { reader: self, left })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Never> {
        visitor.visit_seq(Parts { reader: self, left: fields.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use midturn_scenarios::{pack, unpack};

    #[test]
    fn what_was_packed_reads_back_as_the_other_reader_reads_it() {
        let (packed_story, packed_texts) = (pack(&sample::data()), pack(&sample::texts()));
        let packed_catalog = pack(&sample::catalog());
        let mark = fingerprint(&packed_story);
        assert_eq!(story(&packed_story, mark), unpack(&packed_story).ok());
        assert_eq!(texts(&packed_texts), unpack(&packed_texts).ok());
        assert_eq!(catalog(&packed_catalog), unpack(&packed_catalog).ok());
        assert!(story(&packed_story, mark).is_some());
    }

    #[test]
    fn anything_cut_changed_or_foreign_is_refused() {
        let packed = pack(&sample::texts());
        for end in 0..packed.len() {
            assert_eq!(texts(&packed[..end]), None, "cut at {end}");
        }
        for index in 0..packed.len() {
            let mut changed = packed.clone();
            changed[index] ^= 0xff;
            // It may still be words, but never a panic.
            let _ = texts(&changed);
        }
        assert_eq!(texts(&pack(&sample::catalog())), None);
        let story_bytes = pack(&sample::data());
        assert_eq!(story(&story_bytes, 0), None);
    }
}
