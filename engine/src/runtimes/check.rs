//! Whether an operation is one of a system's: asked before anything runs, answered in words.

use super::{ArgKind, MessageUse, OperationSpec, System};
use crate::ground::Millis;
use crate::world::{Operation, json};
use std::fmt;

/// What is wrong with an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperationFault {
    /// The system has no such operation.
    Unknown {
        /// The name given.
        name: String,
        /// All there are.
        known: Vec<&'static str>,
    },
    /// It must carry a message.
    MessageMissing(String),
    /// It carries a message and must not.
    MessageUnwanted(String),
    /// It takes no such argument.
    UnknownArgument {
        /// The argument given.
        name: String,
        /// All there are.
        known: Vec<&'static str>,
    },
    /// An argument must be given.
    ArgumentMissing(&'static str),
    /// An argument's value is none it can take.
    BadArgument {
        /// The argument.
        name: &'static str,
        /// What it takes.
        takes: String,
    },
}

impl fmt::Display for OperationFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OperationFault::Unknown { name, known } => {
                write!(f, "there is no operation {name:?}; there are {}", known.join(", "))
            }
            OperationFault::MessageMissing(name) => write!(f, "{name} must carry a message"),
            OperationFault::MessageUnwanted(name) => write!(f, "{name} carries no message"),
            OperationFault::UnknownArgument { name, known } if known.is_empty() => {
                write!(f, "there is no argument {name:?}; the operation takes none")
            }
            OperationFault::UnknownArgument { name, known } => {
                write!(f, "there is no argument {name:?}; there are {}", known.join(", "))
            }
            OperationFault::ArgumentMissing(name) => write!(f, "the argument {name} is missing"),
            OperationFault::BadArgument { name, takes } => {
                write!(f, "the argument {name} takes {takes}")
            }
        }
    }
}

impl std::error::Error for OperationFault {}

impl System {
    /// Whether the operation can be submitted as it is. Whether it succeeds is another question.
    pub fn check(&self, operation: &Operation) -> Result<(), OperationFault> {
        let Some(spec) =
            self.vocabulary().operations.iter().find(|spec| spec.name == operation.name)
        else {
            let known = self.vocabulary().operations.iter().map(|spec| spec.name).collect();
            return Err(OperationFault::Unknown { name: operation.name.clone(), known });
        };
        match (spec.message, &operation.message) {
            (MessageUse::Required, None) => {
                return Err(OperationFault::MessageMissing(operation.name.clone()));
            }
            (MessageUse::Never, Some(_)) => {
                return Err(OperationFault::MessageUnwanted(operation.name.clone()));
            }
            _ => {}
        }
        check_arguments(spec, operation)
    }
}

fn check_arguments(spec: &OperationSpec, operation: &Operation) -> Result<(), OperationFault> {
    for (name, value) in &operation.args {
        let Some(arg) = spec.args.iter().find(|arg| arg.name == name) else {
            let known = spec.args.iter().map(|arg| arg.name).collect();
            return Err(OperationFault::UnknownArgument { name: name.clone(), known });
        };
        let takes = match arg.takes {
            ArgKind::Word(words) if !words.contains(&value.as_str()) => words.join(" or "),
            ArgKind::Millis if !value.parse().is_ok_and(|ms| Millis(ms) <= Millis::LONGEST) => {
                format!("a whole number of virtual ms, at most {}", Millis::LONGEST.0)
            }
            ArgKind::Json if json::canonical(value).is_none() => "a JSON value".to_owned(),
            ArgKind::Count if value.parse::<u32>().is_err() => "a whole number".to_owned(),
            _ => continue,
        };
        return Err(OperationFault::BadArgument { name: arg.name, takes });
    }
    let missing = spec.args.iter().find(|arg| arg.required && operation.arg(arg.name).is_none());
    missing.map_or(Ok(()), |arg| Err(OperationFault::ArgumentMissing(arg.name)))
}
