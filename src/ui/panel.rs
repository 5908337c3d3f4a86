//! The panels in the navigation rail: their names, icons and counts.

use crate::api::tracking::Tracking;
use crate::api::value::TrackingStatus;
use crate::desk::money::purchase::{Purchase, PurchaseKind, PurchaseStatus};
use crate::desk::orders::OrderState;
use crate::desk::state::State;
use crate::desk::tracking::is_final;
use crate::rows::scope::Environment;
use crate::text;
use crate::ui::widgets::Icon;

/// The panels, in the order of the navigation rail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Panel {
    #[default]
    Ship,
    /// The orders of the shop.
    Orders,
    Shipments,
    Tracking,
    /// The end of the day: manifests and the closing scan.
    Manifests,
    Refunds,
    Addresses,
    Balance,
    Rates,
    Carriers,
    Containers,
    Activity,
    Practice,
    Settings,
}

/// A view of the orders that a command opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OrdersView {
    /// The list, and the question for a file to import.
    Import,
    DayReport,
    /// The tracking file for the shop.
    ShopFile,
    Presets,
    Rules,
}

impl Panel {
    pub const ALL: [Self; 14] = [
        Self::Ship,
        Self::Orders,
        Self::Shipments,
        Self::Tracking,
        Self::Manifests,
        Self::Refunds,
        Self::Addresses,
        Self::Balance,
        Self::Rates,
        Self::Carriers,
        Self::Containers,
        Self::Activity,
        Self::Practice,
        Self::Settings,
    ];

    /// The work of every day, what it draws on, and what is set up once or looked up rarely.
    pub const GROUPS: [&'static [Self]; 3] = [
        &[
            Self::Ship,
            Self::Orders,
            Self::Shipments,
            Self::Tracking,
            Self::Manifests,
            Self::Refunds,
        ],
        &[Self::Addresses, Self::Balance, Self::Rates],
        &[Self::Carriers, Self::Containers, Self::Activity, Self::Practice, Self::Settings],
    ];

    pub fn title(self) -> &'static str {
        match self {
            Self::Ship => text!("shell-panel-ship"),
            Self::Orders => text!("shell-panel-orders"),
            Self::Rates => text!("shell-panel-rates"),
            Self::Shipments => text!("shell-panel-shipments"),
            Self::Refunds => text!("shell-panel-refunds"),
            Self::Manifests => text!("shell-panel-manifests"),
            Self::Tracking => text!("shell-panel-tracking"),
            Self::Addresses => text!("shell-panel-addresses"),
            Self::Carriers => text!("shell-panel-carriers"),
            Self::Balance => text!("shell-panel-balance"),
            Self::Containers => text!("shell-panel-containers"),
            Self::Activity => text!("shell-panel-activity"),
            Self::Practice => text!("shell-panel-practice"),
            Self::Settings => text!("shell-panel-settings"),
        }
    }

    pub fn icon(self) -> Icon {
        match self {
            Self::Ship => Icon::Ship,
            Self::Orders => Icon::Orders,
            Self::Containers => Icon::Stack,
            Self::Rates => Icon::Rates,
            Self::Shipments => Icon::Shipments,
            Self::Refunds => Icon::Back,
            Self::Manifests => Icon::Manifests,
            Self::Tracking => Icon::Tracking,
            Self::Addresses => Icon::Addresses,
            Self::Carriers => Icon::Truck,
            Self::Balance => Icon::Balance,
            Self::Activity => Icon::Activity,
            Self::Practice => Icon::Practice,
            Self::Settings => Icon::Settings,
        }
    }

    /// What the panel cannot do while offline, and what still works: one sentence.
    pub fn offline_words(self) -> &'static str {
        match self {
            Self::Ship => text!("shell-offline-ship"),
            Self::Orders => text!("shell-offline-orders"),
            Self::Rates => text!("shell-offline-rates"),
            Self::Shipments => text!("shell-offline-shipments"),
            Self::Refunds => text!("shell-offline-refunds"),
            Self::Manifests => text!("shell-offline-manifests"),
            Self::Tracking => text!("shell-offline-tracking"),
            Self::Addresses => text!("shell-offline-addresses"),
            Self::Carriers => text!("shell-offline-carriers"),
            Self::Balance => text!("shell-offline-balance"),
            Self::Containers => text!("shell-offline-containers"),
            Self::Activity => text!("shell-offline-activity"),
            Self::Practice => text!("shell-offline-practice"),
            Self::Settings => text!("shell-offline-settings"),
        }
    }

    /// How much there is to do: the number beside the title. Panels that only list things have
    /// none.
    pub fn count(self, state: &State) -> Option<u64> {
        let count = match self {
            Self::Ship => open_labels(state),
            Self::Orders => state.orders.in_state(OrderState::NeedsAttention),
            Self::Tracking => parcels_in_trouble(state),
            Self::Manifests => state.manifests.waiting(),
            Self::Refunds => state.refunds.under_way(),
            _ => 0,
        };
        (count > 0).then_some(count)
    }

    /// Whether the panel is available; the practice clock exists only in the practice environment.
    pub fn is_available(self, state: &State) -> bool {
        self != Self::Practice || state.environment() == Some(Environment::Practice)
    }
}

/// The number of label purchases that are held, not sent, being sent or being checked.
fn open_labels(state: &State) -> u64 {
    let open = |purchase: &&Purchase| {
        purchase.kind == PurchaseKind::Label
            && matches!(
                purchase.status,
                PurchaseStatus::Held { .. }
                    | PurchaseStatus::NotSent { .. }
                    | PurchaseStatus::Sending
                    | PurchaseStatus::Checking { .. }
            )
    };
    state.purchases.list.iter().filter(open).count() as u64
}

/// The number of tracked parcels that are late or could not be delivered, and may still arrive.
fn parcels_in_trouble(state: &State) -> u64 {
    let known = state.tracking.list.iter().filter_map(|tracked| tracked.tracking.value());
    let late = |tracking: &&Tracking| {
        use TrackingStatus::{Delayed, DeliveryFailed};
        matches!(tracking.status, Some(Delayed | DeliveryFailed)) && !is_final(tracking)
    };
    known.filter(late).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_panel_is_in_one_group_of_the_rail() {
        assert_eq!(Panel::GROUPS.concat(), Panel::ALL);
    }
}
