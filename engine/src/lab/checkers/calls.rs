//! A request never holds a call without its answer: the model would be asked about a tool that nobody
//! has heard of again.

use crate::lab::record::Record;
use crate::world::{CallId, Content, MessageId, kinds};

/// Behind each call in a request lies exactly one output of it.
pub(super) fn each_call_is_answered_once(record: &Record, step: u32) -> Result<(), String> {
    let Some(moment) = record.moment(step) else { return Ok(()) };
    if moment.step.is_none_or(|step| step.kind != kinds::REQUESTED) {
        return Ok(());
    }
    let items = moment.requests.last().map_or(&[][..], |request| &request.items);
    for (index, item) in items.iter().enumerate() {
        let Some(call) = call_of(record, item) else { continue };
        let answers = items.iter().skip(index).filter(|item| answers(record, item, call)).count();
        if answers != 1 {
            return Err(format!("{call} has {answers} outputs in the request"));
        }
    }
    Ok(())
}

fn call_of<'a>(record: &'a Record, item: &MessageId) -> Option<&'a CallId> {
    match &record.message(item)?.content {
        Content::Call(call) => Some(&call.call),
        _ => None,
    }
}

fn answers(record: &Record, item: &MessageId, call: &CallId) -> bool {
    record.message(item).is_some_and(|message| message.content == Content::Output(*call))
}
