//! Draws downwards: a column of texts, cards and frames, each below the one before.
//!
//! Every element says with attributes alone how it looks; its classes let a style sheet say it better
//! ([`super::palette`]). Everything is measured in whole pixels.

use super::palette;
use super::wrap::wrap;
use crate::card::Card;
use crate::drawing::clean::{clean, markup};
use midturn_locales::{Key, Words};

/// Lines of a card at most. The transcript beside a figure tells the story; the card only has to be recognised.
const CARD_LINES: usize = 5;
/// Lines of anything else.
const LINES: usize = 12;
const MARK: u32 = 20;

/// How a text is set.
#[derive(Clone, Copy)]
pub struct Type {
    size: u32,
    line: u32,
    above: u32,
    look: &'static str,
    indent: u32,
}

impl Type {
    /// The question of a story, and the sentence of a step.
    pub const LARGE: Type = Type { size: 17, line: 24, above: 0, look: "", indent: 0 };
    /// The head of a column.
    pub const HEAD: Type =
        Type { size: 14, line: 22, above: 2, look: " font-weight=\"600\"", indent: 0 };
    /// Plain text.
    pub const TEXT: Type = Type { size: 13, line: 18, above: 0, look: "", indent: 0 };
    /// What is said beside something.
    pub const SOFT: Type = Type {
        size: 12,
        line: 16,
        above: 0,
        look: " class=\"soft\" fill-opacity=\".85\"",
        indent: 0,
    };
    /// The name of a tray.
    pub const NAME: Type =
        Type { size: 12, line: 18, above: 4, look: " font-weight=\"600\"", indent: 0 };
    /// What is new in this step.
    pub const NEWS: Type = Type {
        size: 12,
        line: 16,
        above: 0,
        look: " class=\"news\" font-weight=\"600\"",
        indent: 0,
    };

    /// The same, so far to the right.
    #[must_use]
    pub const fn indented(self, indent: u32) -> Type {
        Type { indent, ..self }
    }
}

/// The border of a frame. The areas of a system differ by it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Border {
    /// None: a ground that is a little darker.
    Well,
    /// A staging area, by its place among them.
    Area(usize),
    /// A box around something on its way.
    Thin,
    /// The same, and something has changed in it.
    Moved,
}

/// A column that grows downwards.
pub struct Column {
    x: u32,
    y: u32,
    width: u32,
    drawn: String,
}

impl Column {
    /// An empty column.
    pub fn new(x: u32, y: u32, width: u32) -> Column {
        Column { x, y, width, drawn: String::new() }
    }

    /// Where it ends.
    pub fn end(&self) -> u32 {
        self.y
    }

    /// What has been drawn.
    pub fn drawn(&self) -> &str {
        &self.drawn
    }

    /// Columns of the same width beside each other, as many as fit, each filled by its place.
    pub fn side_by_side(&mut self, width: u32, gap: u32, fill: impl Fn(&mut Column, usize)) {
        let (mut x, mut end, mut place) = (self.x, self.y, 0);
        while x + width <= self.x + self.width {
            let mut column = Column::new(x, self.y, width);
            fill(&mut column, place);
            self.drawn.push_str(&column.drawn);
            end = end.max(column.y);
            x += width + gap;
            place += 1;
        }
        self.y = end;
    }

    /// Leaves room.
    pub fn gap(&mut self, height: u32) {
        self.y += height;
    }

    /// Sets a text, on as many lines as it needs.
    pub fn text(&mut self, text: &str, kind: Type) {
        self.set(text, kind, LINES);
    }

    fn set(&mut self, text: &str, kind: Type, lines_max: usize) {
        let width = self.width.saturating_sub(kind.indent);
        self.y += kind.above;
        for line in wrap(&clean(text), kind.size, width, lines_max) {
            let base = self.y + (kind.line + kind.size * 3 / 4) / 2;
            let (x, size) = (self.x + kind.indent, kind.size);
            let line = markup(&line);
            self.drawn.push_str(&format!(
                "<text x=\"{x}\" y=\"{base}\" font-size=\"{size}\"{}>{line}</text>\n",
                kind.look
            ));
            self.y += kind.line;
        }
    }

    /// A frame around what is drawn in it.
    pub fn frame(&mut self, border: Border, fill: impl FnOnce(&mut Column)) {
        const PAD: u32 = 8;
        let inner_width = self.width.saturating_sub(2 * PAD);
        let mut inner = Column::new(self.x + PAD, self.y + PAD, inner_width);
        fill(&mut inner);
        let height = inner.y + PAD - self.y;
        self.rect((self.x, self.y, self.width, height), border);
        self.drawn.push_str(&inner.drawn);
        self.y += height + 8;
    }

    fn rect(&mut self, (x, y, width, height): (u32, u32, u32, u32), border: Border) {
        let look = match border {
            Border::Well => "class=\"well\" fill=\"currentColor\" fill-opacity=\".06\"",
            Border::Thin => {
                "class=\"line\" fill=\"none\" stroke=\"currentColor\" stroke-opacity=\".4\""
            }
            Border::Moved => {
                "class=\"moved\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2.5\""
            }
            Border::Area(_) => {
                "class=\"well tray\" fill=\"currentColor\" fill-opacity=\".06\" \
                 stroke=\"currentColor\" stroke-opacity=\".65\" stroke-width=\"2\""
            }
        };
        // The first area has a plain line, the second a dashed one, the third a dotted one, then dash and dot.
        let dashes = match border {
            Border::Area(1) => " stroke-dasharray=\"7 4\"",
            Border::Area(2) => " stroke-dasharray=\"2 3\"",
            Border::Area(3..) => " stroke-dasharray=\"9 3 2 3\"",
            _ => "",
        };
        self.drawn.push_str(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"7\" {look}{dashes}/>\n"
        ));
    }

    /// A card: the mark of its origin, what sort of message it is, its words, and where it came from.
    pub fn card(&mut self, words: &Words, card: &Card, here: &str) {
        const PAD: u32 = 6;
        let mut body = Column::new(self.x + PAD, self.y + PAD, self.width.saturating_sub(2 * PAD));
        body.set(&card.label, Type::SOFT.indented(MARK + 8), 2);
        body.set(&card.text, Type::TEXT.indented(MARK + 8), CARD_LINES);
        if let Some(from) = &card.came_from {
            let from = match from {
                Some(place) if place == here => words.get(Key::MovedBack).to_owned(),
                Some(place) => words.fill(Key::MovedFrom, &[("place", place)]),
                None => words.get(Key::MovedNew).to_owned(),
            };
            body.text(&from, Type::NEWS.indented(MARK + 8));
        }
        let height = (body.y + PAD - self.y).max(MARK + 2 * PAD);
        let look = match card.came_from {
            Some(_) => "class=\"card moved\" stroke-width=\"2.5\"",
            None => "class=\"card\" stroke-opacity=\".4\"",
        };
        let (x, y, width) = (self.x, self.y, self.width);
        self.drawn.push_str(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"none\" \
             stroke=\"currentColor\" {look}/>\n"
        ));
        self.mark(card, x + PAD, y + PAD);
        self.drawn.push_str(&body.drawn);
        self.y += height + 6;
    }

    /// An origin has a shape and a letter of its own.
    fn mark(&mut self, card: &Card, x: u32, y: u32) {
        let (colour, origin, letter) = (palette::plain(card.origin), card.origin, card.letter);
        let (far, half) = (MARK, MARK / 2);
        let shape = match origin {
            "user" => format!("<circle cx=\"{}\" cy=\"{}\" r=\"{half}\"", x + half, y + half),
            // A speech bubble, a box, a sheet with a folded corner, and a hexagon.
            "agent" => format!(
                "<path d=\"M{x} {y}m9 0h2a9 9 0 0 1 9 9v2a9 9 0 0 1 -9 9h-11v-11a9 9 0 0 1 9 -9z\""
            ),
            "tool" => format!("<rect x=\"{x}\" y=\"{y}\" width=\"{far}\" height=\"{far}\""),
            "host" => format!("<path d=\"M{x} {y}h14l6 6v14h-20z\""),
            _ => format!("<path d=\"M{x} {y}m5 0h10l5 10l-5 10h-10l-5 -10z\""),
        };
        let (middle, base) = (x + half, y + half + 5);
        self.drawn.push_str(&format!(
            "{shape} class=\"{origin}\" fill=\"{colour}\"/>\n<text x=\"{middle}\" y=\"{base}\" class=\"on\" \
             fill=\"#fff\" font-size=\"13\" font-weight=\"700\" text-anchor=\"middle\">{letter}</text>\n"
        ));
    }

    /// The letter of an area, in a box, and its name beside it.
    pub fn lettered(&mut self, letter: &str, name: &str) {
        let (x, y) = (self.x, self.y);
        self.drawn.push_str(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"22\" height=\"22\" rx=\"4\" fill=\"none\" \
             stroke=\"currentColor\" stroke-width=\"2\"/>\n<text x=\"{}\" y=\"{}\" font-size=\"14\" \
             font-weight=\"700\" text-anchor=\"middle\">{}</text>\n",
            x + 11,
            y + 16,
            markup(letter)
        ));
        self.gap(2);
        self.text(name, Type { above: 0, ..Type::NAME }.indented(30));
        self.y = self.y.max(y + 26);
    }

    /// One arm of a signal.
    pub fn arm(&mut self, name: &str, is_lit: bool) {
        let (x, y, middle) = (self.x, self.y, self.y + 9);
        let look = if is_lit {
            "class=\"lit\" fill=\"currentColor\""
        } else {
            "class=\"unlit\" fill=\"none\""
        };
        self.drawn.push_str(&format!(
            "<circle cx=\"{}\" cy=\"{middle}\" r=\"6\" {look} stroke=\"currentColor\" stroke-width=\"1.5\"/>\n",
            x + 7
        ));
        self.y = y;
        self.text(
            name,
            if is_lit {
                Type { above: 0, ..Type::NAME }.indented(22)
            } else {
                Type::SOFT.indented(22)
            },
        );
        self.y = self.y.max(y + 20);
    }
}
