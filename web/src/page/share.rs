//! The dialog that gives the reader this moment to take along: as a link, and as a snippet for a document.
//!
//! The snippet is made only while the dialog is open: it holds a whole figure.

use super::nothing;
use crate::edition::Edition;
use crate::markup::{Markup, el};
use crate::state::{Shared, Sharing, State};
use midturn_locales::Words;
use midturn_telling::drawing::Scene;
use midturn_telling::drawing::snippet::{Embed, snippet};

/// The dialog; nothing in it until the reader wants to share.
pub fn share(state: &State, words: &Words) -> Markup {
    let title = words.name("more", "share-title");
    let dialog = el("dialog").class("share").attr("aria-label", title);
    match (&state.sharing, &state.edition) {
        (Some(sharing), Some(edition)) => {
            dialog.child(el("h2").text(title)).all(parts(state, edition, words, sharing))
        }
        _ => dialog,
    }
}

fn parts(state: &State, edition: &Edition, words: &Words, sharing: &Sharing) -> Vec<Markup> {
    let (link, pasted) = (sharing.link(state), sharing.snippet(state, edition));
    let link = el("input").attr("type", "text").attr("value", &link);
    let text = el("textarea").attr("rows", "6").key(&pasted).text(&pasted);
    let outcome = sharing.outcome.map(|done| {
        let told = if done { "share-copied" } else { "share-by-hand" };
        words.name("more", told)
    });
    vec![
        field(words, "share-link", link, "copy-link"),
        field(words, "share-snippet", text, "copy-snippet"),
        nothing("p", words.name("more", "share-note")),
        el("p").class("share-told").attr("role", "status").text(outcome.unwrap_or_default()),
        el("button")
            .attr("type", "button")
            .class("button")
            .attr("data-action", "close-share")
            .text(words.get(midturn_locales::Key::Close)),
    ]
}

/// A text to be copied, with its name and its button.
fn field(words: &Words, name: &str, text: Markup, action: &'static str) -> Markup {
    let label = el("label").class("share-field").child(el("span").text(words.name("more", name)));
    let button = el("button").attr("type", "button").class("button").attr("data-action", action);
    el("div")
        .class("share-part")
        .child(label.child(text.flag("readonly", true)))
        .child(button.text(words.name("more", action)))
}

impl Sharing {
    /// The whole link to what is shown.
    pub fn link(&self, state: &State) -> String {
        let fragment = state.link().map(|link| link.write()).unwrap_or_default();
        [self.page.as_str(), &fragment].concat()
    }

    /// The snippet that shows the same.
    pub fn snippet(&self, state: &State, edition: &Edition) -> String {
        let folder = self.page.rfind('/').and_then(|end| self.page.get(..=end));
        let theme = Some(state.theme.as_str()).filter(|theme| *theme != "auto");
        let scene = Scene { edition, grain: state.grain, step: state.settled };
        snippet(&scene, &Embed { site: folder, theme, ..Embed::default() })
    }

    /// What is to be copied.
    pub fn text(&self, what: Shared, state: &State) -> String {
        match (what, &state.edition) {
            (Shared::Snippet, Some(edition)) => self.snippet(state, edition),
            _ => self.link(state),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use crate::track::Go;

    #[test]
    fn the_dialog_holds_the_link_and_the_snippet_of_this_step() {
        let mut state = sample::state("en");
        let words = sample::words("en");
        assert!(share(&state, &words).children.is_empty(), "nothing until it is wanted");
        state.go(Go::Next);
        state.sharing = Some(Sharing { page: "https://a.example/b/".into(), outcome: None });
        let dialog = share(&state, &words);
        let input = dialog.find("type", "text").and_then(|input| input.value("value"));
        assert_eq!(
            input,
            Some("https://a.example/b/#/codex/sample/typed?lang=en&v=0000000000000007")
        );
        let said = dialog.words();
        assert!(said.contains("<midturn-player scenario=\"sample\" lang=\"en\" step=\"typed\""));
        assert!(said.contains("src=\"https://a.example/b/element.js\""), "{said}");
        assert!(dialog.find("data-action", "copy-snippet").is_some());
        // Whoever goes on has done with it.
        state.go(Go::Next);
        assert_eq!(state.sharing, None);
    }
}
