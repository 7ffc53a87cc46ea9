//! A session: one loaded thread. It takes one submission at a time and answers each at once; a turn
//! runs beside it.

use super::areas::{ActiveTurn, Activity, TurnState};
use super::hooks::Hooks;
use super::protocol::{
    AbortReason, Op, SUBMISSION_CHANNEL_CAPACITY, Submission, agent_died, carried, fits, unsent,
};
use super::rules;
use super::servers::Servers;
use super::thread::Thread;
use crate::ground::{Lane, Millis, SortedMap, Wait, channel, watch};
use crate::runtimes::holds;
use crate::world::{
    Actor, Draft, Event, InputId, MessageId, Place, Receipt, TurnId, World, kinds as common,
};
use futures::channel::oneshot;
use futures::future::{Either, select};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::pin::pin;
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
    /// The turn for which the session is or was reserved, until its task is there.
    pub starting: RefCell<Option<Rc<TurnState>>>,
    /// The turn that was the last to start, and the revision of the settings with which it did.
    pub last_started: Cell<Option<(TurnId, u32)>>,
    /// Whether the voice conversation was closed.
    pub realtime_closed: Cell<bool>,
    /// Area C.
    pub mailbox: RefCell<VecDeque<MessageId>>,
    pub hooks: Hooks,
    pub activity: watch::Sender<Activity>,
    /// What clients have told beside their inputs, by key.
    pub told: RefCell<SortedMap<String, String>>,
    /// Subscriptions made by `watch-subscribe`.
    pub watches: RefCell<SortedMap<String, watch::Receiver<Activity>>>,
    /// Whether the session is being ended: nothing new starts.
    pub ending: Cell<bool>,
    /// Whether it is over.
    pub over: Cell<bool>,
    /// When its start-up connection is there.
    pub connected_at: Millis,
    pub servers: Servers,
    pub submissions: channel::Sender<Submission>,
}

impl Session {
    /// Loads a thread: a session with its submission loop.
    pub(super) fn load(world: &Rc<World>, thread: &Rc<Thread>) -> Rc<Session> {
        let capacity = thread.setting("submission-capacity").parse();
        let capacity = capacity.unwrap_or(SUBMISSION_CHANNEL_CAPACITY);
        let (submissions, inbox) = channel::bounded(capacity);
        let session = Rc::new(Session {
            world: world.clone(),
            thread: thread.clone(),
            active: RefCell::default(),
            stopping: RefCell::default(),
            starting: RefCell::default(),
            last_started: Cell::default(),
            realtime_closed: Cell::default(),
            mailbox: RefCell::default(),
            hooks: Hooks::default(),
            activity: watch::Sender::new(Activity::Mailbox),
            told: RefCell::default(),
            watches: RefCell::default(),
            ending: Cell::default(),
            over: Cell::default(),
            connected_at: Session::connection_time(world.ground.now(), thread.number("prewarm-ms")),
            servers: Servers::starting(world.ground.now(), thread.number("servers-ms")),
            submissions,
        });
        world.spawn("session loop", Lane::Session, submission_loop(session.clone(), inbox));
        session
    }

    /// Puts an operation into the submission channel and waits for its answer.
    pub(super) async fn submit(self: Rc<Self>, by: Actor, id: InputId, op: Op) -> Receipt {
        // A queued message stays in its row until its turn has started.
        let carried = if by == Actor::Queue { Vec::new() } else { carried(&op) };
        if let Some(receipt) = carried.iter().find_map(|id| unsent(&self.world, id).err()) {
            return receipt;
        }
        if let Err(receipt) = fits(&self.world, &op) {
            return receipt;
        }
        let (reply, answer) = oneshot::channel();
        let room = Wait::owed("room in the submission channel");
        let full_waits = holds(rules::FULL_CHANNEL_WAITS);
        if full_waits && self.world.ground.wait(room, self.submissions.room()).await.is_err() {
            return agent_died();
        }
        // A caller that does not wait is gone before anybody can answer.
        let answer = op.is_waited_for().then_some(answer);
        let draft = Draft::new(by, common::SUBMITTED).about(id);
        let draft = draft.moving_all(&carried, &Place::CHANNEL);
        if self.submissions.push(Submission { id, by, op, reply }).is_err() {
            return agent_died();
        }
        self.world.step(draft).await;
        let Some(answer) = answer else { return Receipt::Accepted };
        let wait = Wait::owed("the session's answer");
        self.world.ground.wait(wait, answer).await.unwrap_or_else(|_| agent_died())
    }

    async fn handle(self: &Rc<Self>, submission: Submission) {
        let Submission { id, by, op, reply } = submission;
        if reply.is_canceled() && !holds(rules::WAITER_IS_NO_CONDITION) {
            return;
        }
        let receipt = match op {
            Op::TurnInput(request) => self.route(&id, &by, request).await,
            Op::RealtimeText(request) => self.realtime_text(&id, &by, request).await,
            Op::InterruptIfNoPendingInput { turn, .. } => {
                return self.interrupt_if_no_pending_input(&id, &turn, reply).await;
            }
            Op::GuardianDenial => self.guardian_denies(&id).await,
            Op::Inject(message) => {
                self.inject(message).await;
                Receipt::Accepted
            }
            Op::Mail(message) => {
                self.mail_arrives(&id, message).await;
                Receipt::Accepted
            }
            Op::Abort(AbortReason::Interrupted) => {
                self.interrupt(&id).await;
                Receipt::Accepted
            }
            Op::Abort(reason) => {
                self.abort_all_tasks(reason).await;
                Receipt::Accepted
            }
            Op::Answer(key, answer) => self.answer(&id, key, answer).await,
            Op::Review(takes, output) => self.start_review(&id, takes, output).await,
            Op::Compact(takes) => self.start_compaction(&id, takes).await,
            Op::UserShell(takes) => self.run_user_shell(&id, takes).await,
            // The loop itself sees to these.
            Op::Shutdown | Op::Suspend { .. } => return,
        };
        // Whoever asked may be gone; what was decided stands all the same.
        let _ = reply.send(receipt);
    }

    /// Waits for something to do. Submissions go first.
    async fn next_due(
        &self,
        inbox: &mut channel::Receiver<Submission>,
        activity: &mut watch::Receiver<Activity>,
    ) -> Due {
        let (submission, mail) = (pin!(inbox.next()), pin!(self.mail_to_look_at(activity)));
        let rest = Wait::rest("a submission");
        match self.world.ground.wait(rest, select(submission, mail)).await {
            Either::Left((Some(submission), _)) => Due::Submission(Box::new(submission)),
            Either::Left((None, _)) => Due::Nothing,
            Either::Right(_) => Due::Mail,
        }
    }

    /// Ends when something has come into the mailbox past the loop.
    async fn mail_to_look_at(&self, activity: &mut watch::Receiver<Activity>) {
        let watched = self.thread.is_on(&rules::MAILBOX_WATCHED);
        if !(watched && holds(rules::LOOP_WATCHES_MAILBOX)) || activity.changed().await.is_err() {
            std::future::pending().await
        }
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
        self.thread.terminal.hear(turn, name, about, note);
        self.thread.hear(name, note);
        self.world.send_event(Event {
            turn: turn.cloned(),
            name,
            about: about.cloned(),
            note: note.map(str::to_owned),
        });
    }
}

/// What the loop has to see to next.
enum Due {
    Submission(Box<Submission>),
    Mail,
    /// The channel is closed and empty.
    Nothing,
}

/// Takes one submission at a time and finishes with it before it takes the next.
async fn submission_loop(session: Rc<Session>, mut inbox: channel::Receiver<Submission>) {
    let mut activity = session.activity.subscribe();
    loop {
        match session.next_due(&mut inbox, &mut activity).await {
            Due::Submission(submission) if submission.op.may_end_the_session() => {
                if session.end_by(*submission, &mut inbox).await {
                    return;
                }
            }
            Due::Submission(submission) if holds(rules::ONE_AT_A_TIME) => {
                session.handle(*submission).await;
            }
            Due::Submission(submission) => {
                let beside = session.clone();
                let handling = async move { beside.handle(*submission).await };
                session.world.spawn("submission", Lane::Session, handling);
            }
            Due::Mail => session.start_turn_for_pending_work(None).await,
            Due::Nothing => return session.end_without_channel(&mut inbox).await,
        }
    }
}
