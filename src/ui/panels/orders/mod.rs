//! The orders of the shop: a grid of any length, what is done for the selected ones, and one order
//! beside it.

mod actions;
mod day;
mod detail;
mod documents;
mod filters;
mod grid;
mod import;
mod many_edit;
mod presets;
mod rules;
pub mod scan;
mod shop_files;
mod state_words;
mod write_back;

use egui::Ui;

use crate::desk::kernel::batch_job::BatchIntent;
use crate::desk::kernel::remote::Remote;
use crate::desk::order_batches::OrderBatchIntent;
use crate::desk::order_import::intent::OrderImportIntent;
use crate::desk::orders::intent::OrderIntent;
use crate::desk::orders::{DocumentKind, OrderState};
use crate::desk::state::State;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;
use crate::ui::panel::OrdersView;
use crate::ui::parts::overtaken;
use crate::ui::parts::undo_band::{UndoStep, undo_band_ui};
use crate::ui::tokens::space;
use crate::ui::widgets::suggest::take_paste;
use crate::ui::widgets::work::BatchJobViewState;
use crate::ui::widgets::{
    Asked, Button, Icon, card, column_ui, empty_ui, head, heading_ui, muted_ui, panes_ui, retry_ui,
    take_escape, work_ui,
};

#[derive(Debug, Default)]
pub struct OrdersViewState {
    grid: grid::GridViewState,
    filters: filters::FilterViewState,
    actions: actions::ActionsViewState,
    detail: detail::DetailViewState,
    import: import::ImportViewState,
    work: BatchJobViewState,
    scan: scan::ScanViewState,
    documents: documents::DocumentsViewState,
    day: day::DayViewState,
    shop_files: shop_files::ShopFilesViewState,
    /// The detail covers the list, if there is no room beside it.
    covers: bool,
    /// The first order that needs attention is opened once the list has it.
    opens_first: bool,
    /// The button has asked for the clipboard, which comes with the next frame.
    pastes: bool,
}

impl OrdersViewState {
    /// Makes room for an order that is opened from elsewhere.
    pub fn show_order(&mut self) {
        self.show_list();
        self.covers = true;
    }

    /// Shows this view in place of any other.
    pub fn open(&mut self, view: OrdersView, cx: &mut Cx<'_>) {
        self.show_list();
        match view {
            OrdersView::Import => {
                if busy(cx.state).or(cx.files_busy).is_none() {
                    cx.choose_file(FileAction::ImportOrders);
                }
            }
            OrdersView::DayReport => self.day.open(cx),
            OrdersView::ShopFile => self.shop_files.open(cx),
            OrdersView::Presets => self.documents.open_presets(),
            OrdersView::Rules => self.documents.open_rules(),
        }
    }

    /// Shows the list in place of the presets, the rules, the day report and the files for shops.
    pub fn show_list(&mut self) {
        self.documents.close();
        self.day.close();
        self.shop_files.close();
    }
}

/// Width of the detail pane.
const SIDE: f32 = 420.0;
/// From this height on, the list is below the scanned order.
const SCAN_AND_LIST: f32 = 520.0;
/// From this width on, the detail is beside the list; below it, in place of the list.
const BESIDE: f32 = 1000.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut OrdersViewState) {
    paste(ui, cx, local);
    filters::open(cx, &mut local.filters);
    let orders = &cx.state.orders;
    if scan::is_shown(cx.state) {
        return scan_ui(ui, cx, local);
    }
    let is_importing = !matches!(cx.state.order_import.table.preview, Remote::NotAsked);
    if local.documents.is_open() && !is_importing {
        return documents::show_ui(ui, cx, &mut local.documents);
    }
    if local.day.is_open() && !is_importing {
        local.covers |= day::show_ui(ui, cx, &mut local.day).is_some();
        return;
    }
    if local.shop_files.is_open() && !is_importing {
        local.covers |= shop_files::show_ui(ui, cx, &mut local.shop_files).is_some();
        return;
    }
    head_ui(ui, cx, local);
    if retry_ui(ui, orders.trouble.as_ref()) {
        ask_show(cx, 0);
    }
    overtaken::undecided_ui(ui, cx, |it| it.kind != DocumentKind::Shop);
    local.covers |= write_back::undecided_ui(ui, cx);
    undo_ui(ui, cx);
    if is_importing {
        return import::show_ui(ui, cx, &mut local.import);
    }
    if let Some(work) = cx.state.order_batch() {
        if !work.is_running() {
            actions::after_batch_ui(ui, cx, &mut local.actions);
        }
        if let Some(Asked::Step(step)) = work_ui(ui, work, &mut local.work, true) {
            ask_step(cx, step);
        }
        return;
    }
    if !orders.loaded {
        muted_ui(ui, text!("orders-loading"));
        return;
    }
    if orders.total() == 0 {
        return none_ui(ui, cx);
    }
    use_preset(cx);
    correct(cx, local);
    ask_for_return(cx, local);
    let is_narrow = ui.available_width() < BESIDE;
    if orders.open.is_some() && is_narrow && local.covers {
        return over_list_ui(ui, cx, local);
    }
    filters::show_ui(ui, cx, &mut local.filters, &mut local.grid);
    actions::show_ui(ui, cx, &mut local.actions);
    if is_narrow || orders.open.is_none() {
        return list_ui(ui, cx, local, false);
    }
    panes_ui(ui, |ui| {
        let room = ui.available_size();
        column_ui(ui, room.x - SIDE - space::L, |ui| {
            list_ui(ui, cx, local, true);
        });
        column_ui(ui, SIDE, |ui| {
            detail::show_ui(ui, cx, &mut local.detail, room.y);
        });
    });
}

/// Imports a table that was copied from a spreadsheet: with the button, and with Ctrl+V. A field keeps
/// what is pasted into it, and a preview stays, unless what is pasted has rows and columns. An empty
/// clipboard shows an error, like a table that cannot be read.
fn paste(ui: &Ui, cx: &mut Cx<'_>, local: &mut OrdersViewState) {
    let is_asked = std::mem::take(&mut local.pastes);
    if busy(cx.state).is_some() {
        return;
    }
    let is_table = |text: &str| text.contains('\t') && text.trim().lines().count() > 1;
    let is_importing = !matches!(cx.state.order_import.table.preview, Remote::NotAsked);
    let is_meant = is_asked || !is_importing && !ui.ctx().text_edit_focused();
    let table = take_paste(ui, |text| is_meant || is_table(text));
    if let Some(table) = table.or(is_asked.then(String::new)) {
        cx.ask(OrderImportIntent::ReadClipboard(table));
    }
}

/// A step with the batch on screen.
fn ask_step(cx: &mut Cx<'_>, step: BatchIntent) {
    match cx.state.order_batches.work.is_some() {
        true => cx.ask(OrderBatchIntent::Work(step)),
        false => cx.ask(OrderImportIntent::Writing(step)),
    }
}

/// Why nothing can be imported now.
fn busy(state: &State) -> Option<&'static str> {
    let is_busy = state.is_busy_with_orders();
    is_busy.then(|| text!("orders-busy"))
}

/// Shows the orders that need attention and opens the first, if that was asked for. After the last
/// one, all that is to be done is shown again.
fn correct(cx: &mut Cx<'_>, local: &mut OrdersViewState) {
    if local.actions.take_corrects() {
        local.filters.show_attention();
        local.grid.begin();
        filters::ask_filter(cx, &local.filters);
        local.opens_first = true;
        return;
    }
    let orders = &cx.state.orders;
    let is_there = orders.filter.states.contains(&OrderState::NeedsAttention);
    let mut rows = orders.rows.iter().filter(|_| is_there && local.opens_first);
    if let Some(first) = rows.find(|row| row.state == OrderState::NeedsAttention) {
        let id = first.id.clone();
        (local.opens_first, local.covers) = (false, true);
        local.detail.enter(id.clone());
        cx.ask(OrderIntent::Open(Some(id)));
    }
    if local.detail.take_over() {
        if local.filters.shows_attention() {
            local.filters.clear();
            local.grid.begin();
            filters::ask_filter(cx, &local.filters);
        }
        local.covers = false;
        cx.ask(OrderIntent::Open(None));
        local.grid.take_focus();
    }
}

fn list_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut OrdersViewState, is_narrow: bool) {
    if cx.state.orders.matching > 0 {
        if grid::show_ui(ui, cx, &mut local.grid, is_narrow) {
            local.covers = true;
        }
        if let Some(id) = local.grid.take_entered() {
            local.detail.enter(id);
        }
        return;
    }
    let (icon, title, words) = match local.filters.shows_to_do() {
        true => (Icon::Check, text!("orders-all-done-title"), text!("orders-all-done")),
        false => (Icon::Search, text!("orders-no-match-title"), text!("orders-no-match")),
    };
    if empty_ui(ui, icon, title, words, Some(text!("orders-no-match-button"))) {
        local.filters.show_all();
        filters::ask_filter(cx, &local.filters);
    }
}

/// The scanned order above the list, and its fields to be corrected. Where there is no room for both,
/// the scanned order stays.
fn scan_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut OrdersViewState) {
    let room = ui.available_height();
    let is_high = room >= SCAN_AND_LIST;
    let height = if is_high { (room * 0.6).floor() } else { room };
    scan::card_ui(ui, cx, &mut local.scan, card::height_within(height));
    let orders = &cx.state.orders;
    let is_other = !cx.state.scan_to_ship.owns_work();
    if let Some(work) = cx.state.order_batch().filter(|_| is_other && is_high) {
        if let Some(Asked::Step(step)) = work_ui(ui, work, &mut local.work, true) {
            ask_step(cx, step);
        }
        return;
    }
    if !is_high || !orders.loaded || orders.total() == 0 {
        return;
    }
    let room = ui.available_size();
    // The order before would be taken for the one of a number that is no order's.
    let is_open = orders.open.is_some() && cx.state.scan_to_ship.look_up.is_none();
    match (is_open, room.x < BESIDE) {
        (false, _) => list_ui(ui, cx, local, false),
        (true, true) => detail::show_ui(ui, cx, &mut local.detail, room.y),
        (true, false) => {
            panes_ui(ui, |ui| {
                column_ui(ui, room.x - SIDE - space::L, |ui| {
                    list_ui(ui, cx, local, true);
                });
                column_ui(ui, SIDE, |ui| {
                    detail::show_ui(ui, cx, &mut local.detail, room.y);
                });
            });
        }
    }
}

/// The open order in place of the list.
fn over_list_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut OrdersViewState) {
    let back = Button::quiet(text!("orders-back")).icon(Icon::Left).show_ui(ui).clicked();
    let height = ui.available_height();
    detail::show_ui(ui, cx, &mut local.detail, height);
    if back || take_escape(ui) {
        local.covers = false;
        local.grid.take_focus();
    }
}

fn head_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut OrdersViewState) {
    let busy = busy(cx.state);
    head::head_ui(ui, |ui, part| {
        if part == head::Part::Title {
            heading_ui(ui, text!("orders-title"));
            return;
        }
        documents::buttons_ui(ui, &mut local.documents);
        day::button_ui(ui, cx, &mut local.day);
        shop_files::button_ui(ui, cx, &mut local.shop_files);
        let paste = Button::secondary(text!("orders-paste"))
            .hint(text!("orders-paste-hint"))
            .disabled_because(busy);
        if paste.show_ui(ui).clicked() {
            ui.ctx().send_viewport_cmd(egui::ViewportCommand::RequestPaste);
            local.pastes = true;
        }
        let import = Button::secondary(text!("orders-import"))
            .icon(Icon::Plus)
            .hint(text!("orders-import-hint"))
            .disabled_because(busy.or(cx.files_busy));
        if import.show_ui(ui).clicked() {
            cx.choose_file(FileAction::ImportOrders);
        }
    });
}

/// What was changed last, until it is undone, closed, or the next thing is done with the orders.
fn undo_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(undo) = &cx.state.orders.changes.undo else {
        return;
    };
    match undo_band_ui(ui, &undo.text) {
        Some(UndoStep::Undo) => cx.ask(OrderIntent::Undo),
        Some(UndoStep::Close) => cx.ask(OrderIntent::DropUndo),
        None => {}
    }
}

/// The open order alone is selected, and its return label is asked about as those of many are.
fn ask_for_return(cx: &mut Cx<'_>, local: &mut OrdersViewState) {
    if let Some(id) = local.detail.take_return() {
        cx.ask(OrderIntent::UntickAll);
        cx.ask(OrderIntent::Tick { ids: vec![id], ticked: true });
        local.actions.ask_for_returns();
        local.covers = false;
    }
}

/// Ctrl+Alt and a digit, and the palette, give a preset to the selected orders.
fn use_preset(cx: &mut Cx<'_>) {
    let commands = std::mem::take(cx.for_panel);
    for command in commands {
        match command {
            Command::UsePreset(pick) => cx.ask(OrderIntent::UsePreset(pick)),
            other => cx.for_panel.push(other),
        }
    }
}

fn none_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let practice = crate::rows::scope::Environment::Practice;
    let is_practice = cx.state.environment() == Some(practice);
    let (words, step) = match is_practice {
        true => (text!("orders-none-practice"), text!("orders-none-sample")),
        false => (text!("orders-none"), text!("orders-import")),
    };
    if !empty_ui(ui, Icon::Orders, text!("orders-none-title"), words, Some(step)) {
        return;
    }
    match is_practice {
        true => cx.ask(OrderImportIntent::ReadSample),
        false => cx.choose_file(FileAction::ImportOrders),
    }
}

fn ask_show(cx: &mut Cx<'_>, first: u64) {
    cx.ask(OrderIntent::ShowWindow { first });
}
