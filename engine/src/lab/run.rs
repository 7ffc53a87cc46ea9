//! A run: a plan brought to life, stepped one observable change at a time.

use super::plan::{
    Act, Initial, Input, MAX_MESSAGES, MAX_STEPS, MAX_TEXT_CHARS, Plan, Trigger, TriggerEvent,
};
use super::record::{Moment, Outcome, Record};
use super::stimuli;
use crate::ground::oracle::{Recorded, Replay, Scripted};
use crate::ground::{Advance, Millis, Oracle, Stand};
use crate::runtimes::{self, OperationFault, Runtime, System};
use crate::world::ids::{MAX_NAME_CHARS, is_name};
use crate::world::{Beat, Message, MessageId, Place, Snapshot, Tray, TrayRole, World};
use std::fmt;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::Arc;

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
    plan: Arc<Plan>,
    system: &'static System,
    /// What forks have added, with the step after which each came.
    added: Vec<(u32, Addition)>,
    world: Ending,
    runtime: Rc<dyn Runtime>,
    oracle: Recorded,
    record: Record,
    /// How many choices had been made at each step.
    choices_at: Vec<usize>,
}

/// Why a plan cannot run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// No system has this name.
    UnknownSystem(String),
}

/// What a fork adds to a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addition {
    /// The input. Its trigger is not looked at: it is due at once.
    pub input: Input,
    /// The message it carries, where the plan does not have it.
    pub message: Option<Message>,
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
    /// An input or a message has this id already.
    IdTaken(String),
    /// The input names a message that neither the plan nor the addition has.
    UnknownMessage(String),
    /// An input's or a message's id has not the form of a name.
    BadName(String),
    /// The plan and the forks so far have [`MAX_MESSAGES`] messages already.
    TooManyMessages,
    /// The message's text, or an argument, has more than [`MAX_TEXT_CHARS`] characters.
    TextTooLong(usize),
    /// The operation is not one of the system's.
    Operation(OperationFault),
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
            ForkError::IdTaken(id) => write!(f, "the id {id:?} is taken"),
            ForkError::UnknownMessage(id) => {
                write!(
                    f,
                    "nobody writes a message {id:?}: give its text, or name one of the scenario"
                )
            }
            ForkError::BadName(id) => {
                let id: String = id.chars().take(MAX_NAME_CHARS).collect();
                write!(f, "{id:?} is no name: 1 to {MAX_NAME_CHARS} letters, digits, - _ and . are")
            }
            ForkError::TooManyMessages => {
                write!(f, "a run holds at most {MAX_MESSAGES} messages")
            }
            ForkError::TextTooLong(chars) => {
                write!(f, "the text has {chars} characters; at most {MAX_TEXT_CHARS} are allowed")
            }
            ForkError::Operation(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for StartError {}
impl std::error::Error for ForkError {}

impl Run {
    /// A run of this plan, before its first step. Choice points are answered by the plan's own
    /// preferences, otherwise by the executor's order.
    pub fn new(plan: &Plan) -> Result<Run, StartError> {
        Run::with_oracle(plan, preferences(plan))
    }

    /// The same for a plan that others hold too: it is not copied.
    pub fn of(plan: Arc<Plan>) -> Result<Run, StartError> {
        let system = runtimes::system(&plan.system)
            .ok_or_else(|| StartError::UnknownSystem(plan.system.clone()))?;
        let oracle = preferences(&plan);
        Ok(Run::build(plan, system, oracle))
    }

    /// A run whose choice points this oracle answers.
    pub fn with_oracle(plan: &Plan, oracle: Box<dyn Oracle>) -> Result<Run, StartError> {
        let system = runtimes::system(&plan.system)
            .ok_or_else(|| StartError::UnknownSystem(plan.system.clone()))?;
        Ok(Run::build(Arc::new(plan.clone()), system, oracle))
    }

    fn build(plan: Arc<Plan>, system: &'static System, oracle: Box<dyn Oracle>) -> Run {
        let world = world_of(&plan);
        lay_out(&world, &plan.initial);
        let runtime = (system.start)(&world, &plan.initial);
        Run::around(plan, system, oracle, world, runtime)
    }

    /// A run of this plan around a runtime that somebody else has brought up in its world.
    pub(super) fn around(
        plan: Arc<Plan>,
        system: &'static System,
        oracle: Box<dyn Oracle>,
        world: Rc<World>,
        runtime: Rc<dyn Runtime>,
    ) -> Run {
        for input in &plan.inputs {
            stimuli::spawn(&world, &runtime, input, stimuli::resolve(&plan, &input.when));
        }
        let known = world.messages().clone();
        let mut run = Run {
            record: Record { messages: known, inputs: plan.inputs.clone(), ..Record::default() },
            choices_at: Vec::new(),
            added: Vec::new(),
            oracle: Recorded::new(oracle),
            plan,
            system,
            world: Ending(world),
            runtime,
        };
        run.take_snapshot();
        run
    }

    /// A run that answers its choice points as another run of this plan did; see
    /// [`super::choices`].
    pub fn replay(plan: &Plan, choices: Vec<u16>) -> Result<Run, StartError> {
        Run::with_oracle(plan, Box::new(Replay::new(choices, preferences(plan))))
    }

    /// The plan it runs.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Everything it has shown so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Everything it has shown, for whom that is all they want of it.
    pub fn into_record(self) -> Record {
        self.record
    }

    /// Where every task stands: with the last snapshot, the state's fingerprint.
    pub fn stands(&self) -> Vec<Stand> {
        self.world.ground.stands()
    }

    /// Takes one step. False where the run has ended; [`Record::outcome`] then says how. (A run that stands on
    /// something outside may also have to wait for that: [`super::durable::Process`].)
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
                // It can go on when that has answered: no end.
                Advance::Outside => return false,
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

    /// A new run that is the same up to step `at`; there the addition's input comes in at once, and the
    /// run goes on by the plan's preferences and the executor's order.
    pub fn fork(&self, at: u32, addition: Addition) -> Result<Run, ForkError> {
        self.can_fork(at, &addition)?;
        let made = usize::try_from(at).ok().and_then(|at| self.choices_at.get(at)).copied();
        let choices = self.record.choices.get(..made.unwrap_or_default()).unwrap_or_default();
        let oracle = Box::new(Replay::new(choices.to_vec(), preferences(&self.plan)));
        let mut fork = Run::build(self.plan.clone(), self.system, oracle);
        for (after, earlier) in self.added.iter().filter(|(after, _)| *after <= at) {
            fork.run_to(*after);
            fork.add(earlier.clone());
        }
        fork.run_to(at);
        fork.add(addition);
        Ok(fork)
    }

    fn can_fork(&self, at: u32, addition: &Addition) -> Result<(), ForkError> {
        let last = self.record.last();
        if at > last {
            return Err(ForkError::NoSuchStep { step: at, last });
        }
        let Addition { input, message } = addition;
        let earlier = self.added.iter().map(|(_, addition)| &addition.input);
        new_name(input.id.as_str(), |id| {
            self.plan.inputs.iter().chain(earlier).any(|other| other.id.as_str() == id)
        })?;
        if let Some(message) = message {
            short_enough(&message.text)?;
            new_name(message.id.as_str(), |id| self.record.messages.contains_key(&id.into()))?;
            if all_messages(&self.plan).count() + self.added.len() >= MAX_MESSAGES {
                return Err(ForkError::TooManyMessages);
            }
        }
        let Act::Operate(operation) = &input.act else { return Ok(()) };
        operation.args.iter().try_for_each(|(_, value)| short_enough(value))?;
        self.system.check(operation).map_err(ForkError::Operation)?;
        match &operation.message {
            Some(id) if !self.is_written_by_somebody(id, message.as_ref()) => {
                Err(ForkError::UnknownMessage(id.to_string()))
            }
            _ => Ok(()),
        }
    }

    /// Whether a message is one that an input can carry: what the model says and what the run itself
    /// writes is not.
    fn is_written_by_somebody(&self, id: &MessageId, new: Option<&Message>) -> bool {
        let added = self.added.iter().filter_map(|(_, addition)| addition.message.as_ref());
        self.plan.messages.iter().chain(added).chain(new).any(|message| message.id == *id)
    }

    fn run_to(&mut self, step: u32) {
        while self.record.last() < step && self.advance() {}
    }

    /// Adds an input at the end; it comes in at once.
    pub(super) fn append(&mut self, addition: Addition) -> Result<(), ForkError> {
        self.can_fork(self.record.last(), &addition)?;
        self.add(addition);
        Ok(())
    }

    /// Waits, outside of the run, until it can go on.
    pub(super) fn woken(&self) -> impl Future<Output = ()> + 'static {
        self.world.ground.woken()
    }

    fn add(&mut self, addition: Addition) {
        if let Some(message) = &addition.message {
            self.world.compose(message.clone());
            self.record.messages.insert(message.id, Arc::new(message.clone()));
        }
        let now = Trigger { event: TriggerEvent::Start, plus: Millis::ZERO };
        stimuli::spawn(&self.world, &self.runtime, &addition.input, now);
        self.record.inputs.push(addition.input.clone());
        self.record.outcome = None;
        self.added.push((self.record.last(), addition));
    }

    fn take_snapshot(&mut self) {
        let snapshot = self.snapshot();
        self.record.take(&self.world, snapshot);
        let known = self.record.choices.len();
        self.record.choices.extend_from_slice(&self.oracle.answers[known..]);
        self.choices_at.push(self.record.choices.len());
    }

    fn snapshot(&self) -> Snapshot {
        let view = self.runtime.view();
        let world = &**self.world;
        let common = COMMON_TRAYS.iter().map(|(place, role)| Tray {
            place: *place,
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
            tools: world.calls(),
            speech: world.speech(),
            history: world.history().len(),
            requests: world.requests().len(),
            receipts: world.receipts().len(),
            events: world.events().len(),
        }
    }
}

fn new_name(name: &str, taken: impl FnOnce(&str) -> bool) -> Result<(), ForkError> {
    if !is_name(name) {
        return Err(ForkError::BadName(name.to_owned()));
    }
    if taken(name) { Err(ForkError::IdTaken(name.to_owned())) } else { Ok(()) }
}

fn short_enough(text: &str) -> Result<(), ForkError> {
    let chars = text.chars().count();
    if chars > MAX_TEXT_CHARS { Err(ForkError::TextTooLong(chars)) } else { Ok(()) }
}

/// The world of a plan, before anything lies anywhere.
pub(super) fn world_of(plan: &Plan) -> Rc<World> {
    let messages: Vec<Message> = all_messages(plan).cloned().collect();
    World::new(messages, plan.responses.clone(), plan.tools.clone(), plan.hooks.clone())
}

/// The oracle that a plan itself asks for.
pub(super) fn preferences(plan: &Plan) -> Box<dyn Oracle> {
    Box::new(Scripted::new(plan.prefer.iter().cloned()))
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

/// The world of a run, whose tasks end with it.
struct Ending(Rc<World>);

impl Deref for Ending {
    type Target = Rc<World>;

    fn deref(&self) -> &Rc<World> {
        &self.0
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.ground.end();
    }
}

/// Tells the world where the messages of the initial state lie; the runtime lays them out for itself.
fn lay_out(world: &World, initial: &Initial) {
    for (area, messages) in &initial.areas {
        for message in messages {
            world.place_initially(message, Place::from(area.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::plan::{Act, Input, Trigger, TriggerEvent};
    use crate::world::{Actor, Content, Operation, Origin};

    #[test]
    fn nothing_of_a_run_outlives_it() {
        let id = MessageId::from("task");
        let operation =
            Operation { name: "start-or-join".into(), message: Some(id), args: Vec::new() };
        let plan = Plan {
            id: "gone".into(),
            system: "codex".into(),
            messages: vec![Message {
                id,
                origin: Origin::User,
                content: Content::UserText,
                text: "Fix it.".into(),
            }],
            inputs: vec![Input {
                id: "turn-1".into(),
                actor: Actor::User,
                when: Trigger { event: TriggerEvent::Start, plus: Millis::ZERO },
                act: Act::Operate(operation),
            }],
            ..Plan::default()
        };
        for steps in [0, 1, 3, usize::MAX] {
            let mut run = Run::new(&plan).expect("codex is there");
            let world = Rc::downgrade(&run.world);
            let mut taken = 0;
            while taken < steps && run.advance() {
                taken += 1;
            }
            drop(run.into_record());
            assert!(world.upgrade().is_none(), "after {taken} steps");
        }
    }
}
