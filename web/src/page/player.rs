//! What a player shows: a story without the page around it. It stands in somebody else's document, so it has no
//! main part, no first heading and no settings; what it may have is chosen by the attribute `controls`.

use super::{help, notice, space, story};
use crate::markup::{Markup, el};
use crate::state::{Layout, State};
use midturn_locales::Key;

/// The player.
pub fn player(state: &State) -> Markup {
    let player = el("div").class("midturn player").maybe(notice::problem(state));
    let player = player.maybe(notice::faults(state));
    let Some(edition) = &state.edition else { return player };
    let player = player.child(story(state, edition));
    let has_more = state.layout == Layout::Full && edition.tale.is_over();
    if has_more { player.all(below(state)) } else { player }
}

/// What a player with all controls has beside the story, once that has run to its end.
#[inline(never)]
fn below(state: &State) -> Vec<Markup> {
    let link = state.link().unwrap_or_default().write();
    let page = el("a").attr("href", &link).attr("target", "_blank").attr("rel", "noopener");
    let foot = el("p").class("player-foot").text(state.words.get(Key::MadeUp)).child(space());
    vec![foot.child(page.text("Midturn")), help::help(state)]
}
