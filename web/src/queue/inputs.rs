//! What the reader's process is given: a model that answers when it is let, and the reader's own inputs.

use js_sys::{Date, Math};
use midturn_engine::ground::Millis;
use midturn_engine::lab::Addition;
use midturn_engine::lab::plan::{Act, Input, Operation, Plan, Trigger, TriggerEvent};
use midturn_engine::world::{
    Actor, Beat, Content, GateId, Message, MessageId, Origin, ResponseScript,
};

/// Answers that the model has. A process is begun anew long before it has given them all.
const ANSWERS: u32 = 40;

/// A process without inputs, whose model gives an answer whenever the reader lets it.
pub fn plan() -> Plan {
    Plan { responses: (1..=ANSWERS).map(response).collect(), ..Plan::default() }
}

fn response(number: u32) -> ResponseScript {
    // What it says is nobody's business here; the page calls it what it is.
    let item = Message {
        id: ["answer-", &number.to_string()].concat().into(),
        origin: Origin::Model,
        content: Content::FinalAnswer,
        text: String::new(),
    };
    let beats =
        vec![Beat::Gate(gate(number)), Beat::Item { item, takes: Millis::ZERO, gate: None }];
    ResponseScript { beats, end_turn: None, tokens: None, fails: None, cut: None }
}

fn gate(number: u32) -> GateId {
    ["gate-", &number.to_string()].concat().into()
}

/// A text of the reader's, under a name that no other tab and no other visit gives.
pub fn message(text: &str) -> Message {
    let id = unique("text").as_str().into();
    Message { id, origin: Origin::User, content: Content::UserText, text: text.to_owned() }
}

/// Lets the model give the answer to a request.
pub fn answer(request: u32) -> Addition {
    let act = Act::Release(gate(request));
    Addition { input: input("answer", Actor::User, act), message: None }
}

/// An operation without a message.
pub fn operation(by: Actor, name: &str, args: &[(&str, &str)]) -> Addition {
    operation_on(by, name, None, args)
}

/// An operation on a message that is there already.
pub fn operation_on(
    by: Actor,
    name: &str,
    message: Option<MessageId>,
    args: &[(&str, &str)],
) -> Addition {
    let args = args.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let operation = Operation { name: name.to_owned(), message, args: args.collect() };
    Addition { input: input(name, by, Act::Operate(operation)), message: None }
}

/// An operation that brings a new message.
pub fn operation_with(name: &str, message: Message, args: &[(&str, &str)]) -> Addition {
    let addition = operation_on(Actor::User, name, Some(message.id), args);
    Addition { message: Some(message), ..addition }
}

fn input(name: &str, actor: Actor, act: Act) -> Input {
    let when = Trigger { event: TriggerEvent::Start, plus: Millis::ZERO };
    Input { id: unique(name).into(), actor, when, act }
}

/// A name with the time and some luck in it.
fn unique(name: &str) -> String {
    let part = |number: f64| -> String {
        let digits = js_sys::Number::from(number).to_string_with_radix(36);
        digits.map(String::from).unwrap_or_default()
    };
    let luck = Math::floor(Math::random() * f64::from(u32::MAX));
    [name, "-", &part(Date::now()), "-", &part(luck)].concat()
}
