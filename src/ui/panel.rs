//! The panels in the navigation rail: their names, icons and counts.

use crate::desk::kernel::session::Environment;
use crate::desk::money::purchase::{Purchase, PurchaseKind, PurchaseStatus};
use crate::desk::state::State;
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
        self.described().0
    }

    pub fn icon(self) -> Icon {
        self.described().1
    }

    /// What the panel cannot do while offline, and what still works.
    pub fn offline_words(self) -> &'static str {
        self.described().2
    }

    #[rustfmt::skip]
    fn described(self) -> (&'static str, Icon, &'static str) {
        match self {
            Self::Ship => ("Ship", Icon::Ship, "Rates have to wait; the draft is kept"),
            Self::Rates => ("Rates", Icon::Rates, "New rates have to wait"),
            Self::Shipments => ("Shipments", Icon::Shipments, "The list is the saved one; what is newer has to wait"),
            Self::Refunds => ("Refunds", Icon::Back, "Asking for refunds has to wait"),
            Self::Manifests => ("Manifests", Icon::Manifests, "Manifests have to wait; what you scan is kept"),
            Self::Tracking => ("Tracking", Icon::Tracking, "New scans have to wait"),
            Self::Addresses => ("Addresses", Icon::Addresses, "Checking has to wait; the book is on this computer"),
            Self::Carriers => ("Carriers", Icon::Truck, "Accounts cannot be changed; the list is the saved one"),
            Self::Balance => ("Balance", Icon::Balance, "Topping up and new entries have to wait"),
            Self::Containers => ("Containers", Icon::Ship, "No label can be made; those made before are here"),
            Self::Activity => ("Activity", Icon::Activity, "Requests that got no answer are listed below"),
            Self::Practice => ("Practice", Icon::Practice, "The controls below work all the same"),
            Self::Settings => ("Settings", Icon::Settings, "Settings are kept on this computer and can be changed"),
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
