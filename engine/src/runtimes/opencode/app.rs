//! The web and desktop app: a list of follow-ups in the browser's storage. Since April 2026 nobody can choose
//! it: the stored choice is rewritten, and what is sent goes to the server at once.

use super::areas::FOLLOWUPS;
use super::direct::TURN_OF;
use super::protocol::{Server, Want, refusal};
use super::routing::Reply;
use super::{kinds, rules};
use crate::ground::{Lane, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, MessageId, Place, Receipt};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The setting that decides where a text goes that is sent during a run.
pub(super) const FOLLOWUP: &str = "followup";

/// The app of one session. The list outlives the server.
pub(super) struct App {
    server: Rc<Server>,
    pub items: RefCell<Vec<MessageId>>,
    pub failed: Cell<Option<MessageId>>,
    pub paused: Cell<bool>,
    blocked: Cell<bool>,
    sending: Cell<bool>,
    open: Cell<bool>,
}

impl App {
    pub(super) fn new(server: &Rc<Server>, items: Vec<MessageId>) -> Rc<App> {
        Rc::new(App {
            server: server.clone(),
            items: RefCell::new(items),
            failed: Cell::default(),
            paused: Cell::default(),
            blocked: Cell::default(),
            sending: Cell::default(),
            open: Cell::default(),
        })
    }

    /// Whether somebody uses it.
    pub(super) fn is_open(&self) -> bool {
        self.open.get()
    }

    /// Opens the app, if it is not open: it reads its settings and begins to watch its list. A process that
    /// has ended takes the watching along.
    pub(super) async fn open(self: &Rc<Self>, anew: bool) {
        if self.open.replace(true) && !anew {
            return;
        }
        self.sending.set(false);
        let app = self.clone();
        self.server.world.spawn("app", Lane::Tool, async move { app.watch().await });
        let settings = &self.server.settings;
        let choice = settings.is_version(&[rules::SPRING]);
        if settings.is(FOLLOWUP, "queue") && !choice && holds(rules::APP_STEERS) {
            settings.set(FOLLOWUP, "steer");
            let draft = Draft::new(Actor::Client, kinds::APP_REWRITTEN).about(FOLLOWUP);
            self.server.world.step(draft.rule(rules::APP_STEERS)).await;
        }
    }

    /// Sends the oldest item whenever it may go. Source: `packages/app/src/pages/session.tsx:1928-1942`.
    async fn watch(self: &Rc<Self>) {
        let mut changes = self.server.changes.subscribe();
        loop {
            while let Some(item) = self.next_to_send() {
                self.send(item).await;
            }
            let rest = Wait::rest("something to change");
            if self.server.world.ground.wait(rest, changes.changed()).await.is_err() {
                return;
            }
        }
    }

    fn next_to_send(&self) -> Option<MessageId> {
        let first = self.items.borrow().first().copied()?;
        let failed = self.failed.get() == Some(first);
        let held = self.sending.get() || failed || self.paused.get() || self.blocked.get();
        let may = !held && !self.is_busy() && self.is_root();
        (may && holds(rules::APP_SENDS)).then_some(first)
    }

    fn is_busy(&self) -> bool {
        self.server.session.borrow().as_ref().is_some_and(|session| session.is_busy())
    }

    fn is_root(&self) -> bool {
        self.server.settings.is("session", "root")
    }

    async fn send(&self, item: MessageId) -> Receipt {
        self.sending.set(true);
        let draft = Draft::new(Actor::Client, kinds::APP_SENDS).about(item);
        self.server.world.step(draft.rule(rules::APP_SENDS)).await;
        let id = InputId::from([TURN_OF, item.as_str()].concat());
        let want = Want::Prompt(Reply::NotAwaited);
        if self.server.reach().is_ok() {
            self.items.borrow_mut().retain(|other| *other != item);
        }
        let receipt = self.server.send(Actor::Client, id, item, want).await;
        self.sending.set(false);
        if matches!(receipt, Receipt::Failed { .. }) && self.items.borrow().contains(&item) {
            self.not_sent(item).await;
        }
        receipt
    }

    async fn not_sent(&self, item: MessageId) {
        let draft = Draft::new(Actor::Client, kinds::APP_NOT_SENT).about(item);
        if holds(rules::APP_FAILED) {
            self.failed.set(Some(item));
            self.server.world.step(draft.rule(rules::APP_FAILED)).await;
        } else {
            self.items.borrow_mut().retain(|other| *other != item);
            self.server.world.step(draft.moving(&item, Place::CLIENT)).await;
        }
    }

    /// Enter in the composer. Source: `packages/app/src/pages/session.tsx:1754-1758`.
    pub(super) async fn submit(self: &Rc<Self>, id: InputId, message: MessageId) -> Receipt {
        let queues = self.server.settings.is(FOLLOWUP, "queue") && holds(rules::APP_LISTS);
        if !(queues && self.is_busy() && !self.blocked.get() && self.is_root()) {
            let want = Want::Prompt(Reply::NotAwaited);
            return self.server.send(Actor::User, id, message, want).await;
        }
        self.items.borrow_mut().push(message);
        let was_paused = self.paused.get();
        self.resume();
        let rule = if was_paused { rules::APP_RESUMES } else { rules::APP_LISTS };
        let draft = Draft::new(Actor::Client, kinds::APP_LISTED).moving(&message, FOLLOWUPS);
        self.server.world.step(draft.rule(rule)).await;
        Receipt::Accepted
    }

    fn resume(&self) {
        if holds(rules::APP_RESUMES) {
            self.paused.set(false);
        }
        self.server.changes.send(());
    }

    /// Sends an item of the list by hand, also one that failed.
    pub(super) async fn send_by_hand(&self, item: MessageId) -> Receipt {
        if !self.items.borrow().contains(&item) {
            return Receipt::NotSubmitted { reason: refusal("NotQueued") };
        }
        self.failed.set(None);
        self.resume();
        self.send(item).await
    }

    /// Takes an item out of the list into the composer. Source: `packages/app/src/pages/session.tsx:1797-1812`.
    pub(super) async fn edit(&self, item: MessageId) -> Receipt {
        if !self.items.borrow().contains(&item) || !holds(rules::APP_EDIT) {
            return Receipt::NotSubmitted { reason: refusal("NotQueued") };
        }
        self.items.borrow_mut().retain(|other| *other != item);
        if self.failed.get() == Some(item) {
            self.failed.set(None);
        }
        self.server.changes.send(());
        let draft = Draft::new(Actor::Client, kinds::APP_EDITED).moving(&item, Place::CLIENT);
        self.server.world.step(draft.rule(rules::APP_EDIT)).await;
        Receipt::Accepted
    }

    /// Aborts the run. The list is paused, so that nothing of it goes as soon as the session is idle.
    pub(super) async fn abort(&self) -> Receipt {
        if holds(rules::APP_PAUSED) && !self.items.borrow().is_empty() {
            self.paused.set(true);
            let draft = Draft::new(Actor::Client, kinds::APP_PAUSED);
            self.server.world.step(draft.rule(rules::APP_PAUSED)).await;
        }
        match self.server.reach() {
            Ok(session) => session.cancel().await,
            Err(receipt) => receipt,
        }
    }

    /// A question of the agent's stands in the composer's place, or does not.
    pub(super) async fn set_blocked(&self, blocked: bool) -> Receipt {
        self.blocked.set(blocked);
        self.server.changes.send(());
        let draft = Draft::new(Actor::Host, kinds::SURROUNDINGS);
        self.server.world.step(draft.about(if blocked { "blocked" } else { "free" })).await;
        Receipt::Accepted
    }

    /// Whether the composer is blocked.
    pub(super) fn is_blocked(&self) -> bool {
        self.blocked.get()
    }
}
