//! The actions on a shipment, wherever it is listed: the entries of its row's menu, each the
//! same as the button with that name.

use crate::desk::intent::Intent;
use crate::desk::labels::intent::LabelIntent;
use crate::desk::printing::state::PrintRequest;
use crate::desk::records::shipment_row::ShipmentRow;
use crate::desk::refunds;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::parts::print_label;
use crate::ui::widgets::MenuItem;

/// An action as data, for the desk or for the window.
#[derive(Clone, Debug)]
pub enum ShipmentAction {
    Ask(Intent),
    Run(Command),
}

impl Cx<'_> {
    pub fn carry_out(&mut self, deed: Option<ShipmentAction>) {
        match deed {
            Some(ShipmentAction::Ask(intent)) => self.ask(intent),
            Some(ShipmentAction::Run(command)) => self.commands.push(command),
            None => {}
        }
    }

    /// The current time; in the practice environment, the time of the practice clock.
    pub fn world_now(&self) -> jiff::Timestamp {
        let practice = self.state.practice_clock.as_ref();
        practice.map_or(self.now, |clock| clock.at(self.now))
    }
}

/// Why a refund cannot be requested, if it cannot.
pub fn refund_obstacle(cx: &Cx<'_>, row: &ShipmentRow) -> Option<String> {
    let reason = refunds::obstacle(row, cx.world_now(), cx.state.manifests.is_on_manifest(&row.id));
    reason.or_else(|| offline_reason(cx).map(str::to_owned))
}

/// Why no request about a shipment can be sent to the service now.
pub fn offline_reason(cx: &Cx<'_>) -> Option<&'static str> {
    cx.state.unreachable_reason(text!("shipments-offline"))
}

/// The actions on a shipment. `elsewhere` adds one that shows it in the Shipments
/// panel, for lists in other panels.
pub fn shipment_actions(
    cx: &Cx<'_>,
    row: &ShipmentRow,
    elsewhere: bool,
) -> Vec<MenuItem<ShipmentAction>> {
    let mut steps = Vec::new();
    if elsewhere {
        let show = Command::ShowShipment(row.id.clone());
        let show = MenuItem::new(text!("shipments-action-show"), ShipmentAction::Run(show));
        steps.push(show.shortcut("Enter"));
    }
    let request = PrintRequest { shipments: vec![row.id.clone()], ..PrintRequest::default() };
    let print =
        MenuItem::new(text!("shipments-action-print"), ShipmentAction::Ask(Intent::Print(request)));
    let void = row.is_void().then_some(text!("parts-label-void"));
    let number = row.tracking_number.as_ref().map(ToString::to_string);
    let untracked = number.is_none().then_some(text!("shipments-no-number"));
    let track = Command::Track(number.unwrap_or_default());
    steps.extend([
        print.disabled_because(void.or(print_label::obstacle(cx.state))),
        MenuItem::new(text!("shipments-action-track"), ShipmentAction::Run(track))
            .disabled_because(untracked),
        MenuItem::new(
            text!("shipments-action-refund"),
            ShipmentAction::Run(Command::AskRefund(row.id.clone())),
        )
        .disabled_because(refund_obstacle(cx, row)),
        MenuItem::new(
            text!("shipments-action-ship-again"),
            ShipmentAction::Run(Command::ShipAgain(row.id.clone())),
        ),
        MenuItem::new(
            text!("shipments-action-return"),
            ShipmentAction::Run(Command::ReturnLabel(row.id.clone())),
        ),
        MenuItem::new(
            text!("shipments-action-download-label"),
            ShipmentAction::Ask(Intent::Labels(LabelIntent::FetchAgain(row.id.clone()))),
        )
        .disabled_because(void.or(offline_reason(cx))),
    ]);
    steps
}
