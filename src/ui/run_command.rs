//! Runs the commands of the window.

use crate::base::id::ShipmentId;
use crate::desk::carriers::CarrierIntent;
use crate::desk::containers::ContainerIntent;
use crate::desk::intent::Intent;
use crate::desk::kernel::settings::{Settings, Theme};
use crate::desk::manifests::ManifestIntent;
use crate::desk::manifests::closing::is_number;
use crate::desk::orders::intent::OrderIntent;
use crate::desk::practice::PracticeIntent;
use crate::desk::refunds::intent::RefundIntent;
use crate::desk::scale::ScaleIntent;
use crate::desk::scan_to_ship::ScanIntent;
use crate::desk::scan_to_ship::ScanStep;
use crate::desk::ship::intent::ShipIntent;
use crate::desk::shipments::intent::ShipmentIntent;
use crate::desk::sign_in::intent::SignInIntent;
use crate::desk::state::State;
use crate::desk::tracking::intent::TrackingIntent;
use crate::orders::scan_state::ScanStage;
use crate::parcel::draft::Side;
use crate::text;
use crate::ui::command::{Command, command_of_barcode};
use crate::ui::cx::Cx;
use crate::ui::local::LocalState;
use crate::ui::panel::Panel;
use crate::ui::panels::{containers, manifests};
use crate::ui::parts::label_view::{self, LabelViewState};
use crate::ui::scan;

/// Runs a command, or passes it to the panel that handles it.
pub fn run(ctx: &egui::Context, cx: &mut Cx<'_>, local: &mut LocalState, command: Command) {
    match command {
        Command::Go(panel) => {
            if panel.is_available(cx.state) {
                *cx.panel = panel;
            }
            if panel == Panel::Orders {
                local.orders.show_list();
            }
        }
        Command::OpenSettings(category) => {
            *cx.panel = Panel::Settings;
            local.settings.open(category);
        }
        Command::OpenCard(card) => {
            *cx.panel = Panel::Settings;
            local.settings.open_card(card);
        }
        Command::OpenOrders(view) => {
            *cx.panel = Panel::Orders;
            local.orders.open(view, cx);
        }
        Command::OpenPalette => local.shell.palette.open(),
        Command::Find(words) => local.shell.palette.open_with(&words),
        Command::Help(page) => local.shell.help.open(page, cx),
        Command::Copy(text) => ctx.copy_text(text),
        Command::NewShipment => {
            cx.ask(ShipIntent::NewDraft);
            *cx.panel = Panel::Ship;
        }
        Command::Weigh if has_scanned_order(cx) => cx.ask(ScaleIntent::WeighOrder),
        // The weight of the selected order.
        Command::Weigh if *cx.panel == Panel::Orders => cx.for_panel.push(Command::Weigh),
        Command::Weigh if cx.state.ship.just_bought.is_some() => {
            // The desk reports why this is not possible.
            cx.ask(ScaleIntent::Weigh { package: 0 });
        }
        Command::Weigh => {
            *cx.panel = Panel::Ship;
            cx.for_panel.push(Command::Weigh);
        }
        Command::GetRates => cx.ask(ShipIntent::GetRates),
        // The scanned order at the price on screen; the card says why there is none.
        Command::Buy | Command::BuyExpress if has_scanned_order(cx) => buy_scanned_order(cx),
        Command::Buy => {
            *cx.panel = Panel::Ship;
            cx.for_panel.push(Command::Buy);
        }
        // Without the wizard on screen, the desk reports why this is not possible.
        Command::BuyExpress if cx.state.ship.just_bought.is_some() => cx.ask(Intent::BuyExpress),
        Command::BuyExpress => {
            *cx.panel = Panel::Ship;
            cx.for_panel.push(Command::BuyExpress);
        }
        Command::CancelHeld => cx.ask(Intent::CancelHeld),
        Command::Cheapest => {
            *cx.panel = Panel::Ship;
            cx.ask(cheapest(cx.state));
        }
        Command::NextRate | Command::PreviousRate => {
            *cx.panel = Panel::Ship;
            cx.for_panel.push(command);
        }
        Command::PrintLast => print_one(cx, cx.state.last_bought(), None),
        Command::ShipLast => match cx.state.last_bought() {
            Some(id) => run(ctx, cx, local, Command::ShipAgain(id)),
            None => *cx.panel = Panel::Shipments,
        },
        Command::ReturnShown => match shown_shipment(cx).or(cx.state.last_bought()) {
            Some(id) => run(ctx, cx, local, Command::ReturnLabel(id)),
            None => *cx.panel = Panel::Shipments,
        },
        Command::ClosingScan => {
            *cx.panel = Panel::Manifests;
            local.manifests.view = manifests::View::Closing;
        }
        Command::ExportJournal => {
            *cx.panel = Panel::Activity;
            cx.for_panel.push(Command::ExportJournal);
        }
        Command::Print => print(cx, local),
        Command::Refresh => refresh(cx),
        Command::ToggleTheme => {
            let theme = if ctx.theme() == egui::Theme::Dark { Theme::Light } else { Theme::Dark };
            change(cx, |settings| settings.theme = theme);
        }
        Command::LargerText => change(cx, |settings| settings.scale = step(settings.scale, 0.1)),
        Command::SmallerText => change(cx, |settings| settings.scale = step(settings.scale, -0.1)),
        Command::NormalText => change(cx, |settings| settings.scale = 1.0),
        Command::SignOut => cx.ask(SignInIntent::SignOut),
        Command::SwitchAccount => {
            // With a space, so that a name can be typed after it.
            let query = format!("{} ", text!("shell-palette-switch-query"));
            local.shell.palette.open_with(&query);
        }
        Command::SwitchTo(id) => cx.ask(SignInIntent::SwitchTo(id)),
        Command::SwitchToPractice => cx.ask(SignInIntent::TryPractice),
        Command::SignInToAnotherAccount => cx.ask(SignInIntent::SignInToAnother),
        Command::ShowManifest(id) => {
            local.manifests.show_form(id);
            *cx.panel = Panel::Manifests;
        }
        Command::TopUp(amount) => {
            local.balance.ask_for(amount, *cx.panel);
            *cx.panel = Panel::Balance;
        }
        Command::ShowShipment(id) => {
            local.shipments.open_detail();
            cx.ask(ShipmentIntent::Select(Some(id)));
            *cx.panel = Panel::Shipments;
        }
        Command::ShowOrder(id) => {
            local.orders.show_order();
            cx.ask(OrderIntent::Open(Some(id)));
            *cx.panel = Panel::Orders;
        }
        Command::RefundShown => match shown_shipment(cx).or(cx.state.last_bought()) {
            Some(id) => run(ctx, cx, local, Command::AskRefund(id)),
            None => *cx.panel = Panel::Refunds,
        },
        Command::NextPracticeDay => cx.ask(PracticeIntent::JumpDays(1)),
        Command::AskRefund(id) => {
            local.refunds.begin(id, *cx.panel);
            *cx.panel = Panel::Refunds;
        }
        Command::ReturnLabel(id) => {
            cx.ask(Intent::ReturnLabel(id));
            *cx.panel = Panel::Ship;
        }
        Command::ShipAgain(id) => {
            cx.ask(ShipIntent::ShipAnother(id));
            *cx.panel = Panel::Ship;
        }
        Command::ShipFrom(row) => {
            cx.ask(ShipIntent::PickAddress { side: Side::From, row });
            *cx.panel = Panel::Ship;
        }
        Command::ShipWith(rate) => {
            cx.ask(ShipIntent::ChooseRate(rate));
            *cx.panel = Panel::Ship;
        }
        Command::UsePreset(pick) if *cx.panel == Panel::Orders => {
            cx.for_panel.push(Command::UsePreset(pick));
        }
        Command::UsePreset(pick) => {
            cx.ask(ShipIntent::UsePreset(pick));
            *cx.panel = Panel::Ship;
        }
        Command::Scanned(code) if is_of_scanned_order(cx, local, &code) => {
            cx.ask(ScanIntent::Scan(code));
        }
        Command::Scanned(code) => match scanned(cx, local, &code) {
            // The barcode means the scale; only the key changes a row of Orders.
            Some(Command::Weigh) if *cx.panel == Panel::Orders && !has_scanned_order(cx) => {
                *cx.panel = Panel::Ship;
                run(ctx, cx, local, Command::Weigh);
            }
            Some(command) => run(ctx, cx, local, command),
            None => cx.ask(ShipmentIntent::LookUpScanned(code)),
        },
        Command::ScanParcel(code) => {
            cx.ask(ManifestIntent::Scan(code));
        }
        Command::Track(text) => {
            cx.ask(TrackingIntent::Track { text });
            *cx.panel = Panel::Tracking;
        }
        Command::ShipTo(row) => {
            cx.ask(ShipIntent::PickAddress { side: Side::To, row });
            *cx.panel = Panel::Ship;
            cx.for_panel.push(Command::ShipTo(row));
        }
    }
}

/// The fewest characters that a scanned code can have now. Order numbers and SKUs are shorter than any
/// carrier's number, so they count only where orders are shipped.
pub fn shortest_code(state: &State) -> usize {
    let stage = state.scan_to_ship.open.as_ref().map(|scanned| &scanned.stage);
    match stage {
        Some(ScanStage::Items(_) | ScanStage::Stopped(_)) => 3,
        _ if state.orders.total() > 0 || state.ships_by_scan() => 4,
        _ => scan::SHORTEST,
    }
}

/// Whether the scanned order is on screen.
fn has_scanned_order(cx: &Cx<'_>) -> bool {
    *cx.panel == Panel::Orders && cx.state.scan_to_ship.open.is_some()
}

fn buy_scanned_order(cx: &mut Cx<'_>) {
    let scanned = cx.state.scan_to_ship.open.as_ref();
    if let Some(ScanStage::Priced(price)) = scanned.map(|scanned| scanned.stage.clone()) {
        cx.ask(ScanIntent::Step(ScanStep::Buy(price)));
    }
}

/// Whether the code is an item of the scanned order, or would be one: its items are being checked.
fn is_of_scanned_order(cx: &Cx<'_>, local: &LocalState, code: &str) -> bool {
    let rules = cx.state.order_rules.documents.shop.profile.scan_rules();
    command_of_barcode(code).is_none()
        && !is_closing_scan(cx, local)
        && cx.state.scan_to_ship.takes_code(rules, code)
}

fn is_closing_scan(cx: &Cx<'_>, local: &LocalState) -> bool {
    *cx.panel == Panel::Manifests && local.manifests.view == manifests::View::Closing
}

/// The command for a scanned code: a command barcode, a parcel of the closing scan, or a shipment
/// in the list. `None` lets the desk look up the number.
fn scanned(cx: &Cx<'_>, local: &LocalState, code: &str) -> Option<Command> {
    if let Some(command) = command_of_barcode(code) {
        return Some(command);
    }
    if is_closing_scan(cx, local) {
        return Some(Command::ScanParcel(code.to_owned()));
    }
    let mut rows = cx.state.shipments.rows.iter();
    let bought = rows.find(|row| {
        let mut numbers = row.numbers();
        numbers.any(|number| is_number(number.as_str(), code))
    });
    bought.map(|row| Command::ShowShipment(row.id.clone()))
}

/// Prints the label just bought, that of the open shipment, or the document of the panel.
fn print(cx: &mut Cx<'_>, local: &mut LocalState) {
    if *cx.panel == Panel::Manifests {
        return manifests::print(cx, &local.manifests);
    }
    if *cx.panel == Panel::Containers {
        return containers::print(cx, &local.containers);
    }
    let view = match *cx.panel {
        Panel::Ship => Some(local.ship.label_view()),
        Panel::Shipments => Some(local.shipments.label_view()),
        _ => None,
    };
    print_one(cx, shown_shipment(cx), view);
}

/// The shipment just bought, or the open one.
fn shown_shipment(cx: &Cx<'_>) -> Option<ShipmentId> {
    match *cx.panel {
        Panel::Ship => cx.state.ship.just_bought.clone(),
        Panel::Shipments => cx.state.shipments.selected.clone(),
        _ => None,
    }
}

/// With the choices of the view if the label is on screen.
fn print_one(cx: &mut Cx<'_>, shipment: Option<ShipmentId>, view: Option<&mut LabelViewState>) {
    match shipment {
        // The shipment says why its label cannot be used.
        Some(shipment) if label_view::void_reason(cx, &shipment).is_some() => {
            cx.ask(ShipmentIntent::Select(Some(shipment)));
            *cx.panel = Panel::Shipments;
        }
        Some(shipment) => {
            let mut own = LabelViewState::default();
            cx.ask(Intent::Print(view.unwrap_or(&mut own).print_request(shipment)));
        }
        // No label is on screen, so the user picks one in Shipments.
        None => *cx.panel = Panel::Shipments,
    }
}

/// Without a quote, requests rates; the desk reports what is missing for them.
fn cheapest(state: &State) -> Intent {
    let quote = state.ship.quote.value();
    let rate = quote.and_then(|quote| quote.rates.get(quote.cheapest?));
    match rate {
        Some(rate) => Intent::Ship(ShipIntent::ChooseRate(Box::new(rate.clone()))),
        None => Intent::Ship(ShipIntent::GetRates),
    }
}

fn refresh(cx: &mut Cx<'_>) {
    let intent = match *cx.panel {
        // A label just bought has no draft to request rates for.
        Panel::Ship | Panel::Rates if cx.state.ship.just_bought.is_some() => return,
        // The draft is empty: the panels say what to do, and an error would not help.
        Panel::Ship | Panel::Rates if cx.state.ship.draft.to.is_blank() => return,
        Panel::Ship | Panel::Rates => Intent::Ship(ShipIntent::GetRates),
        Panel::Shipments => Intent::Shipments(ShipmentIntent::Refresh),
        Panel::Refunds => Intent::Refunds(RefundIntent::Refresh),
        Panel::Manifests => Intent::Manifests(ManifestIntent::Refresh),
        Panel::Tracking => Intent::Tracking(TrackingIntent::Refresh),
        Panel::Carriers => Intent::Carriers(CarrierIntent::Refresh),
        Panel::Balance => return crate::ui::panels::balance::refresh(cx),
        Panel::Practice => Intent::Practice(PracticeIntent::RefreshClock),
        Panel::Containers => Intent::Containers(ContainerIntent::ReadMade),
        Panel::Orders => {
            let first = cx.state.orders.first;
            Intent::Orders(OrderIntent::ShowWindow { first })
        }
        Panel::Addresses | Panel::Activity | Panel::Settings => return,
    };
    cx.ask(intent);
}

fn change(cx: &mut Cx<'_>, edit: impl FnOnce(&mut Settings)) {
    let mut settings = cx.state.settings.clone();
    edit(&mut settings);
    cx.ask(Intent::ChangeSettings(Box::new(settings)));
}

fn step(scale: f32, by: f32) -> f32 {
    ((scale + by) * 10.0).round().clamp(7.5, 20.0) / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_size_stays_between_75_and_200_percent() {
        assert_eq!(step(1.0, 0.1), 1.1);
        assert_eq!(step(2.0, 0.1), 2.0);
        assert_eq!(step(0.8, -0.1), 0.75);
    }
}
