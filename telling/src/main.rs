//! `midturn-telling`: figures and snippets for other people's documents, from the command line.

use midturn_locales::{FILES, NAMES, Words};
use midturn_scenarios::link::LENGTH_MAX;
use midturn_scenarios::{
    BUILT_IN, Catalog, Language, Story, fingerprint, pack, read_bytes, step_id,
};
use midturn_telling::drawing::snippet::{Embed, link, snippet};
use midturn_telling::drawing::svg::{Colours, Look, svg};
use midturn_telling::drawing::{Scene, mermaid::mermaid, text::text};
use midturn_telling::edition::Edition;
use midturn_telling::tale::Tale;
use midturn_telling::track::Grain;
use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

const HELP: &str = "\
Writes a moment of a scenario for other people's documents (docs/figures.md).

Usage: midturn-telling COMMAND SCENARIO [OPTIONS]

SCENARIO is the id of one of this repository's scenarios, or a file of your own.

Commands:
  embed    the whole snippet: the player's tag, in it the figure and the transcript
  svg      the figure as a file of its own, in the page's colours
  mermaid  who has sent what to whom, as a sequence diagram
  text     the transcript
  link     the link, with the scenario in it where that is your own

Options:
  --step ID      the step, as in links; without it the start
  --lang TAG     en (the default), zh-Hans or zh-Hant
  --theme NAME   auto (the default), light or dark
  --site URL     where the page is: the snippet then loads the player from there and links there
  --image FILE   write the figure into FILE, and let the snippet show that file
  --width N      the figure's width in pixels, 760 unless told; below 600 all stands below each other
";

/// What was asked.
struct Wish<'a> {
    command: &'a str,
    scenario: &'a str,
    step: Option<&'a str>,
    language: Language,
    theme: Option<&'a str>,
    site: Option<&'a str>,
    image: Option<&'a str>,
    width: u32,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    if words.is_empty() || words.iter().any(|word| matches!(*word, "--help" | "-h" | "help")) {
        say(HELP);
        return if words.is_empty() { ExitCode::from(2) } else { ExitCode::SUCCESS };
    }
    match Wish::of(&words).and_then(|wish| wish.grant()) {
        Ok(drawn) => {
            say(&drawn);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

impl<'a> Wish<'a> {
    fn of(words: &[&'a str]) -> Result<Wish<'a>, String> {
        let [command, scenario, rest @ ..] = words else {
            return Err(
                "a command and a scenario are needed; --help tells what there is".to_owned()
            );
        };
        let mut wish = Wish {
            command,
            scenario,
            step: None,
            language: Language::En,
            theme: None,
            site: None,
            image: None,
            width: Look::WIDE,
        };
        let mut rest = rest.iter();
        while let Some(option) = rest.next() {
            let value = *rest.next().ok_or_else(|| format!("{option} needs a value"))?;
            match *option {
                "--step" => wish.step = Some(value),
                "--lang" => wish.language = language(value)?,
                "--theme" if ["auto", "light", "dark"].contains(&value) => wish.theme = Some(value),
                "--theme" => return Err(format!("{value:?} is none of auto, light, dark")),
                "--site" => wish.site = Some(value),
                "--image" => wish.image = Some(value),
                "--width" => {
                    wish.width = value.parse().map_err(|_| format!("{value:?} is no width"))?
                }
                _ => {
                    return Err(format!("there is no option {option}; --help tells what there is"));
                }
            }
        }
        Ok(wish)
    }

    fn grant(&self) -> Result<String, String> {
        let (story, source) = self.story()?;
        let edition = self.edition(&story)?;
        let scene = self.scene(&edition)?;
        let colours = match self.theme {
            Some("light") => Colours::Light,
            Some("dark") => Colours::Dark,
            _ => Colours::Auto,
        };
        let figure = || svg(&scene, Look { width: self.width, colours });
        match self.command {
            "svg" => Ok(figure()),
            "mermaid" => Ok(mermaid(&scene)),
            "text" => Ok(text(&scene)),
            "link" => self.link(&scene, source.as_deref()),
            "embed" => {
                if let Some(file) = self.image {
                    std::fs::write(file, figure()).map_err(|error| format!("{file}: {error}"))?;
                }
                let site = self.site.map(|site| format!("{}/", site.trim_end_matches('/')));
                Ok(snippet(
                    &scene,
                    &Embed {
                        site: site.as_deref(),
                        theme: self.theme,
                        picture: self.image,
                        source: source.as_deref(),
                        width: self.width,
                    },
                ))
            }
            other => Err(format!("there is no command {other:?}; --help tells what there is")),
        }
    }

    fn link(&self, scene: &Scene<'_>, source: Option<&str>) -> Result<String, String> {
        let Some(link) = link(scene, source) else {
            return Err(format!(
                "{}: the scenario is too long for a link of {LENGTH_MAX} bytes; send the file itself",
                self.scenario
            ));
        };
        Ok(format!("{}{}\n", self.site.unwrap_or_default(), link.write()))
    }

    /// The scenario, and its source where it is not one of ours.
    fn story(&self) -> Result<(Story, Option<String>), String> {
        let is_it = |name: &str| {
            name.rsplit('/').next().and_then(|file| file.strip_suffix(".toml"))
                == Some(self.scenario)
        };
        let own = match BUILT_IN.iter().find(|(name, _)| is_it(name)) {
            Some((name, source)) => return understood(name, source.as_bytes()).map(|story| (story, None)),
            None => std::fs::read(self.scenario).map_err(|error| {
                format!(
                    "there is no scenario {:?} in this repository (midturn-scenarios list), and as a file: {error}",
                    self.scenario
                )
            })?,
        };
        let story = understood(self.scenario, &own)?;
        let source = String::from_utf8(own).map_err(|error| error.to_string())?;
        Ok((story, Some(embeddable(self.scenario, &source)?)))
    }

    fn edition(&self, story: &Story) -> Result<Edition, String> {
        let data = story.data.for_page();
        let print = fingerprint(&pack(&data));
        let tale = Tale::open(data, story.texts(self.language).clone(), print)
            .map_err(|unknown| format!("there is no system {:?}", unknown.0))?;
        let words = Arc::new(words(self.language)?);
        Ok(Edition::new(self.language, words, Catalog::default(), tale))
    }

    fn scene<'b>(&self, edition: &'b Edition) -> Result<Scene<'b>, String> {
        let (data, steps) = (&edition.tale.data, &edition.tale.record.steps);
        let step = match self.step {
            None => 0,
            Some(name) => step_id::find(data, steps, name).ok_or_else(|| {
                let told: Vec<&str> = data.beats.iter().map(|beat| beat.id.as_str()).collect();
                format!("there is no step {name:?}; the told ones are {}", told.join(", "))
            })?,
        };
        let told = edition.track(Grain::Told);
        // A step that nobody narrates, and a case, which narrates nothing, are shown step by step.
        let grain =
            if told.settle(step) == step && told.total() > 0 { Grain::Told } else { Grain::Every };
        Ok(Scene { edition, grain, step })
    }
}

fn language(tag: &str) -> Result<Language, String> {
    let known = Language::ALL.into_iter().find(|language| language.tag() == tag);
    known.ok_or_else(|| format!("{tag:?} is none of en, zh-Hans, zh-Hant"))
}

fn understood(name: &str, bytes: &[u8]) -> Result<Story, String> {
    read_bytes(name, bytes).map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        lines.join("\n")
    })
}

/// A source as it may stand in the tag. A blank line would end the snippet in Markdown, so blank lines go, where
/// that changes nothing; the end of a script cannot be written inside of one.
fn embeddable(name: &str, source: &str) -> Result<String, String> {
    let lower = source.to_ascii_lowercase();
    if lower.contains("</script") || lower.contains("<!--") {
        return Err(format!(
            "{name}: a scenario with `</script` or `<!--` in it cannot stand in HTML"
        ));
    }
    let lines: String = source
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| format!("{line}\n"))
        .collect();
    let is_the_same =
        understood(name, lines.as_bytes()).ok() == understood(name, source.as_bytes()).ok();
    if is_the_same {
        return Ok(lines);
    }
    Err(format!("{name}: a text of it has a blank line, which would end the snippet in Markdown"))
}

fn words(language: Language) -> Result<Words, String> {
    let of = |files: &[(&str, &'static str)]| {
        files.iter().find(|(tag, _)| *tag == language.tag()).map_or("", |(_, packed)| packed)
    };
    let words = Words::parse(of(&FILES)).and_then(|words| words.with(of(&NAMES)));
    words.map_err(|_| "the page's words are of another version".to_owned())
}

/// Prints. A reader that has gone away (`| head`) is no fault of ours.
fn say(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}
