//! Codex: three staging areas, a delivery phase, and local rules.
//!
//! What waits lies in the durable queue (A), in the running turn's pending input (B) or in the
//! session's mailbox (C). No rule sorts across them; each place that looks has its own.
//!
//! Read in this order: `protocol` what goes in and comes out; `areas` what waits; `routing` the
//! decision at the door; `tasks` how a task starts and how a turn is wound up; `turn` the loop;
//! `sampling` one request; `retries` errors; `compaction` a full window; `tools` tools, `waits` those
//! that new input wakes; `waiters` what a turn asks and who answers; `hooks` what the host is asked; `mail`,
//! `agents`, `writing`, `lineage`, `abort`, `idle`, `queue` and `waiting` what their names say; `store` and `payload` how
//! the queue is kept; `app_server` and `terminal` the clients. [`rules`] names every rule, and the file that
//! decides it. `prewarm` and `servers` is what a first turn may have to
//! wait for. `admission`, `settings`, `context` and `realtime` belong to the door, `interrupts` and
//! `ending` to `abort`.

mod abort;
mod admission;
mod agents;
mod app_server;
mod areas;
mod compaction;
mod context;
mod ending;
mod hooks;
mod idle;
mod interrupts;
pub mod kinds;
mod lineage;
mod looking;
mod mail;
mod operations;
pub mod payload;
mod preemption;
mod prewarm;
mod protocol;
pub mod queue;
mod realtime;
mod retries;
mod routing;
pub mod rules;
mod sampling;
mod servers;
mod session;
mod settings;
pub mod store;
mod tasks;
mod terminal;
mod thread;
mod tools;
mod turn;
mod view;
mod waiters;
mod waiting;
mod waits;
mod writing;

use super::{AreaSpec, Runtime, SettingSpec, Switch, System, View, Vocabulary, holds};
use crate::ground::{Lane, Wait};
use crate::world::{
    Actor, Draft, Initial, InputId, MessageId, Operation, Origin, Place, Receipt, World,
    kinds as common,
};
use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::LocalBoxFuture;
use idle::IdleCause;
use protocol::Op;
use queue::Parts;
use session::Session;
use std::cell::RefCell;
use std::rc::Rc;
use thread::Thread;

/// Codex as it is described at commit 343074d42.
pub const SYSTEM: System = System {
    name: "codex",
    version: "343074d42 (2026-08-22)",
    areas: &[
        AreaSpec {
            name: "A",
            durable: true,
            initial: Some(Origin::User),
            most: Some(store::MAX_QUEUE_ITEMS),
        },
        AreaSpec { name: "B", durable: false, initial: None, most: None },
        AreaSpec { name: "C", durable: false, initial: Some(Origin::Agent), most: None },
        // The terminal's own lists.
        list(terminal::QUEUED),
        list(terminal::PENDING),
        list(terminal::REJECTED),
    ],
    flags: &[(view::PHASE, view::PHASES), (view::WINDOW, view::WINDOWS)],
    settings: &[
        words("mode", &["default", "plan"]),
        words(agents::PARENT, agents::PARENTS),
        words("approval", &["on-request", "never", "untrusted"]),
        // Whether the host's own constraints allow the approval policy `never`.
        words("never-allowed", &["yes", "no"]),
        // Whether the next turn has connectors selected for it.
        words("connectors", &["none", "selected"]),
        // Whether the host shuts down; only newer versions ask.
        words("host", &["open", "draining"]),
        // Who made the session.
        words("session-source", &["root", "spawned-agent", "review"]),
        // Whether agents that it made are loaded.
        words("live-descendants", &["none", "some"]),
        // Whether agents to which it writes have room for another task.
        words(writing::CAPACITY, writing::CAPACITIES),
        // Submissions that may wait; a small channel shows what a full one does.
        words("submission-capacity", &["512", "2"]),
        number("wait-min-ms", 10_000),
        number("wait-max-ms", 3_600_000),
        number("wait-default-ms", 30_000),
        // Tokens at which the window counts as full; 0: it never does.
        number("compaction-limit", 0),
        number("stream-retries", 5),
        // How long the connection takes that a session opens at its start.
        number("prewarm-ms", 0),
        // How long the MCP servers take that a session starts with it.
        number("servers-ms", 0),
        // Newer rules, each off in the baseline.
        switch(&rules::STOP_ON_TERMINAL_ERROR),
        switch(&rules::PLAN_ADMISSION_ATOMIC),
        switch(&rules::MAILBOX_WATCHED),
        switch(&rules::CONTINUE_IF_IDLE),
        switch(&rules::SERVER_DRAINING),
        switch(&rules::INTERRUPT_IF_NO_PENDING_INPUT),
        switch(&rules::INTERRUPT_HOOKS),
        switch(&rules::DEFER_MAILBOX_PREEMPTION),
        switch(&rules::INSTANT_INTERRUPT),
        switch(&rules::STANDALONE_TOOL_OUTPUT),
        switch(&rules::PENDING_MAIL_COUNTS),
        switch(&rules::ROOT_OF_FIRST_MAIL),
    ],
    why: waiting::why,
    start: |world, initial| Rc::new(Codex::start(world, initial)),
    switches: rules::SWITCHES,
};

/// Its names and rules.
pub const VOCABULARY: Vocabulary = Vocabulary {
    operations: operations::ALL,
    kinds: kinds::ALL,
    source: rules::SOURCE,
    events: &[
        "TurnStarted",
        "TurnComplete",
        "TurnAborted",
        "UserMessage",
        "AgentMessage",
        "ItemStarted",
        "ItemCompleted",
        "RawResponseItem",
        "TokenCount",
        "EnteredReviewMode",
        "ExitedReviewMode",
        "ContextCompacted",
        "StreamError",
        "Error",
        "ExecCommandBegin",
        "ExecCommandEnd",
        "ThreadIdle",
        "ThreadQueueChanged",
        "SettingsApplied",
        "ThreadStopped",
        "ShutdownComplete",
        "RealtimeHandoffRequested",
        "RealtimeError",
        "RealtimeClosed",
        "ExecApprovalRequest",
        "ApplyPatchApprovalRequest",
        "RequestPermissions",
        "RequestUserInput",
        "ElicitationRequest",
        "DynamicToolCallRequest",
        "ServerRequestResolved",
        "Warning",
        "InterAgentCommunication",
    ],
    questions: waiters::QUESTIONS,
    refusals: &[
        "NotIdle",
        "PendingTriggerTurn",
        "PlanMode",
        "NoActiveTurn",
        "ExpectedTurnMismatch",
        "ActiveTurnNotSteerable",
        "EmptyInput",
        "ActiveTurnOutputSchemaMismatch",
        "ServerDraining",
        "Superseded",
    ],
    guards: waiting::GUARDS,
    releases: waiting::RELEASES,
    rules: rules::ALL,
    hooks: hooks::POINTS,
};

const fn list(place: Place) -> AreaSpec {
    AreaSpec { name: place.as_str(), durable: false, initial: None, most: None }
}

/// A newer rule's switch: off in the baseline.
const fn switch(switch: &Switch) -> SettingSpec {
    words(switch.setting, &["off", "on"])
}

const fn words(name: &'static str, values: &'static [&'static str]) -> SettingSpec {
    SettingSpec { name, values, default_number: 0 }
}

const fn number(name: &'static str, default_number: u64) -> SettingSpec {
    SettingSpec { name, values: &[], default_number }
}

/// One thread of Codex and the process that has it loaded, if one does. Clones are the same one.
#[derive(Clone)]
struct Codex {
    world: Rc<World>,
    thread: Rc<Thread>,
    session: Rc<RefCell<Option<Rc<Session>>>>,
}

impl Codex {
    fn start(world: &Rc<World>, initial: &Initial) -> Codex {
        let thread = Thread::new(world, initial);
        let session = Session::load(world, &thread);
        for (area, messages) in &initial.areas {
            if area == areas::C.as_str() {
                session.mailbox.borrow_mut().extend(messages.iter().cloned());
            }
        }
        let session = Rc::new(RefCell::new(Some(session)));
        Codex { world: world.clone(), thread, session }
    }

    fn loaded(&self) -> Option<Rc<Session>> {
        self.session.borrow().clone().filter(|session| !session.over.get())
    }

    /// The session, for what cannot be done without one.
    fn required(&self) -> Result<Rc<Session>, Receipt> {
        let missing = || protocol::invalid_request("the thread is not loaded: load it first");
        self.loaded().ok_or_else(missing)
    }

    async fn operate(self, by: Actor, id: InputId, operation: Operation) -> Receipt {
        match protocol::parse(&operation) {
            Err(receipt) => receipt,
            Ok(Some(Op::Mail(_))) if self.thread.is_on(&rules::MAILBOX_WATCHED) => {
                self.in_the_process(id, operation).await
            }
            Ok(Some(op)) => match self.required() {
                Ok(session) => session.submit(by, id, op).await,
                Err(receipt) => receipt,
            },
            Ok(None) if operation.name == "crash" => self.crash().await,
            // What client programs ask has a name with a path, as it travels.
            Ok(None) if operation.name.contains('/') => self.serve(by, id, operation).await,
            Ok(None) => self.in_the_process(id, operation).await,
        }
    }

    /// What does not go through the submission channel is the process's work all the same: when the
    /// process dies, so does the work.
    async fn in_the_process(self, id: InputId, operation: Operation) -> Receipt {
        let (reply, answer) = oneshot::channel();
        let codex = self.clone();
        self.world.spawn(format!("{} {id}", operation.name), Lane::Service, async move {
            // Whoever asked may be gone.
            let _ = reply.send(codex.operate_beside(id, operation).await);
        });
        let wait = Wait::owed("the answer of the process");
        self.world.ground.wait(wait, answer).await.unwrap_or_else(|_| protocol::agent_died())
    }

    /// Operations that do not go through the submission channel.
    async fn operate_beside(self, id: InputId, operation: Operation) -> Receipt {
        let queue = &self.thread.queue;
        match (operation.name.as_str(), operation.message) {
            ("queue-add", message) => {
                queue.add(self.loaded(), message, Parts::of(&operation)).await
            }
            ("queue-update", message) => {
                let item = operation.arg("item").unwrap_or_default();
                queue.update(&operation, item, message).await
            }
            ("queue-delete", Some(message)) => queue.delete(&operation, message.as_str()).await,
            ("queue-start", chosen) => queue.start(self.loaded(), chosen).await,
            ("queue-reorder", _) => queue.reorder(&operation).await,
            ("queue-list", _) => queue.list(&operation).await,
            ("other-process-add", Some(message)) => {
                queue.add_from_elsewhere(self.loaded(), &operation, message).await
            }
            ("other-thread-add", _) => queue.add_to_the_other(self.loaded(), &operation).await,
            ("other-thread", _) => {
                let hears = operation.arg("hears") == Some("yes");
                queue.set_hearing_of_the_other(self.loaded(), hears)
            }
            ("storage", _) => {
                queue.set_storage(self.loaded(), operation.arg("is").unwrap_or_default())
            }
            ("delete-thread", _) => queue.delete_thread(self.loaded()).await,
            ("miss-idle", _) => queue.miss_next_idle(),
            ("file", _) => {
                let name = operation.arg("name").unwrap_or_default();
                queue.set_file(name, operation.arg("is") == Some("there"))
            }
            ("load", _) => self.load().await,
            (name, message) => match self.required() {
                Ok(session) if name == "announce-idle" => {
                    session.announce_idle(IdleCause::Completed).await;
                    Receipt::Accepted
                }
                Ok(session) if name == "close-channel" => {
                    session.submissions.close();
                    Receipt::Accepted
                }
                Ok(session) if name == "mail" => session.mail_from_beside(&id, message).await,
                Ok(session) if name == "abort-taskless" => session.abort_taskless().await,
                Ok(session) if name == "configure" => session.configure(&id, &operation).await,
                Ok(session) if name == "durable-sleep" => {
                    session.note_sleep(operation.arg("state") == Some("begins")).await;
                    Receipt::Accepted
                }
                Ok(session) if name.starts_with("press-") => session.press(name, id, message).await,
                Ok(session) => session.look(&id, &operation).await,
                Err(receipt) => receipt,
            },
        }
    }

    /// The process dies: everything that lay in memory only is gone.
    /// Source: `core/src/session/input_queue.rs:71-97`.
    async fn crash(&self) -> Receipt {
        self.world.end_process();
        *self.session.borrow_mut() = None;
        let volatile = [areas::B, areas::C, Place::CHANNEL, Place::TURN, Place::MODEL];
        self.thread.terminal.close();
        let lost: Vec<MessageId> = volatile
            .iter()
            .chain(&terminal::LISTS)
            .filter(|_| holds(rules::CRASH_LOSES_MEMORY))
            .flat_map(|place| self.world.lying_in(place))
            .collect();
        let draft = Draft::new(Actor::Host, common::CRASHED)
            .moving_all(&lost, &Place::DROPPED)
            .rule(rules::CRASH_LOSES_MEMORY);
        self.world.step(draft).await;
        Receipt::Accepted
    }

    /// Loads the thread again. The answer comes first, then the idle session is announced, so that its
    /// queue goes on. Source: `app-server/README.md:792-812`.
    async fn load(&self) -> Receipt {
        if self.loaded().is_some() {
            return protocol::invalid_request("the thread is loaded already");
        }
        self.thread.restore_status();
        let session = Session::load(&self.world, &self.thread);
        *self.session.borrow_mut() = Some(session.clone());
        // No request may hold a call without its output, and nobody else will answer these.
        let draft = Draft::new(Actor::Host, kinds::LOADED)
            .moving_all(&session.answer_open_calls(), &Place::HISTORY)
            .rule(rules::LOAD_ANNOUNCES_IDLE);
        self.world.step(draft).await;
        self.thread.queue.watch_from_the_start(&session);
        if holds(rules::LOAD_ANNOUNCES_IDLE) {
            queue::tell_that_it_is_idle(session);
        }
        Receipt::Accepted
    }
}

impl Runtime for Codex {
    fn submit(
        &self,
        by: Actor,
        id: InputId,
        operation: Operation,
    ) -> LocalBoxFuture<'static, Receipt> {
        self.clone().operate(by, id, operation).boxed_local()
    }

    fn view(&self) -> View {
        view::of(&self.world, &self.thread, self.loaded().as_deref())
    }
}
