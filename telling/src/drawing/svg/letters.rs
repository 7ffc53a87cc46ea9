//! What a reader takes for one letter, and where a line may break.
//!
//! The whole of Unicode's rules for both (UAX 29 and UAX 14) is two tables that weigh fourteen kilobytes, more than
//! everything else that draws a figure, and whoever opens the page would fetch them. This is the part of them that shows: marks
//! stay with their letter, an emoji stays whole, words stay whole, Han and Kana break between characters, and no line
//! begins with a mark that closes or ends with one that opens. A script without spaces breaks where the line is full.

/// The parts of a text between which a line may break; a space belongs to the part before it.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    parts(text, may_break)
}

/// The letters of a text, each with the marks on it.
pub fn letters(text: &str) -> impl Iterator<Item = &str> {
    parts(text, |before, last, next| !joins(before, last, next))
}

/// Cuts a text wherever `ends` says so of what has been read of the part, its last character and the next one.
fn parts(text: &str, ends: impl Fn(&str, char, char) -> bool) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut last = rest.chars().next()?;
        let mut end = rest.len();
        for (at, next) in rest.char_indices().skip(1) {
            if ends(rest.get(..at).unwrap_or_default(), last, next) {
                end = at;
                break;
            }
            last = next;
        }
        let (part, following) = rest.split_at(end);
        rest = following;
        Some(part)
    })
}

/// Whether a line may break between two characters.
fn may_break(before: &str, last: char, next: char) -> bool {
    if joins(before, last, next) || next == ' ' || closes(next) || opens(last) {
        return false;
    }
    let is_joint = "-/‐–—".contains(last) && next.is_alphabetic();
    last == ' ' || is_joint || is_square(last) || is_square(next)
}

/// Whether a character belongs to the letter before it. Flags are pairs.
fn joins(before: &str, last: char, next: char) -> bool {
    let is_flag = |letter: char| matches!(letter, '\u{1f1e6}'..='\u{1f1ff}');
    if is_flag(last) && is_flag(next) {
        return before.chars().rev().take_while(|letter| is_flag(*letter)).count() % 2 == 1;
    }
    last == '\u{200d}' || is_mark(next)
}

/// A character that is set over, under or into the letter before it.
pub fn is_mark(letter: char) -> bool {
    matches!(letter,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}'
        | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6ed}' | '\u{e31}' | '\u{e34}'..='\u{e3a}'
        | '\u{e47}'..='\u{e4e}' | '\u{1160}'..='\u{11ff}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{200c}'..='\u{200f}' | '\u{20d0}'..='\u{20ff}' | '\u{302a}'..='\u{302f}' | '\u{3099}' | '\u{309a}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}' | '\u{1f3fb}'..='\u{1f3ff}'
        | '\u{e0100}'..='\u{e01ef}')
        || is_indic_sign(letter)
}

/// The signs of the nine scripts of India and of Sinhala, which lie at the same places of their blocks.
fn is_indic_sign(letter: char) -> bool {
    let place = u32::from(letter).wrapping_sub(0x900);
    place < 0x500
        && matches!(place % 0x80, 0..=3 | 0x3a..=0x3c | 0x3e..=0x4f | 0x55..=0x57 | 0x62 | 0x63)
}

/// Whether a character takes a square: Han, Kana, Hangul, full-width signs, emoji.
fn is_square(letter: char) -> bool {
    matches!(letter,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ff60}' | '\u{ffe0}'..='\u{ffe6}' | '\u{1f000}'..='\u{1faff}'
        | '\u{20000}'..='\u{3ffff}')
}

/// Whether no line may begin with it.
fn closes(letter: char) -> bool {
    "、。，．：；！？）］｝〉》」』】〕〗”’…‥ー々〜ぁぃぅぇぉっゃゅょァィゥェォッャュョ·.,:;!?)]}%"
        .contains(letter)
}

/// Whether no line may end with it.
fn opens(letter: char) -> bool {
    "（［｛〈《「『【〔〖“‘([{$".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_has_its_marks_and_an_emoji_its_parts() {
        let cut = |text: &'static str| letters(text).collect::<Vec<_>>();
        assert_eq!(cut("ae\u{301}o"), ["a", "e\u{301}", "o"]);
        assert_eq!(cut("👩‍👧👍🏽"), ["👩‍👧", "👍🏽"]);
        assert_eq!(cut("🇫🇷🇩🇪🇹"), ["🇫🇷", "🇩🇪", "🇹"]);
        assert_eq!(cut("กำ็นิ"), ["ก", "ำ็", "นิ"]);
        assert_eq!(cut("हिन्दी"), ["हि", "न्", "दी"]);
        assert_eq!(cut(""), [""; 0]);
    }

    #[test]
    fn lines_break_behind_spaces_and_between_han() {
        let cut = |text: &'static str| words(text).collect::<Vec<_>>();
        assert_eq!(cut("one two-three"), ["one ", "two-", "three"]);
        assert_eq!(cut("it costs -5"), ["it ", "costs ", "-5"]);
        assert_eq!(cut("回合，A 取走（等）。"), ["回", "合，", "A ", "取", "走", "（等）。"]);
        assert_eq!(cut("“回合”"), ["“回", "合”"]);
        assert_eq!(cut("a/b/c.rs"), ["a/", "b/", "c.rs"]);
    }
}
