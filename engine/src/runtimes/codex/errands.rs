//! Tasks that ask the model nothing, or nothing of this thread: a review, a compaction of which only the time
//! counts, a person's own shell command. What waits is only recorded at their end.

use super::protocol::{Length, TaskKind};
use super::session::Session;
use super::tasks::{TurnContext, Work};
use super::{kinds, rules};
use crate::ground::{CancelToken, Cancelled, Lane, Millis, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Content, Draft, InputId, Message, MessageId, Origin, Receipt};
use std::rc::Rc;

/// Work of which only the time and the events count.
pub(super) struct Errand {
    takes: Length,
    ignores_token: bool,
    begin: &'static str,
    end: Option<&'static str>,
    /// What it says at its end.
    output: Option<String>,
}

impl Errand {
    fn new(takes: Length, begin: &'static str, end: Option<&'static str>) -> Errand {
        Errand { takes, ignores_token: false, begin, end, output: None }
    }
}

impl Session {
    /// A review takes no steer. Source: `core/src/tasks/review.rs:45-95`.
    pub(super) async fn start_review(
        self: &Rc<Self>,
        id: &InputId,
        takes: Length,
        output: Option<String>,
    ) -> Receipt {
        let errand = Errand::new(takes, "EnteredReviewMode", Some("ExitedReviewMode"));
        let work = Work::Other(Errand { output, ..errand });
        self.replace_by(id, TaskKind::Review, work).await
    }

    /// A compaction takes no steer and does not look at its token.
    /// Source: `core/src/tasks/compact.rs:20-90`.
    pub(super) async fn start_compaction(self: &Rc<Self>, id: &InputId, takes: Length) -> Receipt {
        let work = match takes {
            Some(_) => Work::Other(Errand {
                ignores_token: true,
                ..Errand::new(takes, "TurnStarted", None)
            }),
            None => Work::Compact,
        };
        self.replace_by(id, TaskKind::Compact, work).await
    }

    /// A person's own shell command: beside a running turn, or as a task that counts as regular.
    /// Source: `core/src/tasks/user_shell.rs:45-140`, `core/src/session/handlers.rs:104-129`.
    pub(super) async fn run_user_shell(self: &Rc<Self>, id: &InputId, takes: Length) -> Receipt {
        let busy = self.active.borrow().as_ref().is_some_and(|turn| turn.task.is_some());
        if busy && holds(rules::SHELL_BESIDE) {
            self.run_shell_beside_the_turn(id, takes);
            return Receipt::Accepted;
        }
        let errand = Errand::new(takes, "TurnStarted", Some("ExecCommandEnd"));
        self.replace_by(id, TaskKind::Regular, Work::Other(errand)).await
    }

    fn run_shell_beside_the_turn(self: &Rc<Self>, id: &InputId, takes: Length) {
        let session = self.clone();
        let output = self.world.compose(Message {
            id: MessageId::from(format!("shell:{id}")),
            origin: Origin::Host,
            content: Content::HostItem,
            text: "the output of the shell command".to_owned(),
        });
        self.world.spawn(format!("shell {id}"), Lane::Tool, async move {
            session.event(None, "ExecCommandBegin");
            session.work(takes, &CancelToken::new(), true).await.ok();
            session.event(None, "ExecCommandEnd");
            session.inject(output).await;
        });
    }

    pub(super) async fn other_task(&self, turn: &TurnContext, errand: &Errand) {
        self.announce_start(turn, errand.begin).await;
        if errand.end == Some("ExecCommandEnd") {
            self.event(Some(&turn.id), "ExecCommandBegin");
        }
        if self.work(errand.takes, &turn.token, errand.ignores_token).await.is_err() {
            return;
        }
        if let Some(end) = errand.end {
            let output = errand.output.as_deref().filter(|_| holds(rules::REVIEW_OUTPUT));
            self.event_about(Some(&turn.id), end, None, output);
        }
        let draft = Draft::new(Actor::Turn, kinds::TASK_WORKED)
            .about(turn.id)
            .rule(rules::TASK_WITHOUT_SAMPLING);
        self.world.step(draft).await;
    }

    /// Work that takes its time, or has no end of its own.
    async fn work(
        &self,
        takes: Length,
        token: &CancelToken,
        ignores_token: bool,
    ) -> Result<(), Cancelled> {
        let ground = &self.world.ground;
        let wait = Wait::owed("the task's work to end");
        let work = ground.wait(wait, async {
            match takes {
                Some(length) => ground.sleep(Millis(length)).await,
                None => std::future::pending().await,
            }
        });
        if ignores_token {
            work.await;
            Ok(())
        } else {
            token.or_cancelled(work).await
        }
    }
}
