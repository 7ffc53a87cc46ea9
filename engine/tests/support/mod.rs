//! A small driver that tells a story: load, act, run, look.
//!
//! Each test file is one danger; add a test by writing a [`Tale`] and asserting what a reader could see.
#![allow(dead_code)]

use midturn_engine::ground::Millis;
use midturn_engine::lab::plan::{Act, Input, Trigger, TriggerEvent};
use midturn_engine::lab::{Claim, Plan, Record, Run, checkers};
use midturn_engine::world::{
    Actor, Beat, Call, Content, Mail, Message, MessageId, Operation, Origin, Place, ResponseScript,
    StepPattern, ToolScript,
};

/// A plan in the making.
#[derive(Clone, Default)]
pub struct Tale(pub Plan);

impl Tale {
    pub fn codex() -> Tale {
        Tale(Plan { id: "tale".into(), system: "codex".into(), ..Plan::default() })
    }

    fn message(mut self, id: &str, origin: Origin, content: Content) -> Tale {
        let text = format!("text of {id}");
        self.0.messages.push(Message { id: id.into(), origin, content, text });
        self
    }

    pub fn user(self, id: &str) -> Tale {
        self.message(id, Origin::User, Content::UserText)
    }

    pub fn host_item(self, id: &str) -> Tale {
        self.message(id, Origin::Host, Content::HostItem)
    }

    pub fn mail(self, id: &str, trigger: bool) -> Tale {
        let (author, recipient) = ("/root/tester".to_owned(), "/root".to_owned());
        let mail = Mail { author, recipient, trigger, parent_turn: None, root_turn: None };
        self.message(id, Origin::Agent, Content::Mail(mail))
    }

    pub fn lying(mut self, area: &str, ids: &[&str]) -> Tale {
        let ids = ids.iter().map(|id| MessageId::from(*id)).collect();
        self.0.initial.areas.push((area.to_owned(), ids));
        self
    }

    pub fn setting(mut self, name: &str, value: &str) -> Tale {
        self.0.initial.settings.push((name.to_owned(), value.to_owned()));
        self
    }

    /// An input that is due as `when` says; `what` is `operation`, `operation message`, or
    /// `operation message name=value`, with `-` for no message.
    pub fn input(mut self, id: &str, when: Trigger, what: &str) -> Tale {
        let mut words = what.split(' ');
        let name = words.next().expect("an operation").to_owned();
        let message = words.next().filter(|word| *word != "-");
        let args = words
            .filter_map(|word| word.split_once('='))
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let act = if name == "release" {
            Act::Release(message.expect("a gate").into())
        } else {
            Act::Operate(Operation { name: name.clone(), message: message.map(Into::into), args })
        };
        let actor = match name.as_str() {
            "mail" => Actor::Agent("tester".into()),
            "inject" | "release" => Actor::Host,
            _ => Actor::User,
        };
        self.0.inputs.push(Input { id: id.into(), actor, when, act });
        self
    }

    pub fn response(mut self, beats: Vec<Beat>) -> Tale {
        self.0.responses.push(ResponseScript { beats, ..Default::default() });
        self
    }

    pub fn tool(mut self, call: &str, takes: u64, ignores_cancel: bool) -> Tale {
        self.0.tools.push(ToolScript {
            call: call.into(),
            takes: Millis(takes),
            gate: None,
            output: format!("output of {call}"),
            tokens: 0,
            new_window: false,
            exclusive: false,
            concludes: false,
            context: None,
            detachable: false,
            yields: None,
            fails: false,
            ignores_cancel,
            asks: None,
            side_effect: None,
            compensates: None,
        });
        self
    }

    pub fn run(&self) -> Record {
        let mut run = Run::new(&self.0).expect("a known system");
        run.finish();
        let record = run.record().clone();
        assert_eq!(checkers::check_all(&record), vec![], "{}", trace_of(&record));
        record
    }
}

pub fn at(millis: u64) -> Trigger {
    Trigger { event: TriggerEvent::Start, plus: Millis(millis) }
}

pub fn after(kind: &str, of: &str) -> Trigger {
    let of = (!of.is_empty()).then(|| of.to_owned());
    let pattern = StepPattern { kind: kind.into(), of, nth: 1 };
    Trigger { event: TriggerEvent::Step(pattern), plus: Millis(0) }
}

pub fn gate(gate: &str) -> Trigger {
    Trigger { event: TriggerEvent::Gate(gate.into()), plus: Millis(0) }
}

pub fn answered(input: &str) -> Trigger {
    Trigger { event: TriggerEvent::Answered(input.into()), plus: Millis(0) }
}

pub fn stand(gate: &str) -> Beat {
    Beat::Gate(gate.into())
}

pub fn says(id: &str, content: Content) -> Beat {
    let text = format!("text of {id}");
    let item = Message { id: id.into(), origin: Origin::Model, content, text };
    Beat::Item { item, takes: Millis(100), gate: None }
}

pub fn calls(call: &str, tool: &str) -> Beat {
    says(
        &format!("call:{call}"),
        Content::Call(Call {
            call: call.into(),
            tool: tool.into(),
            millis: None,
            to: None,
            flaw: None,
        }),
    )
}

/// The trace as lines, for reading a failure.
pub fn trace_of(record: &Record) -> String {
    let lines = record.steps.iter().map(|step| {
        let moves: Vec<String> = step
            .moves
            .iter()
            .map(|change| format!("{}: {} -> {}", change.message, change.from, change.to))
            .collect();
        format!(
            "{:>3} {:>6} {:<24} {:<14} {} [{}] {}",
            step.seq,
            step.at.0,
            step.kind.0,
            step.about().unwrap_or(""),
            step.rule.map_or("", |rule| rule.0),
            moves.join(", "),
            format_args!("{:?}", step.actor),
        )
    });
    let mut text: Vec<String> = lines.collect();
    text.push(format!("{:?}", record.outcome));
    text.join("\n")
}

/// Asserts a claim after the last step.
pub fn finally(record: &Record, claim: Claim) {
    if let Err(found) = claim.check(record, record.last()) {
        panic!("{claim}, but {found}\n{}", trace_of(record));
    }
}

pub fn receipt(input: &str, outcome: &str, detail: &str) -> Claim {
    let detail = (!detail.is_empty()).then(|| detail.to_owned());
    Claim::Receipt { input: input.into(), outcome: outcome.into(), detail }
}

pub fn new_in(number: u32, ids: &[&str]) -> Claim {
    let new = Some(ids.iter().map(|id| MessageId::from(*id)).collect());
    Claim::Request { number, new, has: vec![], lacks: vec![], turn: None }
}

pub fn holds(place: &'static str, ids: &[&str]) -> Claim {
    let cards = ids.iter().map(|id| MessageId::from(*id)).collect();
    Claim::Holds { place: Place::named(place), cards }
}
