//! Search and filters of the orders.

use std::iter;

use egui::{Key, Ui};
use jiff::ToSpan;

use super::grid::GridViewState;
use super::state_words::state_words;
use crate::desk::orders::intent::OrderIntent;
use crate::desk::orders::list::{OrderFilter, TO_DO};
use crate::desk::orders::{OrderSort, OrderState};
use crate::desk::scan_to_ship::ScanIntent;
use crate::orders::basis::scope_text;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::scan::ends_scan;
use crate::ui::tokens::{size, text};
use crate::ui::widgets::menu::menu_button_width;
use crate::ui::widgets::step_row::{Choice, choices_ui, choices_width};
use crate::ui::widgets::{
    Button, Field, combo_box_ui, line_ui, menu_button_ui, segmented_ui, short_ui,
};

#[derive(Debug, Default)]
pub struct FilterViewState {
    search: String,
    shown: Shown,
    source: Option<String>,
    preset: Option<String>,
    ship_by: ShipBy,
    /// The account whose list was opened.
    opened: Option<Option<String>>,
    /// The states that the desk shows, as they were seen last.
    seen: Vec<OrderState>,
}

/// Orders by what is to do with them next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Shown {
    /// Everything that the carrier does not have yet.
    #[default]
    ToDo,
    All,
    Attention,
    ToRate,
    ToBuy,
    Open,
    Bought,
    Printed,
    Done,
    Aside,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ShipBy {
    #[default]
    Any,
    Today,
    Tomorrow,
}

/// What one of the further filters is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Further {
    Source(Option<String>),
    Preset(Option<String>),
    ShipBy(ShipBy),
}

/// The widest and the narrowest search field.
const SEARCH: f32 = 240.0;
/// The width that shows the whole hint.
const WIDE_SEARCH: f32 = 460.0;
const LEAST_SEARCH: f32 = 140.0;
const BOX: f32 = 140.0;
/// Room from which the states stand side by side.
const ROOM_FOR_SEGMENTS: f32 = 1180.0;
/// Room for the number of orders.
const COUNT: f32 = 90.0;

impl Shown {
    const ALL: [Self; 10] = [
        Self::ToDo,
        Self::All,
        Self::Attention,
        Self::ToRate,
        Self::ToBuy,
        Self::Open,
        Self::Bought,
        Self::Printed,
        Self::Done,
        Self::Aside,
    ];

    fn states(self) -> &'static [OrderState] {
        match self {
            Self::ToDo => &TO_DO,
            Self::All => &[],
            Self::Attention => {
                &[OrderState::NeedsAttention, OrderState::Refunded, OrderState::Unreadable]
            }
            Self::ToRate => &[OrderState::Ready],
            Self::ToBuy => &[OrderState::Rated],
            Self::Open => &[OrderState::Buying, OrderState::InDoubt],
            Self::Bought => &[OrderState::Bought],
            Self::Printed => &[OrderState::Printed],
            Self::Done => &[OrderState::HandedOver],
            Self::Aside => &[OrderState::OnHold, OrderState::Canceled],
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::ToDo => text!("orders-filter-to-do"),
            Self::All => text!("orders-filter-all"),
            Self::Attention => state_words(OrderState::NeedsAttention).1,
            Self::ToRate => text!("orders-filter-ready"),
            Self::ToBuy => state_words(OrderState::Rated).1,
            Self::Open => text!("orders-filter-open"),
            Self::Bought => text!("orders-filter-bought"),
            Self::Printed => text!("orders-filter-printed"),
            Self::Done => text!("orders-filter-done"),
            Self::Aside => text!("orders-filter-aside"),
        }
    }
}

impl FilterViewState {
    /// Shows what is to be done, and nothing is searched for.
    pub fn clear(&mut self) {
        let opened = self.opened.take();
        *self = Self { opened, seen: std::mem::take(&mut self.seen), ..Self::default() };
    }

    /// Shows the orders that need attention, and no others.
    pub fn show_attention(&mut self) {
        self.clear();
        self.shown = Shown::Attention;
    }

    pub fn show_all(&mut self) {
        self.clear();
        self.shown = Shown::All;
    }

    /// Whether the list is what it opens with.
    pub fn shows_to_do(&self) -> bool {
        let Self { search, shown, source, preset, ship_by, opened: _, seen: _ } = self;
        let is_narrowed = source.is_some() || preset.is_some() || *ship_by != ShipBy::Any;
        *shown == Shown::ToDo && search.trim().is_empty() && !is_narrowed
    }

    /// Whether the list of this account has not been opened yet: it opens with what is to be done,
    /// the newest first.
    fn opens(&mut self, cx: &Cx<'_>) -> bool {
        let account = cx.state.accounts.saved.current_scope.as_ref().map(scope_text);
        let is_new = self.opened.as_ref() != Some(&account);
        if is_new {
            *self = Self { opened: Some(account), ..Self::default() };
        }
        is_new
    }

    /// After a batch the desk shows the orders of the next steps too.
    fn follow(&mut self, states: &[OrderState]) {
        if self.seen != states {
            self.seen = states.to_vec();
            let mut all = Shown::ALL.into_iter();
            self.shown = all.find(|shown| shown.states() == states).unwrap_or(self.shown);
        }
    }

    pub fn shows_attention(&self) -> bool {
        self.shown == Shown::Attention
    }
}

pub fn show_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut FilterViewState,
    grid: &mut GridViewState,
) {
    let orders = &cx.state.orders;
    local.follow(&orders.filter.states);
    let counted = Shown::ALL.map(|shown| {
        let states = shown.states();
        let count: u64 = match states.is_empty() {
            true => orders.total(),
            false => states.iter().map(|state| orders.in_state(*state)).sum(),
        };
        (shown, count)
    });
    // A state without orders is not offered, unless it is the one that is shown.
    let options: Vec<(Shown, String)> = counted
        .into_iter()
        .filter(|(shown, count)| {
            *count > 0 || [Shown::ToDo, Shown::All, local.shown].contains(shown)
        })
        .map(|(shown, count)| {
            let words = shown.words();
            (shown, text!("orders-filter-count", name = words, count = count))
        })
        .collect();
    let (mut changed, mut is_entered) = (false, false);
    line_ui(ui, size::CONTROL, |ui| {
        let further = further_filters(cx, local);
        // In a narrow window the search leaves room for the states and the menu of the others.
        let gap = ui.spacing().item_spacing.x;
        let beside = BOX + menu_width(ui, &further) + 2.0 * gap;
        let room = ui.available_width();
        let most = match room - ROOM_FOR_SEGMENTS - gap {
            with_segments if with_segments >= SEARCH => with_segments.min(WIDE_SEARCH),
            _ => WIDE_SEARCH,
        };
        let search = Field::new(text!("orders-search"))
            .hint(text!("orders-search-hint"))
            .hide_label()
            .search()
            .expects_scans()
            .width((room - beside).clamp(LEAST_SEARCH, most))
            .show_ui(ui, &mut local.search);
        changed |= search.changed();
        if search.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            is_entered = true;
            search.request_focus();
        }
        let name = text!("orders-filter");
        let shown: Vec<(Shown, &str)> =
            options.iter().map(|(shown, words)| (*shown, words.as_str())).collect();
        changed |= match ui.available_width() >= ROOM_FOR_SEGMENTS {
            true => segmented_ui(ui, name, &mut local.shown, &shown),
            false => combo_box_ui(ui, name, BOX, &mut local.shown, &shown),
        };
        changed |= further_ui(ui, further, local);
        if ui.available_width() >= COUNT && !orders.filter.is_all() {
            let words = text!("orders-count-matching", count = orders.matching);
            short_ui(ui, &words, text::small(), cx.tokens.ink_muted);
        }
    });
    if changed {
        grid.begin();
        ask_filter(cx, local);
    }
    let number = local.search.trim();
    if is_entered && !number.is_empty() {
        cx.ask(ScanIntent::OpenNumber {
            number: number.to_owned(),
            is_scanned: ends_scan(ui.ctx()),
        });
    }
}

/// The filters beside the states. The source is offered only if orders come from several, the preset
/// only if there are presets.
fn further_filters(cx: &Cx<'_>, local: &FilterViewState) -> Vec<Choice<Further>> {
    let mut filters = Vec::new();
    let sources = &cx.state.orders.sources;
    if sources.len() >= 2 || local.source.is_some() {
        let any = (Further::Source(None), text!("orders-source-any").to_owned());
        let each = sources.iter().map(|name| (Further::Source(Some(name.clone())), name.clone()));
        let chosen = Further::Source(local.source.clone());
        let options = iter::once(any).chain(each).collect();
        filters.push(Choice::new(text!("orders-source"), BOX, &chosen, options));
    }
    let presets = &cx.state.order_rules.documents.presets;
    if !presets.is_empty() {
        let any = (Further::Preset(None), text!("orders-preset-any").to_owned());
        let each = presets.iter().map(|keyed| {
            let preset = Further::Preset(Some(keyed.key.clone()));
            (preset, keyed.preset.name.clone())
        });
        let chosen = Further::Preset(local.preset.clone());
        let options = iter::once(any).chain(each).collect();
        filters.push(Choice::new(text!("orders-preset"), BOX, &chosen, options));
    }
    let days = [
        (ShipBy::Any, text!("orders-ship-by-any")),
        (ShipBy::Today, text!("orders-ship-by-today")),
        (ShipBy::Tomorrow, text!("orders-ship-by-tomorrow")),
    ];
    let options = days.map(|(day, words)| (Further::ShipBy(day), words.to_owned()));
    let chosen = Further::ShipBy(local.ship_by);
    filters.push(Choice::new(text!("orders-ship-by"), BOX, &chosen, options.to_vec()));
    filters
}

/// The words of the menu's button: it counts the filters that are in use.
fn menu_words(further: &[Choice<Further>]) -> String {
    match further.iter().filter(|choice| choice.chosen > 0).count() {
        0 => text!("orders-filters").to_owned(),
        count => text!("orders-filters-in-use", count = count),
    }
}

fn menu_width(ui: &Ui, further: &[Choice<Further>]) -> f32 {
    menu_button_width(ui, &menu_words(further))
}

/// The further filters, those without room in a menu. Returns whether one was changed.
fn further_ui(ui: &mut Ui, further: Vec<Choice<Further>>, local: &mut FilterViewState) -> bool {
    let words = menu_words(&further);
    let gap = ui.spacing().item_spacing.x;
    let reserved = match choices_width(ui, &further) <= ui.available_width() + gap {
        true => -gap,
        false => menu_button_width(ui, &words),
    };
    let (mut picked, menu) = choices_ui(ui, further, reserved);
    if !menu.is_empty() {
        let button = Button::secondary(&words);
        picked = menu_button_ui(ui, button, text!("orders-filters"), menu).or(picked);
    }
    let is_changed = picked.is_some();
    match picked {
        Some(Further::Source(source)) => local.source = source,
        Some(Further::Preset(preset)) => local.preset = preset,
        Some(Further::ShipBy(day)) => local.ship_by = day,
        None => {}
    }
    is_changed
}

/// Opens the list, once for each account.
pub fn open(cx: &mut Cx<'_>, local: &mut FilterViewState) {
    if local.opens(cx) {
        ask(cx, local, OrderSort::Newest);
    }
}

pub fn ask_filter(cx: &mut Cx<'_>, local: &FilterViewState) {
    ask(cx, local, cx.state.orders.filter.sort);
}

fn ask(cx: &mut Cx<'_>, local: &FilterViewState, sort: OrderSort) {
    let today = cx.today();
    let ship_by = match local.ship_by {
        ShipBy::Any => None,
        ShipBy::Today => Some(today),
        ShipBy::Tomorrow => today.checked_add(1.day()).ok(),
    };
    let filter = OrderFilter {
        text: local.search.trim().to_owned(),
        states: local.shown.states().to_vec(),
        source: local.source.clone(),
        preset: local.preset.clone(),
        ship_by,
        sort,
    };
    cx.ask(OrderIntent::Show { filter, first: 0 });
}
