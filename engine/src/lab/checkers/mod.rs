//! Checkers stand outside every runtime and watch a record, state by state. Each is one promise that
//! no scenario and no interleaving may break.

mod calls;
mod conservation;
mod ledger;
mod order;
mod receipts;
mod stream;
mod turns;

use super::record::Record;

/// A broken promise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The checker's name.
    pub checker: &'static str,
    /// The step after which it was broken.
    pub step: u32,
    /// What was found.
    pub found: String,
}

/// One promise: a name and the look at one state.
type Checker = (&'static str, fn(&Record, u32) -> Result<(), String>);

const CHECKERS: &[Checker] = &[
    ("nothing is lost and nothing is in two places", conservation::one_place_each),
    ("a tray holds what the trace put there", conservation::trays_agree_with_the_trace),
    ("nothing is recorded twice", conservation::recorded_once),
    ("a request holds the history and nothing that waits", order::requests_are_the_history),
    ("a refused input changes nothing", receipts::a_refusal_moves_nothing_in),
    ("an input is answered once", receipts::answered_once),
    ("what a turn takes is recorded as it was accepted", order::recorded_as_accepted),
    ("a message goes into the turn that its receipt names", turns::the_one_that_the_receipt_names),
    ("never into a turn other than the expected one", turns::no_other_than_the_expected_one),
    ("a request answers each of its calls once", calls::each_call_is_answered_once),
    ("a tool call skips no state and leaves none that is final", ledger::states_in_order),
    ("an interrupt undoes nothing", ledger::an_interrupt_undoes_nothing),
    (
        "what the model says belongs to its last request",
        stream::an_item_belongs_to_the_last_request,
    ),
    ("time never runs backwards", order::time_goes_forward),
];

/// The promises by name.
pub fn names() -> impl Iterator<Item = &'static str> {
    CHECKERS.iter().map(|(name, _)| *name)
}

/// Looks at every state of a record with every checker.
pub fn check_all(record: &Record) -> Vec<Breach> {
    let states = 0..=record.last();
    let looks = states.flat_map(|step| CHECKERS.iter().map(move |checker| (step, checker)));
    looks
        .filter_map(|(step, (checker, look))| {
            look(record, step).err().map(|found| Breach { checker, step, found })
        })
        .collect()
}
