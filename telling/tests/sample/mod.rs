//! A small story, built by hand, so that the page's tests depend on no scenario file: a person asks, a
//! tool runs, the person adds a constraint, a helper writes, the model answers.

use midturn_engine::ground::Millis;
use midturn_engine::lab::plan::{Act, Input, Trigger, TriggerEvent};
use midturn_engine::lab::{Claim, Plan};
use midturn_engine::world::{
    Actor, Beat as StreamBeat, Call, CallId, Content, Mail, Message, MessageId, Operation, Origin,
    Place, ResponseScript, StepPattern, ToolScript,
};
use midturn_locales::{FILES, NAMES, Words};
use midturn_scenarios::{
    Beat, Catalog, Entry, Language, MatrixTexts, Quiz, QuizTexts, StoryData, Texts,
};
use midturn_telling::edition::Edition;
use midturn_telling::tale::Tale;
use std::sync::Arc;

/// The tale, run to its end.
pub fn tale() -> Tale {
    Tale::open(data(), texts(), 7).expect("the page has Codex")
}

/// The page's words in a language.
pub fn words(language: &str) -> Words {
    let of = |files: &[(&str, &'static str)]| {
        files.iter().find(|(tag, _)| *tag == language).expect("one of ours").1
    };
    let words = Words::parse(of(&FILES)).expect("packed by this build");
    words.with(of(&NAMES)).expect("packed by this build")
}

/// The page's words in every language.
pub fn all_words() -> impl Iterator<Item = (&'static str, Words)> {
    FILES.iter().map(|(language, _)| (*language, words(language)))
}

/// The story.
pub fn data() -> StoryData {
    StoryData {
        plan: Plan {
            id: "sample".into(),
            system: "codex".into(),
            messages: vec![
                message("ask", Origin::User, Content::UserText, "Fix the failing login test."),
                message(
                    "limit",
                    Origin::User,
                    Content::UserText,
                    "Do not touch the <b>schema</b>.",
                ),
                message("news", Origin::Agent, Content::Mail(mail()), "One test still fails."),
            ],
            inputs: vec![
                input("in-ask", Actor::User, at(0), "start-or-steer", "ask"),
                input("in-news", Actor::Agent("/helper".into()), at(20), "mail", "news"),
                input("in-limit", Actor::User, at(40), "start-or-steer", "limit"),
            ],
            responses: vec![
                ResponseScript { beats: vec![call_item()], ..Default::default() },
                ResponseScript { beats: vec![answer_item()], ..Default::default() },
            ],
            tools: vec![ToolScript {
                call: CallId::from("run"),
                takes: Millis(100),
                gate: None,
                output: "1 failed".into(),
                tokens: 0,
                new_window: false,
                exclusive: false,
                concludes: false,
                context: None,
                detachable: false,
                yields: None,
                fails: false,
                ignores_cancel: false,
                asks: None,
                side_effect: None,
                compensates: None,
            }],
            ..Plan::default()
        }
        .into(),
        beats: vec![
            beat("typed", "input.written", Some("ask")),
            beat("first-request", "model.requested", None),
            beat("constraint", "input.steered", Some("limit")),
            beat("drain", "turn.drained", None),
            beat("done", "turn.completed", None),
        ],
        quizzes: vec![Quiz {
            before: "drain".into(),
            options: vec![
                vec![Claim::Card { card: "limit".into(), place: Place::named("B") }],
                vec![Claim::Holds { place: Place::named("C"), cards: vec![] }],
            ],
        }],
        matrix: vec![vec!["in-ask".into(), "in-limit".into()]],
        ..StoryData::default()
    }
}

/// What is said about it.
pub fn texts() -> Texts {
    let say = |text: &str| text.to_owned();
    Texts {
        title: say("A sample"),
        question: say("I add a constraint. Who reads it?"),
        closing: say("You have seen a drain."),
        beats: ["You type.", "The model is asked.", "It waits in B.", "Both are taken.", "Done."]
            .map(say)
            .into(),
        quizzes: vec![QuizTexts {
            ask: say("Where is the constraint next?"),
            why: say("A drain takes both areas."),
            options: vec![say("Still in B"), say("Taken, and C is empty")],
        }],
        matrix: MatrixTexts {
            columns: vec![say("Idle"), say("Busy")],
            rows: vec![say("Start or join")],
        },
        messages: Vec::new(),
    }
}

fn message(id: &str, origin: Origin, content: Content, text: &str) -> Message {
    Message { id: MessageId::from(id), origin, content, text: text.to_owned() }
}

fn mail() -> Mail {
    Mail {
        author: "/helper".into(),
        recipient: "/root".into(),
        trigger: false,
        parent_turn: None,
        root_turn: None,
    }
}

fn at(millis: u64) -> Trigger {
    Trigger { event: TriggerEvent::Start, plus: Millis(millis) }
}

fn input(id: &str, actor: Actor, when: Trigger, name: &str, message: &str) -> Input {
    let operation = Operation {
        name: name.to_owned(),
        message: Some(MessageId::from(message)),
        args: Vec::new(),
    };
    Input { id: id.into(), actor, when, act: Act::Operate(operation) }
}

fn beat(id: &str, kind: &str, of: Option<&str>) -> Beat {
    let on = StepPattern { kind: kind.to_owned(), of: of.map(str::to_owned), nth: 1 };
    Beat { id: id.to_owned(), on, shows: Vec::new() }
}

fn call_item() -> StreamBeat {
    let call = Call {
        call: CallId::from("run"),
        tool: "run_tests".into(),
        millis: None,
        to: None,
        flaw: None,
    };
    let item = message("call", Origin::Model, Content::Call(call), "run_tests login");
    StreamBeat::Item { item, takes: Millis(10), gate: None }
}

fn answer_item() -> StreamBeat {
    let item = message("answer", Origin::Model, Content::FinalAnswer, "Fixed.");
    StreamBeat::Item { item, takes: Millis(10), gate: None }
}

/// A catalog of two stories in the course, of which the first is the sample, and one from life.
pub fn catalog() -> Catalog {
    let entry = |id: &str| Entry {
        id: id.to_owned(),
        system: "codex".into(),
        title: format!("{id} en"),
        fingerprint: 7,
    };
    Catalog { course: vec![entry("sample"), entry("other")], life: vec![entry("lived")] }
}

/// The sample as an edition.
pub fn edition(language: &str) -> Edition {
    let spoken = Language::from_tag(language).expect("one of ours");
    Edition::new(spoken, Arc::new(words(language)), catalog(), tale())
}
