//! The terminal: what a person's keys do.

use super::areas::{EDITOR, Entry, Mode};
use super::{Claude, Release, kinds, protocol, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, MessageId, Place, Receipt, RuleId};
use std::rc::Rc;

/// Commands that run at once, whatever goes on.
const AT_ONCE: [&str; 5] = ["/status", "/model", "/effort", "/fast", "/btw"];

impl Claude {
    /// Enter: what is in the box enters the queue.
    pub(super) async fn press_enter(self: &Rc<Self>, id: InputId, message: MessageId) -> Receipt {
        self.empty_the_box(&message).await;
        let entry = self.entry(message);
        if self.runs_at_once(&entry) && holds(rules::SOME_AT_ONCE) {
            self.command_ran(&entry, None).await;
            return Receipt::Accepted;
        }
        let turn = self.turn.borrow().clone();
        if let Some(turn) = turn.filter(|turn| turn.only_sleeps() && holds(rules::ENTER_ENDS_SLEEP))
        {
            self.stop(&turn, rules::ENTER_ENDS_SLEEP).await;
        }
        self.enter(id, Actor::Client, entry).await
    }

    /// Ctrl+X Enter: it is marked to wait, and stops nothing.
    pub(super) async fn press_queue_submit(
        self: &Rc<Self>,
        id: InputId,
        message: MessageId,
    ) -> Receipt {
        if !holds(rules::QUEUE_KEY_STOPS_NOTHING) {
            return self.press_enter(id, message).await;
        }
        self.empty_the_box(&message).await;
        let entry = Entry { marked_to_wait: true, ..self.entry(message) };
        self.enter(id, Actor::Client, entry).await
    }

    /// The key that sends the whole queue and the draft now.
    pub(super) async fn press_send_now(
        self: &Rc<Self>,
        by: Actor,
        id: InputId,
        message: Option<MessageId>,
    ) -> Receipt {
        if !self.is_since(Release::SendsNow) {
            let draft = Draft::new(Actor::Client, kinds::REFUSED).about(id);
            let own = message.filter(|message| self.world.place_of(message) == by.desk());
            let draft = own.iter().fold(draft, |draft, own| draft.moving(own, by.desk()));
            self.world.step(draft.fact("this-release-has-the-key", false)).await;
            return protocol::refused(protocol::NOT_IN_THIS_RELEASE);
        }
        let drafts = self.world.lying_in(&EDITOR);
        for draft in drafts.into_iter().chain(message) {
            if self.is_free(&draft) {
                self.enter(id, Actor::Client, self.entry(draft)).await;
            }
        }
        let turn = self.turn.borrow().clone();
        if let (Some(turn), Some(head)) = (turn, self.waiting().first()) {
            let rule = self.sends_how(head, turn.can_go_to_background());
            match rule {
                Some(rules::SENDS_TO_BACKGROUND) => turn.to_background(),
                Some(rule) => self.stop(&turn, rule).await,
                None => {}
            }
        }
        Receipt::Accepted
    }

    fn sends_how(&self, head: &Entry, can_go_to_background: bool) -> Option<RuleId> {
        let rule = match () {
            () if !self.is_since(Release::Backgrounds) => rules::SENDS_BY_STOPPING,
            () if head.mode == Mode::Shell && holds(rules::SHELL_HEAD_STOPS) => {
                rules::SHELL_HEAD_STOPS
            }
            () if can_go_to_background && holds(rules::SENDS_TO_BACKGROUND) => {
                rules::SENDS_TO_BACKGROUND
            }
            () => rules::OTHERWISE_STOPS,
        };
        let in_force = match rule {
            rules::SENDS_BY_STOPPING => holds(rules::SENDS_BY_STOPPING),
            rules::OTHERWISE_STOPS => holds(rules::OTHERWISE_STOPS),
            _ => true,
        };
        in_force.then_some(rule)
    }

    /// Up in the first line: what a person has queued goes back into the box, and the turn goes on.
    pub(super) async fn press_up(&self) -> Receipt {
        self.take_back(rules::UP_TAKES_BACK).await;
        Receipt::Accepted
    }

    /// Esc: the turn stops, and what waits is sent right away. The draft is not sent.
    pub(super) async fn press_esc(self: &Rc<Self>, id: InputId) -> Receipt {
        let Some(turn) = self.turn.borrow().clone() else { return Receipt::Accepted };
        let restores = self.release == Release::EscRestores && holds(rules::ESC_GIVES_BACK);
        if restores && !self.waiting().is_empty() {
            self.take_back(rules::ESC_GIVES_BACK).await;
            return Receipt::Accepted;
        }
        if !holds(rules::ESC_KEEPS_QUEUE) {
            self.take_back(rules::ESC_KEEPS_QUEUE).await;
        }
        if !holds(rules::ESC_KEEPS_DRAFT) {
            for draft in self.world.lying_in(&EDITOR) {
                self.enter(id, Actor::Client, self.entry(draft)).await;
            }
        }
        let draft = !self.world.lying_in(&EDITOR).is_empty();
        let rule = if draft { rules::ESC_KEEPS_DRAFT } else { rules::ESC_KEEPS_QUEUE };
        self.stop(&turn, rule).await;
        Receipt::Accepted
    }

    /// Ctrl+C: the turn stops.
    pub(super) async fn press_ctrl_c(&self) -> Receipt {
        let turn = self.turn.borrow().clone();
        if let Some(turn) = turn.filter(|_| holds(rules::CTRL_C_STOPS)) {
            self.stop(&turn, rules::CTRL_C_STOPS).await;
        }
        Receipt::Accepted
    }

    /// Somebody is writing.
    pub(super) async fn write(&self, message: MessageId) -> Receipt {
        let draft = Draft::new(Actor::User, kinds::TYPED).moving(&message, EDITOR);
        self.world.step(draft).await;
        Receipt::Accepted
    }

    /// A dialog of the client is opened or closed.
    pub(super) async fn show_dialog(self: &Rc<Self>, open: bool) -> Receipt {
        if self.dialog.replace(open) != open {
            let kind = if open { kinds::DIALOG_OPENED } else { kinds::DIALOG_CLOSED };
            let shown = self.world.step(Draft::new(Actor::Client, kind).rule(rules::DIALOG_HOLDS));
            self.look();
            shown.await;
        }
        Receipt::Accepted
    }

    fn runs_at_once(&self, entry: &Entry) -> bool {
        let text = self.world.message(&entry.message).map(|message| message.text.clone());
        let text = text.unwrap_or_default();
        let name = text.split_whitespace().next().unwrap_or_default();
        entry.mode == Mode::Slash && AT_ONCE.contains(&name)
    }

    /// What is sent is what the box holds now; what stood there before was written anew.
    async fn empty_the_box(&self, sent: &MessageId) {
        let mut before = self.world.lying_in(&EDITOR);
        before.retain(|text| text != sent);
        if !before.is_empty() {
            let draft = Draft::new(Actor::User, kinds::REWRITTEN);
            self.world.step(draft.moving_all(&before, &Place::DROPPED)).await;
        }
    }

    /// Everything a person has queued, in front of the draft; shell commands only if there is nothing else.
    async fn take_back(&self, rule: RuleId) {
        let drafts = self.world.lying_in(&EDITOR);
        let mut back = self.waiting();
        let alone = back.len() == 1 && drafts.is_empty();
        back.retain(|entry| match entry.mode {
            Mode::Prompt | Mode::Slash => !entry.elsewhere,
            Mode::Shell => alone || !holds(rules::SHELL_ONLY_ALONE),
            Mode::Notice | Mode::Peer => false,
        });
        if back.is_empty() || rule == rules::UP_TAKES_BACK && !holds(rules::UP_TAKES_BACK) {
            return;
        }
        back.iter().for_each(|entry| self.tell("popAll", &entry.message, None));
        let cards: Vec<MessageId> = back.iter().map(|entry| entry.message).chain(drafts).collect();
        let draft = Draft::new(Actor::Client, kinds::RESTORED).rule(rule);
        self.world.step(draft.moving_all(&cards, &EDITOR)).await;
    }
}
