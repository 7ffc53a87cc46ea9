//! The deterministic executor: ordinary futures, one thread, one poll at a time.
//!
//! A task runs until it stands at a *mark* ([`Ground::mark`]) or waits. The executor stops at every
//! mark, so what lies between two marks is atomic and one mark is one observable step. Where more than
//! one task could run next, that is a choice point, and an [`Oracle`] answers it. Virtual time moves
//! only when nothing is ready.

use super::oracle::{Choice, Oracle};
use super::sorted::SortedMap;
use super::time::Millis;
use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

/// Polls allowed between two marks. A task that wakes itself for ever meets this bound and the run ends
/// with [`Advance::Livelock`] instead of hanging the tab.
pub const MAX_POLLS_PER_STEP: usize = 10_000;

/// A task's number, in order of spawning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId(u32);

/// Where a task stands in the order of what can happen next. The ready list is sorted by lane, then by
/// the order of waking: what comes from outside goes first, so that the default run handles an input
/// completely before the turn moves on. Any other order is an oracle's to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    /// A scenario's input that is due.
    Stimulus,
    /// The loop that takes submissions.
    Session,
    /// Services beside the session: the durable queue.
    Service,
    /// The running turn.
    Turn,
    /// The scripted model's stream.
    Model,
    /// Tools at work.
    Tool,
}

/// What a task is called and which life it belongs to.
#[derive(Clone, Debug)]
pub struct TaskSpec {
    /// Shown in dead ends and choice points; unique enough for a reader, not for a machine.
    pub name: String,
    /// Its place in the ready order.
    pub lane: Lane,
    /// Tasks of one group die together ([`Ground::kill_group`]): a crash ends a session's tasks.
    pub group: u32,
}

/// What a task waits for, and whether waiting there for ever is its good right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The thing waited for.
    pub on: String,
    /// True for a server at rest (an empty submission channel); false where somebody is owed something.
    pub restful: bool,
    /// True where the answer comes from outside of the run, and takes no virtual time: a real storage.
    pub outside: bool,
}

impl Wait {
    /// A wait that must end, or the run is a dead end.
    pub fn owed(on: impl Into<String>) -> Wait {
        Wait { on: on.into(), restful: false, outside: false }
    }

    /// A wait that may last for ever.
    pub fn rest(on: impl Into<String>) -> Wait {
        Wait { on: on.into(), restful: true, outside: false }
    }

    /// A wait for something that the executor cannot bring about. Until it is over, time does not move.
    pub fn outside(on: impl Into<String>) -> Wait {
        Wait { outside: true, ..Wait::owed(on) }
    }
}

/// A task that waits, as named in a dead end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The task's name.
    pub task: String,
    /// What it waits for.
    pub on: String,
}

/// Where a task stands: part of a state's fingerprint.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stand {
    /// The task's name.
    pub task: String,
    /// The last mark it reached, or the thing it waits for.
    pub at: String,
}

/// How one call of [`Ground::advance`] ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advance {
    /// A task reached a mark.
    Marked,
    /// Nothing is left to do, and nobody is owed anything.
    Rest,
    /// Nothing can move and something still waits: the list says what.
    DeadEnd(Vec<Waiting>),
    /// Nothing can move before something outside of the run has answered ([`Ground::woken`]).
    Outside,
    /// [`MAX_POLLS_PER_STEP`] polls passed without a mark; the name is the last task polled.
    Livelock(String),
}

type Body = Pin<Box<dyn Future<Output = ()>>>;

struct Task {
    spec: TaskSpec,
    /// Absent while it is being polled.
    body: Option<Body>,
    waker: Arc<TaskWaker>,
    wait: Option<Wait>,
    mark: &'static str,
}

/// Wakes in the order of calls. Wakers must be `Send`, hence the lock; it is never contended.
#[derive(Default)]
struct ReadyList {
    tasks: Mutex<Vec<TaskId>>,
    /// Whoever waits outside of the run until a task can go on.
    outside: Mutex<Option<Waker>>,
}

impl ReadyList {
    fn with<R>(&self, act: impl FnOnce(&mut Vec<TaskId>) -> R) -> R {
        act(&mut self.tasks.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn outside(&self) -> MutexGuard<'_, Option<Waker>> {
        self.outside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct TaskWaker {
    id: TaskId,
    ready: Arc<ReadyList>,
}

impl Wake for TaskWaker {
    fn wake(self: Arc<Self>) {
        self.ready.with(|ready| {
            if !ready.contains(&self.id) {
                ready.push(self.id);
            }
        });
        let outside = self.ready.outside().take();
        outside.into_iter().for_each(Waker::wake);
    }
}

struct Inner {
    now: Cell<Millis>,
    tasks: RefCell<SortedMap<TaskId, Task>>,
    next_task: Cell<u32>,
    ready: Arc<ReadyList>,
    timers: RefCell<SortedMap<(Millis, u64), Waker>>,
    next_timer: Cell<u64>,
    current: Cell<Option<TaskId>>,
    marked: Cell<bool>,
}

/// The executor, as a handle that every task may hold.
#[derive(Clone)]
pub struct Ground(Rc<Inner>);

impl Default for Ground {
    fn default() -> Self {
        Self::new()
    }
}

impl Ground {
    /// An empty executor at time zero.
    pub fn new() -> Ground {
        Ground(Rc::new(Inner {
            now: Cell::new(Millis::ZERO),
            tasks: RefCell::default(),
            next_task: Cell::new(0),
            ready: Arc::default(),
            timers: RefCell::default(),
            next_timer: Cell::new(0),
            current: Cell::new(None),
            marked: Cell::new(false),
        }))
    }

    /// The virtual time now.
    pub fn now(&self) -> Millis {
        self.0.now.get()
    }

    /// Adds a task; it is ready at once.
    pub fn spawn(&self, spec: TaskSpec, body: impl Future<Output = ()> + 'static) -> TaskId {
        let id = TaskId(self.0.next_task.get());
        self.0.next_task.set(id.0 + 1);
        let waker = Arc::new(TaskWaker { id, ready: self.0.ready.clone() });
        let task = Task {
            spec,
            body: Some(Box::pin(body)),
            waker: waker.clone(),
            wait: None,
            mark: "spawned",
        };
        self.0.tasks.borrow_mut().insert(id, task);
        waker.wake();
        id
    }

    /// Ends a task where it stands: its future is dropped. A task that ends itself is dropped when its
    /// poll returns. Says whether there was such a task.
    pub fn kill(&self, id: TaskId) -> bool {
        let task = self.0.tasks.borrow_mut().remove(&id);
        self.0.ready.with(|ready| ready.retain(|other| *other != id));
        task.is_some()
    }

    /// Ends every task of a group: what a crash does to a process.
    pub fn kill_group(&self, group: u32) {
        let doomed: Vec<TaskId> = self
            .0
            .tasks
            .borrow()
            .iter()
            .filter(|(_, task)| task.spec.group == group)
            .map(|(id, _)| *id)
            .collect();
        for id in doomed {
            self.kill(id);
        }
    }

    /// Ends every task. A task holds whatever it works with, and that holds the executor, which holds the task: until
    /// somebody does this, nothing of a run is ever freed.
    pub fn end(&self) {
        loop {
            let tasks = self.0.tasks.take();
            if tasks.iter().next().is_none() {
                return;
            }
            // Not while the tasks are borrowed: what ends may look at them.
            drop(tasks);
        }
    }

    /// The task that is being polled, if any.
    pub fn current_task(&self) -> Option<TaskId> {
        self.0.current.get()
    }

    /// Whether the task still exists.
    pub fn alive(&self, id: TaskId) -> bool {
        self.0.tasks.borrow().contains_key(&id)
    }

    /// Stops the executor here: the observable end of an atomic section. `label` says where the task
    /// stands and is part of the state's fingerprint.
    pub fn mark(&self, label: &'static str) -> Mark<'_> {
        Mark { ground: self, label, reached: false }
    }

    /// Awaits `work` under a name, so that a dead end can say what was waited for.
    pub async fn wait<T>(&self, wait: Wait, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        poll_fn(|cx| {
            let outcome = work.as_mut().poll(cx);
            if outcome.is_pending() {
                // Cleared by the next poll, so it never outlives the wait.
                self.with_current(|task| task.wait = Some(wait.clone()));
            }
            outcome
        })
        .await
    }

    /// Waits for `length` of virtual time.
    pub fn sleep(&self, length: Millis) -> Sleep {
        self.sleep_until(self.now() + length)
    }

    /// Waits until the clock shows `due` (at once where it already does).
    pub fn sleep_until(&self, due: Millis) -> Sleep {
        Sleep { ground: self.clone(), due, key: None }
    }

    /// Runs until a task reaches a mark, or until nothing can move any more.
    pub fn advance(&self, oracle: &mut dyn Oracle) -> Advance {
        let mut last = String::new();
        for _ in 0..MAX_POLLS_PER_STEP {
            let ready = self.ready_in_order();
            let Some(first) = ready.first().copied() else {
                if self.waits_outside() {
                    // What was woken and is gone must not look like something that can go on.
                    self.0.ready.with(Vec::clear);
                    return Advance::Outside;
                }
                if self.move_clock() {
                    continue;
                }
                return self.standstill();
            };
            let id = if ready.len() == 1 { first } else { self.choose(&ready, oracle) };
            last = self.name(id);
            self.poll(id);
            if self.0.marked.replace(false) {
                return Advance::Marked;
            }
        }
        Advance::Livelock(last)
    }

    /// Waits, outside of the run, until a task can go on. One waits at a time: a later wait takes the place of
    /// an earlier one.
    pub fn woken(&self) -> impl Future<Output = ()> + 'static {
        let ready = self.0.ready.clone();
        poll_fn(move |cx| {
            if ready.with(|tasks| !tasks.is_empty()) {
                return Poll::Ready(());
            }
            *ready.outside() = Some(cx.waker().clone());
            Poll::Pending
        })
    }

    /// Where every task stands, in order of spawning.
    pub fn stands(&self) -> Vec<Stand> {
        let tasks = self.0.tasks.borrow();
        tasks
            .values()
            .map(|task| Stand {
                task: task.spec.name.clone(),
                at: task.wait.as_ref().map_or_else(|| task.mark.to_owned(), |w| w.on.clone()),
            })
            .collect()
    }

    fn with_current(&self, act: impl FnOnce(&mut Task)) {
        if let Some(id) = self.0.current.get()
            && let Some(task) = self.0.tasks.borrow_mut().get_mut(&id)
        {
            act(task);
        }
    }

    fn name(&self, id: TaskId) -> String {
        self.0.tasks.borrow().get(&id).map(|task| task.spec.name.clone()).unwrap_or_default()
    }

    fn ready_in_order(&self) -> Vec<TaskId> {
        let woken = self.0.ready.with(|ready| ready.clone());
        let tasks = self.0.tasks.borrow();
        let mut ordered: Vec<(Lane, TaskId)> = Vec::with_capacity(woken.len());
        for id in woken {
            if let Some(task) = tasks.get(&id) {
                // Behind all of its own lane: there the order of waking stays.
                let lane = task.spec.lane;
                let at = ordered.partition_point(|(other, _)| *other <= lane);
                ordered.insert(at, (lane, id));
            }
        }
        ordered.into_iter().map(|(_, id)| id).collect()
    }

    fn choose(&self, ready: &[TaskId], oracle: &mut dyn Oracle) -> TaskId {
        let options: Vec<String> = ready.iter().map(|id| self.name(*id)).collect();
        let picked = oracle.choose(&Choice { at: self.now(), options: &options });
        // An oracle that answers out of range (a link from another version) gets the last option.
        ready[picked.min(ready.len() - 1)]
    }

    fn poll(&self, id: TaskId) {
        self.0.ready.with(|ready| ready.retain(|other| *other != id));
        let Some((mut body, waker)) = self.0.tasks.borrow_mut().get_mut(&id).and_then(|task| {
            task.wait = None;
            Some((task.body.take()?, task.waker.clone()))
        }) else {
            return;
        };
        self.0.current.set(Some(id));
        let waker = Waker::from(waker);
        let outcome = body.as_mut().poll(&mut Context::from_waker(&waker));
        self.0.current.set(None);
        let ended = {
            let mut tasks = self.0.tasks.borrow_mut();
            match tasks.get_mut(&id) {
                Some(task) if outcome.is_pending() => {
                    task.body = Some(body);
                    return;
                }
                _ => tasks.remove(&id),
            }
        };
        // Dropped outside the borrow: a future's destructor may look at the executor.
        drop(ended);
    }

    /// Moves time to the next timer and wakes all that are due then. False where there is none.
    fn move_clock(&self) -> bool {
        let Some(due) = self.next_timer().map(|(due, _)| due) else { return false };
        self.0.now.set(due.max(self.now()));
        while let Some(key) = self.next_timer().filter(|(other, _)| *other <= due) {
            let waker = self.0.timers.borrow_mut().remove(&key);
            waker.into_iter().for_each(Waker::wake);
        }
        true
    }

    fn next_timer(&self) -> Option<(Millis, u64)> {
        self.0.timers.borrow().first().map(|(key, _)| *key)
    }

    fn waits_outside(&self) -> bool {
        let tasks = self.0.tasks.borrow();
        tasks.values().any(|task| task.wait.as_ref().is_some_and(|wait| wait.outside))
    }

    fn standstill(&self) -> Advance {
        let tasks = self.0.tasks.borrow();
        let owed: Vec<Waiting> = tasks
            .values()
            .filter(|task| task.wait.as_ref().is_none_or(|wait| !wait.restful))
            .map(|task| Waiting {
                task: task.spec.name.clone(),
                on: task.wait.as_ref().map_or_else(|| task.mark.to_owned(), |w| w.on.clone()),
            })
            .collect();
        if owed.is_empty() { Advance::Rest } else { Advance::DeadEnd(owed) }
    }
}

/// A task stands at a mark; it goes on when it is chosen again.
#[must_use = "a mark is reached by awaiting it"]
pub struct Mark<'a> {
    ground: &'a Ground,
    label: &'static str,
    reached: bool,
}

impl Future for Mark<'_> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.reached {
            return Poll::Ready(());
        }
        self.reached = true;
        self.ground.0.marked.set(true);
        let label = self.label;
        self.ground.with_current(|task| task.mark = label);
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

/// A wait for a moment of virtual time.
pub struct Sleep {
    ground: Ground,
    due: Millis,
    key: Option<(Millis, u64)>,
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.ground.now() >= self.due {
            return Poll::Ready(());
        }
        let inner = self.ground.0.clone();
        let key = self.key.unwrap_or_else(|| {
            let number = inner.next_timer.get();
            inner.next_timer.set(number + 1);
            (self.due, number)
        });
        self.key = Some(key);
        inner.timers.borrow_mut().insert(key, cx.waker().clone());
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        if let Some(key) = self.key {
            self.ground.0.timers.borrow_mut().remove(&key);
        }
    }
}
