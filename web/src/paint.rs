//! Draws [`Markup`] as a view of Leptos' renderer: builds elements once, then changes only what differs.
//!
//! An element that stays keeps its identity: a fold stays open, the focus stays where it is. Children are
//! matched by tag and key, the same place first.

use crate::browser::root::document;
use crate::markup::Markup;
use leptos::tachys::html::attribute::any_attribute::AnyAttribute;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::no_attrs;
use leptos::tachys::view::{Mountable, Position, PositionState, Render, RenderHtml};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, Node};

/// An element in the document and the markup it shows.
pub struct Painted {
    node: Node,
    shown: Markup,
    children: Vec<Painted>,
}

impl Painted {
    fn new(document: &Document, mut markup: Markup) -> Painted {
        let children = std::mem::take(&mut markup.children);
        if markup.tag.is_empty() {
            let node = document.create_text_node(&markup.text).unchecked_into();
            return Painted { node, shown: markup, children: Vec::new() };
        }
        let Ok(element) = document.create_element(markup.tag) else {
            unreachable!("tags are written in this crate");
        };
        for (name, value) in &markup.attrs {
            set(&element, name, Some(value));
        }
        let node: Node = element.unchecked_into();
        let children: Vec<Painted> =
            children.into_iter().map(|child| Painted::new(document, child)).collect();
        for child in &children {
            place(&node, &child.node, None);
        }
        let painted = Painted { node, shown: markup, children };
        painted.settle_value();
        painted
    }

    fn is_for(&self, markup: &Markup) -> bool {
        self.shown.tag == markup.tag && self.shown.key == markup.key
    }

    fn change(&mut self, document: &Document, mut markup: Markup) {
        let children = std::mem::take(&mut markup.children);
        if markup.text != self.shown.text {
            self.node.set_text_content(Some(&markup.text));
        }
        if markup.attrs != self.shown.attrs {
            let element: &Element = self.node.unchecked_ref();
            for (name, _) in
                self.shown.attrs.iter().filter(|(name, _)| markup.value(name).is_none())
            {
                set(element, name, None);
            }
            for (name, value) in &markup.attrs {
                if self.shown.value(name) != Some(value) {
                    set(element, name, Some(value));
                }
            }
        }
        self.shown = markup;
        self.change_children(document, children);
        self.settle_value();
    }

    fn change_children(&mut self, document: &Document, wanted: Vec<Markup>) {
        let mut old: Vec<Option<Painted>> =
            std::mem::take(&mut self.children).into_iter().map(Some).collect();
        for (index, markup) in wanted.into_iter().enumerate() {
            let fits =
                |slot: &Option<Painted>| slot.as_ref().is_some_and(|old| old.is_for(&markup));
            let found = match old.get(index) {
                Some(slot) if fits(slot) => Some(index),
                _ => old.iter().position(fits),
            };
            let kept = found.and_then(|found| old.get_mut(found)).and_then(Option::take);
            let child = match kept {
                Some(mut child) => {
                    child.change(document, markup);
                    child
                }
                None => Painted::new(document, markup),
            };
            self.children.push(child);
        }
        for gone in old.into_iter().flatten() {
            remove(&gone.node);
        }
        self.order_children();
    }

    /// Puts the children in their order, moving only those that stand elsewhere.
    fn order_children(&self) {
        let mut next = self.node.first_child();
        for child in &self.children {
            if next.as_ref() == Some(&child.node) {
                next = child.node.next_sibling();
            } else {
                place(&self.node, &child.node, next.as_ref());
            }
        }
    }

    /// What a reader has typed or chosen hides the attribute; so the property is set too.
    fn settle_value(&self) {
        if let "input" | "select" = self.shown.tag {
            let property = |name: &str, value: &JsValue| {
                let set = js_sys::Reflect::set(&self.node, &name.into(), value);
                debug_assert!(set.is_ok(), "form controls have this property");
            };
            if let Some(value) = self.shown.value("value") {
                property("value", &value.into());
            }
            if self.shown.value("type") == Some("checkbox") {
                property("checked", &self.shown.value("checked").is_some().into());
            }
        }
    }
}

fn set(element: &Element, name: &str, value: Option<&str>) {
    let done = match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    };
    debug_assert!(done.is_ok(), "attribute names are written in this crate");
}

fn place(parent: &Node, child: &Node, before: Option<&Node>) {
    let done = parent.insert_before(child, before);
    debug_assert!(done.is_ok(), "the parent is ours and holds the sibling");
}

fn remove(node: &Node) {
    if let Some(parent) = node.parent_node() {
        let done = parent.remove_child(node);
        debug_assert!(done.is_ok(), "it is its parent's child");
    }
}

impl Render for Markup {
    type State = Painted;

    fn build(self) -> Painted {
        Painted::new(&document(), self)
    }

    fn rebuild(self, state: &mut Painted) {
        if state.is_for(&self) {
            state.change(&document(), self);
        } else {
            let mut new = self.build();
            state.insert_before_this(&mut new);
            state.unmount();
            *state = new;
        }
    }
}

impl Mountable for Painted {
    fn unmount(&mut self) {
        remove(&self.node);
    }

    fn mount(&mut self, parent: &Element, marker: Option<&Node>) {
        place(parent, &self.node, marker);
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        match self.node.parent_element() {
            Some(parent) => {
                child.mount(&parent, Some(&self.node));
                true
            }
            None => false,
        }
    }

    fn elements(&self) -> Vec<Element> {
        self.node.dyn_ref::<Element>().cloned().into_iter().collect()
    }
}

no_attrs!(Markup);

/// The renderer asks every view for a form that a server could send. This page has no server: its text for
/// people without scripts is made at build time.
impl RenderHtml for Markup {
    type AsyncOutput = Markup;
    type Owned = Markup;
    const MIN_LENGTH: usize = 0;

    fn dry_resolve(&mut self) {}

    async fn resolve(self) -> Markup {
        self
    }

    fn to_html_with_buf(
        self,
        _buf: &mut String,
        _position: &mut Position,
        _escape: bool,
        _mark_branches: bool,
        _extra_attrs: Vec<AnyAttribute>,
    ) {
    }

    fn hydrate<const FROM_SERVER: bool>(
        self,
        _cursor: &Cursor,
        _position: &PositionState,
    ) -> Painted {
        self.build()
    }

    fn into_owned(self) -> Markup {
        self
    }
}
