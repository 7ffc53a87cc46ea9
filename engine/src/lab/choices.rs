//! Choice strings: a run's name, short enough for a link. The same string gives the same run.
//!
//! `m1~ID~CHOICES`: the version, the scenario's id, and one answer a choice point, as base-36 digits. An
//! answer above 35 is written in brackets, and trailing zeros (the executor's own order) are left out.

use std::fmt;

/// The version: it changes whenever the same answers would lead elsewhere.
pub const VERSION: &str = "m1";
/// Choice points that a string may hold: more than any run can meet within its bound of steps.
pub const MAX_CHOICES: usize = 20_000;

const BETWEEN: char = '~';

/// Why a choice string cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChoiceError {
    /// It is not of the form `m1~ID~CHOICES`.
    Form,
    /// It was made by another version.
    Version(String),
    /// There is no answer at this position (in characters, from 1) of the choices.
    Answer(usize),
    /// It holds more than [`MAX_CHOICES`] answers.
    TooLong,
}

impl fmt::Display for ChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChoiceError::Form => write!(f, "a choice string looks like {VERSION}~first-message~01"),
            ChoiceError::Version(other) => {
                write!(f, "the choice string is of version {other}; this engine reads {VERSION}")
            }
            ChoiceError::Answer(at) => write!(f, "character {at} of the choices is no answer"),
            ChoiceError::TooLong => write!(f, "more than {MAX_CHOICES} choices"),
        }
    }
}

impl std::error::Error for ChoiceError {}

/// The choice string of a run of this scenario.
pub fn to_string(id: &str, choices: &[u16]) -> String {
    let used = choices.iter().rposition(|choice| *choice != 0).map_or(0, |last| last + 1);
    let digits =
        choices[..used].iter().map(|choice| match char::from_digit(u32::from(*choice), 36) {
            Some(digit) => digit.to_string(),
            None => format!("({choice})"),
        });
    format!("{VERSION}{BETWEEN}{id}{BETWEEN}{}", digits.collect::<String>())
}

/// Reads a choice string into the scenario's id and the answers.
pub fn parse(text: &str) -> Result<(String, Vec<u16>), ChoiceError> {
    let mut parts = text.split(BETWEEN);
    let (Some(version), Some(id), Some(digits), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(ChoiceError::Form);
    };
    if version != VERSION {
        return Err(ChoiceError::Version(version.to_owned()));
    }
    Ok((id.to_owned(), answers(digits)?))
}

fn answers(digits: &str) -> Result<Vec<u16>, ChoiceError> {
    let mut found = Vec::new();
    let mut rest = digits.chars().enumerate();
    while let Some((at, character)) = rest.next() {
        let answer = if character == '(' {
            let number: String =
                rest.by_ref().map(|(_, c)| c).take_while(|c| *c != ')').take(6).collect();
            number.parse().ok()
        } else {
            character.to_digit(36).and_then(|digit| u16::try_from(digit).ok())
        };
        found.push(answer.ok_or(ChoiceError::Answer(at + 1))?);
        if found.len() > MAX_CHOICES {
            return Err(ChoiceError::TooLong);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_string_comes_back_as_it_went() {
        let choices = vec![0, 3, 35, 36, 700, 0, 1];
        let text = to_string("stop", &choices);
        assert_eq!(text, "m1~stop~03z(36)(700)01");
        assert_eq!(parse(&text), Ok(("stop".to_owned(), choices)));
        assert_eq!(
            to_string("stop", &[0, 0]),
            "m1~stop~",
            "the executor's own order has no digits"
        );
    }

    #[test]
    fn a_bad_string_is_named() {
        assert_eq!(parse("stop"), Err(ChoiceError::Form));
        assert_eq!(parse("m0~stop~1"), Err(ChoiceError::Version("m0".into())));
        assert_eq!(parse("m1~stop~1-2"), Err(ChoiceError::Answer(2)));
        assert_eq!(parse("m1~stop~(99999)"), Err(ChoiceError::Answer(1)));
        let long = format!("m1~stop~{}", "1".repeat(MAX_CHOICES + 1));
        assert_eq!(parse(&long), Err(ChoiceError::TooLong));
    }
}
