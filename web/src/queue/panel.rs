//! Puts the reader's queue into the page and hears the reader.

use super::HOST;
use super::desk::Desk;
use super::shown::{Shown, Stage};
use super::view::{HEADING, view};
use crate::browser::{events, root};
use crate::markup::{Markup, el};
use crate::reader::Reader;
use crate::state::State;
use gloo_timers::callback::Timeout;
use leptos::mount::mount_to_renderer;
use leptos::prelude::{Effect, Get, GetUntracked, RwSignal, Set, Update, With, WithUntracked};
use midturn_engine::world::{MessageId, Place};
use midturn_locales::Words;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, Event, HtmlElement, HtmlTextAreaElement};

/// The field for a new text.
const FIELD: &str = "[data-own-text]";

/// The queue on the page.
#[derive(Clone)]
struct Panel {
    shown: RwSignal<Shown>,
    /// The words in the language that is read.
    words: RwSignal<Option<Arc<Words>>>,
    desk: Rc<OnceCell<Rc<Desk>>>,
    /// A text that was handed over and may be refused: then it stays where it was written.
    handed: Rc<RefCell<Option<Handed>>>,
    /// Whether the reader has just used a control here, which may be gone now.
    used: Rc<Cell<bool>>,
}

/// A text that was handed over.
struct Handed {
    message: MessageId,
    text: String,
}

/// Draws the queue, folded, in its place on the page. Where there is none, there is no queue.
#[inline(never)]
pub fn offer(reader: &Reader) {
    let place = ["[", HOST, "]"].concat();
    let host = reader.place().query_selector(&place).ok().flatten();
    let host = host.and_then(|host| host.dyn_into::<HtmlElement>().ok());
    let Some(host) = host.filter(|host| !host.has_child_nodes()) else { return };
    let panel = Panel {
        shown: RwSignal::new(Shown::default()),
        words: RwSignal::new(None),
        desk: Rc::default(),
        handed: Rc::default(),
        used: Rc::default(),
    };
    let (shown, words, reading) = (panel.shown, panel.words, reader.clone());
    mount_to_renderer(&host, move || {
        keep_words(reading, words);
        move || draw(shown, words)
    })
    .forget();
    panel.listen(&host, reader);
}

/// Keeps the last words there were: while another language is fetched, nothing is taken away.
fn keep_words(reader: Reader, words: RwSignal<Option<Arc<Words>>>) {
    let closer = |state: &State| {
        state.closer().is_some().then(|| state.closer.as_ref().map(|(_, words)| words.clone()))?
    };
    Effect::new(move |_| {
        let now = reader.see(closer);
        let is_new = match (&now, words.get_untracked()) {
            (Some(now), Some(known)) => !Arc::ptr_eq(now, &known),
            (now, _) => now.is_some(),
        };
        if is_new {
            words.set(now);
        }
    });
}

fn draw(shown: RwSignal<Shown>, words: RwSignal<Option<Arc<Words>>>) -> Markup {
    match words.get() {
        Some(words) => shown.with(|shown| view(shown, &words)),
        None => el("section").flag("hidden", true),
    }
}

impl Panel {
    /// Hears the reader for as long as the page stays.
    fn listen(&self, host: &HtmlElement, reader: &Reader) {
        let (panel, clicking) = (self.clone(), reader.clone());
        let clicks = events::listen(host, "click", move |event| {
            clicking.serve();
            panel.click(&event);
        });
        let (panel, writing) = (self.clone(), reader.clone());
        let texts = events::listen(host, "submit", move |event| {
            writing.serve();
            event.prevent_default();
            panel.submit(&event);
        });
        std::mem::forget([clicks, texts]);
    }

    fn click(&self, event: &Event) {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let button = target.and_then(|target| target.closest("[data-queue]").ok().flatten());
        let Some(button) = button.filter(|one| one.get_attribute("aria-disabled").is_none()) else {
            return;
        };
        self.used.set(true);
        let item = button.get_attribute("data-item").map(MessageId::from);
        let name = button.get_attribute("data-queue").unwrap_or_default();
        match (self.desk.get(), item) {
            (None, _) if name == "open" => self.open(),
            (None, _) => {}
            (Some(desk), None) => self.act(desk, &name),
            (Some(desk), Some(item)) => self.act_on(desk, &name, &item),
        }
    }

    fn act(&self, desk: &Rc<Desk>, name: &str) {
        match name {
            "load" => desk.load(),
            "answer" => desk.answer(),
            "interrupt" => desk.interrupt(),
            "start" => desk.start(),
            "cancel" => self.edit(None),
            _ => {}
        }
    }

    fn act_on(&self, desk: &Rc<Desk>, name: &str, item: &MessageId) {
        let moved = |up| self.shown.with_untracked(|shown| shown.moved(item, up));
        match name {
            "edit" => self.edit(Some(*item)),
            "remove" => desk.remove(item),
            "up" | "down" => {
                if let Some(order) = moved(name == "up") {
                    desk.reorder(&order);
                }
            }
            _ => {}
        }
    }

    fn submit(&self, event: &Event) {
        let form = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let (Some(form), Some(desk)) = (form, self.desk.get()) else { return };
        let Some(text) = field(&form, "textarea").map(|field| field.value()) else { return };
        self.used.set(true);
        let message = match form.get_attribute("data-item").map(MessageId::from) {
            Some(item) => desk.edit(&item, &text),
            None => desk.add(&text),
        };
        *self.handed.borrow_mut() = Some(Handed { message, text });
    }

    /// Asks the browser for the reader's rows.
    fn open(&self) {
        if self.shown.with_untracked(|shown| shown.stage != Stage::Folded) {
            return;
        }
        self.shown.update(|shown| shown.stage = Stage::Opening);
        let (panel, showing) = (self.clone(), self.clone());
        spawn_local(async move {
            let desk = Desk::open(move |shown| showing.show(shown)).await;
            let first = panel.desk.set(desk);
            debug_assert!(first.is_ok(), "it is opened once");
        });
    }

    fn edit(&self, item: Option<MessageId>) {
        self.shown.update(|shown| shown.editing = item);
        self.settle("[data-own-edit]");
    }

    /// Shows what there is to see now.
    fn show(&self, mut shown: Shown) {
        let editing = self.shown.with_untracked(|before| before.editing);
        // What is edited may be gone.
        shown.editing = editing.filter(|item| shown.waiting().contains(item));
        self.take_back(&shown);
        self.shown.set(shown);
        self.settle(FIELD);
    }

    /// Empties the field whose text has been taken.
    fn take_back(&self, shown: &Shown) {
        let is_taken = |handed: &Handed| {
            let tale = shown.tale.as_ref();
            let moment = tale.and_then(|tale| tale.record.moment(tale.record.last()));
            let place = moment.map(|moment| moment.place_of(&handed.message));
            place.is_some_and(|place| place != Place::CLIENT && place != Place::UNWRITTEN)
        };
        let Some(handed) = self.handed.take().filter(is_taken) else { return };
        let field =
            root::find(FIELD).and_then(|field| field.dyn_into::<HtmlTextAreaElement>().ok());
        if let Some(field) = field.filter(|field| field.value() == handed.text) {
            field.set_value("");
        }
    }

    /// Where the control that was used is gone, the focus goes on here, and not to the start of the page.
    fn settle(&self, wanted: &'static str) {
        if !self.used.take() {
            return;
        }
        // It is drawn by then.
        Timeout::new(0, move || {
            let document = root::document();
            let is_lost = document.active_element().is_none_or(|one| one.tag_name() == "BODY");
            let heading = ["#", HEADING].concat();
            let next = root::find(wanted).or_else(|| root::find(&heading)).filter(|_| is_lost);
            if let Some(next) = next {
                let focused = next.focus();
                debug_assert!(focused.is_ok(), "it can take the focus");
            }
        })
        .forget();
    }
}

fn field(within: &Element, selector: &str) -> Option<HtmlTextAreaElement> {
    within.query_selector(selector).ok().flatten()?.dyn_into().ok()
}
