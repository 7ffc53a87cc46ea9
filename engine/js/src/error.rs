//! Failures as JavaScript sees them: an `Error` with a stable `code`, a message for people, and where the
//! fault lies in a text, its line and column.

use js_sys::{Array, Error, Object, Reflect};
use midturn_engine::lab::{ForkError, StartError};
use midturn_scenarios::Fault;
use wasm_bindgen::JsValue;

/// Something that a caller asked for and cannot have.
pub(crate) struct Failure {
    code: String,
    message: String,
    /// Where in a text, and all faults of it.
    faults: Vec<Fault>,
}

impl Failure {
    pub(crate) fn new(code: &str, message: impl Into<String>) -> Failure {
        Failure { code: code.to_owned(), message: message.into(), faults: Vec::new() }
    }

    /// The `Error` object.
    pub(crate) fn into_js(self) -> JsValue {
        let error = Error::new(&self.message);
        error.set_name("MidturnError");
        let first = self.faults.first();
        let number = |value: Option<u32>| value.map_or(JsValue::NULL, JsValue::from);
        set(&error, "code", &JsValue::from_str(&self.code));
        set(&error, "line", &number(first.map(|fault| fault.line)));
        set(&error, "column", &number(first.map(|fault| fault.column)));
        let faults: Array = self.faults.iter().map(fault_object).collect();
        set(&error, "faults", &faults);
        error.into()
    }
}

fn fault_object(fault: &Fault) -> JsValue {
    let object = Object::new();
    set(&object, "code", &JsValue::from_str(fault.code.as_str()));
    set(&object, "message", &JsValue::from_str(&fault.to_string()));
    set(&object, "line", &JsValue::from(fault.line));
    set(&object, "column", &JsValue::from(fault.column));
    object.into()
}

/// Gives a fresh object a field.
pub(crate) fn set(target: &JsValue, key: &str, value: &JsValue) {
    // A fresh object takes any field.
    let _ = Reflect::set(target, &JsValue::from_str(key), value);
}

impl From<Vec<Fault>> for Failure {
    fn from(faults: Vec<Fault>) -> Failure {
        let lines: Vec<String> = faults.iter().map(Fault::to_string).collect();
        let code = faults.first().map_or("bad-scenario", |fault| fault.code.as_str());
        Failure { code: code.to_owned(), message: lines.join("\n"), faults }
    }
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Failure {
        Failure::new("unknown-system", error.to_string())
    }
}

impl From<ForkError> for Failure {
    fn from(error: ForkError) -> Failure {
        let code = match error {
            ForkError::NoSuchStep { .. } => "no-such-step",
            ForkError::IdTaken(_) => "id-taken",
            ForkError::BadName(_) => "bad-name",
            ForkError::TooManyMessages => "too-many-messages",
            ForkError::UnknownMessage(_) => "unknown-message",
            ForkError::TextTooLong(_) => "text-too-long",
            ForkError::Operation(_) => "bad-operation",
        };
        Failure::new(code, error.to_string())
    }
}
