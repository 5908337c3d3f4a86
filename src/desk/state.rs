//! All the data that the window shows, as plain data. Only the desk writes it.

use std::collections::VecDeque;

use crate::api::account::BalanceSummary;
use crate::base::id::ShipmentId;
use crate::base::locale::{Message, TextOf};
use crate::base::money::Currency;
use crate::desk::addresses::Addresses;
use crate::desk::balance::Balance;
use crate::desk::carriers::Carriers;
use crate::desk::containers::Containers;
use crate::desk::finder::Finder;
use crate::desk::kernel::batch_job::BatchJob;
use crate::desk::kernel::connectivity::Connectivity;
use crate::desk::kernel::notices::{Activity, Notice};
use crate::desk::kernel::service_time::PracticeClock;
use crate::desk::kernel::session::Connection;
use crate::desk::kernel::settings::Settings;
use crate::desk::labels::Labels;
use crate::desk::manifests::Manifests;
use crate::desk::money::Purchases;
use crate::desk::money::purchase::{Purchase, PurchaseStatus};
use crate::desk::order_batches::OrderBatches;
use crate::desk::order_import::OrderImport;
use crate::desk::order_moves::OrderMoves;
use crate::desk::order_printing::OrderPrinting;
use crate::desk::order_results::OrderResults;
use crate::desk::order_rules::OrderRules;
use crate::desk::orders::Orders;
use crate::desk::practice::Practice;
use crate::desk::printing::state::Printing;
use crate::desk::refunds::Refunds;
use crate::desk::safekeeping::Safekeeping;
use crate::desk::scale::Scales;
use crate::desk::scan_to_ship::ScanToShip;
use crate::desk::ship::Ship;
use crate::desk::shipments::list::Shipments;
use crate::desk::sign_in::Accounts;
use crate::desk::stations::Stations;
use crate::desk::tracking::Parcels;
use crate::rows::scope::Environment;

/// Fields shared by all panels first, then one field for each feature.
#[derive(Debug, Default)]
pub struct State {
    pub connection: Connection,
    pub connectivity: Connectivity,
    pub settings: Settings,
    pub notices: Vec<Notice>,
    pub activity: VecDeque<Activity>,
    /// The practice service's clock, while its account is on the screen.
    pub practice_clock: Option<PracticeClock>,

    pub accounts: Accounts,
    pub addresses: Addresses,
    pub balance: Balance,
    pub carriers: Carriers,
    pub containers: Containers,
    pub finder: Finder,
    pub labels: Labels,
    pub manifests: Manifests,
    pub order_batches: OrderBatches,
    pub order_import: OrderImport,
    pub order_moves: OrderMoves,
    pub order_printing: OrderPrinting,
    pub order_results: OrderResults,
    pub order_rules: OrderRules,
    pub orders: Orders,
    pub practice: Practice,
    pub printing: Printing,
    pub purchases: Purchases,
    pub refunds: Refunds,
    pub safekeeping: Safekeeping,
    pub scale: Scales,
    pub scan_to_ship: ScanToShip,
    pub ship: Ship,
    pub shipments: Shipments,
    pub stations: Stations,
    pub tracking: Parcels,
}

impl State {
    pub fn is_offline(&self) -> bool {
        self.connectivity.is_offline()
    }

    /// Why no request can be sent now, or `None`; `offline` is the text for a lost connection.
    pub fn unreachable_reason(&self, offline: &'static str) -> Option<&'static str> {
        self.connectivity.unreachable_reason(&self.connection, offline)
    }

    /// The label on the screen, or the newest label bought in this run by this account.
    pub fn last_bought(&self) -> Option<ShipmentId> {
        let here = self.accounts.saved.current_scope.as_ref();
        let mine = self.purchases.list.iter();
        let newest = mine.filter(|purchase| here == Some(&purchase.scope)).find_map(|purchase| {
            match &purchase.status {
                PurchaseStatus::Bought { shipment, .. } => Some(shipment.clone()),
                _ => None,
            }
        });
        self.ship.just_bought.clone().or(newest)
    }

    /// The attempt to buy the draft's label, unless it was rejected. While it exists, no other
    /// attempt may start.
    pub fn active_purchase_of_draft(&self) -> Option<&Purchase> {
        let draft = &self.ship.draft;
        self.purchases.living_try(&draft.order, draft.sequence)
    }

    /// The top-up of the account on screen that may still arrive. No other one can start before it
    /// is settled.
    pub fn pending_top_up(&self) -> Option<&Purchase> {
        self.purchases.living_top_up(self.accounts.saved.current_scope.as_ref())
    }

    /// Why a top-up cannot start now, or `None` if it can.
    pub fn top_up_obstacle(&self) -> Option<TextOf> {
        self.purchases.top_up_obstacle(self.accounts.saved.current_scope.as_ref())
    }

    /// The batch of orders on screen, or the import.
    pub fn order_batch(&self) -> Option<&BatchJob> {
        self.order_batches.work.as_ref().or(self.order_import.writing.as_ref())
    }

    /// Whether orders are being imported, or a batch of them is at work.
    pub fn is_busy_with_orders(&self) -> bool {
        self.order_batch().is_some_and(BatchJob::is_running)
    }

    /// Whether parcels are shipped by scanning order numbers here.
    pub fn ships_by_scan(&self) -> bool {
        self.scan_to_ship.is_usual(&self.order_rules.documents.shop.profile)
    }

    /// Why nothing can be bought now, or `None`.
    pub fn buying_stopped(&self) -> Option<Message> {
        self.purchases.stopped()
    }

    /// The environment whose data is on screen, if any.
    pub fn environment(&self) -> Option<Environment> {
        match &self.connection {
            Connection::None | Connection::TermsPending { .. } => None,
            Connection::Connecting { environment }
            | Connection::SignInNeeded { environment, .. } => Some(*environment),
            Connection::Connected(session) => Some(session.environment),
        }
    }

    /// Whether labels are bought without money: those of the test environment are not billed.
    pub fn buys_for_nothing(&self) -> bool {
        self.environment() == Some(Environment::Test)
    }

    /// The currency of the balance, or the default before the first balance was fetched.
    pub fn currency(&self) -> Currency {
        let summary = self.balance.summary.value();
        let money = summary.and_then(BalanceSummary::money);
        money.map(|money| money.currency).unwrap_or_default()
    }

    /// Number of purchases that were not sent or whose outcome is still unknown. One that is just
    /// being sent does not count.
    pub fn unresolved_purchase_count(&self) -> u64 {
        let doubtful = |purchase: &&Purchase| {
            let status = &purchase.status;
            matches!(status, PurchaseStatus::NotSent { .. } | PurchaseStatus::Checking { .. })
        };
        self.purchases.list.iter().filter(doubtful).count() as u64
    }
}
