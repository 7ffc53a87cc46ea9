//! Claims: a small table each, told apart by its first key.

use super::desk::{Desk, Fields, MAX_MILLIS, Value};
use super::fault::{FaultCode, nearest};
use super::names::Sort;
use midturn_engine::lab::Claim;
use midturn_engine::lab::plan::MAX_STEPS;
use midturn_engine::runtimes::{System, VERSION};
use midturn_engine::world::{Place, StepPattern, ToolState, kinds};

/// The key that tells what a claim is about, and the keys that may stand beside it. The first that
/// stands there counts.
const FORMS: &[(&str, &[&str])] = &[
    ("card", &["card", "in", "text"]),
    ("place", &["place", "holds"]),
    ("flag", &["flag", "is"]),
    ("receipt", &["receipt", "is", "detail"]),
    ("unanswered", &["unanswered"]),
    ("requests", &["requests"]),
    ("request", &["request", "new", "has", "lacks", "turn"]),
    ("history", &["history"]),
    ("turn", &["turn"]),
    ("parent", &["parent"]),
    ("root", &["root"]),
    ("status", &["status"]),
    ("setting", &["setting", "is"]),
    ("event", &["event", "times"]),
    ("call", &["call", "asks", "reached"]),
    ("steps", &["steps", "of", "times"]),
    ("time", &["time"]),
];

/// How a submission can be answered.
const RECEIPTS: [&str; 6] = ["Started", "Steered", "NotSubmitted", "Accepted", "Failed", "Report"];

/// Places that every system has.
const PLACES: [Place; 9] = [
    Place::UNWRITTEN,
    Place::CLIENT,
    Place::AGENTS,
    Place::HOST,
    Place::CHANNEL,
    Place::MODEL,
    Place::TURN,
    Place::HISTORY,
    Place::DROPPED,
];

const MOST: u64 = MAX_STEPS as u64;

impl<'t> Desk<'t> {
    /// The claims under a key.
    pub(super) fn claims_in(&mut self, fields: Fields<'t>, key: &str) -> Vec<Claim> {
        self.list_in(fields, key).iter().filter_map(|value| self.claim(value)).collect()
    }

    fn claim(&mut self, value: &'t Value<'t>) -> Option<Claim> {
        let fields = self.table(value, "a claim")?;
        let Some((form, keys)) = FORMS.iter().find(|(form, _)| fields.has(form)) else {
            let forms: Vec<&str> = FORMS.iter().map(|(form, _)| *form).collect();
            let words = fields.table.keys().map(|key| key.get_ref().as_ref());
            let near = words.filter_map(|word| nearest(word, forms.iter().copied())).next();
            let allowed = format!("it begins with one of: {}", forms.join(", "));
            let found = "this claim is about nothing";
            return self.fault_near(fields.at, FaultCode::MissingKey, found, allowed, near);
        };
        self.only(fields, keys);
        match *form {
            "card" => self.card(fields),
            "place" => self.holds(fields),
            "flag" => self.flag(fields),
            "receipt" => self.receipt(fields),
            "unanswered" => {
                let input = self.reference_in(fields, "unanswered", Sort::Input)?;
                Some(Claim::Unanswered(input.into()))
            }
            "requests" => {
                let count = self.number_in(fields, "requests", MOST)?;
                Some(Claim::Requests(usize::try_from(count).ok()?))
            }
            "request" => self.request(fields),
            "history" => {
                let order = fields.get("history")?;
                Some(Claim::History(self.references(order, Sort::Message)))
            }
            "turn" => self.turn(fields),
            "parent" => self.text_in(fields, "parent").map(|turn| Claim::Parent(named(turn))),
            "root" => self.text_in(fields, "root").map(|turn| Claim::Root(named(turn))),
            "status" => self.text_in(fields, "status").map(Claim::Status),
            "setting" => self.setting(fields),
            "event" => self.event_count(fields),
            "call" => self.call_claim(fields),
            "steps" => self.step_count(fields),
            _ => self.number_in(fields, "time", MAX_MILLIS).map(Claim::Time),
        }
    }

    fn card(&mut self, fields: Fields<'t>) -> Option<Claim> {
        let card = self.reference_in(fields, "card", Sort::Message);
        match (fields.get("in"), fields.get("text")) {
            (Some(place), None) => {
                let place = self.place(place)?;
                Some(Claim::Card { card: card?.into(), place })
            }
            (None, Some(text)) => {
                let text = self.text(text)?;
                Some(Claim::Text { card: card?.into(), text })
            }
            (None, None) => {
                let found = "this claim says nothing about the card";
                self.fault(fields.at, FaultCode::Exclusive, found, "add in = ... or text = ...")
            }
            (Some(_), Some(_)) => {
                let at = fields.key_at("text");
                let found = "\"in\" and \"text\" exclude each other";
                self.fault(at, FaultCode::Exclusive, found, "make two claims of it")
            }
        }
    }

    fn holds(&mut self, fields: Fields<'t>) -> Option<Claim> {
        let place = fields.get("place").and_then(|value| self.place(value));
        let cards = self.need(fields, "holds")?;
        let cards = self.references(cards, Sort::Message);
        Some(Claim::Holds { place: place?, cards })
    }

    fn place(&mut self, value: &'t Value<'t>) -> Option<Place> {
        let name = match self.system {
            Some(system) => {
                let areas = system.areas.iter().map(|area| area.name);
                self.word(value, "place", PLACES.iter().map(Place::as_str).chain(areas))
            }
            None => self.str(value),
        };
        name.map(|name| Place::from(name.to_owned()))
    }

    fn flag(&mut self, fields: Fields<'t>) -> Option<Claim> {
        let value = fields.get("flag")?;
        let is = self.need(fields, "is");
        let flags = self.system?.flags;
        let flag = self.word(value, "flag", flags.iter().map(|(name, _)| *name))?;
        let values = flags.iter().find(|(name, _)| *name == flag).map(|(_, values)| *values)?;
        let value = self.word(is?, &format!("value of {flag}"), values.iter().copied())?;
        Some(Claim::Flag { flag: flag.to_owned(), value: value.to_owned() })
    }

    fn receipt(&mut self, fields: Fields<'t>) -> Option<Claim> {
        let input = self.reference_in(fields, "receipt", Sort::Input);
        let is = self.need(fields, "is")?;
        let outcome = self.word(is, "receipt", RECEIPTS);
        let detail = match (outcome, fields.get("detail")) {
            (Some("Started" | "Steered"), Some(value)) => Some(self.reference(value, Sort::Turn)?),
            (Some("NotSubmitted"), Some(value)) => Some(self.refusal(value)?),
            (_, Some(value)) => Some(self.str(value)?),
            (_, None) => None,
        };
        let (input, outcome) = (input?.into(), outcome?.to_owned());
        Some(Claim::Receipt { input, outcome, detail: detail.map(str::to_owned) })
    }

    /// A refusal's text begins with its reason; particulars may follow.
    fn refusal(&mut self, value: &'t Value<'t>) -> Option<&'t str> {
        let text = self.str(value)?;
        let reason = text.split(' ').next().unwrap_or_default();
        let known = self.vocabulary().refusals;
        if self.system.is_none() || known.contains(&reason) {
            return Some(text);
        }
        let at = value.span().start;
        self.unknown(at, FaultCode::UnknownWord, "refusal", reason, known.iter().copied())
    }

    fn request(&mut self, fields: Fields<'t>) -> Option<Claim> {
        let number = self.number_in(fields, "request", MOST);
        let mut items = |key| fields.get(key).map(|v| self.references(v, Sort::Message));
        let (new, has, lacks) = (items("new"), items("has"), items("lacks"));
        let turn = self.reference_in(fields, "turn", Sort::Turn).map(str::to_owned);
        if !["new", "has", "lacks", "turn"].iter().any(|key| fields.has(key)) {
            let found = "this claim says nothing about the request";
            let allowed = "add one or more of new, has, lacks, turn";
            return self.fault(fields.at, FaultCode::MissingKey, found, allowed);
        }
        let (has, lacks) = (has.unwrap_or_default(), lacks.unwrap_or_default());
        Some(Claim::Request { number: u32::try_from(number?).ok()?, new, has, lacks, turn })
    }

    fn turn(&mut self, fields: Fields<'t>) -> Option<Claim> {
        let value = fields.get("turn")?;
        if self.str(value)? == "none" {
            return Some(Claim::Turn(None));
        }
        let turn = self.reference(value, Sort::Turn)?;
        Some(Claim::Turn(Some(turn.to_owned())))
    }

    fn setting(&mut self, fields: Fields<'t>) -> Option<Claim> {
        let is = self.need(fields, "is");
        let name = self.setting_name(fields.get("setting")?)?;
        let value = self.setting_value(name, is?)?;
        Some(Claim::Setting { name: name.to_owned(), value })
    }

    fn call_claim(&mut self, fields: Fields<'t>) -> Option<Claim> {
        let call = self.reference_in(fields, "call", Sort::Call);
        if let Some(reached) = fields.get("reached") {
            self.unwanted(fields, &["asks"], "a claim about what a call reached");
            let names = ToolState::ALL.map(ToolState::name);
            let states = self.list(reached).iter();
            let states = states.filter_map(|state| self.word(state, "state of a call", names));
            let states = states.map(str::to_owned).collect();
            return Some(Claim::Reached { call: call?.into(), states });
        }
        let asks = self.need(fields, "asks")?;
        let known = self.vocabulary().questions;
        let what = self.word(asks, "question", known.iter().copied().chain(["nothing"]))?;
        let what = (what != "nothing").then(|| what.to_owned());
        Some(Claim::Asks { call: call?.into(), what })
    }

    fn event_count(&mut self, fields: Fields<'t>) -> Option<Claim> {
        let times = self.need(fields, "times");
        let name = self.event_name(fields.get("event")?);
        let count = usize::try_from(self.number(times?, MOST)?).ok()?;
        Some(Claim::EventCount { name: name?.to_owned(), count })
    }

    fn step_count(&mut self, fields: Fields<'t>) -> Option<Claim> {
        let kind = fields.get("steps").and_then(|value| self.kind(value));
        let of = match fields.get("of") {
            Some(value) => Some(self.reference(value, Sort::Subject)?.to_owned()),
            None => None,
        };
        let times = self.need(fields, "times")?;
        let count = usize::try_from(self.number(times, MOST)?).ok()?;
        Some(Claim::StepCount { kind: kind?.to_owned(), of, count })
    }

    // --- Words of the system, wherever they stand ------------------------------------------------

    pub(super) fn event_name(&mut self, value: &'t Value<'t>) -> Option<&'t str> {
        let Some(system) = self.system else { return self.str(value) };
        self.word(value, "event", system.vocabulary().events.iter().copied())
    }

    pub(super) fn setting_name(&mut self, value: &'t Value<'t>) -> Option<&'t str> {
        let Some(system) = self.system else { return self.str(value) };
        self.word(value, "setting", settings_of(system))
    }

    pub(super) fn setting_value(&mut self, name: &str, value: &'t Value<'t>) -> Option<String> {
        if name == VERSION {
            let versions = self.system.into_iter().flat_map(System::version_names);
            return self.word(value, "version", versions).map(str::to_owned);
        }
        let settings = self.system.map_or(&[][..], |system| system.settings);
        let spec = settings.iter().find(|spec| spec.name == name)?;
        if spec.values.is_empty() {
            return self.number(value, MAX_MILLIS).map(|number| number.to_string());
        }
        let word = self.word(value, &format!("value of {name}"), spec.values.iter().copied())?;
        Some(word.to_owned())
    }

    /// A step: `{ step = KIND, of = ID, nth = N }`.
    pub(super) fn step_in(&mut self, fields: Fields<'t>, key: &str) -> Option<StepPattern> {
        let value = self.need(fields, key)?;
        let fields = self.table(value, "a step")?;
        self.only(fields, &["step", "of", "nth"]);
        let kind = self.need(fields, "step").and_then(|value| self.kind(value));
        let of = match fields.get("of") {
            Some(value) => Some(self.reference(value, Sort::Subject)?.to_owned()),
            None => None,
        };
        let nth = match fields.get("nth") {
            Some(value) => self.number(value, MOST)?,
            None => 1,
        };
        if nth == 0 {
            let at = fields.get("nth").map_or(fields.at, |value| value.span().start);
            return self.fault(at, FaultCode::TooMuch, "steps are counted from 1", "write nth = 1");
        }
        Some(StepPattern { kind: kind?.to_owned(), of, nth: u32::try_from(nth).ok()? })
    }

    fn kind(&mut self, value: &'t Value<'t>) -> Option<&'t str> {
        let Some(system) = self.system else { return self.str(value) };
        let known = kinds::ALL.iter().chain(system.vocabulary().kinds).map(|kind| kind.0);
        self.word(value, "kind of step", known)
    }
}

/// The settings that a scenario may choose: the system's own, and its version where there are several.
pub(super) fn settings_of(system: &'static System) -> impl Iterator<Item = &'static str> {
    let version = system.version_names().next().map(|_| VERSION);
    system.settings.iter().map(|spec| spec.name).chain(version)
}

/// A turn, or none.
fn named(turn: String) -> Option<String> {
    (turn != "none").then_some(turn)
}
