//! Claims: single statements about a moment of a run, which the run itself proves or refutes. What a
//! scenario expects, what its narration says and which quiz answer is right are all claims.

use super::record::Record;
use crate::world::{CallId, InputId, MessageId, Place, Receipt, StepPattern, TurnView};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A statement about the state after a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Claim {
    /// A message is in a place.
    Card {
        /// Which message.
        card: MessageId,
        /// Where.
        place: Place,
    },
    /// A place holds exactly these messages, in this order.
    Holds {
        /// The place.
        place: Place,
        /// Its messages.
        cards: Vec<MessageId>,
    },
    /// A flag has a value.
    Flag {
        /// The flag, such as `phase`.
        flag: String,
        /// Its value.
        value: String,
    },
    /// An input has got this answer.
    Receipt {
        /// The input.
        input: InputId,
        /// The kind of answer: `Started`, `Steered`, `NotSubmitted`, `Accepted`, `Failed`, `Report`.
        outcome: String,
        /// The turn it names, the refusal's reason, the error's name or the reported value; any if
        /// absent.
        detail: Option<String>,
    },
    /// An input has no answer yet.
    Unanswered(InputId),
    /// The model has been handed this many requests.
    Requests(usize),
    /// Something about one request.
    Request {
        /// Its number, from 1.
        number: u32,
        /// Exactly what was new in it, in order.
        new: Option<Vec<MessageId>>,
        /// Messages it holds, in this order.
        has: Vec<MessageId>,
        /// Messages it does not hold.
        lacks: Vec<MessageId>,
        /// The turn that asked.
        turn: Option<String>,
    },
    /// The history holds these messages, in this order; others may lie between.
    History(Vec<MessageId>),
    /// The running turn, or none.
    Turn(Option<String>),
    /// The turn on whose behalf the running one works, or none.
    Parent(Option<String>),
    /// The first turn of the running one's chain, or none.
    Root(Option<String>),
    /// The agent's status.
    Status(String),
    /// A setting has a value.
    Setting {
        /// The setting.
        name: String,
        /// Its value.
        value: String,
    },
    /// The states that a tool call has been in, in order.
    Reached {
        /// The call.
        call: CallId,
        /// Their names; see [`crate::world::ToolState::name`].
        states: Vec<String>,
    },
    /// What a tool call waits to be told, or that it waits for no answer.
    Asks {
        /// The call.
        call: CallId,
        /// What it asks, one of [`crate::runtimes::Vocabulary::questions`].
        what: Option<String>,
    },
    /// A message's text: what a tool or a wait has returned.
    Text {
        /// The message.
        card: MessageId,
        /// Its whole text.
        text: String,
    },
    /// A number of events with this name has been sent.
    EventCount {
        /// The event's name.
        name: String,
        /// How many.
        count: usize,
    },
    /// A number of steps of this kind has happened.
    StepCount {
        /// Their kind.
        kind: String,
        /// What they are about; anything if absent.
        of: Option<String>,
        /// How many.
        count: usize,
    },
    /// The virtual time, in ms.
    Time(u64),
}

impl Claim {
    /// Whether it holds after a step of the run; otherwise what stands there instead.
    pub fn check(&self, record: &Record, step: u32) -> Result<(), String> {
        let Some(moment) = record.moment(step) else {
            return Err(format!("the run has no step {step}"));
        };
        let state = moment.snapshot;
        match self {
            Claim::Card { card, place } => {
                let found = moment.place_of(card);
                expect(found == *place, || format!("{card} is in {found}"))
            }
            Claim::Holds { place, cards } => {
                let found = if *place == Place::HISTORY {
                    moment.history
                } else {
                    state.cards(place.as_str())
                };
                expect(found == cards.as_slice(), || format!("it holds {}", list(found)))
            }
            Claim::Flag { flag, value } => {
                let found = state.flag(flag);
                expect(found == Some(value.as_str()), || match found {
                    Some(found) => format!("it is {found}"),
                    None => "there is no such flag now".to_owned(),
                })
            }
            Claim::Receipt { input, outcome, detail } => {
                let mut answers =
                    moment.receipts.iter().filter(|r| r.input == *input).map(|r| &r.receipt);
                let fits = |receipt: &&Receipt| {
                    receipt_name(receipt) == outcome
                        && detail.as_ref().is_none_or(|detail| says(receipt, detail))
                };
                let last = moment.receipts.iter().rfind(|r| r.input == *input);
                expect(answers.any(|receipt| fits(&receipt)), || match last {
                    Some(entry) => format!("the answer was {}", entry.receipt),
                    None => "there was no answer yet".to_owned(),
                })
            }
            Claim::Unanswered(input) => {
                let found = moment.receipts.iter().find(|entry| entry.input == *input);
                expect(found.is_none(), || {
                    found
                        .map(|entry| format!("the answer was {}", entry.receipt))
                        .unwrap_or_default()
                })
            }
            Claim::Requests(count) => {
                let found = moment.requests.len();
                expect(found == *count, || format!("there were {found}"))
            }
            Claim::Request { number, new, has, lacks, turn } => {
                let Some(request) = moment.requests.iter().find(|r| r.number == *number) else {
                    return Err(format!("there were only {} requests", moment.requests.len()));
                };
                if let Some(new) = new {
                    let found = request.new_items();
                    expect(found == new.as_slice(), || format!("new in it: {}", list(found)))?;
                }
                expect(in_order(has, &request.items), || {
                    format!("it holds {}", list(&request.items))
                })?;
                if let Some(stray) = lacks.iter().find(|id| request.items.contains(id)) {
                    return Err(format!("it holds {stray}"));
                }
                expect(turn.as_ref().is_none_or(|turn| request.turn.as_str() == turn), || {
                    format!("turn {} asked", request.turn)
                })
            }
            Claim::History(order) => expect(in_order(order, moment.history), || {
                format!("it holds {}", list(moment.history))
            }),
            Claim::Turn(wanted) => {
                let found = state.turn.as_ref().map(|turn| turn.id.to_string());
                expect(found == *wanted, || match found {
                    Some(found) => format!("turn {found} runs"),
                    None => "no turn runs".to_owned(),
                })
            }
            Claim::Parent(wanted) | Claim::Root(wanted) => {
                let of = |turn: &TurnView| match self {
                    Claim::Parent(_) => turn.parent,
                    _ => turn.root,
                };
                let found = state.turn.as_ref().and_then(of).map(|turn| turn.as_str());
                expect(found == wanted.as_deref(), || format!("it is {}", found.unwrap_or("none")))
            }
            Claim::Status(wanted) => {
                expect(state.status == wanted, || format!("it is {}", state.status))
            }
            Claim::Setting { name, value } => {
                let found = state.settings.iter().find(|(key, _)| key == name);
                expect(found.is_some_and(|(_, found)| found == value), || match found {
                    Some((_, found)) => format!("it is {found}"),
                    None => "there is no such setting".to_owned(),
                })
            }
            Claim::Reached { call, states } => {
                let view = state.tools.iter().find(|view| view.call == *call);
                let reached = view.map_or(&[][..], |view| &view.reached).iter();
                let found: Vec<&str> = reached.map(|reached| reached.state.name()).collect();
                expect(found == *states, || format!("it was {}", found.join(", ")))
            }
            Claim::Asks { call, what } => {
                let found = state.tools.iter().find(|view| view.call == *call);
                let found = found.and_then(|view| view.asks);
                expect(found == what.as_deref(), || match found {
                    Some(found) => format!("it asks for {found}"),
                    None => "it asks nothing".to_owned(),
                })
            }
            Claim::Text { card, text } => {
                let found = record.message(card).map(|message| &message.text);
                expect(found == Some(text), || format!("it is {found:?}"))
            }
            Claim::EventCount { name, count } => {
                let found = moment.events.iter().filter(|event| event.name == name).count();
                expect(found == *count, || format!("there were {found}"))
            }
            Claim::StepCount { kind, of, count } => {
                let pattern = StepPattern { kind: kind.clone(), of: of.clone(), nth: 1 };
                let done = record.steps.iter().take_while(|other| other.seq <= step);
                let found = done.filter(|other| pattern.matches(other)).count();
                expect(found == *count, || format!("there were {found}"))
            }
            Claim::Time(wanted) => {
                expect(state.at.0 == *wanted, || format!("the clock shows {}", state.at))
            }
        }
    }
}

fn expect(holds: bool, found: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(found()) }
}

/// Whether `wanted` appears in `found` in this order, with anything in between.
fn in_order(wanted: &[MessageId], found: &[MessageId]) -> bool {
    let mut rest = found.iter();
    wanted.iter().all(|id| rest.any(|other| other == id))
}

fn list(ids: &[MessageId]) -> String {
    let names: Vec<&str> = ids.iter().map(MessageId::as_str).collect();
    format!("[{}]", names.join(", "))
}

/// The kind of a receipt, as claims name it.
pub fn receipt_name(receipt: &Receipt) -> &'static str {
    match receipt {
        Receipt::Started { .. } => "Started",
        Receipt::Steered { .. } => "Steered",
        Receipt::NotSubmitted { .. } => "NotSubmitted",
        Receipt::Accepted => "Accepted",
        Receipt::Failed { .. } => "Failed",
        Receipt::Report { .. } => "Report",
    }
}

/// Whether an answer says this; of an error its name is enough.
fn says(receipt: &Receipt, detail: &str) -> bool {
    let whole = matches!(receipt, Receipt::Failed { .. }).then(|| receipt.to_string());
    receipt_detail(receipt) == detail || whole.as_deref() == Some(detail)
}

fn receipt_detail(receipt: &Receipt) -> String {
    match receipt {
        Receipt::Started { turn } | Receipt::Steered { turn } => turn.to_string(),
        Receipt::NotSubmitted { reason } => reason.to_string(),
        Receipt::Accepted => String::new(),
        Receipt::Failed { error, .. } => (*error).to_owned(),
        Receipt::Report { value } => value.clone(),
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Card { card, place } => write!(f, "{card} is in {place}"),
            Claim::Holds { place, cards } => write!(f, "{place} holds {}", list(cards)),
            Claim::Flag { flag, value } => write!(f, "{flag} is {value}"),
            Claim::Receipt { input, outcome, detail } => match detail {
                Some(detail) => write!(f, "{input} was answered {outcome}({detail})"),
                None => write!(f, "{input} was answered {outcome}"),
            },
            Claim::Unanswered(input) => write!(f, "{input} has no answer"),
            Claim::Requests(count) => write!(f, "the model was handed {count} requests"),
            Claim::Request { number, new, has, lacks, turn } => {
                write!(f, "request {number}")?;
                if let Some(new) = new {
                    write!(f, " has new {}", list(new))?;
                }
                if !has.is_empty() {
                    write!(f, " has {}", list(has))?;
                }
                if !lacks.is_empty() {
                    write!(f, " lacks {}", list(lacks))?;
                }
                match turn {
                    Some(turn) => write!(f, " is of turn {turn}"),
                    None => Ok(()),
                }
            }
            Claim::History(order) => write!(f, "the history holds {} in order", list(order)),
            Claim::Turn(Some(turn)) => write!(f, "turn {turn} runs"),
            Claim::Turn(None) => f.write_str("no turn runs"),
            Claim::Parent(turn) => write!(f, "the parent is {}", turn.as_deref().unwrap_or("none")),
            Claim::Root(turn) => write!(f, "the root is {}", turn.as_deref().unwrap_or("none")),
            Claim::Status(status) => write!(f, "the status is {status}"),
            Claim::Setting { name, value } => write!(f, "{name} is {value}"),
            Claim::Reached { call, states } => write!(f, "{call} was {}", states.join(", ")),
            Claim::Asks { call, what: Some(what) } => write!(f, "{call} asks for {what}"),
            Claim::Asks { call, what: None } => write!(f, "{call} asks nothing"),
            Claim::Text { card, text } => write!(f, "the text of {card} is {text:?}"),
            Claim::EventCount { name, count } => write!(f, "{name} was sent {count} times"),
            Claim::StepCount { kind, of, count } => {
                write!(f, "{kind} happened {count} times")?;
                of.as_ref().map_or(Ok(()), |of| write!(f, " to {of}"))
            }
            Claim::Time(at) => write!(f, "the clock shows {at} ms"),
        }
    }
}
