//! What egui's own widgets do not tell screen readers.

use egui::accesskit::Live;
use egui::{Context, Id, Response, Role, Ui, UiBuilder, WidgetInfo};

/// A row of a table or list, with its name and whether it is the selected one. To a screen reader,
/// selected is not the same as checked.
pub fn selectable_info(response: &Response, role: Role, selected: bool, name: &str) {
    let enabled = response.enabled();
    response.widget_info(|| WidgetInfo::labeled(role, enabled, name));
    response.ctx.accesskit_node_builder(response.id, |node| node.set_selected(selected));
}

/// Screen readers say this text as soon as it appears, without being led to it. An urgent one
/// interrupts what they are saying.
pub fn announce(response: &Response, urgent: bool) {
    let live = if urgent { Live::Assertive } else { Live::Polite };
    response.ctx.accesskit_node_builder(response.id, |node| node.set_live(live));
}

/// A place in the reading order, to be filled later through [`UiBuilder::accessibility_parent`]: a
/// row is often drawn from its right end, but read from its left.
pub fn reading_place(ui: &mut Ui, salt: &str) -> Id {
    let none = egui::Rect::from_min_size(ui.next_widget_position(), egui::Vec2::ZERO);
    let place = UiBuilder::new().id_salt(salt).max_rect(none);
    ui.new_child(place).unique_id()
}

/// The table or list with the keyboard, while its rows answer to the arrow keys: the selected row is
/// what screen readers say.
pub fn say_row(list: &Response, row: Option<Id>) {
    list.ctx.accesskit_node_builder(list.id, |node| match row {
        Some(row) => node.set_active_descendant(row.accesskit_id()),
        None => node.clear_active_descendant(),
    });
}

/// The keys go to this table or list although nothing has the keyboard.
pub fn answer_free_keys(list: &Response) {
    list.ctx.data_mut(|data| data.insert_temp(free_keys_id(), Some(list.id)));
}

/// What answers the keys of this frame although nothing has the keyboard.
pub fn take_free_keys(ctx: &Context) -> Option<Id> {
    ctx.data_mut(|data| data.remove_temp::<Option<Id>>(free_keys_id())).flatten()
}

fn free_keys_id() -> Id {
    Id::unique("answers free keys")
}
