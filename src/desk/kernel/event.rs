//! Events that other features may react to, as plain data. They are announced while an answer is
//! applied and delivered after it by `flows/react.rs`.

use std::fmt;
use std::sync::Arc;

use crate::api::account::BalanceSummary;
use crate::api::shipment::Shipment;
use crate::base::id::{CarrierAccountId, ManifestId, OrderId, ShipmentId, TransactionId};
use crate::base::locale::Message;
use crate::base::money::Money;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::session::Link;
use crate::orders::documents::DocumentEdit;
use crate::orders::scan_state::ScanAction;
use crate::store::cache::Scope;
use crate::store::journal::Entry;
use crate::store::workspace::shared::ReportLook;

#[derive(Debug)]
pub(in crate::desk) enum Event {
    /// The first answer arrived after a time without any.
    BackOnline,
    /// A request got no answer, after a time in which requests did.
    WentOffline,
    /// Reconnecting should be tried at once, for example because the user wants something that
    /// needs the service.
    ReconnectRequested,
    /// The service refused the token, and it could not be renewed.
    SignInRefused(Trouble),
    /// The service accepted a sign-in; its account is shown next, then opened.
    SignInProven(Scope),
    /// The user chose another saved account; it is shown next, then opened.
    AccountWanted(Scope),
    /// A sign-in is in progress over this link.
    SignInUnderWay(Unlogged<Arc<Link>>),
    /// The account on screen is removed from this computer.
    AccountForgotten,
    /// An account was removed, so its stored draft is removed too.
    DraftForgotten(Scope),
    /// The account on screen is signed in; fetching its balance proved it.
    SignedIn(Unlogged<Box<BalanceSummary>>),
    /// The account on screen was left: requests sent in its name are never answered.
    AccountLeft,
    Bought(Box<Bought>),
    /// The journal is damaged: nothing may be bought, for this reason.
    JournalDamaged(Message),
    /// What is known of the purchase of this order's label changed.
    LabelMoved(OrderId),
    /// The status of a refund in the journal changed.
    RefundMoved(TransactionId),
    /// The journal has a new refund, to be sent at once.
    RefundIntended(Unlogged<Box<Entry>>),
    /// The journal already has a refund of this shipment: if it was not sent, it is sent now under
    /// its own transaction id; otherwise its current status is shown.
    RefundWrittenBefore {
        id: ShipmentId,
        transaction: TransactionId,
    },
    /// Another computer carries out this purchase, which was not sent from here.
    PurchaseGivenUp(TransactionId),
    /// Open entries of the journal should be resolved now.
    PurchaseResumeRequested,
    /// Open entries of the journal are being resolved, now that there is a connection.
    PurchasesResumed,
    /// A top-up of the account on screen arrived.
    ToppedUp,
    /// The balance must be fetched: money moved, or a request is needed to test the connection.
    BalanceOutdated,
    /// A purchase was refused for lack of money: the balance on screen is not what it was.
    MoneyWasShort,
    /// The balance and the newest shipments were fetched so long ago that they may be wrong.
    DataGrewOld,
    /// The balance is higher than it was.
    BalanceRose,
    /// Rows of shipments changed in the cache.
    ShipmentsChanged,
    /// Older shipments of the account were fetched, as far back as wanted.
    OlderShipmentsRead,
    /// Old shipments were deleted from the cache.
    ShipmentsForgotten,
    /// The list of refundable shipments or the progress of a refund may have changed.
    RefundsChanged,
    /// The list of requested refunds was read.
    RefundsRead,
    /// The user asked to reload both lists of refunds.
    RefundsWanted,
    /// A round of tracking requests started or finished.
    ParcelsTracked,
    /// The timer of the tracking requests fired.
    TrackingTimerFired,
    /// Carriers, carrier accounts or catalogs arrived.
    CatalogsChanged,
    /// A carrier account was saved or deleted.
    CarrierAccountChanged,
    /// A carrier account is disabled or deleted: nothing may be bought from it.
    CarrierAccountLeaves(CarrierAccountId),
    /// An entry of the address book was added, changed or used.
    BookChanged,
    /// The rows of the address book are loaded again.
    BookRead,
    /// A response named the service's id of the account of `scope`.
    AccountIdSeen {
        scope: Scope,
        id: String,
    },
    /// A job was added to the print queue or left it.
    PrintQueueChanged,
    /// Labels came out of a printer, and their orders do not say so yet.
    LabelsPrinted,
    /// Labels of a batch are in the print queue, each with its printer.
    LabelsQueued(Unlogged<Vec<(ShipmentId, String)>>),
    /// The labels of orders are sorted for packing and are to be printed.
    OrdersSorted,
    /// Packing slips or a pick list are drawn and are to be printed.
    PaperDrawn,
    /// Such papers are in the print queue, or could not be put there.
    PaperQueued,
    /// Shipments are known to be on manifests, perhaps for some time.
    ShipmentsManifested(Unlogged<Vec<Manifested>>),
    /// A scanned code belongs to no known shipment.
    NumberUnknown(String),
    /// A scanned code belongs to no known shipment and to no order.
    NumberOfNoOrder(String),
    /// A number was scanned: the change before it is not undone any more.
    NumberScanned,
    /// The order of a scanned number is to be opened in the list.
    OrderToOpen(OrderId),
    /// Rates or the label of the scanned order are to be got.
    ScannedOrderWork {
        order: OrderId,
        action: ScanAction,
    },
    /// The batch of the scanned order is over.
    ScannedOrderWorkOver,
    /// The label of the scanned order was bought and is to be printed.
    ScannedOrderBought {
        shipment: ShipmentId,
        /// The printer that the order's preset names.
        printer: Option<String>,
    },
    /// The label of an order was found to be bought, and this station is the one that prints it.
    OrderLabelFound(ShipmentId),
    /// The weight shown by the scale is to be used for the scanned order or for a package of the
    /// draft.
    PackageWeighed,
    /// The time of the practice service was read.
    PracticeTimeRead,
    /// Orders were written, and the list may show them.
    OrdersChanged,
    /// Other stations have written orders.
    OrderNews,
    /// A batch that buys labels is over.
    OrderLabelsBought,
    /// What became of labels was written into their orders.
    OrderLabelsSettled,
    /// The workspace has answered: what could not be written before is tried again.
    WorkspaceAnswered,
    /// A file for a shop was written, and its orders say so.
    ShopFileWritten,
    /// A feature has changed a document of the workspace.
    DocumentEditWanted(Unlogged<Box<DocumentEdit>>),
    /// The sample orders are imported, whose presets and rules a shop without any gets.
    SampleDocumentsWanted,
    /// The documents of the workspace are to be read again.
    DocumentsOutdated,
    /// The documents of the workspace were read.
    DocumentsRead {
        have_changed: bool,
    },
    /// The settings of a shop's database or its password changed.
    ShopDatabaseChanged,
    /// A batch of orders begins. Results of an import leave the screen.
    OrderBatchBegun,
    /// A batch of orders is over.
    OrderBatchEnded,
    /// An import is being written. Results of a batch leave the screen.
    OrderImportBegun,
    /// Another workspace is used from now on.
    WorkspaceChosen,
    /// The server of the workspace answers, for the first time or again.
    WorkspaceBack,
    /// This computer has to report what it bought: the workspace went back to an older copy.
    ReportWanted,
    /// It has, and this was found afterwards.
    Reported(ReportLook),
    /// Another station asks whether this one still needs its claims.
    ClaimsWanted,
    /// Other stations have written addresses.
    AddressNews,
    /// Other stations have written orders, and perhaps documents.
    WorkspaceNews {
        documents: bool,
    },
    /// The user changed the time or the money of the practice service.
    PracticeWorldChanged,
}

/// A label was bought, now or earlier; the journal entry is confirmed.
#[derive(Debug)]
pub(in crate::desk) struct Bought {
    pub entry: Unlogged<Entry>,
    pub scope: Scope,
    pub id: ShipmentId,
    pub shipment: Unlogged<Shipment>,
    pub charged: Option<Money>,
    /// The charged amount differs from the expected one.
    pub differs: bool,
}

/// Shipments on one manifest.
#[derive(Clone, Debug)]
pub(in crate::desk) struct Manifested {
    /// `None` if only its existence is known.
    pub manifest: Option<ManifestId>,
    pub shipments: Vec<ShipmentId>,
}

/// A value that is left out of the log because it is long or personal.
pub(in crate::desk) struct Unlogged<T>(pub T);

impl<T> fmt::Debug for Unlogged<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}
