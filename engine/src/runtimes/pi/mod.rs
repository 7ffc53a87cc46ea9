//! Pi: two queues that a loop polls at fixed points, and a session around the loop.
//!
//! A steer waits in one list, a follow-up in another. Nothing wakes an idle agent but a prompt; a run polls
//! steering after each turn, also after a final answer, and follow-ups only where it would otherwise be over.
//!
//! Read in this order: `operations` what can be asked; `areas` what waits; `door` what becomes of a message;
//! `agent` the loop with its polls; `tools` a batch of calls; `session` what goes on around a run; `compaction` a full window; `custom` messages
//! of extensions; `interactive` the terminal client; `hooks` where extensions are asked; `process` the end of all of it. [`rules`] names every rule,
//! and the file that decides it.

mod agent;
mod areas;
mod compaction;
mod custom;
mod door;
mod hooks;
mod interactive;
pub mod kinds;
mod operations;
mod process;
pub mod rules;
mod session;
mod tools;
mod view;
mod waiting;

use super::{AreaSpec, Made, MadeTurn, Runtime, SettingSpec, System, Version, View, Vocabulary};
use crate::world::{
    Actor, Initial, InputId, MessageId, Operation, Origin, Receipt, TrayRole, World,
};
use areas::Mode;
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use session::Run;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The version in which a steer skips the calls of a batch that have not begun.
const SKIPPING: &str = "0.58.3";

/// Pi's agent and coding agent.
pub const SYSTEM: System = System {
    name: "pi",
    versions: &[
        Version { name: "1.6.0", since: "2026-11-20" },
        Version { name: SKIPPING, since: "2026-03-15" },
    ],
    areas: &[
        AreaSpec { initial: Some(Origin::User), ..AreaSpec::memory("steering") },
        AreaSpec { initial: Some(Origin::User), ..AreaSpec::memory("follow-up") },
        AreaSpec { initial: Some(Origin::Host), ..AreaSpec::memory("next-prompt") },
        AreaSpec::memory("turn-end"),
        AreaSpec::memory("during-compaction"),
        AreaSpec { role: TrayRole::Outside, ..AreaSpec::memory("editor") },
    ],
    flags: &[],
    settings: &[
        SettingSpec::words(areas::STEERING_MODE, Mode::NAMES),
        SettingSpec::words(areas::FOLLOW_UP_MODE, Mode::NAMES),
        // Tokens at which the window counts as full; 0: it never does.
        SettingSpec::number(compaction::LIMIT, 0),
        SettingSpec::number(compaction::COMPACTION_MS, 2_000),
        SettingSpec::number(session::RETRIES, 3),
        SettingSpec::number(session::RETRY_MS, 2_000),
    ],
    switches: &[],
    why: waiting::why,
    start: |world, initial| Rc::new(Handle(Rc::new(Pi::new(world, initial)))),
};

/// Its names and rules.
pub const VOCABULARY: Vocabulary = Vocabulary {
    operations: operations::ALL,
    kinds: kinds::ALL,
    sources: rules::SOURCES,
    made: Made { turns: &[MadeTurn::OfMessage(interactive::PROMPT_OF)], subjects: &[] },
    main_agent: "",
    events: &[
        "agent_start",
        "agent_end",
        "turn_start",
        "turn_end",
        "message_start",
        "queue_update",
        "compaction_start",
        "compaction_end",
        "auto_retry_start",
        "agent_settled",
    ],
    hooks: hooks::POINTS,
    questions: &[],
    refusals: door::REFUSALS,
    guards: waiting::GUARDS,
    releases: waiting::RELEASES,
    rules: rules::ALL,
};

/// The agent, its session and its client, in one process.
struct Pi {
    world: Rc<World>,
    settings: RefCell<Vec<(String, String)>>,
    version: &'static str,
    run: RefCell<Option<Rc<Run>>>,
    /// Why no prompt is taken though nothing answers: the window is being summed up.
    compacting: Cell<bool>,
    /// Whether the last thing in the transcript is the model's.
    tail_is_models: Cell<bool>,
    tokens: Cell<u64>,
    /// How often each kind of hook was asked.
    asked: RefCell<Vec<&'static str>>,
    compactions: Cell<u32>,
    /// What the client keeps and was typed as a follow-up.
    held_as_follow_up: RefCell<Vec<MessageId>>,
    gone: Cell<bool>,
}

impl Pi {
    fn new(world: &Rc<World>, initial: &Initial) -> Pi {
        let version = SYSTEM.version(&initial.settings).map_or("", |version| version.name);
        Pi {
            world: world.clone(),
            settings: RefCell::new(SYSTEM.settings_at_start(initial)),
            version,
            run: RefCell::default(),
            compacting: Cell::default(),
            tail_is_models: Cell::default(),
            tokens: Cell::default(),
            asked: RefCell::default(),
            compactions: Cell::default(),
            held_as_follow_up: RefCell::default(),
            gone: Cell::default(),
        }
    }

    fn setting(&self, name: &str) -> String {
        let settings = self.settings.borrow();
        let found = settings.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    }

    fn number(&self, name: &str) -> u64 {
        self.setting(name).parse().unwrap_or_default()
    }

    async fn operate(self: Rc<Self>, by: Actor, id: InputId, operation: Operation) -> Receipt {
        if self.gone.get() && operation.name != "load" {
            return door::refused(door::NOT_RUNNING);
        }
        match (operation.name.as_str(), operation.message) {
            ("prompt", Some(message)) => self.prompt(by, id, message, &operation).await,
            ("steer", Some(message)) => self.queue(by, message, areas::STEERING).await,
            ("follow-up", Some(message)) => self.queue(by, message, areas::FOLLOW_UP).await,
            ("custom", Some(message)) => self.custom(id, message, &operation).await,
            ("continue", _) => self.go_on(id).await,
            ("abort", _) => self.abort(by).await,
            ("clear-queue", _) => self.clear_queue(by).await,
            ("reset", _) => self.reset().await,
            ("set-mode", _) => self.set_mode(&operation).await,
            ("compact", _) => self.compact_by_hand().await,
            ("press-enter", Some(message)) => self.press(id, message, areas::STEERING).await,
            ("press-alt-enter", Some(message)) => self.press(id, message, areas::FOLLOW_UP).await,
            ("press-alt-up", _) => self.take_back().await,
            ("press-esc", _) => self.press_esc().await,
            ("type", Some(message)) => self.draft(message).await,
            ("crash", _) => self.crash().await,
            ("load", _) => self.load().await,
            _ => Receipt::Accepted,
        }
    }

    /// What a message says.
    fn text_of(&self, message: &MessageId) -> String {
        self.world.message(message).map(|message| message.text.clone()).unwrap_or_default()
    }
}

/// A handle to one agent.
struct Handle(Rc<Pi>);

impl Runtime for Handle {
    fn submit(
        &self,
        by: Actor,
        id: InputId,
        operation: Operation,
    ) -> LocalBoxFuture<'static, Receipt> {
        let pi = self.0.clone();
        // What the process does dies with it; its death and its next life come from outside.
        if matches!(operation.name.as_str(), "crash" | "load") {
            return pi.operate(by, id, operation).boxed_local();
        }
        let world = pi.world.clone();
        let name = [&operation.name, " ", id.as_str()].concat();
        world.in_process(name, async move { pi.operate(by, id, operation).await })
    }

    fn view(&self) -> View {
        self.0.show()
    }
}
