//! The module as the browser holds it: where it lies, its later half, and whom it works for.
//!
//! The build cuts the page's module in two (`xtask/src/split.rs` in the workspace); a page that was not cut has
//! everything from the start, and then there is nothing to bring. A call into the half that is not there yet
//! brings it in at once, and waits; so whatever is called, and whenever, it is there.
//!
//! An instance that has trapped is never called again (`later.js` sees to that). So that it can be told whose
//! work it was, every way in says for which reader it comes.

use js_sys::Promise;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen(module = "/src/browser/later.js")]
extern "C" {
    #[wasm_bindgen(js_name = bringNow)]
    fn bring_now();
    #[wasm_bindgen(js_name = bring)]
    fn bring_soon() -> Promise;
    /// The address of the folder that this module came from, with a slash at its end.
    pub fn base() -> String;
    /// From now on the work is for this reader.
    pub fn serve(reader: u32);
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
