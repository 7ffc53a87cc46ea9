//! The later half of this module: everything that the first step does not need.
//!
//! The build cuts the page's module in two (`xtask/src/split.rs` in the workspace); a page that was not cut has
//! everything from the start, and then all of this does nothing. A call into the half that is not there yet
//! brings it in at once, and waits; so whatever is called, and whenever, it is there.

use js_sys::Promise;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen(module = "/src/browser/later.js")]
extern "C" {
    #[wasm_bindgen(js_name = prepare)]
    fn prepare_with(exports: &JsValue);
    #[wasm_bindgen(js_name = bringNow)]
    fn bring_now();
    #[wasm_bindgen(js_name = bring)]
    fn bring_soon() -> Promise;
}

/// Tells the script what the later half shares with this one. Comes before everything else.
pub fn prepare() {
    prepare_with(&wasm_bindgen::exports());
}

/// Brings the later half in. False where it cannot be had now; a call into it will try again.
pub async fn bring() -> bool {
    JsFuture::from(bring_soon()).await.is_ok()
}

/// What a call into the later half does first while that is not there. Nobody else needs it.
#[wasm_bindgen]
pub fn bring_later_now() {
    bring_now();
}
