//! The server as its clients reach it: a request is on its way, becomes a task of the process, and is answered.

use super::areas::Store;
use super::kinds;
use super::routing::Reply;
use super::session::{Session, Settings};
use crate::ground::{Lane, Millis, Wait, watch};
use crate::world::{
    Actor, Content, Draft, InputId, MessageId, Place, Receipt, Refusal, World, kinds as common,
};
use futures::channel::oneshot;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What every client holds in its hands.
pub(super) struct Server {
    pub world: Rc<World>,
    pub store: Rc<Store>,
    pub settings: Rc<Settings>,
    /// The session, while a process has it loaded.
    pub session: RefCell<Option<Rc<Session>>>,
    /// Whether requests of clients do not get through.
    pub unreachable: Cell<bool>,
    pub changes: Rc<watch::Sender<()>>,
}

/// What a request wants done with its message.
#[derive(Clone, Copy)]
pub(super) enum Want {
    Prompt(Reply),
    /// Enter at the terminal.
    Enter,
    /// A shell command that takes so long.
    Shell(Millis),
}

impl Server {
    /// The session that is loaded and can be reached.
    pub(super) fn reach(&self) -> Result<Rc<Session>, Receipt> {
        let session = self.session.borrow().clone();
        session.filter(|_| !self.unreachable.get()).ok_or_else(connection_lost)
    }

    /// Sends a message to the server and waits for the answer.
    pub(super) async fn send(
        &self,
        by: Actor,
        id: InputId,
        message: MessageId,
        want: Want,
    ) -> Receipt {
        let session = match self.reach() {
            Ok(session) => session,
            Err(receipt) => return receipt,
        };
        let from = self.world.place_of(&message);
        let draft = Draft::new(by, common::SUBMITTED).about(id);
        self.world.step(draft.moving(&message, Place::CHANNEL)).await;
        let alive = self.session.borrow().as_ref().is_some_and(|now| Rc::ptr_eq(now, &session));
        if !alive {
            return answer_lost();
        }
        let name = format!("request {id}");
        let task = session.clone();
        let work = async move {
            match want {
                Want::Prompt(reply) => task.prompt(id, message, reply).await,
                Want::Enter => task.press_enter(id, message).await,
                Want::Shell(takes) => task.shell(id, from, message, takes).await,
            }
        };
        in_the_process(&self.world, name, work).await
    }

    /// Whether the message is a person's and nobody has taken it yet.
    pub(super) fn can_be_sent(&self, message: &MessageId) -> Result<(), Receipt> {
        let place = self.world.place_of(message);
        let by_a_person = self
            .world
            .message(message)
            .is_some_and(|known| matches!(known.content, Content::UserText | Content::Command));
        if !by_a_person {
            return Err(invalid_request("a prompt is what a person typed"));
        }
        if place == Place::CLIENT {
            return Ok(());
        }
        let there = format!("{message} was taken already: it is in {place}");
        Err(invalid_request(format!("{there}; write a new message")))
    }

    /// Connection and composer are another's matter; a step says when they change.
    pub(super) async fn set_reachable(&self, good: bool) -> Receipt {
        self.unreachable.set(!good);
        self.changes.send(());
        let draft = Draft::new(Actor::Host, kinds::SURROUNDINGS);
        self.world.step(draft.about(if good { "good" } else { "broken" })).await;
        Receipt::Accepted
    }
}

/// Does work in the process: when the process dies, so does the work.
pub(super) async fn in_the_process(
    world: &World,
    name: String,
    work: impl Future<Output = Receipt> + 'static,
) -> Receipt {
    let (reply, answer) = oneshot::channel();
    world.spawn(name, Lane::Session, async move {
        // Whoever asked may be gone.
        let _ = reply.send(work.await);
    });
    let answer = world.ground.wait(Wait::owed("the answer of the server"), answer).await;
    answer.unwrap_or_else(|_| answer_lost())
}

/// A request that is wrong in itself.
pub(super) fn invalid_request(message: impl Into<String>) -> Receipt {
    Receipt::Failed { error: "InvalidRequest", message: message.into() }
}

/// The process has died with the request in its hands: whether it has saved the message is unknown to who asked.
pub(super) fn answer_lost() -> Receipt {
    let message = "the server is gone; the outcome is unknown".to_owned();
    Receipt::Failed { error: Receipt::ANSWER_LOST, message }
}

/// The answer of a server that cannot be reached: nothing was sent.
pub(super) fn connection_lost() -> Receipt {
    let message = "the server cannot be reached".to_owned();
    Receipt::Failed { error: "ConnectionLost", message }
}

/// A reason to refuse.
pub(super) fn refusal(reason: &'static str) -> Refusal {
    Refusal { reason, details: Vec::new() }
}
