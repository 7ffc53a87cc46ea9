//! The terminal client: what a person's keys do, and the three lists that it keeps for itself, beside
//! everything that the agent keeps.
//!
//! It knows of turns only what events have told it, and events take their time: what it believes can be
//! out of date. A steer is sent and stays in a list of its own, as a copy, until it is seen in the
//! history. Source: `tui/src/chatwidget/input_restore.rs:139-271`, `tui/src/app/thread_routing.rs:650-766`.

mod sending;

use super::protocol::{AbortReason, Op, invalid_request, unsent};
use super::session::Session;
use super::{kinds, rules};
use crate::ground::{Lane, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, InputId, MessageId, Place, Receipt, Tray, TrayRole, TurnId, World};
use futures::StreamExt;
use futures::channel::mpsc;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Messages that go one by one, each when a turn has ended.
pub(super) const QUEUED: Place = Place::named("queued-messages");
/// Copies of steers that were sent and are not in the history yet.
pub(super) const PENDING: Place = Place::named("pending-steers");
/// Steers that the running turn does not take.
pub(super) const REJECTED: Place = Place::named("rejected-steers");
/// All three.
pub(super) const LISTS: [Place; 3] = [QUEUED, PENDING, REJECTED];

/// What an event tells the terminal.
enum Heard {
    TurnStarted(TurnId),
    Recorded(MessageId),
    TurnComplete(TurnId),
    TurnAborted { turn: TurnId, interrupted: bool },
}

/// The terminal client of a thread. Its lists are the places themselves: what lies there is what it has.
pub(super) struct Terminal {
    world: Rc<World>,
    /// Where events arrive, while it is open.
    events: RefCell<Option<mpsc::UnboundedSender<Heard>>>,
    /// The turn that it believes to run.
    turn: Cell<Option<TurnId>>,
    /// The turn of whose end it heard last.
    ended: Cell<Option<TurnId>>,
    /// Whether pending steers are sent again when the turn is aborted.
    resubmits: Cell<bool>,
}

impl Terminal {
    pub(super) fn new(world: &Rc<World>) -> Terminal {
        Terminal {
            world: world.clone(),
            events: RefCell::default(),
            turn: Cell::default(),
            ended: Cell::default(),
            resubmits: Cell::default(),
        }
    }

    /// Its lists; nothing while nobody has pressed a key.
    pub(super) fn trays(&self) -> Vec<Tray> {
        let lists = if self.events.borrow().is_some() { &LISTS[..] } else { &[] };
        let tray = |place: &Place| Tray {
            place: *place,
            role: TrayRole::Outside,
            durable: false,
            cards: self.world.lying_in(place),
        };
        lists.iter().map(tray).collect()
    }

    /// It dies with the process that it is part of.
    pub(super) fn close(&self) {
        self.turn.set(None);
        self.ended.set(None);
        self.resubmits.set(false);
        *self.events.borrow_mut() = None;
    }

    /// An answer names a turn that runs, unless the terminal has heard of its end meanwhile.
    fn learns(&self, turn: TurnId) {
        if self.ended.get() != Some(turn) {
            self.turn.set(Some(turn));
        }
    }

    /// The turn is over. Says whether it is the one that the terminal believed to run.
    fn ends(&self, turn: TurnId) -> bool {
        self.ended.set(Some(turn));
        let known = self.turn.get().is_none_or(|believed| believed == turn);
        if known {
            self.turn.set(None);
        }
        known
    }

    /// An event is on its way to it.
    pub(super) fn hear(
        &self,
        turn: Option<&TurnId>,
        name: &str,
        about: Option<&MessageId>,
        note: Option<&str>,
    ) {
        let heard = match (name, turn, about) {
            ("TurnStarted", Some(turn), _) => Heard::TurnStarted(*turn),
            ("UserMessage", _, Some(message)) => Heard::Recorded(*message),
            ("TurnComplete", Some(turn), _) => Heard::TurnComplete(*turn),
            ("TurnAborted", Some(turn), _) => {
                let interrupted = note == Some("Interrupted");
                Heard::TurnAborted { turn: *turn, interrupted }
            }
            _ => return,
        };
        if let Some(events) = &*self.events.borrow() {
            // The terminal may be gone.
            let _ = events.unbounded_send(heard);
        }
    }
}

impl Session {
    /// A key of the terminal. The answer of Enter is that of the agent.
    pub(super) async fn press(
        self: &Rc<Self>,
        key: &str,
        id: InputId,
        message: Option<MessageId>,
    ) -> Receipt {
        self.open_terminal();
        let terminal = &self.thread.terminal;
        let Some(message) = message else { return self.press_esc(id).await };
        if let Err(refusal) = unsent(&self.world, &message) {
            return refusal;
        }
        if !self.is_user_input(Some(&message)) {
            return invalid_request("a terminal sends what a person typed");
        }
        match terminal.turn.get() {
            Some(_) if key == "press-tab" && holds(rules::TERMINAL_TAB) => {
                self.list(kinds::CLIENT_QUEUED, &message, QUEUED, rules::TERMINAL_TAB).await;
                Receipt::Accepted
            }
            Some(turn) if holds(rules::TERMINAL_ENTER) => self.send_steer(id, turn, message).await,
            _ => self.send_start(id, message).await,
        }
    }

    /// The terminal begins to listen. It sees the turn that runs then.
    fn open_terminal(self: &Rc<Self>) {
        let terminal = &self.thread.terminal;
        if terminal.events.borrow().is_some() {
            return;
        }
        let (sender, mut events) = mpsc::unbounded();
        *terminal.events.borrow_mut() = Some(sender);
        terminal.turn.set(self.active.borrow().as_ref().map(|turn| turn.id));
        let session = self.clone();
        // Last in the order of lanes: what it hears has come over a wire.
        self.world.spawn("terminal", Lane::Tool, async move {
            loop {
                let next = session.world.ground.wait(Wait::rest("an event"), events.next()).await;
                let Some(heard) = next else { return };
                session.terminal_hears(heard).await;
            }
        });
    }

    async fn terminal_hears(self: &Rc<Self>, heard: Heard) {
        let terminal = &self.thread.terminal;
        match heard {
            Heard::TurnStarted(turn) => terminal.turn.set(Some(turn)),
            Heard::Recorded(message) => self.steer_is_seen(&message).await,
            Heard::TurnComplete(turn) => {
                if terminal.ends(turn) {
                    self.send_next().await;
                }
            }
            Heard::TurnAborted { turn, interrupted } => {
                if terminal.ends(turn) && interrupted {
                    self.after_interrupt().await;
                }
            }
        }
    }

    /// Esc interrupts. What becomes of the lists is decided when the turn is aborted.
    async fn press_esc(self: &Rc<Self>, id: InputId) -> Receipt {
        let terminal = &self.thread.terminal;
        if terminal.turn.get().is_none() {
            return Receipt::Accepted;
        }
        terminal.resubmits.set(!self.world.lying_in(&PENDING).is_empty());
        self.clone().submit(Actor::Client, id, Op::Abort(AbortReason::Interrupted)).await
    }
}
