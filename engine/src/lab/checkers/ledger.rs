//! The ledger of tool calls: no state is skipped or left once it is final, and no interrupt takes anything
//! back.

use crate::lab::record::Record;
use crate::world::{SIDE_EFFECT_HAD_BEGUN, Snapshot, Step, ToolState, ToolView, kinds};

/// A call goes on from where it stood, only as it may, and in the step that says so.
pub(super) fn states_in_order(record: &Record, step: u32) -> Result<(), String> {
    let Some(moment) = record.moment(step) else { return Ok(()) };
    let before = step.checked_sub(1).and_then(|before| record.moment(before));
    for view in moment.snapshot.tools.iter() {
        let known = before.and_then(|before| view_of(before.snapshot, view));
        let known = known.map_or(&[][..], |known| &known.reached);
        let Some(new) = view.reached.strip_prefix(known) else {
            return Err(format!("the ledger of {} was rewritten", view.call));
        };
        let mut state = known.last().map(|reached| reached.state);
        for reached in new {
            let from = state.map_or("nothing", ToolState::name);
            let may = match state {
                None => reached.state == ToolState::Admitted,
                Some(state) => state.may_become(reached.state),
            };
            if !may {
                return Err(format!("{} went from {from} to {}", view.call, reached.state.name()));
            }
            if reached.step != step {
                let (state, said) = (reached.state.name(), reached.step);
                return Err(format!("{} is {state} now, but says step {said}", view.call));
            }
            state = Some(reached.state);
        }
        if state != Some(view.state) {
            return Err(format!("{} is not in the last state of its ledger", view.call));
        }
    }
    Ok(())
}

/// A call that was stopped says whether its side effect had begun, and only the completion of another
/// call can make good for it.
pub(super) fn an_interrupt_undoes_nothing(record: &Record, step: u32) -> Result<(), String> {
    let Some(moment) = record.moment(step) else { return Ok(()) };
    let Some(now) = moment.step else { return Ok(()) };
    let new = |view: &ToolView, state| {
        view.reached.iter().any(|reached| reached.step == step && reached.state == state)
    };
    let tools = &moment.snapshot.tools;
    for view in tools.iter() {
        let begun = view.has_reached(ToolState::SideEffectStarted);
        let stopped = new(view, ToolState::Interrupted) && is_the_end_of(now, view);
        if stopped && said(now) != Some(begun) {
            return Err(format!("{} was stopped and hides what it had begun", view.call));
        }
        if !new(view, ToolState::Compensated) {
            continue;
        }
        let by_another = tools.iter().any(|other| {
            other.call != view.call && new(other, ToolState::Completed) && is_the_end_of(now, other)
        });
        if !begun || !by_another {
            return Err(format!("nothing has made good for {}", view.call));
        }
    }
    Ok(())
}

fn view_of<'s>(state: &'s Snapshot, wanted: &ToolView) -> Option<&'s ToolView> {
    state.tools.iter().find(|view| view.call == wanted.call)
}

fn is_the_end_of(step: &Step, view: &ToolView) -> bool {
    step.kind == kinds::TOOL_FINISHED && step.about() == Some(view.call.as_str())
}

fn said(step: &Step) -> Option<bool> {
    step.facts.iter().find(|fact| fact.what == SIDE_EFFECT_HAD_BEGUN).map(|fact| fact.holds)
}
