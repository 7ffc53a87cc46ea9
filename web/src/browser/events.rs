//! Listening, and the next frame.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Event, EventTarget};

/// Listens for as long as the page lives.
pub fn listen(target: &EventTarget, name: &str, hear: impl FnMut(Event) + 'static) {
    let hear = Closure::<dyn FnMut(Event)>::new(hear).into_js_value();
    let listening = target.add_event_listener_with_callback(name, hear.unchecked_ref());
    debug_assert!(listening.is_ok(), "a function can listen");
}

/// Does something when the browser is about to draw.
pub fn at_next_frame(draw: impl FnOnce() + 'static) {
    if let Some(window) = web_sys::window() {
        let draw = Closure::once_into_js(draw);
        let asked = window.request_animation_frame(draw.unchecked_ref());
        debug_assert!(asked.is_ok(), "a function can be called at the next frame");
    }
}
