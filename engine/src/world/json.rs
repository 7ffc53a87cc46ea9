//! JSON values compared as values: one text for all the ways in which the same value can be written.
//!
//! An output schema is the one piece of JSON that a scheduler looks at, and all it asks is whether two of them
//! are equal. So there is no tree here: a value is read and written again in one canonical form.

/// Values may lie in each other so deep. Deeper ones are refused, as most readers of JSON do.
const MAX_DEPTH: usize = 64;

/// The canonical form of a JSON value: no white space, keys in order, of a key that stands twice the last.
/// Nothing where the text is no JSON.
///
/// Numbers are compared as they are written: `1` and `1.0` are two values.
pub fn canonical(text: &str) -> Option<String> {
    let mut reader = Reader { rest: text, depth: 0 };
    let value = reader.value()?;
    reader.skip_space();
    reader.rest.is_empty().then_some(value)
}

struct Reader<'t> {
    rest: &'t str,
    depth: usize,
}

impl Reader<'_> {
    fn value(&mut self) -> Option<String> {
        self.skip_space();
        self.depth += 1;
        let value = match self.rest.bytes().next()? {
            _ if self.depth > MAX_DEPTH => return None,
            b'{' => self.object(),
            b'[' => self.array(),
            b'"' => self.string().map(|text| quoted(&text)),
            b'-' | b'0'..=b'9' => self.number(),
            _ => self.word(),
        };
        self.depth -= 1;
        value
    }

    fn object(&mut self) -> Option<String> {
        let mut members: Vec<(String, String)> = Vec::new();
        self.list('{', '}', |reader| {
            reader.skip_space();
            let key = reader.string()?;
            reader.skip_space();
            reader.take(':')?;
            let value = reader.value()?;
            members.retain(|(known, _)| *known != key);
            members.push((key, value));
            Some(())
        })?;
        members.sort();
        let members = members.iter().map(|(key, value)| [&quoted(key), ":", value].concat());
        Some(["{", &members.collect::<Vec<_>>().join(","), "}"].concat())
    }

    fn array(&mut self) -> Option<String> {
        let mut items: Vec<String> = Vec::new();
        self.list('[', ']', |reader| {
            items.push(reader.value()?);
            Some(())
        })?;
        Some(["[", &items.join(","), "]"].concat())
    }

    fn list(
        &mut self,
        open: char,
        close: char,
        mut item: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.take(open)?;
        self.skip_space();
        if self.take(close).is_some() {
            return Some(());
        }
        loop {
            item(self)?;
            self.skip_space();
            if self.take(close).is_some() {
                return Some(());
            }
            self.take(',')?;
        }
    }

    fn string(&mut self) -> Option<String> {
        self.take('"')?;
        let mut text = String::new();
        loop {
            match self.next()? {
                '"' => return Some(text),
                '\\' => text.push(self.escaped()?),
                plain if plain >= ' ' => text.push(plain),
                _ => return None,
            }
        }
    }

    fn escaped(&mut self) -> Option<char> {
        Some(match self.next()? {
            same @ ('"' | '\\' | '/') => same,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => return self.code_point(),
            _ => return None,
        })
    }

    /// One UTF-16 unit, or the two that make a character together.
    fn code_point(&mut self) -> Option<char> {
        let mut units = [self.unit()?, 0];
        if (0xD800..0xDC00).contains(&units[0]) {
            self.take('\\').and_then(|()| self.take('u'))?;
            units[1] = self.unit()?;
        }
        char::decode_utf16(units).next()?.ok()
    }

    fn unit(&mut self) -> Option<u16> {
        let digits = self.rest.get(..4)?;
        self.rest = self.rest.get(4..)?;
        let all = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        all.then(|| u16::from_str_radix(digits, 16).ok())?
    }

    fn number(&mut self) -> Option<String> {
        let whole = self.rest;
        let _ = self.take('-');
        if self.take('0').is_none() {
            self.digits()?;
        }
        if self.take('.').is_some() {
            self.digits()?;
        }
        if self.take('e').or_else(|| self.take('E')).is_some() {
            let _ = self.take('+').or_else(|| self.take('-'));
            self.digits()?;
        }
        whole.get(..whole.len() - self.rest.len()).map(str::to_owned)
    }

    fn digits(&mut self) -> Option<()> {
        let after = self.rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
        let some = after.len() < self.rest.len();
        self.rest = after;
        some.then_some(())
    }

    fn word(&mut self) -> Option<String> {
        let word =
            ["true", "false", "null"].into_iter().find(|word| self.rest.starts_with(word))?;
        self.rest = self.rest.get(word.len()..)?;
        Some(word.to_owned())
    }

    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next();
        self.rest = chars.as_str();
        next
    }

    fn take(&mut self, wanted: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(wanted)?;
        Some(())
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }
}

/// A text between quotes. It only has to be told from every other text.
fn quoted(text: &str) -> String {
    ["\"", &text.replace('\\', "\\\\").replace('"', "\\\""), "\""].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_value_has_one_form() {
        let same = [
            (r#"{"a":1,"b":[true,null]}"#, "{ \"b\" : [ true , null ] ,\n\t\"a\" : 1 }"),
            (r#""\u0041\ud83d\ude00\/""#, r#""A😀/""#),
            (r#"{"a":0,"a":{}}"#, r#"{"a":{}}"#),
            (r#"{"x":{"b":1,"a":2}}"#, r#"{"x":{"a":2,"b":1}}"#),
        ];
        for (one, other) in same {
            assert!(canonical(one).is_some(), "{one}");
            assert_eq!(canonical(one), canonical(other));
        }
    }

    #[test]
    fn another_value_has_another_form() {
        let other = [
            ("1", "1.0"),
            ("[1,2]", "[2,1]"),
            (r#""\"""#, r#""\\\"""#),
            (r#"{"a":"b"}"#, r#"{"a":"b\",\"c\":\""}"#),
            ("-0", "0"),
        ];
        for (one, other) in other {
            assert_ne!(canonical(one), canonical(other), "{one} {other}");
        }
    }

    #[test]
    fn what_is_no_json_is_refused() {
        let deep = "[".repeat(MAX_DEPTH + 1);
        let wrong = [
            "",
            " ",
            "{",
            "[1,]",
            "{\"a\"}",
            "01",
            "1.",
            "-",
            "tru",
            "\"a",
            "\"\u{1}\"",
            "1 2",
            "{a:1}",
            r#""\ud83d""#,
            r#""\u00g0""#,
            r#""\u+123""#,
            &deep,
        ];
        for text in wrong {
            assert_eq!(canonical(text), None, "{text}");
        }
    }
}
