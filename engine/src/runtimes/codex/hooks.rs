//! Hooks: programs of the host that are asked about each user message, at the end of a turn, at the start of
//! a session and at an interrupt. They can hold a message back, keep a turn going, end it, and add context.
//!
//! A hook that runs beside the turn decides nothing. What it has to say waits until the turn has a place for
//! it: before the next prompt, or after the response that streams.

use super::areas::{B, Phase};
use super::session::Session;
use super::tasks::TurnContext;
use super::turn::next_of;
use super::{kinds, rules};
use crate::ground::{Lane, SortedMap};
use crate::runtimes::holds;
use crate::world::{
    Actor, Content, Draft, HookSays, HookScript, Message, MessageId, Name, Origin, Place, RuleId,
    TurnId,
};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

const PROMPT: &str = "user-prompt";
const STOP: &str = "stop";
const START: &str = "session-start";
const INTERRUPT: &str = "interrupt";
/// The points at which hooks are asked.
pub(super) const POINTS: &[&str] = &[PROMPT, STOP, START, INTERRUPT];

/// The fact of a hook's start that says whether the turn waits for its answer.
pub(super) const WAITED_FOR: &str = "the-turn-waits-for-it";

/// What a session knows of its hooks.
pub(super) struct Hooks {
    /// How often each was asked.
    asked: RefCell<SortedMap<Name, u32>>,
    /// Hooks that ran beside a turn and whose context nobody has taken.
    finished: RefCell<Vec<HookScript>>,
    /// Whether the hooks of the session's start are still to be asked.
    pub start_pending: Cell<bool>,
}

impl Default for Hooks {
    fn default() -> Self {
        Hooks {
            asked: RefCell::default(),
            finished: RefCell::default(),
            start_pending: Cell::new(true),
        }
    }
}

/// What all hooks of a point said.
#[derive(Default)]
struct Heard {
    says: HookSays,
    /// Those that add context, and those that tell the model what to do.
    spoke: Vec<HookScript>,
}

impl Session {
    /// Asks the hooks of a point one after the other. Source: `core/src/hook_runtime.rs:562-628`.
    async fn ask_hooks(self: &Rc<Self>, point: &str, about: Option<&MessageId>) -> Heard {
        let mut heard = Heard::default();
        for hook in self.hooks_at(point, about) {
            let draft = Draft::new(Actor::Host, kinds::HOOK_STARTED)
                .about(hook.id)
                .fact(WAITED_FOR, !hook.asynchronous);
            self.world.step(draft).await;
            if hook.asynchronous {
                self.run_beside(hook);
                continue;
            }
            self.world.run_hook(&hook).await;
            let draft = Draft::new(Actor::Host, kinds::HOOK_ANSWERED)
                .about(hook.id)
                .fact("the-hook-blocks", hook.says == HookSays::Block)
                .fact("the-hook-stops", hook.says == HookSays::Stop);
            self.world.step(draft).await;
            heard.says = heard.says.max(hook.says);
            heard.spoke.push(hook);
        }
        heard
    }

    /// The hooks that are asked now.
    fn hooks_at(&self, point: &str, about: Option<&MessageId>) -> Vec<HookScript> {
        let fits = |hook: &&HookScript| {
            hook.on == point && (hook.message.is_none() || hook.message.as_ref() == about)
        };
        let mut asked = self.hooks.asked.borrow_mut();
        let mut is_due = |hook: &&HookScript| {
            let times = asked.or_default(hook.id);
            *times += 1;
            hook.nth.is_none_or(|nth| nth == *times)
        };
        self.world.hooks().iter().filter(fits).filter(|hook| is_due(hook)).cloned().collect()
    }

    fn run_beside(self: &Rc<Self>, hook: HookScript) {
        let session = self.clone();
        self.world.spawn(format!("hook {}", hook.id), Lane::Tool, async move {
            session.world.run_hook(&hook).await;
            let draft = Draft::new(Actor::Host, kinds::HOOK_ANSWERED).about(hook.id);
            session.hooks.finished.borrow_mut().push(hook);
            session.world.step(draft).await;
        });
    }

    /// Records a batch of inputs one at a time: each is shown to the hooks, then recorded or dropped, before
    /// the next one's turn comes. Says whether the batch counts as blocked.
    /// Source: `core/src/session/turn.rs:615-643`, `core/src/hook_runtime.rs:562-628`.
    pub(super) async fn hooks_and_record(
        self: &Rc<Self>,
        turn: &TurnContext,
        batch: Vec<MessageId>,
        rule: Option<RuleId>,
    ) -> bool {
        let (mut blocked, mut accepted) = (false, false);
        let mut seen = Vec::new();
        if !holds(rules::HOOKS_ONE_AT_A_TIME) {
            for message in &batch {
                seen.push(self.inspect(message).await);
            }
            seen.reverse();
        }
        for message in batch {
            let heard = match seen.pop() {
                Some(heard) => heard,
                None => self.inspect(&message).await,
            };
            if heard.says != HookSays::GoOn && holds(rules::PROMPT_BLOCKED) {
                self.drop_input(&turn.id, &message, rules::PROMPT_BLOCKED).await;
                blocked = true;
            } else {
                accepted |= self.is_user_text(&message);
                self.record_input(&turn.id, &message, rule).await;
            }
            self.record_contexts(&turn.id, &heard, rules::HOOK_CONTEXT).await;
        }
        blocked && !(accepted && holds(rules::BLOCKED_BATCH)) && holds(rules::BLOCK_ASKS_NOTHING)
    }

    /// Only what a person wrote is shown to hooks.
    async fn inspect(self: &Rc<Self>, message: &MessageId) -> Heard {
        if self.is_user_text(message) || !holds(rules::HOOKS_SEE_USER_INPUT) {
            self.ask_hooks(PROMPT, Some(message)).await
        } else {
            Heard::default()
        }
    }

    fn is_user_text(&self, message: &MessageId) -> bool {
        self.world.message(message).is_some_and(|message| message.content == Content::UserText)
    }

    /// An input that will not be recorded. The row of a queued message is the queue's own business.
    async fn drop_input(&self, turn: &TurnId, message: &MessageId, rule: RuleId) {
        let dropped = self.copy_if_still_queued(message);
        let draft = Draft::new(Actor::Turn, kinds::INPUT_BLOCKED)
            .about(turn)
            .moving(&dropped, Place::DROPPED);
        self.world.step(draft.rule(rule)).await;
    }

    async fn record_contexts(&self, turn: &TurnId, heard: &Heard, rule: RuleId) {
        for hook in heard.spoke.iter().filter(|_| holds(rule)) {
            if let Some(text) = &hook.context {
                self.record_words(turn, hook, text, rule).await;
            }
        }
    }

    async fn record_words(&self, turn: &TurnId, hook: &HookScript, text: &str, rule: RuleId) {
        let item = self.words_of(hook, text);
        self.event_about(Some(turn), "RawResponseItem", Some(&item), None);
        let draft =
            Draft::new(Actor::Turn, kinds::HOOK_RECORDED).about(turn).moving(&item, Place::HISTORY);
        self.world.step(draft.rule(rule)).await;
    }

    fn words_of(&self, hook: &HookScript, text: &str) -> MessageId {
        let id = next_of(&self.world, MessageId::from(format!("hook:{}", hook.id)));
        let (origin, content, text) = (Origin::Host, Content::HostItem, text.to_owned());
        self.world.compose(Message { id, origin, content, text })
    }

    /// What hooks beside earlier turns had to say comes before the prompt.
    /// Source: `core/src/session/turn.rs:153-161`.
    pub(super) async fn record_finished_hooks(&self, turn: &TurnContext) {
        if !holds(rules::ASYNC_BEFORE_PROMPT) {
            return;
        }
        for hook in self.hooks.finished.take() {
            if let Some(text) = &hook.context {
                self.event_about(Some(&turn.id), "Warning", None, Some(hook.id.as_str()));
                self.record_words(&turn.id, &hook, text, rules::ASYNC_BEFORE_PROMPT).await;
            }
        }
    }

    /// What hooks beside this turn had to say by the end of a response joins its pending input.
    /// Source: `core/src/hook_runtime.rs:636-680`.
    pub(super) async fn inject_finished_hooks(&self, turn: &TurnContext) {
        if !holds(rules::ASYNC_INJECTED) {
            return;
        }
        for hook in self.hooks.finished.take() {
            let Some(text) = &hook.context else { continue };
            let item = self.words_of(&hook, text);
            self.event_about(Some(&turn.id), "Warning", None, Some(hook.id.as_str()));
            self.append_to_pending(&turn.state, item, rules::ASYNC_INJECTED);
            let draft = Draft::new(Actor::Turn, kinds::INJECTED).moving(&item, B);
            let draft = draft.rule(rules::ASYNC_INJECTED);
            self.world.step(draft.fact("a-turn-occupies-the-session", true)).await;
        }
    }

    /// Asks the hooks of the session's start, if that is still to be done, and says whether the turn's work
    /// ends here. Source: `core/src/session/turn.rs:153-297`.
    pub(super) async fn session_starts(
        self: &Rc<Self>,
        turn: &TurnContext,
        input: &[MessageId],
    ) -> bool {
        let rule = rules::SESSION_START;
        if !self.hooks.start_pending.replace(false) || !holds(rule) {
            return false;
        }
        let heard = self.ask_hooks(START, None).await;
        self.record_contexts(&turn.id, &heard, rule).await;
        let stops = heard.says == HookSays::Stop;
        for input in input.iter().filter(|_| stops) {
            self.drop_input(&turn.id, input, rule).await;
        }
        stops
    }

    /// Asks whether a turn that has nothing more to do may end. Where it may not, the model is told what is
    /// left. Source: `core/src/session/turn.rs:505-560`.
    pub(super) async fn may_end(self: &Rc<Self>, turn: &TurnContext) -> bool {
        let heard = self.ask_hooks(STOP, None).await;
        if heard.says == HookSays::Stop && holds(rules::STOP_HOOK_ENDS) {
            return true;
        }
        let mut goes_on = false;
        for hook in heard.spoke.iter().filter(|hook| hook.says == HookSays::Block) {
            match &hook.prompt {
                Some(prompt) if holds(rules::STOP_HOOK_BLOCKS) => {
                    self.record_words(&turn.id, hook, prompt, rules::STOP_HOOK_BLOCKS).await;
                    goes_on = true;
                }
                Some(_) => {}
                None => {
                    self.event_about(Some(&turn.id), "Warning", None, Some(hook.id.as_str()));
                    goes_on |= !holds(rules::STOP_HOOK_NEEDS_PROMPT);
                }
            }
        }
        if goes_on {
            let rule = rules::STOP_HOOK_REOPENS;
            self.change_phase(&turn.id, &turn.state, Phase::CurrentTurn, rule).await;
        }
        !goes_on
    }

    /// Tells the hooks that a turn is interrupted, before anybody else hears that it is over.
    /// Source: `core/tests/suite/interrupt_hooks.rs@7d294815`.
    pub(super) async fn interrupt_hooks(self: &Rc<Self>, turn: &TurnId) {
        if self.thread.is_on(&rules::INTERRUPT_HOOKS) && holds(rules::INTERRUPT_HOOK) {
            for hook in self.ask_hooks(INTERRUPT, None).await.spoke {
                self.event_about(Some(turn), "Warning", None, Some(hook.id.as_str()));
            }
        }
    }
}
