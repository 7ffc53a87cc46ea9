//! The stage of one moment as a picture.
//!
//! It shows what the page shows: who waits where and in which order, the flags, the turn, the last request, what
//! moved in this step, and the sentence. Origins differ by shape and letter, areas by letter and border, so nothing
//! hangs on colour. Whoever cannot see it gets its description in words.
//!
//! No script, no link, no font, no image, no id: it may stand in a page many times. Its size follows from the
//! texts by whole numbers, so the same scene is the same file everywhere.

mod describe;
mod letters;
mod palette;
mod parts;
mod pen;
mod wrap;

use super::Scene;
use super::clean::markup;
use pen::{Column, Type};

pub(super) use describe::describe;
pub use palette::Colours;

/// How a figure is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Its width in pixels; what lies outside of [`Look::NARROWEST`] and [`Look::WIDEST`] is taken for these.
    pub width: u32,
    /// Whose colours it has.
    pub colours: Colours,
}

impl Look {
    /// For a column of text.
    pub const WIDE: u32 = 760;
    /// For a telephone: everything below each other.
    pub const NARROW: u32 = 360;
    /// The narrowest figure that can be read.
    pub const NARROWEST: u32 = 280;
    /// The widest one that makes sense.
    pub const WIDEST: u32 = 1_600;
    /// From this width on, three columns stand side by side.
    const COLUMNS_FROM: u32 = 600;

    fn width(self) -> u32 {
        self.width.clamp(Look::NARROWEST, Look::WIDEST)
    }
}

impl Default for Look {
    fn default() -> Look {
        Look { width: Look::WIDE, colours: Colours::default() }
    }
}

const PAD: u32 = 12;
const GAP: u32 = 10;
const FONTS: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

/// The picture. A figure that stands among text ([`Colours::Surroundings`]) is as wide as there is room; one that
/// is a file of its own has its size in pixels.
pub fn svg(scene: &Scene<'_>, look: Look) -> String {
    let (width, stage) = (look.width(), scene.stage());
    let inner = width - 2 * PAD;
    let mut drawn = Column::new(PAD, PAD, inner);
    drawn.text(scene.edition.tale.heading(), Type::HEAD);
    drawn.text(&[&scene.system(), " · ", &scene.place()].concat(), Type::SOFT);
    drawn.gap(8);
    drawn.text(&scene.sentence(), Type::LARGE);
    drawn.gap(GAP);
    let words = &*scene.edition.words;
    if width < Look::COLUMNS_FROM {
        parts::all().iter().for_each(|part| part(&mut drawn, words, &stage));
    } else {
        let third = (inner - 2 * GAP) / 3;
        drawn.side_by_side(third, GAP, |column, place| {
            if let Some(part) = parts::all().get(place) {
                part(column, words, &stage);
            }
        });
    }
    let height = drawn.end() + PAD;
    let size = match look.colours {
        Colours::Surroundings => "width=\"100%\"".to_owned(),
        _ => format!("width=\"{width}\" height=\"{height}\""),
    };
    let tag = scene.edition.language.tag();
    let title = [scene.edition.tale.heading(), " · ", &scene.place()].concat();
    [
        &format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"midturn-figure\" role=\"img\" xml:lang=\"{tag}\" \
             lang=\"{tag}\" {size} viewBox=\"0 0 {width} {height}\" fill=\"currentColor\" \
             font-family=\"{FONTS}\">\n"
        ),
        &format!("<title>{}</title>\n", markup(&title)),
        &format!("<desc>{}</desc>\n", markup(&describe(scene, &stage))),
        &look.colours.style(),
        &format!(
            "<rect class=\"sheet\" width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"none\"/>\n"
        ),
        drawn.drawn(),
        "</svg>\n",
    ]
    .concat()
}
