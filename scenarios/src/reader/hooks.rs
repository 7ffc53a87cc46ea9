//! What hooks answer: `[[hook]]`.

use super::desk::{Desk, Fields, MAX_MILLIS, Value};
use super::fault::FaultCode;
use super::names::Sort;
use midturn_engine::ground::Millis;
use midturn_engine::lab::plan::MAX_STEPS;
use midturn_engine::world::{HookSays, HookScript};

/// What a hook can decide, by its word.
const SAYS: [(&str, HookSays); 3] =
    [("go-on", HookSays::GoOn), ("block", HookSays::Block), ("stop", HookSays::Stop)];

impl<'t> Desk<'t> {
    pub(super) fn hooks(&mut self, root: Fields<'t>) -> Vec<HookScript> {
        let hooks = self.list_in(root, "hook");
        self.at_most(root.key_at("hook"), hooks.len(), MAX_STEPS, "hooks");
        hooks.iter().filter_map(|value| self.hook(value)).collect()
    }

    fn hook(&mut self, value: &'t Value<'t>) -> Option<HookScript> {
        let fields = self.table(value, "a hook")?;
        const KEYS: [&str; 10] =
            ["id", "on", "message", "nth", "ms", "gate", "says", "prompt", "context", "async"];
        self.only(fields, &KEYS);
        let id = self.need(fields, "id").and_then(|value| self.str(value));
        let points = self.vocabulary().hooks.iter().copied();
        let on = self.need(fields, "on").and_then(|value| self.word(value, "point", points));
        let says = match fields.get("says") {
            None => Some(HookSays::GoOn),
            Some(value) => {
                let word = self.word(value, "decision", SAYS.map(|(word, _)| word));
                SAYS.iter().find(|(known, _)| Some(*known) == word).map(|(_, says)| *says)
            }
        };
        let asynchronous = self.bool_in(fields, "async").unwrap_or_default();
        if asynchronous && says.is_some_and(|says| says != HookSays::GoOn) {
            let found = "nobody waits for this hook, so it decides nothing";
            let at = fields.key_at("says");
            self.fault::<()>(at, FaultCode::Exclusive, found, "take out says, or async");
        }
        let nth = self.number_in(fields, "nth", MAX_STEPS as u64);
        Some(HookScript {
            message: self.reference_in(fields, "message", Sort::Written).map(Into::into),
            nth: nth.and_then(|nth| u32::try_from(nth).ok()),
            takes: Millis(self.number_in(fields, "ms", MAX_MILLIS).unwrap_or_default()),
            gate: self.reference_in(fields, "gate", Sort::Gate).map(Into::into),
            prompt: self.text_in(fields, "prompt"),
            context: self.text_in(fields, "context"),
            id: id?.into(),
            on: on?.to_owned(),
            says: says?,
            asynchronous,
        })
    }
}
