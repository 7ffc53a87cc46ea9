//! The process that all of it lives in: its start, its death, and the conversation opened again.

use super::areas::{EDITOR, LATER, NEXT, NOW};
use super::turn::Turn;
use super::{Claude, kinds, rules};
use crate::ground::{Lane, Millis, Wait};
use crate::runtimes::holds;
use crate::world::{Actor, Draft, MessageId, Place, Receipt, TurnId, kinds as common};
use std::rc::Rc;

/// The setting of how long the process takes to start up.
pub(super) const STARTUP_MS: &str = "startup-ms";
/// The setting of whether a turn that died with the process goes on when it is opened again.
pub(super) const RESUME: &str = "resume-interrupted-turn";
/// What the name of such a turn begins with; its number follows.
pub(super) const RESUMED: &str = "resumed-";

impl Claude {
    /// The process starts up; until it has, the queue only fills.
    pub(super) fn start_up(self: &Rc<Self>) {
        let takes = self.number(STARTUP_MS);
        if takes == 0 {
            self.ready.set(true);
            self.look();
            return;
        }
        let claude = self.clone();
        self.world.spawn("start-up", Lane::Service, async move {
            let wait = Wait::owed("the start-up of the process");
            claude.world.ground.wait(wait, claude.world.ground.sleep(Millis(takes))).await;
            claude.ready.set(true);
            let ready = claude.world.step(Draft::new(Actor::Host, kinds::READY));
            claude.look();
            ready.await;
        });
    }

    /// The process dies, and with it everything that only it knew.
    pub(super) async fn crash(&self) -> Receipt {
        self.world.end_process();
        let turn = self.turn.borrow_mut().take();
        self.unfinished.set(turn.is_some_and(|turn| turn.is_regular()));
        self.dispatching.set(false);
        self.dialog.set(false);
        self.latched.borrow_mut().clear();
        self.gone.set(true);
        let volatile = [NOW, NEXT, LATER, EDITOR, Place::TURN, Place::MODEL];
        let in_memory = volatile.iter().filter(|_| holds(rules::MEMORY_ONLY));
        let lost: Vec<MessageId> = in_memory.flat_map(|place| self.world.lying_in(place)).collect();
        let draft = Draft::new(Actor::Host, common::CRASHED).moving_all(&lost, &Place::DROPPED);
        self.world.step(draft.rule(rules::MEMORY_ONLY)).await;
        Receipt::Accepted
    }

    /// Opens the conversation again. The transcript is there; a turn that died stays as it is, unless it is told to
    /// go on.
    pub(super) async fn load(self: &Rc<Self>) -> Receipt {
        if !self.gone.replace(false) {
            return Receipt::Accepted;
        }
        self.ready.set(true);
        let told = self.setting(RESUME) == "on" && holds(rules::RESUMES_IF_TOLD);
        let resumes = self.unfinished.take() && (told || !holds(rules::LEFT_AS_IT_IS));
        self.answer_open_calls().await;
        let rule = if told { rules::RESUMES_IF_TOLD } else { rules::LEFT_AS_IT_IS };
        self.world.step(Draft::new(Actor::Host, kinds::LOADED).rule(rule)).await;
        // Somebody may have sent something meanwhile.
        if resumes && self.is_idle() {
            self.go_on().await;
        } else {
            self.look();
        }
        Receipt::Accepted
    }

    async fn go_on(self: &Rc<Self>) {
        self.resumed.set(self.resumed.get() + 1);
        let id = TurnId::from([RESUMED, &self.resumed.get().to_string()].concat());
        let turn = Rc::new(Turn::new(id, "regular"));
        *self.turn.borrow_mut() = Some(turn.clone());
        let claude = self.clone();
        self.world.spawn(["turn ", id.as_str()].concat(), Lane::Turn, async move {
            claude.run_turn(turn, Vec::new()).await;
        });
        let draft = Draft::new(Actor::Session, kinds::RESUMED).about(id);
        self.world.step(draft.rule(rules::RESUMES_IF_TOLD)).await;
    }
}
