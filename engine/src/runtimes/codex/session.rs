//! A session: one loaded thread. It takes one submission at a time and answers each at once; a turn
//! runs beside it.

use super::areas::{ActiveTurn, Activity};
use super::protocol::{Op, SUBMISSION_CHANNEL_CAPACITY, Submission, agent_died, fits, unsent};
use super::thread::Thread;
use crate::ground::{Lane, SortedMap, Wait, watch};
use crate::world::{
    Actor, Draft, Event, InputId, MessageId, Place, Receipt, TurnId, World, kinds as common,
};
use futures::StreamExt;
use futures::channel::{mpsc, oneshot};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::rc::Rc;

/// The state of one loaded thread. Everything here is gone when the process is.
pub(super) struct Session {
    pub world: Rc<World>,
    /// What outlives the session.
    pub thread: Rc<Thread>,
    /// At most one turn occupies the session.
    pub active: RefCell<Option<ActiveTurn>>,
    /// A turn that has been taken out and is being stopped; only shown, never asked.
    pub stopping: RefCell<Option<ActiveTurn>>,
    /// Area C.
    pub mailbox: RefCell<VecDeque<MessageId>>,
    pub activity: watch::Sender<Activity>,
    /// Subscriptions made by `watch-subscribe`.
    pub watches: RefCell<SortedMap<String, watch::Receiver<Activity>>>,
    submissions: mpsc::Sender<Submission>,
}

impl Session {
    /// Loads a thread: a session with its submission loop.
    pub(super) fn load(world: &Rc<World>, thread: &Rc<Thread>) -> Rc<Session> {
        // A futures channel holds its buffer plus one for each sender; clones are short-lived.
        let (submissions, inbox) = mpsc::channel(SUBMISSION_CHANNEL_CAPACITY - 1);
        let session = Rc::new(Session {
            world: world.clone(),
            thread: thread.clone(),
            active: RefCell::default(),
            stopping: RefCell::default(),
            mailbox: RefCell::default(),
            activity: watch::Sender::new(Activity::Mailbox),
            watches: RefCell::default(),
            submissions,
        });
        world.spawn("session loop", Lane::Session, submission_loop(session.clone(), inbox));
        session
    }

    /// Puts an operation into the submission channel and waits for its answer.
    pub(super) async fn submit(self: Rc<Self>, by: Actor, id: InputId, op: Op) -> Receipt {
        let queued = by == Actor::Queue;
        if let Some(message) = message_of(&op).filter(|_| !queued)
            && let Err(receipt) = unsent(&self.world, message)
        {
            return receipt;
        }
        if let Err(receipt) = fits(&self.world, &op) {
            return receipt;
        }
        let (reply, answer) = oneshot::channel();
        let mut sender = self.submissions.clone();
        let room = Wait::owed("room in the submission channel");
        if self.world.ground.wait(room, poll_fn(|cx| sender.poll_ready(cx))).await.is_err() {
            return agent_died();
        }
        let mut draft = Draft::new(by, common::SUBMITTED).about(id);
        if let Some(message) = message_of(&op).filter(|_| !queued) {
            draft = draft.moving(message, Place::CHANNEL);
        }
        if sender.start_send(Submission { id, by, op, reply }).is_err() {
            return agent_died();
        }
        self.world.step(draft).await;
        let wait = Wait::owed("the session's answer");
        self.world.ground.wait(wait, answer).await.unwrap_or_else(|_| agent_died())
    }

    async fn handle(self: &Rc<Self>, submission: Submission) {
        let Submission { id, by, op, reply } = submission;
        let receipt = match op {
            Op::TurnInput(request) => self.route(&id, &by, request).await,
            Op::Inject(message) => {
                self.inject(message).await;
                Receipt::Accepted
            }
            Op::Mail(message) => {
                self.mail_arrives(&id, message).await;
                Receipt::Accepted
            }
            Op::Abort(reason) => {
                self.abort_all_tasks(reason).await;
                Receipt::Accepted
            }
            Op::Answer(key, answer) => self.answer(&id, key, answer).await,
            Op::Review(takes) => self.start_review(&id, takes).await,
            Op::Compact(takes) => self.start_compaction(&id, takes).await,
            Op::UserShell(takes) => self.run_user_shell(&id, takes).await,
        };
        // Whoever asked may be gone; what was decided stands all the same.
        let _ = reply.send(receipt);
    }

    /// Sends an event.
    pub(super) fn event(&self, turn: Option<&TurnId>, name: &'static str) {
        self.event_about(turn, name, None, None);
    }

    /// Sends an event with its particulars.
    pub(super) fn event_about(
        &self,
        turn: Option<&TurnId>,
        name: &'static str,
        about: Option<&MessageId>,
        note: Option<&str>,
    ) {
        self.world.send_event(Event {
            turn: turn.cloned(),
            name,
            about: about.cloned(),
            note: note.map(str::to_owned),
        });
    }
}

/// Takes one submission at a time and finishes with it before it takes the next.
async fn submission_loop(session: Rc<Session>, mut inbox: mpsc::Receiver<Submission>) {
    loop {
        let rest = Wait::rest("a submission");
        let Some(submission) = session.world.ground.wait(rest, inbox.next()).await else { return };
        session.handle(submission).await;
    }
}

fn message_of(op: &Op) -> Option<&MessageId> {
    match op {
        Op::TurnInput(request) => request.message.as_ref(),
        Op::Inject(message) | Op::Mail(message) => Some(message),
        Op::Abort(_) | Op::Answer(..) | Op::Review(_) | Op::Compact(_) | Op::UserShell(_) => None,
    }
}
