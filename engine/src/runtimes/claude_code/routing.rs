//! The door: how something enters the queue, and what a `now` does to the turn that it meets.

use super::areas::{Entry, Mode, NOW, Priority};
use super::{Claude, Release, kinds, rules};
use crate::runtimes::holds;
use crate::world::{
    Actor, Content, Draft, InputId, Message, MessageId, Operation, Origin, Place, Receipt, RuleId,
};
use std::rc::Rc;

/// What the name of a notice begins with; the call whose work has ended follows.
const DONE: &str = "done:";
/// The fact that an entry is for another agent.
pub(super) const FOR_ANOTHER: &str = "it-is-for-another-agent";

impl Claude {
    /// A message of a program that embeds the agent.
    pub(super) async fn send(
        self: &Rc<Self>,
        id: InputId,
        message: MessageId,
        operation: &Operation,
    ) -> Receipt {
        let entry = self.entry(message);
        let is_human = operation.arg("human") == Some("yes");
        let entry = Entry {
            priority: self.priority_of(operation).unwrap_or(entry.priority),
            has_id: true,
            joins: is_human && self.is_since(Release::Backgrounds) && holds(rules::HUMAN_NOW_JOINS),
            asks: operation.arg("should-query") != Some("no"),
            elsewhere: operation.arg("to").is_some(),
            ..entry
        };
        self.enter(id, Actor::Session, entry).await
    }

    /// A notice of background work, from the program itself.
    pub(super) async fn notify(
        self: &Rc<Self>,
        id: InputId,
        message: MessageId,
        operation: &Operation,
    ) -> Receipt {
        let entry = self.notice(message);
        let priority = self.priority_of(operation).unwrap_or(entry.priority);
        self.enter(id, Actor::Session, Entry { priority, ..entry }).await
    }

    /// A message from another session.
    pub(super) async fn peer(
        self: &Rc<Self>,
        id: InputId,
        message: MessageId,
        operation: &Operation,
    ) -> Receipt {
        let entry = self.entry(message);
        let entry = Entry {
            mode: Mode::Peer,
            priority: self.priority_of(operation).unwrap_or(entry.priority),
            joins: holds(rules::PEER_NOW_JOINS),
            ..entry
        };
        self.enter(id, Actor::Session, entry).await
    }

    /// A tool that had gone on in the background is done, and nobody waits for what it returns.
    pub(super) async fn background_ended(self: &Rc<Self>, call: &str, output: &str) {
        let notice = self.world.compose(Message {
            id: MessageId::from([DONE, call].concat()),
            origin: Origin::Host,
            content: Content::HostItem,
            text: output.to_owned(),
        });
        let about = InputId::from(call);
        self.enter(about, Actor::Host, self.notice(notice)).await;
    }

    fn notice(&self, message: MessageId) -> Entry {
        let waits = holds(rules::NOTICES_LATER);
        let priority = if waits { Priority::Later } else { Priority::Next };
        Entry { mode: Mode::Notice, priority, ..self.entry(message) }
    }

    fn priority_of(&self, operation: &Operation) -> Option<Priority> {
        let otherwise = if holds(rules::DEFAULT_NEXT) { None } else { Some(Priority::Later) };
        operation.arg("priority").map_or(otherwise, Priority::named)
    }

    /// Puts an entry into the queue. Whoever is idle looks at once.
    pub(super) async fn enter(self: &Rc<Self>, id: InputId, actor: Actor, entry: Entry) -> Receipt {
        let held_back = entry.mode == Mode::Prompt && self.is_held_back(&entry.message).await;
        // While the hook was asked, somebody else may have sent the same message.
        if !self.is_free(&entry.message) && entry.mode != Mode::Notice {
            return super::protocol::taken(&entry.message);
        }
        if held_back {
            let draft = Draft::new(Actor::Host, kinds::BLOCKED).rule(rules::HOOK_AT_ENQUEUE);
            self.world.step(draft.moving(&entry.message, Place::DROPPED)).await;
            return Receipt::Accepted;
        }
        if !entry.asks && self.is_idle() && holds(rules::ADDS_WITHOUT_ASKING) {
            let draft = Draft::new(actor, kinds::ADDED).rule(rules::ADDS_WITHOUT_ASKING);
            self.world.step(draft.about(id).moving(&entry.message, Place::HISTORY)).await;
            return Receipt::Accepted;
        }
        let turn = self.turn.borrow().clone();
        let entry = Entry { met_a_turn: turn.is_some(), ..entry };
        self.note(entry);
        self.tell("enqueue", &entry.message, None);
        self.tell_state(&entry, "queued");
        let draft = Draft::new(actor, kinds::ENTERED)
            .about(id)
            .moving(&entry.message, entry.priority.place())
            .fact("a-turn-is-running", turn.is_some())
            .fact(FOR_ANOTHER, entry.elsewhere)
            .rule(rule_of(&entry));
        // Nobody else acts between the entry and what it does to the turn.
        let entered = self.world.step(draft);
        self.heed(&entry);
        self.look();
        entered.await;
        Receipt::Accepted
    }

    /// A `now` ends the running turn, or joins it.
    fn heed(&self, entry: &Entry) {
        let turn = self.turn.borrow();
        let Some(turn) = turn.as_ref().filter(|turn| turn.is_regular()) else { return };
        if entry.priority.place() != NOW {
            return;
        }
        let tools = turn.has_tools_at_work();
        if entry.joins && (tools || entry.mode == Mode::Peer) {
            if entry.mode != Mode::Peer {
                turn.to_background();
            }
            return;
        }
        if tools && !holds(rules::NOW_WAITS_FOR_TOOLS) {
            turn.stop_tools();
        }
        if holds(rules::NOW_ENDS_TURN) {
            turn.yield_to_now();
        }
    }

    async fn is_held_back(&self, message: &MessageId) -> bool {
        if !holds(rules::HOOK_AT_ENQUEUE) {
            return false;
        }
        self.ask_hooks(message).await
    }
}

fn rule_of(entry: &Entry) -> RuleId {
    match (entry.priority, entry.mode) {
        (Priority::Now, Mode::Peer) => rules::PEER_NOW_JOINS,
        (Priority::Now, _) if entry.joins => rules::HUMAN_NOW_JOINS,
        (Priority::Now, _) => rules::NOW_ENDS_TURN,
        (Priority::Later, Mode::Notice) => rules::NOTICES_LATER,
        _ => rules::DEFAULT_NEXT,
    }
}
