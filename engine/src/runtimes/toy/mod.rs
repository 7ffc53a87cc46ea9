//! A toy system, the example of `docs/adding-a-runtime.md`: one inbox, one message a turn.
//!
//! It exists only with the feature `toy`, for the test that builds it and runs its scenario.

use super::tables::rules;
use super::{
    Address, AreaSpec, Hold, Made, MessageUse, OperationSpec, Runtime, Sight, Source, System,
    Version, View, Vocabulary, holds,
};
use crate::ground::Lane;
use crate::world::{
    Actor, Draft, Heard, InputId, Kind, MessageId, Operation, Place, Receipt, Tray, TrayRole,
    TurnId, TurnView, World,
};
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

const INBOX: Place = Place::named("inbox");
const WAITS: Kind = Kind("toy.waits");
const TAKEN: Kind = Kind("toy.taken");
const OVER: Kind = Kind("toy.over");

rules! {
    /// A message that meets a turn waits in the inbox for a turn of its own. In `mod.rs`.
    ONE_A_TURN = "toy.inbox.one-a-turn", "toy.md:1", by Inference;
}

/// What it is made of.
pub const SYSTEM: System = System {
    name: "toy",
    versions: &[Version { name: "1", since: "made up" }],
    areas: &[AreaSpec::memory("inbox")],
    flags: &[],
    settings: &[],
    switches: &[],
    why: |sight: &Sight<'_>| {
        let hold = Hold { guard: "toy-busy", until: "toy-turn-over", rule: Some(ONE_A_TURN) };
        (sight.place == INBOX).then_some(hold)
    },
    start: |world, _| Rc::new(Toy(Rc::new(Agent { world: world.clone(), turn: Cell::default() }))),
};

/// Its names and rules.
pub const VOCABULARY: Vocabulary = Vocabulary {
    operations: &[OperationSpec { name: "say", message: MessageUse::Required, args: &[] }],
    kinds: &[WAITS, TAKEN, OVER],
    sources: &[Source { tag: "", at: Address::Unpublished }],
    made: Made { turns: &[], subjects: &[] },
    guards: &["toy-busy"],
    releases: &["toy-turn-over"],
    rules: ALL,
    ..Vocabulary::EMPTY
};

struct Agent {
    world: Rc<World>,
    turn: Cell<Option<TurnId>>,
}

struct Toy(Rc<Agent>);

impl Agent {
    async fn say(self: Rc<Self>, id: InputId, message: MessageId) -> Receipt {
        if self.turn.get().is_some() && holds(ONE_A_TURN) {
            let draft = Draft::new(Actor::Session, WAITS).moving(&message, INBOX);
            self.world.step(draft.rule(ONE_A_TURN)).await;
            return Receipt::Accepted;
        }
        let turn = TurnId::from(id.as_str());
        self.turn.set(Some(turn));
        let agent = self.clone();
        self.world.spawn("turns", Lane::Turn, async move { agent.work(turn, message).await });
        Receipt::Started { turn }
    }

    /// A turn a message, until the inbox is empty.
    async fn work(&self, turn: TurnId, first: MessageId) {
        let mut next = Some(first);
        while let Some(message) = next {
            let draft = Draft::new(Actor::Turn, TAKEN).about(turn);
            self.world.step(draft.moving(&message, Place::HISTORY)).await;
            let (number, mut response) = self.world.ask(&turn, None).await;
            while let Heard::Item(_) = self.world.hear(number, &mut response).await {}
            next = self.world.lying_in(&INBOX).first().copied();
        }
        self.turn.set(None);
        self.world.step(Draft::new(Actor::Turn, OVER).about(turn)).await;
    }
}

impl Runtime for Toy {
    fn submit(&self, _: Actor, id: InputId, asked: Operation) -> LocalBoxFuture<'static, Receipt> {
        let agent = self.0.clone();
        async move {
            match asked.message {
                Some(message) => agent.say(id, message).await,
                None => Receipt::Accepted,
            }
        }
        .boxed_local()
    }

    fn view(&self) -> View {
        let (turn, cards) = (self.0.turn.get(), self.0.world.lying_in(&INBOX));
        let inbox = Tray { place: INBOX, role: TrayRole::Staging, durable: false, cards };
        let show =
            |id| TurnView { id, kind: "regular", state: "running", parent: None, root: None };
        View {
            trays: vec![inbox],
            flags: Vec::new(),
            turn: turn.map(show),
            status: if turn.is_some() { "busy" } else { "idle" },
            settings: Arc::default(),
        }
    }
}
