//! A watch channel: it keeps the latest value only, and a receiver sees that *something* changed since
//! it last looked, not how often.
//!
//! Subscribing and looking are separate on purpose: a receiver made first cannot miss what arrives
//! while its owner looks around.

use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::{Rc, Weak};
use std::task::{Poll, Waker};

struct Shared<T> {
    value: T,
    version: u64,
    waiting: Vec<Waker>,
}

/// The sending side.
pub struct Sender<T>(Rc<RefCell<Shared<T>>>);

/// A receiver: sees every value sent after it was made, coalesced to the latest.
pub struct Receiver<T> {
    shared: Weak<RefCell<Shared<T>>>,
    seen: u64,
}

/// The sender is gone and no unseen value is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closed;

impl<T: Clone> Sender<T> {
    /// A channel that holds `value` until the first send.
    pub fn new(value: T) -> Sender<T> {
        Sender(Rc::new(RefCell::new(Shared { value, version: 0, waiting: Vec::new() })))
    }

    /// Replaces the value and wakes whoever waits, in the order in which they began to.
    pub fn send(&self, value: T) {
        let waiting = {
            let mut shared = self.0.borrow_mut();
            shared.value = value;
            shared.version += 1;
            std::mem::take(&mut shared.waiting)
        };
        waiting.into_iter().for_each(Waker::wake);
    }

    /// A receiver that has seen everything up to now.
    pub fn subscribe(&self) -> Receiver<T> {
        Receiver { shared: Rc::downgrade(&self.0), seen: self.0.borrow().version }
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        let waiting = std::mem::take(&mut self.0.borrow_mut().waiting);
        waiting.into_iter().for_each(Waker::wake);
    }
}

impl<T: Clone> Receiver<T> {
    /// The latest value, if one was sent since the last look; marks it as seen.
    pub fn changed_now(&mut self) -> Option<T> {
        let shared = self.shared.upgrade()?;
        let shared = shared.borrow();
        (shared.version != self.seen).then(|| {
            self.seen = shared.version;
            shared.value.clone()
        })
    }

    /// Waits for a change and returns the latest value.
    pub async fn changed(&mut self) -> Result<T, Closed> {
        poll_fn(|cx| {
            if let Some(value) = self.changed_now() {
                return Poll::Ready(Ok(value));
            }
            let Some(shared) = self.shared.upgrade() else {
                return Poll::Ready(Err(Closed));
            };
            let waiting = &mut shared.borrow_mut().waiting;
            if !waiting.iter().any(|other| other.will_wake(cx.waker())) {
                waiting.push(cx.waker().clone());
            }
            Poll::Pending
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    #[test]
    fn a_burst_is_one_change_with_the_latest_value() {
        let sender = Sender::new(0);
        let mut receiver = sender.subscribe();
        assert_eq!(receiver.changed_now(), None, "the value before subscribing is no change");
        sender.send(1);
        sender.send(2);
        assert_eq!(receiver.changed().now_or_never(), Some(Ok(2)));
        assert_eq!(receiver.changed().now_or_never(), None);
    }

    #[test]
    fn a_dropped_sender_closes_the_channel() {
        let sender = Sender::new(0);
        let mut receiver = sender.subscribe();
        drop(sender);
        assert_eq!(receiver.changed().now_or_never(), Some(Err(Closed)));
    }
}
