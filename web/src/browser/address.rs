//! The address bar: the fragment names the moment that is shown.

use wasm_bindgen::JsValue;

/// The fragment, with its `#`; empty where there is none.
pub fn fragment() -> String {
    web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default()
}

/// Makes the address name this moment, without a new entry in the history of the visit.
pub fn show(fragment: &str) {
    let history = web_sys::window().and_then(|window| window.history().ok());
    if let Some(history) = history {
        // Browsers refuse when it comes too often; the next step will set it right.
        let _refused = history.replace_state_with_url(&JsValue::NULL, "", Some(fragment));
    }
}

/// The document's whole address.
pub fn whole() -> String {
    web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default()
}
