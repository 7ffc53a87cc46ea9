//! Settings that come with an input: tried out first, applied once it is accepted.

use super::protocol::{Request, invalid_request};
use super::session::Session;
use super::{kinds, rules};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, Operation, Receipt, TurnId};

impl Session {
    /// Tries out what comes with an input, without applying it, and says whether the thread would be in Plan
    /// mode then. Nothing happens where nothing comes. Source: `core/src/session/turn_input.rs:58-80`.
    pub(super) async fn preview(&self, id: &InputId, request: &Request) -> Result<bool, Receipt> {
        if request.settings.is_empty() {
            return Ok(false);
        }
        if holds(rules::SETTINGS_PREVIEWED) {
            self.allowed(&request.settings)?;
        }
        let into_plan = self.would_be_in_plan_mode(request);
        let draft = Draft::new(Actor::Session, kinds::SETTINGS_PREVIEWED).about(id);
        self.world.step(draft.rule(rules::SETTINGS_PREVIEWED)).await;
        Ok(into_plan)
    }

    /// The mode in which the thread would be, as things stand now.
    pub(super) fn would_be_in_plan_mode(&self, request: &Request) -> bool {
        match request.settings.iter().rfind(|(name, _)| name == "mode") {
            Some((_, to)) => to == "plan",
            None => self.thread.in_plan_mode(),
        }
    }

    /// Applies what came with the input that starts a turn. The newer version tells everybody where that fails.
    /// Source: `core/src/session/turn_input.rs` `fn apply_started` at 551bd409.
    pub(super) async fn commit_settings(
        &self,
        turn: &TurnId,
        request: &Request,
    ) -> Result<(), Receipt> {
        let committed = self.apply_settings(turn, request).await;
        let newer = self.thread.is_on(&rules::PLAN_ADMISSION_ATOMIC);
        if committed.is_err() && newer && holds(rules::FAILED_COMMIT_TOLD) {
            self.event_about(Some(turn), "Error", None, Some("BadRequest"));
        }
        committed
    }

    /// A selection of connectors is for the turn for which it was made.
    pub(super) fn clear_connectors(&self) {
        if holds(rules::CONNECTORS_CLEARED) {
            self.thread.apply(&[("connectors".to_owned(), "none".to_owned())]);
        }
    }

    /// Applies what came with an accepted input. The turn that runs keeps its own.
    /// Source: `core/src/session/turn_input.rs:92-138`.
    pub(super) async fn apply_settings(
        &self,
        turn: &TurnId,
        request: &Request,
    ) -> Result<(), Receipt> {
        if request.settings.is_empty() {
            return Ok(());
        }
        if holds(rules::SETTINGS_CHECKED_AGAIN) {
            self.allowed(&request.settings)?;
        }
        self.thread.apply(&request.settings);
        let draft = Draft::new(Actor::Session, kinds::SETTINGS_APPLIED).about(turn);
        self.world.step(draft.rule(rules::SETTINGS_AFTER_ACCEPTANCE)).await;
        Ok(())
    }

    /// Says that settings were applied, once the input's turn is there.
    pub(super) fn tell_settings(&self, turn: &TurnId, request: &Request) {
        if !request.settings.is_empty() && holds(rules::SETTINGS_TOLD) {
            self.event(Some(turn), "SettingsApplied");
        }
    }

    /// A refused input changes nothing.
    pub(super) fn leave_settings(&self, request: &Request) {
        if !holds(rules::SETTINGS_AFTER_ACCEPTANCE) {
            self.thread.apply(&request.settings);
        }
    }

    /// Somebody else changes the thread's settings: the client between two inputs, or the host its
    /// constraints. It does not go through the submission channel.
    pub(super) async fn configure(&self, id: &InputId, operation: &Operation) -> Receipt {
        self.thread.apply(&operation.args);
        self.world.step(Draft::new(Actor::Host, kinds::CONFIGURED).about(id)).await;
        Receipt::Accepted
    }

    /// Whether the host's constraints allow these values.
    fn allowed(&self, settings: &[(String, String)]) -> Result<(), Receipt> {
        let never = settings.iter().any(|(name, to)| name == "approval" && to == "never");
        if never && self.thread.setting("never-allowed") == "no" {
            return Err(invalid_request("approval `never` is not allowed here"));
        }
        Ok(())
    }
}
