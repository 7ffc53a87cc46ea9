//! What a key means while the focus is inside the stage.
//!
//! Combinations with a modifier belong to the browser and to assistive programs. A key that the focused
//! control itself needs is left to it: Space presses a button, arrows move a slider.

use crate::track::Go;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// A move.
    Go(Go),
    /// Play, or pause.
    Play,
    /// The list of keys.
    Help,
}

/// What has the focus, as far as keys are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// Something that needs no keys of its own.
    Plain,
    /// A button, a link or a fold: Space and Enter are its own.
    Press,
    /// A slider, a list of choices, a text field: every key is its own.
    Own,
}

impl Focus {
    /// The kind of an element, by its tag name in lower case.
    pub fn of(tag: &str) -> Focus {
        match tag {
            "input" | "select" | "textarea" => Focus::Own,
            "button" | "a" | "summary" => Focus::Press,
            _ => Focus::Plain,
        }
    }
}

/// What a key means here; nothing where it is not ours.
pub fn wish(key: &str, with_modifier: bool, focus: Focus) -> Option<Wish> {
    if with_modifier || focus == Focus::Own {
        return None;
    }
    Some(match key {
        " " if focus == Focus::Plain => Wish::Go(Go::Next),
        "ArrowRight" | "PageDown" => Wish::Go(Go::Next),
        "ArrowLeft" | "PageUp" => Wish::Go(Go::Back),
        "Home" => Wish::Go(Go::First),
        "End" => Wish::Go(Go::Last),
        "]" => Wish::Go(Go::NextDecision),
        "[" => Wish::Go(Go::BackDecision),
        "." => Wish::Play,
        "?" => Wish::Help,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presenters_and_readers_step() {
        for key in ["ArrowRight", "PageDown", " "] {
            assert_eq!(wish(key, false, Focus::Plain), Some(Wish::Go(Go::Next)), "{key}");
        }
        assert_eq!(wish("PageUp", false, Focus::Press), Some(Wish::Go(Go::Back)));
        assert_eq!(wish(".", false, Focus::Plain), Some(Wish::Play));
        assert_eq!(wish("?", false, Focus::Press), Some(Wish::Help));
    }

    #[test]
    fn a_control_keeps_its_own_keys() {
        assert_eq!(wish(" ", false, Focus::of("button")), None);
        assert_eq!(wish("ArrowRight", false, Focus::of("input")), None);
        assert_eq!(wish("ArrowRight", false, Focus::of("button")), Some(Wish::Go(Go::Next)));
    }

    #[test]
    fn combinations_and_letters_are_left_alone() {
        assert_eq!(wish("ArrowRight", true, Focus::Plain), None);
        assert_eq!(wish("a", false, Focus::Plain), None);
        assert_eq!(wish("Tab", false, Focus::Plain), None);
    }
}
