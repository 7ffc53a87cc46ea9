//! Codex: three staging areas, a delivery phase, and local rules.
//!
//! What waits lies in the durable queue (A), in the running turn's pending input (B) or in the
//! session's mailbox (C). No rule sorts across them; each place that looks has its own.
//!
//! Read in this order: `protocol` what goes in and comes out; `areas` what waits; `routing` the
//! decision at the door; `tasks` how a task starts, `finishing` how a turn is wound up; `errands` tasks that
//! ask nothing; `turn` the loop;
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
mod errands;
mod finishing;
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
mod process;
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
mod vocabulary;
mod waiters;
mod waiting;
mod waits;
mod writing;

pub use vocabulary::VOCABULARY;

use super::{AreaSpec, Runtime, SettingSpec, Switch, System, Version, View};
use crate::world::{Actor, Initial, InputId, Operation, Origin, Place, Receipt, TrayRole, World};
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use queue::Queue;
use session::Session;
use std::cell::RefCell;
use std::rc::Rc;
use store::QueueStore;
use thread::Thread;

/// Codex as it is described at commit 343074d42.
pub const SYSTEM: System = System {
    name: "codex",
    versions: &[Version { name: "343074d42", since: "2026-08-22" }],
    areas: &[
        AreaSpec {
            name: "A",
            role: TrayRole::Staging,
            durable: true,
            initial: Some(Origin::User),
            most: Some(store::MAX_QUEUE_ITEMS),
        },
        AreaSpec::memory("B"),
        AreaSpec { initial: Some(Origin::Agent), ..AreaSpec::memory("C") },
        // The terminal's own lists.
        list(terminal::QUEUED),
        list(terminal::PENDING),
        list(terminal::REJECTED),
    ],
    flags: &[(view::PHASE, view::PHASES), (view::WINDOW, view::WINDOWS)],
    settings: &[
        SettingSpec::words("mode", &["default", "plan"]),
        SettingSpec::words(agents::PARENT, agents::PARENTS),
        SettingSpec::words("approval", &["on-request", "never", "untrusted"]),
        // Whether the host's own constraints allow the approval policy `never`.
        SettingSpec::words("never-allowed", &["yes", "no"]),
        // Whether the next turn has connectors selected for it.
        SettingSpec::words("connectors", &["none", "selected"]),
        // Whether the host shuts down; only newer versions ask.
        SettingSpec::words("host", &["open", "draining"]),
        // Who made the session.
        SettingSpec::words("session-source", &["root", "spawned-agent", "review"]),
        // Whether agents that it made are loaded.
        SettingSpec::words("live-descendants", &["none", "some"]),
        // Whether agents to which it writes have room for another task.
        SettingSpec::words(writing::CAPACITY, writing::CAPACITIES),
        // Submissions that may wait; a small channel shows what a full one does.
        SettingSpec::words("submission-capacity", &["512", "2"]),
        SettingSpec::number("wait-min-ms", 10_000),
        SettingSpec::number("wait-max-ms", 3_600_000),
        SettingSpec::number("wait-default-ms", 30_000),
        // Tokens at which the window counts as full; 0: it never does.
        SettingSpec::number("compaction-limit", 0),
        SettingSpec::number("stream-retries", 5),
        // How long the connection takes that a session opens at its start.
        SettingSpec::number("prewarm-ms", 0),
        // How long the MCP servers take that a session starts with it.
        SettingSpec::number("servers-ms", 0),
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

const fn list(place: Place) -> AreaSpec {
    AreaSpec::memory(place.as_str())
}

/// A newer rule's switch: off in the baseline.
const fn switch(switch: &Switch) -> SettingSpec {
    SettingSpec::words(switch.setting, &["off", "on"])
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

    /// A process that has not loaded its thread, whose rows lie in a store outside of the run.
    fn on_store(world: &Rc<World>, initial: &Initial, store: Box<dyn QueueStore>) -> Codex {
        let thread = Thread::on(initial, Queue::on_store(world, store), world);
        Codex { world: world.clone(), thread, session: Rc::default() }
    }

    fn loaded(&self) -> Option<Rc<Session>> {
        self.session.borrow().clone().filter(|session| !session.over.get())
    }

    /// The session, for what cannot be done without one.
    fn required(&self) -> Result<Rc<Session>, Receipt> {
        let missing = || protocol::invalid_request("the thread is not loaded: load it first");
        self.loaded().ok_or_else(missing)
    }
}

/// Brings up a process that has not loaded its thread, on rows that lie outside of the run.
pub(crate) fn on_store(
    world: &Rc<World>,
    initial: &Initial,
    store: Box<dyn QueueStore>,
) -> Rc<dyn Runtime> {
    Rc::new(Codex::on_store(world, initial, store))
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
