//! The direct run (`opencode run`): a client that keeps what is typed in an array of its own and sends one
//! prompt a turn. Nothing of it steers. Source: `packages/opencode/src/cli/cmd/run/runtime.queue.ts`.

mod drain;

use super::areas::RUN_QUEUE;
use super::protocol::{Server, refusal};
use super::terminal::Esc;
use super::{kinds, rules};
use crate::ground::{CancelToken, Lane};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, Message, MessageId, Place, Receipt, RuleId};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

/// Before the message, in the name of the turn that a client's list has started.
pub(super) const TURN_OF: &str = "turn-of-";

/// The direct run's client.
pub(super) struct Direct {
    server: Rc<Server>,
    pub esc: Esc,
    /// What waits, oldest first.
    queue: RefCell<VecDeque<MessageId>>,
    /// What of it is shown as queued and can be withdrawn.
    shown: RefCell<Vec<MessageId>>,
    /// What was typed in shell mode.
    shell: RefCell<Vec<MessageId>>,
    /// What was taken out and is being answered.
    active: Cell<Option<MessageId>>,
    draining: Cell<bool>,
    closed: Cell<bool>,
    stop: RefCell<CancelToken>,
}

impl Direct {
    pub(super) fn new(server: &Rc<Server>) -> Rc<Direct> {
        Rc::new(Direct {
            server: server.clone(),
            esc: Esc::default(),
            queue: RefCell::default(),
            shown: RefCell::default(),
            shell: RefCell::default(),
            active: Cell::default(),
            draining: Cell::default(),
            closed: Cell::default(),
            stop: RefCell::default(),
        })
    }

    /// What it is about to send, and its array.
    pub(super) fn cards(&self) -> Vec<MessageId> {
        let mut cards = self.server.world.lying_in(&RUN_QUEUE);
        let queue = self.queue.borrow();
        cards.sort_by_key(|card| queue.iter().position(|waiting| waiting == card));
        cards
    }

    /// Its process is gone; another begins with an empty array, unless somebody has kept it.
    pub(super) fn restart(&self, kept: bool) {
        if !kept {
            self.queue.borrow_mut().clear();
        }
        self.shown.borrow_mut().clear();
        self.active.set(None);
        self.draining.set(false);
        self.closed.set(false);
        *self.stop.borrow_mut() = CancelToken::new();
        self.esc.clear();
    }

    fn text_of(&self, message: &MessageId) -> String {
        let known = self.server.world.message(message);
        known.map(|message| message.text.trim().to_owned()).unwrap_or_default()
    }

    fn is_shell(&self, message: &MessageId) -> bool {
        self.shell.borrow().contains(message)
    }

    fn is_new_session(&self, message: &MessageId) -> bool {
        let plain = self.is_shell(message) && holds(rules::RUN_SHELL);
        !plain && self.text_of(message) == "/new"
    }

    fn is_ordinary(&self, message: &MessageId) -> bool {
        !self.is_shell(message) && !self.is_new_session(message)
    }

    /// What is typed, with Enter.
    pub(super) async fn submit(
        self: &Rc<Self>,
        id: InputId,
        message: MessageId,
        shell: bool,
    ) -> Receipt {
        let text = self.text_of(&message);
        if self.closed.get() {
            return self.ignore(id, message, "Closed", rules::RUN_CLOSE).await;
        }
        if text.is_empty() && holds(rules::RUN_BLANK) {
            return self.ignore(id, message, "EmptyInput", rules::RUN_BLANK).await;
        }
        let plain = shell && holds(rules::RUN_SHELL);
        if !plain && ["/exit", "/quit"].contains(&text.as_str()) && holds(rules::RUN_EXIT) {
            let draft = Draft::new(Actor::Client, kinds::RUN_COMMAND)
                .moving(&message, Place::DROPPED)
                .rule(rules::RUN_EXIT);
            self.server.world.step(draft).await;
            return self.close().await;
        }
        if shell {
            self.shell.borrow_mut().push(message);
        }
        let behind = self.active.get().is_some_and(|active| self.is_ordinary(&active));
        let shown = behind && self.is_ordinary(&message) && holds(rules::RUN_SHOWN);
        if shown {
            self.server.store.make_id(message);
            self.shown.borrow_mut().push(message);
        }
        self.queue.borrow_mut().push_back(message);
        let rule = match () {
            () if plain => rules::RUN_SHELL,
            () if shown => rules::RUN_SHOWN,
            () => rules::RUN_ONE,
        };
        let draft = Draft::new(Actor::Client, kinds::RUN_QUEUED)
            .moving(&message, RUN_QUEUE)
            .rule(rule)
            .fact("it-can-be-withdrawn", shown);
        self.server.world.step(draft).await;
        self.drain();
        Receipt::Accepted
    }

    async fn ignore(
        &self,
        id: InputId,
        message: MessageId,
        reason: &'static str,
        rule: RuleId,
    ) -> Receipt {
        let draft = Draft::new(Actor::Client, kinds::REFUSED).about(id);
        let closed = self.closed.get();
        let draft = draft.moving(&message, Place::CLIENT).rule(rule);
        self.server.world.step(draft.fact("the-client-is-closed", closed)).await;
        Receipt::NotSubmitted { reason: refusal(reason) }
    }

    /// Withdraws a message that is shown as queued.
    pub(super) async fn remove(&self, message: MessageId) -> Receipt {
        if !self.shown.borrow().contains(&message) || !holds(rules::RUN_REMOVE) {
            return Receipt::NotSubmitted { reason: refusal("NotQueued") };
        }
        self.shown.borrow_mut().retain(|other| *other != message);
        self.queue.borrow_mut().retain(|other| *other != message);
        let draft = Draft::new(Actor::Client, kinds::RUN_REMOVED)
            .moving(&message, Place::CLIENT)
            .rule(rules::RUN_REMOVE);
        self.server.world.step(draft).await;
        Receipt::Accepted
    }

    /// Esc at the footer: the second press within the time aborts the run on the server, and nothing else.
    pub(super) async fn press_esc(self: &Rc<Self>, id: InputId) -> Receipt {
        let session = match self.server.reach() {
            Ok(session) => session,
            Err(receipt) => return receipt,
        };
        if !session.esc_aborts(&self.esc, id).await {
            return Receipt::Accepted;
        }
        if !holds(rules::RUN_ESC) {
            self.drop_the_rest(kinds::RUN_CLOSED, rules::RUN_ESC).await;
        }
        session.cancel().await
    }

    /// Makes one prompt of all that is shown as queued; it goes first.
    pub(super) async fn flush(self: &Rc<Self>) -> Receipt {
        let newer = self.server.settings.is(rules::QUEUED_FLUSH.setting, "on");
        let shown = self.shown.borrow().clone();
        let Some(first) = shown.first().filter(|_| newer && holds(rules::RUN_FLUSH)) else {
            return Receipt::NotSubmitted { reason: refusal("NotQueued") };
        };
        let texts: Vec<String> = shown.iter().map(|message| self.text_of(message)).collect();
        let world = &self.server.world;
        let Some(known) = world.message(first) else { return Receipt::Accepted };
        let merged = world.compose(Message {
            id: MessageId::from(["merged:", first.as_str()].concat()),
            text: texts.join("\n\n"),
            ..Message::clone(&known)
        });
        self.shown.borrow_mut().clear();
        self.queue.borrow_mut().retain(|other| !shown.contains(other));
        self.queue.borrow_mut().push_front(merged);
        let draft = Draft::new(Actor::Client, kinds::RUN_MERGED)
            .moving_all(&shown, &Place::DROPPED)
            .moving(&merged, RUN_QUEUE)
            .rule(rules::RUN_FLUSH);
        world.step(draft).await;
        self.drain();
        Receipt::Accepted
    }

    /// Begins to send, if nothing is being sent.
    fn drain(self: &Rc<Self>) {
        if self.draining.replace(true) || self.closed.get() {
            return;
        }
        let direct = self.clone();
        self.server.world.spawn("direct run", Lane::Service, async move {
            direct.send_one_by_one().await;
            direct.draining.set(false);
        });
    }
}
