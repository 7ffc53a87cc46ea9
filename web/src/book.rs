//! The book: what a reader fetches for a closer look. The rules with their sentences and sources, the
//! excerpts of the engine's code, and the reading. `midturn-reference` writes it, a line a thing, so that
//! reading it needs no more than splitting lines.

/// A rule as the reference tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleText {
    /// Its id.
    pub id: String,
    /// What it says.
    pub sentence: String,
    /// Where it can be read upstream, and the address of that place.
    pub source: String,
    /// The address of the source.
    pub address: String,
    /// The switch of a newer rule and the day it appeared; empty for a rule of the baseline.
    pub switch: String,
    /// When it appeared.
    pub since: String,
    /// The link to the step that shows it, without a language.
    pub shown: String,
    /// How many scenarios fail without it.
    pub needed: String,
    /// The first of them.
    pub needed_by: String,
    /// How it is known, by name.
    pub known: String,
    /// The versions that have it, with commas; empty where all have.
    pub versions: String,
}

/// A function of the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    /// Its file and the number of its first line.
    pub place: String,
    /// The kinds of step that it writes.
    pub kinds: Vec<String>,
    /// The rules that it names.
    pub rules: Vec<String>,
    /// Its lines, each with the kinds and rules that it names.
    pub lines: Vec<(Vec<String>, String)>,
}

/// A block of the reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A part begins, with its id and its heading.
    Part(String, String),
    /// A section begins.
    Section(String),
    /// A paragraph.
    Text(String),
    /// Items of a list.
    List(Vec<String>),
    /// Rows of a table; the first is its head.
    Table(Vec<Vec<String>>),
    /// The rules whose ids begin like this; see [`Book::rules_under`].
    Rules(String),
}

/// Everything for a closer look, in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// The rules, in the order of the registry.
    pub rules: Vec<RuleText>,
    /// The engine's functions that write steps and decide rules.
    pub code: Vec<Excerpt>,
    /// The reading.
    pub reading: Vec<Block>,
}

/// Functions shown for a step at most: what a reader can take in.
const EXCERPTS_MAX: usize = 3;

impl Book {
    /// Reads its three files. What is not understood is left out.
    pub fn read(rules: &str, code: &str, reading: &str) -> Book {
        Book {
            rules: rules.lines().map(rule).collect(),
            code: excerpts(code),
            reading: blocks(reading),
        }
    }

    /// A rule by its id.
    pub fn rule(&self, id: &str) -> Option<&RuleText> {
        self.rules.iter().find(|rule| rule.id == id)
    }

    /// The rules that a block of the reading means: those whose ids begin like this; `*` means those that
    /// no other block has.
    pub fn rules_under(&self, prefix: &str) -> Vec<&RuleText> {
        let other = |rule: &RuleText| {
            self.reading.iter().any(|block| match block {
                Block::Rules(other) => other != "*" && rule.id.starts_with(other.as_str()),
                _ => false,
            })
        };
        let is_meant = |rule: &&RuleText| {
            if prefix == "*" { !other(rule) } else { rule.id.starts_with(prefix) }
        };
        self.rules.iter().filter(is_meant).collect()
    }

    /// The functions that ran in a step of this kind, decided by this rule: first those that speak of
    /// both, otherwise those that write the step, then those that decide the rule.
    pub fn ran(&self, kind: &str, rule: Option<&str>) -> Vec<&Excerpt> {
        let writes = |excerpt: &&Excerpt| excerpt.kinds.iter().any(|name| name == kind);
        let decides = |excerpt: &&Excerpt| {
            rule.is_some_and(|rule| excerpt.rules.iter().any(|name| name == rule))
        };
        let both = || self.code.iter().filter(|one| writes(one) && decides(one));
        let writers: Vec<&Excerpt> = match both().next() {
            Some(_) => both().collect(),
            None => self.code.iter().filter(writes).collect(),
        };
        let deciders = self.code.iter().filter(|one| decides(one) && !writers.contains(one));
        let mut found = writers.clone();
        found.extend(deciders);
        found.truncate(EXCERPTS_MAX);
        found
    }
}

fn rule(line: &str) -> RuleText {
    let mut fields = line.split('\t').map(str::to_owned);
    let mut next = || fields.next().unwrap_or_default();
    RuleText {
        id: next(),
        sentence: next(),
        source: next(),
        address: next(),
        switch: next(),
        since: next(),
        shown: next(),
        needed: next(),
        needed_by: next(),
        known: next(),
        versions: next(),
    }
}

fn excerpts(text: &str) -> Vec<Excerpt> {
    let mut found: Vec<Excerpt> = Vec::new();
    for line in text.lines() {
        if let Some(head) = line.strip_prefix('=') {
            let mut fields = head.split('\t');
            let mut field = || fields.next().unwrap_or_default();
            let (place, kinds, rules) = (field().to_owned(), names(field()), names(field()));
            found.push(Excerpt { place, kinds, rules, lines: Vec::new() });
        } else if let Some(last) = found.last_mut() {
            let (anchors, code) = line.split_once('\t').unwrap_or(("", line));
            last.lines.push((names(anchors), code.to_owned()));
        }
    }
    found
}

/// Names with commas between.
fn names(list: &str) -> Vec<String> {
    list.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn blocks(text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    for line in text.lines() {
        let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (mark, found.last_mut()) {
            ("#", _) => {
                let (id, heading) = rest.split_once(' ').unwrap_or((rest, rest));
                found.push(Block::Part(id.to_owned(), heading.to_owned()));
            }
            ("##", _) => found.push(Block::Section(rest.to_owned())),
            ("!", _) => found.push(Block::Rules(rest.to_owned())),
            ("-", Some(Block::List(items))) => items.push(rest.to_owned()),
            ("-", _) => found.push(Block::List(vec![rest.to_owned()])),
            ("|", Some(Block::Table(rows))) => rows.push(cells(rest)),
            ("|", _) => found.push(Block::Table(vec![cells(rest)])),
            _ => found.push(Block::Text(line.to_owned())),
        }
    }
    found
}

fn cells(row: &str) -> Vec<String> {
    let row = row.trim_end();
    row.strip_suffix('|').unwrap_or(row).split('|').map(|cell| cell.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_files_are_read_line_by_line() {
        let rules = "a.one\tSays one.\tp.rs:1\thttps://x\t\t\t#/s/t/u\t3\tx,y\n";
        let code = "=e.rs:7\ta.step,a.other\ta.one\n\tfn f() {\na.step\t    step(kinds::STEP);\n\t}\n\
                    =g.rs:1\ta.other\t\n\tfn g() {}\n";
        let reading = "# id A heading\nWords.\n- one\n- two\n| | k |\n| a | b |\n! a.\n## More\n";
        let book = Book::read(rules, code, reading);
        assert_eq!(book.rule("a.one").map(|rule| rule.needed.as_str()), Some("3"));
        let anchored = (vec!["a.step".to_owned()], "    step(kinds::STEP);".to_owned());
        assert_eq!(book.code[0].lines[1], anchored);
        assert_eq!(book.ran("a.step", Some("a.one")).len(), 1);
        assert_eq!(book.ran("a.other", None).len(), 2);
        assert_eq!(book.ran("a.other", Some("a.one")).len(), 1);
        assert_eq!(book.rules_under("a.").len(), 1);
        assert!(book.rules_under("*").is_empty() && book.rules_under("b.").is_empty());
        assert_eq!(book.reading.len(), 6);
        assert_eq!(cells("| k |"), ["", "k"]);
        assert_eq!(book.reading[3], Block::Table(vec![cells("| k |"), cells("a | b |")]));
    }

    #[test]
    fn anything_at_all_is_read_without_harm() {
        for text in ["", "=", "\t\t", "#", "| ", "! ", "é", "*"] {
            let book = Book::read(text, text, text);
            assert!(book.ran("x", Some("y")).is_empty());
        }
    }
}
