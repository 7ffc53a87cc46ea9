//! The reader: ties the state to the document. Clicks, choices and keys become actions; what follows
//! from a change beyond the page itself (address, title, theme, playing) is done here.

use crate::action::Action;
use crate::browser::storage::Memory;
use crate::browser::{address, dialog, events, motion, root, sharing};
use crate::edition::Edition;
use crate::keys::{Focus, Wish, wish};
use crate::link::Link;
use crate::load;
use crate::page::page;
use crate::state::{Shared, Sharing, State};
use gloo_timers::callback::{Interval, Timeout};
use leptos::mount::mount_to_renderer;
use leptos::prelude::{Effect, RwSignal, Update, With, WithUntracked};
use midturn_locales::Words;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, Event, HtmlElement, HtmlInputElement, HtmlSelectElement, KeyboardEvent};

/// While the reader drags the slider, the sentence waits until the thumb rests this many milliseconds.
const REST_MS: u32 = 150;

/// The reader of the page.
#[derive(Clone, Copy)]
pub struct Reader(RwSignal<State>);

/// Draws the page into an element, from now on as the reader's state wants it. It stays until the
/// document goes.
pub fn mount(host: &HtmlElement, state: State) -> Reader {
    let reader = Reader(RwSignal::new(state));
    mount_to_renderer(host, move || {
        reader.keep_up();
        move || reader.0.with(page)
    })
    .forget();
    reader.listen(host);
    reader
}

impl Reader {
    /// Looks at the state.
    pub fn look<T>(self, look: impl FnOnce(&State) -> T) -> T {
        self.0.with_untracked(look)
    }

    /// Changes the state.
    pub fn change(self, change: impl FnOnce(&mut State)) {
        self.0.update(change);
    }

    /// Runs the story that is shown to its end, if it is only begun. Before that nothing can be done with it.
    pub fn finish(self) {
        let begun = self.look(|state| state.edition.clone()).filter(|shown| !shown.tale.is_over());
        if let Some(shown) = begun {
            self.finish_in(&shown, shown.words.clone());
        }
    }

    /// The same, in more words than it was begun with.
    pub fn finish_in(self, shown: &Edition, words: Arc<Words>) {
        if let Ok(whole) = shown.finish(words.clone()) {
            self.change(|state| {
                state.words = words;
                state.edition = Some(Arc::new(whole));
            });
        }
    }

    /// Does something.
    pub fn act(self, action: Action) {
        self.finish();
        match &action {
            Action::Keys(open) => dialog::show(*open),
            Action::Share => self.share(),
            Action::Copy(what) => self.copy(*what, |state, done| {
                if let Some(sharing) = &mut state.sharing {
                    sharing.outcome = Some(done);
                }
            }),
            Action::CloseShare => {
                sharing::show(false);
            }
            Action::Language(tag) => self.speak(tag),
            Action::Theme(theme) => Memory::Theme.keep(theme),
            _ => {}
        }
        let positions = matches!(action, Action::Go(_)).then(motion::before).flatten();
        self.change(|state| action.apply(state));
        match action {
            Action::Go(_) => motion::after(positions),
            Action::Drag(_) => self.settle_when_at_rest(),
            Action::Code | Action::Read => load::book(self),
            Action::Reference => {
                load::book(self);
                // The section is drawn by then.
                Timeout::new(0, || root::go_to("#reference-name")).forget();
            }
            Action::ShowMe => root::go_to("[data-step]"),
            _ => {}
        }
    }

    /// Opens the dialog for sharing. Its words may not be here; then the link is copied.
    #[inline(never)]
    fn share(self) {
        self.change(|state| state.sharing = Some(Sharing { page: sharing::page(), outcome: None }));
        // The dialog is drawn by then.
        Timeout::new(0, move || {
            if !sharing::show(true) {
                self.copy(Shared::Link, |state, done| state.copied = Some(done));
            }
        })
        .forget();
    }

    #[inline(never)]
    fn copy(self, what: Shared, told: fn(&mut State, bool)) {
        let text = self.look(|state| state.sharing.as_ref().map(|one| one.text(what, state)));
        let Some(text) = text else { return };
        spawn_local(async move {
            let done = sharing::copy(&text).await;
            self.change(|state| told(state, done));
        });
    }

    /// Says the sentence of what is shown now, if that is still what is shown when the thumb has rested.
    fn settle_when_at_rest(self) {
        let shown = self.look(|state| state.at);
        let rest = move || {
            if self.look(|state| state.at == shown) {
                self.change(State::settle);
            }
        };
        Timeout::new(REST_MS, rest).forget();
    }

    fn speak(self, tag: &str) {
        let Some(language) = midturn_scenarios::Language::from_tag(tag) else { return };
        Memory::Language.keep(tag);
        let link = self.look(State::link).unwrap_or_default();
        load::follow(self, Link { language: Some(language), ..link }, Vec::new());
    }

    fn follow_address(self) {
        let (link, faults) = Link::read(&address::fragment());
        load::follow(self, link, faults);
    }

    fn listen(self, host: &HtmlElement) {
        events::listen(host, "click", move |event| self.click(&event));
        events::listen(host, "input", move |event| self.choose(&event, false));
        events::listen(host, "change", move |event| self.choose(&event, true));
        events::listen(host, "keydown", move |event| self.press(event.unchecked_ref()));
        if let Some(window) = web_sys::window() {
            events::listen(&window, "hashchange", move |_| self.follow_address());
        }
    }

    fn click(self, event: &Event) {
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

    fn choose(self, event: &Event, settled: bool) {
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

    fn press(self, event: &KeyboardEvent) {
        let Some(target) = element(event) else { return };
        let inside = target.closest("[data-step]").ok().flatten().is_some();
        if !inside || !self.look(|state| state.keys_on) {
            return;
        }
        let focus = Focus::of(&target.tag_name().to_ascii_lowercase());
        let modified = event.ctrl_key() || event.alt_key() || event.meta_key();
        let Some(wish) = wish(&event.key(), modified, focus) else { return };
        event.prevent_default();
        self.act(match wish {
            Wish::Go(go) => Action::Go(go),
            Wish::Play => Action::Play,
            Wish::Help => Action::Keys(true),
        });
    }

    /// Keeps address, title, theme and playing in step with the state.
    fn keep_up(self) {
        Effect::new(move |past: Option<Past>| {
            let past = past.unwrap_or_default();
            self.0.with(|state| self.follow_up(state, past))
        });
    }

    fn follow_up(self, state: &State, past: Past) -> Past {
        let playing = state.playing.then_some(state.speed.pause_ms());
        let mut now = past;
        let was_playing = std::mem::replace(&mut now.playing, playing);
        if past_differs(&mut now.theme, &state.theme) {
            root::paint(&state.theme);
        }
        if let Some((link, edition)) = state.link().zip(state.edition.as_ref()) {
            if past_differs(&mut now.address, &link.write()) {
                address::show(&now.address);
            }
            let title = [edition.tale.heading(), " · Midturn"].concat();
            if past_differs(&mut now.title, &title) {
                root::speak(edition.language, &title);
            }
            let told_before = !now.story.is_empty();
            if past_differs(&mut now.story, &edition.tale.data.plan.id) && told_before {
                root::arrive();
            }
        }
        if was_playing != playing {
            let tick = move || {
                let positions = motion::before();
                self.change(State::tick);
                motion::after(positions);
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
    title: String,
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

/// The element that an event is about.
fn element(event: &Event) -> Option<Element> {
    event.target().and_then(|target| target.dyn_into().ok())
}
