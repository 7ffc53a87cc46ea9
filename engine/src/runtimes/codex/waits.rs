//! The two waits that new input wakes: a sleep, and a wait for other agents.

use super::areas::Activity;
use super::rules;
use super::session::Session;
use super::tasks::TurnContext;
use super::tools::Done;
use crate::ground::{Cancelled, Millis, Wait, watch};
use crate::runtimes::holds;
use crate::world::RuleId;
use futures::future::{Either, select};
use std::pin::pin;

/// The tool that sleeps for a given time. Source: `core/src/tools/handlers/sleep.rs:24-152`.
pub(super) const SLEEP: &str = "clock.sleep";
/// The tool that waits for other agents.
/// Source: `core/src/tools/handlers/multi_agents_v2/wait.rs:37-202`.
pub(super) const WAIT_AGENT: &str = "wait_agent";
/// The longest sleep, in virtual ms: twelve hours.
const MAX_SLEEP_MS: u64 = 43_200_000;

impl Session {
    pub(super) async fn sleep(
        &self,
        turn: &TurnContext,
        duration_ms: u64,
    ) -> Result<Done, Cancelled> {
        if !(1..=MAX_SLEEP_MS).contains(&duration_ms) && holds(rules::SLEEP_LIMITS) {
            let text = format!("duration_ms must be between 1 and {MAX_SLEEP_MS}");
            return Ok(Done::failed(text).by(Some(rules::SLEEP_LIMITS)));
        }
        let began = self.world.ground.now();
        let woken = self.wait_or_wake(turn, duration_ms, rules::SLEEP_WAKES).await?.is_some();
        let slept = self.world.ground.now().since(began).0;
        let how = if woken { "Sleep interrupted by new input." } else { "Sleep completed." };
        // Whole and fractional seconds from whole ms: no floating point in the engine.
        let text = format!("Wall time: {}.{:03}0 seconds\n{how}", slept / 1000, slept % 1000);
        Ok(Done::completed(text).by(woken.then_some(rules::SLEEP_WAKES)))
    }

    pub(super) async fn wait_for_agents(
        &self,
        turn: &TurnContext,
        timeout_ms: Option<u64>,
    ) -> Result<Done, Cancelled> {
        let [min, max, default] =
            ["wait-min-ms", "wait-max-ms", "wait-default-ms"].map(|name| self.thread.number(name));
        if timeout_ms.is_some_and(|asked| asked > max) && holds(rules::WAIT_TOO_LONG) {
            let text = format!("timeout_ms must be at most {max}");
            return Ok(Done::failed(text).by(Some(rules::WAIT_TOO_LONG)));
        }
        let clamped = timeout_ms.filter(|asked| *asked < min && holds(rules::WAIT_CLAMPED));
        let asked = timeout_ms.unwrap_or(default);
        let millis = if clamped.is_some() { min } else { asked };
        let woken = self.wait_or_wake(turn, millis, rules::WAIT_AGENT_WAKES).await?;
        let (mut message, timed_out) = match woken {
            Some(Activity::Mailbox) => ("Wait completed.".to_owned(), false),
            Some(Activity::Steer) => ("Wait interrupted by new input.".to_owned(), false),
            None => ("Wait timed out.".to_owned(), true),
        };
        if let Some(asked) = clamped {
            // The output is JSON: a blank line is written as its escape.
            message.push_str("\\n\\nRequested timeout of ");
            message.push_str(&format!("{asked}ms was clamped to the minimum of {min}ms."));
        }
        let text = format!("{{\"message\":\"{message}\",\"timed_out\":{timed_out}}}");
        let mail_waits = !self.mailbox.borrow().is_empty();
        let by = match woken {
            // The mail came first, and is not what the wait heard of.
            Some(Activity::Steer) if mail_waits => Some(rules::LATEST_ACTIVITY),
            Some(_) => Some(rules::WAIT_AGENT_WAKES),
            None => clamped.map(|_| rules::WAIT_CLAMPED),
        };
        Ok(Done::completed(text).by(by))
    }

    /// Waits for a time, or for activity; what already waits counts.
    async fn wait_or_wake(
        &self,
        turn: &TurnContext,
        millis: u64,
        rule: RuleId,
    ) -> Result<Option<Activity>, Cancelled> {
        let (activity, pending) = self.subscribe_activity(Some(&turn.state));
        if !holds(rule) {
            turn.token.or_cancelled(self.world.ground.sleep(Millis(millis))).await?;
            return Ok(None);
        }
        if pending.is_some() {
            return Ok(pending);
        }
        turn.token.or_cancelled(self.time_or_activity(millis, activity)).await
    }

    async fn time_or_activity(
        &self,
        millis: u64,
        mut activity: watch::Receiver<Activity>,
    ) -> Option<Activity> {
        let wait = Wait::owed(format!("{millis} ms, or new input"));
        let changed = pin!(activity.changed());
        let sleep = self.world.ground.sleep(Millis(millis));
        self.world
            .ground
            .wait(wait, async {
                match select(changed, sleep).await {
                    Either::Left((Ok(activity), _)) => Some(activity),
                    Either::Left((Err(watch::Closed), sleep)) => {
                        sleep.await;
                        None
                    }
                    Either::Right(_) => None,
                }
            })
            .await
    }
}
