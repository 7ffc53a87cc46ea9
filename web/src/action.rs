//! What a reader does, read from the hooks of the element they use: `data-action` on buttons,
//! `data-choice` on lists, switches and the slider.

use crate::state::{Shared, Speed, State};
use crate::track::Go;

/// Something a reader does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Moves.
    Go(Go),
    /// Plays or pauses.
    Play,
    /// Begins anew.
    Reset,
    /// Changes the grain.
    Grain,
    /// Opens or closes the list of keys.
    Keys(bool),
    /// Opens the dialog for sharing; copies the link where there is none.
    Share,
    /// Copies what the dialog shows.
    Copy(Shared),
    /// Closes the dialog.
    CloseShare,
    /// Puts the notice about a link away.
    Dismiss,
    /// Answers a question.
    Answer(usize, usize),
    /// Drags the slider to a stop.
    Drag(usize),
    /// Lets the slider go.
    Drop,
    /// Chooses a speed.
    Speed(Speed),
    /// Chooses a language, by its tag.
    Language(String),
    /// Chooses a theme.
    Theme(String),
    /// Switches the keys on or off.
    UseKeys(bool),
    /// Shows or hides the code of the step.
    Code,
    /// Opens or closes the reference.
    Read,
    /// Opens the reference and goes there.
    Reference,
    /// Goes back to the stage, where a link shows a rule.
    ShowMe,
}

impl Action {
    /// The action of a button; an answer's name is `answer-QUESTION-OPTION`.
    pub fn of_button(name: &str) -> Option<Action> {
        if let Some(numbers) = name.strip_prefix("answer-") {
            let (question, option) = numbers.split_once('-')?;
            return Some(Action::Answer(question.parse().ok()?, option.parse().ok()?));
        }
        Some(match name {
            "next" => Action::Go(Go::Next),
            "back" => Action::Go(Go::Back),
            "first" => Action::Go(Go::First),
            "last" => Action::Go(Go::Last),
            "next-decision" => Action::Go(Go::NextDecision),
            "back-decision" => Action::Go(Go::BackDecision),
            "play" => Action::Play,
            "grain" => Action::Grain,
            "keys" => Action::Keys(true),
            "close-keys" => Action::Keys(false),
            "share" => Action::Share,
            "copy-link" => Action::Copy(Shared::Link),
            "copy-snippet" => Action::Copy(Shared::Snippet),
            "close-share" => Action::CloseShare,
            "dismiss" => Action::Dismiss,
            "code" => Action::Code,
            "read" => Action::Read,
            "reference" => Action::Reference,
            "show-me" => Action::ShowMe,
            _ => return None,
        })
    }

    /// The action of a choice. `settled` is false while the slider is still being dragged.
    pub fn of_choice(name: &str, value: &str, checked: bool, settled: bool) -> Option<Action> {
        Some(match (name, settled) {
            ("step", true) => Action::Drop,
            ("step", false) => Action::Drag(value.parse().ok()?),
            ("language", true) => Action::Language(value.to_owned()),
            ("theme", true) => Action::Theme(value.to_owned()),
            ("keys", true) => Action::UseKeys(checked),
            ("speed", true) => {
                Action::Speed(Speed::ALL.into_iter().find(|(_, known)| *known == value)?.0)
            }
            _ => return None,
        })
    }

    /// Does the part of it that only changes the state.
    pub fn apply(&self, state: &mut State) {
        match self {
            Action::Go(go) => state.go(*go),
            Action::Play => state.toggle_play(),
            Action::Reset => state.reset(),
            Action::Grain => state.switch_grain(),
            Action::Dismiss => state.faults.clear(),
            Action::Answer(question, option) => state.answer(*question, *option),
            Action::Drag(number) => state.drag(*number),
            Action::Drop => state.settle(),
            Action::Speed(speed) => state.speed = *speed,
            Action::Theme(theme) => state.theme.clone_from(theme),
            Action::UseKeys(on) => state.keys_on = *on,
            Action::Code => state.code_open = !state.code_open,
            Action::Read => state.reference_open = !state.reference_open,
            Action::Reference => state.reference_open = true,
            Action::CloseShare => state.sharing = None,
            Action::Keys(_)
            | Action::Share
            | Action::Copy(_)
            | Action::Language(_)
            | Action::ShowMe => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hooks_name_actions() {
        assert_eq!(Action::of_button("next"), Some(Action::Go(Go::Next)));
        assert_eq!(Action::of_button("answer-2-1"), Some(Action::Answer(2, 1)));
        assert_eq!(Action::of_button("answer-x-1"), None);
        assert_eq!(Action::of_button("anything"), None);
        assert_eq!(Action::of_choice("step", "3", false, false), Some(Action::Drag(3)));
        assert_eq!(Action::of_choice("step", "3", false, true), Some(Action::Drop));
        assert_eq!(
            Action::of_choice("speed", "fast", false, true),
            Some(Action::Speed(Speed::Fast))
        );
        assert_eq!(Action::of_choice("speed", "warp", false, true), None);
        assert_eq!(Action::of_choice("language", "en", false, false), None);
    }
}
