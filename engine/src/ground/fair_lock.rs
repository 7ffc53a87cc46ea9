//! A lock that many may share or one may have alone, in the order in which they came.

use futures::channel::oneshot;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// The lock; clones are the same one.
#[derive(Clone, Default)]
pub struct FairLock(Rc<RefCell<State>>);

#[derive(Default)]
struct State {
    shared: u32,
    alone: bool,
    waiting: VecDeque<(bool, oneshot::Sender<Pass>)>,
}

/// The right to be inside; dropping it leaves.
pub struct Pass {
    lock: FairLock,
    alone: bool,
}

impl FairLock {
    /// Enters, `alone` or together with others; waits behind whoever came before.
    pub async fn enter(&self, alone: bool) -> Pass {
        let (admit, admitted) = oneshot::channel();
        self.0.borrow_mut().waiting.push_back((alone, admit));
        self.admit_whoever_may();
        match admitted.await {
            Ok(pass) => pass,
            // The lock lives as long as this call: it cannot have dropped the sender.
            Err(oneshot::Canceled) => std::future::pending().await,
        }
    }

    fn admit_whoever_may(&self) {
        while let Some((alone, admit)) = self.next() {
            // Whoever waited may be gone: the pass then comes back and is dropped, which leaves.
            let _ = admit.send(Pass { lock: self.clone(), alone });
        }
    }

    fn next(&self) -> Option<(bool, oneshot::Sender<Pass>)> {
        let mut state = self.0.borrow_mut();
        let wants_alone = state.waiting.front()?.0;
        if state.alone || wants_alone && state.shared > 0 {
            return None;
        }
        if wants_alone {
            state.alone = true;
        } else {
            state.shared += 1;
        }
        state.waiting.pop_front()
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        {
            let mut state = self.lock.0.borrow_mut();
            if self.alone {
                state.alone = false;
            } else {
                state.shared -= 1;
            }
        }
        self.lock.admit_whoever_may();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    #[test]
    fn one_alone_waits_for_those_inside_and_holds_back_those_behind() {
        let lock = FairLock::default();
        let first = lock.enter(false).now_or_never().expect("the lock is free");
        let second = lock.enter(false).now_or_never().expect("it can be shared");
        let mut alone = Box::pin(lock.enter(true));
        assert!(alone.as_mut().now_or_never().is_none());
        let mut behind = Box::pin(lock.enter(false));
        assert!(behind.as_mut().now_or_never().is_none());
        drop((first, second));
        let pass = alone.now_or_never().expect("nobody is inside");
        assert!(behind.as_mut().now_or_never().is_none());
        drop(pass);
        assert!(behind.now_or_never().is_some());
    }

    #[test]
    fn whoever_gives_up_waiting_holds_nobody_back() {
        let lock = FairLock::default();
        let inside = lock.enter(true).now_or_never();
        let gone = Box::pin(lock.enter(true));
        let mut next = Box::pin(lock.enter(false));
        drop(gone);
        assert!(next.as_mut().now_or_never().is_none());
        drop(inside);
        assert!(next.now_or_never().is_some());
    }
}
