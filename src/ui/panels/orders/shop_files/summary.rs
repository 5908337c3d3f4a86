//! What a file for a shop will have, and what the last one has.

use egui::Ui;

use crate::base::id::OrderId;
use crate::base::locale::format;
use crate::desk::order_results::export::{ExportChoice, ExportSummary, RemarkedOrder};
use crate::desk::order_results::intent::OrderResultIntent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;
use crate::ui::tokens::{DIMMED, space};
use crate::ui::widgets::{
    Button, Card, Column, Icon, Meaning, Table, TableState, band_ui, muted_ui, pill_ui, retry_ui,
    small_muted_ui, strong_ui,
};

/// Rows of the table in a page that scrolls as a whole.
const MOST_ROWS: usize = 12;

/// Shows the summary with the button that saves the file; returns the order that the user opens.
pub fn show_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    table: &mut TableState,
    choice: &ExportChoice,
    is_stacked: bool,
) -> Option<OrderId> {
    let files = &cx.state.order_results.shop_files;
    if retry_ui(ui, files.preview.trouble()) {
        let choice = Box::new(choice.clone());
        cx.ask(OrderResultIntent::PreviewExport(choice));
    }
    let mut opened = None;
    Card::new(text!("shop-files-summary")).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        let files = &cx.state.order_results.shop_files;
        let is_current = files.choice.as_ref() == Some(choice) && !files.preview.is_loading();
        let summary = files.preview.value();
        save_ui(ui, cx, choice, summary.filter(|_| is_current));
        if let Some(written) = &files.written {
            let file = written.path.display().to_string();
            let words = text!("shop-files-written", orders = written.summary.orders, file = file);
            band_ui(ui, Meaning::Good, &words, None);
            if let Some(summary) = summary.filter(|_| is_current) {
                next_file_ui(ui, summary);
            }
            opened = remarks_ui(ui, table, &written.summary, is_stacked);
            return;
        }
        let Some(summary) = summary else {
            if files.preview.trouble().is_none() {
                muted_ui(ui, text!("shop-files-reading"));
            }
            return;
        };
        if !is_current {
            ui.set_opacity(DIMMED);
        }
        next_file_ui(ui, summary);
        opened = remarks_ui(ui, table, summary, is_stacked);
    });
    opened
}

/// How many orders the button would write now, and why there are none.
fn next_file_ui(ui: &mut Ui, summary: &ExportSummary) {
    strong_ui(ui, &count_words(summary));
    if let Some(words) = all_written_before(summary) {
        small_muted_ui(ui, &words);
    }
}

/// Why the file would be empty, and what to do, if its orders are in an earlier file.
fn all_written_before(summary: &ExportSummary) -> Option<String> {
    let count = summary.exported_before;
    if summary.orders > 0 || count == 0 {
        return None;
    }
    let choice = text!("shop-files-only-new");
    Some(match summary.left_out.is_empty() {
        true => text!("shop-files-all-before", count = count, choice = choice),
        false => text!("shop-files-rest-before", count = count, choice = choice),
    })
}

fn save_ui(ui: &mut Ui, cx: &mut Cx<'_>, choice: &ExportChoice, summary: Option<&ExportSummary>) {
    let orders = summary.map_or(0, |summary| summary.orders);
    let words = match orders {
        0 => text!("shop-files-save").to_owned(),
        orders => text!("shop-files-save-orders", orders = orders),
    };
    let unread = summary.is_none().then(|| text!("shop-files-reading"));
    let before = summary.and_then(all_written_before);
    let nothing = (orders == 0).then(|| before.as_deref().unwrap_or(text!("shop-files-none")));
    let writing = cx.state.order_results.shop_files.is_writing;
    let writing = writing.then(|| text!("shop-files-writing"));
    let why = writing.or(unread).or(nothing).or(cx.files_busy);
    let save = Button::primary(&words)
        .name(text!("shop-files-save"))
        .icon(Icon::Save)
        .disabled_because(why);
    if save.show_ui(ui).clicked()
        && let Some(summary) = summary
    {
        cx.choose_file(FileAction::ExportToShop {
            choice: Box::new(choice.clone()),
            name: summary.file_name.clone(),
        });
    }
}

/// Each order of which something must be said.
fn remarks_ui(
    ui: &mut Ui,
    table: &mut TableState,
    summary: &ExportSummary,
    is_stacked: bool,
) -> Option<OrderId> {
    if summary.rows > summary.orders || summary.numbers > summary.orders {
        let (numbers, rows) = (summary.numbers, summary.rows);
        let words = text!("shop-files-rows", numbers = numbers, rows = rows);
        small_muted_ui(ui, &words);
    }
    let rows = summary.left_out.len() + summary.incomplete.len();
    if rows == 0 {
        return None;
    }
    small_muted_ui(ui, text!("shop-files-choose"));
    table_ui(ui, table, summary, is_stacked.then_some(MOST_ROWS.min(rows)))
}

fn count_words(summary: &ExportSummary) -> String {
    let mut parts = vec![text!("shop-files-count", orders = summary.orders)];
    if summary.exported_before > 0 {
        parts.push(text!("shop-files-before", count = summary.exported_before));
    }
    if !summary.left_out.is_empty() {
        parts.push(text!("shop-files-left-out", count = summary.left_out.len()));
    }
    if !summary.incomplete.is_empty() {
        parts.push(text!("shop-files-incomplete", count = summary.incomplete.len()));
    }
    format::list(&parts)
}

fn state_of(is_in_file: bool) -> (Meaning, &'static str) {
    match is_in_file {
        true => (Meaning::Warning, text!("shop-files-state-incomplete")),
        false => (Meaning::Warning, text!("shop-files-state-left-out")),
    }
}

fn table_ui(
    ui: &mut Ui,
    state: &mut TableState,
    summary: &ExportSummary,
    most: Option<usize>,
) -> Option<OrderId> {
    let left_out = summary.left_out.iter().map(|order| (false, order));
    let rows: Vec<(bool, &RemarkedOrder)> =
        left_out.chain(summary.incomplete.iter().map(|order| (true, order))).collect();
    let events = Table::new(text!("shop-files-table"), &rows)
        .max_rows(most)
        .column(Column::new(text!("orders-column-number"), 104.0), |(_, order)| {
            order.number.clone()
        })
        .medium()
        .column(Column::new(text!("orders-column-state"), 122.0), |(is_in_file, _)| {
            state_of(*is_in_file).1.to_owned()
        })
        .drawn(|ui, (is_in_file, _)| {
            let (meaning, words) = state_of(*is_in_file);
            pill_ui(ui, meaning, meaning.icon(), words);
        })
        .column(Column::wide(text!("order-papers-report-reason")), |(_, order)| {
            order.reason.to_string()
        })
        .muted()
        .show_ui(ui, state);
    events.clicked.or(events.opened).map(|(_, order)| order.id.clone())
}
