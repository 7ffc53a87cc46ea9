//! What the model writes to other agents: a message, which is ordinary mail, and a follow-up task, which is
//! trigger mail. The receiver's thread is no part of the run: the mail is shown as an event, as that thread's
//! own loop would get it.

use super::session::Session;
use super::tasks::TurnContext;
use super::tools::Done;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Call, Draft, MessageId, RuleId};

/// The tool that writes ordinary mail.
/// Source: `core/src/tools/handlers/multi_agents_v2/message_tool.rs:10-120`.
pub(super) const SEND_MESSAGE: &str = "send_message";
/// The tool that writes trigger mail.
pub(super) const FOLLOWUP_TASK: &str = "followup_task";
/// The setting that says whether the receivers have room for another task.
pub(super) const CAPACITY: &str = "receiver-capacity";
/// Room, and none.
pub(super) const CAPACITIES: &[&str] = &["free", "full"];
/// The first agent of all: it takes no tasks from others.
const ROOT: &str = "/root";

impl Session {
    /// Writes to another agent, or answers the model why not.
    pub(super) async fn write_to_agent(&self, turn: &TurnContext, call: &Call) -> Done {
        let to = call.to.as_deref().unwrap_or_default();
        let task = call.tool == FOLLOWUP_TASK;
        let item = MessageId::from(["call:", call.call.as_str()].concat());
        if let Some((rule, error)) = self.against_writing(&item, to, task) {
            return Done::failed(error.to_owned()).by(Some(rule));
        }
        let trigger = task && holds(rules::TASK_IS_TRIGGER_MAIL);
        let note = [to, if trigger { " trigger" } else { "" }].concat();
        self.event_about(Some(&turn.id), "InterAgentCommunication", Some(&item), Some(&note));
        let draft = Draft::new(Actor::Tool(call.call), kinds::WROTE_TO_AGENT)
            .about(call.call)
            .rule(rules::TASK_IS_TRIGGER_MAIL)
            .fact("it-is-trigger-mail", trigger);
        self.world.step(draft).await;
        Done::completed(String::new())
    }

    /// What speaks against it, in the order in which it is looked at.
    fn against_writing(
        &self,
        item: &MessageId,
        to: &str,
        task: bool,
    ) -> Option<(RuleId, &'static str)> {
        let text = self.world.message(item).map(|message| message.text.clone());
        let full = || self.thread.setting(CAPACITY) == "full";
        if text.is_none_or(|text| text.trim().is_empty()) && holds(rules::NO_EMPTY_MAIL) {
            Some((rules::NO_EMPTY_MAIL, "Empty message can't be sent to an agent"))
        } else if task && to == ROOT && holds(rules::NO_TASK_FOR_ROOT) {
            Some((rules::NO_TASK_FOR_ROOT, "Follow-up tasks can't target the root agent"))
        } else if task && full() && holds(rules::CAPACITY_FIRST) {
            Some((rules::CAPACITY_FIRST, "the receiving agent has no capacity for another task"))
        } else {
            None
        }
    }
}
