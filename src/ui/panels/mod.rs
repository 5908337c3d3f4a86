//! One file or folder a panel. Each has a `Local` and a `show_ui`.

pub mod activity;
pub mod addresses;
pub mod balance;
pub mod carriers;
pub mod connect;
pub mod containers;
pub mod document;
pub mod guard;
pub mod manifests;
pub mod practice;
pub mod rates;
pub mod refunds;
pub mod settings;
pub mod ship;
pub mod shipments;
pub mod steps;
pub mod tracking;

use egui::Ui;

use super::Cx;
use super::widgets::Icon;
use super::widgets::notice::incomplete_ui;
use super::widgets::text::small_muted_ui;
use crate::desk::intent::Intent;
use crate::desk::shipments::sync;
use crate::desk::shipments::sync::Missing;
use crate::desk::state::{Connection, Environment, Purchase, PurchaseKind, PurchaseStatus, State};

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
        self != Self::Practice || environment(state) == Some(Environment::Practice)
    }
}

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    match cx.local.panel {
        Panel::Ship => ship::show_ui(ui, cx),
        Panel::Rates => rates::show_ui(ui, cx),
        Panel::Shipments => shipments::show_ui(ui, cx),
        Panel::Refunds => refunds::show_ui(ui, cx),
        Panel::Manifests => manifests::show_ui(ui, cx),
        Panel::Tracking => tracking::show_ui(ui, cx),
        Panel::Addresses => addresses::show_ui(ui, cx),
        Panel::Carriers => carriers::show_ui(ui, cx),
        Panel::Balance => balance::show_ui(ui, cx),
        Panel::Containers => containers::show_ui(ui, cx),
        Panel::Activity => activity::show_ui(ui, cx),
        Panel::Practice => practice::show_ui(ui, cx),
        Panel::Settings => settings::show_ui(ui, cx),
    }
}

/// Says over a list made from the shipments here that some of them are missing.
pub fn shipments_missing_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let words = match sync::missing(&cx.state.shipments.sync) {
        None => return,
        Some(Missing::OnTheWay) => {
            small_muted_ui(ui, "Older shipments are still being fetched");
            return;
        }
        Some(Missing::Known(words)) => words,
    };
    if incomplete_ui(ui, &words) {
        cx.ask(Intent::PauseSync(false));
        cx.ask(Intent::RefreshShipments);
    }
}

/// The world whose data is on screen, if any.
pub fn environment(state: &State) -> Option<Environment> {
    match &state.connection {
        Connection::None | Connection::TermsPending { .. } => None,
        Connection::Connecting { environment } | Connection::SignInNeeded { environment, .. } => {
            Some(*environment)
        }
        Connection::Connected(session) => Some(session.environment),
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

/// Money that waits for a person or for an answer that should have come: one that is just
/// being sent is no problem.
pub fn doubts(state: &State) -> u64 {
    let doubtful = |purchase: &&Purchase| {
        let status = &purchase.status;
        matches!(
            status,
            PurchaseStatus::NotSent { .. } | PurchaseStatus::Checking { .. }
        )
    };
    state.purchases.list.iter().filter(doubtful).count() as u64
}
