//! Joins `style/*.css` into the one style sheet of the page.
//!
//! The order is that of the `@import` lines in `style/index.css`; without that file, of the names.
//! An import loads a file of the same folder and nothing else: a condition or a layer would be lost
//! by joining, so it is refused. Comments and indentation stay behind.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

/// One `rem` of a reader who has changed nothing.
const ROOT_PX: f64 = 16.0;
/// The list of the others, where it exists.
const INDEX: &str = "index.css";

/// The whole style sheet.
pub fn join(folder: &Path) -> Result<String> {
    let mut names = sheets(folder)?;
    let mut own = String::new();
    if names.iter().any(|name| name == INDEX) {
        let index = without_comments(&read(folder, INDEX)?);
        let (imports, rest) = split_imports(&index).context("in style/index.css")?;
        if let Some(left_out) = names.iter().find(|name| *name != INDEX && !imports.contains(name))
        {
            bail!(
                "style/{left_out} is not imported in style/index.css; add `@import \"./{left_out}\";`"
            );
        }
        names = imports;
        own = rest;
    }
    let mut joined = String::new();
    for name in &names {
        joined.push_str(&compact(&without_comments(&read(folder, name)?)));
    }
    joined.push_str(&compact(&own));
    Ok(joined)
}

/// A sheet for a player, which stands in a document that is not ours. There one `rem` is whatever the author made
/// of it, so lengths are counted in a unit that the player sets itself, and conditions in pixels.
pub fn for_players(sheet: &str) -> String {
    let mut own = String::with_capacity(sheet.len() * 2);
    let mut rest = sheet;
    let mut is_condition = false;
    while let Some(at) = rest.find("rem") {
        let before = &rest[..at];
        let is_number = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
        let (text, length) = before.split_at(before.trim_end_matches(is_number).len());
        if let Some(last) = text.rfind(['@', '{']) {
            is_condition = text[last..].starts_with('@');
        }
        own.push_str(text);
        match length.parse::<f64>() {
            Ok(number) if is_condition => own.push_str(&format!("{}px", number * ROOT_PX)),
            Ok(_) => own.push_str(&format!("calc({length} * var(--midturn-rem))")),
            Err(_) => own.push_str(&format!("{length}rem")),
        }
        rest = &rest[at + "rem".len()..];
    }
    own.push_str(rest);
    own
}

fn read(folder: &Path, name: &str) -> Result<String> {
    fs::read_to_string(folder.join(name)).with_context(|| format!("style/{name} cannot be read"))
}

/// The names of the folder's sheets, sorted.
fn sheets(folder: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(folder).context("the folder style/ cannot be read")?;
    let mut names = Vec::new();
    for entry in entries {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".css") && !name.starts_with('.') {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// The imported names in their order, and the text after them.
fn split_imports(text: &str) -> Result<(Vec<String>, String)> {
    let mut names: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(after) = rest.strip_prefix("@import") {
        let (statement, following) =
            after.split_once(';').context("an `@import` has no semicolon")?;
        let name = imported_name(statement)
            .with_context(|| format!("`@import{statement};` must be `@import \"./NAME.css\";`"))?;
        if names.contains(&name) {
            bail!("`{name}` is imported twice");
        }
        names.push(name);
        rest = following.trim_start();
    }
    Ok((names, rest.to_owned()))
}

/// `"./name.css"` or `url("name.css")`, and nothing behind it.
fn imported_name(statement: &str) -> Option<String> {
    let mut text = statement.trim();
    if let Some(inner) = text.strip_prefix("url(") {
        text = inner.strip_suffix(')')?.trim();
    }
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let name = text.strip_prefix(quote)?.strip_suffix(quote)?;
    let name = name.strip_prefix("./").unwrap_or(name);
    let plain = name.ends_with(".css") && !name.contains(['/', '\\', '"', '\'', ':']);
    plain.then(|| name.to_owned())
}

/// Takes comments out, and leaves strings as they are.
fn without_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut quote = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, '/') if chars.peek() == Some(&'*') => skip_comment(&mut chars),
            (Some(_), '\\') => {
                plain.push(c);
                plain.extend(chars.next());
            }
            _ => {
                if quote == Some(c) {
                    quote = None;
                } else if quote.is_none() && matches!(c, '"' | '\'') {
                    quote = Some(c);
                }
                plain.push(c);
            }
        }
    }
    plain
}

/// Skips to the end of a comment whose slash has been read.
fn skip_comment(chars: &mut impl Iterator<Item = char>) {
    // The star that opens it must not also close it.
    chars.next();
    let mut before = ' ';
    for c in chars {
        if before == '*' && c == '/' {
            return;
        }
        before = c;
    }
}

/// Drops indentation and empty lines.
fn compact(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own for each test, gone afterwards.
    struct Folder(std::path::PathBuf);

    impl Folder {
        fn with(name: &str, files: &[(&str, &str)]) -> Self {
            let path =
                std::env::temp_dir().join(format!("midturn-css-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).expect("a temporary folder");
            for (file, text) in files {
                fs::write(path.join(file), text).expect("a temporary file");
            }
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn the_order_is_that_of_the_index() {
        let folder = Folder::with(
            "index",
            &[
                ("a.css", "a { }"),
                ("z.css", "z { }"),
                ("index.css", "/* first */ @import \"./z.css\";\n@import url('a.css');\nb { }\n"),
            ],
        );
        assert_eq!(join(&folder.0).expect("joins"), "z { }\na { }\nb { }\n");
    }

    #[test]
    fn without_an_index_the_names_decide() {
        let folder = Folder::with("names", &[("2.css", "b{}"), ("1.css", "a{}"), ("x.txt", "no")]);
        assert_eq!(join(&folder.0).expect("joins"), "a{}\nb{}\n");
    }

    #[test]
    fn a_forgotten_or_foreign_sheet_is_an_error() {
        let forgotten = Folder::with("forgot", &[("a.css", ""), ("index.css", "")]);
        let error = format!("{:#}", join(&forgotten.0).expect_err("a.css is left out"));
        assert!(error.contains("@import \"./a.css\""), "{error}");
        for foreign in ["\"http://x/a.css\"", "\"a.css\" print", "\"../a.css\"", "a.css"] {
            assert!(imported_name(foreign).is_none(), "{foreign}");
        }
        assert!(split_imports("@import 'a.css'; @import 'a.css';").is_err());
    }

    #[test]
    fn a_player_counts_in_its_own_unit() {
        let sheet =
            "a{b:clamp(1rem,-.5rem + 1vw,2rem)}@container (min-width: 40.5rem){.remark{d:3rem}}";
        let own = "a{b:clamp(calc(1 * var(--midturn-rem)),calc(-.5 * var(--midturn-rem)) + 1vw,calc(2 * \
                   var(--midturn-rem)))}@container (min-width: 648px){.remark{d:calc(3 * var(--midturn-rem))}}";
        assert_eq!(for_players(sheet), own);
    }

    #[test]
    fn comments_go_and_strings_stay() {
        assert_eq!(without_comments("a/**/b/* x */c"), "abc");
        assert_eq!(
            without_comments("a::before{content:\"/* \\\" */\"}"),
            "a::before{content:\"/* \\\" */\"}"
        );
        assert_eq!(without_comments("a/* open"), "a");
        assert_eq!(without_comments("a/*/ b */c"), "ac");
        assert_eq!(compact("a {\n\n   b: c;\n}\n"), "a {\nb: c;\n}\n");
    }
}
