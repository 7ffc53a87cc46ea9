//! A bounded channel. Whoever finds it full waits for room, in the order of coming; the order is part of its
//! contract, and a sender is not granted a place of its own beside the bound.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

struct Shared<T> {
    items: VecDeque<T>,
    capacity: usize,
    closed: bool,
    /// Senders in line for room, by ticket.
    line: VecDeque<(u64, Waker)>,
    tickets: u64,
    receiver: Option<Waker>,
}

/// The sending side; clones are the same one.
pub struct Sender<T>(Rc<RefCell<Shared<T>>>);

/// The receiving side. When it is gone the channel is closed.
pub struct Receiver<T>(Rc<RefCell<Shared<T>>>);

/// The channel takes nothing any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closed;

/// A channel for this many items.
pub fn bounded<T>(capacity: usize) -> (Sender<T>, Receiver<T>) {
    let shared = Rc::new(RefCell::new(Shared {
        items: VecDeque::new(),
        capacity,
        closed: false,
        line: VecDeque::new(),
        tickets: 0,
        receiver: None,
    }));
    (Sender(shared.clone()), Receiver(shared))
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        Sender(self.0.clone())
    }
}

impl<T> Sender<T> {
    /// Waits until there is room and everybody who came earlier has had theirs.
    pub async fn room(&self) -> Result<(), Closed> {
        let mut place = Place { shared: &self.0, ticket: None };
        poll_fn(|cx| place.poll(cx)).await
    }

    /// Puts an item in, whether there is room or not.
    pub fn push(&self, item: T) -> Result<(), Closed> {
        let receiver = {
            let mut shared = self.0.borrow_mut();
            if shared.closed {
                return Err(Closed);
            }
            shared.items.push_back(item);
            shared.receiver.take()
        };
        receiver.into_iter().for_each(Waker::wake);
        Ok(())
    }

    /// Closes the channel; what is in it can still be received.
    pub fn close(&self) {
        close(&self.0);
    }
}

impl<T> Receiver<T> {
    /// The next item; nothing once the channel is closed and empty.
    pub async fn next(&mut self) -> Option<T> {
        poll_fn(|cx| self.poll_next(cx)).await
    }

    /// Closes the channel and returns what nobody has received.
    pub fn close(&mut self) -> VecDeque<T> {
        close(&self.0);
        std::mem::take(&mut self.0.borrow_mut().items)
    }

    fn poll_next(&mut self, cx: &Context<'_>) -> Poll<Option<T>> {
        let mut shared = self.0.borrow_mut();
        match shared.items.pop_front() {
            Some(item) => {
                let first = shared.line.front().map(|(_, waker)| waker.clone());
                drop(shared);
                first.into_iter().for_each(Waker::wake);
                Poll::Ready(Some(item))
            }
            None if shared.closed => Poll::Ready(None),
            None => {
                shared.receiver = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        drop(self.close());
    }
}

/// A place in the line for room; whoever goes away leaves it.
struct Place<'a, T> {
    shared: &'a RefCell<Shared<T>>,
    ticket: Option<u64>,
}

impl<T> Place<'_, T> {
    fn poll(&mut self, cx: &Context<'_>) -> Poll<Result<(), Closed>> {
        let mut shared = self.shared.borrow_mut();
        if shared.closed {
            return Poll::Ready(Err(Closed));
        }
        let first = shared.line.front().is_none_or(|(ticket, _)| Some(*ticket) == self.ticket);
        if first && shared.items.len() < shared.capacity {
            return Poll::Ready(Ok(()));
        }
        let waker = cx.waker().clone();
        let own = |(ticket, _): &&mut (u64, Waker)| Some(*ticket) == self.ticket;
        if let Some(place) = shared.line.iter_mut().find(own) {
            place.1 = waker;
        } else {
            shared.tickets += 1;
            let ticket = shared.tickets;
            self.ticket = Some(ticket);
            shared.line.push_back((ticket, waker));
        }
        Poll::Pending
    }
}

impl<T> Drop for Place<'_, T> {
    fn drop(&mut self) {
        let Some(own) = self.ticket else { return };
        let mut shared = self.shared.borrow_mut();
        shared.line.retain(|(ticket, _)| *ticket != own);
        // There may be room for the next one, too.
        let next = shared.line.front().map(|(_, waker)| waker.clone());
        drop(shared);
        next.into_iter().for_each(Waker::wake);
    }
}

fn close<T>(shared: &RefCell<Shared<T>>) {
    let (line, receiver) = {
        let mut shared = shared.borrow_mut();
        shared.closed = true;
        (std::mem::take(&mut shared.line), shared.receiver.take())
    };
    line.into_iter().map(|(_, waker)| waker).chain(receiver).for_each(Waker::wake);
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    #[test]
    fn a_full_channel_makes_senders_wait_in_the_order_of_coming() {
        let (sender, mut receiver) = bounded(1);
        assert_eq!(sender.room().now_or_never(), Some(Ok(())));
        assert_eq!(sender.push(1), Ok(()));
        let mut cx = Context::from_waker(Waker::noop());
        let mut second = Box::pin(sender.room());
        let mut third = Box::pin(sender.room());
        assert!(second.poll_unpin(&mut cx).is_pending());
        assert!(third.poll_unpin(&mut cx).is_pending());
        assert_eq!(receiver.next().now_or_never(), Some(Some(1)));
        assert!(third.poll_unpin(&mut cx).is_pending(), "the second came first");
        assert_eq!(second.poll_unpin(&mut cx), Poll::Ready(Ok(())));
        drop(second);
        assert_eq!(third.poll_unpin(&mut cx), Poll::Ready(Ok(())));
    }

    #[test]
    fn whoever_goes_away_leaves_the_line() {
        let (sender, mut receiver) = bounded(1);
        assert_eq!(sender.push(1), Ok(()));
        let mut cx = Context::from_waker(Waker::noop());
        let mut second = Box::pin(sender.room());
        assert!(second.poll_unpin(&mut cx).is_pending());
        let mut third = Box::pin(sender.room());
        assert!(third.poll_unpin(&mut cx).is_pending());
        drop(second);
        assert_eq!(receiver.next().now_or_never(), Some(Some(1)));
        assert_eq!(third.poll_unpin(&mut cx), Poll::Ready(Ok(())));
    }

    #[test]
    fn a_closed_channel_gives_what_it_holds_and_takes_nothing() {
        let (sender, mut receiver) = bounded(2);
        assert_eq!(sender.push(1), Ok(()));
        sender.close();
        assert_eq!(sender.push(2), Err(Closed));
        assert_eq!(sender.room().now_or_never(), Some(Err(Closed)));
        assert_eq!(receiver.next().now_or_never(), Some(Some(1)));
        assert_eq!(receiver.next().now_or_never(), Some(None));
    }

    #[test]
    fn without_its_receiver_a_channel_is_closed() {
        let (sender, receiver) = bounded::<()>(1);
        drop(receiver);
        assert_eq!(sender.push(()), Err(Closed));
    }
}
