//! Dialogs of a reader's.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlDialogElement};

/// Opens or closes the one that a selector finds in this place. False where it is not there. The browser gives the
/// focus back to where it was.
pub fn show(place: &Element, selector: &str, open: bool) -> bool {
    let dialog = place
        .query_selector(selector)
        .ok()
        .flatten()
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
