//! Lineage: on whose behalf a turn works. Trigger mail names its sender's turn and the first turn of the
//! chain; an input can name both, too. A turn for which several chains ask is nobody's in particular.

use super::areas::TurnState;
use super::protocol::StartOptions;
use super::session::Session;
use super::tasks::TurnContext;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, Mail, MessageId, RuleId, TurnId};

/// Whose a turn is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lineage {
    /// The turn that asked for it.
    pub parent: Option<TurnId>,
    /// The first turn of the chain; its own where a person started it.
    pub root: Option<TurnId>,
}

/// What started a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Started {
    /// What somebody wrote, or a resumption.
    #[default]
    ByInput,
    /// Mail that waited.
    ByMail,
    /// The program around the agent, by itself.
    Automatically,
}

/// An id that says something.
fn given(id: Option<TurnId>) -> Option<TurnId> {
    id.filter(|id| !id.as_str().trim().is_empty())
}

/// What mail says of its lineage: ordinary mail nothing, and without a parent there is no root either.
fn of_mail(mail: &Mail) -> Option<Lineage> {
    let counts = mail.trigger || !holds(rules::LINEAGE_OF_TRIGGER);
    let parent = given(mail.parent_turn);
    counts.then(|| Lineage { parent, root: parent.and(given(mail.root_turn)) })
}

/// What an input says of the turn that it starts; without a word the turn is the first of its own chain.
fn of_input(options: &StartOptions, own: Option<TurnId>) -> Lineage {
    if !holds(rules::LINEAGE_OF_INPUT) {
        return Lineage { parent: None, root: own };
    }
    Lineage { parent: given(options.parent), root: given(options.root).or(own) }
}

/// The lineage of mail that is taken together: the one id on which all trigger mail agrees, for the parent
/// and for the root each. Newer: the root is that of the first.
fn agreed(mail: impl Iterator<Item = Lineage>, root_of_first: bool) -> Lineage {
    let all: Vec<Lineage> = mail.collect();
    let Some(first) = all.first() else { return Lineage::default() };
    let agrees = |of: fn(&Lineage) -> Option<TurnId>| {
        let contradicted = all.iter().any(|other| of(other) != of(first));
        of(first).filter(|_| !contradicted || !holds(rules::LINEAGE_AGREED))
    };
    let root = if root_of_first { first.root } else { agrees(|one| one.root) };
    Lineage { parent: agrees(|one| one.parent), root }
}

impl Session {
    fn lineages<'m>(&'m self, mail: &'m [MessageId]) -> impl Iterator<Item = Lineage> + 'm {
        mail.iter().filter_map(|id| of_mail(self.world.message(id)?.mail()?))
    }

    /// Says whose a turn is that starts with this mail waiting.
    /// Source: `core/src/tasks/mod.rs:321-339`, `core/src/session/turn_input.rs:92-127`.
    pub(super) fn attribute(
        &self,
        turn: &TurnId,
        state: &TurnState,
        mail: &[MessageId],
        options: &StartOptions,
    ) {
        state.lineage.set(match state.started.get() {
            Started::ByMail => {
                let newer =
                    self.thread.is_on(&rules::ROOT_OF_FIRST_MAIL) && holds(rules::ROOT_OF_FIRST);
                agreed(self.lineages(mail), newer)
            }
            Started::Automatically => of_input(options, None),
            Started::ByInput => of_input(options, Some(*turn)),
        });
    }

    /// A steer on behalf of another turn brings that turn's root along; where it is another one, the running
    /// turn belongs to no single chain any more. Source: `core/src/session/turn_input.rs:478-565`.
    pub(super) fn steer_brings_another_root(
        &self,
        state: &TurnState,
        options: &StartOptions,
    ) -> bool {
        let own = state.lineage.get();
        let foreign = given(options.parent).is_some() && given(options.root) != own.root;
        let marks = foreign && own.root.is_some() && holds(rules::STEER_OF_ANOTHER_CHAIN);
        if marks {
            state.lineage.set(Lineage { root: None, ..own });
        }
        marks
    }

    /// A turn that takes trigger mail of another chain belongs to no single chain any more.
    /// Source: `core/src/session/input_queue.rs:313-328`.
    pub(super) async fn mark_root(&self, turn: &TurnContext, mail: &[MessageId]) {
        let own = turn.state.lineage.get();
        let foreign = self.lineages(mail).any(|other| other.root != own.root);
        if own.root.is_some() && foreign && holds(rules::ROOT_AMBIGUOUS) {
            turn.state.lineage.set(Lineage { root: None, ..own });
            self.tell_ambiguous_root(&turn.id, rules::ROOT_AMBIGUOUS).await;
        }
    }

    pub(super) async fn tell_ambiguous_root(&self, turn: &TurnId, rule: RuleId) {
        let draft = Draft::new(Actor::Turn, kinds::ROOT_AMBIGUOUS).about(turn);
        self.world.step(draft.rule(rule)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Written = (bool, Option<&'static str>, Option<&'static str>);
    type Told = (Option<&'static str>, Option<&'static str>);

    /// Mails as (trigger, parent, root), and the lineage of their drain.
    /// Source: `core/src/session/input_queue.rs:540-589`.
    const TABLE: &[(&[Written], Told)] = {
        const A: Option<&str> = Some("a");
        const B: Option<&str> = Some("b");
        const R: Option<&str> = Some("r");
        const S: Option<&str> = Some("s");
        &[
            (&[], (None, None)),
            (&[(false, Some("q"), R)], (None, None)),
            (&[(true, Some(""), R)], (None, None)),
            (&[(true, Some("   "), R)], (None, None)),
            (&[(true, None, R)], (None, None)),
            (&[(true, A, None)], (A, None)),
            (&[(true, A, Some(""))], (A, None)),
            (&[(true, A, R), (true, B, R)], (None, R)),
            (&[(true, A, R), (true, B, S)], (None, None)),
            (&[(true, A, R), (true, None, R)], (None, None)),
            (&[(true, A, R), (true, A, R)], (A, R)),
            (&[(false, Some("q"), S), (true, A, R)], (A, R)),
        ]
    };

    fn of_table(mails: &[Written], root_of_first: bool) -> Told {
        let mails = mails.iter().map(|(trigger, parent, root)| Mail {
            author: "/root/worker".into(),
            recipient: "/root".into(),
            trigger: *trigger,
            parent_turn: parent.map(TurnId::from),
            root_turn: root.map(TurnId::from),
        });
        let found = agreed(mails.filter_map(|mail| of_mail(&mail)), root_of_first);
        (found.parent.map(|id| id.as_str()), found.root.map(|id| id.as_str()))
    }

    #[test]
    fn all_trigger_mail_has_to_agree() {
        for (mails, told) in TABLE {
            assert_eq!(of_table(mails, false), *told);
        }
    }

    #[test]
    fn newer_the_root_is_that_of_the_first_trigger_mail() {
        let [a, b, r, s] = ["a", "b", "r", "s"].map(Some);
        assert_eq!(of_table(&[(false, b, s), (true, a, r), (true, b, s)], true), (None, r));
        assert_eq!(of_table(&[(true, None, r), (true, b, s)], true), (None, None));
        assert_eq!(of_table(&[], true), (None, None));
    }
}
