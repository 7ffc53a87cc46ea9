//! Markup: a piece of the page as plain data.
//!
//! The page is a function from the reader's state to one tree of this type. That keeps it testable
//! without a browser, and small: every element is the same type, so that the code which draws, compares
//! and removes elements exists once. (Drawn with one type an element, as `view!` makes them, this page
//! weighed three times its limit.)

use std::ops::{Deref, DerefMut};

/// An element, or a text. It is one word long, so that passing it along costs nothing; and what adds to it
/// is never inlined, since it is called from everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Markup(Box<Parts>);

/// What a piece of markup is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// The element's name; empty for a text.
    pub tag: &'static str,
    /// What tells it from its siblings where they come and go: a message's id, say.
    pub key: Option<String>,
    /// Its attributes.
    pub attrs: Vec<(&'static str, String)>,
    /// The text, if it is one.
    pub text: String,
    /// What is in it.
    pub children: Vec<Markup>,
}

impl Deref for Markup {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl DerefMut for Markup {
    fn deref_mut(&mut self) -> &mut Parts {
        &mut self.0
    }
}

/// An element.
#[inline(never)]
pub fn el(tag: &'static str) -> Markup {
    Markup(Box::new(Parts { tag, ..Parts::default() }))
}

/// A text. It is always text, never HTML.
#[inline(never)]
pub fn text(text: &str) -> Markup {
    Markup(Box::new(Parts { text: text.to_owned(), ..Parts::default() }))
}

impl Markup {
    /// With a class.
    #[must_use]
    #[inline(never)]
    pub fn class(self, class: &str) -> Markup {
        self.attr("class", class)
    }

    /// With an attribute.
    #[must_use]
    #[inline(never)]
    pub fn attr(mut self, name: &'static str, value: &str) -> Markup {
        self.attrs.push((name, value.to_owned()));
        self
    }

    /// With an attribute that says yes by being there.
    #[must_use]
    #[inline(never)]
    pub fn flag(self, name: &'static str, is_set: bool) -> Markup {
        if is_set { self.attr(name, "") } else { self }
    }

    /// With an attribute where there is a value.
    #[must_use]
    #[inline(never)]
    pub fn maybe_attr(self, name: &'static str, value: Option<&str>) -> Markup {
        match value {
            Some(value) => self.attr(name, value),
            None => self,
        }
    }

    /// With a name that only it has among its siblings.
    #[must_use]
    #[inline(never)]
    pub fn key(mut self, key: &str) -> Markup {
        self.key = Some(key.to_owned());
        self
    }

    /// With a text in it.
    #[must_use]
    #[inline(never)]
    pub fn text(self, words: &str) -> Markup {
        self.child(text(words))
    }

    /// With an element in it.
    #[must_use]
    #[inline(never)]
    pub fn child(mut self, child: Markup) -> Markup {
        self.children.push(child);
        self
    }

    /// With an element in it where there is one.
    #[must_use]
    #[inline(never)]
    pub fn maybe(self, child: Option<Markup>) -> Markup {
        match child {
            Some(child) => self.child(child),
            None => self,
        }
    }

    /// With several elements in it.
    #[must_use]
    #[inline(never)]
    pub fn all(mut self, mut children: Vec<Markup>) -> Markup {
        self.children.append(&mut children);
        self
    }

    /// The same markup, in which every link to a moment has `prefix` before its fragment.
    #[must_use]
    pub fn led_to(mut self, prefix: &str) -> Markup {
        if !prefix.is_empty() {
            self.lead_to(prefix);
        }
        self
    }

    fn lead_to(&mut self, prefix: &str) {
        for (name, value) in &mut self.attrs {
            if *name == "href" && value.starts_with("#/") {
                value.insert_str(0, prefix);
            }
        }
        self.children.iter_mut().for_each(|child| child.lead_to(prefix));
    }

    /// The value of an attribute.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.attrs.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    /// The first element with this attribute value, itself included.
    pub fn find(&self, name: &str, value: &str) -> Option<&Markup> {
        if self.value(name) == Some(value) {
            return Some(self);
        }
        self.children.iter().find_map(|child| child.find(name, value))
    }

    /// All the text in it.
    pub fn words(&self) -> String {
        let inner: Vec<String> = self.children.iter().map(Markup::words).collect();
        [self.text.as_str(), &inner.concat()].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_found_and_read_by_what_it_says() {
        let list = el("ul").child(el("li").attr("data-card", "a").text("one "));
        let list = list.maybe(None).all(vec![el("li").flag("hidden", false).text("two")]);
        assert_eq!(list.words(), "one two");
        assert_eq!(list.find("data-card", "a").map(Markup::words), Some("one ".into()));
        assert_eq!(list.children[1].value("hidden"), None);
    }

    #[test]
    fn links_to_moments_lead_to_the_page_and_no_other_link_does() {
        let links = |moment: &str| {
            let to = |href: &str| el("li").child(el("a").attr("href", href));
            el("ul").all([moment, "#reference", "https://a.example/#/x"].map(to).into())
        };
        assert_eq!(links("#/codex").led_to("../p.html"), links("../p.html#/codex"));
        assert_eq!(links("#/codex").led_to(""), links("#/codex"));
    }
}
