//! The reading desk: the file's text with its positions, the faults found so far, the names that the
//! file declares, and the small readers from which all others are made. A small reader that finds a
//! fault notes it and returns nothing; reading goes on.

use super::fault::{Fault, FaultCode, Lines, nearest};
use super::names::Names;
use crate::language::InEach;
use midturn_engine::ground::Millis;
use midturn_engine::lab::plan::MAX_TEXT_CHARS;
use midturn_engine::runtimes::{System, Vocabulary};
use midturn_engine::world::MessageId;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A value with its place in the file.
pub(super) type Value<'t> = Spanned<DeValue<'t>>;

/// The longest time a scenario may name, in ms.
pub const MAX_MILLIS: u64 = Millis::LONGEST.0;

/// A table with its place and the word for what it describes.
#[derive(Clone, Copy)]
pub(super) struct Fields<'t> {
    pub(super) table: &'t DeTable<'t>,
    pub(super) at: usize,
    pub(super) what: &'static str,
}

impl<'t> Fields<'t> {
    pub(super) fn get(&self, key: &str) -> Option<&'t Value<'t>> {
        self.table.get(key)
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// Where a key stands; where the table begins if it is not there.
    pub(super) fn key_at(&self, key: &str) -> usize {
        self.table.get_key_value(key).map_or(self.at, |(key, _)| key.span().start)
    }
}

/// The state of reading one file.
pub(super) struct Desk<'t> {
    file: String,
    lines: Lines<'t>,
    pub(super) faults: Vec<(usize, Fault)>,
    pub(super) names: Names,
    pub(super) system: Option<&'static System>,
    /// Texts of messages that differ by language.
    pub(super) translated: Vec<(MessageId, InEach<String>)>,
}

impl<'t> Desk<'t> {
    pub(super) fn new(file: &str, text: &'t str) -> Desk<'t> {
        Desk {
            file: file.to_owned(),
            lines: Lines::of(text),
            faults: Vec::new(),
            names: Names::default(),
            system: None,
            translated: Vec::new(),
        }
    }

    /// The names of the system; none where it is unknown.
    pub(super) fn vocabulary(&self) -> &'static Vocabulary {
        self.system.map_or(&Vocabulary::EMPTY, System::vocabulary)
    }

    // --- Faults ----------------------------------------------------------------------------------

    /// Notes a fault. Always returns nothing, so that a reader can end with it.
    pub(super) fn fault<T>(
        &mut self,
        at: usize,
        code: FaultCode,
        found: impl Into<String>,
        allowed: impl Into<String>,
    ) -> Option<T> {
        self.fault_near(at, code, found, allowed, None)
    }

    pub(super) fn fault_near<T>(
        &mut self,
        at: usize,
        code: FaultCode,
        found: impl Into<String>,
        allowed: impl Into<String>,
        nearest: Option<String>,
    ) -> Option<T> {
        let (line, column) = self.lines.place(at);
        let (file, found, allowed) = (self.file.clone(), found.into(), allowed.into());
        self.faults.push((at, Fault { file, line, column, code, found, allowed, nearest }));
        None
    }

    /// The line of a byte.
    pub(super) fn line(&self, at: usize) -> u32 {
        self.lines.place(at).0
    }

    fn wrong_type<T>(&mut self, value: &Value<'_>, wanted: &str) -> Option<T> {
        let found = format!("this is {}", type_name(value.get_ref()));
        self.fault(
            value.span().start,
            FaultCode::WrongType,
            found,
            format!("{wanted} belongs here"),
        )
    }

    /// Notes a word that is none of the known ones.
    pub(super) fn unknown<'w, T>(
        &mut self,
        at: usize,
        code: FaultCode,
        what: &str,
        word: &str,
        known: impl IntoIterator<Item = &'w str>,
    ) -> Option<T> {
        let known: Vec<&str> = known.into_iter().collect();
        let found = format!("there is no {what} {}", shown(word));
        let near = nearest(word, known.iter().copied());
        self.fault_near(at, code, found, one_of(&known), near)
    }

    // --- Tables and lists ------------------------------------------------------------------------

    pub(super) fn table(&mut self, value: &'t Value<'t>, what: &'static str) -> Option<Fields<'t>> {
        match value.get_ref() {
            DeValue::Table(table) => Some(Fields { table, at: value.span().start, what }),
            _ => self.wrong_type(value, &format!("a table ({what})")),
        }
    }

    /// The table under a key that may be absent.
    pub(super) fn table_in(
        &mut self,
        fields: Fields<'t>,
        key: &str,
        what: &'static str,
    ) -> Option<Fields<'t>> {
        self.table(fields.get(key)?, what)
    }

    /// Notes every key that means nothing here.
    pub(super) fn only(&mut self, fields: Fields<'t>, keys: &[&str]) {
        for (key, _) in fields.table {
            let word = key.get_ref().as_ref();
            if keys.contains(&word) {
                continue;
            }
            let found = format!("{} is no key of {}", shown(word), fields.what);
            let near = nearest(word, keys.iter().copied());
            let allowed = format!("it takes: {}", keys.join(", "));
            let at = key.span().start;
            self.fault_near::<()>(at, FaultCode::UnknownKey, found, allowed, near);
        }
    }

    /// The value of a key that must be there.
    pub(super) fn need(&mut self, fields: Fields<'t>, key: &str) -> Option<&'t Value<'t>> {
        fields.get(key).or_else(|| {
            let found = format!("{} has no {key:?}", fields.what);
            self.missing(fields, key, FaultCode::MissingKey, found, format!("add {key} = ..."))
        })
    }

    /// Notes that a key is missing, unless [`Desk::only`] has just found it misspelled.
    pub(super) fn missing<T>(
        &mut self,
        fields: Fields<'t>,
        key: &str,
        code: FaultCode,
        found: String,
        allowed: String,
    ) -> Option<T> {
        let misspelled = self.faults.iter().any(|(at, fault)| {
            fault.code == FaultCode::UnknownKey
                && fault.nearest.as_deref() == Some(key)
                && fields.table.keys().any(|key| key.span().start == *at)
        });
        if misspelled { None } else { self.fault(fields.at, code, found, allowed) }
    }

    pub(super) fn list(&mut self, value: &'t Value<'t>) -> &'t [Value<'t>] {
        match value.get_ref() {
            DeValue::Array(items) => items,
            _ => self.wrong_type(value, "a list [...]").unwrap_or_default(),
        }
    }

    /// The list under a key; empty where it is absent.
    pub(super) fn list_in(&mut self, fields: Fields<'t>, key: &str) -> &'t [Value<'t>] {
        fields.get(key).map_or(&[], |value| self.list(value))
    }

    // --- Plain values ----------------------------------------------------------------------------

    pub(super) fn str(&mut self, value: &'t Value<'t>) -> Option<&'t str> {
        match value.get_ref() {
            DeValue::String(text) => Some(text),
            _ => self.wrong_type(value, "a text \"...\""),
        }
    }

    /// A text of bounded length.
    pub(super) fn text(&mut self, value: &'t Value<'t>) -> Option<String> {
        let text = self.str(value)?;
        let length = text.chars().count();
        if length > MAX_TEXT_CHARS {
            let found = format!("this text has {length} characters");
            let allowed = format!("at most {MAX_TEXT_CHARS} are allowed");
            return self.fault(value.span().start, FaultCode::TooMuch, found, allowed);
        }
        Some(text.to_owned())
    }

    pub(super) fn text_in(&mut self, fields: Fields<'t>, key: &str) -> Option<String> {
        self.text(fields.get(key)?)
    }

    pub(super) fn bool_in(&mut self, fields: Fields<'t>, key: &str) -> Option<bool> {
        let value = fields.get(key)?;
        match value.get_ref() {
            DeValue::Boolean(yes) => Some(*yes),
            _ => self.wrong_type(value, "true or false"),
        }
    }

    /// A whole number from zero to `most`.
    pub(super) fn number(&mut self, value: &'t Value<'t>, most: u64) -> Option<u64> {
        let DeValue::Integer(written) = value.get_ref() else {
            return self.wrong_type(value, "a whole number");
        };
        match u64::from_str_radix(written.as_str(), written.radix()) {
            Ok(number) if number <= most => Some(number),
            _ => {
                let found = format!("{written} is no number that can stand here");
                let allowed = format!("a whole number from 0 to {most} belongs here");
                self.fault(value.span().start, FaultCode::TooMuch, found, allowed)
            }
        }
    }

    pub(super) fn number_in(&mut self, fields: Fields<'t>, key: &str, most: u64) -> Option<u64> {
        self.number(fields.get(key)?, most)
    }

    /// One of a few words.
    pub(super) fn word<'w>(
        &mut self,
        value: &'t Value<'t>,
        what: &str,
        known: impl IntoIterator<Item = &'w str>,
    ) -> Option<&'t str> {
        let word = self.str(value)?;
        let known: Vec<&str> = known.into_iter().collect();
        if known.contains(&word) {
            return Some(word);
        }
        self.unknown(value.span().start, FaultCode::UnknownWord, what, word, known)
    }
}

/// A word as a fault shows it: quoted, and not longer than a line.
pub(super) fn shown(word: &str) -> String {
    const LONGEST: usize = 60;
    match word.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}...", &word[..end]),
        None => format!("{word:?}"),
    }
}

/// The possible words in a sentence.
fn one_of(known: &[&str]) -> String {
    /// More would hide the fault itself.
    const MOST: usize = 40;
    match known {
        [] => "there are none to choose from".to_owned(),
        [only] => format!("there is: {only}"),
        _ if known.len() <= MOST => format!("there are: {}", known.join(", ")),
        _ => format!("there are: {} and {} more", known[..MOST].join(", "), known.len() - MOST),
    }
}

fn type_name(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a point",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
