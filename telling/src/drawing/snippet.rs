//! What an author pastes into a document: the tag of the player, and inside it the figure and the transcript, which
//! stand there until the player is ready, and wherever it never will be.

use super::Scene;
use super::clean::markup;
use super::svg::{Look, svg};
use super::text::sentences;
use midturn_locales::{Key, Words};
use midturn_scenarios::carried::carry;
use midturn_scenarios::link::Link;

/// How a moment is embedded.
#[derive(Clone, Copy, Debug)]
pub struct Embed<'a> {
    /// The address of the page, up to its last `/`. Without it the figure leads nowhere, and the script has to come
    /// from elsewhere.
    pub site: Option<&'a str>,
    /// The player's theme, where it is not to follow the reader's.
    pub theme: Option<&'a str>,
    /// The address of the picture; without it the picture itself is part of the snippet.
    pub picture: Option<&'a str>,
    /// The width for which the picture is laid out.
    pub width: u32,
    /// The scenario's source, where it is the author's own.
    pub source: Option<&'a str>,
}

impl Default for Embed<'_> {
    fn default() -> Self {
        Embed { site: None, theme: None, picture: None, width: Look::WIDE, source: None }
    }
}

/// The snippet. It has no blank line, so Markdown leaves it whole, and no brace that MDX would read.
pub fn snippet(scene: &Scene<'_>, embed: &Embed<'_>) -> String {
    let edition = scene.edition;
    let (words, tag) = (&*edition.words, edition.language.tag());
    let step = edition.link(scene.step, scene.grain).step;
    let mut attributes = vec![("lang", tag.to_owned())];
    if embed.source.is_none() {
        attributes.insert(0, ("scenario", edition.tale.data.plan.id.clone()));
    }
    attributes.extend(step.map(|step| ("step", step)));
    attributes.extend(embed.theme.map(|theme| ("theme", theme.to_owned())));
    attributes.push(("data-version", format!("{:016x}", edition.tale.fingerprint)));
    let attributes: String =
        attributes.iter().map(|(name, value)| format!(" {name}=\"{}\"", markup(value))).collect();
    let script = embed.site.map(|site| {
        format!("<script type=\"module\" src=\"{}\"></script>\n", markup(&[site, ELEMENT].concat()))
    });
    let source = embed
        .source
        .map(|source| format!("<script type=\"application/toml\">\n{source}</script>\n"));
    let onward = embed.site.zip(link(scene, embed.source)).map(|(site, link)| {
        let address = markup(&[site, &link.write()].concat());
        format!(" <a href=\"{address}\">{}</a>", markup(words.name("figure", "open")))
    });
    [
        script.as_deref().unwrap_or_default(),
        &format!("<midturn-player{attributes}>\n"),
        source.as_deref().unwrap_or_default(),
        &format!("<figure lang=\"{tag}\">\n"),
        &picture(scene, embed),
        &format!(
            "<figcaption>{}{}</figcaption>\n</figure>\n",
            markup(&[&scene.system(), " · ", &scene.place()].concat()),
            onward.unwrap_or_default()
        ),
        &transcript(scene, words),
        "</midturn-player>\n",
    ]
    .concat()
}

/// The link to a scene, with the scenario in it where that is the author's own. Nothing where the scenario is too long
/// for any link: then its file is what can be sent.
pub fn link(scene: &Scene<'_>, source: Option<&str>) -> Option<Link> {
    let link = scene.edition.link(scene.step, scene.grain);
    let toml = match source {
        Some(source) => Some(carry(source)?),
        None => None,
    };
    Some(Link { toml, ..link }).filter(Link::fits)
}

/// The script that makes the tag a player, below the page's address.
pub const ELEMENT: &str = "element.js";

fn picture(scene: &Scene<'_>, embed: &Embed<'_>) -> String {
    match embed.picture {
        None => svg(scene, Look { width: embed.width, ..Look::default() }),
        Some(address) => {
            let address = markup(address);
            format!("<img src=\"{address}\" alt=\"{}\">\n", markup(&scene.described()))
        }
    }
}

/// The question, and an item a sentence.
fn transcript(scene: &Scene<'_>, words: &Words) -> String {
    let tag = scene.edition.language.tag();
    let (items, rest): (Vec<_>, Vec<_>) =
        sentences(scene).into_iter().partition(|(number, _)| number.is_some());
    let item = |(_, sentence): &(Option<usize>, String)| format!("<li>{}</li>\n", markup(sentence));
    let items: String = items.iter().map(item).collect();
    let list = match items.as_str() {
        "" => String::new(),
        _ => format!(
            "<ol lang=\"{tag}\" aria-label=\"{}\">\n{items}</ol>\n",
            markup(words.get(Key::Transcript))
        ),
    };
    let rest: String = rest
        .iter()
        .map(|(_, sentence)| format!("<p lang=\"{tag}\">{}</p>\n", markup(sentence)))
        .collect();
    let heading = markup(scene.edition.tale.heading());
    format!("<p lang=\"{tag}\"><strong>{heading}</strong></p>\n{list}{rest}")
}
