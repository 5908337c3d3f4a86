//! Rates inside the wizard, cheapest first, each with what it costs and when it arrives.

use egui::{
    Align, Layout, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder,
    WidgetInfo, vec2,
};
use jiff::Timestamp;

use crate::api::rate::Rate;
use crate::desk::intent::Intent;
use crate::desk::parcel::draft::Draft;
use crate::desk::parcel::problems::{Section, ready_for_quote, section_done};
use crate::desk::parcel::rate_ranking::{Quote, SortKey, service_name, sorted};
use crate::desk::ship::intent::ShipIntent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::parts::rate_words::{account_words, arrival, badges_ui, cheaper_words, same_rate};
use crate::ui::tokens::{DIMMED, Tokens, radius, size, space, text};
use crate::ui::widgets::card::Card;
use crate::ui::widgets::notice::{band_ui, retry_ui};
use crate::ui::widgets::text::{money_words, muted_ui, pill_ui, small_muted_ui};
use crate::ui::widgets::words::short_ui;
use crate::ui::widgets::{Button, Icon, Meaning};

#[derive(Debug, Default)]
pub struct QuotesViewState {
    /// Time of the list's prices and index of the chosen rate, in the last frame.
    shown: (Option<Timestamp>, Option<usize>),
}

const ROW: f32 = 46.0;
const BETWEEN: f32 = 2.0;
/// Fewest rows visible, even if the page then scrolls.
const LEAST_ROWS: f32 = 4.0;
/// Below this width the title line has no room for the age of the rates.
const ROOM_FOR_AGE: f32 = 360.0;
/// Below this width there is room for "Refreshing…", but not for the age beside it.
const ROOM_FOR_BOTH: f32 = 430.0;
const FIRST_LINE: f32 = 20.0;

/// Returns whether a rate got the keyboard focus (only if `jump` is set). `bottom` is where the
/// card should end, in window coordinates.
pub fn card_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    view: &mut QuotesViewState,
    draft: &Draft,
    (jump, bottom): (bool, f32),
) -> bool {
    let state = cx.state;
    let done = section_done(&state.ship.problems, Section::Rates) && draft.chosen.is_some();
    let ready = ready_for_quote(&state.ship.problems);
    let quote = state
        .ship
        .quote
        .value()
        .filter(|quote| quote.order == draft.order);
    let mut focused = false;
    let mut asked = Vec::new();
    let (mut compare, mut refresh) = (false, false);
    let room = ui.available_width();
    let roomy = room >= ROOM_FOR_AGE;
    Card::new(text!("ship-rates-title"))
        .done(done)
        .show_with_ui(
            ui,
            |ui| {
                if quote.is_some() {
                    let button = Button::quiet(text!("ship-rates-compare"));
                    compare = button.compact().show_ui(ui).clicked();
                }
                let words = match quote.is_some() {
                    true => text!("ship-rates-refresh"),
                    false => text!("ship-rates-get"),
                };
                let waiting = (!ready).then(|| text!("ship-rates-not-ready"));
                let button = Button::quiet(words)
                    .name(text!("ship-rates-get"))
                    .icon(Icon::Refresh)
                    .compact();
                refresh = button.disabled_because(waiting).show_ui(ui).clicked();
                if roomy && quote.is_some() {
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        if state.ship.quote.is_loading() && room < ROOM_FOR_BOTH {
                            small_muted_ui(ui, text!("ship-rates-refreshing"));
                        } else {
                            cx.freshness_ui(ui, &state.ship.quote);
                        }
                    });
                }
            },
            |ui| {
                if retry_ui(ui, cx.trouble_to_show(&state.ship.quote)) {
                    asked.push(Intent::Ship(ShipIntent::GetRates));
                }
                if state.ship.quote.is_loading() && !(roomy && quote.is_some()) {
                    muted_ui(ui, text!("ship-rates-loading"));
                }
                match quote {
                    Some(quote) => {
                        let of = (quote, draft);
                        focused = list_ui(ui, cx, view, of, (jump, bottom), &mut asked);
                    }
                    None if !ready => {
                        muted_ui(ui, text!("ship-rates-later"));
                    }
                    None if state.ship.quote.trouble().is_some()
                        && cx.trouble_to_show(&state.ship.quote).is_none() =>
                    {
                        muted_ui(ui, text!("ship-rates-offline"));
                    }
                    None => {}
                }
            },
        );
    if refresh {
        asked.push(Intent::Ship(ShipIntent::GetRates));
    }
    if compare {
        cx.go_to(Panel::Rates);
    }
    cx.intents.extend(asked);
    focused
}

fn list_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    view: &mut QuotesViewState,
    (quote, draft): (&Quote, &Draft),
    (jump, bottom): (bool, f32),
    asked: &mut Vec<Intent>,
) -> bool {
    let state = cx.state;
    if state.ship.quote_outdated && !state.ship.quote.is_loading() {
        let words = text!("ship-rates-outdated");
        let step = Some(text!("ship-rates-refresh"));
        if band_ui(ui, Meaning::Warning, words, step) {
            asked.push(Intent::Ship(ShipIntent::GetRates));
        }
    }
    if quote.rates.is_empty() {
        muted_ui(ui, text!("ship-rates-none"));
        return false;
    }
    if let Some(words) = cheaper_words(cx) {
        small_muted_ui(ui, &words);
    }
    let mut focused = false;
    ui.spacing_mut().item_spacing.y = BETWEEN;
    // The height of whole rows, so that no row is cut off at the end.
    let room = bottom - space::L - size::HAIRLINE - ui.cursor().top();
    let rows = ((room + BETWEEN) / (ROW + BETWEEN)).floor().max(LEAST_ROWS);
    let height = rows * (ROW + BETWEEN) - BETWEEN;
    let is_chosen = |rate: &Rate| {
        let chosen = draft.chosen.as_ref();
        chosen.is_some_and(|chosen| same_rate(chosen, rate))
    };
    let at = state.ship.quote.known().map(|known| known.at);
    let shown = (at, quote.rates.iter().position(is_chosen));
    let before = std::mem::replace(&mut view.shown, shown);
    // The list ends with a whole row; a faded one would look disabled.
    ui.spacing_mut().scroll.fade.strength = 0.0;
    let mut area = ScrollArea::vertical().id_salt("rates in the wizard");
    if before.0 != at {
        // The scroll position of the previous list does not apply to this one.
        area = area.vertical_scroll_offset(0.0);
    }
    area.max_height(height)
        .min_scrolled_height(height)
        .show(ui, |ui| {
            for (place, index) in offered_order(quote, draft).into_iter().enumerate() {
                let Some(rate) = quote.rates.get(index) else {
                    continue;
                };
                let chosen = is_chosen(rate);
                let response = row_ui(ui, cx, (quote, index), rate, chosen);
                if jump && place == 0 {
                    response.request_focus();
                    response.scroll_to_me(Some(Align::Center));
                    focused = true;
                } else if chosen && before != shown {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    asked.push(Intent::Ship(ShipIntent::ChooseRate(Box::new(rate.clone()))));
                }
            }
        });
    focused
}

/// Cheapest first, but the service chosen last time is at the top, so that a repeated shipment
/// shows what it is about to buy.
fn offered_order(quote: &Quote, draft: &Draft) -> Vec<usize> {
    let mut order = sorted(&quote.rates, SortKey::Price, false);
    if let Some(usual) = &draft.usual {
        // The sort is stable: the usual rate moves up and the others keep their order.
        order.sort_by_key(|index| !quote.rates.get(*index).is_some_and(|rate| usual.is(rate)));
    }
    order
}

fn row_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    (quote, index): (&Quote, usize),
    rate: &Rate,
    chosen: bool,
) -> egui::Response {
    let tokens = Tokens::of_theme(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let service = rate
        .final_service
        .as_ref()
        .map(service_name)
        .unwrap_or_default();
    let price = rate.price().map_or_else(|| "–".to_owned(), money_words);
    let arrival = arrival(rate, cx.zone);
    let account = account_words(cx.state, rate);
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
        let width = if response.has_focus() {
            size::FOCUS_RING
        } else {
            size::HAIRLINE
        };
        let line = Stroke::new(width, tokens.accent);
        ui.painter()
            .rect_stroke(rect, radius::CONTROL, line, StrokeKind::Inside);
    }
    let faded = cx.state.ship.quote_outdated || cx.state.ship.quote.is_loading();
    let mut inner = ui.new_child(UiBuilder::new().max_rect(rect.shrink2(vec2(space::S, 5.0))));
    if faded {
        inner.set_opacity(DIMMED);
    }
    let ui = &mut inner;
    ui.spacing_mut().item_spacing = vec2(space::XS, 1.0);
    ui.spacing_mut().interact_size.y = size::ICON;
    ui.horizontal(|ui| {
        ui.set_height(FIRST_LINE);
        ui.label(
            RichText::new(&service)
                .font(text::body_medium())
                .color(tokens.ink),
        );
        badges_ui(ui, quote, index);
        if cx
            .state
            .ship
            .draft
            .usual
            .as_ref()
            .is_some_and(|usual| usual.is(rate))
        {
            let words = text!("ship-rates-usual");
            pill_ui(ui, Meaning::Warning, Icon::Clock, words);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(
                RichText::new(&price)
                    .font(text::body_strong())
                    .color(tokens.ink),
            );
        });
    });
    ui.horizontal(|ui| {
        let words = text!(
            "ship-rates-row-details",
            arrival = arrival,
            account = account
        );
        short_ui(ui, &words, text::small(), tokens.ink_muted);
    });
    response
}
