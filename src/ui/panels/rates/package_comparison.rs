//! Rates for the same shipment in several packages, side by side: a row for each service, a column
//! for each package, and a price to click in each cell that has one.

use std::collections::BTreeSet;

use egui::{Align, Label, Layout, RichText, ScrollArea, Ui, vec2};

use crate::api::rate::Rate;
use crate::base::id::CarrierAccountId;
use crate::base::money::Money;
use crate::desk::ship::compare;
use crate::desk::ship::compare::{Column, MOST_COLUMNS, PackageChoice};
use crate::desk::ship::intent::ShipIntent;
use crate::desk::state::State;
use crate::parcel::hidden_services::HiddenServices;
use crate::parcel::hidden_services::is_rate_hidden;
use crate::parcel::problems::{blocks_quote, field_name};
use crate::parcel::rate_ranking::service_name;
use crate::parcel::restricted_services::is_restricted;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::parts::rate_words::{badge, days_words, only_for};
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::{
    Button, Card, Icon, Meaning, age, band_ui, check_ui, empty_ui, icon, money_words, page_ui,
    pill_ui, short_ui, small_muted_ui,
};

#[derive(Debug, Default)]
pub struct PackageComparisonViewState {
    /// The keys of the ticked packages.
    wanted: BTreeSet<String>,
}

const SERVICE: f32 = 190.0;
const CELL: f32 = 196.0;
const ROW: f32 = 38.0;
/// Least width of a column of check boxes.
const CHOICE: f32 = 208.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut PackageComparisonViewState) {
    let state = cx.state;
    let gap = state.ship.problems.iter().find(|problem| blocks_quote(problem.field));
    if let Some(gap) = gap {
        let title = text!("rates-packages-none-title");
        let words = text!("rates-packages-none-words", field = field_name(gap.field));
        let step = Some(text!("rates-go-to-ship"));
        if empty_ui(ui, Icon::Rates, title, &words, step) {
            cx.go_to(Panel::Ship);
        }
        return;
    }
    page_ui(ui, "side by side", |ui| {
        ui.spacing_mut().item_spacing = vec2(space::S, space::M);
        choices_ui(ui, cx, local);
        if state.ship.comparison.columns.is_empty() {
            return;
        }
        if state.ship.comparison.outdated {
            band_ui(ui, Meaning::Warning, text!("rates-outdated"), None);
        }
        columns_ui(ui, cx);
    });
}

fn choices_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut PackageComparisonViewState) {
    let state = cx.state;
    let accounts = state.carriers.accounts.value().map_or(&[][..], Vec::as_slice);
    let choices = compare::choices(&state.ship.draft, state.carriers.catalogs.value(), accounts);
    local.wanted.retain(|key| choices.iter().any(|choice| choice.key == *key));
    let mut start = false;
    Card::new(text!("rates-packages-which")).show_ui(ui, |ui| {
        let width = choice_width(ui, choices.iter().map(|choice| choice.name.as_str()));
        let across = ((ui.available_width() + space::S) / (width + space::S)).floor();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a few columns"
        )]
        let across = (across as usize).max(1);
        ui.spacing_mut().item_spacing.y = space::XS;
        for line in choices.chunks(across) {
            ui.horizontal(|ui| {
                ui.spacing_mut().interact_size.y = size::CONTROL_COMPACT;
                for choice in line {
                    ui.allocate_ui_with_layout(
                        vec2(width, size::CONTROL_COMPACT),
                        Layout::left_to_right(Align::Center),
                        |ui| {
                            ui.set_width(width);
                            choice_ui(ui, local, choice);
                        },
                    );
                }
            });
        }
        ui.add_space(space::XS);
        ui.horizontal(|ui| {
            let most = text!("rates-packages-at-most", count = MOST_COLUMNS - 1);
            let reason = match local.wanted.len() {
                0 => Some(text!("rates-packages-pick-one")),
                count if count >= MOST_COLUMNS => Some(most.as_str()),
                _ if state.ship.comparison.is_loading() => Some(text!("rates-packages-busy")),
                _ => None,
            };
            start = Button::primary(text!("rates-packages-compare"))
                .disabled_because(reason)
                .show_ui(ui)
                .clicked();
            small_muted_ui(ui, text!("rates-packages-note"));
        });
    });
    if start {
        let wanted = choices.into_iter();
        let wanted = wanted.filter(|choice| local.wanted.contains(&choice.key));
        cx.ask(ShipIntent::ComparePackages(wanted.collect()));
    }
}

/// The width of a column of check boxes: that of the longest name of this language.
fn choice_width<'a>(ui: &Ui, names: impl Iterator<Item = &'a str>) -> f32 {
    let ink = Tokens::of_theme(ui).ink;
    let width = |name: &str| {
        let name = name.to_owned();
        ui.painter().layout_no_wrap(name, text::body(), ink).size().x
    };
    let longest = names.map(width).fold(0.0, f32::max);
    let spacing = ui.spacing();
    (longest + spacing.icon_width + spacing.icon_spacing).ceil().max(CHOICE)
}

fn choice_ui(ui: &mut Ui, local: &mut PackageComparisonViewState, choice: &PackageChoice) {
    let mut ticked = local.wanted.contains(&choice.key);
    if check_ui(ui, &choice.name, &mut ticked) {
        if ticked {
            local.wanted.insert(choice.key.clone());
        } else {
            local.wanted.remove(&choice.key);
        }
    }
}

/// A row of the table: one service of one account, with its rate in each column.
struct ComparisonRow<'a> {
    service: String,
    /// What a service that takes certain goods only is for.
    only_for: Option<&'static str>,
    account: String,
    key: (Option<&'a CarrierAccountId>, Option<&'a str>),
    rates: Vec<Option<&'a Rate>>,
}

fn columns_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let state = cx.state;
    let columns = &state.ship.comparison.columns;
    let hidden = &state.settings.hidden_services;
    let lines = lines(columns, hidden);
    let cheapest = cheapest(columns, hidden);
    let mut chosen = None;
    let card = Card::new(text!("rates-packages-prices")).aside(text!("rates-packages-days-note"));
    card.show_ui(ui, |ui| {
        ScrollArea::horizontal().id_salt("prices").show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(space::M, 0.0);
            head_ui(ui, cx, columns);
            for line in &lines {
                row_ui(ui, ROW, |ui| {
                    name_ui(ui, line);
                    for (index, rate) in line.rates.iter().enumerate() {
                        let recommended = rate.filter(|rate| !is_restricted(rate));
                        let best = recommended.is_some_and(|rate| rate.price() == cheapest);
                        if cell_ui(ui, state, line, index, *rate, best) {
                            chosen = rate.map(|rate| (index, rate.clone()));
                        }
                    }
                });
            }
        });
        ui.add_space(space::S);
        refused_ui(ui, columns);
    });
    if let Some((column, rate)) = chosen {
        cx.ask(ShipIntent::ChooseCompared { column, rate: Box::new(rate) });
        cx.go_to(Panel::Ship);
    }
}

fn row_ui(ui: &mut Ui, height: f32, contents: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.set_height(height);
        contents(ui);
    });
}

fn head_ui(ui: &mut Ui, cx: &Cx<'_>, columns: &[Column]) {
    let tokens = Tokens::of_theme(ui);
    row_ui(ui, ROW, |ui| {
        box_ui(ui, SERVICE, Align::Min, |ui| {
            let words = RichText::new(text!("rates-column-service")).font(text::label());
            ui.label(words.color(tokens.ink_muted));
        });
        for column in columns {
            box_ui(ui, CELL, Align::Max, |ui| {
                let name = RichText::new(column.name.as_str()).font(text::label());
                ui.add(Label::new(name.color(tokens.ink)).truncate());
                let words = match (column.answer.trouble(), column.answer.known()) {
                    (Some(_), _) => text!("rates-packages-no-rate").to_owned(),
                    (None, Some(known)) => age(known.at, cx.now),
                    (None, None) => text!("rates-packages-loading").to_owned(),
                };
                small_muted_ui(ui, &words);
            });
        }
    });
}

/// Why an entire column is empty, with the codes that support needs.
fn refused_ui(ui: &mut Ui, columns: &[Column]) {
    let tokens = Tokens::of_theme(ui);
    for column in columns {
        let Some(trouble) = column.answer.trouble() else {
            continue;
        };
        let (package, cause) = (&column.name, &trouble.cause);
        let words = text!("rates-packages-refused", package = package, cause = cause);
        let words = RichText::new(words);
        ui.add(Label::new(words.color(tokens.ink)).wrap());
        let correlation = trouble.correlation.iter();
        let codes = trouble.codes.iter().cloned();
        let codes: Vec<String> = codes
            .chain(correlation.map(|id| text!("rates-correlation", id = id.to_string())))
            .collect();
        if !codes.is_empty() {
            small_muted_ui(ui, &codes.join(" · "));
        }
    }
}

fn name_ui(ui: &mut Ui, line: &ComparisonRow<'_>) {
    let tokens = Tokens::of_theme(ui);
    box_ui(ui, SERVICE, Align::Min, |ui| {
        let service = RichText::new(&line.service).font(text::body_medium());
        let service = Label::new(service.color(tokens.ink)).truncate();
        match line.only_for {
            Some(words) => {
                // Before the row begins: it is at least as high as a control.
                ui.spacing_mut().interact_size.y = size::ICON;
                ui.horizontal(|ui| {
                    ui.spacing_mut().item_spacing.x = space::XS;
                    let (rect, icon) = ui.allocate_exact_size(
                        vec2(size::ICON_SMALL, size::ICON_SMALL),
                        egui::Sense::hover(),
                    );
                    icon::paint(ui.painter(), rect, Icon::Info, tokens.ink_muted);
                    icon.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, words));
                    icon.on_hover_text(words);
                    ui.add(service);
                });
            }
            None => {
                ui.add(service);
            }
        }
        short_ui(ui, &line.account, text::small(), tokens.ink_muted);
    });
}

/// Two lines of the same width, aligned left or right.
fn box_ui(ui: &mut Ui, width: f32, align: Align, contents: impl FnOnce(&mut Ui)) {
    let room = vec2(width, ui.available_height());
    ui.allocate_ui_with_layout(room, Layout::top_down(align), |ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing.y = 0.0;
        contents(ui);
    });
}

/// Returns whether the price was clicked.
fn cell_ui(
    ui: &mut Ui,
    state: &State,
    line: &ComparisonRow<'_>,
    index: usize,
    rate: Option<&Rate>,
    best: bool,
) -> bool {
    let column = state.ship.comparison.columns.get(index);
    let package = column.map_or("", |column| column.name.as_str());
    let mut clicked = false;
    let room = vec2(CELL, ui.available_height());
    let from_right = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(room, from_right, |ui| {
        ui.set_width(CELL);
        ui.spacing_mut().item_spacing.x = space::S;
        let Some((rate, price)) = rate.and_then(|rate| Some((rate, rate.price()?))) else {
            let waiting = column.is_some_and(|column| column.answer.is_loading());
            small_muted_ui(ui, if waiting { "…" } else { "–" });
            return;
        };
        let days = rate.delivery_days.map(days_words);
        let service = &line.service;
        let name = match &days {
            Some(days) => text!(
                "rates-packages-price-and-days",
                service = service,
                package = package,
                price = price,
                days = days
            ),
            None => {
                text!("rates-packages-price", service = service, package = package, price = price)
            }
        };
        let outdated = state.ship.comparison.outdated.then_some(text!("rates-packages-outdated"));
        let words = money_words(price);
        let button = Button::secondary(&words)
            .name(&name)
            .hint(text!("rates-packages-price-hint"))
            .disabled_because(outdated)
            .compact();
        clicked = button.show_ui(ui).clicked();
        if let Some(days) = &days {
            small_muted_ui(ui, days);
        }
        if best {
            pill_ui(ui, Meaning::Good, Icon::Tag, badge::cheapest());
        }
    });
    clicked
}

/// The rates of a column whose services the shop offers.
fn offered<'a>(column: &'a Column, hidden: &HiddenServices) -> impl Iterator<Item = &'a Rate> {
    let rates = column.answer.value().into_iter().flatten();
    rates.filter(|rate| !is_rate_hidden(hidden, rate))
}

/// Every service for which any column has a rate, cheapest first.
fn lines<'a>(columns: &'a [Column], hidden: &HiddenServices) -> Vec<ComparisonRow<'a>> {
    let mut lines: Vec<ComparisonRow<'_>> = Vec::new();
    for (index, column) in columns.iter().enumerate() {
        for rate in offered(column, hidden) {
            let key = (
                rate.carrier_account_id.as_ref(),
                rate.final_service.as_ref().map(|service| service.as_str()),
            );
            let at = lines.iter().position(|line| line.key == key);
            let at = at.unwrap_or_else(|| {
                lines.push(ComparisonRow {
                    service: rate.final_service.as_ref().map(service_name).unwrap_or_default(),
                    only_for: only_for(rate),
                    account: rate.carrier_account_name.clone().unwrap_or_default(),
                    key,
                    rates: vec![None; columns.len()],
                });
                lines.len() - 1
            });
            let cell = lines.get_mut(at).and_then(|line| line.rates.get_mut(index));
            if let Some(cell) = cell {
                *cell = Some(rate);
            }
        }
    }
    lines.sort_by_key(|line| line.rates.iter().flatten().filter_map(|rate| rate.total_fee).min());
    lines
}

/// The lowest price in the currency of the first price, of services that take all goods.
fn cheapest(columns: &[Column], hidden: &HiddenServices) -> Option<Money> {
    let prices: Vec<Money> = columns
        .iter()
        .flat_map(|column| offered(column, hidden))
        .filter(|rate| !is_restricted(rate))
        .filter_map(Rate::price)
        .collect();
    let currency = prices.first()?.currency;
    prices.into_iter().filter(|price| price.currency == currency).min_by_key(|price| price.amount)
}
