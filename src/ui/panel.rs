//! The panels of the rail: their names, icons and counts.

use crate::desk::state::{Environment, Purchase, PurchaseKind, PurchaseStatus, State};
use crate::ui::widgets::Icon;

/// The panels of the rail, in its order.
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
            Self::Ship => "Ship",
            Self::Rates => "Rates",
            Self::Shipments => "Shipments",
            Self::Refunds => "Refunds",
            Self::Manifests => "Manifests",
            Self::Tracking => "Tracking",
            Self::Addresses => "Addresses",
            Self::Carriers => "Carriers",
            Self::Balance => "Balance",
            Self::Containers => "Containers",
            Self::Activity => "Activity",
            Self::Practice => "Practice",
            Self::Settings => "Settings",
        }
    }

    pub fn icon(self) -> Icon {
        match self {
            Self::Ship => Icon::Ship,
            Self::Rates => Icon::Rates,
            Self::Shipments => Icon::Shipments,
            Self::Refunds => Icon::Back,
            Self::Manifests => Icon::Manifests,
            Self::Tracking => Icon::Tracking,
            Self::Addresses => Icon::Addresses,
            Self::Carriers => Icon::Truck,
            Self::Balance => Icon::Balance,
            Self::Containers => Icon::Ship,
            Self::Activity => Icon::Activity,
            Self::Practice => Icon::Practice,
            Self::Settings => Icon::Settings,
        }
    }

    /// The number beside the title; `None` shows nothing.
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
            Self::Balance | Self::Containers | Self::Activity | Self::Practice | Self::Settings => {
                0
            }
        };
        (count > 0).then_some(count)
    }

    /// The practice clock exists only in the practice world.
    pub fn is_there(self, state: &State) -> bool {
        self != Self::Practice || state.environment() == Some(Environment::Practice)
    }
}

/// Labels that are neither bought, refused nor given up.
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
