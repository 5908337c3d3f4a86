//! Where the keyboard is and where it goes next.
//!
//! - Tab and Shift+Tab go from control to control in the order in which they are drawn, a row from its
//!   left, and select the text of the field they come to. The page follows a control that is scrolled out of sight.
//! - Esc and Enter leave the keyboard where it is.
//! - A question or the palette gets the keyboard while it is in front, and gives it back. A key that was
//!   down when it came or went is no key of what is there now.
//! - Enter and Space that are held down press a button once.
//! - When the control with the keyboard goes, Tab goes on from its place. When there was none, the first
//!   Tab goes into the panel, and screen readers hear the panel, or the table whose rows answer to the
//!   arrow keys, rather than only the window.

use std::collections::HashMap;

use egui::accesskit::{Action, ActionRequest, Node, NodeId, Role, TreeId};
use egui::{
    Context, Event, FullOutput, Id, Key, LayerId, Modifiers, Order, Plugin, Popup, RawInput, Rect,
    Ui, accesskit_root_id,
};

use crate::ui::widgets::keyboard;
use crate::ui::widgets::spoken::take_free_keys;

/// A taller control is in sight if this much of it is.
const ENOUGH: f32 = 48.0;

#[derive(Default)]
pub struct KeyboardFocus {
    /// The control that had the keyboard at the end of the last frame.
    last: Option<Id>,
    /// The control to scroll to in the next frame.
    wanted: Option<Id>,
    /// The table whose rows answer to the keys although nothing has the keyboard.
    listening: Option<Id>,
    /// Tab was pressed, backwards or not: it moves the keyboard at the end of the frame, after the text
    /// before it.
    tab: Option<bool>,
    /// The control that Tab goes to because the one before it has gone.
    from: Option<Id>,
    /// The question in front, which alone is answered.
    question: Option<LayerId>,
    /// The control that had the keyboard last, in the window and in each question.
    kept: HashMap<Option<LayerId>, Id>,
    /// Keys held down since a question came or went.
    stale: Vec<Key>,
}

/// Names the window for screen readers, and this part of it as the main one, with the panel's title.
pub fn name_parts(ui: &Ui, panel: Option<&str>) {
    let (own, ctx) = (ui.unique_id(), ui.ctx());
    ctx.data_mut(|data| data.insert_temp(main_part_id(), Some(own)));
    ctx.accesskit_node_builder(accesskit_root_id(), |node| node.set_label(PROGRAM));
    ctx.accesskit_node_builder(own, |node| {
        node.set_role(Role::Main);
        node.set_label(panel.unwrap_or(PROGRAM));
    });
}

/// The window's title, which is the same in each language.
const PROGRAM: &str = "Postroom";

fn main_part_id() -> Id {
    Id::unique("main part of the window")
}

fn main_part_of(ctx: &Context) -> Option<Id> {
    ctx.data(|data| data.get_temp::<Option<Id>>(main_part_id())).flatten()
}

/// A control that Tab stops at.
struct Stop {
    id: Id,
    is_in_panel: bool,
}

/// Where Tab stops, in order: the window and what lies over it, or the question in front, or the open
/// menu that has the keyboard.
fn stops(ctx: &Context, focused: Option<Id>) -> Vec<Stop> {
    let main = main_part_of(ctx).and_then(|main| ctx.read_response(main)).map(|main| main.rect);
    let layer_of = |id| ctx.read_response(id).map(|response| response.layer_id);
    let in_menu = focused
        .and_then(layer_of)
        .filter(|layer| layer.order != Order::Background && Popup::is_any_open(ctx));
    let is_open = |layer: &LayerId| match in_menu {
        Some(menu) => *layer == menu,
        None => ctx.memory(|memory| memory.allows_interaction(*layer)),
    };
    let all = ctx.viewport(|view| {
        let widgets = &view.this_pass.widgets;
        let layers = widgets.layer_ids().map(|layer| {
            let stops = widgets.get_layer(layer).filter(|it| it.enabled && it.sense.is_focusable());
            let mut stops: Vec<_> = stops.copied().collect();
            // What is laid out from the right is drawn from the right, and read from the left.
            stops.chunk_by_mut(|a, b| is_left_of(b.rect, a.rect)).for_each(<[_]>::reverse);
            (layer, stops)
        });
        layers.collect::<Vec<_>>()
    });
    let mut open: Vec<_> = all.into_iter().filter(|(layer, _)| is_open(layer)).collect();
    open.sort_by_key(|(layer, _)| (layer.order, layer.id.value()));
    let background = |layer: LayerId| layer.order == Order::Background;
    let stop = |(layer, widget): (LayerId, egui::WidgetRect)| Stop {
        id: widget.id,
        is_in_panel: background(layer)
            && widget.interact_rect.is_positive()
            && main.is_some_and(|main| main.contains_rect(widget.interact_rect)),
    };
    let layers = open.into_iter();
    layers.flat_map(|(layer, all)| all.into_iter().map(move |it| (layer, it))).map(stop).collect()
}

/// Whether a control is in the row of another one, on its left.
fn is_left_of(a: Rect, b: Rect) -> bool {
    a.right() <= b.left() + 1.0 && a.y_range().contains(b.center().y)
}

/// Whether this control can have the keyboard, as it was drawn last.
fn is_stop(ctx: &Context, id: Id) -> bool {
    ctx.read_response(id).is_some_and(|response| {
        response.enabled()
            && response.sense.is_focusable()
            && ctx.memory(|memory| memory.allows_interaction(response.layer_id))
    })
}

impl KeyboardFocus {
    /// The control that Tab goes to.
    fn next(&self, ctx: &Context, backwards: bool) -> Option<Id> {
        let focused = ctx.memory(|memory| memory.focused());
        let stops = stops(ctx, focused);
        let place = |id: Option<Id>| stops.iter().position(|stop| Some(stop.id) == id);
        let last = stops.len().checked_sub(1)?;
        let before = |at: usize| at.checked_sub(1).unwrap_or(last);
        let after = |at: usize| if at == last { 0 } else { at + 1 };
        let to = match (place(focused), place(self.from), backwards) {
            (Some(at), _, true) => before(at),
            (Some(at), _, false) => after(at),
            (None, Some(from), true) => before(from),
            (None, Some(from), false) => from,
            (None, None, true) => last,
            (None, None, false) => stops.iter().position(|stop| stop.is_in_panel).unwrap_or(0),
        };
        stops.get(to).map(|stop| stop.id)
    }

    /// Follows what is in front: a question that comes or goes.
    fn follow_question(&mut self, ctx: &Context) {
        let question = ctx.memory(|memory| memory.top_modal_layer());
        if question == self.question {
            return;
        }
        self.question = question;
        self.stale = ctx.input(|input| input.keys_down.iter().copied().collect());
        let kept = self.kept.get(&question).copied().filter(|id| is_stop(ctx, *id));
        if let Some(kept) = kept
            && ctx.memory(|memory| memory.focused()).is_none_or(|now| !is_stop(ctx, now))
        {
            ctx.memory_mut(|memory| memory.request_focus(kept));
        }
    }

    /// Leaves out the presses of keys that have been down since a question came or went.
    fn drop_stale_keys(&mut self, input: &mut RawInput) {
        if self.stale.is_empty() {
            return;
        }
        input.events.retain(|event| match event {
            Event::Key { key, pressed: true, .. } => !self.stale.contains(key),
            Event::Key { key, pressed: false, .. } => {
                self.stale.retain(|stale| stale != key);
                true
            }
            _ => true,
        });
    }

    /// Leaves out the presses that the system makes of a held Enter or Space. Fields get their spaces
    /// as text.
    fn drop_repeated_presses(ctx: &Context, input: &mut RawInput) {
        let mut down: Vec<Key> = ctx.input(|input| {
            let keys = [Key::Enter, Key::Space].into_iter();
            keys.filter(|key| input.key_down(*key)).collect()
        });
        input.events.retain(|event| match event {
            Event::Key { key, pressed: true, .. } if matches!(key, Key::Enter | Key::Space) => {
                let is_new = !down.contains(key);
                down.push(*key);
                is_new
            }
            Event::Key { key, pressed: false, .. } => {
                down.retain(|held| held != key);
                true
            }
            _ => true,
        });
    }

    /// The control of the panel after one that has gone; none if the panel has gone with it.
    fn after_gone(ctx: &Context, gone: Id) -> Option<Id> {
        let main = ctx.read_response(main_part_of(ctx)?)?.rect;
        ctx.viewport(|view| {
            let (before, now) = (&view.prev_pass.widgets, &view.this_pass.widgets);
            let (layer, at) = before.order(gone)?;
            let later = before.get_layer(layer).skip(at).map(|widget| widget.id);
            let mut there = later.filter_map(|id| now.get(id));
            let next = there.find(|widget| {
                let is_in_panel = main.contains_rect(widget.interact_rect);
                widget.enabled && widget.sense.is_focusable() && is_in_panel
            });
            next.map(|widget| widget.id)
        })
    }
}

impl Plugin for KeyboardFocus {
    fn debug_name(&self) -> &'static str {
        "keyboard focus"
    }

    fn on_begin_pass(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx();
        // egui takes the keyboard away at Esc.
        if let Some(last) = self.last
            && ctx.memory(|memory| memory.focused()).is_none()
            && ctx.input(|input| input.key_pressed(Key::Escape))
            && is_stop(ctx, last)
        {
            ctx.memory_mut(|memory| memory.request_focus(last));
        }
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx();
        self.listening = take_free_keys(ctx);
        // What was clicked is in sight, and must not move under the pointer.
        let by_pointer = ctx.input(|input| input.pointer.any_pressed() || input.pointer.any_down());
        let mut focused = ctx.memory(|memory| memory.focused());
        let is_drawn = |id| ctx.viewport(|view| view.this_pass.widgets.contains(id));
        // A one-line field gives the keyboard away at Enter.
        if let Some(last) = self.last
            && focused.is_none()
            && !by_pointer
            && is_drawn(last)
            && is_stop(ctx, last)
        {
            ctx.memory_mut(|memory| memory.request_focus(last));
            focused = Some(last);
        }
        match focused {
            Some(id) if is_drawn(id) => {
                self.from = None;
                let layer = ctx.read_response(id).map(|response| response.layer_id);
                if layer.is_some_and(|layer| layer.order == Order::Background) {
                    self.kept.insert(None, id);
                } else if layer == self.question {
                    self.kept.insert(layer, id);
                }
            }
            Some(gone) if self.last == Some(gone) => {
                self.from = Self::after_gone(ctx, gone);
            }
            Some(_) => {}
            None if by_pointer => {
                self.from = None;
                self.kept.remove(&self.question);
            }
            None => {}
        }
        if keyboard::entered(ctx) != focused {
            keyboard::forget_entered(ctx);
        }
        if let Some(backwards) = self.tab.take()
            && let Some(next) = self.next(ctx, backwards)
        {
            keyboard::enter(ctx, next);
            ctx.request_repaint();
            focused = Some(next);
        }
        if focused == self.last {
            return;
        }
        self.last = focused;
        let Some(id) = focused.filter(|_| !by_pointer) else {
            return;
        };
        // Menus and questions are as high as their contents; only pages are scrolled.
        let is_hidden = ctx.read_response(id).is_some_and(|response| {
            let seen = response.interact_rect.intersect(response.rect).height();
            response.layer_id.order == Order::Background
                && response.rect.is_positive()
                && seen < response.rect.height().min(ENOUGH)
        });
        if is_hidden {
            self.wanted = Some(id);
            ctx.request_repaint();
        }
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        self.follow_question(ctx);
        self.drop_stale_keys(input);
        Self::drop_repeated_presses(ctx, input);
        let holder = keyboard::take_tab_holder(ctx);
        let is_held = holder.is_some() && holder == ctx.memory(|memory| memory.focused());
        if !is_held && let Some(at) = input.events.iter().position(|event| tab(event).is_some()) {
            self.tab = tab(&input.events.remove(at));
        }
        if let Some(id) = self.wanted.take() {
            input.events.push(Event::AccessKitActionRequest(ActionRequest {
                action: Action::ScrollIntoView,
                target_tree: TreeId::ROOT,
                target_node: id.accesskit_id(),
                data: None,
            }));
        }
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        let Some(tree) = &mut output.platform_output.accesskit_update else {
            return;
        };
        for (_, node) in &mut tree.nodes {
            // egui makes a node even of an empty text.
            if node.role() == Role::Label && is_empty(node) {
                node.set_hidden();
            }
        }
        name_dialogs(&mut tree.nodes);
        let there = |id: &NodeId| tree.nodes.iter().any(|(node, _)| node == id);
        let speaks = self.listening.or_else(|| main_part_of(ctx));
        if tree.focus == accesskit_root_id().accesskit_id()
            && let Some(id) = speaks.map(|id| id.accesskit_id()).filter(there)
        {
            tree.focus = id;
        }
    }
}

/// A dialog is called by the heading in it.
fn name_dialogs(nodes: &mut [(NodeId, Node)]) {
    let dialogs: Vec<NodeId> = nodes
        .iter()
        .filter(|(_, node)| node.role() == Role::Dialog && node.label().is_none())
        .map(|(id, _)| *id)
        .collect();
    for dialog in dialogs {
        let heading = heading_in(nodes, dialog);
        let named = nodes.iter_mut().find(|(id, _)| *id == dialog);
        if let (Some(heading), Some((_, node))) = (heading, named) {
            node.set_labelled_by(vec![heading]);
        }
    }
}

fn heading_in(nodes: &[(NodeId, Node)], parent: NodeId) -> Option<NodeId> {
    let (_, node) = nodes.iter().find(|(id, _)| *id == parent)?;
    if node.role() == Role::Heading {
        return Some(parent);
    }
    let mut children = node.children().iter();
    children.find_map(|child| heading_in(nodes, *child))
}

fn is_empty(node: &Node) -> bool {
    node.value().or(node.label()).is_none_or(str::is_empty)
}

/// Whether Tab goes backwards, if the event is one.
fn tab(event: &Event) -> Option<bool> {
    match event {
        Event::Key { key: Key::Tab, pressed: true, modifiers: Modifiers::NONE, .. } => Some(false),
        Event::Key { key: Key::Tab, pressed: true, modifiers, .. } if modifiers.shift_only() => {
            Some(true)
        }
        _ => None,
    }
}
