//! The trace: one ordered, append-only list of steps. Everything that explains a run reads it; nothing
//! that reads it decides anything.

use super::ids::{CallId, MessageId, Name};
use super::message::Place;
use crate::ground::Millis;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of the trace's JSON form.
pub const TRACE_FORMAT: u32 = 1;

/// Who acts in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Actor {
    /// A person.
    User,
    /// The person's client program.
    Client,
    /// The program around the agent.
    Host,
    /// Another agent, by name.
    Agent(Name),
    /// The session: its submission loop and what it decides.
    Session,
    /// The running turn.
    Turn,
    /// The durable queue's service.
    Queue,
    /// The scripted model.
    Model,
    /// A tool at work on a call.
    Tool(CallId),
}

impl Actor {
    /// Where this actor's messages lie before they are sent, and after they are refused.
    pub fn desk(&self) -> Place {
        match self {
            Actor::Agent(_) => Place::AGENTS,
            Actor::User | Actor::Client => Place::CLIENT,
            _ => Place::HOST,
        }
    }
}

/// What happens in a step: a dotted, lower-case name such as `input.steered`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Kind(pub &'static str);

/// The rule that decides a step, such as `codex.phase.final-answer-defers-mail`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct RuleId(pub &'static str);

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// One message changes its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Move {
    /// Which message.
    pub message: MessageId,
    /// Where it was.
    pub from: Place,
    /// Where it is now.
    pub to: Place,
}

/// A condition that took part in a decision, as the engine saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fact {
    /// The condition's name, such as `phase-is-current-turn`.
    pub what: &'static str,
    /// Whether it held.
    pub holds: bool,
}

/// The fact of a call's end that says whether its side effect had begun.
pub const SIDE_EFFECT_HAD_BEGUN: &str = "its-side-effect-had-begun";
/// The fact of a step which says that an input whose answer is an error was taken all the same.
pub const ACCEPTED_ALL_THE_SAME: &str = "the-input-is-in-all-the-same";

/// One observable change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Its number, from 1. Snapshot n is the state after step n; snapshot 0 is the start.
    pub seq: u32,
    /// When, in virtual ms.
    pub at: Millis,
    /// Who acts.
    pub actor: Actor,
    /// What happens.
    pub kind: Kind,
    /// What it is about where no message moves: a call, an input, a turn, a gate.
    pub subject: Option<Name>,
    /// The messages that change their place, in order.
    pub moves: Vec<Move>,
    /// The rule that decided it.
    pub rule: Option<RuleId>,
    /// The conditions that decided it.
    pub facts: Vec<Fact>,
    /// The earlier step that led to it: the last one that moved the same message, or else the last one
    /// of the same task.
    pub cause: Option<u32>,
}

impl Step {
    /// What it is about, as text.
    pub fn about(&self) -> Option<&'static str> {
        self.subject.map(|subject| subject.as_str())
    }
}

/// Finds a step by what happens and to whom: the nth step of a kind that is about `of`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepPattern {
    /// The step's kind.
    pub kind: String,
    /// A message it moves, or its subject; any if absent.
    pub of: Option<String>,
    /// Which of the matching steps, from 1.
    pub nth: u32,
}

impl StepPattern {
    /// Whether a step is of this kind and about this thing, whichever time it is.
    pub fn matches(&self, step: &Step) -> bool {
        self.kind == step.kind.0
            && self.of.as_deref().is_none_or(|of| {
                step.about() == Some(of)
                    || step.moves.iter().any(|change| change.message.as_str() == of)
            })
    }

    /// The step it means in a finished trace.
    pub fn find<'a>(&self, steps: &'a [Step]) -> Option<&'a Step> {
        let skip = usize::try_from(self.nth.saturating_sub(1)).unwrap_or(usize::MAX);
        steps.iter().filter(|step| self.matches(step)).nth(skip)
    }
}

impl fmt::Display for StepPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        if let Some(of) = &self.of {
            write!(f, " of {of}")?;
        }
        if self.nth > 1 {
            write!(f, " (number {})", self.nth)?;
        }
        Ok(())
    }
}

/// A step as it is written down by the code that makes the change.
///
/// Boxed: it is built word by word in many places, and each word would move all of it.
#[derive(Debug)]
pub struct Draft(pub(crate) Box<Words>);

/// What a draft says.
#[derive(Debug)]
pub(crate) struct Words {
    pub actor: Actor,
    pub kind: Kind,
    pub subject: Option<Name>,
    pub moves: Vec<(MessageId, Place)>,
    pub rule: Option<RuleId>,
    pub facts: Vec<Fact>,
}

impl Draft {
    /// A step of this kind by this actor.
    pub fn new(actor: Actor, kind: Kind) -> Draft {
        let (moves, facts) = (Vec::new(), Vec::new());
        Draft(Box::new(Words { actor, kind, subject: None, moves, rule: None, facts }))
    }

    /// Names what it is about.
    #[must_use]
    pub fn about(mut self, subject: impl fmt::Display) -> Draft {
        self.0.subject = Some(Name::from(subject.to_string()));
        self
    }

    /// Says that a message is now there. Where it was before, the world knows.
    #[must_use]
    pub fn moving(mut self, message: &MessageId, to: Place) -> Draft {
        self.0.moves.push((*message, to));
        self
    }

    /// The same for several, in order.
    #[must_use]
    pub fn moving_all<'a>(
        mut self,
        messages: impl IntoIterator<Item = &'a MessageId>,
        to: &Place,
    ) -> Draft {
        for message in messages {
            self.0.moves.push((*message, *to));
        }
        self
    }

    /// Names the rule that decided it.
    #[must_use]
    pub fn rule(self, rule: RuleId) -> Draft {
        self.maybe_rule(Some(rule))
    }

    /// Names the rule that decided it, if one did.
    #[must_use]
    pub fn maybe_rule(mut self, rule: Option<RuleId>) -> Draft {
        self.0.rule = rule;
        self
    }

    /// Adds a condition that took part in the decision.
    #[must_use]
    pub fn fact(mut self, what: &'static str, holds: bool) -> Draft {
        self.0.facts.push(Fact { what, holds });
        self
    }
}
