//! Who writes what, and who does what and when: `[initial]`, `[[message]]`, `[[input]]`.

use super::claims::settings_of;
use super::desk::{Desk, Fields, MAX_MILLIS, Value};
use super::fault::FaultCode;
use super::names::Sort;
use midturn_engine::ground::Millis;
use midturn_engine::lab::plan::{Act, Initial, Input, Operation, Trigger, TriggerEvent};
use midturn_engine::runtimes::{ArgKind, MessageUse, OperationSpec};
use midturn_engine::world::{Actor, Content, Mail, Message, MessageId, Origin, json};

/// Lets a script go on; the one thing to do that is no operation of a system.
const RELEASE: &str = "release";

impl<'t> Desk<'t> {
    pub(super) fn initial(&mut self, root: Fields<'t>) -> Initial {
        let Some(fields) = self.table_in(root, "initial", "the initial state") else {
            return Initial::default();
        };
        let areas = self.system.map_or(&[][..], |system| system.areas).iter();
        let areas: Vec<&str> =
            areas.filter(|area| area.initial.is_some()).map(|area| area.name).collect();
        let keys: Vec<&str> = areas.iter().copied().chain(["settings"]).collect();
        if self.system.is_some() {
            self.only(fields, &keys);
        }
        let filled = areas.into_iter().filter_map(|area| Some((area, fields.get(area)?)));
        let filled: Vec<(&str, &Value)> = filled.collect();
        let areas = filled
            .into_iter()
            .map(|(area, cards)| (area.to_owned(), self.references(cards, Sort::Written)))
            .collect();
        let initial = Initial { areas, settings: self.settings(fields) };
        self.placed_once(fields, &initial);
        initial
    }

    fn settings(&mut self, fields: Fields<'t>) -> Vec<(String, String)> {
        let Some(settings) = self.table_in(fields, "settings", "the settings") else {
            return Vec::new();
        };
        if let Some(system) = self.system {
            let known: Vec<&str> = settings_of(system).collect();
            self.only(settings, &known);
        }
        let pairs = settings.table.iter();
        let pairs = pairs.filter_map(|(key, value)| {
            let name = key.get_ref().as_ref();
            Some((name.to_owned(), self.setting_value(name, value)?))
        });
        pairs.collect()
    }

    /// A message lies in one place only.
    fn placed_once(&mut self, fields: Fields<'t>, initial: &Initial) {
        let mut seen: Vec<&MessageId> = Vec::new();
        for (area, cards) in &initial.areas {
            for card in cards {
                if seen.contains(&card) {
                    let found = format!("{card} already lies in an area");
                    let allowed = "a message is in one place";
                    self.fault::<()>(fields.key_at(area), FaultCode::Duplicate, found, allowed);
                }
                seen.push(card);
            }
        }
    }

    /// An area holds what its own writers write, a queue of user messages no mail, and not too many.
    pub(super) fn each_in_its_area(
        &mut self,
        root: Fields<'t>,
        messages: &[Message],
        initial: &Initial,
    ) {
        let Some(fields) = root.get("initial").and_then(|value| value.get_ref().as_table()) else {
            return;
        };
        let specs = self.system.map_or(&[][..], |system| system.areas);
        for (area, cards) in &initial.areas {
            let Some(spec) = specs.iter().find(|spec| spec.name == area) else { continue };
            let at = fields.get_key_value(area.as_str()).map_or(0, |(key, _)| key.span().start);
            if let Some(most) = spec.most {
                self.at_most(at, cards.len(), most, "messages in this area");
            }
            let Some(wanted) = spec.initial else { continue };
            let own = messages.iter().filter(|message| cards.contains(&message.id));
            if let Some(stray) = own.into_iter().find(|message| message.origin != wanted) {
                let found = format!("{} is no message that can lie in {area}", stray.id);
                let allowed = format!("messages from = {:?} lie there", writer(wanted));
                self.fault::<()>(at, FaultCode::Exclusive, found, allowed);
            }
        }
    }

    // --- Messages --------------------------------------------------------------------------------

    pub(super) fn message(&mut self, value: &'t Value<'t>) -> Option<Message> {
        let fields = self.table(value, "a message")?;
        self.only(fields, &["id", "from", "text", "mail", "tool-output", "command"]);
        let id = self.need(fields, "id").and_then(|value| self.str(value));
        let from = self.need(fields, "from");
        let from = from.and_then(|value| self.word(value, "writer", ["user", "agent", "host"]));
        let text = self.need(fields, "text");
        let text = text.and_then(|value| self.wording(value, &id.unwrap_or_default().into()));
        let output = self.bool_in(fields, "tool-output").unwrap_or_default();
        if output && from.is_some_and(|from| from != "host") {
            self.unwanted(fields, &["tool-output"], "another writer than the host");
        }
        let command = self.bool_in(fields, "command").unwrap_or_default();
        if command && from.is_some_and(|from| from != "user") {
            self.unwanted(fields, &["command"], "another writer than the user");
        }
        let (origin, content) = match (from?, fields.get("mail")) {
            ("agent", _) => {
                let mail = self.need(fields, "mail").and_then(|value| self.mail(value))?;
                (Origin::Agent, Content::Mail(mail))
            }
            (_, Some(mail)) => {
                let found = "\"mail\" stands beside another writer than an agent";
                let allowed = "take it out or write from = \"agent\"";
                let at = fields.key_at("mail");
                let _ = self.mail(mail);
                return self.fault(at, FaultCode::Exclusive, found, allowed);
            }
            ("user", None) if command => (Origin::User, Content::Command),
            ("user", None) => (Origin::User, Content::UserText),
            (_, None) if output => (Origin::Host, Content::StandaloneOutput),
            (_, None) => (Origin::Host, Content::HostItem),
        };
        Some(Message { id: id?.into(), origin, content, text: text? })
    }

    fn mail(&mut self, value: &'t Value<'t>) -> Option<Mail> {
        let fields = self.table(value, "a mail")?;
        self.only(fields, &["author", "recipient", "trigger", "parent", "root"]);
        let author = self.need(fields, "author").and_then(|value| self.text(value));
        let recipient = self.text_in(fields, "recipient");
        Some(Mail {
            recipient: recipient.unwrap_or_else(|| self.vocabulary().main_agent.to_owned()),
            trigger: self.bool_in(fields, "trigger").unwrap_or_default(),
            parent_turn: self.text_in(fields, "parent").map(Into::into),
            root_turn: self.text_in(fields, "root").map(Into::into),
            author: author?,
        })
    }

    // --- Inputs ----------------------------------------------------------------------------------

    pub(super) fn input(&mut self, value: &'t Value<'t>) -> Option<Input> {
        let fields = self.table(value, "an input")?;
        self.only(
            fields,
            &[
                "id",
                "by",
                "do",
                "message",
                "args",
                "gate",
                "at",
                "after",
                "at-gate",
                "once-answered",
                "with",
                "plus",
            ],
        );
        let id = self.need(fields, "id").and_then(|value| self.str(value));
        let actor = self.need(fields, "by").and_then(|value| self.actor(value));
        let when = self.trigger(fields);
        let act = self.act(fields);
        Some(Input { id: id?.into(), actor: actor?, when: when?, act: act? })
    }

    fn actor(&mut self, value: &'t Value<'t>) -> Option<Actor> {
        let by = self.str(value)?;
        if let Some(name) = by.strip_prefix("agent:").filter(|name| !name.is_empty()) {
            return Some(Actor::Agent(name.into()));
        }
        match self.word(value, "actor", ["user", "client", "host", "agent:NAME"])? {
            "user" => Some(Actor::User),
            "client" => Some(Actor::Client),
            "host" => Some(Actor::Host),
            _ => Some(Actor::Agent("NAME".into())),
        }
    }

    fn trigger(&mut self, fields: Fields<'t>) -> Option<Trigger> {
        const WHEN: [&str; 5] = ["at", "after", "at-gate", "once-answered", "with"];
        let given: Vec<&str> = WHEN.into_iter().filter(|key| fields.has(key)).collect();
        if let [first, second, ..] = given[..] {
            let found = format!("{first:?} and {second:?} both say when");
            let allowed = format!("one of {} may stand here", WHEN.join(", "));
            return self.fault(fields.key_at(second), FaultCode::Exclusive, found, allowed);
        }
        let event = match given.first().copied() {
            None | Some("at") => TriggerEvent::Start,
            Some("after") => TriggerEvent::Step(self.step_in(fields, "after")?),
            Some("at-gate") => {
                TriggerEvent::Gate(self.reference_in(fields, "at-gate", Sort::Gate)?.into())
            }
            Some("once-answered") => {
                let input = self.reference_in(fields, "once-answered", Sort::Input)?;
                TriggerEvent::Answered(input.into())
            }
            Some(_) => TriggerEvent::With(self.reference_in(fields, "with", Sort::Input)?.into()),
        };
        let counted = matches!(event, TriggerEvent::Start | TriggerEvent::With(_));
        if counted && fields.has("plus") {
            let found = "\"plus\" has nothing to be added to";
            let allowed = "it goes with after, at-gate or once-answered";
            return self.fault(fields.key_at("plus"), FaultCode::Exclusive, found, allowed);
        }
        let key = if counted { "at" } else { "plus" };
        let plus = match fields.get(key) {
            Some(value) => self.number(value, MAX_MILLIS)?,
            None => 0,
        };
        Some(Trigger { event, plus: Millis(plus) })
    }

    fn act(&mut self, fields: Fields<'t>) -> Option<Act> {
        let value = self.need(fields, "do")?;
        let operations = self.system?.vocabulary().operations;
        let known = operations.iter().map(|spec| spec.name).chain([RELEASE]);
        let name = self.word(value, "operation", known)?;
        if name == RELEASE {
            self.unwanted(fields, &["message", "args"], RELEASE);
            let gate = self.need(fields, "gate")?;
            return self.reference(gate, Sort::Gate).map(|gate| Act::Release(gate.into()));
        }
        self.unwanted(fields, &["gate"], name);
        let spec = operations.iter().find(|spec| spec.name == name)?;
        let message = self.carried(fields, spec);
        let args = self.args(fields, spec);
        Some(Act::Operate(Operation { name: name.to_owned(), message: message?, args }))
    }

    pub(super) fn unwanted(&mut self, fields: Fields<'t>, keys: &[&str], name: &str) {
        for key in keys.iter().filter(|key| fields.has(key)) {
            let found = format!("{name} takes no {key:?}");
            self.fault::<()>(fields.key_at(key), FaultCode::Exclusive, found, "take it out");
        }
    }

    /// The message of an operation, as far as it may carry one.
    fn carried(&mut self, fields: Fields<'t>, spec: &OperationSpec) -> Option<Option<MessageId>> {
        match (spec.message, fields.get("message")) {
            (MessageUse::Never, Some(_)) => {
                self.unwanted(fields, &["message"], spec.name);
                None
            }
            (MessageUse::Required, None) => {
                let found = format!("{} carries a message", spec.name);
                let allowed = "add message = ...".to_owned();
                self.missing(fields, "message", FaultCode::MissingKey, found, allowed)
            }
            (_, None) => Some(None),
            (_, Some(value)) => {
                Some(Some(self.reference(value, Sort::Written).map(MessageId::from)?))
            }
        }
    }

    fn args(&mut self, fields: Fields<'t>, spec: &OperationSpec) -> Vec<(String, String)> {
        let given = self.table_in(fields, "args", "the arguments of this operation");
        if let Some(given) = given {
            let known: Vec<&str> = spec.args.iter().map(|arg| arg.name).collect();
            self.only(given, &known);
        }
        let mut args = Vec::new();
        for arg in spec.args {
            match given.and_then(|given| given.get(arg.name)) {
                Some(value) => {
                    args.extend(self.arg(value, arg.takes).map(|text| (arg.name.to_owned(), text)));
                }
                None if arg.required => {
                    let found = format!("{} has no argument {:?}", spec.name, arg.name);
                    let allowed = format!("add args = {{ {} = ... }}", arg.name);
                    let place = given.unwrap_or(fields);
                    self.missing::<()>(place, arg.name, FaultCode::MissingKey, found, allowed);
                }
                None => {}
            }
        }
        args
    }

    fn arg(&mut self, value: &'t Value<'t>, takes: ArgKind) -> Option<String> {
        match takes {
            ArgKind::Text => self.text(value),
            ArgKind::Millis => self.number(value, MAX_MILLIS).map(|number| number.to_string()),
            ArgKind::Count => {
                self.number(value, u64::from(u32::MAX)).map(|number| number.to_string())
            }
            ArgKind::Message => self.reference(value, Sort::Message).map(str::to_owned),
            ArgKind::Json => self.json(value),
            ArgKind::Messages => Some(self.references::<&str>(value, Sort::Written).join(",")),
            ArgKind::Word(words) => {
                self.word(value, "such value", words.iter().copied()).map(str::to_owned)
            }
        }
    }

    /// A JSON value, written as a text.
    fn json(&mut self, value: &'t Value<'t>) -> Option<String> {
        let text = self.text(value)?;
        if json::canonical(&text).is_some() {
            return Some(text);
        }
        let (at, found) = (value.span().start, "this text is no JSON");
        self.fault(at, FaultCode::WrongType, found, "a JSON value in quotes belongs here")
    }
}

/// A writer as a file names it.
fn writer(origin: Origin) -> &'static str {
    match origin {
        Origin::User => "user",
        Origin::Agent => "agent",
        Origin::Host | Origin::Model | Origin::Tool => "host",
    }
}
