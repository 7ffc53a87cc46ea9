//! Claude Code: one command queue in memory, three priorities, and two points at which it is read.
//!
//! Between two tool rounds of a turn everything up to `next` is folded into that turn; between turns what waits opens
//! the next one. A response without a tool call has no such point any more, so what comes during the final answer is
//! a turn of its own. The program is closed: its rules come from documents, typings, measurements and the accounts
//! of others, and each says which.
//!
//! Read in this order: `operations` what can be asked; `areas` the queue; `routing` how something enters it; `idle` the
//! point between turns; `turn` a turn; `sampling` a request of it; `tools` its tools; `folding` the point between tool
//! rounds; `abort` how a turn is stopped and what is cancelled; `terminal` a person's keys; `hooks`; `process` the
//! end of all of it; `protocol` what clients are told. [`rules`] names every rule, and the file that decides it.

mod abort;
mod areas;
mod folding;
mod hooks;
mod idle;
pub mod kinds;
mod operations;
mod process;
mod protocol;
mod routing;
pub mod rules;
mod sampling;
mod terminal;
mod tools;
mod turn;
mod view;
mod waiting;

use super::{AreaSpec, Made, MadeTurn, Runtime, SettingSpec, System, Version, View, Vocabulary};
use crate::world::{
    Actor, Initial, InputId, MessageId, Operation, Origin, Receipt, TrayRole, World,
};
use areas::Entry;
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use turn::Turn;

/// The releases between which the rules differ, the oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Release {
    /// 0.2.75: Enter queues, and nothing is read before the turn ends.
    OnlyQueues,
    /// 2.1.68: Esc gives back what waits before it stops anything.
    EscRestores,
    /// 2.1.88: the one that others have read in a copy.
    ReadByOthers,
    /// 2.1.240: only the oldest message opens the next turn.
    OldestFirst,
    /// 2.1.275: a key sends everything now.
    SendsNow,
    /// 2.1.332: running commands go to the background instead of being stopped.
    Backgrounds,
}

const RELEASES: [(&str, Release); 6] = [
    ("2.1.332", Release::Backgrounds),
    ("2.1.275", Release::SendsNow),
    ("2.1.240", Release::OldestFirst),
    ("2.1.88", Release::ReadByOthers),
    ("2.1.68", Release::EscRestores),
    ("0.2.75", Release::OnlyQueues),
];

/// Claude Code, in the terminal and behind its agent kit.
pub const SYSTEM: System = System {
    name: "claude_code",
    versions: &[
        Version { name: "2.1.332", since: "2026-11" },
        Version { name: "2.1.275", since: "2026-09-17" },
        Version { name: "2.1.240", since: "2026-09" },
        Version { name: "2.1.88", since: "2026-08" },
        Version { name: "2.1.68", since: "2026-08" },
        Version { name: "0.2.75", since: "2026-08" },
    ],
    areas: &[
        AreaSpec::memory("queue-now"),
        AreaSpec { initial: Some(Origin::User), ..AreaSpec::memory("queue-next") },
        AreaSpec::memory("queue-later"),
        AreaSpec { role: TrayRole::Outside, ..AreaSpec::memory("editor") },
    ],
    flags: &[(view::DIALOG, view::DIALOGS)],
    settings: &[
        // Requests that a turn may make; 0: as many as it likes.
        SettingSpec::number(turn::MAX_TURNS, 0),
        // How long a command takes that is run between turns.
        SettingSpec::number(idle::COMMAND_MS, 0),
        // How long the process takes to start up; no turn begins before.
        SettingSpec::number(process::STARTUP_MS, 0),
        // Whether a turn that died with the process goes on when it is opened again.
        SettingSpec::words(process::RESUME, &["off", "on"]),
    ],
    switches: &[],
    why: waiting::why,
    start: |world, initial| Rc::new(Handle(Claude::start(world, initial))),
};

/// Its names and rules.
pub const VOCABULARY: Vocabulary = Vocabulary {
    operations: operations::ALL,
    kinds: kinds::ALL,
    sources: rules::SOURCES,
    made: Made {
        turns: &[MadeTurn::OfMessage(idle::TURN_OF), MadeTurn::Numbered(process::RESUMED)],
        subjects: &[],
    },
    main_agent: "",
    events: protocol::EVENTS,
    hooks: hooks::POINTS,
    questions: &[],
    refusals: protocol::REFUSALS,
    guards: waiting::GUARDS,
    releases: waiting::RELEASES,
    rules: rules::ALL,
};

/// The process: its queue, its turn and its terminal.
struct Claude {
    world: Rc<World>,
    settings: Arc<Vec<(String, String)>>,
    release: Release,
    /// What is known of each message that the queue holds or has held.
    entries: RefCell<Vec<Entry>>,
    turn: RefCell<Option<Rc<Turn>>>,
    /// Whether somebody is about to take from the queue what goes next.
    dispatching: Cell<bool>,
    /// Whether any turn has begun.
    armed: Cell<bool>,
    /// What will start already stopped.
    latched: RefCell<Vec<MessageId>>,
    dialog: Cell<bool>,
    ready: Cell<bool>,
    gone: Cell<bool>,
    /// Whether a turn died with the process.
    unfinished: Cell<bool>,
    resumed: Cell<u32>,
    /// How often a hook was asked.
    hooks_asked: Cell<u32>,
}

impl Claude {
    fn start(world: &Rc<World>, initial: &Initial) -> Rc<Claude> {
        let chosen = SYSTEM.version(&initial.settings).map_or("", |version| version.name);
        let release = RELEASES.iter().find(|(name, _)| *name == chosen);
        let claude = Rc::new(Claude {
            world: world.clone(),
            settings: Arc::new(SYSTEM.settings_at_start(initial)),
            release: release.map_or(Release::Backgrounds, |(_, release)| *release),
            entries: RefCell::default(),
            turn: RefCell::default(),
            dispatching: Cell::default(),
            armed: Cell::default(),
            latched: RefCell::default(),
            dialog: Cell::default(),
            ready: Cell::default(),
            gone: Cell::default(),
            unfinished: Cell::default(),
            resumed: Cell::default(),
            hooks_asked: Cell::default(),
        });
        claude.start_up();
        claude
    }

    fn setting(&self, name: &str) -> &str {
        let found = self.settings.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value)
    }

    fn number(&self, name: &str) -> u64 {
        self.setting(name).parse().unwrap_or_default()
    }

    async fn operate(self: Rc<Self>, by: Actor, id: InputId, operation: Operation) -> Receipt {
        if self.gone.get() && operation.name != "load" {
            return protocol::refused(protocol::NOT_RUNNING);
        }
        if let Some(taken) = operation.message.filter(|message| !self.is_free(message)) {
            return protocol::taken(&taken);
        }
        match (operation.name.as_str(), operation.message) {
            ("send", Some(message)) => self.send(id, message, &operation).await,
            ("notify", Some(message)) => self.notify(id, message, &operation).await,
            ("peer", Some(message)) => self.peer(id, message, &operation).await,
            ("interrupt", _) => self.interrupt(id, &operation).await,
            ("cancel-message", _) => self.cancel_message(&operation).await,
            ("press-enter", Some(message)) => self.press_enter(id, message).await,
            ("press-queue-submit", Some(message)) => self.press_queue_submit(id, message).await,
            ("press-send-now", message) => self.press_send_now(by, id, message).await,
            ("press-up", _) => self.press_up().await,
            ("press-esc", _) => self.press_esc(id).await,
            ("press-ctrl-c", _) => self.press_ctrl_c().await,
            ("type", Some(message)) => self.write(message).await,
            ("open-dialog", _) => self.show_dialog(true).await,
            ("close-dialog", _) => self.show_dialog(false).await,
            ("crash", _) => self.crash().await,
            ("load", _) => self.load().await,
            _ => Receipt::Accepted,
        }
    }
}

/// A handle to one process.
struct Handle(Rc<Claude>);

impl Runtime for Handle {
    fn submit(
        &self,
        by: Actor,
        id: InputId,
        operation: Operation,
    ) -> LocalBoxFuture<'static, Receipt> {
        let claude = self.0.clone();
        // What the process does dies with it; its death and its next life come from outside.
        if matches!(operation.name.as_str(), "crash" | "load") {
            return claude.operate(by, id, operation).boxed_local();
        }
        let world = claude.world.clone();
        let name = [&operation.name, " ", id.as_str()].concat();
        world.in_process(name, async move { claude.operate(by, id, operation).await })
    }

    fn view(&self) -> View {
        self.0.show()
    }
}
