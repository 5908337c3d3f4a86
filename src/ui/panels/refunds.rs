//! Refunds: the labels that can be refunded with the days left, the requested refunds with their
//! status, and requests for one label or many.

mod requested;

use std::collections::BTreeSet;

use egui::Ui;

use crate::base::id::ShipmentId;
use crate::base::locale::format::list;
use crate::base::money::Money;
use crate::desk::intent::Intent;
use crate::desk::kernel::batch_job::BatchJob;
use crate::desk::records::shipment_row::ShipmentRow;
use crate::desk::refunds::intent::RefundIntent;
use crate::desk::refunds::{Refundable, SHORT_DAYS};
use crate::parcel::rate_ranking::spaced;
use crate::rows::scope::Environment;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::parts::package_numbers::PackageNumbers;
use crate::ui::parts::refresh_button::refresh_button_ui;
use crate::ui::parts::row_actions::{offline_reason, shipment_actions};
use crate::ui::parts::shipment_columns::ShipmentColumns;
use crate::ui::parts::shipments_missing::shipments_missing_ui;
use crate::ui::tokens::{space, text};
use crate::ui::widgets::{
    Asked, Button, Column, Icon, Meaning, Table, TableState, card, check_ui, head, heading_ui,
    money_words, muted_ui, pill_ui, retry_ui, segmented_ui, small_muted_ui, work, work_ui,
    wrapped_ui,
};

#[derive(Default)]
pub struct RefundsViewState {
    view: View,
    scanned_too: bool,
    chosen: BTreeSet<ShipmentId>,
    /// The confirmation is on screen.
    asking: bool,
    /// The panel that asks for the refund of one shipment, and is shown again after it.
    asked_from: Option<Panel>,
    work: work::BatchJobViewState,
    open: TableState,
    asked: TableState,
}

impl RefundsViewState {
    /// Opens the confirmation for one shipment, from anywhere in the window.
    pub fn begin(&mut self, shipment: ShipmentId, from: Panel) {
        self.view = View::Open;
        self.chosen = BTreeSet::from([shipment]);
        self.asking = true;
        self.asked_from = Some(from).filter(|panel| *panel != Panel::Refunds);
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum View {
    #[default]
    Open,
    Asked,
}

/// Below this width the list has no column for the service.
const ROOM_FOR_SERVICE: f32 = 880.0;
pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RefundsViewState) {
    head_ui(ui, cx, local);
    if let Some(work) = cx.state.refunds.work_to_show()
        && let Some(Asked::Step(step)) = work_ui(ui, work, &mut local.work, false)
    {
        cx.ask(RefundIntent::Batch(step));
    }
    shipments_missing_ui(ui, cx);
    match local.view {
        View::Open => open_ui(ui, cx, local),
        View::Asked => requested::show_ui(ui, cx, local),
    }
    confirm_ui(ui, cx, local);
}

fn head_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RefundsViewState) {
    let refunds = &cx.state.refunds;
    head::head_ui(ui, |ui, part| {
        if part == head::Part::Actions {
            if refresh_button_ui(ui, text!("refunds-refresh")) {
                cx.ask(RefundIntent::Refresh);
            }
            return;
        }
        heading_ui(ui, text!("refunds-title"));
        ui.add_space(space::M);
        let open = open_rows(cx, local).len();
        let asked = refunds.requested_rows.value().map_or(0, Vec::len);
        let words = [
            text!("refunds-list-refundable", count = open),
            text!("refunds-list-requested", count = asked),
        ];
        let [open, asked] = &words;
        segmented_ui(
            ui,
            text!("refunds-lists"),
            &mut local.view,
            &[(View::Open, open), (View::Asked, asked)],
        );
        // Both lists come from the stored shipments, and are as old as those.
        cx.freshness_ui(ui, &cx.state.shipments.refresh);
    });
}

/// The refundable shipments that pass the filter.
fn open_rows<'a>(cx: &Cx<'a>, local: &RefundsViewState) -> Vec<&'a Refundable> {
    let all = cx.state.refunds.refundable_rows.value().into_iter().flatten();
    // The one that is asked about from elsewhere is in the list, whatever it shows.
    let asked = |row: &Refundable| local.asked_from.is_some() && local.chosen.contains(&row.row.id);
    all.filter(|row| local.scanned_too || !row.scanned || asked(row))
        .filter(|row| !is_in_hand(cx, row))
        .collect()
}

/// Whether the batch job above requests this refund, or already has.
fn is_in_hand(cx: &Cx<'_>, row: &Refundable) -> bool {
    let work = cx.state.refunds.work.as_ref();
    work.is_some_and(|work| work.is_active_or_done(row.row.id.as_str()))
}

fn open_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RefundsViewState) {
    let unread = cx.state.refunds.refundable_rows.trouble();
    if retry_ui(ui, unread.or(cx.trouble_to_show(&cx.state.shipments.refresh))) {
        cx.ask(RefundIntent::Refresh);
    }
    if cx.state.refunds.refundable_rows.known().is_none() {
        muted_ui(ui, text!("refunds-looking"));
        return;
    }
    let rows = open_rows(cx, local);
    let there: BTreeSet<&ShipmentId> = rows.iter().map(|row| &row.row.id).collect();
    // A shipment that is no longer visible must not stay chosen, or it would be refunded unseen.
    local.chosen.retain(|id| there.contains(id));
    choose_ui(ui, cx, local, &rows);
    if rows.is_empty() {
        let all = || cx.state.refunds.refundable_rows.value().into_iter().flatten();
        let hidden = !local.scanned_too && all().any(|row| row.scanned && !is_in_hand(cx, row));
        let asked_for = all().any(|row| is_in_hand(cx, row));
        let words = if hidden {
            text!("refunds-empty-hidden")
        } else if asked_for {
            text!("refunds-empty-running")
        } else if local.scanned_too {
            text!("refunds-empty-none")
        } else {
            text!("refunds-empty")
        };
        let title = text!("refunds-empty-title");
        card::empty_ui(ui, Icon::Back, title, words, None);
        return;
    }
    let has_service = ui.available_width() >= ROOM_FOR_SERVICE;
    // The recipient takes the spare room, and keeps its own while the service shrinks.
    let (events, step) = Table::new("refundable", &rows)
        .dimmed(cx.state.shipments.refresh.is_loading())
        .ticks(
            |row| local.chosen.contains(&row.row.id),
            |row| {
                let number = PackageNumbers::of_row(&row.row).words();
                text!("shipments-select", name = &row.row.to_name, number = number)
            },
        )
        .column(Column::new(text!("refunds-column-days-left"), 84.0), |row| days(row.days_left))
        .drawn(|ui, row| {
            let is_short = row.days_left <= SHORT_DAYS;
            let meaning = if is_short { Meaning::Warning } else { Meaning::Neutral };
            pill_ui(ui, meaning, Icon::Clock, &days(row.days_left));
        })
        .recipient(Column::wide(text!("shipments-column-to")), |row| {
            [&row.row.to_name, &row.row.to_place]
        })
        .column(Column::new(text!("shipments-column-service"), 190.0).shrinking(96.0), |row| {
            spaced(&row.row.service)
        })
        .hinted()
        .shown(has_service)
        .numbers(Column::new(text!("shipments-column-number"), 204.0), |row| {
            PackageNumbers::of_row(&row.row)
        })
        .column(Column::new(text!("shipments-column-status"), 130.0).shrinking(112.0), |row| {
            match row.scanned {
                true => text!("refunds-scanned").to_owned(),
                false => text!("refunds-not-scanned").to_owned(),
            }
        })
        .hinted()
        .money(Column::new(text!("shipments-column-price"), 90.0), |row| row.row.price)
        .with_menu_ui(ui, &mut local.open, |row| shipment_actions(cx, &row.row, true));
    cx.carry_out(step);
    if let Some(row) = events.opened {
        cx.commands.push(Command::ShowShipment(row.row.id.clone()));
    }
    if let Some(row) = events.ticked
        && !local.chosen.remove(&row.row.id)
    {
        local.chosen.insert(row.row.id.clone());
    }
}

fn choose_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RefundsViewState, rows: &[&Refundable]) {
    let draw = |ui: &mut Ui, part| {
        if part == head::Part::Actions {
            if rows.is_empty() {
                return;
            }
            if !local.chosen.is_empty() {
                let count = local.chosen.len();
                let words =
                    text!("refunds-selected", count = count, amount = stake_of(local, rows));
                small_muted_ui(ui, &words);
            }
            let reason = blocked(cx, local);
            let ask = Button::primary(text!("refunds-request")).disabled_because(reason);
            if ask.show_ui(ui).clicked() {
                local.asking = true;
            }
            return;
        }
        let all = local.chosen.len() == rows.len();
        let words = match all {
            true => text!("refunds-clear-selection"),
            false => text!("refunds-select-all"),
        };
        if !rows.is_empty() && Button::secondary(words).show_ui(ui).clicked() {
            local.chosen = match all {
                true => BTreeSet::new(),
                false => rows.iter().map(|row| row.row.id.clone()).collect(),
            };
        }
        check_ui(ui, text!("refunds-include-scanned"), &mut local.scanned_too);
        if rows.is_empty() {
            return;
        }
        // A refund of what the carrier has is declined as a rule.
        let open = rows.iter().filter(|row| !row.scanned);
        let stake = sums(open.map(|row| row.row.as_ref()));
        if !stake.is_empty() {
            small_muted_ui(ui, &text!("refunds-refundable-amount", amount = stake));
        }
    };
    ui.push_id("choose", |ui| head::head_ui(ui, draw));
}

fn blocked(cx: &Cx<'_>, local: &RefundsViewState) -> Option<&'static str> {
    if local.chosen.is_empty() {
        return Some(text!("refunds-select-first"));
    }
    if cx.state.refunds.work.as_ref().is_some_and(BatchJob::is_running) {
        return Some(text!("refunds-already-running"));
    }
    offline_reason(cx)
}

fn stake_of(local: &RefundsViewState, rows: &[&Refundable]) -> String {
    let chosen = rows.iter().filter(|row| local.chosen.contains(&row.row.id));
    sums(chosen.map(|row| row.row.as_ref()))
}

/// One sum per currency, as a list.
fn sums<'a>(rows: impl Iterator<Item = &'a ShipmentRow>) -> String {
    let sums = Money::sum_by_currency(rows.filter_map(|row| row.price));
    let words: Vec<String> = sums.into_iter().map(money_words).collect();
    list(&words)
}

fn days(left: i64) -> String {
    match left {
        0 => text!("refunds-days-today").to_owned(),
        days => text!("refunds-days", count = days),
    }
}

fn confirm_ui(ui: &Ui, cx: &mut Cx<'_>, local: &mut RefundsViewState) {
    // The desk may learn meanwhile that none of the chosen shipments can still be refunded.
    local.asking &= !local.chosen.is_empty();
    if !local.asking {
        return;
    }
    let rows = open_rows(cx, local);
    let (count, stake) = (local.chosen.len(), stake_of(local, &rows));
    let title = match stake.is_empty() {
        true => text!("refunds-question-title-unpriced", count = count),
        false => text!("refunds-question-title", count = count, amount = stake),
    };
    let words = text!("refunds-question-yes", count = count);
    let ask = Button::danger(&words).disabled_because(blocked(cx, local));
    let not = Button::secondary(text!("refunds-question-no"));
    let not = not.name(text!("refunds-question-no-name"));
    let answer = card::ask_ui(ui, "ask for refunds", ask, not, |ui| {
        heading_ui(ui, &title);
        let world = match cx.state.environment() {
            Some(Environment::Production) => text!("refunds-question-real"),
            Some(Environment::Test) => text!("parts-test-labels-free"),
            _ => text!("refunds-question-practice"),
        };
        muted_ui(ui, world);
        muted_ui(ui, &text!("refunds-question", count = count));
        let chosen = rows.iter().filter(|row| local.chosen.contains(&row.row.id));
        let scanned = chosen.filter(|row| row.scanned).count();
        if scanned > 0 {
            let words = match count > 1 && scanned == count {
                true => text!("refunds-question-all-scanned").to_owned(),
                false => text!("refunds-question-scanned", count = scanned, all = count),
            };
            wrapped_ui(ui, &words, text::body_medium(), cx.tokens.warning.ink);
        }
    });
    if answer == Some(true) {
        let wanted = std::mem::take(&mut local.chosen).into_iter().collect();
        cx.ask(Intent::RequestRefunds(wanted));
    }
    if answer.is_some() {
        local.asking = false;
        let back = local.asked_from.take();
        if answer == Some(false)
            && let Some(panel) = back
        {
            local.chosen.clear();
            cx.go_to(panel);
        }
    }
}
