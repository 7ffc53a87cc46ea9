//! What the model says and what tools do: `[[response]]` and `[[tool]]`.

use super::desk::{Desk, Fields, MAX_MILLIS, Value};
use super::fault::FaultCode;
use super::names::Sort;
use midturn_engine::ground::Millis;
use midturn_engine::world::{
    Ask, Beat, Call, Content, Failure, Flaw, Message, MessageId, Origin, ResponseCut,
    ResponseScript, ToolScript,
};

/// Items that are a text, by their key.
const SAYINGS: [(&str, Content); 5] = [
    ("reasoning", Content::Reasoning),
    ("commentary", Content::Commentary),
    ("final", Content::FinalAnswer),
    ("untagged", Content::Untagged),
    ("summary", Content::Summary),
];

impl<'t> Desk<'t> {
    pub(super) fn response(&mut self, value: &'t Value<'t>) -> Option<ResponseScript> {
        let fields = self.table(value, "a response")?;
        self.only(
            fields,
            &["items", "end-turn", "tokens", "fails", "retryable", "overflow", "cut"],
        );
        let end_turn = self.bool_in(fields, "end-turn");
        let tokens = self.number_in(fields, "tokens", MAX_MILLIS);
        let fails = self.failure(fields);
        let items = self.need(fields, "items")?;
        let beats = self.list(items).iter().filter_map(|item| self.item(item)).collect();
        let cut = fields.get("cut").and_then(|value| self.cut(value));
        Some(ResponseScript { beats, end_turn, tokens, fails, cut })
    }

    /// How a response breaks off, where it does.
    fn failure(&mut self, fields: Fields<'t>) -> Option<Failure> {
        let mut says = |key| self.bool_in(fields, key).unwrap_or_default();
        let (retryable, overflow) = (says("retryable"), says("overflow"));
        if fields.has("fails") {
            let error = self.text_in(fields, "fails")?;
            return Some(Failure { error, retryable, overflow });
        }
        for key in ["retryable", "overflow"].into_iter().filter(|key| fields.has(key)) {
            let (at, found) = (fields.key_at(key), "this response does not fail");
            self.fault::<()>(at, FaultCode::Exclusive, found, "add fails = ... or take it out");
        }
        None
    }

    fn cut(&mut self, value: &'t Value<'t>) -> Option<ResponseCut> {
        match self.word(value, "cut of a response", ["length", "filter"])? {
            "length" => Some(ResponseCut::Length),
            _ => Some(ResponseCut::Filter),
        }
    }

    fn item(&mut self, value: &'t Value<'t>) -> Option<Beat> {
        let fields = self.table(value, "an item of a response")?;
        let mut sorts = SAYINGS.iter().map(|(key, _)| *key).chain(["call"]);
        let given: Vec<&str> = sorts.by_ref().filter(|key| fields.has(key)).collect();
        match given[..] {
            ["call"] => self.call(fields),
            [key] => self.saying(fields, key),
            [] if fields.has("gate") => {
                self.only(fields, &["gate"]);
                self.reference_in(fields, "gate", Sort::Gate).map(|gate| Beat::Gate(gate.into()))
            }
            [] => {
                let keys =
                    ["reasoning", "commentary", "final", "untagged", "summary", "call", "gate"];
                let words = fields.table.keys().map(|key| key.get_ref().as_ref());
                let near = words.filter_map(|word| super::fault::nearest(word, keys)).next();
                let found = "this item is nothing the model can do";
                let allowed = format!("it has one of: {}", keys.join(", "));
                self.fault_near(fields.at, FaultCode::Exclusive, found, allowed, near)
            }
            [first, second, ..] => {
                let found = format!("this item is {first:?} and {second:?} at once");
                let at = fields.key_at(second);
                self.fault(at, FaultCode::Exclusive, found, "an item is one thing")
            }
        }
    }

    fn saying(&mut self, fields: Fields<'t>, key: &str) -> Option<Beat> {
        self.only(fields, &[key, "id", "ms", "gate"]);
        let id = self.need(fields, "id").and_then(|value| self.str(value));
        let of = MessageId::from(id.unwrap_or_default());
        let text = fields.get(key).and_then(|value| self.wording(value, &of));
        let (_, content) = SAYINGS.iter().find(|(name, _)| *name == key)?;
        id?;
        let item = Message { id: of, origin: Origin::Model, content: content.clone(), text: text? };
        self.timed(fields, item)
    }

    fn call(&mut self, fields: Fields<'t>) -> Option<Beat> {
        self.only(fields, &["call", "tool", "text", "ms", "gate", "wait-ms", "to", "flaw"]);
        let call = fields.get("call").and_then(|value| self.str(value));
        let tool = self.need(fields, "tool").and_then(|value| self.text(value));
        let millis = self.number_in(fields, "wait-ms", MAX_MILLIS);
        let to = self.text_in(fields, "to");
        let flaw = fields.get("flaw").and_then(|value| self.flaw(value));
        let id = MessageId::from(format!("call:{}", call.unwrap_or_default()));
        let text = match fields.get("text") {
            Some(value) => self.wording(value, &id)?,
            None => String::new(),
        };
        let content = Content::Call(Call { call: call?.into(), tool: tool?, millis, to, flaw });
        self.timed(fields, Message { id, origin: Origin::Model, content, text })
    }

    fn flaw(&mut self, value: &'t Value<'t>) -> Option<Flaw> {
        match self.word(value, "flaw of a call", ["malformed", "fatal"])? {
            "malformed" => Some(Flaw::Malformed),
            _ => Some(Flaw::Fatal),
        }
    }

    fn timed(&mut self, fields: Fields<'t>, item: Message) -> Option<Beat> {
        let takes = Millis(self.millis(fields)?);
        let gate = self.reference_in(fields, "gate", Sort::Gate).map(Into::into);
        Some(Beat::Item { item, takes, gate })
    }

    fn millis(&mut self, fields: Fields<'t>) -> Option<u64> {
        match fields.get("ms") {
            Some(value) => self.number(value, MAX_MILLIS),
            None => Some(0),
        }
    }

    pub(super) fn tools(&mut self, root: Fields<'t>) -> Vec<ToolScript> {
        let mut tools: Vec<ToolScript> = Vec::new();
        for value in self.list_in(root, "tool") {
            let Some(tool) = self.tool(value) else { continue };
            if tools.iter().any(|other| other.call == tool.call) {
                let found = format!("there already is a script for the call {}", tool.call);
                let at = value.span().start;
                self.fault::<()>(at, FaultCode::Duplicate, found, "a call is made once");
            }
            tools.push(tool);
        }
        tools
    }

    /// A side effect begins while the tool is at work.
    fn side_effect(&mut self, fields: Fields<'t>, takes: Option<u64>) -> Option<Millis> {
        let most = takes.unwrap_or(MAX_MILLIS);
        self.number_in(fields, "side-effect-ms", most).map(Millis)
    }

    fn ask(&mut self, fields: Fields<'t>) -> Option<Ask> {
        let key = self.text_in(fields, "asks-as");
        let Some(value) = fields.get("asks") else {
            if key.is_some() {
                self.unwanted(fields, &["asks-as"], "a tool that asks nothing");
            }
            return None;
        };
        let known = self.vocabulary().questions;
        let what = self.word(value, "question", known.iter().copied())?;
        Some(Ask { what: what.to_owned(), key })
    }

    fn tool(&mut self, value: &'t Value<'t>) -> Option<ToolScript> {
        let fields = self.table(value, "a tool's script")?;
        const KEYS: &[&str] = &[
            "call",
            "ms",
            "output",
            "tokens",
            "new-window",
            "exclusive",
            "yields",
            "concludes",
            "context",
            "detachable",
            "fails",
            "ignores-cancel",
            "gate",
            "asks",
            "asks-as",
            "side-effect-ms",
            "compensates",
        ];
        self.only(fields, KEYS);
        let call = self.need(fields, "call");
        let call = call.and_then(|value| self.reference(value, Sort::Call));
        let output = self.need(fields, "output");
        let of = MessageId::from(format!("out:{}", call.unwrap_or_default()));
        let output = output.and_then(|value| self.wording(value, &of));
        let takes = self.millis(fields);
        let yields = self.text_in(fields, "yields");
        Some(ToolScript {
            new_window: self.bool_in(fields, "new-window").unwrap_or_default(),
            exclusive: self.bool_in(fields, "exclusive").unwrap_or_default(),
            concludes: self.bool_in(fields, "concludes").unwrap_or_default(),
            context: self.text_in(fields, "context"),
            detachable: self.bool_in(fields, "detachable").unwrap_or_default(),
            yields,
            gate: self.reference_in(fields, "gate", Sort::Gate).map(Into::into),
            tokens: self.number_in(fields, "tokens", MAX_MILLIS).unwrap_or_default(),
            asks: self.ask(fields),
            side_effect: self.side_effect(fields, takes),
            compensates: self.reference_in(fields, "compensates", Sort::Call).map(Into::into),
            fails: self.bool_in(fields, "fails").unwrap_or_default(),
            ignores_cancel: self.bool_in(fields, "ignores-cancel").unwrap_or_default(),
            call: call?.into(),
            takes: Millis(takes?),
            output: output?,
        })
    }
}
