//! The danger: the executor runs things in another order than its contract says, or time moves while
//! something could still happen.

use midturn_engine::ground::oracle::{First, Scripted};
use midturn_engine::ground::{Advance, Ground, Lane, MAX_POLLS_PER_STEP, Millis, TaskSpec, Wait};
use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;

type Log = Rc<RefCell<Vec<String>>>;

fn spec(name: &str, lane: Lane) -> TaskSpec {
    TaskSpec { name: name.to_owned(), lane, group: 1 }
}

/// A task that writes its name and the time, `times` times, `every` ms apart.
fn spawn(ground: &Ground, log: &Log, name: &'static str, lane: Lane, times: u32, every: u64) {
    let (own, log) = (ground.clone(), log.clone());
    ground.spawn(spec(name, lane), async move {
        for _ in 0..times {
            log.borrow_mut().push(format!("{name}@{}", own.now().0));
            own.mark("said").await;
            own.sleep(Millis(every)).await;
        }
    });
}

fn run(ground: &Ground) -> Advance {
    loop {
        match ground.advance(&mut First) {
            Advance::Marked => {}
            end => return end,
        }
    }
}

#[test]
fn lanes_go_before_the_order_of_waking() {
    let (ground, log) = (Ground::new(), Log::default());
    spawn(&ground, &log, "tool", Lane::Tool, 1, 0);
    spawn(&ground, &log, "turn", Lane::Turn, 1, 0);
    spawn(&ground, &log, "second input", Lane::Stimulus, 1, 0);
    spawn(&ground, &log, "third input", Lane::Stimulus, 1, 0);
    assert_eq!(run(&ground), Advance::Rest);
    let order = ["second input@0", "third input@0", "turn@0", "tool@0"];
    assert_eq!(*log.borrow(), order);
}

#[test]
fn time_moves_only_when_nothing_is_ready_and_wakes_in_the_order_of_sleeping() {
    let (ground, log) = (Ground::new(), Log::default());
    spawn(&ground, &log, "a", Lane::Turn, 3, 10);
    spawn(&ground, &log, "b", Lane::Turn, 2, 15);
    assert_eq!(run(&ground), Advance::Rest);
    assert_eq!(*log.borrow(), ["a@0", "b@0", "a@10", "b@15", "a@20"]);
}

#[test]
fn an_oracle_can_turn_the_order_round() {
    let (ground, log) = (Ground::new(), Log::default());
    spawn(&ground, &log, "first", Lane::Stimulus, 1, 0);
    spawn(&ground, &log, "last", Lane::Model, 1, 0);
    let mut oracle = Scripted::new(["last".to_owned()]);
    assert_eq!(ground.advance(&mut oracle), Advance::Marked);
    assert_eq!(*log.borrow(), ["last@0"]);
}

#[test]
fn a_task_that_wakes_itself_meets_the_bound() {
    let ground = Ground::new();
    let polls = Rc::new(RefCell::new(0));
    let counted = polls.clone();
    ground.spawn(spec("spinner", Lane::Turn), async move {
        poll_fn(|cx| {
            *counted.borrow_mut() += 1;
            cx.waker().wake_by_ref();
            Poll::<()>::Pending
        })
        .await;
    });
    assert_eq!(ground.advance(&mut First), Advance::Livelock("spinner".into()));
    assert_eq!(*polls.borrow(), MAX_POLLS_PER_STEP);
}

#[test]
fn a_server_at_rest_is_no_dead_end_and_a_debtor_is() {
    let ground = Ground::new();
    let wait = |wait: Wait| {
        let own = ground.clone();
        async move { own.wait(wait, std::future::pending::<()>()).await }
    };
    ground.spawn(spec("server", Lane::Session), wait(Wait::rest("a submission")));
    assert_eq!(ground.advance(&mut First), Advance::Rest);
    ground.spawn(spec("debtor", Lane::Turn), wait(Wait::owed("the model")));
    let Advance::DeadEnd(waiting) = ground.advance(&mut First) else { panic!("no dead end") };
    assert_eq!(waiting.len(), 1);
    assert_eq!((waiting[0].task.as_str(), waiting[0].on.as_str()), ("debtor", "the model"));
}

#[test]
fn a_group_dies_together_and_its_timers_with_it() {
    let (ground, log) = (Ground::new(), Log::default());
    spawn(&ground, &log, "doomed", Lane::Turn, 5, 10);
    let outside = TaskSpec { name: "outside".into(), lane: Lane::Tool, group: 0 };
    let own = ground.clone();
    ground.spawn(outside, async move {
        own.sleep(Millis(15)).await;
        own.kill_group(1);
        own.mark("killed").await;
    });
    assert_eq!(run(&ground), Advance::Rest);
    assert_eq!(*log.borrow(), ["doomed@0", "doomed@10"]);
    assert_eq!(ground.now(), Millis(15), "a dead task's timer does not move the clock");
}

#[test]
fn a_task_may_kill_itself() {
    let ground = Ground::new();
    let own = ground.clone();
    ground.spawn(spec("suicidal", Lane::Turn), async move {
        if let Some(id) = own.current_task() {
            own.kill(id);
        }
        own.mark("still here").await;
        unreachable!("it was dropped at its mark");
    });
    assert_eq!(ground.advance(&mut First), Advance::Marked);
    assert_eq!(ground.advance(&mut First), Advance::Rest);
}
