//! The fixed footer of the wizard: the missing fields as links, the price and the balance after it,
//! and a button for the next useful action.

use std::iter;

use egui::{Align, Layout, RichText, Ui, vec2};

use super::{ShipViewState, purchase};
use crate::api::rate::Rate;
use crate::base::money::Money;
use crate::desk::flows::express;
use crate::desk::intent::Intent;
use crate::desk::kernel::connectivity::not_bought;
use crate::parcel::draft::{Draft, Field as At, PackageField, Problem};
use crate::parcel::problems::{blocks_quote, field_name};
use crate::parcel::rate_ranking::service_name;
use crate::rows::scope::Environment;
use crate::text;
use crate::ui::command::{Command, shortcut_text};
use crate::ui::cx::Cx;
use crate::ui::parts::rate_words::{arrival, days_words};
use crate::ui::theme::margins;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::words::fitting_ui;
use crate::ui::widgets::{Button, Icon, from_right_ui, icon_ui, line_width, money_words, short_ui};

pub const HEIGHT: f32 = 60.0;
/// Between two of the missing fields.
const BETWEEN: f32 = 2.0;
/// With less, the service has the room of the keys in the button.
const ROOM_FOR_KEYS: f32 = 560.0;
/// Heights of the line with the price, and of the one with the arrival and the balance.
const FIRST_LINE: f32 = 20.0;
const SECOND_LINE: f32 = 16.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShipViewState, draft: &Draft) {
    let tokens = Tokens::of_theme(ui);
    let area = ui.available_rect_before_wrap();
    ui.painter().rect_filled(area, crate::ui::tokens::SQUARE, tokens.surface);
    ui.painter().hline(area.x_range(), area.top(), egui::Stroke::new(size::HAIRLINE, tokens.line));
    let mut buy = cx.take_panel_command(&Command::Buy);
    egui::Frame::new().inner_margin(margins(space::L, space::M)).show(ui, |ui| {
        let room = ui.available_width();
        let keys = shortcut_text(&Command::Buy).filter(|_| room >= ROOM_FOR_KEYS);
        let keys = keys.unwrap_or_default();
        // Without a price, only the button is at the right.
        let right = match price(cx, draft) {
            Some(_) => (room * 0.5).clamp(260.0, 520.0),
            None => buy_width(ui, cx, draft, &keys),
        };
        let right = right.min(room);
        ui.horizontal(|ui| {
            ui.set_height(size::CONTROL + space::XS);
            ui.allocate_ui_with_layout(
                vec2(room - right - space::M, ui.available_height()),
                Layout::left_to_right(Align::Center),
                |ui| missing_ui(ui, cx, local),
            );
            from_right_ui(ui, |ui| {
                buy |= buy_button_ui(ui, cx, draft, &keys);
                price_ui(ui, cx, draft);
            });
        });
    });
    if buy {
        press(cx, local, draft);
    }
    let entered = local.progress.entered.take();
    if let Some(index) = entered {
        // Enter left the field; the next key applies to it again.
        local.progress.jump = Some(At::Package(index, PackageField::Weight));
    }
    if cx.take_panel_command(&Command::BuyExpress)
        || (entered.is_some() && cx.state.settings.express)
    {
        express(cx, local, draft);
    }
    purchase::confirm_ui(ui, cx, &mut local.purchase, draft);
}

/// Handles a press of Buy: jumps to the first missing field, opens the confirmation in Production
/// for a second label like one just bought and for an address that the service doubts, or buys. Does nothing while a purchase is under way.
fn press(cx: &mut Cx<'_>, local: &mut ShipViewState, draft: &Draft) {
    if purchase::under_way(cx.state, &draft.order) || *draft != cx.state.ship.draft {
        return;
    }
    if let Some(first) = cx.state.ship.problems.first() {
        local.progress.tried = true;
        local.progress.jump = Some(first.field);
    } else if cx.state.environment() == Some(Environment::Production)
        || cx.state.ship.duplicate_to_confirm().is_some()
        || cx.state.ship.doubt_about_recipient().is_some()
    {
        local.purchase.confirming = true;
    } else {
        cx.ask(Intent::Buy);
    }
}

/// Why Buy is disabled while offline. The desk reports the same if Buy comes from the keyboard.
fn offline(cx: &Cx<'_>) -> Option<&'static str> {
    cx.state.is_offline().then(not_bought)
}

/// Handles Buy by a scan: opens the confirmation in Production, or lets the desk buy
/// or report why not.
fn express(cx: &mut Cx<'_>, local: &mut ShipViewState, draft: &Draft) {
    let production = cx.state.environment() == Some(Environment::Production);
    let ready = express::obstacle(cx.state, cx.now).is_none() && *draft == cx.state.ship.draft;
    if production && ready {
        local.purchase.confirming = true;
    } else {
        cx.ask(Intent::BuyExpress);
    }
}

fn missing_ui(ui: &mut Ui, cx: &Cx<'_>, local: &mut ShipViewState) {
    let tokens = Tokens::of_theme(ui);
    let problems = &cx.state.ship.problems;
    if let Some((meaning, reason)) = purchase::lock_reason(cx.state) {
        let hue = meaning.hue(tokens);
        icon_ui(ui, meaning.icon(), size::ICON, hue.ink);
        ui.add(egui::Label::new(RichText::new(reason).color(hue.ink)).wrap());
        return;
    }
    if problems.is_empty()
        && let Some(reason) = offline(cx)
    {
        icon_ui(ui, Icon::Warning, size::ICON, tokens.warning.ink);
        let words = RichText::new(reason).color(tokens.warning.ink);
        ui.add(egui::Label::new(words).wrap());
        return;
    }
    if problems.is_empty() && cx.state.ship.duplicate_to_tell().is_some() {
        icon_ui(ui, Icon::Warning, size::ICON, tokens.warning.ink);
        let words = RichText::new(text!("ship-footer-ready-duplicate"));
        ui.add(egui::Label::new(words.color(tokens.warning.ink)).wrap());
        return;
    }
    if problems.is_empty() {
        icon_ui(ui, Icon::Check, size::ICON, tokens.good.ink);
        ui.label(RichText::new(text!("ship-footer-ready")).color(tokens.ink));
        return;
    }
    let wrong = problems.iter().filter(|problem| !problem.missing).count();
    let words = match (problems.len(), wrong) {
        (all, 0) => text!("ship-footer-missing", count = all),
        (all, wrong) if all == wrong => text!("ship-footer-wrong").to_owned(),
        _ => text!("ship-footer-missing-or-wrong").to_owned(),
    };
    ui.label(RichText::new(words).font(text::label()).color(tokens.ink_muted));
    ui.spacing_mut().item_spacing.x = BETWEEN;
    let widths: Vec<f32> = problems.iter().map(|it| gap_width(ui, it)).collect();
    let more = |count: usize| text!("ship-footer-more", count = count);
    let more_width = |count: usize| line_width(ui, &more(count), &text::small()).ceil();
    let named = named_gaps(&widths, ui.available_width(), more_width);
    for problem in problems.iter().take(named) {
        if gap_ui(ui, problem) {
            let wanted = reachable(problems, problem);
            local.progress.touched.insert(wanted.field);
            local.progress.jump = Some(wanted.field);
        }
    }
    let left = problems.len() - named;
    if left > 0 {
        let words = RichText::new(more(left)).font(text::small());
        ui.label(words.color(tokens.ink_muted));
    }
}

/// How many fields are named in this room, at least one; the others are counted, in words of the
/// width `more`. With room for all, none is counted.
fn named_gaps(widths: &[f32], room: f32, more: impl Fn(usize) -> f32) -> usize {
    let all = widths.len();
    let fits = |named: &usize| {
        let names: f32 = widths.iter().take(*named).map(|it| it + BETWEEN).sum();
        let rest = match all - named {
            0 => -BETWEEN,
            left => more(left),
        };
        names + rest <= room
    };
    (1..=all).rev().find(fits).unwrap_or(all.min(1))
}

/// Where to go for this problem: for a rate, first to what rates need.
fn reachable<'a>(problems: &'a [Problem], wanted: &'a Problem) -> &'a Problem {
    let mut before = problems.iter().filter(|it| blocks_quote(it.field));
    match wanted.field {
        At::Rate => before.next().unwrap_or(wanted),
        _ => wanted,
    }
}

fn gap_ui(ui: &mut Ui, problem: &Problem) -> bool {
    let name = field_name(problem.field);
    let go = text!("ship-footer-go-to", field = &name);
    let button = gap_button(&name, problem).name(&go);
    button.hint(&problem.message).show_ui(ui).clicked()
}

fn gap_width(ui: &Ui, problem: &Problem) -> f32 {
    let name = field_name(problem.field);
    gap_button(&name, problem).width(ui).ceil()
}

fn gap_button<'a>(name: &'a str, problem: &Problem) -> Button<'a> {
    let button = Button::quiet(name).compact();
    match problem.missing {
        true => button,
        false => button.icon(Icon::Warning),
    }
}

fn buy_button_ui(ui: &mut Ui, cx: &Cx<'_>, draft: &Draft, keys: &str) -> bool {
    let price = draft.chosen.as_ref().and_then(Rate::price);
    let hint = match price {
        Some(_) if cx.state.buys_for_nothing() => text!("parts-test-labels-free").to_owned(),
        Some(price) => text!("ship-footer-buy-hint", price = price),
        None => text!("ship-footer-buy-hint-incomplete").to_owned(),
    };
    Button::primary(buy_words(cx, draft))
        .name(text!("ship-footer-buy"))
        .shortcut(keys)
        .hint(&hint)
        .disabled_because(offline(cx))
        .show_ui(ui)
        .clicked()
}

fn buy_words(cx: &Cx<'_>, draft: &Draft) -> &'static str {
    match purchase::under_way(cx.state, &draft.order) {
        true => text!("ship-footer-buying"),
        false => text!("ship-footer-buy"),
    }
}

fn buy_width(ui: &Ui, cx: &Cx<'_>, draft: &Draft, keys: &str) -> f32 {
    let button = Button::primary(buy_words(cx, draft)).shortcut(keys);
    button.width(ui).ceil()
}

/// During a purchase, the price recorded with its request.
fn price(cx: &Cx<'_>, draft: &Draft) -> Option<Money> {
    match cx.state.active_purchase_of_draft() {
        Some(purchase) => purchase.expected,
        None => draft.chosen.as_ref().and_then(Rate::price),
    }
}

fn price_ui(ui: &mut Ui, cx: &Cx<'_>, draft: &Draft) {
    let tokens = Tokens::of_theme(ui);
    let rate = draft.chosen.as_ref();
    let price = price(cx, draft);
    let service = rate.and_then(|rate| rate.final_service.as_ref());
    let service = service.map(service_name).unwrap_or_default();
    let Some(price) = price else { return };
    let width = ui.available_width();
    let from_right = Layout::right_to_left(Align::Center);
    ui.allocate_ui_with_layout(
        vec2(width, FIRST_LINE + SECOND_LINE),
        Layout::top_down(Align::Max),
        |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            // From the right end: what is cut for lack of room is the service, never the price.
            ui.allocate_ui_with_layout(vec2(width, FIRST_LINE), from_right, |ui| {
                let words = RichText::new(money_words(price)).font(text::title());
                ui.label(words.color(tokens.ink));
                short_ui(ui, &service, text::title(), tokens.ink);
            });
            ui.allocate_ui_with_layout(vec2(width, SECOND_LINE), from_right, |ui| {
                ui.spacing_mut().item_spacing.x = space::M;
                balance_ui(ui, cx, price);
                if let Some(rate) = rate {
                    let whole = arrival(rate, cx.zone);
                    let days = rate.delivery_days.map(days_words);
                    let forms: Vec<&str> = iter::once(whole.as_str())
                        .chain(days.as_deref())
                        // The chosen rate above says it too.
                        .chain([""])
                        .collect();
                    fitting_ui(ui, &forms, text::small(), tokens.ink_muted).on_hover_text(&whole);
                }
            });
        },
    );
}

fn balance_ui(ui: &mut Ui, cx: &Cx<'_>, price: Money) {
    let tokens = Tokens::of_theme(ui);
    let (words, ink) = match purchase::balance_after(cx.state, price) {
        Some((after, true)) => (text!("ship-balance-short", amount = after), tokens.warning.ink),
        Some((after, false)) => (text!("ship-balance-after", amount = after), tokens.ink_muted),
        None if cx.state.buys_for_nothing() => {
            (text!("parts-test-labels-free").to_owned(), tokens.ink_muted)
        }
        None => return,
    };
    // Too little money is also said where the label is bought.
    fitting_ui(ui, &[words.as_str(), ""], text::small(), ink);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_that_fits_is_named() {
        let more = |_: usize| 50.0;
        let check = |widths: &[f32], room: f32, named: usize| {
            assert_eq!(named_gaps(widths, room, more), named, "{widths:?} in {room}");
        };
        check(&[], 100.0, 0);
        check(&[80.0], 100.0, 1);
        // Both fit, although the words for one more would not.
        check(&[80.0, 40.0], 122.0, 2);
        check(&[80.0, 40.0], 121.0, 1);
        check(&[40.0, 40.0, 40.0], 123.0, 1);
        check(&[40.0, 40.0, 40.0], 124.0, 3);
        check(&[30.0, 30.0, 30.0, 30.0], 120.0, 2);
        check(&[200.0, 30.0], 100.0, 1);
    }
}
