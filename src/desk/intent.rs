//! What the user asks for, as plain data. Panels send these; only [`crate::desk::Desk`] acts on
//! them. Each feature has one variant; requests that concern several features stand by themselves
//! and are carried out in `flows`.

use std::path::PathBuf;

use crate::base::id::{OrderId, ShipmentId, TransactionId};
use crate::base::money::Amount;
use crate::desk::addresses::AddressIntent;
use crate::desk::balance::intent::BalanceIntent;
use crate::desk::carriers::CarrierIntent;
use crate::desk::containers::ContainerIntent;
use crate::desk::finder::FinderIntent;
use crate::desk::kernel::settings::Settings;
use crate::desk::labels::documents::DocumentIntent;
use crate::desk::labels::intent::LabelIntent;
use crate::desk::manifests::ManifestIntent;
use crate::desk::money::intent::PurchaseIntent;
use crate::desk::order_batches::OrderBatchIntent;
use crate::desk::order_import::intent::OrderImportIntent;
use crate::desk::order_moves::MoveIntent;
use crate::desk::order_printing::office_papers::OrderPapers;
use crate::desk::order_printing::print_run::PrintOrders;
use crate::desk::order_results::intent::OrderResultIntent;
use crate::desk::order_rules::intent::OrderRuleIntent;
use crate::desk::orders::intent::OrderIntent;
use crate::desk::practice::PracticeIntent;
use crate::desk::printing::intent::PrintingIntent;
use crate::desk::printing::state::PrintRequest;
use crate::desk::refunds::intent::RefundIntent;
use crate::desk::safekeeping::SafekeepingIntent;
use crate::desk::scale::ScaleIntent;
use crate::desk::scan_to_ship::ScanIntent;
use crate::desk::ship::intent::ShipIntent;
use crate::desk::shipments::intent::ShipmentIntent;
use crate::desk::sign_in::intent::SignInIntent;
use crate::desk::stations::intent::StationsIntent;
use crate::desk::tracking::intent::TrackingIntent;

#[derive(Clone, Debug)]
pub enum Intent {
    // One for each feature.
    Addresses(AddressIntent),
    Balance(BalanceIntent),
    Carriers(CarrierIntent),
    Containers(ContainerIntent),
    Finder(FinderIntent),
    Labels(LabelIntent),
    Manifests(ManifestIntent),
    OrderBatches(OrderBatchIntent),
    OrderImport(OrderImportIntent),
    OrderMoves(MoveIntent),
    OrderResults(OrderResultIntent),
    OrderRules(OrderRuleIntent),
    Orders(OrderIntent),
    Practice(PracticeIntent),
    Printing(PrintingIntent),
    Purchases(PurchaseIntent),
    Refunds(RefundIntent),
    Safekeeping(SafekeepingIntent),
    Scale(ScaleIntent),
    ScanToShip(ScanIntent),
    Ship(ShipIntent),
    Shipments(ShipmentIntent),
    SignIn(SignInIntent),
    Stations(StationsIntent),
    Tracking(TrackingIntent),

    // What concerns several features.
    Buy,
    /// As a scanned command asks for it: only in express mode, and only a draft that is ready.
    BuyExpress,
    /// Cancels every purchase that is still held back.
    CancelHeld,
    /// Allows buying the draft under another transaction id although the first attempt may still
    /// succeed: the user accepts that it may be charged twice.
    BuyAnother(TransactionId),
    TopUp {
        amount: Amount,
    },
    /// Prints the labels of one or several shipments.
    Print(PrintRequest),
    /// Prints the labels of orders in the sequence in which they are packed.
    PrintOrders(PrintOrders),
    /// Draws packing slips or a pick list, and saves or prints it.
    PaperOfOrders(OrderPapers),
    /// Prints the day report that is on screen.
    PrintDayReport,
    /// Makes the manifests of the labels of these orders. Those that cannot be on one because their
    /// carrier takes none count as handed over.
    HandOverOrders(Vec<(OrderId, ShipmentId)>),
    /// Loads a draft that sends this shipment back: its recipient becomes the sender.
    ReturnLabel(ShipmentId),
    /// Requests refunds one after another, through the journal.
    RequestRefunds(Vec<ShipmentId>),
    /// Forms and sheets of manifests and containers.
    Documents(DocumentIntent),
    /// Empties the cache and the address book. The user has confirmed it.
    DeleteData,

    // What belongs to no feature.
    ChangeSettings(Box<Settings>),
    DismissNotice(u64),
    OpenUrl(String),
    /// Opens a file that was written, or its folder, with the system's program for it.
    OpenPath(PathBuf),
}

/// Lets callers name the request of a feature without its variant here.
macro_rules! from_feature {
    ($($variant:ident($intent:ty),)*) => {$(
        impl From<$intent> for Intent {
            fn from(intent: $intent) -> Self {
                Self::$variant(intent)
            }
        }
    )*};
}

from_feature! {
    Addresses(AddressIntent),
    Balance(BalanceIntent),
    Carriers(CarrierIntent),
    Containers(ContainerIntent),
    Finder(FinderIntent),
    Documents(DocumentIntent),
    Labels(LabelIntent),
    Manifests(ManifestIntent),
    OrderBatches(OrderBatchIntent),
    OrderImport(OrderImportIntent),
    OrderMoves(MoveIntent),
    OrderResults(OrderResultIntent),
    OrderRules(OrderRuleIntent),
    Orders(OrderIntent),
    Practice(PracticeIntent),
    Printing(PrintingIntent),
    Purchases(PurchaseIntent),
    Refunds(RefundIntent),
    Safekeeping(SafekeepingIntent),
    Scale(ScaleIntent),
    ScanToShip(ScanIntent),
    Ship(ShipIntent),
    Shipments(ShipmentIntent),
    SignIn(SignInIntent),
    Stations(StationsIntent),
    Tracking(TrackingIntent),
}
