//! Breaking texts into lines without asking any font.
//!
//! How wide a letter is set is estimated, from above: the figure uses the reader's own fonts, and a line that is
//! estimated too short runs out of its card.

use super::letters::{is_mark, letters, words};

/// Breaks a cleaned text into lines of at most this many pixels, at most so many lines; the last one says with "…"
/// that there was more. A word that is too long for a line is broken between letters.
pub fn wrap(text: &str, size: u32, width: u32, lines_max: usize) -> Vec<String> {
    let mut lines = Lines { width: width * 1_000, size, done: Vec::new(), line: String::new() };
    for word in words(text) {
        if lines.done.len() > lines_max {
            break;
        }
        lines.add(word);
    }
    lines.end();
    cut(lines.done, lines_max, size, width)
}

/// How wide a text is set at most, in thousandths of a pixel.
fn width_of(text: &str, size: u32) -> u32 {
    letters(text).map(|letter| letter_width(letter) * size).sum()
}

/// The width of what a reader takes for one letter, in thousandths of the font's size.
fn letter_width(letter: &str) -> u32 {
    let mut parts = letter.chars();
    let first = parts.next().unwrap_or(' ');
    match first {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | '’' | '·' => 340,
        ' ' | '\u{a0}' | 'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '/' | '\\' | '-' | '"' | '“'
        | '”' => 420,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '—' | '…' => 1_000,
        'A'..='Z' => 760,
        '\0'..='~' => 640,
        mark if is_mark(mark) => 0,
        // Letters of other alphabets are wider at most; the rest takes a square.
        '\u{a1}'..='\u{10ff}' | '\u{1200}'..='\u{1fff}' => 760,
        _ if parts.next().is_some() => 1_300,
        _ => 1_060,
    }
}

struct Lines {
    width: u32,
    size: u32,
    done: Vec<String>,
    line: String,
}

impl Lines {
    /// Adds what must not be broken, on this line or the next.
    fn add(&mut self, word: &str) {
        let room =
            |line: &str, word: &str, size| width_of(line, size) + width_of(word.trim_end(), size);
        if room(&self.line, word, self.size) > self.width && !self.line.is_empty() {
            self.end();
        }
        if room("", word, self.size) <= self.width {
            self.line.push_str(word);
            return;
        }
        for letter in letters(word) {
            if room(&self.line, letter, self.size) > self.width {
                self.end();
            }
            self.line.push_str(letter);
        }
    }

    fn end(&mut self) {
        let line = std::mem::take(&mut self.line);
        let line = line.trim_end();
        if !line.is_empty() {
            self.done.push(line.to_owned());
        }
    }
}

/// Cuts to the number of lines.
fn cut(mut lines: Vec<String>, lines_max: usize, size: u32, width: u32) -> Vec<String> {
    if lines.len() > lines_max {
        lines.truncate(lines_max);
        if let Some(last) = lines.last_mut() {
            let is_too_long =
                |line: &str| width_of(line, size) + width_of("…", size) > width * 1_000;
            while !last.is_empty() && is_too_long(last) {
                let end = letters(last).last().map_or(0, str::len);
                last.truncate(last.len() - end);
            }
            last.truncate(last.trim_end().len());
            last.push('…');
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_whole_where_they_fit() {
        assert_eq!(wrap("Do not touch the schema", 10, 100, 9), ["Do not touch the", "schema"]);
        assert_eq!(wrap("", 10, 100, 9), [""; 0]);
    }

    #[test]
    fn a_word_that_is_too_long_is_broken_between_letters() {
        let lines = wrap(&"x".repeat(100), 10, 100, 99);
        assert_eq!(lines.concat().len(), 100);
        assert!(lines.len() > 5 && lines.iter().all(|line| width_of(line, 10) <= 100_000));
        let families = wrap(&"👩‍👧".repeat(9), 10, 30, 99);
        assert!(families.iter().all(|line| line.chars().count() % 3 == 0), "{families:?}");
    }

    #[test]
    fn han_breaks_between_characters_and_never_before_a_stop() {
        let lines = wrap("回合取走，等待。下一個回合。", 10, 55, 99);
        assert!(lines.len() > 2, "{lines:?}");
        assert!(lines.iter().all(|line| !line.starts_with(['，', '。'])), "{lines:?}");
        assert_eq!(lines.concat(), "回合取走，等待。下一個回合。");
    }

    #[test]
    fn what_is_left_out_is_said() {
        let lines = wrap("one two three four five six", 10, 60, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].ends_with('…') && width_of(&lines[1], 10) <= 60_000, "{lines:?}");
        assert_eq!(wrap("🙂🙂🙂🙂", 10, 5, 1), ["…"]);
    }

    #[test]
    fn any_text_is_wrapped_and_nothing_of_it_is_lost() {
        for text in ["a\u{301}\u{301}\u{301}", "\u{200d}", "   ", "שלום עולם", "ไม่มีช่องว่างระหว่างคำ"]
        {
            let told: String = wrap(text, 10, 40, 99).concat().split_whitespace().collect();
            assert_eq!(told, text.split_whitespace().collect::<String>());
        }
    }
}
