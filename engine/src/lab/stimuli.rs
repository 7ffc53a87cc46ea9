//! The inputs of a plan, as tasks of their own: each waits until it is due, acts, and takes its receipt.

use super::plan::{Act, Input, Operation, Plan, Trigger, TriggerEvent};
use crate::ground::{Ground, Lane, TaskSpec, Wait};
use crate::runtimes::Runtime;
use crate::world::{Actor, Draft, InputId, MessageId, Place, StepPattern, World, kinds};
use std::rc::Rc;

/// Stimuli belong to the outside world: no crash of the process ends them.
const OUTSIDE: u32 = 0;

/// Spawns an input's task.
pub(super) fn spawn(world: &Rc<World>, runtime: &Rc<dyn Runtime>, input: &Input, when: Trigger) {
    let (world, runtime, input) = (world.clone(), runtime.clone(), input.clone());
    let spec = TaskSpec { name: input.id.to_string(), lane: Lane::Stimulus, group: OUTSIDE };
    let ground: Ground = world.ground.clone();
    ground.spawn(spec, async move {
        due(&world, &when).await;
        match input.act {
            Act::Release(gate) => world.release_gate(&gate),
            Act::Operate(operation) => {
                operate(&world, &*runtime, input.actor, input.id, operation).await;
            }
        }
    });
}

/// When an input really is due: `With` means whatever the other input waits for. A circle of such
/// references, or a reference to nothing, means the start.
pub(super) fn resolve(plan: &Plan, trigger: &Trigger) -> Trigger {
    let mut found = trigger;
    for _ in 0..=plan.inputs.len() {
        let TriggerEvent::With(other) = &found.event else { return found.clone() };
        match plan.inputs.iter().find(|input| input.id == *other) {
            Some(input) => found = &input.when,
            None => break,
        }
    }
    Trigger { event: TriggerEvent::Start, plus: trigger.plus }
}

async fn due(world: &World, when: &Trigger) {
    match &when.event {
        TriggerEvent::Start | TriggerEvent::With(_) => {}
        TriggerEvent::Step(pattern) => world.after_step(pattern).await,
        TriggerEvent::Gate(gate) => world.gate_reached(gate).await,
        TriggerEvent::Answered(input) => world.after_step(&receipt_of(input)).await,
    }
    let wait = Wait::owed(format!("{} of virtual time", when.plus));
    world.ground.wait(wait, world.ground.sleep(when.plus)).await;
}

fn receipt_of(input: &InputId) -> StepPattern {
    StepPattern { kind: kinds::RECEIPT.0.to_owned(), of: Some(input.to_string()), nth: 1 }
}

async fn operate(
    world: &World,
    runtime: &dyn Runtime,
    actor: Actor,
    id: InputId,
    operation: Operation,
) {
    let unwritten =
        |id: &MessageId| world.place_of(id) == Place::UNWRITTEN && world.message(id).is_some();
    let mut new = operation.carried();
    new.retain(unwritten);
    if !new.is_empty() {
        let draft = Draft::new(actor, kinds::WRITTEN).about(id);
        world.step(draft.moving_all(&new, &actor.desk())).await;
    }
    let answer = runtime.submit(actor, id, operation.clone());
    let receipt = world.ground.wait(Wait::owed(format!("the answer to {id}")), answer).await;
    let refused = receipt.is_refusal();
    world.log_receipt(id, receipt);
    let draft = Draft::new(Actor::Client, kinds::RECEIPT).about(id).fact("refused", refused);
    world.step(draft).await;
}
