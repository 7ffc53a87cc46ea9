//! Giving something away: the share dialog, the page's address, the clipboard.

use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

/// Opens or closes the dialog. False where it is not there.
pub fn show(open: bool) -> bool {
    let dialog = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.query_selector("dialog.share").ok().flatten())
        .and_then(|element| element.dyn_into::<HtmlDialogElement>().ok());
    let Some(dialog) = dialog else { return false };
    if !open {
        dialog.close();
    } else if !dialog.open() {
        let shown = dialog.show_modal();
        debug_assert!(shown.is_ok(), "a closed dialog in the document can be shown");
    }
    true
}

/// The page's address, without what names a moment.
pub fn page() -> String {
    let address = web_sys::window().and_then(|window| window.location().href().ok());
    let address = address.unwrap_or_default();
    address.split('#').next().unwrap_or_default().to_owned()
}

/// Puts a text on the clipboard. False where the browser does not allow it.
pub async fn copy(text: &str) -> bool {
    let Some(window) = web_sys::window() else { return false };
    let clipboard = window.navigator().clipboard();
    // Outside of a secure context there is no clipboard at all.
    if clipboard.is_undefined() {
        return false;
    }
    wasm_bindgen_futures::JsFuture::from(clipboard.write_text(text)).await.is_ok()
}
