//! The terminal client: what a person's keys do.
//! Source: coding agent `dist/modes/interactive/interactive-mode.js:2567-2570,2866-2871,4063-4165`.

use super::areas::{EDITOR, FOLLOW_UP, HELD, STEERING};
use super::session::Opening;
use super::{Pi, kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, MessageId, Place, Receipt, RuleId, TurnId};
use std::rc::Rc;

/// What the name of a run begins with that the client starts by itself; its message follows.
pub(super) const PROMPT_OF: &str = "prompt-of-";

impl Pi {
    /// Enter or Alt+Enter, with a text.
    pub(super) async fn press(
        self: &Rc<Self>,
        id: InputId,
        message: MessageId,
        as_typed: Place,
    ) -> Receipt {
        if self.is_command(&message) {
            return self.run_command(&message).await;
        }
        if self.compacting.get() && holds(rules::CLIENT_HOLDS) {
            let draft = Draft::new(Actor::Client, kinds::HELD).rule(rules::CLIENT_HOLDS);
            if as_typed == FOLLOW_UP {
                self.held_as_follow_up.borrow_mut().push(message);
            }
            self.world.step(draft.moving(&message, HELD)).await;
            return Receipt::Accepted;
        }
        if self.run.borrow().is_none() {
            return self.start(TurnId::from(id.as_str()), Opening::Prompt(message)).await;
        }
        let to = match as_typed {
            STEERING if holds(rules::ENTER_STEERS) => STEERING,
            FOLLOW_UP if holds(rules::ALT_ENTER_FOLLOWS) => FOLLOW_UP,
            STEERING => FOLLOW_UP,
            _ => STEERING,
        };
        self.queue(Actor::Client, message, to).await
    }

    /// Somebody is writing.
    pub(super) async fn draft(&self, message: MessageId) -> Receipt {
        let draft = Draft::new(Actor::User, kinds::TYPED).moving(&message, EDITOR);
        self.world.step(draft).await;
        Receipt::Accepted
    }

    /// Alt+Up: everything that waits goes back into the editor, and the run goes on.
    pub(super) async fn take_back(&self) -> Receipt {
        self.restore(rules::TAKE_BACK).await;
        Receipt::Accepted
    }

    /// Esc while a run is under way: everything goes back into the editor, then the run is aborted.
    pub(super) async fn press_esc(&self) -> Receipt {
        if self.run.borrow().is_none() {
            return Receipt::Accepted;
        }
        self.restore(rules::ESC_RESTORES).await;
        self.abort(Actor::Client).await
    }

    /// Steers, then follow-ups, then what the client kept, in front of what is being written.
    async fn restore(&self, rule: RuleId) {
        let mut back = self.queued();
        back.extend(self.world.lying_in(&HELD));
        if back.is_empty() || !holds(rule) {
            return;
        }
        back.extend(self.world.lying_in(&EDITOR));
        self.tell("queue_update", None);
        let draft = Draft::new(Actor::Client, kinds::RESTORED).rule(rule);
        self.world.step(draft.moving_all(&back, &EDITOR)).await;
    }

    /// The window is summed up and nothing runs: the first message that the client kept is a prompt, the rest is
    /// queued as it was typed.
    pub(super) async fn release_held(self: &Rc<Self>) {
        let held = self.world.lying_in(&HELD);
        if self.run.borrow().is_some() || self.compacting.get() {
            return;
        }
        let Some(first) = held.first().filter(|_| holds(rules::HELD_FIRST_PROMPTS)) else {
            return self.queue_held(&held, rules::HELD_FIRST_PROMPTS).await;
        };
        let turn = TurnId::from([PROMPT_OF, first.as_str()].concat());
        self.start(turn, Opening::Prompt(*first)).await;
        self.queue_held(&held[1..], rules::HELD_FIRST_PROMPTS).await;
    }

    /// The run goes on behind the summary: everything that the client kept is queued into it.
    pub(super) async fn send_held_into_run(&self) {
        if holds(rules::HELD_INTO_RUN) {
            self.queue_held(&self.world.lying_in(&HELD), rules::HELD_INTO_RUN).await;
        }
    }

    async fn queue_held(&self, held: &[MessageId], rule: RuleId) {
        for message in held.iter().filter(|message| self.world.place_of(message) == HELD) {
            let follows = self.held_as_follow_up.borrow().contains(message);
            let to = if follows { FOLLOW_UP } else { STEERING };
            let draft = Draft::new(Actor::Client, kinds::RELEASED).rule(rule);
            self.world.step(draft.moving(message, to)).await;
        }
    }
}
