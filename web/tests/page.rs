//! The page in a browser: mounted, clicked, and judged by what a person could perceive.
#![cfg(target_arch = "wasm32")]

#[allow(dead_code, reason = "the unit tests use the rest of it")]
mod sample;

use midturn_locales::{MORE, Words};
use midturn_scenarios::Language;
use midturn_web::book::Book;
use midturn_web::browser::root::document;
use midturn_web::host::PageHost;
use midturn_web::reader::mount;
use midturn_web::state::State;
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Element, HtmlElement, HtmlInputElement, KeyboardEvent, KeyboardEventInit};

wasm_bindgen_test_configure!(run_in_browser);

/// The words of a language with those for a closer look.
fn closer(language: &str) -> Words {
    let (_, more) = MORE.iter().find(|(tag, _)| *tag == language).expect("one of ours");
    sample::words(language).with(more).expect("packed by this build")
}

/// A page of its own in the test's document.
struct Page(HtmlElement);

impl Page {
    fn open(language: &str) -> Page {
        Page::show(sample::state(language))
    }

    /// For a reader who has looked closer: all that is fetched later is there.
    fn open_closer(language: &str) -> Page {
        let mut state = sample::state(language);
        let tag = Language::from_tag(language).expect("one of ours");
        let rules = "codex.route.steer-when-busy\tIt joins.\ta.rs:1\thttps://a.example/\t\t\t#/codex/sample\t1\tx\n";
        let code = "=engine/src/a.rs:7\tinput.steered\t\n\tfn f() {}\n";
        let book = Book::read(rules, code, "# areas Areas\n! *\n");
        state.closer = Some((tag, Arc::new(closer(language))));
        state.book = Some((tag, Arc::new(book)));
        Page::show(state)
    }

    fn show(state: State) -> Page {
        for old in all(&document().document_element().expect("a root"), ".host") {
            old.remove();
        }
        let host: HtmlElement = document().create_element("div").expect("a div").unchecked_into();
        host.set_class_name("host");
        document().body().expect("a body").append_child(&host).expect("it is appended");
        // The test's document keeps it.
        std::mem::forget(mount(1, &host, Rc::new(PageHost), state));
        Page(host)
    }

    fn find(&self, selector: &str) -> Option<HtmlElement> {
        self.0.query_selector(selector).expect("a selector").map(JsCast::unchecked_into)
    }

    fn one(&self, selector: &str) -> HtmlElement {
        self.find(selector).unwrap_or_else(|| panic!("{selector} is there"))
    }

    fn words(&self, selector: &str) -> String {
        self.one(selector).text_content().unwrap_or_default()
    }

    fn cards(&self, area: &str) -> Vec<String> {
        let cards = all(&self.0, &format!("[data-area=\"{area}\"] [data-card]"));
        cards.iter().filter_map(|card| card.get_attribute("data-card")).collect()
    }

    fn step(&self) -> u32 {
        let step = self.one("[data-step]").get_attribute("data-step").expect("the hook");
        step.parse().expect("a number")
    }

    async fn click(&self, action: &str) {
        self.one(&format!("[data-action=\"{action}\"]")).click();
        settle().await;
    }

    async fn press(&self, selector: &str, key: &str, control: bool) {
        let init = KeyboardEventInit::new();
        init.set_key(key);
        init.set_bubbles(true);
        init.set_cancelable(true);
        init.set_ctrl_key(control);
        let event =
            KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &init).expect("an event");
        self.one(selector).dispatch_event(&event).expect("it is sent");
        settle().await;
    }

    async fn slide(&self, value: &str, event: &str) {
        let slider: HtmlInputElement = self.one("input[type=range]").unchecked_into();
        slider.set_value(value);
        let init = web_sys::EventInit::new();
        init.set_bubbles(true);
        let event = web_sys::Event::new_with_event_init_dict(event, &init).expect("an event");
        slider.dispatch_event(&event).expect("it is sent");
        settle().await;
    }
}

fn all(root: &Element, selector: &str) -> Vec<Element> {
    let list = root.query_selector_all(selector).expect("a selector");
    (0..list.length()).filter_map(|index| list.item(index)?.dyn_into().ok()).collect()
}

/// Lets effects run: they are drawn in a microtask.
async fn settle() {
    for _ in 0..4 {
        JsFuture::from(js_sys::Promise::resolve(&wasm_bindgen::JsValue::NULL))
            .await
            .expect("resolved");
    }
}

#[wasm_bindgen_test]
async fn each_click_shows_one_step_and_says_its_sentence() {
    let page = Page::open("en");
    assert_eq!(page.step(), 0);
    assert_eq!(page.words("#narration"), "Nothing has happened yet. Press Next.");
    page.click("next").await;
    assert_eq!(page.words("#narration"), "You type.");
    assert_eq!(page.cards("client"), ["ask"]);
    assert!(page.words(".counter").starts_with("Step 1 of 5"));
    let live = page.one("#narration");
    assert_eq!(live.get_attribute("aria-live").as_deref(), Some("polite"));
    assert_eq!(all(&page.0, "[aria-live]").len(), 1);
}

#[wasm_bindgen_test]
async fn a_steer_and_a_mail_wait_in_their_trays_and_the_request_has_neither() {
    let page = Page::open("en");
    for _ in 0..3 {
        page.click("next").await;
    }
    assert_eq!(page.cards("B"), ["limit"]);
    assert_eq!(page.cards("C"), ["news"]);
    assert_eq!(page.words("[data-receipt=\"in-ask\"] code").split('(').next(), Some("Started"));
    assert_eq!(
        page.one("[data-phase]").get_attribute("data-phase").as_deref(),
        Some("current-turn")
    );
    assert!(page.find("[data-request=\"1\"] [data-item=\"ask\"]").is_some());
    assert!(page.find("[data-item=\"limit\"]").is_none());
    assert!(page.one("[data-card=\"limit\"]").has_attribute("data-moved"));
    page.click("last").await;
    let items = all(&page.0, "[data-request=\"2\"] [data-item]");
    let items: Vec<_> = items.iter().filter_map(|item| item.get_attribute("data-item")).collect();
    let place = |id: &str| items.iter().position(|item| item == id);
    assert!(place("limit") < place("news"), "{items:?}");
}

#[wasm_bindgen_test]
async fn a_cell_of_the_table_fills_when_its_answer_comes_and_leads_to_it() {
    let page = Page::open("en");
    assert_eq!(page.words("[data-cell=\"in-ask\"]"), "not yet");
    for _ in 0..3 {
        page.click("next").await;
    }
    assert!(page.words("[data-cell=\"in-ask\"]").starts_with("Started"));
    page.click("last").await;
    assert!(page.words("[data-cell=\"in-limit\"]").starts_with("Steered"));
    let link = page.one("[data-cell=\"in-limit\"] a").get_attribute("href").expect("a link");
    assert!(link.contains("input.receipt"), "{link}");
}

#[wasm_bindgen_test]
async fn what_people_wrote_is_text_and_never_html() {
    let page = Page::open("en");
    page.click("last").await;
    assert!(page.find("b").is_none());
    assert!(page.words(".fates").contains("<b>schema</b>"));
}

#[wasm_bindgen_test]
async fn stepping_leaves_the_focus_and_an_end_says_why() {
    let page = Page::open("en");
    let next = page.one("[data-action=\"next\"]");
    next.focus().expect("it takes the focus");
    for _ in 0..5 {
        page.click("next").await;
    }
    assert_eq!(document().active_element().as_ref(), Some(next.unchecked_ref()));
    assert_eq!(next.get_attribute("aria-disabled").as_deref(), Some("true"));
    assert!(next.get_attribute("aria-label").expect("a name").contains("the end of the story"));
    assert!(!next.has_attribute("disabled"));
    assert!(page.words(".closing").contains("You have seen a drain."));
    assert!(page.words(".closing a").contains("other en"));
    let back = page.one("[data-action=\"first\"]");
    assert!(back.get_attribute("aria-disabled").is_none());
}

#[wasm_bindgen_test]
async fn the_way_back_shows_the_same() {
    let page = Page::open("zh-Hant");
    let mut seen = vec![page.words(".stage")];
    for _ in 0..5 {
        page.click("next").await;
        seen.push(page.words(".stage"));
    }
    for earlier in seen.iter().rev() {
        assert_eq!(page.words(".stage"), *earlier);
        page.click("back").await;
    }
}

#[wasm_bindgen_test]
async fn keys_step_inside_the_stage_and_combinations_are_left_alone() {
    let page = Page::open("en");
    page.press(".stage", "ArrowRight", false).await;
    let first = page.step();
    assert!(first > 0);
    page.press(".stage", "ArrowRight", true).await;
    assert_eq!(page.step(), first);
    page.press(".brand", "ArrowRight", false).await;
    assert_eq!(page.step(), first, "outside of the stage keys are the browser's");
    page.press("[data-action=\"next\"]", " ", false).await;
    assert_eq!(page.step(), first, "a button presses itself");
    page.press(".stage", "PageUp", false).await;
    assert_eq!(page.step(), 0);
}

#[wasm_bindgen_test]
async fn keys_can_be_listed_and_switched_off() {
    let page = Page::open("en");
    page.press(".stage", "?", false).await;
    assert!(page.one("dialog").has_attribute("open"));
    page.one("dialog input").click();
    page.click("close-keys").await;
    assert!(!page.one("dialog").has_attribute("open"));
    page.press(".stage", "ArrowRight", false).await;
    assert_eq!(page.step(), 0);
}

#[wasm_bindgen_test]
async fn a_question_is_asked_before_its_step_and_the_run_judges_the_answer() {
    let page = Page::open("en");
    for _ in 0..3 {
        page.click("next").await;
    }
    assert!(page.words(".quiz").contains("Where is the constraint next?"));
    assert!(page.one("[data-action=\"next\"]").get_attribute("aria-disabled").is_none());
    page.click("answer-0-0").await;
    assert!(page.words(".quiz [role=status]").starts_with("Not so"));
    assert_eq!(
        page.one("[data-action=\"answer-0-1\"]").get_attribute("data-verdict").as_deref(),
        Some("right")
    );
    page.click("next").await;
    assert!(page.find(".quiz").is_none());
}

#[wasm_bindgen_test]
async fn every_step_can_be_shown_and_has_a_sentence_in_chinese() {
    let page = Page::open("zh-Hans");
    page.click("grain").await;
    assert_eq!(
        page.one("[data-action=\"grain\"]").get_attribute("aria-checked").as_deref(),
        Some("true")
    );
    for step in 1..8 {
        page.click("next").await;
        assert_eq!(page.step(), step);
        let said = page.words("#narration");
        assert!(!said.is_empty() && !said.contains('{'), "{said}");
    }
}

#[wasm_bindgen_test]
async fn dragging_shows_the_stage_at_once_and_says_the_sentence_when_it_ends() {
    let page = Page::open("en");
    page.slide("3", "input").await;
    assert!(page.step() > 0);
    assert!(page.words("#narration").starts_with("Nothing"));
    page.slide("3", "change").await;
    assert_eq!(page.words("#narration"), "It waits in B.");
    let said = page.one("input[type=range]").get_attribute("aria-valuetext").expect("a text");
    assert!(said.contains("Step 3 of 5") && said.contains("It waits in B."), "{said}");
}

#[wasm_bindgen_test]
async fn a_fold_stays_as_the_reader_left_it() {
    let page = Page::open("en");
    page.click("last").await;
    page.one("[data-area=history] summary").click();
    page.click("back").await;
    page.click("next").await;
    assert!(page.one("[data-area=history] details").has_attribute("open"));
}

#[wasm_bindgen_test]
async fn every_tray_is_a_labelled_list_and_every_button_has_a_name() {
    let page = Page::open("en");
    page.click("last").await;
    for tray in all(&page.0, "[data-area]") {
        let list = tray.query_selector("ul, ol").expect("a selector").expect("a list");
        assert!(list.get_attribute("aria-label").is_some_and(|label| !label.is_empty()));
    }
    for button in all(&page.0, "button") {
        let named = button.get_attribute("aria-label").or(button.text_content());
        assert!(named.is_some_and(|name| !name.trim().is_empty()));
    }
}

#[wasm_bindgen_test]
async fn the_transcript_marks_the_step_and_links_to_each() {
    let page = Page::open("en");
    page.click("next").await;
    page.click("next").await;
    assert_eq!(page.words(".transcript [aria-current=step]"), "The model is asked.");
    let links = all(&page.0, ".transcript a");
    assert_eq!(links.len(), 5);
    let href = links[2].get_attribute("href").expect("a link");
    assert!(href.starts_with("#/codex/sample/constraint?lang=en"), "{href}");
}

#[wasm_bindgen_test]
async fn a_closer_look_opens_in_its_place_and_stays_open() {
    let page = Page::open_closer("en");
    for _ in 0..3 {
        page.click("next").await;
    }
    let fold = page.one("[data-card=\"limit\"] .why");
    page.one("[data-card=\"limit\"] .why summary").click();
    assert!(fold.has_attribute("open"));
    assert!(fold.text_content().unwrap_or_default().contains("tools are at work"));
    let button = page.one("[data-action=\"code\"]");
    button.focus().expect("it takes the focus");
    page.click("code").await;
    assert_eq!(button.get_attribute("aria-expanded").as_deref(), Some("true"));
    assert_eq!(document().active_element().as_ref(), Some(button.unchecked_ref()));
    assert!(page.words(".excerpt").contains("fn f()"));
    page.click("back").await;
    assert!(page.find(".code-panel").is_some(), "it stays open at another step");
    page.click("code").await;
    assert!(page.find(".code-panel").is_none());
}

#[wasm_bindgen_test]
async fn the_reference_is_opened_from_the_header_and_closed_in_its_place() {
    let page = Page::open_closer("zh-Hant");
    assert!(page.find("[data-rule]").is_none());
    page.click("reference").await;
    assert!(page.words("[data-rule]").contains("It joins."));
    let show = page.one("[data-action=\"show-me\"]");
    let href = show.get_attribute("href").expect("a link");
    assert!(href.contains("lang=zh-Hant"), "{href}");
    page.click("read").await;
    assert!(page.find("[data-rule]").is_none());
}
