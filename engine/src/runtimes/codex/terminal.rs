//! The terminal client: what a person's keys do, and the three lists that it keeps for itself, beside
//! everything that the agent keeps.
//!
//! It knows of turns only what events have told it, and events take their time: what it believes can be
//! out of date. A steer is sent and stays in a list of its own, as a copy, until it is seen in the
//! history. Source: `tui/src/chatwidget/input_restore.rs:139-271`, `tui/src/app/thread_routing.rs:650-766`.

use super::protocol::{AbortReason, Mode, Op, Request, unsent};
use super::queue::next_submission;
use super::session::Session;
use super::{kinds, rules};
use crate::ground::{Lane, Wait};
use crate::runtimes::holds;
use crate::world::{
    Actor, Draft, InputId, Kind, Message, MessageId, Place, Receipt, Tray, TrayRole, TurnId, World,
};
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

    async fn after_interrupt(self: &Rc<Self>) {
        let resubmits = self.thread.terminal.resubmits.take();
        let steers = self.world.lying_in(&PENDING);
        if resubmits && !steers.is_empty() {
            self.send_merged(steers, rules::TERMINAL_ESC_RESUBMITS).await;
        } else {
            self.back_into_the_editor().await;
        }
    }

    // --- Sending ----------------------------------------------------------------------------------

    /// Into the turn that the terminal believes to run; what the agent answers may correct it.
    async fn send_steer(
        self: &Rc<Self>,
        id: InputId,
        believed: TurnId,
        message: MessageId,
    ) -> Receipt {
        let mut expected = believed;
        let mut retried = !holds(rules::TERMINAL_RETRIES);
        loop {
            let mode = Mode::Steer { expected: Some(expected) };
            let receipt = self.send(id, mode, message).await;
            let Receipt::NotSubmitted { reason } = &receipt else {
                self.keep_copy(&receipt, &message).await;
                return receipt;
            };
            let actual = reason.details.iter().find(|(name, _)| *name == "actual");
            match (reason.reason, actual) {
                ("NoActiveTurn", _) if holds(rules::TERMINAL_STARTS_INSTEAD) => {
                    return self.send_start(id, message).await;
                }
                ("ExpectedTurnMismatch", Some((_, actual))) if !retried => {
                    retried = true;
                    expected = TurnId::from(actual.as_str());
                }
                _ => {
                    return self.set_aside(receipt, &message).await;
                }
            }
        }
    }

    /// Into a new turn, or into the one that runs after all.
    async fn send_start(self: &Rc<Self>, id: InputId, message: MessageId) -> Receipt {
        let receipt = self.send(id, Mode::StartOrSteer, message).await;
        self.keep_copy(&receipt, &message).await;
        self.set_aside(receipt, &message).await
    }

    async fn send(self: &Rc<Self>, id: InputId, mode: Mode, message: MessageId) -> Receipt {
        let request = Request::of(mode, Some(message));
        self.clone().submit(Actor::Client, id, Op::TurnInput(request)).await
    }

    /// A steer that joined the turn stays as a copy, until it is seen in the history.
    async fn keep_copy(&self, receipt: &Receipt, message: &MessageId) {
        let (Receipt::Started { turn } | Receipt::Steered { turn }) = receipt else { return };
        let terminal = &self.thread.terminal;
        terminal.learns(*turn);
        let is_steer = matches!(receipt, Receipt::Steered { .. });
        if !is_steer || self.world.place_of(message) == Place::HISTORY {
            return;
        }
        let Some(original) = self.world.message(message) else { return };
        let id = copy_of(message);
        let copy = self.world.compose(Message { id, ..Message::clone(&original) });
        self.list(kinds::CLIENT_KEEPS_COPY, &copy, PENDING, rules::TERMINAL_COPIES).await;
        if terminal.ended.get() == Some(*turn) {
            // The turn was aborted before the answer came.
            self.back_into_the_editor().await;
        }
    }

    /// A steer that the running work does not take waits for the end of it: the terminal has taken it.
    async fn set_aside(&self, receipt: Receipt, message: &MessageId) -> Receipt {
        match &receipt {
            Receipt::NotSubmitted { reason }
                if reason.reason == "ActiveTurnNotSteerable" && holds(rules::TERMINAL_REJECTED) =>
            {
                let rule = rules::TERMINAL_REJECTED;
                self.list(kinds::CLIENT_REJECTED, message, REJECTED, rule).await;
                Receipt::Accepted
            }
            _ => receipt,
        }
    }

    async fn steer_is_seen(&self, message: &MessageId) {
        let copy = copy_of(message);
        if self.world.place_of(&copy) == PENDING && holds(rules::TERMINAL_COPIES) {
            let (kind, rule) = (kinds::CLIENT_SEEN, rules::TERMINAL_COPIES);
            self.list(kind, &copy, Place::DROPPED, rule).await;
        }
    }

    /// A turn has ended: the steers that were refused go first, as one; else the next queued message.
    async fn send_next(self: &Rc<Self>) {
        let rejected = self.world.lying_in(&REJECTED);
        if !rejected.is_empty() {
            return self.send_merged(rejected, rules::TERMINAL_REJECTED).await;
        }
        let mut queued = self.world.lying_in(&QUEUED);
        if holds(rules::TERMINAL_ONE_PER_TURN) {
            queued.truncate(1);
        }
        for message in queued {
            self.send_start(next_submission(&self.world, &message), message).await;
        }
    }

    /// Several texts become one; a single one goes as it is.
    async fn send_merged(self: &Rc<Self>, messages: Vec<MessageId>, rule: crate::world::RuleId) {
        let Some(first) = messages.first().copied().filter(|_| holds(rule)) else { return };
        let mut sent = first;
        if messages.len() > 1 && holds(rules::TERMINAL_MERGES) {
            let known = messages.iter().filter_map(|message| self.world.message(message));
            let texts: Vec<String> = known.map(|message| message.text.clone()).collect();
            let Some(original) = self.world.message(&first) else { return };
            sent = self.world.compose(Message {
                id: MessageId::from(["merged:", first.as_str()].concat()),
                text: texts.join("\n"),
                ..Message::clone(&original)
            });
            let draft = Draft::new(Actor::Client, kinds::CLIENT_MERGED)
                .moving_all(&messages, &Place::DROPPED)
                .moving(&sent, Place::CLIENT)
                .rule(rules::TERMINAL_MERGES);
            self.world.step(draft).await;
        }
        self.send_start(next_submission(&self.world, &sent), sent).await;
    }

    // --- Esc --------------------------------------------------------------------------------------

    /// Esc interrupts. What becomes of the lists is decided when the turn is aborted.
    async fn press_esc(self: &Rc<Self>, id: InputId) -> Receipt {
        let terminal = &self.thread.terminal;
        if terminal.turn.get().is_none() {
            return Receipt::Accepted;
        }
        terminal.resubmits.set(!self.world.lying_in(&PENDING).is_empty());
        self.clone().submit(Actor::Client, id, Op::Abort(AbortReason::Interrupted)).await
    }

    async fn back_into_the_editor(&self) {
        let all: Vec<MessageId> = LISTS.iter().flat_map(|list| self.world.lying_in(list)).collect();
        if !all.is_empty() && holds(rules::TERMINAL_ESC_RESTORES) {
            let draft = Draft::new(Actor::Client, kinds::CLIENT_RESTORED)
                .moving_all(&all, &Place::CLIENT)
                .rule(rules::TERMINAL_ESC_RESTORES);
            self.world.step(draft).await;
        }
    }

    async fn list(&self, kind: Kind, message: &MessageId, to: Place, rule: crate::world::RuleId) {
        self.world.step(Draft::new(Actor::Client, kind).moving(message, to).rule(rule)).await;
    }
}

fn copy_of(message: &MessageId) -> MessageId {
    MessageId::from(["copy:", message.as_str()].concat())
}
