//! The card of scan to ship: the scanned order and what it waits for, to be read at arm's length.

mod items;
mod look_up;
mod weight;

pub use weight::ScanViewState;

use egui::{ScrollArea, Ui, vec2};

use crate::base::locale::Message;
use crate::base::measure::rounded_weight;
use crate::base::money::Money;
use crate::desk::intent::Intent;
use crate::desk::orders::OrderState;
use crate::desk::printing::state::PrintRequest;
use crate::desk::scan_to_ship::ScanIntent;
use crate::desk::scan_to_ship::{ScanStep, ScannedOrder};
use crate::desk::state::State;
use crate::orders::order_row::recipient;
use crate::orders::scan_state::ScanStage;
use crate::text;
use crate::ui::command::{Command, shortcut_text};
use crate::ui::cx::Cx;
use crate::ui::parts::print_label;
use crate::ui::theme::margins;
use crate::ui::tokens::{Tokens, radius, size, space, text};
use crate::ui::widgets::spoken::announce;
use crate::ui::widgets::{
    Button, Icon, Meaning, band_ui, frame, from_left_ui, from_right_ui, icon_button_ui, icon_ui,
    line_ui, line_width, money_words, short_ui, small_muted_ui, take_escape, words_ui, wrapped_ui,
};

/// Height of the line with the number, which is as high as a large letter.
const NUMBER_LINE: f32 = 40.0;
/// Room for the weight and the cross at the end of that line.
const BESIDE: f32 = 180.0;
/// The most of the line that the number takes beside the recipient.
const NUMBER_SHARE: f32 = 0.6;
/// Less than two lines of the large letters of what is awaited.
const ONE_LINE: f32 = 1.5 * size::CONTROL;
/// The most that the items take before they scroll.
const ITEMS: f32 = 200.0;

/// Whether there is something to show of a scan.
pub fn is_shown(state: &State) -> bool {
    let scan = &state.scan_to_ship;
    scan.open.is_some() || scan.look_up.is_some()
}

/// Draws the card in at most this height.
pub fn card_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ScanViewState, height: f32) {
    end_with_escape(ui, cx);
    frame(cx.tokens).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing = vec2(space::S, space::S);
        let area = ScrollArea::vertical().id_salt("scan");
        area.max_height(height).show(ui, |ui| {
            if let Some(found) = cx.state.scan_to_ship.look_up.clone() {
                return look_up::show_ui(ui, cx, &found);
            }
            if let Some(scanned) = cx.state.scan_to_ship.open.clone() {
                order_ui(ui, cx, local, &scanned);
            }
        });
    });
}

fn step(cx: &mut Cx<'_>, step: ScanStep) {
    cx.ask(ScanIntent::Step(step));
}

/// Escape puts the order aside, unless a field or a menu has the key.
fn end_with_escape(ui: &Ui, cx: &mut Cx<'_>) {
    if take_escape(ui) {
        step(cx, ScanStep::End);
    }
}

fn close_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    if icon_button_ui(ui, Icon::Cross, text!("scan-close")) {
        step(cx, ScanStep::End);
    }
}

fn order_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ScanViewState, scanned: &ScannedOrder) {
    head_ui(ui, cx, scanned);
    stage_ui(ui, cx, local, scanned);
    let items = &scanned.order.order.items;
    if !items.is_empty() {
        items::show_ui(ui, cx, scanned, ITEMS);
    }
    if let Some(name) = &scanned.filled_from {
        small_muted_ui(ui, &text!("scan-filled-from", name = name));
    }
    next_ui(ui, cx, scanned);
}

/// Number and recipient at the left, the weight at the right. A number that is too long for that has
/// lines of its own, because it is never shortened.
fn head_ui(ui: &mut Ui, cx: &mut Cx<'_>, scanned: &ScannedOrder) {
    let tokens = cx.tokens;
    let order = &scanned.order;
    let number = &order.order.number;
    let is_long = !fits_beside(ui, number, NUMBER_SHARE);
    line_ui(ui, NUMBER_LINE, |ui| {
        from_right_ui(ui, |ui| {
            close_ui(ui, cx);
            if let Some(weight) = weight_words(scanned) {
                short_ui(ui, &weight, text::display(), tokens.ink);
            }
            from_left_ui(ui, |ui| {
                ui.spacing_mut().item_spacing.x = space::M;
                if !is_long {
                    words_ui(ui, number, text::display(), tokens.ink);
                }
                short_ui(ui, &recipient(&order.order), text::heading(), tokens.ink_muted);
            });
        });
    });
    if is_long {
        long_number_ui(ui, number);
    }
}

/// Whether the number takes at most this share of the room beside the weight and the cross.
fn fits_beside(ui: &Ui, number: &str, share: f32) -> bool {
    line_width(ui, number, &text::display()) <= (ui.available_width() - BESIDE) * share
}

/// The number in the largest letters in which it is on one line, else on several.
fn long_number_ui(ui: &mut Ui, number: &str) {
    let tokens = Tokens::of_theme(ui);
    let room = ui.available_width();
    let mut fonts = [text::display(), text::heading(), text::title()].into_iter();
    let font = fonts.find(|font| line_width(ui, number, font) <= room);
    wrapped_ui(ui, number, font.unwrap_or_else(text::title), tokens.ink);
}

fn weight_words(scanned: &ScannedOrder) -> Option<String> {
    let package = scanned.order.packages.first()?;
    let weight = package.weight.trim();
    (!weight.is_empty()).then(|| rounded_weight(weight, package.weight_unit))
}

/// What is awaited next, in large letters, with what a person can do.
fn stage_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ScanViewState, scanned: &ScannedOrder) {
    match &scanned.stage {
        ScanStage::Stopped(stop) => {
            awaited_ui(ui, Meaning::Bad, &stop.message(), |ui| {
                let seen = Button::primary(text!("scan-confirm"));
                if seen.show_ui(ui).clicked() {
                    step(cx, ScanStep::Confirm);
                }
            });
        }
        ScanStage::Halted(why) => halted_ui(ui, cx, why),
        ScanStage::Items(left) => {
            let words = text!("scan-awaits-items", count = *left);
            told_ui(ui, Meaning::Info, &words);
        }
        ScanStage::Weight => weight::awaited_ui(ui, cx, local, scanned),
        ScanStage::Rating => told_ui(ui, Meaning::Neutral, text!("scan-rating")),
        ScanStage::Priced(price) => priced_ui(ui, cx, scanned, *price),
        ScanStage::Buying => told_ui(ui, Meaning::Neutral, text!("scan-buying")),
        ScanStage::Bought => bought_ui(ui, cx, scanned),
    }
}

fn halted_ui(ui: &mut Ui, cx: &mut Cx<'_>, why: &str) {
    awaited_ui(ui, Meaning::Warning, why, |ui| {
        if Button::secondary(text!("scan-go-on")).show_ui(ui).clicked() {
            step(cx, ScanStep::GoOn);
        }
    });
}

/// A person buys, with Ctrl+Enter too.
fn priced_ui(ui: &mut Ui, cx: &mut Cx<'_>, scanned: &ScannedOrder, price: Money) {
    if let Some(why) = &scanned.halt {
        band_ui(ui, Meaning::Warning, why, None);
    }
    let quote = scanned.order.order.quote.as_ref();
    let service = quote.and_then(|quote| quote.rate.final_service.as_ref());
    let service = service.map(crate::parcel::rate_ranking::service_name);
    let words = text!("scan-priced", service = service.unwrap_or_default(), price = price);
    let stopped = cx.state.buying_stopped();
    let stopped = stopped.as_ref().map(Message::as_str);
    let obstacle = super::state_words::obstacle(cx.state).or(stopped);
    awaited_ui(ui, Meaning::Info, &words, |ui| {
        let buy = text!("scan-buy", price = price);
        let keys = shortcut_text(&Command::Buy).unwrap_or_default();
        let button = Button::primary(&buy).shortcut(&keys).disabled_because(obstacle);
        if button.show_ui(ui).clicked() {
            step(cx, ScanStep::Buy(price));
        }
    });
}

fn bought_ui(ui: &mut Ui, cx: &mut Cx<'_>, scanned: &ScannedOrder) {
    let label = scanned.order.order.bought_label();
    let price = label.and_then(|label| label.charged.or(label.expected));
    let price = price.map(money_words).unwrap_or_default();
    let shipment = scanned.shipment().cloned();
    let obstacle = print_label::obstacle(cx.state);
    let is_printed = scanned.is_printing || was_printed(cx.state, scanned);
    let elsewhere = label.filter(|_| scanned.is_elsewhere);
    let is_handed_over = scanned.order.state == OrderState::HandedOver;
    let (meaning, words, print) = match (is_printed, elsewhere) {
        _ if is_handed_over => (
            Meaning::Warning,
            text!("scan-handed-over", price = price),
            Button::secondary(text!("scan-print-again")),
        ),
        (true, _) => (
            Meaning::Good,
            text!("scan-bought-for", price = price),
            Button::secondary(text!("scan-print-again")),
        ),
        (false, Some(label)) => (
            Meaning::Info,
            text!("scan-bought-elsewhere", station = label.station_name()),
            Button::secondary(text!("scan-print")),
        ),
        (false, None) => (
            Meaning::Warning,
            text!("scan-bought-unprinted", price = price),
            Button::primary(text!("scan-print")),
        ),
    };
    awaited_ui(ui, meaning, &words, |ui| {
        let print = print.icon(Icon::Printer).disabled_because(obstacle);
        if print.show_ui(ui).clicked() {
            cx.ask(Intent::Print(PrintRequest {
                shipments: shipment.iter().cloned().collect(),
                ..PrintRequest::default()
            }));
        }
    });
    if let Some(why) = obstacle {
        band_ui(ui, Meaning::Warning, why, None);
    } else if let Some(shipment) = &shipment {
        print_label::jobs_ui(ui, cx, shipment);
    }
}

/// Whether the label of an order that was bought before came out of a printer or is in a print queue.
fn was_printed(state: &State, scanned: &ScannedOrder) -> bool {
    let label = scanned.order.order.bought_label();
    let Some(shipment) = label.and_then(|label| label.shipment.as_ref()) else {
        return false;
    };
    let middle = format!("/{shipment}/");
    let mut jobs = state.printing.jobs.iter();
    label.is_some_and(|label| !label.prints.is_empty())
        || jobs.any(|job| job.subject.contains(&middle))
}

/// What was scanned meanwhile.
fn next_ui(ui: &mut Ui, cx: &mut Cx<'_>, scanned: &ScannedOrder) {
    let Some(next) = cx.state.scan_to_ship.next.clone() else {
        return;
    };
    let words = text!("scan-next", number = &next);
    let is_stuck = !scanned.is_working();
    let open = text!("scan-open-next");
    if band_ui(ui, Meaning::Neutral, &words, is_stuck.then_some(open)) {
        step(cx, ScanStep::OpenNext);
    }
}

/// Words in large letters that ask for nothing.
fn told_ui(ui: &mut Ui, meaning: Meaning, words: &str) {
    large_band_ui(ui, meaning, words, None::<fn(&mut Ui)>);
}

/// Words in large letters, with the controls for what they ask.
fn awaited_ui(ui: &mut Ui, meaning: Meaning, words: &str, steps: impl FnOnce(&mut Ui)) {
    large_band_ui(ui, meaning, words, Some(steps));
}

/// The controls are beside words of one line, and below those of several.
fn large_band_ui<S: FnOnce(&mut Ui)>(
    ui: &mut Ui,
    meaning: Meaning,
    words: &str,
    mut steps: Option<S>,
) {
    let tokens = Tokens::of_theme(ui);
    let hue = meaning.hue(tokens);
    egui::Frame::new()
        .fill(hue.wash)
        .corner_radius(radius::CONTROL)
        .inner_margin(margins(space::M, space::S))
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(space::M, space::S);
                icon_ui(ui, meaning.icon(), size::ICON, hue.ink);
                let said = wrapped_ui(ui, words, text::heading(), hue.ink);
                announce(&said, matches!(meaning, Meaning::Bad));
                let is_one_line = said.rect.height() < ONE_LINE;
                if let Some(steps) = steps.take_if(|_| is_one_line) {
                    steps(ui);
                }
            });
            if let Some(steps) = steps {
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing = vec2(space::M, space::S);
                    steps(ui);
                });
            }
        });
}
