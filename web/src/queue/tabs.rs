//! What tabs of this page have between them: a word that the rows have changed, and a lock that one of them
//! holds.

use futures::channel::oneshot;
use futures::future::{Either, select};
use js_sys::{Function, Promise, Reflect};
use std::pin::pin;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::BroadcastChannel;

/// The name of the channel and of the lock.
const NAME: &str = "midturn.queue";

/// A way to tell the other tabs, and to be told by them.
#[derive(Clone)]
pub struct Channel(Option<BroadcastChannel>);

impl Channel {
    /// Opens it. Where the browser has none, nothing is told: whoever listens has to look for themselves.
    pub fn open() -> Channel {
        Channel(BroadcastChannel::new(NAME).ok())
    }

    /// Tells the other tabs that the rows have changed.
    pub fn tell(&self) {
        if let Some(channel) = &self.0 {
            let told = channel.post_message(&JsValue::UNDEFINED);
            debug_assert!(told.is_ok(), "an open channel takes anything");
        }
    }

    /// Hears what other tabs tell, for as long as the page lives.
    pub fn listen(&self, hear: impl FnMut() + 'static) {
        if let Some(channel) = &self.0 {
            let hear = Closure::<dyn FnMut()>::new(hear).into_js_value();
            channel.set_onmessage(Some(hear.unchecked_ref()));
        }
    }
}

/// Whether this browser can keep tabs apart. Outside of a secure context it cannot.
pub fn have_locks() -> bool {
    manager().is_some()
}

/// Waits in line for the lock, and keeps it for as long as the page lives. False where the browser refuses.
/// (The crate `web-sys` has no stable binding for locks.)
pub async fn hold_lock() -> bool {
    let (granted, grant) = oneshot::channel();
    let hold = Closure::once_into_js(move |_lock: JsValue| -> JsValue {
        // Whoever waits for it may be gone; the lock is this page's all the same.
        let _ = granted.send(());
        Promise::new(&mut |_, _| {}).into()
    });
    let Some((manager, request)) = manager() else { return false };
    let asked = request.call2(&manager, &NAME.into(), &hold).map(JsCast::dyn_into::<Promise>);
    let Ok(Ok(promise)) = asked else { return false };
    // The promise ends only where the lock is refused.
    matches!(select(grant, pin!(JsFuture::from(promise))).await, Either::Left((Ok(()), _)))
}

fn manager() -> Option<(JsValue, Function)> {
    let navigator: JsValue = web_sys::window()?.navigator().into();
    let manager = Reflect::get(&navigator, &"locks".into()).ok().filter(JsValue::is_object)?;
    let request = Reflect::get(&manager, &"request".into()).ok()?.dyn_into().ok()?;
    Some((manager, request))
}
