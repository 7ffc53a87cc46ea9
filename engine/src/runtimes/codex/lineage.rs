//! Lineage: on whose behalf a turn works. Trigger mail names its sender's turn and the first turn of the
//! chain; a turn that several started is nobody's in particular.

use super::areas::TurnState;
use super::session::Session;
use super::tasks::TurnContext;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, Mail, MessageId, TurnId};

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

/// What mail says of its lineage: ordinary mail nothing, and without a parent there is no root either.
fn of_mail(mail: &Mail) -> Option<Lineage> {
    let given = |id: &Option<TurnId>| id.filter(|id| !id.as_str().trim().is_empty());
    let counts = mail.trigger || !holds(rules::LINEAGE_OF_TRIGGER);
    let parent = given(&mail.parent_turn);
    counts.then(|| Lineage { parent, root: parent.and(given(&mail.root_turn)) })
}

/// The lineage of mail that is taken together: the one id on which all trigger mail agrees, for the parent
/// and for the root each.
fn agreed(mail: impl Iterator<Item = Lineage>) -> Lineage {
    let all: Vec<Lineage> = mail.collect();
    let Some(first) = all.first() else { return Lineage::default() };
    let agrees = |of: fn(&Lineage) -> Option<TurnId>| {
        let contradicted = all.iter().any(|other| of(other) != of(first));
        of(first).filter(|_| !contradicted || !holds(rules::LINEAGE_AGREED))
    };
    Lineage { parent: agrees(|one| one.parent), root: agrees(|one| one.root) }
}

impl Session {
    fn lineages<'m>(&'m self, mail: &'m [MessageId]) -> impl Iterator<Item = Lineage> + 'm {
        mail.iter().filter_map(|id| of_mail(self.world.message(id)?.mail()?))
    }

    /// Says whose a turn is that starts with this mail waiting.
    /// Source: `core/src/tasks/mod.rs:321-339`.
    pub(super) fn attribute(&self, turn: &TurnId, state: &TurnState, mail: &[MessageId]) {
        state.lineage.set(match state.started.get() {
            Started::ByMail => agreed(self.lineages(mail)),
            Started::Automatically => Lineage::default(),
            Started::ByInput => Lineage { parent: None, root: Some(*turn) },
        });
    }

    /// A turn that takes trigger mail of another chain belongs to no single chain any more.
    /// Source: `core/src/session/input_queue.rs:313-328`.
    pub(super) async fn mark_root(&self, turn: &TurnContext, mail: &[MessageId]) {
        let own = turn.state.lineage.get();
        let foreign = self.lineages(mail).any(|other| other.root != own.root);
        if own.root.is_some() && foreign && holds(rules::ROOT_AMBIGUOUS) {
            turn.state.lineage.set(Lineage { root: None, ..own });
            let draft = Draft::new(Actor::Turn, kinds::ROOT_AMBIGUOUS).about(turn.id);
            self.world.step(draft.rule(rules::ROOT_AMBIGUOUS)).await;
        }
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

    #[test]
    fn all_trigger_mail_has_to_agree() {
        for (mails, (parent, root)) in TABLE {
            let mails = mails.iter().map(|(trigger, parent, root)| Mail {
                author: "/root/worker".into(),
                recipient: "/root".into(),
                trigger: *trigger,
                parent_turn: parent.map(TurnId::from),
                root_turn: root.map(TurnId::from),
            });
            let found = agreed(mails.filter_map(|mail| of_mail(&mail)));
            let told = (found.parent.map(|id| id.as_str()), found.root.map(|id| id.as_str()));
            assert_eq!(told, (*parent, *root));
        }
    }
}
