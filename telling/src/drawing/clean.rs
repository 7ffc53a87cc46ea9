//! Cleaning and escaping of texts that nobody has looked at.

/// A text of one line, without anything that could disturb what stands beside it: control characters and line
/// breaks become spaces; marks that turn the direction of writing around, or that belong to no text, go.
pub fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    for letter in text.chars().filter(|letter| !is_foreign(*letter)) {
        let is_gap = letter.is_control() || letter.is_whitespace();
        match (is_gap, cleaned.ends_with(' ')) {
            (false, _) => cleaned.push(letter),
            // A space that does not break stays what it is.
            (true, _) if letter == '\u{a0}' => cleaned.push(letter),
            (true, false) if !cleaned.is_empty() => cleaned.push(' '),
            (true, _) => {}
        }
    }
    cleaned.truncate(cleaned.trim_end_matches(' ').len());
    cleaned
}

/// What is no part of a text: embeddings, overrides and isolates of direction (one that is left open reaches past
/// its text), annotations, tags, the byte order mark, and what XML forbids.
fn is_foreign(letter: char) -> bool {
    matches!(letter,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' | '\u{feff}')
        || u32::from(letter) & 0xfffe == 0xfffe
}

/// A cleaned text as it may stand in HTML and in XML, between tags and in a quoted attribute. Braces are escaped
/// too, because MDX reads an expression in them.
pub fn markup(text: &str) -> String {
    escape(text, |letter| match letter {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        '\'' => Some("&#39;"),
        '{' => Some("&#123;"),
        '}' => Some("&#125;"),
        _ => None,
    })
}

/// A cleaned text with some letters written otherwise.
pub(crate) fn escape(text: &str, other: impl Fn(char) -> Option<&'static str>) -> String {
    let text = clean(text);
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match other(letter) {
            Some(written) => escaped.push_str(written),
            None => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_one_line_of_text() {
        assert_eq!(clean("  two\r\n\tlines\u{2028}and\u{0}more \u{7f}"), "two lines and more");
        assert_eq!(clean("fi\u{a0}rm"), "fi\u{a0}rm");
        assert_eq!(clean("\u{202e}evil\u{2066}\u{2069}\u{feff}"), "evil");
        assert_eq!(clean("\u{ffff}\u{1fffe}\u{e0041}ok"), "ok");
        assert_eq!(clean("回合，שלום 👩‍👧"), "回合，שלום 👩‍👧");
        assert_eq!(clean("\n"), "");
    }

    #[test]
    fn nothing_in_a_text_is_markup() {
        assert_eq!(
            markup("<b a=\"1\" b='2'>&amp;{x}"),
            "&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;amp;&#123;x&#125;"
        );
    }
}
