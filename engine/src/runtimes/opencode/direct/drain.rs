//! How the array empties: one prompt a turn, until it is closed or something fails.

use super::{Direct, TURN_OF};
use crate::ground::{Millis, Wait};
use crate::runtimes::holds;
use crate::runtimes::opencode::protocol::Want;
use crate::runtimes::opencode::routing::Reply;
use crate::runtimes::opencode::{kinds, rules};
use crate::world::{Actor, Draft, InputId, Kind, MessageId, Place, Receipt, RuleId};
use std::rc::Rc;

impl Direct {
    /// Takes the oldest, waits for the footer, sends it, and waits until it is answered; then the next.
    /// Source: `packages/opencode/src/cli/cmd/run/runtime.queue.ts:113-249`.
    pub(super) async fn send_one_by_one(self: &Rc<Self>) {
        while !self.closed.get() {
            let Some(message) = self.queue.borrow_mut().pop_front() else { return };
            self.shown.borrow_mut().retain(|other| *other != message);
            if self.is_new_session(&message) && holds(rules::RUN_NEW) {
                self.begin_new_session(message).await;
                continue;
            }
            self.active.set(Some(message));
            self.wait_for_footer(&message).await;
            if self.closed.get() {
                return;
            }
            let failed = self.run(message).await;
            self.active.set(None);
            if failed && !self.closed.get() && holds(rules::RUN_ERROR) {
                self.closed.set(true);
                return self.drop_the_rest(kinds::RUN_FAILED, rules::RUN_ERROR).await;
            }
        }
    }

    /// `/new`: what follows goes into a session without history. Nothing of it reaches the server as a prompt.
    async fn begin_new_session(&self, message: MessageId) {
        let server = &self.server;
        let mut changes = server.changes.subscribe();
        let busy = || server.session.borrow().as_ref().is_some_and(|session| session.is_busy());
        while busy() && changes.changed().await.is_ok() {}
        server.store.begin_anew();
        server.world.shorten_window(|_| false);
        let draft = Draft::new(Actor::Client, kinds::RUN_NEW)
            .moving(&message, Place::DROPPED)
            .rule(rules::RUN_NEW);
        server.world.step(draft).await;
    }

    async fn wait_for_footer(&self, message: &MessageId) {
        let takes = self.server.settings.number("footer-ms");
        if takes == 0 || !holds(rules::RUN_FOOTER) {
            return;
        }
        let ground = &self.server.world.ground;
        let draft = Draft::new(Actor::Client, kinds::RUN_FOOTER).about(message);
        self.server.world.step(draft.rule(rules::RUN_FOOTER)).await;
        let stop = self.stop.borrow().clone();
        let idle = stop.or_cancelled(ground.sleep(Millis(takes)));
        // Closed or idle: whoever asked looks.
        let _ = ground.wait(Wait::owed("the footer to be idle"), idle).await;
    }

    /// Sends a prompt and waits for its answer, or until it is closed. Says whether sending failed.
    async fn run(&self, message: MessageId) -> bool {
        let want = match () {
            () if self.is_shell(&message) => Want::Shell(Millis::ZERO),
            () if holds(rules::RUN_ONE) => Want::Prompt(Reply::Awaited),
            () => Want::Prompt(Reply::NotAwaited),
        };
        let id = InputId::from([TURN_OF, message.as_str()].concat());
        let stop = self.stop.borrow().clone();
        let answer = stop.or_cancelled(self.server.send(Actor::Client, id, message, want)).await;
        matches!(answer, Ok(Receipt::Failed { .. } | Receipt::NotSubmitted { .. }))
    }

    /// Closes: the running prompt is aborted, and what waits is dropped.
    /// Source: `packages/opencode/src/cli/cmd/run/runtime.queue.ts:100-111`.
    pub(in crate::runtimes::opencode) async fn close(self: &Rc<Self>) -> Receipt {
        let aborts = self.active.get().is_some();
        self.closed.set(true);
        if !holds(rules::RUN_CLOSE) {
            return Receipt::Accepted;
        }
        self.stop.borrow().cancel();
        self.drop_the_rest(kinds::RUN_CLOSED, rules::RUN_CLOSE).await;
        match self.server.reach() {
            Ok(session) if aborts => session.cancel().await,
            _ => Receipt::Accepted,
        }
    }

    pub(super) async fn drop_the_rest(&self, kind: Kind, rule: RuleId) {
        let rest = self.cards();
        self.queue.borrow_mut().clear();
        self.shown.borrow_mut().clear();
        let draft = Draft::new(Actor::Client, kind).moving_all(&rest, &Place::DROPPED);
        self.server.world.step(draft.rule(rule)).await;
    }
}
