//! The dialog with the list of keys.

use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

/// Opens or closes it. The browser gives the focus back to where it was.
pub fn show(open: bool) {
    let dialog = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.query_selector("dialog.help").ok().flatten())
        .and_then(|element| element.dyn_into::<HtmlDialogElement>().ok());
    let Some(dialog) = dialog else { return };
    if !open {
        dialog.close();
    } else if !dialog.open() {
        let shown = dialog.show_modal();
        debug_assert!(shown.is_ok(), "a closed dialog in the document can be shown");
    }
}
