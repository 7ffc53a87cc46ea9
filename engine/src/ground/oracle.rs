//! Oracles: who decides what happens next where more than one thing could.
//!
//! One trait, a few small answers. A scenario is a [`Scripted`] oracle plus inputs; a shared link is a
//! [`Replay`]; a test tries many [`Seeded`] ones.

use super::time::Millis;

/// A choice point: the tasks that could run next, in the executor's contractual order.
#[derive(Debug)]
pub struct Choice<'a> {
    /// The virtual time at which it arises.
    pub at: Millis,
    /// The names of the tasks; at least two.
    pub options: &'a [String],
}

/// Answers every question that the program leaves open.
pub trait Oracle {
    /// The index of the option to take. An index past the end means the last option.
    fn choose(&mut self, choice: &Choice<'_>) -> usize;
}

impl Oracle for Box<dyn Oracle> {
    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        (**self).choose(choice)
    }
}

/// Always the first option: the order of lanes, then of waking.
#[derive(Clone, Copy, Debug, Default)]
pub struct First;

impl Oracle for First {
    fn choose(&mut self, _: &Choice<'_>) -> usize {
        0
    }
}

/// Follows a list of task names: at each choice point the next name is taken if it is among the
/// options, otherwise the first option is, and the name stays for a later point.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    names: std::collections::VecDeque<String>,
}

impl Scripted {
    /// An oracle that prefers these tasks, in this order.
    pub fn new(names: impl IntoIterator<Item = String>) -> Scripted {
        Scripted { names: names.into_iter().collect() }
    }
}

impl Oracle for Scripted {
    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        let wanted = self.names.front();
        let found = wanted.and_then(|name| choice.options.iter().position(|o| o == name));
        if found.is_some() {
            self.names.pop_front();
        }
        found.unwrap_or(0)
    }
}

/// Pseudo-random answers from a seed: the same seed, the same run (SplitMix64).
#[derive(Clone, Copy, Debug)]
pub struct Seeded {
    state: u64,
}

impl Seeded {
    /// An oracle for this seed.
    pub fn new(seed: u64) -> Seeded {
        Seeded { state: seed }
    }
}

impl Oracle for Seeded {
    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        // The remainder is below the number of options, which is a usize.
        (z % choice.options.len() as u64) as usize
    }
}

/// Repeats recorded answers, then hands over to another oracle.
pub struct Replay {
    answers: std::vec::IntoIter<u16>,
    then: Box<dyn Oracle>,
}

impl Replay {
    /// Plays `answers`, one a choice point; afterwards `then` decides. It is asked all along, so that it
    /// stands where it would if it had decided from the start.
    pub fn new(answers: Vec<u16>, then: Box<dyn Oracle>) -> Replay {
        Replay { answers: answers.into_iter(), then }
    }
}

impl Oracle for Replay {
    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        let then = self.then.choose(choice);
        self.answers.next().map_or(then, usize::from)
    }
}

/// Wraps an oracle and writes down what it answered, so that the run can be replayed.
pub struct Recorded {
    inner: Box<dyn Oracle>,
    /// One answer a choice point, in order.
    pub answers: Vec<u16>,
}

impl Recorded {
    /// Records what `inner` answers.
    pub fn new(inner: Box<dyn Oracle>) -> Recorded {
        Recorded { inner, answers: Vec::new() }
    }
}

impl Oracle for Recorded {
    fn choose(&mut self, choice: &Choice<'_>) -> usize {
        let last = choice.options.len() - 1;
        let answer = self.inner.choose(choice).min(last).min(usize::from(u16::MAX));
        self.answers.push(u16::try_from(answer).unwrap_or(u16::MAX));
        answer
    }
}
