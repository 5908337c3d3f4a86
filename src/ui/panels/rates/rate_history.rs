//! Past quotes: all rates this desk ever received, with search while typing. Each can show
//! its rates, and its parcel can be used for another label. They are stored on this computer,
//! so they are available offline.

use egui::{RichText, Ui};
use jiff::civil::Date;

use crate::base::locale::format;
use crate::desk::ship::intent::ShipIntent;
use crate::desk::ship::rate_history::{
    PastQuote, PastRate, RateHistoryIntent, has_typed_work, package_words,
};
use crate::parcel::draft::{AddressForm, Draft};
use crate::parcel::names::{Name, special_service};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::parts::address_lines::place_line;
use crate::ui::parts::rate_words::{carrier_account_name, carrier_name};
use crate::ui::parts::shipment_columns::ShipmentColumns;
use crate::ui::tokens::{Tokens, space};
use crate::ui::widgets::{
    Button, Column, Field, Icon, MenuItem, Table, TableState, card, closing_title_ui, column_ui,
    empty_ui, frame, heading_ui, height_within, moment, muted_ui, page_ui, panes_ui,
    small_muted_ui,
};

#[derive(Debug, Default)]
pub struct PastQuotesViewState {
    table: TableState,
    rates: TableState,
    search: String,
    asked_more_at: usize,
    /// The past quote whose parcel would replace the typed draft, while the user is asked.
    asking: Option<i64>,
}

/// Width of an open quote, in much and in little room.
const SIDE: f32 = 490.0;
const LEAST_SIDE: f32 = 400.0;
/// Least height, with a few of its rates.
const LEAST_HEIGHT: f32 = 440.0;
/// Least width of the list beside it.
const LIST: f32 = 400.0;
/// Below this width, some columns of the list are omitted.
const ALL_COLUMNS: f32 = 900.0;
/// Most packages shown; more would push the rates out of view.
const PACKAGES_SHOWN: usize = 3;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut PastQuotesViewState) {
    let past = &cx.state.ship.rate_history;
    if !past.asked {
        search(cx, local);
    }
    if past.answered == 0 {
        muted_ui(ui, text!("rates-past-searching"));
        return;
    }
    if past.total == 0 {
        let (title, words) = (text!("rates-past-none-title"), text!("rates-past-none-words"));
        let step = Some(text!("rates-go-to-ship"));
        if empty_ui(ui, Icon::Rates, title, words, step) {
            cx.go_to(Panel::Ship);
        }
        return;
    }
    if past.rows.is_empty() {
        let title = text!("rates-past-no-match-title");
        let words = text!("rates-past-no-match-words");
        let step = Some(text!("rates-past-no-match-step"));
        if empty_ui(ui, Icon::Search, title, words, step) {
            local.search.clear();
            search(cx, local);
        }
        return;
    }
    let room = ui.available_size();
    let side = (room.x - LIST - space::L).min(SIDE);
    match &past.open {
        None => list_ui(ui, cx, local, room.x < ALL_COLUMNS),
        // Without room beside the list the quote takes its place until it is closed.
        Some(quote) if side < LEAST_SIDE => {
            let (width, height) = (room.x.min(SIDE), room.y.max(LEAST_HEIGHT));
            page_ui(ui, "past quote", |ui| {
                column_ui(ui, width, |ui| quote_ui(ui, cx, local, quote, height));
            });
        }
        Some(quote) => {
            let width = room.x - side - space::L;
            panes_ui(ui, |ui| {
                column_ui(ui, width, |ui| list_ui(ui, cx, local, width < ALL_COLUMNS));
                column_ui(ui, side, |ui| quote_ui(ui, cx, local, quote, room.y));
            });
        }
    }
    question_ui(ui, cx, local);
}

fn search(cx: &mut Cx<'_>, local: &mut PastQuotesViewState) {
    local.asked_more_at = 0;
    let text = local.search.trim().to_owned();
    cx.ask(ShipIntent::RateHistory(RateHistoryIntent::Search(text)));
}

/// Whether there is anything to search.
pub fn has_search(cx: &Cx<'_>) -> bool {
    let past = &cx.state.ship.rate_history;
    past.answered > 0 && past.total > 0
}

/// The search field and the number of quotes, in a line of the panel's head.
pub fn search_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut PastQuotesViewState) {
    let past = &cx.state.ship.rate_history;
    let changed = Field::new(text!("rates-past-search"))
        .hint(text!("rates-past-search-hint"))
        .hide_label()
        .search()
        .width(280.0)
        .show_ui(ui, &mut local.search)
        .changed();
    if changed {
        search(cx, local);
    }
    let words = match past.matching == past.total {
        true => text!("rates-past-count", count = past.total),
        false => text!("rates-past-count-found", count = past.matching, total = past.total),
    };
    small_muted_ui(ui, &words);
}

fn list_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut PastQuotesViewState, narrow: bool) {
    let past = &cx.state.ship.rate_history;
    let rows = &past.rows;
    // The desk stores the open quote and the table a row; new quotes move the rows.
    if let Some(open) = &past.open {
        local.table.selected = rows.iter().position(|row| row.row == open.row);
    }
    // Beside an open quote, if there is little room, only what distinguishes rows.
    let (events, step) = Table::new("past quotes", rows)
        .column(Column::new(text!("rates-past-column-quoted"), 160.0), |row| {
            moment(row.at, cx.zone)
        })
        .muted()
        .recipient(Column::wide(text!("rates-past-column-to")), |row| [&row.to_name, &row.to_place])
        .column(Column::new(text!("rates-past-column-parcel"), 216.0).growing(0.2), |row| {
            row.parcel.to_string()
        })
        .shown(!narrow)
        .column(Column::new(text!("rates-past-column-cheapest"), 170.0).growing(0.2), |row| {
            format!("{} {}", carrier_name(cx.state, &row.carrier), row.service)
        })
        .drawn(|ui, row| {
            let carrier = carrier_name(cx.state, &row.carrier);
            let words = text!("rates-past-cheapest-of", carrier = carrier, count = row.rates);
            let ink = Tokens::of_theme(ui).ink;
            ui.label(RichText::new(&row.service).color(ink)).on_hover_text(words);
        })
        .shown(!narrow)
        .money(Column::new(text!("rates-column-price"), 96.0), |row| row.price)
        .with_menu_ui(ui, &mut local.table, |row| {
            vec![MenuItem::new(text!("rates-past-again"), row.row).shortcut("Enter")]
        });
    if let Some(row) = step.or(events.opened.map(|row| row.row)) {
        use_again(cx, local, row);
    }
    if let Some(row) = events.selected {
        local.rates = TableState::default();
        cx.ask(ShipIntent::RateHistory(RateHistoryIntent::Open(Some(row.row))));
    }
    let more = (rows.len() as u64) < past.matching;
    if events.at_end && more && local.asked_more_at != rows.len() {
        local.asked_more_at = rows.len();
        cx.ask(ShipIntent::RateHistory(RateHistoryIntent::LoadMore));
    }
}

/// One quote in full, with its rates.
fn quote_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut PastQuotesViewState,
    quote: &PastQuote,
    height: f32,
) {
    frame(Tokens::of_theme(ui)).show(ui, |ui| {
        ui.set_height(height_within(height));
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        if closing_title_ui(ui, name(&quote.draft.to), text!("rates-past-close")) {
            local.table.selected = None;
            cx.ask(ShipIntent::RateHistory(RateHistoryIntent::Open(None)));
        }
        for words in facts(cx, quote) {
            small_muted_ui(ui, &words);
        }
        let again = Button::primary(text!("rates-past-again"));
        let again = again.hint(text!("rates-past-again-hint"));
        if again.show_ui(ui).clicked() {
            use_again(cx, local, quote.row);
        }
        rates_ui(ui, cx, local, quote);
    });
}

fn name(side: &AddressForm) -> &str {
    let names = [&side.name, &side.company];
    let known = names.into_iter().find(|name| !name.trim().is_empty());
    known.map_or(text!("rates-past-no-name"), |name| name.as_str())
}

fn facts(cx: &Cx<'_>, quote: &PastQuote) -> Vec<String> {
    let Draft { from, to, packages, options, .. } = &quote.draft;
    let mut facts = vec![
        text!("rates-past-quoted", time = moment(quote.at, cx.zone)),
        text!("rates-past-route", from = place_line(from), to = place_line(to)),
    ];
    let shown = packages.iter().take(PACKAGES_SHOWN);
    facts.extend(shown.map(package_words));
    if packages.len() > PACKAGES_SHOWN {
        let count = packages.len() - PACKAGES_SHOWN;
        facts.push(text!("rates-past-more-packages", count = count));
    }
    if !options.special_services.is_empty() {
        let services: Vec<Name> = options.special_services.iter().map(special_service).collect();
        facts.push(text!("rates-past-services", services = format::list(&services)));
    }
    if !quote.ship_date.is_empty() {
        let date = quote.ship_date.parse::<Date>();
        let date =
            date.map_or_else(|_| quote.ship_date.clone(), |date| format::formats().date(date));
        facts.push(text!("rates-past-ship-date", date = date));
    }
    facts
}

fn rates_ui(ui: &mut Ui, cx: &Cx<'_>, local: &mut PastQuotesViewState, quote: &PastQuote) {
    let mut rates: Vec<&PastRate> = quote.rates.iter().collect();
    rates.sort_by_key(|rate| rate.price().map_or(i64::MAX, |price| price.amount.micros()));
    Table::new("rates of then", &rates)
        .column(Column::wide(text!("rates-column-service")), |rate| rate.service_name())
        .medium()
        .column(Column::new(text!("rates-column-carrier"), 160.0), |rate| {
            carrier_account_name(cx.state, &rate.carrier, &rate.account_name)
        })
        .muted()
        .column(Column::new(text!("rates-column-days"), 36.0).right(), |rate| {
            rate.days.map(format::number).unwrap_or_default()
        })
        .muted()
        .money(Column::new(text!("rates-column-price"), 96.0), |rate| rate.price())
        .show_ui(ui, &mut local.rates);
}

fn use_again(cx: &mut Cx<'_>, local: &mut PastQuotesViewState, row: i64) {
    if has_typed_work(&cx.state.ship.draft) && cx.state.ship.just_bought.is_none() {
        local.asking = Some(row);
    } else {
        take(cx, row);
    }
}

fn take(cx: &mut Cx<'_>, row: i64) {
    cx.ask(ShipIntent::RateHistory(RateHistoryIntent::UseAgain(row)));
    cx.go_to(Panel::Ship);
}

fn question_ui(ui: &Ui, cx: &mut Cx<'_>, local: &mut PastQuotesViewState) {
    let Some(row) = local.asking else { return };
    let yes = Button::primary(text!("rates-past-question-yes"));
    let no = Button::secondary(text!("rates-past-question-no"));
    let answer = card::ask_ui(ui, "parcel of a past quote", yes, no, |ui| {
        heading_ui(ui, text!("rates-past-question-title"));
        muted_ui(ui, text!("rates-past-question-words"));
    });
    if answer == Some(true) {
        take(cx, row);
    }
    if answer.is_some() {
        local.asking = None;
    }
}
