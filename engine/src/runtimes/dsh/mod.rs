//! DSH, the DeepSeek Harness: two durable lists, and one operation that puts a message into either, waking or not.
//!
//! What lies in next-step goes, all of it, into the next step of the turn, also behind a final answer. What lies
//! in next-turn gets a turn of its own, one after the other, as long as the driver is alive. What does not wake
//! waits for somebody who does.
//!
//! Read in this order: `operations` what can be asked; `admission` the door; `areas` the two lists and what a claim
//! takes; `changes` what can be done with them by hand; `driver` what wakes and what follows; `turn` a turn and its
//! steps; `sampling` one request; `tools` its calls; `hooks` where hooks are asked; `abort`, `maintenance`;
//! `host`, `client`, `jobs` who uses it; `process` the log and the end of a process; `waiting` why something waits.
//! [`rules`] names every rule, and the file that decides it.

mod abort;
mod admission;
mod areas;
mod changes;
mod client;
mod driver;
mod hooks;
mod host;
mod jobs;
pub mod kinds;
mod maintenance;
mod operations;
mod process;
mod protocol;
pub mod rules;
mod sampling;
mod tools;
mod turn;
mod view;
mod waiting;

use super::{AreaSpec, Made, MadeTurn, Runtime, SettingSpec, System, Version, View, Vocabulary};
use crate::world::{Actor, Initial, InputId, MessageId, Operation, Origin, Receipt, World};
use areas::Log;
use driver::Work;
use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::LocalBoxFuture;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// DSH's agent, its host and its web client.
pub const SYSTEM: System = System {
    name: "dsh",
    versions: &[Version { name: "0.1.1-rc.2", since: "b150a551, 2026-08-21" }],
    areas: &[
        AreaSpec { initial: Some(Origin::Host), durable: true, ..AreaSpec::memory("next-step") },
        AreaSpec { initial: Some(Origin::User), durable: true, ..AreaSpec::memory("next-turn") },
    ],
    flags: &[(view::PHASE, view::PHASES), (view::WAKE, view::WAKES)],
    settings: &[
        SettingSpec::words(client::BUSY_ENTER, client::BUSY_ENTERS),
        SettingSpec::words(client::SESSION, client::SESSIONS),
        SettingSpec::number(tools::PARALLEL, 10),
        SettingSpec::number(jobs::IN_A_ROW, 3),
        SettingSpec::number(turn::PREPARE_MS, 0),
        SettingSpec::number(areas::WRITE_DELAY_MS, 200),
    ],
    switches: &[],
    why: waiting::why,
    start: |world, initial| Rc::new(Handle(Rc::new(Agent::new(world, initial)))),
};

/// Its names and rules.
pub const VOCABULARY: Vocabulary = Vocabulary {
    operations: operations::ALL,
    kinds: kinds::ALL,
    sources: rules::SOURCES,
    made: Made {
        turns: &[MadeTurn::Numbered(driver::TURN)],
        subjects: &[abort::MAINTENANCE, "idle", "queue", "broken", "good"],
    },
    main_agent: "",
    events: &[
        "turn/start",
        "turn/end",
        "step/start",
        "user/message",
        "agent/inbox/inserted",
        "agent/inbox/claimed",
        "agent/inbox/discarded",
    ],
    hooks: hooks::POINTS,
    questions: &[],
    refusals: protocol::REFUSALS,
    guards: waiting::GUARDS,
    releases: waiting::RELEASES,
    rules: rules::ALL,
};

/// The agent, its host and its client, in one process.
struct Agent {
    world: Rc<World>,
    settings: Arc<Vec<(String, String)>>,
    /// What is active.
    active: RefCell<Option<Rc<Work>>>,
    /// What a turn has claimed that has not opened yet.
    reserved: RefCell<Vec<MessageId>>,
    /// How many turns there were.
    turns: Cell<u32>,
    log: Log,
    wait_for_idle: RefCell<Vec<oneshot::Sender<()>>>,
    /// How often jobs have woken the agent since a person's message was claimed.
    jobs_in_a_row: Cell<u64>,
    /// How often each kind of hook was asked.
    asked: RefCell<Vec<&'static str>>,
    /// It comes to its end: no turn opens any more.
    disposed: Cell<bool>,
    /// It is disposed, or its process is dead.
    gone: Cell<bool>,
}

impl Agent {
    fn new(world: &Rc<World>, initial: &Initial) -> Agent {
        Agent {
            world: world.clone(),
            settings: Arc::new(SYSTEM.settings_at_start(initial)),
            active: RefCell::default(),
            reserved: RefCell::default(),
            turns: Cell::default(),
            log: Log::default(),
            wait_for_idle: RefCell::default(),
            jobs_in_a_row: Cell::default(),
            asked: RefCell::default(),
            disposed: Cell::default(),
            gone: Cell::default(),
        }
    }

    fn setting(&self, name: &str) -> &str {
        let found = self.settings.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).unwrap_or_default()
    }

    fn number(&self, name: &str) -> u64 {
        self.setting(name).parse().unwrap_or_default()
    }

    async fn operate(self: Rc<Self>, by: Actor, id: InputId, operation: Operation) -> Receipt {
        match operation.name.as_str() {
            "load" => return self.load().await,
            "crash" => return self.crash().await,
            _ if self.gone.get() => return protocol::refused(protocol::NOT_RUNNING),
            _ => {}
        }
        match operation.message {
            Some(message) => self.take(by, id, message, &operation).await,
            None => self.act(by, id, &operation).await,
        }
    }

    /// Operations that carry a message.
    async fn take(
        self: &Rc<Self>,
        by: Actor,
        id: InputId,
        message: MessageId,
        operation: &Operation,
    ) -> Receipt {
        match operation.name.as_str() {
            "followup" => self.follow_up(message).await,
            "steer" => self.steer(message).await,
            "inject" => self.inject(message).await,
            "send" => self.send_as_said(message, operation).await,
            "inbox-append" => self.append(message, operation).await,
            "inbox-prepend" => self.prepend(message, operation).await,
            "inbox-replace" => {
                let item = host::item_of(operation);
                let done = self.replace(&item, message, rules::REPLACE).await;
                self.found(id, done).await
            }
            "prompt" => self.prompt(message, operation.arg("mode") == Some("steer")).await,
            "queue-edit" => match self.can_change(by, id).await {
                Ok(()) => self.edit(id, operation, message).await,
                Err(no) => no,
            },
            "job-done" => self.job_done(message).await,
            "press-enter" => self.press(message, false).await,
            "press-mod-enter" => self.press(message, true).await,
            _ => Receipt::Accepted,
        }
    }

    /// Operations that carry none.
    async fn act(self: &Rc<Self>, by: Actor, id: InputId, operation: &Operation) -> Receipt {
        let is_change = ["queue-remove", "queue-steer"].contains(&operation.name.as_str());
        if is_change && let Err(no) = self.can_change(by, id).await {
            return no;
        }
        match operation.name.as_str() {
            "cancel" => self.cancel_as_said(operation).await,
            "maintenance" => self.maintain(id, operation).await,
            "when-idle" => self.when_idle().await,
            "dispose" => self.dispose().await,
            "inbox-remove" | "queue-remove" => self.remove_item(id, operation).await,
            "inbox-clear" => self.clear().await,
            "queue-list" => self.list().await,
            "queue-steer" => self.steer_item(id, host::item_of(operation)).await,
            "stop" => self.stop().await,
            "press-mod-enter" => self.press_empty(by, id).await,
            "log" => self.set_log(operation).await,
            _ => Receipt::Accepted,
        }
    }
}

/// A handle to one agent.
struct Handle(Rc<Agent>);

impl Runtime for Handle {
    fn submit(
        &self,
        by: Actor,
        id: InputId,
        operation: Operation,
    ) -> LocalBoxFuture<'static, Receipt> {
        let agent = self.0.clone();
        // What the process does dies with it; its death and its next life come from outside.
        if matches!(operation.name.as_str(), "crash" | "load") {
            return agent.operate(by, id, operation).boxed_local();
        }
        let world = agent.world.clone();
        let name = [&operation.name, " ", id.as_str()].concat();
        world.in_process(name, async move { agent.operate(by, id, operation).await })
    }

    fn view(&self) -> View {
        self.0.show()
    }
}
