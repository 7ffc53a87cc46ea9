//! The texts of the reference. One file a language, one block a line:
//!
//! - `# ID Heading` begins a part, `## Heading` a section of it;
//! - `- text` is an item of a list;
//! - `| a | b |` is a row of a table, the first of a run its head;
//! - `! rule.id` is a rule, with its sentence and its "show me";
//! - `// text` is a note to the writers;
//! - anything else is a paragraph.
//!
//! All languages have one shape: the same blocks in the same order.

/// A language's tag and its text.
pub const TEXTS: [(&str, &str); 3] = [
    ("en", include_str!("../text/en.txt")),
    ("zh-Hans", include_str!("../text/zh-Hans.txt")),
    ("zh-Hant", include_str!("../text/zh-Hant.txt")),
];

/// The lines that are blocks.
pub fn blocks(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with("//"))
}

/// What must be the same in every language: the kind of block, a part's id, a rule, the number of cells.
pub fn shape(block: &str) -> String {
    let (mark, rest) = block.split_once(' ').unwrap_or((block, ""));
    match mark {
        "#" => format!("# {}", rest.split(' ').next().unwrap_or_default()),
        "##" | "-" => mark.to_owned(),
        "|" => format!("| {}", rest.matches('|').count()),
        "!" => block.to_owned(),
        _ => "text".to_owned(),
    }
}

/// The rules that a text names.
pub fn rules(text: &str) -> impl Iterator<Item = &str> {
    blocks(text).filter_map(|block| block.strip_prefix("! ")).map(str::trim)
}

/// The text as the page reads it.
pub fn packed(text: &str) -> String {
    blocks(text).flat_map(|block| [block.trim_end(), "\n"]).collect()
}
