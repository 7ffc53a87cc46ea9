//! The TOML itself. The parser goes on after a syntax error, so that the rest of the file is read too;
//! what it makes of the broken part is not held against the author.

use super::desk::{Desk, Value};
use super::fault::FaultCode;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Says that something is not closed, in the parser's manner.
const UNENDED: &str = "what begins here does not end, expected its closing bracket or quote";

/// A document tree with what is wrong in its syntax.
pub(super) struct Tree<'t> {
    pub(super) root: Spanned<DeTable<'t>>,
    errors: Vec<(usize, String)>,
    /// Parts whose end was not found: what the parser saw in them is guesswork.
    swallowed: Vec<Range<usize>>,
}

pub(super) fn parse(text: &str) -> Tree<'_> {
    let (root, errors) = DeTable::parse_recoverable(text);
    let mut swallowed = Vec::new();
    let mut found: Vec<(usize, String)> = Vec::new();
    for error in &errors {
        let span = error.span().unwrap_or_default();
        if error.message().contains("unclosed") || error.message().contains("multi-line") {
            let values = root.get_ref().values();
            swallowed.extend(values.filter_map(|value| open_around(value, span.start)));
        }
        found.push((span.start, error.message().to_owned()));
    }
    found.sort();
    let errors = first_of_each(found, &swallowed);
    Tree { root, errors, swallowed }
}

/// The outermost list, inline table or text that reaches to where an end was missed.
fn open_around(value: &Value<'_>, end: usize) -> Option<Range<usize>> {
    let span = value.span();
    if span.start < end && end <= span.end && !span.is_empty() {
        return Some(span);
    }
    match value.get_ref() {
        DeValue::Array(items) => items.iter().find_map(|item| open_around(item, end)),
        DeValue::Table(table) => table.values().find_map(|item| open_around(item, end)),
        _ => None,
    }
}

/// Errors inside a part without an end follow from that end's absence: they are told as one, where the
/// part begins.
fn first_of_each(errors: Vec<(usize, String)>, swallowed: &[Range<usize>]) -> Vec<(usize, String)> {
    let told = errors.into_iter().map(|(at, message)| {
        match swallowed.iter().find(|part| part.start <= at && at <= part.end) {
            Some(part) => (part.start, UNENDED.to_owned()),
            None => (at, message),
        }
    });
    let mut kept: Vec<(usize, String)> = told.collect();
    kept.sort();
    kept.dedup_by_key(|(at, _)| *at);
    kept
}

impl Tree<'_> {
    /// Adds the syntax errors to the faults, and takes out faults that only follow from them: those on
    /// the same line, those inside a part without an end, and what seems to be missing because such a
    /// part has swallowed it.
    pub(super) fn merge_into(&self, desk: &mut Desk<'_>) {
        let lines: Vec<u32> = self.errors.iter().map(|(at, _)| desk.line(*at)).collect();
        let missing = [FaultCode::MissingKey, FaultCode::UnknownName, FaultCode::MissingLanguage];
        let faults = std::mem::take(&mut desk.faults);
        let sound = faults.into_iter().filter(|(at, fault)| {
            let inside = self.swallowed.iter().any(|part| part.start <= *at && *at <= part.end);
            let follows = !self.swallowed.is_empty() && missing.contains(&fault.code);
            !inside && !follows && !lines.contains(&fault.line)
        });
        desk.faults = sound.collect();
        for (at, message) in &self.errors {
            let (found, allowed) = match message.split_once(", expected ") {
                Some((found, allowed)) => (found, format!("{allowed} may stand here")),
                None => (message.as_str(), "see https://toml.io for the form".to_owned()),
            };
            desk.fault::<()>(*at, FaultCode::Syntax, found, allowed);
        }
    }
}
