//! A run: a plan brought to life, stepped one observable change at a time.

use super::plan::{Initial, Input, MAX_STEPS, Plan, TriggerEvent};
use super::record::{Moment, Outcome, Record};
use super::stimuli;
use crate::ground::oracle::{Recorded, Replay, Scripted};
use crate::ground::{Advance, Millis, Oracle, Stand};
use crate::runtimes::{self, Runtime, System};
use crate::world::{Beat, Message, Place, Snapshot, Tray, TrayRole, World};
use std::fmt;
use std::rc::Rc;

/// Places that no runtime owns, with their roles, in the order in which a page should draw them.
static COMMON_TRAYS: [(Place, TrayRole); 5] = [
    (Place::CLIENT, TrayRole::Outside),
    (Place::AGENTS, TrayRole::Outside),
    (Place::HOST, TrayRole::Outside),
    (Place::CHANNEL, TrayRole::Passing),
    (Place::MODEL, TrayRole::Passing),
];

/// A run that can be stepped, sought in and forked.
pub struct Run {
    plan: Rc<Plan>,
    /// Inputs that were added by forks, with the step after which each came.
    added: Vec<(u32, Input)>,
    world: Rc<World>,
    runtime: Rc<dyn Runtime>,
    oracle: Recorded,
    record: Record,
}

/// Why a plan cannot run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// No system has this name.
    UnknownSystem(String),
}

/// Why a run cannot be forked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ForkError {
    /// The run has no such step.
    NoSuchStep {
        /// The step asked for.
        step: u32,
        /// The last step there is.
        last: u32,
    },
    /// The input's id is taken.
    IdTaken(String),
    /// The input names a message that the plan does not have.
    UnknownMessage(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StartError::UnknownSystem(name) = self;
        let known: Vec<&str> = runtimes::SYSTEMS.iter().map(|system| system.name).collect();
        write!(f, "there is no system {name:?}; known: {}", known.join(", "))
    }
}

impl fmt::Display for ForkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ForkError::NoSuchStep { step, last } => {
                write!(f, "the run has no step {step}; its last step is {last}")
            }
            ForkError::IdTaken(id) => write!(f, "there already is an input {id:?}"),
            ForkError::UnknownMessage(id) => write!(f, "there is no message {id:?}"),
        }
    }
}

impl std::error::Error for StartError {}
impl std::error::Error for ForkError {}

impl Run {
    /// A run of this plan, before its first step. Choice points are answered by the plan's own
    /// preferences, otherwise by the executor's order.
    pub fn new(plan: &Plan) -> Result<Run, StartError> {
        Run::with_oracle(plan, Box::new(Scripted::new(plan.prefer.iter().cloned())))
    }

    /// A run whose choice points this oracle answers.
    pub fn with_oracle(plan: &Plan, oracle: Box<dyn Oracle>) -> Result<Run, StartError> {
        let system = runtimes::system(&plan.system)
            .ok_or_else(|| StartError::UnknownSystem(plan.system.clone()))?;
        Ok(Run::build(Rc::new(plan.clone()), system, oracle))
    }

    fn build(plan: Rc<Plan>, system: &'static System, oracle: Box<dyn Oracle>) -> Run {
        let messages: Vec<Message> = all_messages(&plan).cloned().collect();
        let world = World::new(messages, plan.responses.clone(), plan.tools.clone());
        lay_out(&world, &plan.initial);
        let runtime = (system.start)(&world, &plan.initial);
        for input in &plan.inputs {
            stimuli::spawn(&world, &runtime, input, stimuli::resolve(&plan, &input.when));
        }
        let known = world.messages().clone();
        let mut run = Run {
            record: Record { messages: known, ..Record::default() },
            added: Vec::new(),
            oracle: Recorded::new(oracle),
            plan,
            world,
            runtime,
        };
        run.take_snapshot();
        run
    }

    /// The plan it runs.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Everything it has shown so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Where every task stands: with the last snapshot, the state's fingerprint.
    pub fn stands(&self) -> Vec<Stand> {
        self.world.ground.stands()
    }

    /// Takes one step. False where the run has ended; [`Record::outcome`] then says how.
    pub fn advance(&mut self) -> bool {
        if self.record.outcome.is_some() {
            return false;
        }
        let outcome = if self.record.steps.len() >= MAX_STEPS {
            Outcome::TooLong
        } else {
            match self.world.ground.advance(&mut self.oracle) {
                Advance::Marked => {
                    self.take_snapshot();
                    return true;
                }
                Advance::Rest => Outcome::Rest,
                Advance::DeadEnd(waiting) => Outcome::DeadEnd(waiting),
                Advance::Livelock(task) => Outcome::Livelock(task),
            }
        };
        self.record.outcome = Some(outcome);
        false
    }

    /// Takes all steps that are left.
    pub fn finish(&mut self) -> &Record {
        while self.advance() {}
        &self.record
    }

    /// The state after step `n`, stepping there if need be; nothing where the run ends before.
    pub fn seek(&mut self, n: u32) -> Option<Moment<'_>> {
        while self.record.last() < n && self.advance() {}
        self.record.moment(n)
    }

    /// A new run that is the same up to step `at`; there `input` comes in at once, and the run goes on
    /// by the executor's order. The input's trigger is not looked at.
    pub fn fork(&self, at: u32, input: Input) -> Result<Run, ForkError> {
        self.can_fork(at, &input)?;
        let Some(system) = runtimes::system(&self.plan.system) else {
            unreachable!("a run exists only for a known system");
        };
        let prefer = Box::new(Scripted::new(self.plan.prefer.iter().cloned()));
        let oracle = Box::new(Replay::new(self.record.choices.clone(), prefer));
        let mut fork = Run::build(self.plan.clone(), system, oracle);
        for (after, added) in self.added.iter().filter(|(after, _)| *after <= at) {
            fork.run_to(*after);
            fork.add(added.clone());
        }
        fork.run_to(at);
        fork.oracle.hand_over(Box::new(Scripted::new(self.plan.prefer.iter().cloned())));
        fork.add(input);
        Ok(fork)
    }

    fn can_fork(&self, at: u32, input: &Input) -> Result<(), ForkError> {
        let last = self.record.last();
        if at > last {
            return Err(ForkError::NoSuchStep { step: at, last });
        }
        let mut taken = self.plan.inputs.iter().chain(self.added.iter().map(|(_, input)| input));
        if taken.any(|other| other.id == input.id) {
            return Err(ForkError::IdTaken(input.id.to_string()));
        }
        if let super::plan::Act::Operate(operation) = &input.act
            && let Some(message) = &operation.message
            && self.world.message(message).is_none()
        {
            return Err(ForkError::UnknownMessage(message.to_string()));
        }
        Ok(())
    }

    /// Adds a message to the run, for an input that is about to be added to a fork of it.
    pub fn write_message(&mut self, message: Message) {
        self.world.compose(message.clone());
        self.record.messages.insert(message.id.clone(), message);
    }

    fn run_to(&mut self, step: u32) {
        while self.record.last() < step && self.advance() {}
    }

    fn add(&mut self, input: Input) {
        let now = super::plan::Trigger { event: TriggerEvent::Start, plus: Millis::ZERO };
        stimuli::spawn(&self.world, &self.runtime, &input, now);
        self.record.outcome = None;
        self.added.push((self.record.last(), input));
    }

    fn take_snapshot(&mut self) {
        let snapshot = self.snapshot();
        self.record.take(&self.world, snapshot);
        self.record.choices.clone_from(&self.oracle.answers);
    }

    fn snapshot(&self) -> Snapshot {
        let view = self.runtime.view();
        let world = &*self.world;
        let common = COMMON_TRAYS.iter().map(|(place, role)| Tray {
            place: place.clone(),
            role: *role,
            durable: false,
            cards: world.lying_in(place),
        });
        let dropped = Tray {
            place: Place::DROPPED,
            role: TrayRole::Outside,
            durable: false,
            cards: world.lying_in(&Place::DROPPED),
        };
        Snapshot {
            step: u32::try_from(world.steps().len()).unwrap_or(u32::MAX),
            at: world.ground.now(),
            trays: common.chain(view.trays).chain([dropped]).collect(),
            flags: view.flags,
            turn: view.turn,
            status: view.status,
            settings: view.settings,
            tools: world.calls().clone(),
            speech: world.speech(),
            history: world.history().len(),
            requests: world.requests().len(),
            receipts: world.receipts().len(),
            events: world.events().len(),
        }
    }
}

/// Everything that people, agents and the model will ever write.
fn all_messages(plan: &Plan) -> impl Iterator<Item = &Message> {
    let said =
        plan.responses.iter().flat_map(|response| &response.beats).filter_map(|beat| match beat {
            Beat::Item { item, .. } => Some(item),
            Beat::Gate(_) => None,
        });
    plan.messages.iter().chain(said)
}

/// Tells the world where the messages of the initial state lie; the runtime lays them out for itself.
fn lay_out(world: &World, initial: &Initial) {
    for (area, messages) in &initial.areas {
        for message in messages {
            world.place_initially(message, Place::from(area.clone()));
        }
    }
}
