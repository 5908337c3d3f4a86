//! The items of the scanned order, each with a mark once all of its pieces are checked.

use egui::{ScrollArea, Ui};

use super::step;
use crate::desk::scan_to_ship::{ScanStep, ScannedOrder};
use crate::orders::order::OrderItem;
use crate::orders::scan_state::{ScanStage, left_of};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::{size, space, text};
use crate::ui::widgets::{Button, Icon, from_left_ui, from_right_ui, icon_ui, line_ui, short_ui};

/// Room for the figures before the name, which stand below each other.
const FIGURES: f32 = 76.0;

pub(super) fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, scanned: &ScannedOrder, height: f32) {
    let items = &scanned.order.order.items;
    let is_checked = cx.state.order_rules.documents.shop.profile.scan_rules().checks_items;
    let area = ScrollArea::vertical().id_salt("scanned items").max_height(height);
    area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        for (place, item) in items.iter().enumerate() {
            item_ui(ui, cx, scanned, place, item, is_checked);
        }
    });
    let has_begun = scanned.scanned.iter().any(|count| *count > 0);
    let is_open = matches!(scanned.stage, ScanStage::Items(_) | ScanStage::Weight);
    if is_checked && has_begun && is_open {
        let again = Button::quiet(text!("scan-uncheck")).compact();
        if again.show_ui(ui).clicked() {
            step(cx, ScanStep::UncheckItems);
        }
    }
}

fn item_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    scanned: &ScannedOrder,
    place: usize,
    item: &OrderItem,
    is_checked: bool,
) {
    let tokens = cx.tokens;
    let left = left_of(item, &scanned.scanned, place);
    let is_done = is_checked && left == 0;
    let ink = if is_done { tokens.good.ink } else { tokens.ink };
    line_ui(ui, size::CONTROL, |ui| {
        if is_checked {
            let (icon, hue) = match is_done {
                true => (Icon::Check, tokens.good.ink),
                false => (Icon::Dot, tokens.ink_muted),
            };
            icon_ui(ui, icon, size::ICON, hue);
        }
        from_right_ui(ui, |ui| {
            if left > 0 && is_checked && scanned.stage_awaits_items() {
                let name = text!("scan-check-item", name = label_of(item));
                let check = Button::quiet(text!("scan-check")).name(&name).compact();
                if check.show_ui(ui).clicked() {
                    step(cx, ScanStep::CheckItem(place));
                }
            }
            from_left_ui(ui, |ui| {
                ui.scope(|ui| {
                    ui.set_min_width(FIGURES);
                    let figures = figures(item, scanned, place, is_checked);
                    short_ui(ui, &figures, text::heading(), ink);
                });
                let words = text!("scan-item", sku = &item.sku, name = &item.name);
                short_ui(ui, words.trim(), text::title(), ink);
            });
        });
    });
}

fn label_of(item: &OrderItem) -> &str {
    match item.name.trim().is_empty() {
        true => &item.sku,
        false => &item.name,
    }
}

/// `1 of 2` while pieces are checked, else the quantity.
fn figures(item: &OrderItem, scanned: &ScannedOrder, place: usize, is_checked: bool) -> String {
    let checked = scanned.scanned.get(place).copied().unwrap_or_default();
    match (is_checked, item.pieces()) {
        (true, Some(pieces)) => text!("scan-pieces-checked", checked = checked, pieces = pieces),
        _ => text!("scan-pieces", pieces = &item.quantity),
    }
}
