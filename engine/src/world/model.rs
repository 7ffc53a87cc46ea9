//! The scripted model: response n is a list of stream items with virtual durations and gates. It sees
//! only the request it is handed; it never reads an area.

use super::World;
use super::ids::{GateId, MessageId};
use super::message::Message;
use crate::ground::{Ground, Lane, Millis, TaskId, TaskSpec, Wait};
use futures::StreamExt;
use futures::channel::mpsc;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// One response of the model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResponseScript {
    /// What happens in the stream, in order.
    pub beats: Vec<Beat>,
    /// What the response says about the turn: `Some(false)` asks for another request.
    pub end_turn: Option<bool>,
    /// Tokens of the whole window that it reports when it completes; the count stays as it was if absent.
    pub tokens: Option<u64>,
    /// Why the stream breaks off behind its last beat instead of completing.
    pub fails: Option<Failure>,
    /// Why a complete response is not a whole one.
    pub cut: Option<ResponseCut>,
}

/// Why a response is complete and yet not whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResponseCut {
    /// It has reached the longest length.
    Length,
    /// A filter has cut it.
    Filter,
}

/// Why a stream broke off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The error, in words for people.
    pub error: String,
    /// Whether asking again may help.
    pub retryable: bool,
    /// Whether the request was too large for the window.
    pub overflow: bool,
}

/// One thing in a response's stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Beat {
    /// The stream waits here until an input releases the gate.
    Gate(GateId),
    /// An item: it is added, takes its time, and is done.
    Item {
        /// The item.
        item: Message,
        /// Virtual ms from added to done.
        takes: Millis,
        /// A gate between added and done.
        gate: Option<GateId>,
    },
}

/// What arrives on a response's stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StreamEvent {
    /// An item has begun.
    Added(MessageId),
    /// An item is complete.
    Done(MessageId),
    /// The response is complete.
    Completed {
        /// See [`ResponseScript::end_turn`].
        end_turn: Option<bool>,
        /// See [`ResponseScript::tokens`].
        tokens: Option<u64>,
        /// See [`ResponseScript::cut`].
        cut: Option<ResponseCut>,
    },
    /// The stream broke off.
    Failed(Failure),
}

/// A response's stream. Whoever drops it hangs up: the model says nothing more.
pub struct ResponseStream {
    events: mpsc::UnboundedReceiver<StreamEvent>,
    ground: Ground,
    model: TaskId,
}

impl ResponseStream {
    /// What comes next; nothing after the response is complete.
    pub async fn next(&mut self) -> Option<StreamEvent> {
        self.events.next().await
    }
}

impl Drop for ResponseStream {
    fn drop(&mut self) {
        self.ground.kill(self.model);
    }
}

impl World {
    /// Hands request `number` to the model and returns its stream. Where the script has no such
    /// response the stream stays silent, and the run ends in a dead end that says so.
    pub fn respond(self: &Rc<Self>, number: u32) -> ResponseStream {
        let (sender, events) = mpsc::unbounded();
        let world = self.clone();
        let spec =
            TaskSpec { name: format!("response {number}"), lane: Lane::Model, group: self.group() };
        let model = self.ground.spawn(spec, async move {
            let index = usize::try_from(number).unwrap_or(usize::MAX).wrapping_sub(1);
            match world.responses.get(index) {
                Some(script) => stream_response(&world, script, &sender).await,
                None => {
                    world.never(format!("response {number}, which the script does not have")).await
                }
            }
        });
        ResponseStream { events, ground: self.ground.clone(), model }
    }

    async fn never(&self, on: String) {
        self.ground.wait(Wait::owed(on), std::future::pending::<()>()).await
    }
}

/// Plays a response. Nobody listening any more is a listener's right, and ends this task.
async fn stream_response(
    world: &World,
    script: &ResponseScript,
    sender: &mpsc::UnboundedSender<StreamEvent>,
) {
    let say = |event| {
        let _ = sender.unbounded_send(event);
    };
    for beat in &script.beats {
        match beat {
            Beat::Gate(gate) => world.pass_gate(gate).await,
            Beat::Item { item, takes, gate } => {
                say(StreamEvent::Added(item.id));
                let streaming = Wait::owed(format!("the model to finish {}", item.id));
                world.ground.wait(streaming, world.ground.sleep(*takes)).await;
                if let Some(gate) = gate {
                    world.pass_gate(gate).await;
                }
                say(StreamEvent::Done(item.id));
            }
        }
    }
    say(match &script.fails {
        Some(failure) => StreamEvent::Failed(failure.clone()),
        None => StreamEvent::Completed {
            end_turn: script.end_turn,
            tokens: script.tokens,
            cut: script.cut,
        },
    });
}
