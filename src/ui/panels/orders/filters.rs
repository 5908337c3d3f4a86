//! Search and filters of the orders.

use egui::{Key, Ui};
use jiff::ToSpan;

use super::grid::GridViewState;
use super::state_words;
use crate::desk::orders::OrderState;
use crate::desk::orders::intent::OrderIntent;
use crate::desk::orders::list::OrderFilter;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::scan::ends_scan;
use crate::ui::tokens::{size, text};
use crate::ui::widgets::Field;
use crate::ui::widgets::choice::{combo_box_ui, segmented_ui};
use crate::ui::widgets::text::line_ui;
use crate::ui::widgets::words::short_ui;

#[derive(Debug, Default)]
pub struct FilterViewState {
    search: String,
    shown: Shown,
    source: Option<String>,
    preset: Option<String>,
    ship_by: ShipBy,
    /// The first window was requested.
    pub asked: bool,
}

/// Orders by what is to do with them next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Shown {
    #[default]
    All,
    Attention,
    ToRate,
    ToBuy,
    Open,
    Bought,
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

const SEARCH: f32 = 240.0;
const BOX: f32 = 140.0;
/// Room from which the states stand side by side.
const ROOM_FOR_SEGMENTS: f32 = 1080.0;
/// Room for the number of orders.
const COUNT: f32 = 90.0;

impl Shown {
    const ALL: [Self; 8] = [
        Self::All,
        Self::Attention,
        Self::ToRate,
        Self::ToBuy,
        Self::Open,
        Self::Bought,
        Self::Done,
        Self::Aside,
    ];

    fn states(self) -> &'static [OrderState] {
        match self {
            Self::All => &[],
            Self::Attention => &[OrderState::NeedsAttention, OrderState::Refunded],
            Self::ToRate => &[OrderState::Ready],
            Self::ToBuy => &[OrderState::Rated],
            Self::Open => &[OrderState::Buying, OrderState::InDoubt],
            Self::Bought => &[OrderState::Bought],
            Self::Done => &[OrderState::Printed, OrderState::HandedOver],
            Self::Aside => &[OrderState::OnHold, OrderState::Canceled],
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::All => text!("orders-filter-all"),
            Self::Attention => state_words(OrderState::NeedsAttention).1,
            Self::ToRate => state_words(OrderState::Ready).1,
            Self::ToBuy => state_words(OrderState::Rated).1,
            Self::Open => text!("orders-filter-open"),
            Self::Bought => state_words(OrderState::Bought).1,
            Self::Done => text!("orders-filter-done"),
            Self::Aside => text!("orders-filter-aside"),
        }
    }
}

impl FilterViewState {
    /// Shows all orders again.
    pub fn clear(&mut self) {
        *self = Self {
            asked: self.asked,
            ..Self::default()
        };
    }

    /// Shows the orders that need attention, and no others.
    pub fn show_attention(&mut self) {
        self.clear();
        self.shown = Shown::Attention;
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
        .filter(|(shown, count)| *count > 0 || *shown == Shown::All || *shown == local.shown)
        .map(|(shown, count)| {
            let words = shown.words();
            (
                shown,
                text!("orders-filter-count", name = words, count = count),
            )
        })
        .collect();
    let (mut changed, mut is_entered) = (false, false);
    line_ui(ui, size::CONTROL, |ui| {
        let search = Field::new(text!("orders-search"))
            .hint(text!("orders-search-hint"))
            .hide_label()
            .search()
            .expects_scans()
            .width(SEARCH)
            .show_ui(ui, &mut local.search);
        changed |= search.changed();
        if search.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            is_entered = true;
            search.request_focus();
        }
        let name = text!("orders-filter");
        let shown: Vec<(Shown, &str)> = options
            .iter()
            .map(|(shown, words)| (*shown, words.as_str()))
            .collect();
        changed |= match ui.available_width() >= ROOM_FOR_SEGMENTS {
            true => segmented_ui(ui, name, &mut local.shown, &shown),
            false => combo_box_ui(ui, name, BOX, &mut local.shown, &shown),
        };
        changed |= source_ui(ui, cx, local);
        changed |= preset_ui(ui, cx, local);
        let days = [
            (ShipBy::Any, text!("orders-ship-by-any")),
            (ShipBy::Today, text!("orders-ship-by-today")),
            (ShipBy::Tomorrow, text!("orders-ship-by-tomorrow")),
        ];
        if ui.available_width() >= BOX {
            let name = text!("orders-ship-by");
            changed |= combo_box_ui(ui, name, BOX, &mut local.ship_by, &days);
        }
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
        cx.ask(OrderIntent::OpenNumber {
            number: number.to_owned(),
            is_scanned: ends_scan(ui.ctx()),
        });
    }
}

/// Offered only if orders come from several sources.
fn source_ui(ui: &mut Ui, cx: &Cx<'_>, local: &mut FilterViewState) -> bool {
    let sources = &cx.state.orders.sources;
    if sources.len() < 2 && local.source.is_none() || ui.available_width() < BOX {
        return false;
    }
    let mut options = vec![(None, text!("orders-source-any").to_owned())];
    options.extend(
        sources
            .iter()
            .map(|name| (Some(name.clone()), name.clone())),
    );
    combo_box_ui(ui, text!("orders-source"), BOX, &mut local.source, &options)
}

fn preset_ui(ui: &mut Ui, cx: &Cx<'_>, local: &mut FilterViewState) -> bool {
    let presets = &cx.state.orders.documents.presets;
    if presets.is_empty() || ui.available_width() < BOX {
        return false;
    }
    let mut options = vec![(None, text!("orders-preset-any").to_owned())];
    options.extend(
        presets
            .iter()
            .map(|keyed| (Some(keyed.key.clone()), keyed.preset.name.clone())),
    );
    combo_box_ui(ui, text!("orders-preset"), BOX, &mut local.preset, &options)
}

pub fn ask_filter(cx: &mut Cx<'_>, local: &FilterViewState) {
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
        sort: cx.state.orders.filter.sort,
    };
    cx.ask(OrderIntent::Show { filter, first: 0 });
}
