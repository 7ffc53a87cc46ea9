//! OpenCode's first runtime: no queue at all in the server, and two clients that keep one of their own.
//!
//! A prompt is a saved user message before anything runs. The loop loads all messages at the top of every pass,
//! so whatever was saved meanwhile is in the next request, all of it at once.
//!
//! Read in this order: `protocol` how clients reach the server; `routing` what becomes of a prompt; `areas` what
//! is saved, in which order; `runner` one run at a time; `turn` the loop and its exit test; `sampling` one
//! request; `tools`; `abort`; `terminal`, `direct` and `app` the three clients; `waiting` why something waits.
//! [`rules`] names every rule, and the file that decides it.

mod abort;
mod app;
mod areas;
mod direct;
pub mod kinds;
mod operations;
mod protocol;
mod routing;
pub mod rules;
mod runner;
mod sampling;
mod session;
mod terminal;
mod tools;
mod turn;
mod view;
mod waiting;

use super::{
    AreaSpec, Made, MadeTurn, Runtime, SettingSpec, System, Version, View, Vocabulary, holds,
};
use crate::ground::{Lane, Millis, watch};
use crate::world::{
    Actor, CallId, Draft, Initial, InputId, MessageId, Operation, Origin, Place, Receipt, TrayRole,
    World, kinds as common,
};
use app::App;
use areas::{FOLLOWUPS, RUN_QUEUE, SAVED, Store};
use direct::Direct;
use futures::FutureExt;
use futures::future::LocalBoxFuture;
use protocol::{Server, Want, in_the_process, invalid_request};
use routing::Reply;
use session::{Session, Settings};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use terminal::Esc;

/// OpenCode's first runtime as it is described at commit 65c35977b.
pub const SYSTEM: System = System {
    name: "opencode",
    versions: &[
        Version { name: rules::BASELINE, since: "2026-08-17" },
        Version { name: rules::SUMMER, since: "until 2026-08-06" },
        Version { name: rules::SPRING, since: "until 2026-04-02" },
    ],
    areas: &[
        AreaSpec { durable: true, initial: Some(Origin::User), ..AreaSpec::memory(SAVED.as_str()) },
        // What two clients keep outside of the server.
        AreaSpec { role: TrayRole::Outside, ..AreaSpec::memory(RUN_QUEUE.as_str()) },
        AreaSpec {
            role: TrayRole::Outside,
            durable: true,
            initial: Some(Origin::User),
            ..AreaSpec::memory(FOLLOWUPS.as_str())
        },
    ],
    flags: &[
        (view::NEWEST, view::NEWEST_VALUES),
        (view::BADGE, view::BADGES),
        (view::ESC, view::ESCS),
        (view::LIST, view::LISTS),
    ],
    settings: &[
        // Steps that the agent may take in a run; 0: as many as it likes.
        SettingSpec::number("agent-steps", 0),
        // How long the direct run's footer is busy before it sends.
        SettingSpec::number("footer-ms", 0),
        // What the app has stored as the person's choice.
        SettingSpec::words(app::FOLLOWUP, &["steer", "queue"]),
        // Whether the app shows a session of a person or of a helper.
        SettingSpec::words("session", &["root", "child"]),
        SettingSpec::words(rules::QUEUED_FLUSH.setting, &["off", "on"]),
    ],
    why: waiting::why,
    start: |world, initial| Rc::new(OpenCode::start(world, initial)),
    switches: rules::SWITCHES,
};

/// Its names and rules.
pub const VOCABULARY: Vocabulary = Vocabulary {
    operations: operations::ALL,
    kinds: kinds::ALL,
    sources: rules::SOURCES,
    made: Made {
        turns: &[MadeTurn::OfMessage(direct::TURN_OF)],
        subjects: &["again", "enough", app::FOLLOWUP, "broken", "good", "blocked", "free"],
    },
    main_agent: "",
    events: &[
        "session.status",
        "session.idle",
        "session.error",
        "message.updated",
        "permission.asked",
    ],
    questions: &[tools::PERMISSION],
    refusals: &["SessionBusyError", "EmptyInput", "Closed", "NotQueued"],
    guards: waiting::GUARDS,
    releases: waiting::RELEASES,
    rules: rules::ALL,
    hooks: &[],
};

/// One session of OpenCode, the process that has it loaded, and the clients that show it. Clones are the same.
#[derive(Clone)]
struct OpenCode {
    server: Rc<Server>,
    direct: Rc<Direct>,
    app: Rc<App>,
    esc: Rc<Esc>,
}

impl OpenCode {
    fn start(world: &Rc<World>, initial: &Initial) -> OpenCode {
        let store = Rc::new(Store::default());
        let settings = Rc::new(Settings::new(initial));
        let changes = Rc::new(watch::Sender::new(()));
        let lying = |place: Place| {
            let area = initial.areas.iter().find(|(area, _)| area == place.as_str());
            area.map(|(_, cards)| cards.clone()).unwrap_or_default()
        };
        for message in lying(SAVED) {
            let entry = store.enter(message, Millis::ZERO);
            store.save(entry);
        }
        let session = Session::load(world, &store, &settings, &changes);
        let server = Rc::new(Server {
            world: world.clone(),
            store,
            settings,
            session: RefCell::new(Some(session)),
            unreachable: Cell::default(),
            changes,
        });
        let (direct, app) = (Direct::new(&server), App::new(&server, lying(FOLLOWUPS)));
        if !app.items.borrow().is_empty() {
            let opened = app.clone();
            let body = async move { opened.open(false).await };
            world.spawn("app opens", Lane::Session, body);
        }
        OpenCode { server, direct, app, esc: Rc::default() }
    }

    async fn operate(self, by: Actor, id: InputId, operation: Operation) -> Receipt {
        let name = operation.name.as_str();
        if let Some(message) = operation.message {
            let listed = ["run-withdraw", "app-send", "app-edit"].contains(&name);
            return match self.server.can_be_sent(&message) {
                Err(receipt) if !listed => receipt,
                _ => self.carry(by, id, &operation, message).await,
            };
        }
        let is = operation.arg("is").unwrap_or_default();
        match name {
            "crash" => self.crash().await,
            "load" => self.load().await,
            "connection" => self.server.set_reachable(is == "good").await,
            "app-composer" => self.app.set_blocked(is == "blocked").await,
            "run-close" => self.direct.close().await,
            "run-flush" => self.direct.flush().await,
            "app-abort" => self.app.abort().await,
            _ => self.ask(id, operation).await,
        }
    }

    /// Operations that carry a message.
    async fn carry(
        &self,
        by: Actor,
        id: InputId,
        operation: &Operation,
        message: MessageId,
    ) -> Receipt {
        if operation.name.starts_with("app-") {
            self.app.open(false).await;
        }
        let want = match operation.name.as_str() {
            "run-enter" => {
                let shell = operation.arg("mode") == Some("shell");
                return self.direct.submit(id, message, shell).await;
            }
            "run-withdraw" => return self.direct.remove(message).await,
            "app-enter" => return self.app.submit(id, message).await,
            "app-send" => return self.app.send_by_hand(message).await,
            "app-edit" => return self.app.edit(message).await,
            "press-enter" => Want::Enter,
            "shell" => {
                let takes = operation.arg("takes").and_then(|takes| takes.parse().ok());
                Want::Shell(Millis(takes.unwrap_or_default()))
            }
            _ if operation.arg("reply") == Some("no") => Want::Prompt(Reply::None),
            _ => Want::Prompt(Reply::Awaited),
        };
        self.server.send(by, id, message, want).await
    }

    /// Operations without a message, carried out by the process.
    async fn ask(self, id: InputId, operation: Operation) -> Receipt {
        let session = match self.server.reach() {
            Ok(session) => session,
            Err(receipt) => return receipt,
        };
        let world = self.server.world.clone();
        let work = async move {
            match operation.name.as_str() {
                "loop" => session.ensure_running(&id).await,
                "cancel" => session.cancel().await,
                "press-esc" if session.esc_aborts(&self.esc, id).await => session.cancel().await,
                "run-esc" => self.direct.press_esc(id).await,
                "permission-reply" => {
                    let call = CallId::from(operation.arg("id").unwrap_or_default());
                    let permitted = operation.arg("decision") == Some("once");
                    session.reply(&id, &call, permitted).await
                }
                _ => Receipt::Accepted,
            }
        };
        in_the_process(&world, format!("request {id}"), work).await
    }

    /// The process dies: what was saved is still there, and what a client keeps outside of it.
    /// Source: `packages/opencode/src/session/prompt.ts:1046-1071`.
    async fn crash(&self) -> Receipt {
        let world = &self.server.world;
        world.end_process();
        *self.server.session.borrow_mut() = None;
        let volatile = [
            (Place::CHANNEL, true),
            (Place::TURN, true),
            (Place::MODEL, true),
            (SAVED, !holds(rules::DURABLE)),
            (RUN_QUEUE, holds(rules::RUN_MEMORY)),
            (FOLLOWUPS, !holds(rules::APP_KEPT)),
        ];
        let lost = volatile.iter().filter(|(_, lost)| *lost);
        let lost: Vec<MessageId> = lost.flat_map(|(place, _)| world.lying_in(place)).collect();
        let rule = match () {
            () if !world.lying_in(&SAVED).is_empty() => rules::DURABLE,
            () if !world.lying_in(&RUN_QUEUE).is_empty() => rules::RUN_MEMORY,
            () if !world.lying_in(&FOLLOWUPS).is_empty() => rules::APP_KEPT,
            () => rules::DURABLE,
        };
        self.server.store.saved.borrow_mut().retain(|entry| !lost.contains(&entry.message));
        self.app.items.borrow_mut().retain(|item| !lost.contains(item));
        self.direct.restart(!holds(rules::RUN_MEMORY));
        self.esc.clear();
        let draft =
            Draft::new(Actor::Host, common::CRASHED).moving_all(&lost, &Place::DROPPED).rule(rule);
        world.step(draft).await;
        Receipt::Accepted
    }

    /// Another process loads the session. Nothing runs until somebody asks for it.
    async fn load(&self) -> Receipt {
        let server = &self.server;
        if server.session.borrow().is_some() {
            return invalid_request("the session is loaded already");
        }
        let session =
            Session::load(&server.world, &server.store, &server.settings, &server.changes);
        *server.session.borrow_mut() = Some(session.clone());
        let draft = Draft::new(Actor::Host, kinds::LOADED_ANEW).rule(rules::NO_RESTART);
        server.world.step(draft).await;
        session.answer_open_calls().await;
        if self.app.is_open() {
            self.app.open(true).await;
        }
        if !holds(rules::NO_RESTART) {
            session.ask_for_loop(&InputId::from("load")).await;
        }
        Receipt::Accepted
    }
}

impl Runtime for OpenCode {
    fn submit(
        &self,
        by: Actor,
        id: InputId,
        operation: Operation,
    ) -> LocalBoxFuture<'static, Receipt> {
        self.clone().operate(by, id, operation).boxed_local()
    }

    fn view(&self) -> View {
        view::of(&self.server, &self.direct, &self.app, &self.esc)
    }
}
