//! OpenCode's second runtime: a durable inbox whose rows either steer or are queued.
//!
//! Two generations of it are here, as versions. Both admit first and make visible later; the third can also
//! change and cancel what waits, and knows controls that hold up what stands behind them.
//!
//! Read in this order: `protocol` what goes in; `admission` the door; `areas` the inbox; `changes` what can be
//! done with a row; `coordinator` one drain at a time; `turn` a drain; `promotion` what becomes visible, and when;
//! `sampling` one request; `compaction`, `tools`; `recovery` the end of a process; `terminal` the keys; `waiting`
//! why something waits. [`rules`] names every rule, and the file that decides it.

mod admission;
mod areas;
mod changes;
mod compaction;
mod coordinator;
pub mod kinds;
mod operations;
mod promotion;
mod protocol;
mod recovery;
pub mod rules;
mod sampling;
mod session;
mod terminal;
mod tools;
mod turn;
mod view;
mod waiting;

use super::{AreaSpec, Made, MadeTurn, Runtime, SettingSpec, System, Version, View, Vocabulary};
use crate::ground::{Lane, Wait};
use crate::world::{
    Actor, CallId, Draft, Initial, InputId, MessageId, Operation, Place, Receipt, TrayRole, World,
    kinds as common,
};
use areas::{Delivery, Inbox, QUEUE, STEER, Sort};
use coordinator::Scope;
use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::LocalBoxFuture;
use protocol::{Entry, answer_lost, connection_lost, not_here};
use session::{Session, Settings};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// OpenCode's second runtime, in its third and its first generation.
pub const SYSTEM: System = System {
    name: "opencode_v2",
    versions: &[
        Version { name: session::THIRD, since: "generation 3, 2026-10" },
        Version { name: session::FIRST, since: "generation 1, 2026-08-17" },
    ],
    areas: &[inbox(STEER), inbox(QUEUE)],
    flags: &[(view::WAKE, view::WAKES)],
    settings: &[
        // How long the context of a request takes to prepare.
        SettingSpec::number("prepare-ms", 0),
        // Steps that the agent may take for what was promoted; 0: as many as it likes.
        SettingSpec::number("agent-steps", 0),
        // Whose session it is.
        SettingSpec::words("session", &["root", "child"]),
        // The folder in which the session works.
        SettingSpec::words("folder", &["home", "other"]),
    ],
    switches: rules::SWITCHES,
    why: waiting::why,
    start: |world, initial| Rc::new(OpenCode::start(world, initial)),
};

/// Its names and rules.
pub const VOCABULARY: Vocabulary = Vocabulary {
    operations: operations::ALL,
    kinds: kinds::ALL,
    sources: rules::SOURCES,
    made: Made {
        turns: &[MadeTurn::Numbered(recovery::RESUMED)],
        subjects: &["again", "enough", "available", "unavailable"],
    },
    main_agent: "",
    events: &[
        "session.next.prompt.admitted",
        "session.next.prompted",
        "session.inbox.enqueued",
        "session.inbox.delivered",
        "session.inbox.cancelled",
        "session.inbox.delivery_changed",
    ],
    questions: &[tools::PERMISSION],
    refusals: &[],
    guards: waiting::GUARDS,
    releases: waiting::RELEASES,
    rules: rules::ALL,
    hooks: &[],
};

const fn inbox(place: Place) -> AreaSpec {
    AreaSpec {
        name: place.as_str(),
        role: TrayRole::Staging,
        durable: true,
        initial: None,
        most: None,
    }
}

/// One session of OpenCode V2 and the process that has it loaded, if one does. Clones are the same one.
#[derive(Clone)]
struct OpenCode {
    world: Rc<World>,
    inbox: Rc<Inbox>,
    settings: Rc<Settings>,
    session: Rc<RefCell<Option<Rc<Session>>>>,
    /// Turns that were taken up after a restart.
    resumed: Rc<Cell<u64>>,
}

impl OpenCode {
    fn start(world: &Rc<World>, initial: &Initial) -> OpenCode {
        let (inbox, settings) = (Rc::new(Inbox::default()), Rc::new(Settings::new(initial)));
        let session = Session::load(world, &inbox, &settings);
        OpenCode {
            world: world.clone(),
            inbox,
            settings,
            session: Rc::new(RefCell::new(Some(session))),
            resumed: Rc::default(),
        }
    }

    async fn operate(self, by: Actor, id: InputId, operation: Operation) -> Receipt {
        match operation.name.as_str() {
            "crash" => return self.crash().await,
            "load" => return self.load().await,
            "context" => return self.set_context(operation.arg("is") == Some("available")).await,
            _ => {}
        }
        let Some(session) = self.session.borrow().clone() else { return connection_lost() };
        let third_only = ["synthetic", "compact", "move", "press-enter", "press-queue"];
        let name = operation.name.as_str();
        if !self.settings.is_third() && (third_only.contains(&name) || name.starts_with("inbox-")) {
            return not_here();
        }
        let Some(message) = operation.message else {
            return self.in_the_process(ask(session, id, operation)).await;
        };
        match name {
            "inbox-cancel" => {
                self.in_the_process(async move { session.cancel_row(message).await }).await
            }
            "inbox-steer" | "inbox-queue" => {
                let to = if name == "inbox-steer" { Delivery::Steer } else { Delivery::Queue };
                let work = async move { session.change_delivery(id, message, to).await };
                self.in_the_process(work).await
            }
            _ => {
                let sort = if name == "synthetic" { Sort::Synthetic } else { Sort::User };
                let pressed = terminal::pressed(name, message);
                let entry = pressed.unwrap_or_else(|| Entry::of(&operation, message, sort));
                self.send(by, id, session, entry).await
            }
        }
    }

    /// An input on its way to the server.
    async fn send(&self, by: Actor, id: InputId, session: Rc<Session>, entry: Entry) -> Receipt {
        if session.came_before(&entry.id) {
            return self.in_the_process(async move { session.again(id, entry).await }).await;
        }
        if let Err(receipt) = session.can_be_sent(&entry) {
            return receipt;
        }
        let mut cards: Vec<MessageId> = entry.context.clone();
        cards.push(entry.message);
        let draft = Draft::new(by, common::SUBMITTED).about(id);
        self.world.step(draft.moving_all(&cards, &Place::CHANNEL)).await;
        let alive = self.session.borrow().as_ref().is_some_and(|now| Rc::ptr_eq(now, &session));
        if !alive {
            return answer_lost();
        }
        self.in_the_process(async move { session.admit(id, entry).await }).await
    }

    async fn set_context(&self, there: bool) -> Receipt {
        self.settings.context_is_there.set(there);
        let word = if there { "available" } else { "unavailable" };
        self.world.step(Draft::new(Actor::Host, kinds::SURROUNDINGS).about(word)).await;
        Receipt::Accepted
    }

    /// Does work in the process: when the process dies, so does the work.
    async fn in_the_process(&self, work: impl Future<Output = Receipt> + 'static) -> Receipt {
        let (reply, answer) = oneshot::channel();
        self.world.spawn("request", Lane::Session, async move {
            // Whoever asked may be gone.
            let _ = reply.send(work.await);
        });
        let wait = Wait::owed("the answer of the server");
        self.world.ground.wait(wait, answer).await.unwrap_or_else(|_| answer_lost())
    }
}

/// Operations without a message.
async fn ask(session: Rc<Session>, id: InputId, operation: Operation) -> Receipt {
    let delivery = operation.arg("delivery").map(Delivery::named);
    match operation.name.as_str() {
        "compact" => session.admit_control(id, Sort::Compaction, delivery, "compact").await,
        "move" => {
            let to = operation.arg("to").unwrap_or_default();
            session.admit_control(id, Sort::Move, delivery, to).await
        }
        "inbox-list" => Receipt::Report { value: session.inbox.list() },
        "resume" => session.resume(id).await,
        "wake" => {
            session.wake(id, Scope::Input).await;
            Receipt::Accepted
        }
        "wait" => session.wait_until_idle().await,
        "active" => {
            let active = session.active.borrow().is_some();
            Receipt::Report { value: active.to_string() }
        }
        "interrupt" => session.interrupt(id, operation.arg("continue") == Some("yes")).await,
        "permission-reply" => {
            let call = CallId::from(operation.arg("id").unwrap_or_default());
            session.reply(&id, &call, operation.arg("decision") == Some("once")).await
        }
        _ => Receipt::Accepted,
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
        view::of(self)
    }
}
