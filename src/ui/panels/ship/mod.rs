//! The purchase wizard: one screen with sections that mark themselves complete, and a footer that
//! lists what is missing. After the purchase, the label replaces the wizard.

mod address;
mod address_search;
mod address_steps;
mod address_summary;
mod bought;
mod customs;
mod drafts;
mod duplicate_alert;
mod footer;
mod options;
mod packages;
mod purchase;
pub(super) mod quotes;
mod rate_row;

use egui::{Rect, ScrollArea, Ui, UiBuilder, Vec2, pos2, vec2};

use crate::base::id::OrderId;
use crate::desk::intent::Intent;
use crate::desk::ship::intent::ShipIntent;
use crate::desk::state::State;
use crate::parcel::draft::{Draft, Field as At, Side};
use crate::parcel::problems::{Section, is_international, may_be_declared, section_done};
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::parts::draft_guide::{Guide, Progress};
use crate::ui::parts::label_view::LabelViewState;
use crate::ui::tokens::space;
use crate::ui::widgets::page_ui;

/// View state of the wizard; reset with each new draft.
#[derive(Default)]
pub struct ShipViewState {
    order: Option<OrderId>,
    progress: Progress,
    from: address::ShipAddressViewState,
    to: address::ShipAddressViewState,
    options: options::ShipOptionsViewState,
    quotes: quotes::QuotesViewState,
    purchase: purchase::PurchaseViewState,
    bought: bought::BoughtViewState,
}

impl ShipViewState {
    /// The view of the label just bought.
    pub fn label_view(&mut self) -> &mut LabelViewState {
        &mut self.bought.label
    }
}

/// Width needed for three columns, and for two.
const THREE_COLUMNS: f32 = 1040.0;
const TWO_COLUMNS: f32 = 680.0;
/// Height needed for rates beside the page; below it they are a part of the page.
const LEAST_HEIGHT: f32 = 320.0;
/// The share of the height that messages above the cards may take before they scroll.
const HEAD_SHARE: f32 = 0.5;
/// The rates' share of the width beside one column, and their limits.
const RATES_SHARE: f32 = 0.37;
const RATES_LEAST: f32 = 280.0;
const RATES_MOST: f32 = 380.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShipViewState) {
    follow_draft(cx.state, local);
    // Cloned, so that `cx` can be borrowed mutably.
    match cx.state.ship.just_bought.clone() {
        Some(shipment) => bought::show_ui(ui, cx, local, &shipment),
        None => wizard_ui(ui, cx, local),
    }
}

/// Height of the footer with the price and the Buy button, in points.
pub fn footer_height(state: &State) -> f32 {
    match state.ship.just_bought {
        Some(_) => 0.0,
        None => footer::HEIGHT,
    }
}

fn wizard_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShipViewState) {
    let state = cx.state;
    let draft = &state.ship.draft;
    if cx.for_panel.iter().any(|it| matches!(it, Command::ShipTo(_))) {
        local.progress.go_on_after(Side::To, draft);
    }
    local.progress.focus_early(ui);
    let asked_before = cx.intents.len();
    let mut draft = state.ship.draft.clone();
    let room = ui.available_rect_before_wrap();
    let cut = (room.bottom() + space::L - footer::HEIGHT).max(room.top());
    let body = Rect::from_min_max(room.min, pos2(room.right(), cut));
    // The footer extends to the window's edges, over the panel's margin.
    let edge = vec2(space::L, space::L);
    let foot = Rect::from_min_max(pos2(room.left() - edge.x, cut), room.max + edge);
    ui.scope_builder(UiBuilder::new().max_rect(body), |ui| {
        body_ui(ui, cx, local, &mut draft);
    });
    ui.scope_builder(UiBuilder::new().max_rect(foot), |ui| {
        footer::show_ui(ui, cx, local, &draft);
    });
    if draft != state.ship.draft {
        // Inserted before the other intents of this frame, which depend on it.
        let edit = Intent::Ship(ShipIntent::EditDraft(Box::new(draft)));
        cx.intents.insert(asked_before.min(cx.intents.len()), edit);
    }
}

/// Begins anew with each draft. Behind a label just bought there is already the next one.
fn follow_draft(state: &State, local: &mut ShipViewState) {
    let order = &state.ship.draft.order;
    if local.order.as_ref() == Some(order) {
        return;
    }
    *local = ShipViewState { order: Some(order.clone()), ..ShipViewState::default() };
    // Undo never brings the text of another draft.
    local.progress.form = Some(egui::Id::unique(order));
    begin_typing(state, &mut local.progress);
}

/// Puts the keyboard where a new draft is continued: a search, or the weight of a repeated parcel.
fn begin_typing(state: &State, progress: &mut Progress) {
    let draft = &state.ship.draft;
    if !section_done(&state.ship.problems, Section::From) {
        progress.search = Some(Side::From);
    } else if draft.to.is_blank() {
        progress.search = Some(Side::To);
    } else {
        progress.go_on_after(Side::To, draft);
    }
}

fn columns(room: Vec2) -> usize {
    match room.x {
        _ if room.y < LEAST_HEIGHT => 1,
        width if width >= THREE_COLUMNS => 3,
        width if width >= TWO_COLUMNS => 2,
        _ => 1,
    }
}

/// The messages and the sender at the top, the cards below, and the rates beside them: only the
/// cards scroll, so that the prices stay in sight.
fn body_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShipViewState, draft: &mut Draft) {
    let room = ui.available_rect_before_wrap();
    let columns = columns(room.size());
    if columns == 1 {
        page_ui(ui, "wizard", |ui| {
            ui.spacing_mut().item_spacing.y = space::M;
            head_ui(ui, cx, local, draft);
            lock(ui, cx);
            cards_ui(ui, cx, local, draft, columns);
            rates_ui(ui, cx, local, draft, None);
            end_ui(ui);
        });
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let most = (room.height() * HEAD_SHARE).floor();
    let head = ScrollArea::vertical().id_salt("wizard head").max_height(most).show(ui, |ui| {
        ui.set_width(room.width());
        ui.spacing_mut().item_spacing.y = space::M;
        head_ui(ui, cx, local, draft);
    });
    let top = match head.content_size.y {
        height if height > 0.0 => room.top() + height.min(most) + space::M,
        _ => room.top(),
    };
    let side = match columns {
        // An even number of points, so that half a card is in whole points.
        3 => ((room.width() - 2.0 * space::M) / 6.0).floor() * 2.0,
        _ => (room.width() * RATES_SHARE).floor().clamp(RATES_LEAST, RATES_MOST),
    };
    let between = room.right() - side;
    let left = Rect::from_min_max(pos2(room.left(), top), pos2(between - space::M, room.bottom()));
    let end = room.bottom() - space::L;
    let right = Rect::from_min_max(pos2(between, top), pos2(room.right(), end));
    ui.scope_builder(UiBuilder::new().max_rect(left), |ui| {
        page_ui(ui, "wizard", |ui| {
            ui.spacing_mut().item_spacing.y = space::M;
            lock(ui, cx);
            cards_ui(ui, cx, local, draft, columns);
            end_ui(ui);
        });
    });
    ui.scope_builder(UiBuilder::new().max_rect(right), |ui| {
        ui.spacing_mut().item_spacing.y = space::M;
        lock(ui, cx);
        rates_ui(ui, cx, local, draft, Some(end));
    });
}

/// The gap at the end of the page, of which the item spacing is already a part.
fn end_ui(ui: &mut Ui) {
    ui.add_space(space::L - ui.spacing().item_spacing.y);
}

/// While its label is being bought, nothing of the draft on the screen may change.
fn lock(ui: &mut Ui, cx: &Cx<'_>) {
    if cx.state.active_purchase_of_draft().is_some() {
        ui.disable();
    }
}

/// Open purchases and warnings, then the sender once it is complete.
fn head_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShipViewState, draft: &Draft) {
    purchase::bands_ui(ui, cx, &mut local.purchase, draft);
    duplicate_alert::band_ui(ui, cx);
    drafts::band_ui(ui, cx);
    ui.scope(|ui| {
        lock(ui, cx);
        if address::samples_ui(ui, cx, draft) {
            local.progress.go_on_after(Side::To, draft);
        }
        let mut guide = Guide { problems: &cx.state.ship.problems, progress: &mut local.progress };
        if address_summary::sender_is_line(&guide, &local.from) {
            address_summary::sender_line_ui(ui, cx, &mut guide, &mut local.from, draft);
        }
    });
}

/// The addresses, packages and options, and customs for international shipments below them.
fn cards_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut ShipViewState,
    draft: &mut Draft,
    columns: usize,
) {
    let state = cx.state;
    if columns == 3 {
        let room = ui.available_width();
        let width = ((room - space::M) / 2.0).floor();
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            column_ui(ui, width, |ui| addresses_ui(ui, cx, local, draft));
            column_ui(ui, room - width - space::M, |ui| {
                parcel_ui(ui, cx, local, draft);
            });
        });
    } else {
        addresses_ui(ui, cx, local, draft);
        parcel_ui(ui, cx, local, draft);
    }
    if is_international(draft) || may_be_declared(draft) {
        let mut guide = Guide { problems: &state.ship.problems, progress: &mut local.progress };
        customs::card_ui(ui, cx, &mut guide, draft);
    }
}

/// The recipient, below the sender while that is being entered.
fn addresses_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShipViewState, draft: &mut Draft) {
    let mut guide = Guide { problems: &cx.state.ship.problems, progress: &mut local.progress };
    if !address_summary::sender_is_line(&guide, &local.from) {
        address::card_ui(ui, cx, &mut guide, &mut local.from, Side::From, draft);
    }
    address::card_ui(ui, cx, &mut guide, &mut local.to, Side::To, draft);
}

fn parcel_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShipViewState, draft: &mut Draft) {
    let mut guide = Guide { problems: &cx.state.ship.problems, progress: &mut local.progress };
    packages::card_ui(ui, cx, &mut guide, draft);
    options::card_ui(ui, cx, &mut guide, &mut local.options, draft);
}

/// `end` is where the card ends, in window coordinates.
fn rates_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut ShipViewState,
    draft: &mut Draft,
    end: Option<f32>,
) {
    let jump = local.progress.jump == Some(At::Rate);
    if quotes::card_ui(ui, cx, &mut local.quotes, draft, jump, end) && jump {
        local.progress.jump = None;
    }
}

fn column_ui(ui: &mut Ui, width: f32, contents: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(vec2(width, 0.0), egui::Layout::top_down(egui::Align::Min), |ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing = vec2(space::S, space::M);
        contents(ui);
    });
}
