//! Finds embeds in a document. Markdown is read by pulldown-cmark, HTML by html5gum, as browsers read it: an example
//! in a code block or in a comment is no embed.

use html5gum::Tokenizer;
use html5gum::emitters::default::{DefaultEmitter, StartTag, Token};
use pulldown_cmark::{Event, Options, Parser, Tag as Marked, TagEnd};
use std::ops::Range;

/// The player's tag.
const PLAYER: &str = "midturn-player";

/// A place that shows a scenario, or leads to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Embed {
    /// Its line, from 1.
    pub line: u32,
    /// What it asks for.
    pub asks: Asks,
}

/// What an embed asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asks {
    /// A player.
    Player(Player),
    /// A link, or a frame, with this address.
    Address(String),
}

/// The tag of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Its attributes, by their names in small letters.
    pub attributes: Vec<(String, String)>,
    /// The scenario of the author's own in it, and the line where that begins.
    pub source: Option<(u32, String)>,
}

impl Player {
    /// The value of an attribute.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Every embed of a Markdown document, in order.
pub fn in_markdown(text: &str) -> Vec<Embed> {
    let mut html = Vec::new();
    let mut found = Vec::new();
    let lines = Lines::of(text);
    let mut add = |place: usize, address: &str| {
        found.push(Embed { line: lines.at(place), asks: Asks::Address(address.to_owned()) });
    };
    let (mut in_code, mut in_link) = (false, false);
    for (event, range) in Parser::new_ext(text, Options::all()).into_offset_iter() {
        match event {
            Event::Html(_) | Event::InlineHtml(_) => html.push(range),
            Event::Start(Marked::Link { dest_url, .. }) => {
                in_link = true;
                add(range.start, &dest_url);
            }
            Event::End(TagEnd::Link) => in_link = false,
            Event::Start(Marked::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(words) if !in_code && !in_link => {
                for address in bare_addresses(&words) {
                    add(range.start, address);
                }
            }
            _ => {}
        }
    }
    found.extend(in_html(&only(text, &html)));
    found.sort_by_key(|embed| embed.line);
    found
}

/// The document with spaces in the place of everything but these parts, which come in order, so that every place
/// keeps its number.
fn only(text: &str, parts: &[Range<usize>]) -> String {
    let blank = |part: &str| -> String {
        part.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect()
    };
    let (mut kept, mut end) = (String::with_capacity(text.len()), 0);
    for part in parts {
        kept.push_str(&blank(text.get(end..part.start).unwrap_or_default()));
        kept.push_str(text.get(part.clone()).unwrap_or_default());
        end = part.end;
    }
    kept
}

/// Addresses that stand in a text as they are, without what ends a sentence behind them.
fn bare_addresses(text: &str) -> impl Iterator<Item = &str> {
    let begins = |word: &&str| word.starts_with("http://") || word.starts_with("https://");
    text.split(|letter: char| {
        letter.is_whitespace() || "<>\"（）「」『』“”，。、；".contains(letter)
    })
    .filter(begins)
    .map(|word| word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')', ']', '\'', '*', '_']))
}

/// Every embed of an HTML document, in order.
pub fn in_html(text: &str) -> Vec<Embed> {
    let lines = Lines::of(text);
    let mut emitter = DefaultEmitter::<usize>::new_with_span();
    emitter.naively_switch_states(true);
    let mut found: Vec<Embed> = Vec::new();
    // Where the player that is open stands among them, and whether its scenario is being read.
    let (mut player, mut source) = (None, false);
    for token in Tokenizer::new_with_emitter(text, emitter).flatten() {
        match token {
            Token::StartTag(tag) => {
                let line = lines.at(tag.span.start);
                source = player.is_some() && is_source(&tag);
                if let Some(asks) = asked(&tag) {
                    if matches!(asks, Asks::Player(_)) {
                        player = Some(found.len());
                    }
                    found.push(Embed { line, asks });
                }
            }
            Token::String(words) if source => {
                let line = lines.at(words.span.start);
                if let Some(Asks::Player(player)) = player
                    .and_then(|place: usize| found.get_mut(place))
                    .map(|embed| &mut embed.asks)
                {
                    let (_, text) = player.source.get_or_insert((line, String::new()));
                    text.push_str(&String::from_utf8_lossy(&words.value));
                }
            }
            Token::EndTag(tag) => {
                source = false;
                if tag.name.as_slice() == PLAYER.as_bytes() {
                    player = None;
                }
            }
            _ => {}
        }
    }
    found
}

fn asked(tag: &StartTag<usize>) -> Option<Asks> {
    match tag.name.as_slice() {
        b"midturn-player" => {
            let attributes = tag.attributes.iter().map(|(name, value)| {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                (text(name), text(&value.value))
            });
            Some(Asks::Player(Player { attributes: attributes.collect(), source: None }))
        }
        b"a" => value(tag, b"href").map(Asks::Address),
        b"iframe" => value(tag, b"src").map(Asks::Address),
        _ => None,
    }
}

fn is_source(tag: &StartTag<usize>) -> bool {
    tag.name.as_slice() == b"script" && value(tag, b"type").as_deref() == Some("application/toml")
}

fn value(tag: &StartTag<usize>, name: &[u8]) -> Option<String> {
    let found = tag.attributes.iter().find(|(known, _)| known.as_slice() == name);
    found.map(|(_, value)| String::from_utf8_lossy(&value.value).into_owned())
}

/// Where the lines of a text begin.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Lines {
        Lines(text.match_indices('\n').map(|(place, _)| place).collect())
    }

    /// The line of a byte, from 1.
    fn at(&self, place: usize) -> u32 {
        let before = self.0.partition_point(|end| *end < place);
        u32::try_from(before).map_or(u32::MAX, |before| before.saturating_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses(embeds: &[Embed]) -> Vec<(u32, &str)> {
        let address = |embed: &'_ Embed| match &embed.asks {
            Asks::Address(address) => Some((embed.line, address.clone())),
            Asks::Player(_) => None,
        };
        let found: Vec<(u32, String)> = embeds.iter().filter_map(address).collect();
        found.into_iter().map(|(line, address)| (line, &*address.leak())).collect()
    }

    #[test]
    fn links_of_every_kind_are_found_in_markdown() {
        let text = "# A\n\n[one](x#/1) and <https://a.example/#/2>\n\nhttps://a.example/#/3。\n\n[three][ref]\n\n\
                    [ref]: y#/4\n\n<a\n  href='z#/5'>five</a>\n";
        let embeds = in_markdown(text);
        let found = addresses(&embeds);
        assert_eq!(
            found,
            [
                (3, "x#/1"),
                (3, "https://a.example/#/2"),
                (5, "https://a.example/#/3"),
                (7, "y#/4"),
                (11, "z#/5")
            ]
        );
    }

    #[test]
    fn examples_are_no_embeds() {
        let text = "```html\n<midturn-player scenario=\"x\">\n```\n\n`<a href=\"#/x\">`\n\n<!-- <midturn-player> -->\n\n    \
                    https://a.example/#/codex\n";
        assert_eq!(in_markdown(text), []);
    }

    #[test]
    fn a_player_brings_its_attributes_and_its_own_scenario() {
        let text = "text\n\n<midturn-player STEP='a &amp; b' lang=en>\n<script type=\"application/toml\">\nid = \"x\"\n</script>\n\
                    <p>shown <b>until</b> then</p>\n</midturn-player>\n\nmore\n";
        let [Embed { line: 3, asks: Asks::Player(player) }] = &in_markdown(text)[..] else {
            panic!("one player");
        };
        assert_eq!((player.get("step"), player.get("lang")), (Some("a & b"), Some("en")));
        assert_eq!(player.source, Some((4, "\nid = \"x\"\n".to_owned())));
    }

    #[test]
    fn anything_at_all_is_read_without_harm() {
        for text in [
            "",
            "<",
            "<midturn-player",
            "<midturn-player><script type=application/toml>",
            "[",
            "\u{0}<a href>",
            "é<iframe src='é",
        ] {
            in_markdown(text);
            in_html(text);
        }
    }
}
