//! A cancel token with children: cancelling a parent cancels all below it, never the other way.

use std::cell::RefCell;
use std::future::{Future, poll_fn};
use std::rc::Rc;
use std::task::{Poll, Waker};

#[derive(Default)]
struct Node {
    cancelled: bool,
    waiting: Vec<Waker>,
    children: Vec<CancelToken>,
}

/// A handle to one node of the tree; clones are the same node.
#[derive(Clone, Default)]
pub struct CancelToken(Rc<RefCell<Node>>);

/// The work was given up because its token was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelled;

impl CancelToken {
    /// A root that is not cancelled.
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// A token below this one; cancelled at once where this one already is.
    pub fn child(&self) -> CancelToken {
        let child = CancelToken::new();
        let mut node = self.0.borrow_mut();
        child.0.borrow_mut().cancelled = node.cancelled;
        if !node.cancelled {
            node.children.push(child.clone());
        }
        child
    }

    /// Cancels this token and all below it; wakes in the order of waiting, parents first.
    pub fn cancel(&self) {
        let (waiting, children) = {
            let mut node = self.0.borrow_mut();
            node.cancelled = true;
            (std::mem::take(&mut node.waiting), std::mem::take(&mut node.children))
        };
        waiting.into_iter().for_each(Waker::wake);
        children.iter().for_each(CancelToken::cancel);
    }

    /// Whether it was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.borrow().cancelled
    }

    /// Waits until it is cancelled.
    pub async fn cancelled(&self) {
        poll_fn(|cx| {
            let mut node = self.0.borrow_mut();
            if node.cancelled {
                return Poll::Ready(());
            }
            if !node.waiting.iter().any(|other| other.will_wake(cx.waker())) {
                node.waiting.push(cx.waker().clone());
            }
            Poll::Pending
        })
        .await
    }

    /// Awaits `work`, or gives it up when the token is cancelled; cancellation wins a tie.
    pub async fn or_cancelled<T>(&self, work: impl Future<Output = T>) -> Result<T, Cancelled> {
        let cancelled = std::pin::pin!(self.cancelled());
        let work = std::pin::pin!(work);
        match futures::future::select(cancelled, work).await {
            futures::future::Either::Left(_) => Err(Cancelled),
            futures::future::Either::Right((value, _)) => Ok(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    #[test]
    fn a_parent_cancels_its_children_and_not_the_reverse() {
        let parent = CancelToken::new();
        let (first, second) = (parent.child(), parent.child());
        first.cancel();
        assert!(!parent.is_cancelled() && !second.is_cancelled());
        parent.cancel();
        assert!(second.is_cancelled());
        assert!(parent.child().is_cancelled(), "a child born late is born cancelled");
    }

    #[test]
    fn cancellation_wins_a_tie() {
        let token = CancelToken::new();
        token.cancel();
        let raced = token.or_cancelled(async { 7 }).now_or_never();
        assert_eq!(raced, Some(Err(Cancelled)));
    }
}
