//! What widgets tell the plugin that moves the keyboard (`ui/shell/focus.rs`), and what it tells them.

use std::hash::Hash;

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Context, Id, Key, Modifiers, Popup, Ui};

/// Gives a control the keyboard as Tab does: the text of a one-line field is selected, so that the
/// next letter replaces it. Before the control is drawn, so that it gets the input of this frame, or
/// after it.
pub fn enter(ctx: &Context, control: Id) {
    ctx.memory_mut(|memory| memory.request_focus(control));
    ctx.data_mut(|data| data.insert_temp(entered_id(), control));
}

/// The control that was entered and has not yet been drawn since.
pub fn entered(ctx: &Context) -> Option<Id> {
    ctx.data(|data| data.get_temp(entered_id()))
}

pub fn forget_entered(ctx: &Context) {
    ctx.data_mut(|data| data.remove::<Id>(entered_id()));
}

/// Called before a field is drawn: enters it if it is the first one of a form that has just opened, and
/// selects its text, if it is of one line, once it is entered.
pub fn before_field(ui: &Ui, field: Id, has_one_line: bool) {
    let ctx = ui.ctx();
    let is_first = ui.is_enabled() && waits_for_field(ctx);
    if is_first {
        ctx.data_mut(|data| data.remove_temp::<u64>(form_id()));
        enter(ctx, field);
    }
    if entered(ctx) == Some(field) {
        forget_entered(ctx);
        if has_one_line {
            select_all(ctx, field);
        }
    }
}

/// Selects the text of a field, drawn or not.
pub fn select_all(ctx: &Context, field: Id) {
    set_range(ctx, field, CCursor::new(0));
}

/// Selects from here to the end of the text: egui takes a place beyond any text as its end.
fn set_range(ctx: &Context, field: Id, from: CCursor) {
    let mut state = TextEditState::load(ctx, field).unwrap_or_default();
    let range = CCursorRange::two(from, CCursor::new(usize::MAX));
    state.cursor.set_char_range(Some(range));
    state.store(ctx, field);
}

/// Puts the cursor of a field behind its text.
pub fn to_end(ctx: &Context, field: Id) {
    set_range(ctx, field, CCursor::new(usize::MAX));
}

/// Called before the fields of a form are drawn: when the form comes on screen, the first field drawn
/// after this has the keyboard.
pub fn begin_form(ui: &Ui, form: impl Hash + std::fmt::Debug) {
    let ctx = ui.ctx();
    let waits = Id::unique(&form).with("opened in the last pass");
    if is_new(ui, &form) {
        // The click or the Enter of this pass would take the keyboard away again.
        ctx.data_mut(|data| data.insert_temp(waits, true));
        ctx.request_repaint();
    } else if ctx.data_mut(|data| data.remove_temp::<bool>(waits)).is_some() {
        let pass = ctx.cumulative_pass_nr();
        ctx.data_mut(|data| data.insert_temp(form_id(), pass));
    }
}

fn waits_for_field(ctx: &Context) -> bool {
    ctx.data(|data| data.get_temp::<u64>(form_id())) == Some(ctx.cumulative_pass_nr())
}

/// Whether this part of the window was not on screen in the previous frame. Called once a frame.
pub fn is_new(ui: &Ui, part: impl Hash + std::fmt::Debug) -> bool {
    let pass = ui.ctx().cumulative_pass_nr();
    let id = Id::unique(part).with("last on screen");
    let before = ui.data_mut(|data| {
        let before = data.get_temp::<u64>(id);
        data.insert_temp(id, pass);
        before
    });
    before.is_none_or(|before| before + 1 < pass)
}

/// Whether Esc closes the form or the view on screen: it is pressed, and no list and no question is
/// there to be closed first. Called after the contents are drawn.
pub fn take_escape(ui: &Ui) -> bool {
    let is_free = !Popup::is_any_open(ui.ctx())
        && ui.ctx().memory(|memory| memory.top_modal_layer()).is_none();
    is_free && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
}

/// While this control has the keyboard, Tab is a key of its own: it closes a list or goes to the next
/// cell. Said in each frame.
pub fn hold_tab(ctx: &Context, control: Id) {
    ctx.data_mut(|data| data.insert_temp(held_id(), control));
}

/// The control that holds Tab since the last frame.
pub fn take_tab_holder(ctx: &Context) -> Option<Id> {
    ctx.data_mut(|data| {
        let holder = data.get_temp(held_id());
        data.remove::<Id>(held_id());
        holder
    })
}

fn entered_id() -> Id {
    Id::unique("control that was entered by key")
}

fn form_id() -> Id {
    Id::unique("form that has just opened")
}

fn held_id() -> Id {
    Id::unique("control that holds Tab")
}
