//! The names that a file declares. They are collected before anything else is read, so that a reference
//! may stand before what it refers to.

use super::desk::{Desk, Fields, Value, shown};
use super::fault::FaultCode;
use midturn_engine::world::ids;
use std::collections::BTreeSet;
use toml::de::{DeTable, DeValue};

/// Every declared name, by what it names.
#[derive(Default)]
pub(super) struct Names {
    /// Messages and model items, `call:` and `out:` included.
    pub(super) messages: BTreeSet<String>,
    /// Those of them that people, agents and the host write: only these can be sent or lie in an area.
    pub(super) written: BTreeSet<String>,
    pub(super) inputs: BTreeSet<String>,
    pub(super) calls: BTreeSet<String>,
    pub(super) gates: BTreeSet<String>,
    pub(super) beats: BTreeSet<String>,
    pub(super) hooks: BTreeSet<String>,
    /// Turns that an argument names: a turn to recover.
    pub(super) turns: BTreeSet<String>,
}

/// What a reference refers to.
#[derive(Clone, Copy)]
pub(super) enum Sort {
    Message,
    /// A message that somebody writes, not the model or a tool.
    Written,
    Input,
    Call,
    Gate,
    Beat,
    Hook,
    /// A turn: the input that started it, or one that an argument names.
    Turn,
    /// Anything that a step can be about.
    Subject,
}

impl Names {
    fn of(&self, sort: Sort) -> Vec<&BTreeSet<String>> {
        match sort {
            Sort::Message => vec![&self.messages],
            Sort::Written => vec![&self.written],
            Sort::Input => vec![&self.inputs],
            Sort::Call => vec![&self.calls],
            Sort::Gate => vec![&self.gates],
            Sort::Beat => vec![&self.beats],
            Sort::Hook => vec![&self.hooks],
            Sort::Turn => vec![&self.inputs, &self.turns],
            Sort::Subject => {
                vec![
                    &self.messages,
                    &self.inputs,
                    &self.calls,
                    &self.gates,
                    &self.hooks,
                    &self.turns,
                ]
            }
        }
    }

    pub(super) fn holds(&self, sort: Sort, name: &str) -> bool {
        self.of(sort).iter().any(|names| names.contains(name))
    }
}

impl Sort {
    fn word(self) -> &'static str {
        match self {
            Sort::Message => "message",
            Sort::Written => "[[message]]",
            Sort::Input => "input",
            Sort::Call => "call",
            Sort::Gate => "gate",
            Sort::Beat => "beat",
            Sort::Hook => "hook",
            Sort::Turn => "turn",
            Sort::Subject => "message, call, input, hook or turn",
        }
    }
}

impl<'t> Desk<'t> {
    /// Reads a reference.
    pub(super) fn reference(&mut self, value: &'t Value<'t>, sort: Sort) -> Option<&'t str> {
        let name = self.str(value)?;
        if self.names.holds(sort, name)
            || self.names.could_be_made(&self.vocabulary().made, sort, name)
        {
            return Some(name);
        }
        let known: Vec<String> = self.names.of(sort).into_iter().flatten().cloned().collect();
        let known = known.iter().map(String::as_str);
        self.unknown(value.span().start, FaultCode::UnknownName, sort.word(), name, known)
    }

    pub(super) fn reference_in(
        &mut self,
        fields: Fields<'t>,
        key: &str,
        sort: Sort,
    ) -> Option<&'t str> {
        self.reference(fields.get(key)?, sort)
    }

    /// Reads a list of references.
    pub(super) fn references<T: From<&'t str>>(
        &mut self,
        value: &'t Value<'t>,
        sort: Sort,
    ) -> Vec<T> {
        let items = self.list(value).iter();
        items.filter_map(|item| self.reference(item, sort)).map(T::from).collect()
    }

    /// Collects every name that the file declares.
    pub(super) fn collect_names(&mut self, root: &'t DeTable<'t>) {
        for message in tables(root, "message") {
            let name = self.declare(message.get("id"), Sort::Message);
            self.names.written.extend(name.map(str::to_owned));
        }
        for input in tables(root, "input") {
            self.declare(input.get("id"), Sort::Input);
            let args = input.get("args").and_then(as_table);
            if let Some(turn) = args.and_then(|args| args.get("turn")).and_then(as_str) {
                self.names.turns.insert(turn.to_owned());
            }
        }
        for response in tables(root, "response") {
            for item in list(response.get("items")).iter().filter_map(as_table) {
                self.collect_item(item);
            }
        }
        for tool in tables(root, "tool") {
            self.note_gate(tool);
        }
        for hook in tables(root, "hook") {
            self.note_gate(hook);
            self.declare(hook.get("id"), Sort::Hook);
        }
        for beat in tables(root, "beat") {
            self.declare(beat.get("id"), Sort::Beat);
        }
    }

    fn collect_item(&mut self, item: &'t DeTable<'t>) {
        self.note_gate(item);
        if let Some(call) = item.get("call") {
            if let Some(name) = self.declare(Some(call), Sort::Call) {
                self.names.messages.extend([format!("call:{name}"), format!("out:{name}")]);
            }
        } else {
            self.declare(item.get("id"), Sort::Message);
        }
    }

    /// A gate is declared by standing in a script. Two scripts may stand at the same one.
    fn note_gate(&mut self, table: &'t DeTable<'t>) {
        if let Some(value) = table.get("gate")
            && let Some(name) = as_str(value)
            && self.is_name(value, name)
        {
            self.names.gates.insert(name.to_owned());
        }
    }

    /// Declares a name; a missing one or one of a wrong type is told by the reader proper.
    fn declare(&mut self, value: Option<&'t Value<'t>>, sort: Sort) -> Option<&'t str> {
        let value = value?;
        let name = as_str(value)?;
        if !self.is_name(value, name) {
            return None;
        }
        if self.names.holds(sort, name) {
            let found = format!("there already is a {} {name:?}", sort.word());
            let at = value.span().start;
            return self.fault(at, FaultCode::Duplicate, found, "each needs a name of its own");
        }
        let names = match sort {
            Sort::Input => &mut self.names.inputs,
            Sort::Call => &mut self.names.calls,
            Sort::Beat => &mut self.names.beats,
            Sort::Hook => &mut self.names.hooks,
            _ => &mut self.names.messages,
        };
        names.insert(name.to_owned());
        Some(name)
    }

    /// Whether a name has a name's form.
    pub(super) fn is_name(&mut self, value: &Value<'_>, name: &str) -> bool {
        if ids::is_name(name) {
            return true;
        }
        let found = format!("{} is no name", shown(name));
        let most = ids::MAX_NAME_CHARS;
        let allowed = format!("1 to {most} letters, digits, - _ and . make a name");
        self.fault::<()>(value.span().start, FaultCode::BadName, found, allowed);
        false
    }
}

fn tables<'t>(root: &'t DeTable<'t>, key: &str) -> impl Iterator<Item = &'t DeTable<'t>> {
    list(root.get(key)).iter().filter_map(as_table)
}

fn list<'t>(value: Option<&'t Value<'t>>) -> &'t [Value<'t>] {
    match value.map(|value| value.get_ref()) {
        Some(DeValue::Array(items)) => items,
        _ => &[],
    }
}

fn as_table<'t>(value: &'t Value<'t>) -> Option<&'t DeTable<'t>> {
    match value.get_ref() {
        DeValue::Table(table) => Some(table),
        _ => None,
    }
}

fn as_str<'t>(value: &'t Value<'t>) -> Option<&'t str> {
    match value.get_ref() {
        DeValue::String(text) => Some(text),
        _ => None,
    }
}
