//! Colours of a figure.
//!
//! Without any style sheet a figure takes the colour of the text around it and shows origins in colours that stand
//! out from white and from black. A figure that is a document of its own also brings the page's light and dark
//! colours; where a host's policy, a feed or a sanitizer takes that away, the first remains.

/// Whose colours a figure has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// Those of the text around it: for a figure inside a document. No style sheet, so nothing to be blocked and
    /// nothing that could reach the document's other elements.
    #[default]
    Surroundings,
    /// The page's, light or dark as the reader prefers: for a file of its own.
    Auto,
    /// The page's light ones.
    Light,
    /// The page's dark ones.
    Dark,
}

impl Colours {
    /// The style sheet that they need.
    pub(super) fn style(self) -> String {
        match self {
            Colours::Surroundings => String::new(),
            Colours::Light => sheet(&[LIGHT]),
            Colours::Dark => sheet(&[DARK]),
            Colours::Auto => sheet(&[LIGHT, "@media (prefers-color-scheme:dark){", DARK, "}"]),
        }
    }
}

fn sheet(palette: &[&str]) -> String {
    let rule = |(what, how): &(&str, &str)| [".midturn-figure ", what, "{", how, "}"].concat();
    let rules: String = RULES.iter().map(rule).collect();
    ["<style>", &palette.concat(), &rules, FORCED, "</style>"].concat()
}

/// The colours of style/tokens.css.
const LIGHT: &str = ".midturn-figure{color-scheme:light;color:#22201c;--sheet:#fffdf9;--well:#f0ede5;--soft:#5c564b;--line:#d9d3c5;--edge:#8d8574;--moved:#954200;--wash:#fdf0dd;--on:#fff;--user:#1d4ed8;--agent:#7a2fa8;--tool:#1f6b3a;--host:#5c564b;--model:#0b5a6b}";
const DARK: &str = ".midturn-figure{color-scheme:dark;color:#ecebe6;--sheet:#1f2125;--well:#191a1e;--soft:#b0aca1;--line:#383a40;--edge:#80796b;--moved:#f5b361;--wash:#36290f;--on:#101114;--user:#93b8ff;--agent:#d7a6f5;--tool:#86d6a0;--host:#c3bdae;--model:#7fd0df}";
/// What the classes of [`super::pen`] mean. They hold inside of a figure only.
const RULES: [(&str, &str); 17] = [
    (".sheet", "fill:var(--sheet)"),
    (".card", "fill:var(--sheet);stroke:var(--line);stroke-opacity:1"),
    (".well", "fill:var(--well);fill-opacity:1"),
    (".tray", "stroke:var(--edge);stroke-opacity:1"),
    (".soft", "fill:var(--soft);fill-opacity:1"),
    (".moved", "stroke:var(--moved)"),
    (".card.moved", "fill:var(--wash)"),
    (".news", "fill:var(--moved)"),
    (".lit", "fill:currentColor"),
    (".unlit", "fill:var(--sheet);fill-opacity:0"),
    (".on", "fill:var(--on)"),
    (".user", "fill:var(--user)"),
    (".agent", "fill:var(--agent)"),
    (".tool", "fill:var(--tool)"),
    (".host", "fill:var(--host)"),
    (".model", "fill:var(--model)"),
    (".line", "stroke:var(--line);stroke-opacity:1"),
];
/// Where the reader's system decides about colours, only its own are used.
const FORCED: &str = "@media (forced-colors:active){.midturn-figure{color:CanvasText;--sheet:Canvas;--well:Canvas;--soft:CanvasText;--line:CanvasText;--edge:CanvasText;--moved:Highlight;--wash:Canvas;--on:Canvas;--user:CanvasText;--agent:CanvasText;--tool:CanvasText;--host:CanvasText;--model:CanvasText}}";

/// The colour of an origin where there is no style sheet.
pub(super) fn plain(origin: &str) -> &'static str {
    match origin {
        "user" => "#2f62d9",
        "agent" => "#9045bd",
        "tool" => "#27794a",
        "model" => "#157386",
        _ => "#6e675a",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The relative luminance of `#rrggbb`, as WCAG defines it.
    fn luminance(colour: &str) -> f64 {
        let part = |at: usize| {
            let value = u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour");
            let value = f64::from(value) / 255.0;
            if value <= 0.03928 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn origins_stand_out_from_light_and_dark_and_their_letters_from_them() {
        for origin in ["user", "agent", "tool", "host", "model"] {
            let colour = plain(origin);
            assert!(contrast(colour, "#ffffff") >= 4.5, "{origin}: its letter, and a white page");
            assert!(contrast(colour, "#16171a") >= 3.0, "{origin}: a dark page");
        }
    }

    #[test]
    fn text_of_both_palettes_can_be_read_on_all_that_it_stands_on() {
        for palette in [LIGHT, DARK] {
            let colour = |name: &str| {
                let from =
                    palette.find(&format!("{name}:#")).expect("in the palette") + name.len() + 1;
                let colour = palette[from..].split([';', '}']).next().expect("a value");
                // #abc is short for #aabbcc.
                let double = |letter: char| [letter, letter].into_iter().collect::<String>();
                match colour.len() {
                    4 => format!("#{}", colour.chars().skip(1).map(double).collect::<String>()),
                    _ => colour.to_owned(),
                }
            };
            for ground in ["--sheet", "--well", "--wash"] {
                for ink in [";color", "--soft", "--moved"] {
                    let found = contrast(&colour(ink), &colour(ground));
                    assert!(found >= 4.5, "{ink} on {ground}: {found}");
                }
            }
            for origin in ["--user", "--agent", "--tool", "--host", "--model"] {
                assert!(contrast(&colour(origin), &colour("--on")) >= 4.5, "{origin}");
                assert!(contrast(&colour(origin), &colour("--sheet")) >= 3.0, "{origin}");
            }
        }
    }
}
