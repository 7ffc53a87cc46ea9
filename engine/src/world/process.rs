//! The living process: its tasks, and the answers of what it does.

use super::{Receipt, Speech, World};
use crate::ground::{Lane, TaskId, TaskSpec, Wait};
use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::LocalBoxFuture;
use std::rc::Rc;

impl World {
    /// Spawns a task that belongs to the living process; a crash ends it.
    pub fn spawn(
        &self,
        name: impl Into<String>,
        lane: Lane,
        body: impl Future<Output = ()> + 'static,
    ) -> TaskId {
        self.ground.spawn(TaskSpec { name: name.into(), lane, group: self.group.get() }, body)
    }

    /// The group of the living process's tasks.
    pub fn group(&self) -> u32 {
        self.group.get()
    }

    /// Ends the living process: all its tasks are gone. What is spawned afterwards belongs to the next.
    pub fn end_process(&self) {
        let ended = self.group.replace(self.group.get() + 1);
        self.ground.kill_group(ended);
        self.interrupt_all_tools();
        *self.speech.borrow_mut() = Speech::default();
    }

    /// Does something in a task of the living process, and answers from outside: whoever asked a process that
    /// dies over it hears [`Receipt::ANSWER_LOST`].
    pub fn in_process(
        self: &Rc<Self>,
        name: String,
        work: impl Future<Output = Receipt> + 'static,
    ) -> LocalBoxFuture<'static, Receipt> {
        let (reply, answer) = oneshot::channel();
        self.spawn(name, Lane::Session, async move {
            // Whoever asked may be gone.
            let _ = reply.send(work.await);
        });
        let world = self.clone();
        async move {
            let answered = world.ground.wait(Wait::owed("the answer of the process"), answer).await;
            answered.unwrap_or_else(|_| Receipt::Failed {
                error: Receipt::ANSWER_LOST,
                message: "the process died over it".to_owned(),
            })
        }
        .boxed_local()
    }
}
