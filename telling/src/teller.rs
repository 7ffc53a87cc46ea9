//! The teller: says in the reader's language what a thing is and what a step does.
//!
//! A narrated step has a sentence of its own. Every other one gets a plain sentence, made from its kind
//! and the messages it moves; the test below knows all kinds of all systems.

use crate::tale::Tale;
use midturn_engine::lab::claim::receipt_name;
use midturn_engine::lab::plan::{Act, Input};
use midturn_engine::world::{
    Actor, Content, Message, MessageId, Place, Receipt, ReceiptEntry, RuleId, Step,
};
use midturn_locales::{Key, Words, fill};

/// Characters of a message that a sentence quotes. The card shows the rest.
const QUOTE_CHARS: usize = 60;

/// Speaks about one tale in one language.
#[derive(Clone, Copy)]
pub struct Teller<'a> {
    /// The page's words.
    pub words: &'a Words,
    /// What is told.
    pub tale: &'a Tale,
}

impl<'a> Teller<'a> {
    /// The sentence of step `n`: its own, or else a plain one.
    pub fn sentence(&self, n: u32) -> String {
        match (self.tale.told_at(n), self.tale.step(n)) {
            (Some(told), _) => told.to_owned(),
            (None, Some(step)) => self.plain(step),
            (None, None) => self.words.get(Key::Start).to_owned(),
        }
    }

    /// A plain sentence, made from the step's kind and what it is about.
    pub fn plain(&self, step: &Step) -> String {
        let moved: Vec<&MessageId> = step.moves.iter().map(|change| &change.message).collect();
        let moment = self.tale.moment(step.seq);
        let request = moment.and_then(|moment| moment.requests.last());
        let receipt = moment.and_then(|moment| moment.receipts.last());
        let values = [
            ("actor", self.actor(&step.actor)),
            ("thing", self.thing(step)),
            ("things", self.quote_all(&moved)),
            ("tool", self.tool(step)),
            ("receipt", receipt.map(|entry| self.receipt(&entry.receipt)).unwrap_or_default()),
            ("request", request.map(|request| request.number.to_string()).unwrap_or_default()),
            (
                "items",
                request
                    .map(|request| self.quote_all(&request.new_items().iter().collect::<Vec<_>>()))
                    .unwrap_or_default(),
            ),
        ];
        let values: Vec<(&str, &str)> =
            values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        fill(self.named("kind", step.kind.0), &values)
    }

    /// What a step is about: the message it moves, or its subject.
    fn thing(&self, step: &Step) -> String {
        let moved = step.moves.first().map(|change| &change.message);
        let subject = step.about().unwrap_or("");
        let input = self.tale.data.plan.inputs.iter().find(|input| input.id.as_str() == subject);
        match (moved, input) {
            (Some(message), _) => self.quote(message),
            (None, Some(input)) => self.input(input),
            (None, None) => self.quote(&MessageId::from(subject)),
        }
    }

    /// An input: the message it carries, or else its operation.
    pub fn input(&self, input: &Input) -> String {
        match (self.tale.carried_by(input), &input.act) {
            (Some(message), _) => self.quote(&message.id),
            (None, Act::Operate(operation)) => {
                let name = self.named("operation", &operation.name);
                self.words.fill(Key::WithoutMessage, &[("operation", name)])
            }
            (None, Act::Release(_)) => self.words.get(Key::Nobody).to_owned(),
        }
    }

    fn tool(&self, step: &Step) -> String {
        let subject = step.about().unwrap_or("");
        let moment = self.tale.moment(step.seq);
        let calls = moment.map(|moment| moment.snapshot.tools.as_slice()).unwrap_or_default();
        let is_it = |call: &str| {
            call == subject || matches!(&step.actor, Actor::Tool(of) if of.as_str() == call)
        };
        let view = calls.iter().find(|view| is_it(view.call.as_str()));
        view.map_or_else(|| self.thing(step), |view| view.tool.clone())
    }

    /// A message's words, short enough for a sentence; an unknown one's id.
    pub fn quote(&self, id: &MessageId) -> String {
        let Some(message) = self.tale.message(id) else { return id.to_string() };
        let text = self.tale.wording(message);
        if text.is_empty() {
            return self.content(message);
        }
        self.words.fill(Key::Quote, &[("text", &shorten(text, QUOTE_CHARS))])
    }

    fn quote_all(&self, ids: &[&MessageId]) -> String {
        if ids.is_empty() {
            return self.words.get(Key::NothingItem).to_owned();
        }
        let quotes: Vec<String> = ids.iter().map(|id| self.quote(id)).collect();
        quotes.join(self.words.get(Key::ListComma))
    }

    /// Who acts.
    pub fn actor(&self, actor: &Actor) -> String {
        let (name, own) = match actor {
            Actor::User => ("user", ""),
            Actor::Client => ("client", ""),
            Actor::Host => ("host", ""),
            Actor::Agent(name) => ("agent", name.as_str()),
            Actor::Session => ("session", ""),
            Actor::Turn => ("turn", ""),
            Actor::Queue => ("queue", ""),
            Actor::Model => ("model", ""),
            Actor::Tool(call) => ("tool", call.as_str()),
        };
        fill(self.words.name("actor", name), &[("name", own)])
    }

    /// What sort of message it is.
    pub fn content(&self, message: &Message) -> String {
        let (name, value) = match &message.content {
            Content::UserText => ("user-text", ""),
            Content::HostItem => ("host-item", ""),
            Content::StandaloneOutput => ("standalone-output", ""),
            Content::Mail(mail) if mail.trigger => ("trigger-mail", mail.author.as_str()),
            Content::Mail(mail) => ("mail", mail.author.as_str()),
            Content::Reasoning => ("reasoning", ""),
            Content::Commentary => ("commentary", ""),
            Content::FinalAnswer => ("final-answer", ""),
            Content::Untagged => ("untagged", ""),
            Content::Summary => ("summary", ""),
            Content::Call(call) => ("call", call.tool.as_str()),
            Content::Output(_) => ("output", ""),
            Content::Command => ("command", ""),
        };
        fill(self.words.name("content", name), &[("author", value), ("tool", value)])
    }

    /// A place's name: the system's own, or the common one.
    pub fn place(&self, place: &Place) -> String {
        self.of_system("place", place.as_str()).unwrap_or(place.as_str()).to_owned()
    }

    /// A text about a name that the system may define for itself.
    pub fn of_system(&self, group: &str, name: &str) -> Option<&'a str> {
        let own = [self.tale.system.name, ".", name].concat();
        self.words.named(group, &own).or_else(|| self.words.named(group, name))
    }

    /// The same, or the name itself.
    pub fn named(&self, group: &str, name: &'a str) -> &'a str {
        self.of_system(group, name).unwrap_or(name)
    }

    /// An answer, in the system's word and in plain ones.
    pub fn receipt(&self, receipt: &Receipt) -> String {
        let plain = match receipt {
            Receipt::Failed { error, .. } => self.of_system("receipt", error),
            _ => None,
        };
        let plain = plain.unwrap_or_else(|| self.words.name("receipt", receipt_name(receipt)));
        let why = match receipt {
            Receipt::NotSubmitted { reason } => self.of_system("refusal", reason.reason),
            _ => None,
        };
        match why {
            Some(why) => self.words.fill(Key::RefusedBecause, &[("plain", plain), ("why", why)]),
            None => plain.to_owned(),
        }
    }

    /// The answers that a message's inputs have got by step `n`.
    pub fn answers<'b>(
        &'b self,
        message: &'b MessageId,
        n: u32,
    ) -> impl Iterator<Item = &'b ReceiptEntry> {
        let receipts = self.tale.moment(n).map(|moment| moment.receipts).unwrap_or_default();
        self.tale
            .inputs_with(message)
            .filter_map(move |input| receipts.iter().find(|entry| entry.input == input.id))
    }

    /// The rule that decided a step, where one did.
    pub fn rule(&self, n: u32) -> Option<RuleId> {
        self.tale.step(n).and_then(|step| step.rule)
    }
}

/// The beginning of a text, by whole characters.
fn shorten(text: &str, chars: usize) -> String {
    match text.char_indices().nth(chars) {
        Some((end, _)) => [text.get(..end).unwrap_or(text).trim_end(), "…"].concat(),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use midturn_engine::runtimes::SYSTEMS;
    use midturn_engine::world::kinds;

    #[test]
    fn every_kind_of_every_system_has_a_sentence_in_every_language() {
        for (language, words) in sample::all_words() {
            for kind in kinds::ALL {
                assert!(words.named("kind", kind.0).is_some(), "{language}: {kind}");
            }
        }
    }

    #[test]
    fn every_word_of_every_system_is_known_in_every_language() {
        for (language, words) in sample::all_words() {
            for system in SYSTEMS {
                let knows = |group: &str, name: &str| {
                    let own = format!("{}.{name}", system.name);
                    let found = words.named(group, &own).or_else(|| words.named(group, name));
                    assert!(found.is_some(), "{language}: {group} {name}");
                };
                assert!(
                    words.named("system", system.name).is_some(),
                    "{language}: {}",
                    system.name
                );
                system.vocabulary().kinds.iter().for_each(|kind| knows("kind", kind.0));
                system.areas.iter().for_each(|area| knows("place", area.name));
                system.vocabulary().refusals.iter().for_each(|reason| knows("refusal", reason));
                system
                    .vocabulary()
                    .operations
                    .iter()
                    .for_each(|operation| knows("operation", operation.name));
                system
                    .vocabulary()
                    .questions
                    .iter()
                    .for_each(|question| knows("question", question));
                for (flag, values) in system.flags {
                    knows("flag", flag);
                    values.iter().for_each(|value| knows("arm", value));
                }
            }
        }
    }

    #[test]
    fn a_step_nobody_narrated_says_what_it_moves() {
        let tale = sample::tale();
        for (language, words) in sample::all_words() {
            let teller = Teller { words: &words, tale: &tale };
            for n in 0..=tale.record.last() {
                let sentence = teller.sentence(n);
                assert!(
                    !sentence.is_empty() && !sentence.contains('{'),
                    "{language} {n}: {sentence}"
                );
            }
        }
    }

    #[test]
    fn long_messages_are_quoted_by_whole_characters() {
        assert_eq!(shorten("short", 60), "short");
        assert_eq!(shorten("回合回合回合", 3), "回合回…");
    }
}
