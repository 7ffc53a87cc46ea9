//! The reader of scenario files. It goes over the document tree, in which everything keeps its position,
//! so that all faults of a file are named at once, each at its place.
//!
//! Order of work: the TOML itself, the names that the file declares, then every part in turn. A part
//! with a fault is left out of the result and the rest is still read.

mod claims;
mod desk;
pub(crate) mod fault;
mod hooks;
mod inputs;
mod made;
mod matrix;
mod names;
mod script;
mod syntax;
mod telling;
mod words;

pub use desk::MAX_MILLIS;
pub use fault::{Fault, FaultCode};
pub use midturn_engine::world::ids::MAX_NAME_CHARS;

use crate::language::{InEach, Language};
use crate::story::{QuizTexts, Story, StoryData, Texts};
use desk::{Desk, Fields};
use midturn_engine::lab::Plan;
use midturn_engine::lab::plan::{MAX_MESSAGES, MAX_STEPS};
use midturn_engine::runtimes;
use midturn_engine::world::Beat as StreamBeat;
use telling::QuizWords;
use toml::de::DeValue;

/// The version of the file format.
pub const FORMAT: u64 = 1;
/// The largest file, in bytes: ten times the longest story with all its languages.
pub const MAX_FILE_BYTES: usize = 256 * 1024;

/// Reads a scenario. `file_name` is used in faults; where it ends with `.toml`, the scenario's id must
/// be its last part.
pub fn read(file_name: &str, text: &str) -> Result<Story, Vec<Fault>> {
    small_enough(file_name, text.len())?;
    let tree = syntax::parse(text);
    let mut desk = Desk::new(file_name, text);
    let root = Fields { table: tree.root.get_ref(), at: 0, what: "a scenario" };
    desk.collect_names(tree.root.get_ref());
    let story = desk.story(root, file_name);
    tree.merge_into(&mut desk);
    if desk.faults.is_empty() { Ok(story) } else { Err(in_order(desk)) }
}

/// Reads the bytes of a file.
pub fn read_bytes(file_name: &str, bytes: &[u8]) -> Result<Story, Vec<Fault>> {
    small_enough(file_name, bytes.len())?;
    match std::str::from_utf8(bytes) {
        Ok(text) => read(file_name, text),
        Err(error) => {
            let (good, _) = bytes.split_at_checked(error.valid_up_to()).unwrap_or((bytes, &[]));
            let good = String::from_utf8_lossy(good);
            let mut desk = Desk::new(file_name, &good);
            let found = "these bytes are no UTF-8";
            desk.fault::<()>(good.len(), FaultCode::NotText, found, "save the file as UTF-8");
            Err(in_order(desk))
        }
    }
}

/// Asked first: nothing else is said about a file of which perhaps only the beginning was read.
fn small_enough(file_name: &str, length: usize) -> Result<(), Vec<Fault>> {
    if length <= MAX_FILE_BYTES {
        return Ok(());
    }
    let mut desk = Desk::new(file_name, "");
    let allowed = format!("a file has at most {MAX_FILE_BYTES} bytes");
    desk.fault::<()>(0, FaultCode::TooMuch, "this is too long for a scenario", allowed);
    Err(in_order(desk))
}

fn in_order(desk: Desk<'_>) -> Vec<Fault> {
    let mut faults = desk.faults;
    faults.sort_by_key(|(at, _)| *at);
    faults.dedup();
    faults.into_iter().map(|(_, fault)| fault).collect()
}

impl<'t> Desk<'t> {
    fn story(&mut self, root: Fields<'t>, file_name: &str) -> Story {
        let told = matches!(root.get("title").map(|v| v.get_ref()), Some(DeValue::Table(_)));
        self.top_keys(root, told);
        self.format(root);
        self.system(root);
        let id = self.id(root, file_name);
        let plan = self.plan(root, id.unwrap_or_default());
        let texts = self.head(root, told);
        let (data, texts) = self.telling(root, plan, texts, told);
        let note = self.text_in(root, "note");
        Story { data, texts, told, note }
    }

    fn top_keys(&mut self, root: Fields<'t>, told: bool) {
        const BOTH: &[&str] = &[
            "format", "id", "system", "title", "note", "initial", "message", "input", "response",
            "tool", "hook", "choices", "expect",
        ];
        const TOLD: &[&str] = &["question", "closing", "matrix", "beat", "quiz"];
        self.only(root, &[BOTH, TOLD].concat());
        for key in TOLD.iter().filter(|key| !told && root.has(key)) {
            let found = format!("{key:?} belongs to a story, and this is a case");
            let allowed = "a story has its title in three languages";
            self.fault::<()>(root.key_at(key), FaultCode::Exclusive, found, allowed);
        }
    }

    fn format(&mut self, root: Fields<'t>) {
        let Some(value) = self.need(root, "format") else { return };
        let Some(found) = self.number(value, MAX_MILLIS) else { return };
        if found != FORMAT {
            let found = format!("this is format {found}");
            let allowed = format!("format {FORMAT} is the one that is known here");
            self.fault::<()>(value.span().start, FaultCode::UnknownWord, found, allowed);
        }
    }

    fn system(&mut self, root: Fields<'t>) {
        let Some(value) = self.need(root, "system") else { return };
        let Some(name) = self.str(value) else { return };
        self.system = runtimes::system(name);
        if self.system.is_none() {
            let known = runtimes::SYSTEMS.iter().map(|system| system.name);
            self.word(value, "system", known);
        }
    }

    fn id(&mut self, root: Fields<'t>, file_name: &str) -> Option<String> {
        let value = self.need(root, "id")?;
        let id = self.str(value)?;
        if !self.is_name(value, id) {
            return None;
        }
        let last = file_name.rsplit(['/', '\\']).next().unwrap_or_default();
        match last.strip_suffix(".toml") {
            Some(stem) if stem != id => {
                let found = format!("the id is {id:?}, but the file is called {last:?}");
                let allowed = "id and file name are the same";
                let at = value.span().start;
                let near = Some(stem.to_owned());
                self.fault_near(at, FaultCode::OtherFileName, found, allowed, near)
            }
            _ => Some(id.to_owned()),
        }
    }

    fn plan(&mut self, root: Fields<'t>, id: String) -> Plan {
        let messages = self.list_in(root, "message").iter();
        let messages: Vec<_> = messages.filter_map(|value| self.message(value)).collect();
        let initial = self.initial(root);
        self.each_in_its_area(root, &messages, &initial);
        let inputs = self.list_in(root, "input").iter();
        let inputs = inputs.filter_map(|value| self.input(value)).collect();
        let responses = self.list_in(root, "response").iter();
        let responses = responses.filter_map(|value| self.response(value)).collect();
        let plan = Plan {
            id,
            system: self.system.map(|system| system.name.to_owned()).unwrap_or_default(),
            messages,
            initial,
            inputs,
            responses,
            tools: self.tools(root),
            hooks: self.hooks(root),
            prefer: self.prefer(root),
            expect: self.expect(root),
        };
        self.few_enough(root, &plan);
        plan
    }

    fn prefer(&mut self, root: Fields<'t>) -> Vec<String> {
        let Some(fields) = self.table_in(root, "choices", "the choices") else {
            return Vec::new();
        };
        self.only(fields, &["prefer"]);
        let names = self.list_in(fields, "prefer").iter();
        names.filter_map(|value| self.text(value)).collect()
    }

    fn few_enough(&mut self, root: Fields<'t>, plan: &Plan) {
        let items = plan.responses.iter().flat_map(|response| &response.beats);
        let items = items.filter(|beat| matches!(beat, StreamBeat::Item { .. })).count();
        let messages = plan.messages.len() + items;
        self.at_most(root.key_at("message"), messages, MAX_MESSAGES, "messages and model items");
        self.at_most(root.key_at("input"), plan.inputs.len(), MAX_STEPS, "inputs");
        self.at_most(root.key_at("response"), plan.responses.len(), MAX_STEPS, "responses");
    }

    pub(super) fn at_most(&mut self, at: usize, count: usize, most: usize, what: &str) {
        if count > most {
            let found = format!("there are {count} {what}");
            self.fault::<()>(at, FaultCode::TooMuch, found, format!("at most {most} are allowed"));
        }
    }

    // --- What is told ----------------------------------------------------------------------------

    /// Title, question and closing.
    fn head(&mut self, root: Fields<'t>, told: bool) -> InEach<Texts> {
        if !told {
            let title = self.need(root, "title").and_then(|value| self.text(value));
            let title = title.unwrap_or_default();
            return InEach::each(|_| Texts { title: title.clone(), ..Texts::default() });
        }
        let title = self.told_in(root, "title", "the title");
        let question = self.told_in(root, "question", "the question");
        let closing = self.told_in(root, "closing", "the closing");
        InEach::each(|language| Texts {
            title: title.get(language).clone(),
            question: question.get(language).clone(),
            closing: closing.get(language).clone(),
            ..Texts::default()
        })
    }

    fn telling(
        &mut self,
        root: Fields<'t>,
        plan: Plan,
        head: InEach<Texts>,
        told: bool,
    ) -> (StoryData, InEach<Texts>) {
        if told && !root.has("beat") {
            let found = "this story has no [[beat]]".to_owned();
            let allowed = "add one for each sentence that is told".to_owned();
            self.missing::<()>(root, "beat", FaultCode::MissingKey, found, allowed);
        }
        let beats = self.list_in(root, "beat").iter();
        let beats: Vec<_> = beats.filter_map(|value| self.beat(value)).collect();
        let quizzes = self.list_in(root, "quiz").iter();
        let quizzes: Vec<_> = quizzes.filter_map(|value| self.quiz(value)).collect();
        let (matrix, heads) = self.matrix(root);
        self.at_most(root.key_at("beat"), beats.len(), MAX_STEPS, "beats");
        let (beats, says): (Vec<_>, Vec<_>) = beats.into_iter().unzip();
        let (quizzes, words): (Vec<_>, Vec<_>) = quizzes.into_iter().unzip();
        let texts = InEach::each(|language| Texts {
            beats: says.iter().map(|say| say.get(language).clone()).collect(),
            quizzes: words.iter().map(|quiz| quiz.in_language(language)).collect(),
            matrix: heads.in_language(language),
            messages: self.translations(language),
            ..head.get(language).clone()
        });
        (StoryData { plan: plan.into(), beats, quizzes, matrix, ..StoryData::default() }, texts)
    }

    /// The messages whose text in this language is not the English one.
    fn translations(&self, language: Language) -> Vec<(midturn_engine::world::MessageId, String)> {
        let differing = self.translated.iter().filter(|(_, each)| *each.get(language) != each.en);
        differing.map(|(id, each)| (*id, each.get(language).clone())).collect()
    }
}

impl QuizWords {
    fn in_language(&self, language: Language) -> QuizTexts {
        QuizTexts {
            ask: self.ask.get(language).clone(),
            why: self.why.get(language).clone(),
            options: self.options.iter().map(|option| option.get(language).clone()).collect(),
        }
    }
}
