//! A queue that outlives its run: a process of the one system that has such a queue, on a store that lies
//! outside and that other processes share.
//!
//! What is in a store is nobody's scenario, and its answers take real time. So such a run is driven by hand: it
//! says when it has to wait for the store, and inputs are added as they come. It cannot be forked or replayed.

use super::plan::Plan;
use super::record::Record;
use super::run::{Addition, ForkError, Run, preferences, world_of};
use crate::runtimes::durable::{HOME, QueueStore, on_store};
use std::sync::Arc;

/// A process on rows that outlive it. At its start it has the thread not loaded and has seen no row: the
/// operation `load` loads it, `other-process-changed` has it look.
pub struct Process(Run);

/// What came of driving a process on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It took a step.
    Stepped,
    /// It waits for the store: go on when [`Process::woken`] is over.
    Waits,
    /// Nothing can be done before somebody adds an input, or ever: [`Record::outcome`] says why.
    Ended,
}

impl Process {
    /// A process on this store. The plan's system is [`HOME`], whatever it says; its initial areas stay empty,
    /// since the store knows what lies there.
    pub fn begin(plan: Plan, store: Box<dyn QueueStore>) -> Process {
        let plan = Arc::new(Plan { system: HOME.name.to_owned(), ..plan });
        let world = world_of(&plan);
        let runtime = on_store(&world, &plan.initial, store);
        let oracle = preferences(&plan);
        Process(Run::around(plan, HOME, oracle, world, runtime))
    }

    /// Everything it has shown so far.
    pub fn record(&self) -> &Record {
        self.0.record()
    }

    /// Adds an input, which comes in at once.
    ///
    /// # Errors
    /// As for [`Run::fork`]; nothing is added then.
    pub fn add(&mut self, addition: Addition) -> Result<(), ForkError> {
        self.0.append(addition)
    }

    /// Takes one step, if it can.
    pub fn advance(&mut self) -> Progress {
        if self.0.advance() {
            Progress::Stepped
        } else if self.0.record().outcome.is_none() {
            Progress::Waits
        } else {
            Progress::Ended
        }
    }

    /// Waits until the store has answered, or an input was added. One waits at a time.
    pub fn woken(&self) -> impl Future<Output = ()> + 'static {
        self.0.woken()
    }
}
