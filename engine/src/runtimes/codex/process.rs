//! What is asked of the process: what goes through the submission channel, what goes beside it, and how the
//! process dies and loads the thread again.

use super::idle::IdleCause;
use super::protocol::{self, Op};
use super::queue::{self, Parts};
use super::session::Session;
use super::{Codex, areas, kinds, rules, terminal};
use crate::ground::{Lane, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, InputId, MessageId, Operation, Place, Receipt, kinds as common};
use futures::channel::oneshot;

impl Codex {
    pub(super) async fn operate(self, by: Actor, id: InputId, operation: Operation) -> Receipt {
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
    pub(super) async fn in_the_process(self, id: InputId, operation: Operation) -> Receipt {
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
            ("other-process-changed", _) => queue.hear_of_a_change(self.loaded()).await,
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
