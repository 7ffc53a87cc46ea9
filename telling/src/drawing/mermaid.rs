//! A sequence diagram in Mermaid's language: who has handed what to whom, and what was told about it.
//!
//! It is read off the trace and knows no system: a message that goes from one party's place to another's is an
//! arrow, and so are a request, a receipt, an event, and a tool that begins or ends.

use super::Scene;
use super::clean::escape;
use crate::tale::Tale;
use crate::teller::Teller;
use midturn_engine::lab::Moment;
use midturn_engine::world::{Actor, Message, MessageId, Place, Step, ToolState, ToolView};
use midturn_locales::Key;

/// Mermaid draws no diagram of more than 50,000 characters. Of a longer one the beginning is left out.
const LENGTH_MAX: usize = 45_000;

/// Who takes part, in the order of the columns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Party {
    Client,
    Host,
    Agent(String),
    Program,
    Model,
    Tool(String),
}

/// What is drawn, from top to bottom.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    /// From, the arrow, to, what is handed over.
    Arrow(Party, &'static str, Party, String),
    /// What is told.
    Note(String),
}

const HANDS_OVER: &str = "->>";
const ANSWERS: &str = "-->>";
const TELLS: &str = "-)";

/// The diagram of everything up to a scene.
pub fn mermaid(scene: &Scene<'_>) -> String {
    let mut lines = Vec::new();
    let view = View { teller: scene.edition.teller(), tale: &scene.edition.tale };
    let told = super::text::sentences(scene);
    let track = scene.edition.track(scene.grain);
    for step in view.tale.between(0, scene.step) {
        view.arrows(step, &mut lines);
        let is_stop = track.settle(step.seq) == step.seq;
        if !is_stop {
            continue;
        }
        view.events(step, &mut lines);
        let number = Some(track.number(step.seq));
        if let Some((Some(number), sentence)) = told.iter().find(|(known, _)| *known == number) {
            lines.push(Line::Note([&number.to_string(), ". ", sentence].concat()));
        }
    }
    if let Some((None, sentence)) = told.last() {
        lines.push(Line::Note(sentence.clone()));
    }
    view.write(scene, &lines)
}

/// What is needed to draw a step.
struct View<'a> {
    teller: Teller<'a>,
    tale: &'a Tale,
}

impl View<'_> {
    fn arrows(&self, step: &Step, lines: &mut Vec<Line>) {
        let (Some(now), Some(past)) =
            (self.tale.moment(step.seq), self.tale.moment(step.seq.saturating_sub(1)))
        else {
            return;
        };
        self.moves(step, lines);
        if now.requests.len() > past.requests.len() {
            let words = self.teller.plain(step);
            lines.push(Line::Arrow(Party::Program, HANDS_OVER, Party::Model, words));
        }
        for entry in now.receipts.get(past.receipts.len()..).unwrap_or_default() {
            let asked = self.tale.input(&entry.input).map(|input| party(&input.actor));
            let asked = asked.unwrap_or(Party::Client);
            if asked != Party::Program {
                lines.push(Line::Arrow(Party::Program, ANSWERS, asked, entry.receipt.to_string()));
            }
        }
        self.tools(&now, &past, lines);
    }

    /// What everyone who listens is told in a step. Between two stops that is too much for a figure.
    fn events(&self, step: &Step, lines: &mut Vec<Line>) {
        let sent = |n: u32| self.tale.moment(n).map_or(&[][..], |moment| moment.events);
        let before = sent(step.seq.saturating_sub(1)).len();
        for event in sent(step.seq).get(before..).unwrap_or_default() {
            let turn = event.turn.map(|turn| [" (", turn.as_str(), ")"].concat());
            let words = [event.name, turn.as_deref().unwrap_or_default()].concat();
            lines.push(Line::Arrow(Party::Program, TELLS, Party::Client, words));
        }
    }

    /// Messages that change hands. Those that go the same way at once share an arrow.
    fn moves(&self, step: &Step, lines: &mut Vec<Line>) {
        let mut ways: Vec<(Party, Party, Vec<&MessageId>)> = Vec::new();
        for change in &step.moves {
            let message = self.tale.message(&change.message);
            let places = holder(&change.from, message).zip(holder(&change.to, message));
            let Some((from, to)) = places else { continue };
            if from == to {
                continue;
            }
            match ways.iter_mut().find(|(known, there, _)| *known == from && *there == to) {
                Some((_, _, messages)) => messages.push(&change.message),
                None => ways.push((from, to, vec![&change.message])),
            }
        }
        let comma = self.teller.words.get(Key::ListComma);
        for (from, to, messages) in ways {
            let quotes: Vec<String> = messages.iter().map(|id| self.named(id)).collect();
            lines.push(Line::Arrow(from, HANDS_OVER, to, quotes.join(comma)));
        }
    }

    /// A message with what sort of message it is.
    fn named(&self, id: &MessageId) -> String {
        let label = self.tale.message(id).map(|message| self.teller.content(message));
        let quote = self.teller.quote(id);
        match label.filter(|label| *label != quote) {
            Some(label) => [&label, " ", &quote].concat(),
            None => quote,
        }
    }

    /// Tools that begin or end in a step.
    fn tools(&self, now: &Moment<'_>, past: &Moment<'_>, lines: &mut Vec<Line>) {
        for view in now.snapshot.tools.iter() {
            let before = past.snapshot.tools.iter().find(|known| known.call == view.call);
            let reached = before.map_or(0, |before| before.reached.len());
            let new = view.reached.get(reached..).unwrap_or_default();
            let state = |view: &ToolView| {
                self.teller.words.name("tool-state", view.state.name()).to_owned()
            };
            let tool = Party::Tool(view.tool.clone());
            if new.is_empty() || view.state == ToolState::Admitted {
                continue;
            }
            lines.push(if view.state.is_final() {
                Line::Arrow(tool, ANSWERS, Party::Program, state(view))
            } else {
                Line::Arrow(Party::Program, HANDS_OVER, tool, state(view))
            });
        }
    }

    fn name(&self, party: &Party) -> String {
        let words = self.teller.words;
        match party {
            Party::Client => words.get(Key::People).to_owned(),
            Party::Host => self.teller.actor(&Actor::Host),
            Party::Agent(name) => self.teller.actor(&Actor::Agent(name.as_str().into())),
            Party::Program => words.get(Key::Program).to_owned(),
            Party::Model => words.get(Key::Model).to_owned(),
            Party::Tool(name) => [words.name("actor", "tool"), " ", name].concat(),
        }
    }

    fn write(&self, scene: &Scene<'_>, lines: &[Line]) -> String {
        let mut parties = vec![Party::Client, Party::Program, Party::Model];
        for line in lines {
            if let Line::Arrow(from, _, to, _) = line {
                parties.extend([from.clone(), to.clone()]);
            }
        }
        parties.sort();
        parties.dedup();
        let id = |party: &Party| match parties.binary_search(party) {
            Ok(place) | Err(place) => ["p", &place.to_string()].concat(),
        };
        let all = [&id(&Party::Client), ",", &id(parties.last().unwrap_or(&Party::Model))].concat();
        let mut head = format!(
            "sequenceDiagram\n    accTitle: {}\n    accDescr: {}\n",
            word(self.tale.heading()),
            word(&scene.sentence()),
        );
        for party in &parties {
            head.push_str(&format!(
                "    participant {} as {}\n",
                id(party),
                word(&self.name(party))
            ));
        }
        let note = |words: &str| format!("    Note over {all}: {}\n", word(words));
        let drawn = lines.iter().map(|line| match line {
            Line::Arrow(from, arrow, to, words) => {
                format!("    {}{arrow}{}: {}\n", id(from), id(to), word(words))
            }
            Line::Note(words) => note(words),
        });
        let mut drawn: Vec<String> = drawn.collect();
        let (whole, mut length) =
            (drawn.len(), head.len() + drawn.iter().map(String::len).sum::<usize>());
        drawn.reverse();
        while length > LENGTH_MAX {
            length -= drawn.pop().map_or(length, |line| line.len());
        }
        if drawn.len() < whole {
            drawn.push(note("…"));
        }
        drawn.reverse();
        [head, drawn.concat()].concat()
    }
}

fn party(actor: &Actor) -> Party {
    match actor {
        Actor::User | Actor::Client => Party::Client,
        Actor::Host => Party::Host,
        Actor::Agent(name) => Party::Agent(name.to_string()),
        Actor::Session | Actor::Turn | Actor::Queue | Actor::Tool(_) => Party::Program,
        Actor::Model => Party::Model,
    }
}

/// In whose hands a message is in a place; in nobody's before it is written.
fn holder(place: &Place, message: Option<&Message>) -> Option<Party> {
    Some(match *place {
        Place::UNWRITTEN => return None,
        Place::CLIENT => Party::Client,
        Place::HOST => Party::Host,
        Place::MODEL => Party::Model,
        Place::AGENTS => Party::Agent(message?.mail()?.author.clone()),
        _ => Party::Program,
    })
}

/// A text as Mermaid shows it and does not read it: everything in ASCII that is no letter, no digit and no
/// harmless mark is written as its number. A text that is empty would end the diagram.
fn word(text: &str) -> String {
    let escaped = escape(text, numbered);
    if escaped.is_empty() { "…".to_owned() } else { escaped }
}

fn numbered(letter: char) -> Option<&'static str> {
    Some(match letter {
        '!' => "#33;",
        '"' => "#34;",
        '#' => "#35;",
        '$' => "#36;",
        '%' => "#37;",
        '&' => "#38;",
        '\'' => "#39;",
        '(' => "#40;",
        ')' => "#41;",
        '*' => "#42;",
        '+' => "#43;",
        '-' => "#45;",
        ':' => "#58;",
        ';' => "#59;",
        '<' => "#60;",
        '=' => "#61;",
        '>' => "#62;",
        '@' => "#64;",
        '[' => "#91;",
        '\\' => "#92;",
        ']' => "#93;",
        '^' => "#94;",
        '_' => "#95;",
        '`' => "#96;",
        '{' => "#123;",
        '|' => "#124;",
        '}' => "#125;",
        '~' => "#126;",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use crate::track::Grain;

    fn drawn(stop: usize) -> String {
        let edition = sample::edition("en");
        let step = edition.track(Grain::Told).stop(stop);
        mermaid(&Scene { edition: &edition, grain: Grain::Told, step })
    }

    #[test]
    fn messages_requests_receipts_and_tools_are_arrows() {
        let all = drawn(99);
        for line in [
            "p0->>p2: user message “Fix the failing login test.”",
            "p2-->>p0: Started#40;in#45;ask#41;",
            "p2-)p0: TurnComplete #40;in#45;ask#41;",
            "p2->>p3: Request 1 goes to the model.",
            "p1->>p2: mail from /helper “One test still fails.”",
            "p2->>p4: at work",
            "p4-->>p2: done, not recorded",
            "Note over p0,p4: 5. Done.",
        ] {
            assert!(all.contains(line), "{line} is not in\n{all}");
        }
    }

    #[test]
    fn it_ends_at_the_step() {
        let early = drawn(1);
        assert!(early.ends_with("Note over p0,p2: 1. You type.\n"), "{early}");
        assert!(!early.contains("->>p"), "{early}");
        assert!(drawn(0).ends_with("Note over p0,p2: Nothing has happened yet.\n"));
    }

    #[test]
    fn what_people_write_is_not_read_by_mermaid() {
        let all = drawn(99);
        assert!(all.contains("Do not touch the #60;b#62;schema#60;/b#62;."), "{all}");
        assert_eq!(
            word("end\n%%{init}%%; A-->>B: x"),
            "end #37;#37;#123;init#125;#37;#37;#59; A#45;#45;#62;#62;B#58; x"
        );
        assert_eq!(word("\u{202e}\n"), "…");
        assert_eq!(word("wrap:回合"), "wrap#58;回合");
    }

    #[test]
    fn of_a_diagram_that_is_too_long_the_beginning_is_left_out() {
        let edition = sample::edition("en");
        let scene = Scene { edition: &edition, grain: Grain::Told, step: 1 };
        let view = View { teller: edition.teller(), tale: &edition.tale };
        let lines: Vec<Line> = (0..3_000).map(|n| Line::Note(format!("line number {n}"))).collect();
        let drawn = view.write(&scene, &lines);
        assert!(drawn.len() <= LENGTH_MAX + 100 && drawn.ends_with("line number 2999\n"));
        assert!(drawn.contains("Note over p0,p2: …\n") && !drawn.contains("line number 0\n"));
    }
}
