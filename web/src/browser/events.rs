//! Listening, and the next frame.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Event, EventTarget};

/// Listens until it is dropped.
pub struct Ear {
    target: EventTarget,
    name: &'static str,
    hear: Closure<dyn FnMut(Event)>,
}

impl Drop for Ear {
    fn drop(&mut self) {
        let hear = self.hear.as_ref().unchecked_ref();
        let stopped = self.target.remove_event_listener_with_callback(self.name, hear);
        debug_assert!(stopped.is_ok(), "a function can stop listening");
    }
}

/// Listens to the events of a name.
#[must_use]
pub fn listen(target: &EventTarget, name: &'static str, hear: impl FnMut(Event) + 'static) -> Ear {
    let hear = Closure::<dyn FnMut(Event)>::new(hear);
    let listening = target.add_event_listener_with_callback(name, hear.as_ref().unchecked_ref());
    debug_assert!(listening.is_ok(), "a function can listen");
    Ear { target: target.clone(), name, hear }
}

/// Does something when the browser is about to draw.
pub fn at_next_frame(draw: impl FnOnce() + 'static) {
    if let Some(window) = web_sys::window() {
        let draw = Closure::once_into_js(draw);
        let asked = window.request_animation_frame(draw.unchecked_ref());
        debug_assert!(asked.is_ok(), "a function can be called at the next frame");
    }
}
