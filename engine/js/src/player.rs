//! A player: a run, and the step at which its reader is.

use crate::error::Failure;
use crate::{input, to_js};
use midturn_engine::lab::{Moment, Plan, Record, Run, choices, fates};
use midturn_engine::world::{Event, Message, MessageId, ReceiptEntry, Request, Snapshot, Step};
use midturn_scenarios::TraceDocument;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A run that has been taken to its end, and a position in it.
#[wasm_bindgen(skip_typescript)]
pub struct Player {
    run: Run,
    step: u32,
}

/// A moment as a plain object.
#[derive(Serialize)]
struct State<'a> {
    step: Option<&'a Step>,
    snapshot: &'a Snapshot,
    history: &'a [MessageId],
    requests: Vec<Handed<'a>>,
    receipts: Vec<Answered<'a>>,
    events: &'a [Event],
}

/// A request with what was new in it.
#[derive(Serialize)]
struct Handed<'a> {
    #[serde(flatten)]
    request: &'a Request,
    new: &'a [MessageId],
}

/// A receipt with its text, as a page would show it.
#[derive(Serialize)]
struct Answered<'a> {
    #[serde(flatten)]
    entry: &'a ReceiptEntry,
    text: String,
}

impl<'a> From<Moment<'a>> for State<'a> {
    fn from(moment: Moment<'a>) -> State<'a> {
        let handed = |request: &'a Request| Handed { request, new: request.new_items() };
        let answered =
            |entry: &'a ReceiptEntry| Answered { entry, text: entry.receipt.to_string() };
        State {
            step: moment.step,
            snapshot: moment.snapshot,
            history: moment.history,
            requests: moment.requests.iter().map(handed).collect(),
            receipts: moment.receipts.iter().map(answered).collect(),
            events: moment.events,
        }
    }
}

#[wasm_bindgen]
impl Player {
    /// The scenario's id.
    #[wasm_bindgen(getter, skip_typescript)]
    pub fn id(&self) -> String {
        self.run.plan().id.clone()
    }

    /// The step at which the player is; 0 at the start.
    #[wasm_bindgen(getter, skip_typescript)]
    pub fn step(&self) -> u32 {
        self.step
    }

    /// The number of steps of the run.
    #[wasm_bindgen(getter, skip_typescript)]
    pub fn length(&self) -> u32 {
        self.run.record().last()
    }

    /// One step forward. False at the end.
    #[wasm_bindgen(js_name = next, skip_typescript)]
    pub fn forward(&mut self) -> bool {
        self.go(self.step.saturating_add(1))
    }

    /// One step back. False at the start.
    #[wasm_bindgen(skip_typescript)]
    pub fn back(&mut self) -> bool {
        self.step.checked_sub(1).is_some_and(|step| self.go(step))
    }

    fn go(&mut self, step: u32) -> bool {
        let there = step <= self.length();
        if there {
            self.step = step;
        }
        there
    }

    /// Goes to a step and returns the state after it.
    #[wasm_bindgen(skip_typescript)]
    pub fn seek(&mut self, step: f64) -> Result<JsValue, JsValue> {
        let wanted = self.step_number(step).map_err(Failure::into_js)?;
        self.step = wanted;
        self.snapshot()
    }

    /// The state after the player's step.
    #[wasm_bindgen(skip_typescript)]
    pub fn snapshot(&self) -> Result<JsValue, JsValue> {
        match self.record().moment(self.step) {
            Some(moment) => to_js(&State::from(moment)),
            None => unreachable!("a player stands only at a step of its run"),
        }
    }

    /// The messages of the run, with what tools returned.
    #[wasm_bindgen(skip_typescript)]
    pub fn messages(&self) -> Result<JsValue, JsValue> {
        to_js(&self.record().messages.values().map(|message| &**message).collect::<Vec<&Message>>())
    }

    /// The whole trace as a document; `docs/trace-format.md` describes it.
    #[wasm_bindgen(skip_typescript)]
    pub fn trace(&self) -> Result<JsValue, JsValue> {
        to_js(&TraceDocument::new(self.plan(), self.record()))
    }

    /// Where each message is after the player's step, and which rule put it there.
    #[wasm_bindgen(skip_typescript)]
    pub fn fates(&self) -> Result<JsValue, JsValue> {
        to_js(&fates(self.record(), self.step))
    }

    /// The run's name: the same string gives the same run of the same scenario.
    #[wasm_bindgen(getter, skip_typescript)]
    pub fn choices(&self) -> String {
        choices::to_string(&self.plan().id, &self.record().choices)
    }

    /// A new player whose run is the same up to a step, where `input` comes in at once. This one is left
    /// as it is.
    #[wasm_bindgen(skip_typescript)]
    pub fn fork(&self, step: f64, input: JsValue) -> Result<Player, JsValue> {
        self.fork_at(step, input).map_err(Failure::into_js)
    }

    fn fork_at(&self, step: f64, input: JsValue) -> Result<Player, Failure> {
        let at = self.step_number(step)?;
        let mut run = self.run.fork(at, input::read(input)?)?;
        run.finish();
        Ok(Player { run, step: at })
    }

    /// A JavaScript number as a step of the run.
    fn step_number(&self, step: f64) -> Result<u32, Failure> {
        let last = self.length();
        if step.fract() == 0.0 && step >= 0.0 && step <= f64::from(last) {
            // In range and whole, as just checked.
            return Ok(step as u32);
        }
        let message = format!("the run has no step {step}; its steps are 0 to {last}");
        Err(Failure::new("no-such-step", message))
    }
}

impl Player {
    /// Reads a scenario, runs it to its end, and stands at its start.
    pub(crate) fn of_text(name: &str, text: &str) -> Result<Player, Failure> {
        let story = midturn_scenarios::read(name, text)?;
        let mut run = Run::new(&story.data.plan)?;
        run.finish();
        Ok(Player { run, step: 0 })
    }

    pub(crate) fn plan(&self) -> &Plan {
        self.run.plan()
    }

    pub(crate) fn record(&self) -> &Record {
        self.run.record()
    }
}
