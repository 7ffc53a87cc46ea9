//! The reader: ties the state to the document. Clicks, choices and keys become actions; what follows from a
//! change beyond what is drawn (playing, and whatever the host makes of it) is done here.

pub mod seats;

use crate::action::Action;
use crate::browser::events::{self, Ear};
use crate::browser::storage::Memory;
use crate::browser::{address, clipboard, dialog, later, motion};
use crate::edition::Edition;
use crate::host::Host;
use crate::keys::{Focus, Wish, wish};
use crate::link::Link;
use crate::load::{self, Problem};
use crate::page::page;
use crate::state::{Shared, Sharing, State};
use gloo_timers::callback::{Interval, Timeout};
use leptos::mount::mount_to_renderer;
use leptos::prelude::{ArcRwSignal, Effect, Update, With, WithUntracked};
use midturn_locales::Words;
use midturn_scenarios::step_id;
use std::any::Any;
use std::future::poll_fn;
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{
    Element, Event, HtmlElement, HtmlInputElement, HtmlSelectElement, KeyboardEvent, MouseEvent,
};

/// While the reader drags the slider, the sentence waits until the thumb rests this many milliseconds.
const REST_MS: u32 = 150;

/// A reader: a state, drawn into a place, with whatever host is around it. Copies are the same reader.
#[derive(Clone)]
pub struct Reader(Rc<Seat>);

struct Seat {
    number: u32,
    state: ArcRwSignal<State>,
    place: HtmlElement,
    host: Rc<dyn Host>,
}

/// A reader who is here. Dropping it takes everything away that was drawn, and listens no more.
pub struct Mounted {
    /// The reader.
    pub reader: Reader,
    _ears: Vec<Ear>,
    // The view's type has no name.
    _view: Box<dyn Any>,
}

/// Draws a reader into a place, from now on as their state wants it. `number` tells them from all others.
pub fn mount(number: u32, place: &HtmlElement, host: Rc<dyn Host>, state: State) -> Mounted {
    let state = ArcRwSignal::new(state);
    let prefix = host.prefix().to_owned();
    let seat = Seat { number, state: state.clone(), place: place.clone(), host };
    let reader = Reader(Rc::new(seat));
    let sitting = reader.clone();
    let view = mount_to_renderer(place, move || {
        sitting.keep_up();
        move || {
            later::serve(number);
            state.with(page).led_to(&prefix)
        }
    });
    Mounted { _ears: reader.listen(), _view: Box::new(view), reader }
}

impl Reader {
    /// Where it is drawn.
    pub fn place(&self) -> &HtmlElement {
        &self.0.place
    }

    /// What is around it.
    pub fn host(&self) -> &dyn Host {
        &*self.0.host
    }

    /// Says that what is done now is done for this reader.
    pub fn serve(&self) {
        later::serve(self.0.number);
    }

    /// Does something that takes its time.
    pub fn go_about<F: Future<Output = ()> + 'static>(&self, work: impl FnOnce(Reader) -> F) {
        let number = self.0.number;
        let mut work = Box::pin(work(self.clone()));
        spawn_local(poll_fn(move |context| {
            later::serve(number);
            work.as_mut().poll(context)
        }));
    }

    /// Does something after some milliseconds.
    fn after(&self, millis: u32, work: impl FnOnce(&Reader) + 'static) {
        let reader = self.clone();
        let work = move || {
            reader.serve();
            work(&reader);
        };
        Timeout::new(millis, work).forget();
    }

    /// Looks at the state.
    pub fn look<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        self.0.state.with_untracked(look)
    }

    /// Looks at the state, and is called again when it changes, where Leptos listens.
    pub fn see<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        self.0.state.with(look)
    }

    /// Changes the state.
    pub fn change(&self, change: impl FnOnce(&mut State)) {
        self.0.state.update(change);
    }

    /// The address of Midturn's page, without what names a moment.
    fn page(&self) -> String {
        let address = match self.host().prefix() {
            "" => address::whole(),
            prefix => prefix.to_owned(),
        };
        address.split('#').next().unwrap_or_default().to_owned()
    }

    /// The address of the moment that is shown.
    pub fn address(&self) -> String {
        let link = self.look(State::link).unwrap_or_default();
        [self.page(), link.write()].concat()
    }

    /// Goes to a step by its number in the trace or by its id. False where the story does not have it.
    pub fn seek(&self, number: Option<f64>, name: &str) -> bool {
        self.finish();
        let step = self.look(|state| {
            let tale = &state.edition.as_ref()?.tale;
            let last = state.last();
            let step = match number {
                Some(number) => whole(number),
                None => step_id::find(&tale.data, &tale.record.steps, name),
            };
            step.filter(|step| *step <= last)
        });
        if let Some(step) = step {
            self.change(|state| state.seek(step));
            motion::after(self, None);
        }
        step.is_some()
    }

    /// Runs the story that is shown to its end, if it is only begun. Before that nothing can be done with it.
    pub fn finish(&self) {
        let begun = self.look(|state| state.edition.clone()).filter(|shown| !shown.tale.is_over());
        if let Some(shown) = begun {
            self.finish_in(&shown, shown.words.clone());
        }
    }

    /// The same, in more words than it was begun with.
    pub fn finish_in(&self, shown: &Edition, words: Arc<Words>) {
        if let Ok(whole) = shown.finish(words.clone()) {
            self.change(|state| {
                state.words = words;
                state.edition = Some(Arc::new(whole));
            });
        }
    }

    /// Does something.
    pub fn act(&self, action: Action) {
        self.finish();
        match &action {
            Action::Keys(open) => {
                dialog::show(self.place(), "dialog.help", *open);
            }
            Action::Share => self.share(),
            Action::Copy(what) => self.copy(*what, |state, done| {
                if let Some(sharing) = &mut state.sharing {
                    sharing.outcome = Some(done);
                }
            }),
            Action::CloseShare => {
                dialog::show(self.place(), "dialog.share", false);
            }
            Action::Language(tag) => self.speak(tag),
            Action::Theme(theme) => self.host().keep(Memory::Theme, theme),
            _ => {}
        }
        let moves = matches!(action, Action::Go(_) | Action::Reset);
        let positions = moves.then(|| motion::before(self.place())).flatten();
        self.change(|state| action.apply(state));
        match action {
            Action::Go(_) | Action::Reset => motion::after(self, positions),
            Action::Drag(_) => self.settle_when_at_rest(),
            Action::Code | Action::Read => load::book(self),
            Action::Reference => {
                load::book(self);
                // The section is drawn by then.
                self.after(0, |reader| reader.go_to("#reference-name"));
            }
            Action::ShowMe => self.go_to("[data-step]"),
            _ => {}
        }
    }

    /// Opens the dialog for sharing. Where it is not there, nor its words, the link is copied.
    #[inline(never)]
    fn share(&self) {
        self.change(|state| state.sharing = Some(Sharing { page: self.page(), outcome: None }));
        // The dialog is drawn by then.
        self.after(0, |reader| {
            if !dialog::show(reader.place(), "dialog.share", true) {
                reader.copy(Shared::Link, |state, done| state.copied = Some(done));
            }
        });
    }

    #[inline(never)]
    fn copy(&self, what: Shared, told: fn(&mut State, bool)) {
        let text = self.look(|state| state.sharing.as_ref().map(|one| one.text(what, state)));
        let Some(text) = text else { return };
        self.go_about(|reader| async move {
            let done = clipboard::copy(&text).await;
            reader.change(|state| told(state, done));
        });
    }

    /// Brings an element of the reader's into sight and gives it the focus.
    fn go_to(&self, selector: &str) {
        let found = self.place().query_selector(selector).ok().flatten();
        if let Some(element) = found.and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
            element.scroll_into_view();
            let focused = element.focus();
            debug_assert!(focused.is_ok(), "what is gone to can take the focus");
        }
    }

    /// Says the sentence of what is shown now, if that is still what is shown when the thumb has rested.
    fn settle_when_at_rest(&self) {
        let shown = self.look(|state| state.at);
        self.after(REST_MS, move |reader| {
            if reader.look(|state| state.at == shown) {
                reader.change(State::settle);
            }
        });
    }

    fn speak(&self, tag: &str) {
        let Some(language) = midturn_scenarios::Language::from_tag(tag) else { return };
        self.host().keep(Memory::Language, tag);
        let link = self.look(State::link).unwrap_or_default();
        load::follow(self, Link { language: Some(language), ..link }, Vec::new());
    }

    /// Goes where a link leads.
    pub fn follow(&self, fragment: &str) {
        let (link, faults) = Link::read(fragment);
        load::follow(self, link, faults);
    }

    fn listen(&self) -> Vec<Ear> {
        let on = |name, hear: fn(&Reader, &Event)| {
            let reader = self.clone();
            events::listen(self.place(), name, move |event| {
                reader.serve();
                hear(&reader, &event);
            })
        };
        vec![
            on("click", Reader::click),
            on("input", |reader, event| reader.choose(event, false)),
            on("change", |reader, event| reader.choose(event, true)),
            on("keydown", |reader, event| reader.press(event.unchecked_ref())),
        ]
    }

    fn click(&self, event: &Event) {
        self.click_link(event);
        let button =
            element(event).and_then(|target| target.closest("[data-action]").ok().flatten());
        let Some(button) = button.filter(|b| b.get_attribute("aria-disabled").is_none()) else {
            return;
        };
        if let Some(action) =
            button.get_attribute("data-action").and_then(|name| Action::of_button(&name))
        {
            self.act(action);
        }
    }

    /// A link to a moment is followed here, unless the document does that by itself.
    fn click_link(&self, event: &Event) {
        let prefix = self.host().prefix();
        let click: &MouseEvent = event.unchecked_ref();
        let elsewhere = click.ctrl_key() || click.meta_key() || click.shift_key();
        if prefix.is_empty() || elsewhere {
            return;
        }
        let link = element(event).and_then(|target| target.closest("a[href]").ok().flatten());
        let link = link.filter(|link| !link.has_attribute("target"));
        let href = link.and_then(|link| link.get_attribute("href"));
        if let Some(fragment) = href.as_deref().and_then(|href| href.strip_prefix(prefix)) {
            event.prevent_default();
            self.follow(fragment);
        }
    }

    fn choose(&self, event: &Event, settled: bool) {
        let Some(target) = element(event) else { return };
        let Some(name) = target.get_attribute("data-choice") else { return };
        let (value, checked) =
            match (target.dyn_ref::<HtmlInputElement>(), target.dyn_ref::<HtmlSelectElement>()) {
                (Some(input), _) => (input.value(), input.checked()),
                (None, Some(list)) => (list.value(), false),
                (None, None) => return,
            };
        if let Some(action) = Action::of_choice(&name, &value, checked, settled) {
            self.act(action);
        }
    }

    fn press(&self, event: &KeyboardEvent) {
        let Some(target) = element(event) else { return };
        let inside = target.closest("[data-step]").ok().flatten().is_some();
        if !inside || !self.look(|state| state.keys_on) {
            return;
        }
        let focus = Focus::of(&target.tag_name().to_ascii_lowercase());
        let modified = event.ctrl_key() || event.alt_key() || event.meta_key();
        let wish = wish(&event.key(), modified, focus);
        // What is the reader's, or the focused control's, is not the document's too.
        if wish.is_some() || (focus == Focus::Own && !modified) {
            event.stop_propagation();
        }
        let Some(wish) = wish else { return };
        event.prevent_default();
        self.act(match wish {
            Wish::Go(go) => Action::Go(go),
            Wish::Play => Action::Play,
            Wish::Help => Action::Keys(true),
        });
    }

    /// Keeps address, title, theme and playing in step with the state.
    fn keep_up(&self) {
        let reader = self.clone();
        Effect::new(move |past: Option<Past>| {
            reader.serve();
            let past = past.unwrap_or_default();
            reader.0.state.with(|state| reader.follow_up(state, past))
        });
    }

    fn follow_up(&self, state: &State, past: Past) -> Past {
        let playing = state.playing.then_some(state.speed.pause_ms());
        let mut now = past;
        let was_playing = std::mem::replace(&mut now.playing, playing);
        if past_differs(&mut now.theme, &state.theme) {
            self.host().paint(&state.theme);
        }
        if now.problem != state.problem {
            now.problem.clone_from(&state.problem);
            if let Some(problem) = &state.problem {
                self.host().fail(problem);
            }
        }
        if let Some((link, edition)) = state.link().zip(state.edition.as_ref()) {
            if past_differs(&mut now.address, &link.write()) {
                self.host().show(state, &now.address);
            }
            let told_before = !now.story.is_empty();
            if past_differs(&mut now.story, &edition.tale.data.plan.id) && told_before {
                self.host().arrive();
            }
        }
        if was_playing != playing {
            let reader = self.clone();
            let tick = move || {
                reader.serve();
                let positions = motion::before(reader.place());
                reader.change(State::tick);
                motion::after(&reader, positions);
            };
            now.timer = playing.map(|ms| Interval::new(ms, tick));
        }
        now
    }
}

/// What was last done outside of the page.
#[derive(Default)]
struct Past {
    theme: String,
    address: String,
    problem: Option<Problem>,
    story: String,
    playing: Option<u32>,
    /// Dropping it ends it.
    timer: Option<Interval>,
}

/// Takes a new value over, and says whether it was new.
fn past_differs(known: &mut String, value: &str) -> bool {
    let differs = known != value;
    if differs {
        value.clone_into(known);
    }
    differs
}

/// A number that JavaScript gave, where it is whole and not too large.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "as just checked")]
fn whole(number: f64) -> Option<u32> {
    let is_whole = number.fract() == 0.0 && number >= 0.0 && number <= f64::from(u32::MAX);
    is_whole.then_some(number as u32)
}

/// The element that an event is about.
fn element(event: &Event) -> Option<Element> {
    event.target().and_then(|target| target.dyn_into().ok())
}
