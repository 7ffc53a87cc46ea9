//! What is wrong in a file: where, what stands there, what may stand there.

use std::fmt;

/// One thing that is wrong in a scenario file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file, as it was named to the reader.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in UTF-16 units: what editors show and JavaScript counts.
    pub column: u32,
    /// What sort of fault it is.
    pub code: FaultCode,
    /// What stands there.
    pub found: String,
    /// What may stand there.
    pub allowed: String,
    /// The nearest valid word, where one is near.
    pub nearest: Option<String>,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        /// What sort of fault it is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum FaultCode { $($(#[$doc])* $name),* }

        impl FaultCode {
            /// Every code.
            pub const ALL: &[FaultCode] = &[$(FaultCode::$name),*];

            /// Its stable name.
            pub const fn as_str(self) -> &'static str {
                match self { $(FaultCode::$name => $text),* }
            }
        }
    };
}

codes! {
    /// The bytes are no UTF-8.
    NotText = "not-text";
    /// It is no TOML.
    Syntax = "syntax";
    /// A key that means nothing there.
    UnknownKey = "unknown-key";
    /// A key that must be there is not.
    MissingKey = "missing-key";
    /// A value of another type.
    WrongType = "wrong-type";
    /// A word that is none of the possible ones.
    UnknownWord = "unknown-word";
    /// A name that the file does not declare.
    UnknownName = "unknown-name";
    /// A name that is declared twice.
    Duplicate = "duplicate";
    /// A name with other characters than names have, or too long.
    BadName = "bad-name";
    /// Keys that exclude each other, or none of those of which there must be one.
    Exclusive = "exclusive";
    /// A text that lacks a language.
    MissingLanguage = "missing-language";
    /// Something is longer, larger or more than its limit.
    TooMuch = "too-much";
    /// The id is not the file's name.
    OtherFileName = "other-file-name";
}

impl fmt::Display for FaultCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Fault {
    /// The fault in words, without its place.
    pub fn message(&self) -> String {
        let nearest = self.nearest.as_ref();
        let hint = nearest.map(|word| format!("; did you mean {word:?}?")).unwrap_or_default();
        format!("{}; {}{hint}", self.found, self.allowed)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { file, line, column, code, .. } = self;
        write!(f, "{file}:{line}:{column}: {code}: {}", self.message())
    }
}

impl std::error::Error for Fault {}

/// Where the lines of a text begin.
pub(super) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(super) fn of(text: &'t str) -> Lines<'t> {
        let after_breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(after_breaks.map(|(at, _)| at + 1)).collect();
        Lines { text, starts }
    }

    /// Line and column of a byte, both from 1. A byte order mark takes no column.
    pub(super) fn place(&self, offset: usize) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= offset).max(1) - 1;
        let start = self.starts.get(line).copied().unwrap_or_default();
        let before = self.text.get(start..offset.min(self.text.len())).unwrap_or_default();
        let column = before.trim_start_matches('\u{feff}').encode_utf16().count();
        (count(line + 1), count(column + 1))
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The word nearest to what was written, where it is near enough to be what was meant.
pub(crate) fn nearest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<String> {
    /// Longer words are no slips of the finger, and comparing them is slow.
    const LONGEST: usize = 64;
    let length = word.chars().count();
    if length > LONGEST {
        return None;
    }
    let measured = known.into_iter().map(|other| (distance(word, other), other));
    let (far, best) = measured.min_by_key(|(far, _)| *far)?;
    (far <= (length / 3).max(1) && far < length).then(|| best.to_owned())
}

/// How many letters must be put in, taken out, replaced or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1; b.len() + 1];
        for (j, y) in b.iter().enumerate() {
            let replaced = last[j] + usize::from(x != y);
            row[j + 1] = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                row[j + 1] = row[j + 1].min(before[j - 1] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_near_and_other_words_are_not() {
        let known = ["from", "id", "text"];
        assert_eq!(nearest("form", known).as_deref(), Some("from"));
        assert_eq!(nearest("txet", known).as_deref(), Some("text"));
        assert_eq!(nearest("recipient", known), None);
        assert_eq!(nearest("", known), None);
    }

    #[test]
    fn columns_are_utf16_units() {
        let text = "a\n\u{4f60}\u{1f600}x";
        let lines = Lines::of(text);
        let x = text.find('x').unwrap_or_default();
        assert_eq!(lines.place(x), (2, 4));
        assert_eq!(lines.place(text.len()), (2, 5));
        assert_eq!(Lines::of("").place(0), (1, 1));
        assert_eq!(Lines::of("\u{feff}a").place(3), (1, 1));
    }
}
