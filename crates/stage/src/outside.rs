//! Finds what lies outside the window, in part or wholly, and cannot be scrolled into it.

use egui::Rect;
use egui::accesskit::Role;
use egui_kittest::Node;
use egui_kittest::kittest::NodeT;

use super::{Element, TextFault};

/// Bounds are rounded to pixels, in points.
const ROUNDING: f32 = 0.5;

/// The directions in which a node can be scrolled into the window.
#[derive(Clone, Copy, Default)]
struct Scrolled {
    sideways: bool,
    up_and_down: bool,
}

/// What is found below a node.
#[derive(Default)]
struct Found {
    faults: Vec<TextFault>,
    /// The bars of what is scrolled sideways.
    sideways: Vec<Rect>,
}

/// The controls, texts and scroll bars below `root` that leave the window, and the bars of what is
/// scrolled sideways.
pub fn outside(root: &Node<'_>, window: Rect) -> (Vec<TextFault>, Vec<Rect>) {
    let mut found = Found::default();
    collect(root, Scrolled::default(), window, &mut found);
    (found.faults, found.sideways)
}

fn collect(parent: &Node<'_>, of_parent: Scrolled, window: Rect, found: &mut Found) {
    let children: Vec<Node<'_>> = parent.children().collect();
    for (at, child) in children.iter().enumerate() {
        let mut scrolled = of_parent;
        // The bars of a scroll area come directly after its content, and only while it scrolls.
        for bar in children.iter().skip(at + 1).take_while(is_bar) {
            match bar.rect() {
                bar if bar.width() > bar.height() => {
                    scrolled.sideways = true;
                    found.sideways.push(bar);
                }
                _ => scrolled.up_and_down = true,
            }
        }
        if let Some(words) = name_to_check(child) {
            let bounds = child.rect();
            let window = window.expand(ROUNDING);
            let leaves = !scrolled.sideways
                && (bounds.left() < window.left() || bounds.right() > window.right())
                || !scrolled.up_and_down
                    && (bounds.top() < window.top() || bounds.bottom() > window.bottom());
            if leaves && bounds.is_positive() {
                let role = child.accesskit_node().role();
                let words = format!("{words} ({role:?} at {bounds:?})");
                found.faults.push(TextFault::Outside(words));
            }
        }
        collect(child, scrolled, window, found);
    }
}

fn is_bar(node: &&Node<'_>) -> bool {
    node.accesskit_node().role() == Role::ScrollBar && node.accesskit_node().has_bounds()
}

/// What an element is called in a message, if it must be inside the window.
fn name_to_check(node: &Node<'_>) -> Option<String> {
    if is_bar(&node) {
        return Some("scroll bar".to_owned());
    }
    let element = Element::of(node)?;
    let is_text = matches!(element.role, Role::Label | Role::Heading | Role::ColumnHeader);
    (element.is_control() || is_text && !element.name.is_empty()).then_some(element.name)
}
