//! The reader: ties the state to the document. Clicks, choices and keys become actions; what follows
//! from a change beyond the page itself (address, title, theme, playing) is done here.

use crate::action::Action;
use crate::browser::storage::Memory;
use crate::browser::{address, dialog, motion, root};
use crate::keys::{Focus, Wish, wish};
use crate::link::Link;
use crate::load;
use crate::page::page;
use crate::state::State;
use leptos::ev::{Event, KeyboardEvent, MouseEvent};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::time::Duration;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, HtmlSelectElement};

/// While the reader drags the slider, the sentence waits until the thumb rests this long.
const REST: Duration = Duration::from_millis(150);

/// The reader of the page.
#[derive(Clone, Copy)]
pub struct Reader(RwSignal<State>);

/// The page, drawn from the reader's state.
pub fn app(reader: Reader) -> impl IntoView {
    let listener = window_event_listener(leptos::ev::hashchange, move |_| reader.follow_address());
    on_cleanup(move || listener.remove());
    reader.keep_up();
    view! {
        <div on:click=move |event| reader.click(&event) on:input=move |event| reader.choose(&event, false)
            on:change=move |event| reader.choose(&event, true) on:keydown=move |event| reader.press(&event)>
            {move || reader.0.with(page)}
        </div>
    }
}

impl Reader {
    /// A reader in this state.
    pub fn new(state: State) -> Reader {
        Reader(RwSignal::new(state))
    }

    /// Looks at the state.
    pub fn look<T>(self, look: impl FnOnce(&State) -> T) -> T {
        self.0.with_untracked(look)
    }

    /// Changes the state.
    pub fn change(self, change: impl FnOnce(&mut State)) {
        self.0.update(change);
    }

    /// Does something.
    pub fn act(self, action: Action) {
        match &action {
            Action::Keys(open) => dialog::show(*open),
            Action::Share => spawn_local(async move {
                let copied = address::copy().await;
                self.change(|state| state.copied = Some(copied));
            }),
            Action::Language(tag) => self.speak(tag),
            Action::Theme(theme) => Memory::Theme.keep(theme),
            Action::Drag(_) => set_timeout(move || self.change(State::settle), REST),
            _ => {}
        }
        let positions = matches!(action, Action::Go(_)).then(motion::before).flatten();
        self.change(|state| action.apply(state));
        if let Action::Go(_) = action {
            motion::after(positions);
        }
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

    fn click(self, event: &MouseEvent) {
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
        let mut now = Past { playing, ..past };
        if past_differs(&mut now.theme, &state.theme) {
            root::paint(&state.theme);
        }
        if let Some((link, edition)) = state.link().zip(state.edition.as_ref()) {
            if past_differs(&mut now.address, &link.write()) {
                address::show(&now.address);
            }
            let title = [&edition.tale.texts.question, " · Midturn"].concat();
            if past_differs(&mut now.title, &title) {
                root::speak(edition.language, &title);
            }
            let told_before = !now.story.is_empty();
            if past_differs(&mut now.story, &edition.tale.data.plan.id) && told_before {
                root::arrive();
            }
        }
        if past.playing != playing {
            if let Some(timer) = now.timer.take() {
                timer.clear();
            }
            now.timer = playing.and_then(|ms| {
                let tick = move || {
                    let positions = motion::before();
                    self.change(State::tick);
                    motion::after(positions);
                };
                set_interval_with_handle(tick, Duration::from_millis(ms)).ok()
            });
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
    playing: Option<u64>,
    timer: Option<IntervalHandle>,
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
