//! One row of the rates in the wizard. Offers of one service at one price share a row.

use egui::{
    Id, Response, RichText, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, vec2,
};

use crate::api::rate::Rate;
use crate::parcel::draft::Draft;
use crate::parcel::last_service::usual_service;
use crate::parcel::rate_ranking::{Quote, SortKey, service_name, sorted};
use crate::parcel::restricted_services::is_restricted;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::rate_badges::{Badge, badges, service_ui, with_room};
use crate::ui::parts::rate_words::{account_words, arrival, only_for, same_rate};
use crate::ui::tokens::{DIMMED, Tokens, radius, size, space, text};
use crate::ui::widgets::words::cut_inside_ui;
use crate::ui::widgets::{Icon, Meaning, from_left_ui, from_right_ui, money_words};

pub const ROW: f32 = 46.0;
const FIRST_LINE: f32 = 20.0;

/// Offers of one service at one price, by the indices of their rates.
#[derive(Debug, PartialEq, Eq)]
pub struct RateRow {
    /// The offer that the row stands for: the chosen one, else the first.
    pub shown: usize,
    pub all: Vec<usize>,
}

pub fn is_chosen(draft: &Draft, rate: &Rate) -> bool {
    let chosen = draft.chosen.as_ref();
    chosen.is_some_and(|chosen| same_rate(chosen, rate))
}

/// The rows in the order of [`offered_order`].
pub fn rate_rows(quote: &Quote, draft: &Draft) -> Vec<RateRow> {
    let mut rows: Vec<RateRow> = Vec::new();
    for index in offered_order(quote, draft) {
        let Some(rate) = quote.rates.get(index) else {
            continue;
        };
        let alike = |row: &&mut RateRow| {
            let first = quote.rates.get(row.shown);
            first.is_some_and(|first| is_same_offer(first, rate))
        };
        match rows.iter_mut().find(alike) {
            Some(row) => {
                row.all.push(index);
                if is_chosen(draft, rate) {
                    row.shown = index;
                }
            }
            None => rows.push(RateRow { shown: index, all: vec![index] }),
        }
    }
    rows
}

/// Whether two accounts of a carrier offer the same service, at one price and for the same day.
fn is_same_offer(a: &Rate, b: &Rate) -> bool {
    // A carrier with several kinds of account has a code for each: POST-eVS, POST-ePostage.
    let carrier = |rate: &Rate| {
        let code = rate.carrier_code.as_deref()?;
        Some(code.split_once('-').map_or(code, |(carrier, _)| carrier).to_owned())
    };
    let what = |rate: &Rate| (carrier(rate), rate.final_service.clone(), rate.price());
    a.final_service.is_some()
        && a.price().is_some()
        && what(a) == what(b)
        && a.delivery_days == b.delivery_days
        && a.delivery_date == b.delivery_date
        && a.delivery_date_guaranteed == b.delivery_date_guaranteed
}

/// Cheapest first, and services for certain goods only below the others. But the service chosen last
/// time is at the top, so that a repeated shipment shows what it is about to buy.
fn offered_order(quote: &Quote, draft: &Draft) -> Vec<usize> {
    let mut order = sorted(&quote.rates, SortKey::Price, false);
    // The sort is stable: within each group the order stays.
    order.sort_by_key(|index| {
        let rate = quote.rates.get(*index);
        let is_usual = |rate| usual_service(draft).is_some_and(|usual| usual.is(rate));
        match rate {
            Some(rate) if is_usual(rate) => 0,
            Some(rate) if is_restricted(rate) => 2,
            _ => 1,
        }
    });
    order
}

/// The row in this place of the list.
pub fn row_id(place: usize) -> Id {
    Id::unique(("rate row", place))
}

/// `is_stop`: Tab stops at this row.
pub fn row_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    quote: &Quote,
    (place, row): (usize, &RateRow),
    chosen: bool,
    is_stop: bool,
) -> Response {
    let tokens = Tokens::of_theme(ui);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), ROW));
    let sense = if is_stop { Sense::click() } else { Sense::CLICK };
    let response = ui.interact(rect, row_id(place), sense);
    let Some(rate) = quote.rates.get(row.shown) else {
        return response;
    };
    let service = rate.final_service.as_ref().map(service_name).unwrap_or_default();
    let price = rate.price().map_or_else(|| "–".to_owned(), money_words);
    let arrival = arrival(rate, cx.zone);
    let first = account_words(cx.state, rate);
    let more = row.all.len().saturating_sub(1);
    let account = match more {
        0 => first.clone(),
        _ => text!("ship-rates-accounts", account = &first, count = more),
    };
    response.widget_info(|| {
        let name = text!(
            "ship-rates-row-name",
            service = &service,
            account = &account,
            price = &price,
            arrival = &arrival
        );
        WidgetInfo::selected(Role::RadioButton, true, chosen, name)
    });
    if let Some(words) = only_for(rate) {
        let ctx = &response.ctx;
        ctx.accesskit_node_builder(response.id, |node| node.set_description(words));
    }
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let fill = if chosen {
        tokens.selected
    } else if response.hovered() {
        tokens.hover
    } else {
        tokens.surface
    };
    ui.painter().rect_filled(rect, radius::CONTROL, fill);
    if chosen || response.has_focus() {
        let width = if response.has_focus() { size::FOCUS_RING } else { size::HAIRLINE };
        let line = Stroke::new(width, tokens.focus);
        ui.painter().rect_stroke(rect, radius::CONTROL, line, StrokeKind::Inside);
    }
    let mut inner = ui.new_child(UiBuilder::new().max_rect(rect.shrink2(vec2(space::S, 5.0))));
    let faded = cx.state.ship.quote_outdated || cx.state.ship.quote.is_loading();
    if faded {
        inner.set_opacity(DIMMED);
    }
    let badges = badges_of(cx, quote, row);
    let worded = first_line_ui(&mut inner, &service, &price, &badges);
    inner.horizontal(|ui| {
        let below = badges.iter().skip(worded).map(|badge| badge.word);
        let words: Vec<&str> = below.chain([arrival.as_str()]).collect();
        details_ui(ui, &words.join(" · "), &first, more);
    });
    response
}

/// The service with its badges, and the price. Returns how many badges have room for their words.
fn first_line_ui(ui: &mut Ui, service: &str, price: &str, badges: &[Badge]) -> usize {
    ui.spacing_mut().item_spacing = vec2(space::XS, 1.0);
    ui.spacing_mut().interact_size.y = size::ICON;
    let mut worded = 0;
    ui.horizontal(|ui| {
        ui.set_height(FIRST_LINE);
        from_right_ui(ui, |ui| {
            // First, so that it is whole whatever stands beside it.
            let ink = Tokens::of_theme(ui).ink;
            ui.label(RichText::new(price).font(text::body_strong()).color(ink));
            ui.add_space(space::XS);
            from_left_ui(ui, |ui| {
                worded = with_room(ui, service, badges, 0.0);
                service_ui(ui, service, badges.get(..worded).unwrap_or_default());
            });
        });
    });
    worded
}

/// The badges that have no room above, the arrival and the account, whose name is cut where it does not
/// fit, but not the number of further accounts after it.
fn details_ui(ui: &mut Ui, arrival: &str, first: &str, more: usize) {
    let details = |first: &str| {
        let account = match more {
            0 => first.to_owned(),
            _ => text!("ship-rates-accounts-short", account = first, count = more),
        };
        text!("ship-rates-row-details", arrival = arrival, account = account)
    };
    let ink = Tokens::of_theme(ui).ink_muted;
    cut_inside_ui(ui, &[&details(first)], first, details, text::small(), ink);
}

/// The badges of all offers of a row, each once.
fn badges_of(cx: &Cx<'_>, quote: &Quote, row: &RateRow) -> Vec<Badge> {
    let mut all: Vec<Badge> = Vec::new();
    for badge in row.all.iter().flat_map(|index| badges(quote, *index)) {
        if !all.contains(&badge) {
            all.push(badge);
        }
    }
    let usual = usual_service(&cx.state.ship.draft);
    let mut rates = row.all.iter().filter_map(|index| quote.rates.get(*index));
    if usual.is_some_and(|usual| rates.any(|rate| usual.is(rate))) {
        all.push(Badge {
            meaning: Meaning::Neutral,
            icon: Icon::Back,
            word: text!("ship-rates-usual"),
            hint: "",
        });
    }
    all
}
