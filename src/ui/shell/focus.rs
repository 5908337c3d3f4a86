//! Keeps the control with the keyboard in sight: when Tab or an arrow moves the focus to a control
//! outside the visible part of a scrolled page, the page follows. When no control has the keyboard,
//! the first Tab goes into the panel, and screen readers hear the panel, or the table whose rows
//! answer to the arrow keys, rather than only the window.

use egui::accesskit::{Action, ActionRequest, Node, NodeId, Role, TreeId};
use egui::{
    Context, Event, FullOutput, Id, Key, LayerId, Modifiers, Order, Plugin, RawInput, Ui,
    accesskit_root_id,
};

use crate::ui::widgets::spoken::take_free_keys;

/// A taller control is in sight if this much of it is.
const ENOUGH: f32 = 48.0;

#[derive(Default)]
pub struct FocusInSight {
    last: Option<Id>,
    /// The control to scroll to in the next frame.
    wanted: Option<Id>,
    /// The table whose rows answer to the keys although nothing has the keyboard.
    listening: Option<Id>,
    /// The first control of the panel, if nothing is in front of it.
    first: Option<Id>,
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

/// The first control of the main part that takes the keyboard.
fn first_control(ctx: &Context) -> Option<Id> {
    let main = ctx.read_response(main_part_of(ctx)?)?;
    if !ctx.memory(|memory| memory.allows_interaction(LayerId::background())) {
        return None;
    }
    ctx.viewport(|view| {
        let mut widgets = view.this_pass.widgets.get_layer(LayerId::background());
        let first = widgets.find(|widget| {
            widget.enabled
                && widget.sense.is_focusable()
                && main.rect.contains_rect(widget.interact_rect)
                && widget.interact_rect.is_positive()
        });
        first.map(|widget| widget.id)
    })
}

impl Plugin for FocusInSight {
    fn debug_name(&self) -> &'static str {
        "focus in sight"
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx();
        let focused = ctx.memory(|memory| memory.focused());
        self.listening = take_free_keys(ctx);
        self.first = match focused {
            Some(_) => None,
            None => first_control(ctx),
        };
        if focused == self.last {
            return;
        }
        self.last = focused;
        // What was clicked is in sight, and must not move under the pointer.
        let by_pointer = ctx.input(|input| input.pointer.any_pressed() || input.pointer.any_down());
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
        if let Some(first) = self.first.take()
            && ctx.memory(|memory| memory.focused().is_none())
            && let Some(at) = input.events.iter().position(is_tab)
        {
            input.events.remove(at);
            ctx.memory_mut(|memory| memory.request_focus(first));
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

fn is_tab(event: &Event) -> bool {
    matches!(event, Event::Key { key: Key::Tab, pressed: true, modifiers: Modifiers::NONE, .. })
}
