//! The panels in the navigation rail: their names, icons and counts.

use crate::desk::kernel::session::Environment;
use crate::desk::money::purchase::{Purchase, PurchaseKind, PurchaseStatus};
use crate::desk::state::State;
use crate::text;
use crate::ui::widgets::Icon;

/// The panels, in the order of the navigation rail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Panel {
    #[default]
    Ship,
    Rates,
    Shipments,
    Refunds,
    Manifests,
    Tracking,
    Addresses,
    Carriers,
    Balance,
    Containers,
    Activity,
    Practice,
    Settings,
}

impl Panel {
    pub const ALL: [Self; 13] = [
        Self::Ship,
        Self::Rates,
        Self::Shipments,
        Self::Refunds,
        Self::Manifests,
        Self::Tracking,
        Self::Addresses,
        Self::Carriers,
        Self::Balance,
        Self::Containers,
        Self::Activity,
        Self::Practice,
        Self::Settings,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Self::Ship => text!("shell-panel-ship"),
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
            Self::Ship | Self::Containers => Icon::Ship,
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

    /// The number beside the title; `None` shows no number.
    pub fn count(self, state: &State) -> Option<u64> {
        let count = match self {
            Self::Ship => open_labels(state),
            Self::Rates => state
                .ship
                .quote
                .value()
                .map_or(0, |quote| quote.rates.len()) as u64,
            Self::Shipments => state.shipments.total,
            Self::Refunds => state.refunds.under_way(),
            Self::Manifests => state.manifests.waiting(),
            Self::Tracking => state.tracking.list.len() as u64,
            Self::Addresses => state.ship.book.count,
            Self::Carriers => state.carriers.accounts.value().map_or(0, Vec::len) as u64,
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
