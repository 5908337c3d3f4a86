//! Rates inside the wizard, cheapest first, each with what it costs and when it arrives.

use std::cell::Cell;

use egui::{Align, EventFilter, Id, Key, Modifiers, ScrollArea, Ui, UiBuilder};
use jiff::Timestamp;

use super::rate_row::{ROW, RateRow, is_chosen, rate_rows, row_id, row_ui};
use crate::api::rate::Rate;
use crate::desk::intent::Intent;
use crate::desk::ship::intent::ShipIntent;
use crate::parcel::draft::Draft;
use crate::parcel::problems::{Section, ready_for_quote, section_done};
use crate::parcel::rate_ranking::Quote;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::panel::Panel;
use crate::ui::parts::first_steps;
use crate::ui::parts::rate_words::cheaper_words;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::{
    Button, Card, Icon, Meaning, band_ui, from_left_ui, muted_ui, retry_ui, short_ui,
    small_muted_ui,
};

#[derive(Debug, Default)]
pub struct QuotesViewState {
    /// The rate below or above the chosen one is taken in this frame.
    down: bool,
    up: bool,
    /// Rates were asked for to choose one: the first gets the focus once they are here.
    choosing: bool,
    /// Time of the list's prices and index of the chosen rate, in the last frame.
    shown: (Option<Timestamp>, Option<usize>),
}

const BETWEEN: f32 = 2.0;
/// Fewest rows visible.
const LEAST_ROWS: f32 = 4.0;
/// Below this width the title line has no room for the age of the rates.
const ROOM_FOR_AGE: f32 = 360.0;
/// Below this width there is room for "Refreshing…", but not for the age beside it.
const ROOM_FOR_BOTH: f32 = 430.0;

/// Returns whether the jump to the rates is done: a rate has the keyboard focus, or rates are being
/// asked for. `bottom` is where the card ends, in window coordinates; without it, the card is a part
/// of the page and as high as its rates.
pub fn card_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    view: &mut QuotesViewState,
    draft: &Draft,
    jump: bool,
    bottom: Option<f32>,
) -> bool {
    let ship = &cx.state.ship;
    let done = section_done(&ship.problems, Section::Rates) && draft.chosen.is_some();
    let ready = ready_for_quote(&ship.problems);
    let loading = ship.quote.is_loading();
    let quote = ship.quote.value().filter(|quote| quote.order == draft.order);
    let listed = quote.is_some_and(|quote| !quote.rates.is_empty());
    // Without a rate to choose, the button keeps the focus until there is one.
    let takes_focus = jump && !listed;
    let (mut focused, mut asked, mut leads_to) = (false, Vec::new(), None);
    // The card's own end, without its padding.
    let bottom = bottom.map(|bottom| bottom - space::L - size::HAIRLINE);
    let room = ui.available_width();
    let has_age = room >= ROOM_FOR_AGE && quote.is_some();
    let head = Cell::new(None);
    view.down = cx.take_panel_command(&Command::NextRate);
    view.up = cx.take_panel_command(&Command::PreviousRate);
    Card::new(text!("ship-rates-title")).done(done).show_with_ui(
        ui,
        |ui| {
            head.set(Some(head_ui(ui, quote.is_some(), ready, takes_focus)));
            if has_age {
                age_ui(ui, cx, room);
            }
        },
        |ui| {
            if let Some(bottom) = bottom {
                ui.set_min_height((bottom - ui.cursor().top()).max(0.0));
            }
            leads_to = above_ui(ui, cx, quote.is_some(), &mut asked);
            if loading && !has_age {
                muted_ui(ui, text!("ship-rates-loading"));
            }
            match quote {
                Some(quote) => {
                    let waited = view.choosing && !loading;
                    let focus = ui.memory(egui::Memory::focused);
                    let button = head.get().map(|head: Head| head.button);
                    let free = focus.is_some() && focus == button;
                    let jump = listed && (jump || (waited && free));
                    view.choosing &= !waited;
                    focused = list_ui(ui, cx, view, quote, draft, jump, bottom, &mut asked);
                }
                None if !ready => {
                    muted_ui(ui, text!("ship-rates-later"));
                }
                None if cx.state.ship.quote.trouble().is_some()
                    && cx.trouble_to_show(&cx.state.ship.quote).is_none() =>
                {
                    muted_ui(ui, text!("ship-rates-offline"));
                }
                None => {}
            }
        },
    );
    let head = head.get();
    if head.is_some_and(|head| head.refresh) || takes_focus && ready && !loading {
        asked.push(Intent::Ship(ShipIntent::GetRates));
    }
    if head.is_some_and(|head| head.compare) {
        cx.go_to(Panel::Rates);
    }
    view.choosing |= takes_focus;
    cx.intents.extend(asked);
    cx.commands.extend(leads_to);
    focused || takes_focus
}

/// The buttons in the title line: which of them was clicked.
#[derive(Clone, Copy)]
struct Head {
    /// The button that asks for rates.
    button: Id,
    refresh: bool,
    compare: bool,
}

fn head_ui(ui: &mut Ui, has_quote: bool, ready: bool, takes_focus: bool) -> Head {
    let compare = Button::quiet(text!("ship-rates-compare")).compact();
    let compare = has_quote && compare.show_ui(ui).clicked();
    let ask = match has_quote {
        true => Button::quiet(text!("ship-rates-refresh")),
        false => Button::secondary(text!("ship-rates-get")),
    };
    let waiting = (!ready).then(|| text!("ship-rates-not-ready"));
    let ask =
        ask.name(text!("ship-rates-get")).icon(Icon::Refresh).compact().disabled_because(waiting);
    // The focus stays on it when another button appears beside it.
    let own = UiBuilder::new().scope_id(Id::unique("get rates in the wizard"));
    let ask = ui.scope_builder(own, |ui| ask.show_ui(ui)).inner;
    if takes_focus {
        ask.request_focus();
        ask.scroll_to_me(Some(Align::Center));
    }
    Head { button: ask.id, refresh: ask.clicked(), compare }
}

/// The age of the rates, at the left of the buttons.
fn age_ui(ui: &mut Ui, cx: &Cx<'_>, room: f32) {
    let quote = &cx.state.ship.quote;
    from_left_ui(ui, |ui| {
        if quote.is_loading() && room < ROOM_FOR_BOTH {
            let muted = Tokens::of_theme(ui).ink_muted;
            short_ui(ui, text!("ship-rates-refreshing"), text::small(), muted);
        } else {
            cx.freshness_ui(ui, quote);
        }
    });
}

/// The first steps of a new account, and the error of the rates. Returns where a click leads.
fn above_ui(ui: &mut Ui, cx: &Cx<'_>, has_quote: bool, asked: &mut Vec<Intent>) -> Option<Command> {
    let state = cx.state;
    let mut leads_to = None;
    if !has_quote && first_steps::are_before(state) {
        leads_to = first_steps::show_ui(ui, cx);
    }
    // Without a carrier account there is a first step, and no error.
    let trouble = cx.trouble_to_show(&state.ship.quote);
    let trouble = trouble.filter(|_| !first_steps::lacks_carrier(state));
    if retry_ui(ui, trouble) {
        asked.push(Intent::Ship(ShipIntent::GetRates));
    }
    first_steps::mend_ui(ui, trouble).or(leads_to)
}

/// What the keys do in the list of rates, which is one stop of Tab.
struct Keyed {
    /// The row where Tab stops.
    stop: usize,
    /// The row that an arrow key takes.
    taken: Option<usize>,
}

/// Up and Down take the rate above and below while a row has the keyboard, and with Ctrl from
/// everywhere in the panel: then `down` or `up` is set.
fn keys(
    ui: &Ui,
    (mut down, mut up): (bool, bool),
    rows: &[RateRow],
    is_chosen: impl Fn(&RateRow) -> bool,
) -> Keyed {
    let chosen = rows.iter().position(is_chosen);
    let focus = ui.memory(egui::Memory::focused);
    let focused = (0..rows.len()).find(|place| focus == Some(row_id(*place)));
    let stop = focused.or(chosen).unwrap_or(0);
    if let Some(place) = focused {
        let arrows = EventFilter { vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(row_id(place), arrows));
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        down |= pressed(Key::ArrowDown);
        up |= pressed(Key::ArrowUp);
    }
    let last = rows.len().saturating_sub(1);
    let taken = match (down, up) {
        // The first one that is taken is the one where Tab stops.
        (true, _) | (_, true) if chosen.is_none() => Some(stop),
        (true, false) => Some((stop + 1).min(last)),
        (false, true) => Some(stop.saturating_sub(1)),
        _ => None,
    };
    if let Some(taken) = taken.filter(|_| focused.is_some()) {
        ui.memory_mut(|memory| memory.request_focus(row_id(taken)));
    }
    Keyed { stop: taken.unwrap_or(stop), taken }
}

fn list_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    view: &mut QuotesViewState,
    quote: &Quote,
    draft: &Draft,
    jump: bool,
    bottom: Option<f32>,
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
        let words = match quote.hidden.is_empty() {
            true => text!("ship-rates-none"),
            false => text!("rates-hidden-all-words"),
        };
        muted_ui(ui, words);
        return false;
    }
    if let Some(words) = cheaper_words(cx) {
        small_muted_ui(ui, &words);
    }
    let mut focused = false;
    ui.spacing_mut().item_spacing.y = BETWEEN;
    let is_chosen = |rate: &Rate| is_chosen(draft, rate);
    let at = state.ship.quote.known().map(|known| known.at);
    let shown = (at, quote.rates.iter().position(is_chosen));
    let before = std::mem::replace(&mut view.shown, shown);
    let rows = rate_rows(quote, draft);
    let keyed = keys(ui, (view.down, view.up), &rows, |row| {
        quote.rates.get(row.shown).is_some_and(is_chosen)
    });
    let mut rows_ui = |ui: &mut Ui| {
        for (place, row) in rows.iter().enumerate() {
            let Some(rate) = quote.rates.get(row.shown) else {
                continue;
            };
            let chosen = is_chosen(rate);
            let response = row_ui(ui, cx, quote, (place, row), chosen, place == keyed.stop);
            if keyed.taken == Some(place) {
                asked.push(Intent::Ship(ShipIntent::ChooseRate(Box::new(rate.clone()))));
            }
            if jump && place == keyed.stop {
                response.request_focus();
                response.scroll_to_me(Some(Align::Center));
                focused = true;
            } else if chosen && before != shown && bottom.is_some() {
                // Within the list; a page that is being filled in stays where it is.
                response.scroll_to_me(None);
            }
            if response.clicked() {
                asked.push(Intent::Ship(ShipIntent::ChooseRate(Box::new(rate.clone()))));
            }
        }
    };
    let Some(bottom) = bottom else {
        rows_ui(ui);
        return focused;
    };
    // To the end of the card: a row that is cut there shows that the list goes on.
    let least = LEAST_ROWS * (ROW + BETWEEN) - BETWEEN;
    let height = (bottom - ui.cursor().top()).max(least);
    let mut area = ScrollArea::vertical().id_salt("rates in the wizard");
    if before.0 != at {
        // The scroll position of the previous list does not apply to this one.
        area = area.vertical_scroll_offset(0.0);
    }
    area.max_height(height).min_scrolled_height(height).show(ui, rows_ui);
    focused
}
