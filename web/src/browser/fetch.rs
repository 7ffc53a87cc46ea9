//! Fetches a file that lies beside this module, wherever the document is that shows it.

use super::later;
use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

/// The bytes of a file; nothing where it cannot be had.
pub async fn bytes(path: &str) -> Option<Vec<u8>> {
    let window = web_sys::window()?;
    let address = [&later::base(), path].concat();
    let answer = JsFuture::from(window.fetch_with_str(&address)).await.ok()?;
    let response: Response = answer.dyn_into().ok()?;
    if !response.ok() {
        return None;
    }
    let buffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    let buffer: ArrayBuffer = buffer.dyn_into().ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}
