//! What a caller may put into a fork, as a plain object.

use crate::error::Failure;
use js_sys::Object;
use midturn_engine::ground::Millis;
use midturn_engine::lab::Addition;
use midturn_engine::lab::plan::{Act, Input, Trigger, TriggerEvent};
use midturn_engine::world::{Actor, Content, Mail, Message, MessageId, Operation, Origin};
use serde::Deserialize;
use std::collections::BTreeMap;
use wasm_bindgen::{JsCast, JsValue};

/// The object.
#[derive(Deserialize)]
struct Given {
    id: String,
    by: Option<String>,
    #[serde(rename = "do")]
    operation: String,
    message: Option<GivenMessage>,
    #[serde(default)]
    args: BTreeMap<String, String>,
}

/// A message of the scenario by its id, or a new one.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum GivenMessage {
    Known(String),
    New {
        id: String,
        text: String,
        #[serde(default)]
        trigger: bool,
    },
}

/// Reads a fork's input. Whether the system has such an operation is checked by the fork itself.
pub(crate) fn read(value: JsValue) -> Result<Addition, Failure> {
    no_stray_key(&value)?;
    let given: Given = serde_wasm_bindgen::from_value(value).map_err(|error| {
        let form = "an input is { id, by?, do, message?, args? }";
        Failure::new("bad-input", format!("{error}; {form}"))
    })?;
    let actor = actor(given.by.as_deref())?;
    let (message, new) = match given.message {
        None => (None, None),
        Some(GivenMessage::Known(id)) => (Some(MessageId::from(id)), None),
        Some(GivenMessage::New { id, text, trigger }) => {
            let message = write(&actor, id, text, trigger);
            (Some(message.id), Some(message))
        }
    };
    let args = given.args.into_iter().collect();
    let operation = Operation { name: given.operation, message, args };
    let when = Trigger { event: TriggerEvent::Start, plus: Millis::ZERO };
    let input = Input { id: given.id.into(), actor, when, act: Act::Operate(operation) };
    Ok(Addition { input, message: new })
}

/// The reading of an object asks for the keys it knows, so a misspelled one would be passed over.
fn no_stray_key(value: &JsValue) -> Result<(), Failure> {
    const KEYS: [&str; 5] = ["id", "by", "do", "message", "args"];
    let Some(object) = value.dyn_ref::<Object>() else { return Ok(()) };
    let keys = Object::keys(object);
    let stray =
        keys.iter().filter_map(|key| key.as_string()).find(|key| !KEYS.contains(&key.as_str()));
    stray.map_or(Ok(()), |key| {
        let known = KEYS.join(", ");
        Err(Failure::new("bad-input", format!("an input has no {key:?}; it has {known}")))
    })
}

fn actor(by: Option<&str>) -> Result<Actor, Failure> {
    match by.map(|by| by.split_once(':').unwrap_or((by, ""))) {
        None | Some(("user", "")) => Ok(Actor::User),
        Some(("client", "")) => Ok(Actor::Client),
        Some(("host", "")) => Ok(Actor::Host),
        Some(("agent", name)) if !name.is_empty() => Ok(Actor::Agent(name.into())),
        Some(_) => {
            let by = by.unwrap_or_default();
            let allowed = "user, client, host or agent:NAME";
            Err(Failure::new("bad-input", format!("`by` is {allowed}, not {by:?}")))
        }
    }
}

/// A new message: what its writer writes decides what it is.
fn write(actor: &Actor, id: String, text: String, trigger: bool) -> Message {
    let (origin, content) = match actor {
        Actor::Agent(name) => {
            let (author, recipient) = (format!("/root/{name}"), "/root".to_owned());
            let mail = Mail { author, recipient, trigger, parent_turn: None, root_turn: None };
            (Origin::Agent, Content::Mail(mail))
        }
        Actor::Host => (Origin::Host, Content::HostItem),
        _ => (Origin::User, Content::UserText),
    };
    Message { id: id.into(), origin, content, text }
}
