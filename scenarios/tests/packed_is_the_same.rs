//! What the page unpacks is what the file says: the same story, the same run, the same words.

#![cfg(not(target_arch = "wasm32"))]

mod support;

use midturn_engine::lab::Run;
use midturn_engine::world::MessageId;
use midturn_scenarios::{
    Catalog, Entry, Language, StoryData, Texts, UnpackError, fingerprint, pack, trace_json, unpack,
};
use support::{SHORT_STORY, SMALL_CASE, sound};

#[test]
fn everything_comes_back() {
    for file in [SHORT_STORY, SMALL_CASE] {
        let story = sound(file);
        assert_eq!(unpack::<StoryData>(&pack(&story.data)), Ok(story.data.clone()));
        for language in Language::ALL {
            let texts = story.texts(language);
            assert_eq!(unpack::<Texts>(&pack(texts)).as_ref(), Ok(texts));
        }
    }
}

#[test]
fn the_page_runs_the_same_run() {
    let story = sound(SHORT_STORY);
    let page: StoryData = unpack(&pack(&story.data.for_page())).expect("our own bytes");
    let [ours, theirs] = [&story.data.plan, &page.plan].map(|plan| {
        let mut run = Run::new(plan).expect("a known system");
        let record = run.finish().clone();
        trace_json(plan, &record)
    });
    assert_eq!(ours, theirs);
}

#[test]
fn expectations_are_not_part_of_the_story() {
    let story = sound(SHORT_STORY);
    let other = sound(&SHORT_STORY.replacen("{ requests = 2 }", "{ requests = 3 }", 1));
    let reworded = sound(&SHORT_STORY.replacen("It thinks.", "It ponders.", 1));
    let changed = sound(&SHORT_STORY.replacen("ms = 300", "ms = 301", 1));
    let print = |story: &midturn_scenarios::Story| fingerprint(&pack(&story.data.for_page()));
    assert_eq!(print(&story), print(&other));
    assert_eq!(print(&story), print(&reworded));
    assert_ne!(print(&story), print(&changed));
}

#[test]
fn the_fingerprint_is_fnv_1a() {
    assert_eq!(fingerprint(b""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(fingerprint(b"foobar"), 0x8594_4171_f739_67e8);
}

#[test]
fn the_catalog_comes_back() {
    let title = "A story".to_owned();
    let entry = Entry { id: "x".into(), system: "codex".into(), title, fingerprint: u64::MAX };
    let catalog = Catalog { course: vec![entry.clone()], life: vec![entry] };
    assert_eq!(unpack::<Catalog>(&pack(&catalog)), Ok(catalog));
}

#[test]
fn other_bytes_are_refused_with_a_reason() {
    let bytes = pack(&sound(SMALL_CASE).data);
    assert_eq!(unpack::<Texts>(&bytes), Err(UnpackError::NotThis { expected: 'T' }));
    assert_eq!(unpack::<StoryData>(b""), Err(UnpackError::NotThis { expected: 'S' }));
    assert_eq!(unpack::<StoryData>(b"S"), Err(UnpackError::Damaged));
    assert_eq!(unpack::<StoryData>(b"S\x63"), Err(UnpackError::OtherFormat { found: 0x63 }));
    for end in 2..bytes.len() {
        assert_eq!(unpack::<StoryData>(&bytes[..end]), Err(UnpackError::Damaged), "{end}");
    }
    let longer = [&bytes[..], b"x"].concat();
    assert_eq!(unpack::<StoryData>(&longer), Err(UnpackError::Damaged));
}

#[test]
fn a_message_is_shown_in_the_readers_language() {
    let story = sound(SHORT_STORY);
    let mut run = Run::new(&story.data.plan).expect("a known system");
    let record = run.finish();
    let shown = |id: &str, language: Language| {
        let message = record.message(&MessageId::from(id)).expect("a message");
        story.texts(language).wording(&story.data.plan, message)
    };
    assert_eq!(shown("hello", Language::En), "Hello");
    assert_eq!(shown("hello", Language::ZhHant), "你好");
    assert_eq!(shown("out:look", Language::ZhHans), "什么也没有");
    assert_eq!(shown("call:look", Language::ZhHans), "ls");
}

#[test]
fn a_copy_is_shown_in_the_words_of_its_original() {
    let story = sound(SHORT_STORY);
    let mut run = Run::new(&story.data.plan).expect("a known system");
    let original = run.finish().message(&MessageId::from("hello")).expect("a message").clone();
    for id in ["copy:hello", "hello#2"] {
        let copy = midturn_engine::world::Message { id: id.into(), ..original.clone() };
        let texts = story.texts(Language::ZhHans);
        assert_eq!(texts.wording(&story.data.plan, &copy), "你好", "{id}");
    }
}

#[test]
fn what_the_run_itself_wrote_is_not_replaced() {
    let story = sound(SHORT_STORY);
    let mut run = Run::new(&story.data.plan).expect("a known system");
    let id = MessageId::from("out:look");
    let mut message = run.finish().message(&id).expect("a message").clone();
    message.text = "aborted".to_owned();
    assert_eq!(story.texts(Language::ZhHans).wording(&story.data.plan, &message), "aborted");
}
