//! The tools of a response: at work side by side, stopped with the turn, or moved to the background.

use super::turn::Turn;
use super::{Claude, kinds, rules};
use crate::ground::{CancelToken, Cancelled, Lane, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Call, Draft, ToolEnd, ToolState};
use futures::channel::oneshot;
use std::cell::Cell;
use std::rc::Rc;

/// The tool that only waits: it is there to be cut short.
pub(super) const SLEEP: &str = "Sleep";
const IN_BACKGROUND: &str = "It goes on in the background.";
const STOPPED: &str = "The turn was stopped.";

/// A tool that the turn waits for.
pub(super) struct Working {
    call: Call,
    token: CancelToken,
    detachable: bool,
    /// Whether it was moved to the background: then its end is told by a notice.
    moved: Rc<Cell<bool>>,
}

impl Turn {
    /// Whether it waits for tools.
    pub(super) fn has_tools_at_work(&self) -> bool {
        !self.tools.borrow().is_empty()
    }

    /// Whether it waits for tools and all of them only wait themselves.
    pub(super) fn only_sleeps(&self) -> bool {
        let tools = self.tools.borrow();
        !tools.is_empty() && tools.iter().all(|tool| tool.call.tool == SLEEP)
    }

    /// Whether it waits for tools and all of them can go on in the background.
    pub(super) fn can_go_to_background(&self) -> bool {
        let tools = self.tools.borrow();
        !tools.is_empty() && tools.iter().all(|tool| tool.detachable)
    }

    /// Whoever can goes on in the background.
    pub(super) fn to_background(&self) {
        self.background.borrow().cancel();
    }

    /// Stops the tools that it waits for.
    pub(super) fn stop_tools(&self) {
        let attached = |tool: &&Working| !tool.moved.get();
        self.tools.borrow().iter().filter(attached).for_each(|tool| tool.token.cancel());
    }
}

impl Claude {
    /// Carries out the calls of a response: side by side, or one after the other if any tool asks for that.
    pub(super) async fn carry_out(self: &Rc<Self>, turn: &Rc<Turn>, calls: &[Call]) {
        *turn.background.borrow_mut() = CancelToken::new();
        let exclusive =
            |call: &Call| self.world.tool_script(&call.call).is_some_and(|script| script.exclusive);
        let at_once = if calls.iter().any(exclusive) { 1 } else { calls.len().max(1) };
        for some in calls.chunks(at_once) {
            let begin = |call| self.begin_call(turn, call);
            let working: Vec<_> = some.iter().filter_map(begin).collect();
            for (call, end) in working {
                self.settle(turn, &call, end).await;
            }
        }
        // Of a turn that was stopped, some calls never began.
        self.answer_open_calls().await;
    }

    fn begin_call(
        self: &Rc<Self>,
        turn: &Rc<Turn>,
        call: &Call,
    ) -> Option<(Call, oneshot::Receiver<ToolEnd>)> {
        if turn.token.is_cancelled() {
            return None;
        }
        let script = self.world.tool_script(&call.call);
        let working = Working {
            call: call.clone(),
            token: CancelToken::new(),
            detachable: script.is_some_and(|script| script.detachable),
            moved: Rc::default(),
        };
        let (token, moved) = (working.token.clone(), working.moved.clone());
        turn.tools.borrow_mut().push(working);
        let (done, end) = oneshot::channel();
        let (claude, owned) = (self.clone(), call.clone());
        self.world.spawn(["tool ", call.call.as_str()].concat(), Lane::Tool, async move {
            let end = claude.world.work(&owned, &token, None).await;
            if moved.get() && holds(rules::BACKGROUND_NOTICE) {
                claude.background_ended(owned.call.as_str(), &end.output).await;
            } else {
                // Nobody waits where the turn is gone.
                let _ = done.send(end);
            }
        });
        Some((call.clone(), end))
    }

    /// Waits for a tool, or until it is moved to the background, and records what the model is told.
    async fn settle(&self, turn: &Turn, call: &Call, mut end: oneshot::Receiver<ToolEnd>) {
        let (detachable, moved) = {
            let tools = turn.tools.borrow();
            let own = tools.iter().find(|tool| tool.call.call == call.call);
            own.map(|tool| (tool.detachable, tool.moved.clone())).unwrap_or_default()
        };
        let background =
            if detachable { turn.background.borrow().clone() } else { CancelToken::new() };
        let wait = Wait::owed(["the result of ", call.call.as_str()].concat());
        let waited = background.or_cancelled(self.world.ground.wait(wait, &mut end)).await;
        let ended = match waited {
            Ok(ended) => ended.ok(),
            // It may have ended in the same moment.
            Err(Cancelled) => end.try_recv().ok().flatten(),
        };
        moved.set(ended.is_none());
        turn.tools.borrow_mut().retain(|tool| tool.call.call != call.call);
        let output = match ended {
            Some(end) if end.state == ToolState::Interrupted => STOPPED.to_owned(),
            Some(end) => end.output,
            None => {
                let draft = Draft::new(Actor::Turn, kinds::BACKGROUNDED).about(call.call);
                self.world.step(draft.rule(rules::BACKGROUND_NOTICE)).await;
                IN_BACKGROUND.to_owned()
            }
        };
        self.world.record_output(&call.call, output, None).await;
    }
}
