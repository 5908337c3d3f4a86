//! The day report: what was bought on a day and what it cost, what was not shipped and why.

mod groups;

use egui::{ScrollArea, Ui};
use jiff::ToSpan;
use jiff::civil::Date;

use crate::base::id::OrderId;
use crate::base::locale::{format, parse};
use crate::desk::intent::Intent;
use crate::desk::order_results::day::DayFile;
use crate::desk::order_results::intent::OrderResultIntent;
use crate::desk::orders::intent::OrderIntent;
use crate::desk::state::State;
use crate::orders::basis::scope_text;
use crate::orders::day_report::DayReport;
use crate::parcel::rate_ranking::spaced;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;
use crate::ui::parts::print_label;
use crate::ui::parts::rate_words::carrier_name;
use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::{
    Button, Card, Column, Field, Icon, Table, TableState, column_ui, date_field_ui, frame, grouped,
    head, heading_ui, icon_button_ui, label_ui, money_words, muted_ui, panes_ui, retry_ui,
    small_muted_ui, wrapped_ui,
};

#[derive(Debug, Default)]
pub struct DayViewState {
    is_open: bool,
    /// The day as typed; empty until the view is opened.
    typed: String,
    day: Option<Date>,
    /// What the report on screen was read for: the day, the account, and the state of the list.
    asked: Option<(Date, Option<String>, u64)>,
    tables: [TableState; 6],
    not_shipped: TableState,
}

/// No order is older.
const FIRST_DAY: Date = Date::constant(2000, 1, 1);
const DATE: f32 = 172.0;
/// From this width on, what was not shipped is beside the costs; below it, under them.
const BESIDE: f32 = 860.0;
/// Rows of a table that is one of several on a page; the others scroll in it.
const MOST_ROWS: usize = 12;
/// The least width of a figure of the summary.
const FIGURE: f32 = 176.0;

impl DayViewState {
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    pub fn open(&mut self, cx: &Cx<'_>) {
        let today = today(cx);
        let day = *self.day.get_or_insert(today);
        self.typed = format::formats().date(day);
        (self.is_open, self.asked) = (true, None);
    }

    pub fn close(&mut self) {
        self.is_open = false;
    }
}

/// The button in the head of the orders.
pub fn button_ui(ui: &mut Ui, cx: &Cx<'_>, local: &mut DayViewState) {
    let open = Button::quiet(text!("order-day-open")).hint(text!("order-day-open-hint"));
    if open.show_ui(ui).clicked() {
        local.open(cx);
    }
}

/// The day of this computer, by which labels are dated, also in practice, where days are short.
pub(super) fn today(cx: &Cx<'_>) -> Date {
    cx.now.to_zoned(cx.zone.clone()).date()
}

/// Says in practice why the date is not that of the frame.
pub(super) fn own_clock_ui(ui: &mut Ui, cx: &Cx<'_>) {
    if cx.today() != today(cx) {
        small_muted_ui(ui, text!("order-day-own-clock"));
    }
}

/// Shows the report; returns the order that the user opens.
pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut DayViewState) -> Option<OrderId> {
    head_ui(ui, cx, local);
    own_clock_ui(ui, cx);
    let day = local.day?;
    let scope = cx.state.accounts.saved.current_scope.as_ref().map(scope_text);
    // The list is read again after each change of the orders, and by F5.
    let wanted = Some((day, scope, cx.state.orders.answered));
    if local.asked != wanted {
        local.asked = wanted;
        cx.ask(OrderResultIntent::ReadDay(day));
    }
    let report = &cx.state.order_results.day.report;
    if retry_ui(ui, report.trouble()) {
        cx.ask(OrderResultIntent::ReadDay(day));
    }
    let Some(shown) = report.value().filter(|report| report.day == day) else {
        if report.trouble().is_none() {
            muted_ui(ui, text!("order-day-reading"));
        }
        return None;
    };
    let opened = report_ui(ui, cx.state, local, shown)?;
    local.is_open = false;
    cx.ask(OrderIntent::Open(Some(opened.clone())));
    Some(opened)
}

fn head_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut DayViewState) {
    let report = cx.state.order_results.day.report.value();
    let report = report.filter(|report| Some(report.day) == local.day);
    let unread = report.is_none().then(|| text!("order-day-reading"));
    let stem = report.map(DayReport::file_stem).unwrap_or_default();
    head::head_ui(ui, |ui, part| {
        if part == head::Part::Title {
            heading_ui(ui, text!("order-papers-report-heading"));
            ui.add_space(space::M);
            day_ui(ui, cx, local);
            return;
        }
        let back = Button::quiet(text!("orders-back")).icon(Icon::Left);
        if back.show_ui(ui).clicked() {
            local.is_open = false;
        }
        for (form, words) in [
            (DayFile::Csv, text!("order-day-save-csv")),
            (DayFile::Pdf, text!("order-day-save-pdf")),
        ] {
            let save = Button::secondary(words).disabled_because(unread.or(cx.files_busy));
            if save.show_ui(ui).clicked() {
                let name = format!("{stem}.{}", form.extension());
                cx.choose_file(FileAction::SaveDayReport { form, name });
            }
        }
        let why = unread.or(print_label::obstacle(cx.state));
        let print =
            Button::primary(text!("order-day-print")).icon(Icon::Printer).disabled_because(why);
        if print.show_ui(ui).clicked() {
            cx.ask(Intent::PrintDayReport);
        }
    });
}

/// The day, with the one before and the one after it beside the field.
fn day_ui(ui: &mut Ui, cx: &Cx<'_>, local: &mut DayViewState) {
    let today = today(cx);
    let allowed = FIRST_DAY..=today;
    let shown = local.day.unwrap_or(today);
    let mut day = None;
    ui.spacing_mut().item_spacing.x = space::XS;
    if icon_button_ui(ui, Icon::Left, text!("order-day-before")) {
        day = shown.checked_sub(1.day()).ok();
    }
    let typed = parse::date(&local.typed).filter(|day| allowed.contains(day));
    let problem = text!("order-day-no-day", example = format::formats().date(today));
    let field = Field::new(text!("order-day-day"))
        .hide_label()
        .problem(typed.is_none().then_some(problem.as_str()))
        .problem_on_hover();
    if date_field_ui(ui, field, DATE, &mut local.typed, today, &allowed).changed() {
        local.day = parse::date(&local.typed).filter(|day| allowed.contains(day)).or(local.day);
    }
    if shown < today && icon_button_ui(ui, Icon::Right, text!("order-day-after")) {
        day = shown.checked_add(1.day()).ok();
    }
    if let Some(day) = day.filter(|day| allowed.contains(day)) {
        local.day = Some(day);
        local.typed = format::formats().date(day);
    }
    cx.freshness_ui(ui, &cx.state.order_results.day.report);
}

fn report_ui(
    ui: &mut Ui,
    state: &State,
    local: &mut DayViewState,
    report: &DayReport,
) -> Option<OrderId> {
    let room = ui.available_size();
    if room.x < BESIDE {
        return ScrollArea::vertical()
            .id_salt("day report")
            .auto_shrink([false, false])
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = space::M;
                figures_ui(ui, report);
                let opened = costs_ui(ui, state, local, report);
                opened.or(not_shipped_ui(ui, local, report, Some(MOST_ROWS)))
            })
            .inner;
    }
    figures_ui(ui, report);
    ui.add_space(space::S);
    let height = ui.available_height();
    let left = ((room.x - space::L) * 0.46).floor();
    panes_ui(ui, |ui| {
        let of_costs = column_ui(ui, left, |ui| {
            let area = ScrollArea::vertical().id_salt("day costs");
            let area = area.auto_shrink([false, false]).max_height(height);
            let shown = area.show(ui, |ui| {
                ui.spacing_mut().item_spacing = egui::vec2(space::S, space::M);
                costs_ui(ui, state, local, report)
            });
            shown.inner
        });
        let of_open =
            column_ui(ui, room.x - space::L - left, |ui| not_shipped_ui(ui, local, report, None));
        of_costs.or(of_open)
    })
}

/// The totals, side by side, in as many lines as the width needs.
fn figures_ui(ui: &mut Ui, report: &DayReport) {
    let mut figures = vec![
        (text!("order-papers-report-labels-bought"), grouped(report.total.labels())),
        (text!("order-papers-report-cost"), or_dash(report.total.words())),
    ];
    if report.return_labels.labels() > 0 {
        let words = or_dash(report.return_labels.words());
        figures.push((text!("order-papers-report-return-labels"), words));
    }
    if report.refunded.labels() > 0 {
        let words = or_dash(report.refunded.words());
        figures.push((text!("order-papers-report-refunds"), words));
    }
    figures.extend([
        (text!("order-papers-report-without-manifest"), grouped(report.without_manifest)),
        (text!("order-papers-report-not-printed"), grouped(report.not_printed.len())),
        (text!("order-papers-report-not-shipped"), grouped(report.not_shipped.len())),
    ]);
    let tokens = Tokens::of_theme(ui);
    frame(tokens).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing = egui::vec2(space::L, space::S);
        let room = ui.available_width();
        let fitting = ((room + space::L) / (FIGURE + space::L)) as usize;
        let lines = figures.len().div_ceil(fitting.max(1));
        // As many in each line.
        let beside = figures.len().div_ceil(lines);
        let width = ((room + space::L) / beside as f32 - space::L).floor();
        for line in figures.chunks(beside) {
            ui.horizontal_top(|ui| {
                for (name, value) in line {
                    column_ui(ui, width, |ui| {
                        label_ui(ui, name);
                        // A sum of several currencies takes a second line.
                        wrapped_ui(ui, value, text::heading(), tokens.ink);
                    });
                }
            });
        }
        if report.total.unpriced() > 0 {
            let words = text!("order-day-unpriced", labels = report.total.unpriced());
            small_muted_ui(ui, &words);
        }
    });
}

fn or_dash(words: String) -> String {
    match words.is_empty() {
        true => "–".to_owned(),
        false => words,
    }
}

/// A table in a card, as high as its rows. There is none without rows: every label of the day may have
/// been refunded.
fn small_table_ui<'r, 'c, R>(
    ui: &mut Ui,
    state: &mut TableState,
    title: &'static str,
    rows: &'r [R],
    columns: impl FnOnce(Table<'r, 'c, R>) -> Table<'r, 'c, R>,
) -> Option<&'r R> {
    if rows.is_empty() {
        return None;
    }
    let mut opened = None;
    Card::new(title).show_ui(ui, |ui| {
        let table = Table::new(title, rows).max_rows(Some(rows.len().min(MOST_ROWS)));
        opened = opened_ui(ui, columns(table), state);
    });
    opened
}

/// Returns the row that was clicked, or opened by key.
fn opened_ui<'r, R>(ui: &mut Ui, table: Table<'r, '_, R>, state: &mut TableState) -> Option<&'r R> {
    let events = table.show_ui(ui, state);
    events.clicked.or(events.opened)
}

fn labels_column() -> Column {
    Column::new(text!("order-papers-report-labels"), 64.0).right()
}

fn carrier_column() -> Column {
    Column::new(text!("order-papers-report-carrier"), 132.0).shrinking(84.0)
}

fn cost_column() -> Column {
    Column::new(text!("order-papers-report-cost"), 104.0).right()
}

/// Cost by carrier and by preset, refunds, manifests, and labels that were not printed. Returns the
/// order that the user opens.
fn costs_ui(
    ui: &mut Ui,
    state: &State,
    local: &mut DayViewState,
    report: &DayReport,
) -> Option<OrderId> {
    let [services, presets, stations, refunds, manifests, not_printed] = &mut local.tables;
    if report.total.labels() + report.refunded.labels() == 0 {
        muted_ui(ui, text!("order-day-no-labels"));
        return None;
    }
    groups::by_service_ui(ui, state, services, report);
    groups::by_preset_ui(ui, presets, report);
    groups::by_station_ui(ui, stations, report);
    let title = text!("order-papers-report-refunds");
    let refund = small_table_ui(ui, refunds, title, &report.refunds, |table| {
        table
            .column(Column::new(text!("order-papers-report-order"), 96.0), |row| row.order.clone())
            .medium()
            .column(carrier_column(), |row| carrier_name(state, &row.carrier))
            .muted()
            .column(Column::wide(text!("order-papers-report-service")), |row| spaced(&row.service))
            .muted()
            .column(cost_column(), |row| row.charged.map(money_words).unwrap_or_default())
    });
    groups::manifests_ui(ui, state, manifests, report);
    let title = text!("order-papers-report-not-printed");
    let unprinted = small_table_ui(ui, not_printed, title, &report.not_printed, |table| {
        let order = Column::wide(text!("order-papers-report-order"));
        table.column(order, |row| row.order.clone()).medium()
    });
    unprinted.map(|row| row.id.clone()).or(refund.map(|row| row.id.clone()))
}

/// The orders without a label, each with the reason. Returns the one that the user opens.
fn not_shipped_ui(
    ui: &mut Ui,
    local: &mut DayViewState,
    report: &DayReport,
    most: Option<usize>,
) -> Option<OrderId> {
    let orders = &report.not_shipped;
    let is_dated = orders.iter().any(|order| order.ship_by.is_some());
    let recipient = Column::new(text!("order-papers-report-recipient"), 130.0);
    let words = text!("order-day-not-shipped", count = orders.len());
    let mut opened = None;
    Card::new(&words).show_ui(ui, |ui| {
        if orders.is_empty() {
            muted_ui(ui, text!("order-day-all-shipped"));
            return;
        }
        small_muted_ui(ui, text!("order-day-choose"));
        let table = Table::new(text!("order-papers-report-not-shipped"), orders)
            .max_rows(most.map(|most| most.min(orders.len())))
            .column(Column::new(text!("order-papers-report-order"), 96.0).shrinking(80.0), |row| {
                row.order.clone()
            })
            .medium()
            .column(recipient.growing(0.2).shrinking(90.0), |row| row.recipient.clone())
            .muted()
            .column(Column::wide(text!("order-papers-report-reason")), |row| row.reason.to_string())
            .muted()
            .column(Column::new(text!("order-papers-report-ship-by"), 92.0), |row| {
                row.ship_by.map(|day| format::formats().date(day)).unwrap_or_default()
            })
            .muted()
            .shown(is_dated);
        opened = opened_ui(ui, table, &mut local.not_shipped);
    });
    opened.map(|row| row.id.clone())
}
