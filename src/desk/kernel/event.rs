//! What happened that other features may want to hear of, as plain data. Announced while an
//! answer is folded in, delivered after it by `flows/react.rs`.

use std::fmt;
use std::sync::Arc;

use crate::api::account::BalanceSummary;
use crate::api::shipment::Shipment;
use crate::base::id::{CarrierAccountId, ShipmentId, TransactionId};
use crate::base::money::Money;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::session::Link;
use crate::store::cache::Scope;
use crate::store::journal::Entry;

#[derive(Debug)]
pub(in crate::desk) enum Event {
    /// The first answer after a time in which none came.
    BackOnline,
    /// No answer came, after a time in which answers did.
    WentOffline,
    /// A person wants something that needs the service, which cannot be reached.
    AnswerWanted,
    /// The service refused the token, and it could not be renewed.
    SignInRefused(Trouble),
    /// The service took a sign-in; its account comes on the screen, then goes on from there.
    SignInProven(Scope),
    /// A person chose another of the saved accounts; it comes on the screen, then is opened.
    AccountWanted(Scope),
    /// A sign-in is under way over this link.
    SignInUnderWay(Quiet<Arc<Link>>),
    /// The account on screen is taken off this computer.
    AccountForgotten,
    /// An account is forgotten: so is the draft that was left with it.
    DraftForgotten(Scope),
    /// The account on screen is signed in; the balance proved it.
    SignedIn(Quiet<Box<BalanceSummary>>),
    /// The account on screen was left: what was asked in its name is never answered.
    AccountLeft,
    Bought(Box<Bought>),
    /// The journal is found to be damaged: nothing may be bought, for this reason.
    JournalDamaged(String),
    /// A refund of the journal stands otherwise now.
    RefundMoved(TransactionId),
    /// The journal holds a refund now that goes out at once.
    RefundIntended(Quiet<Box<Entry>>),
    /// The journal holds a refund of this shipment already: one that was not sent goes out now,
    /// under its own id; every other one is shown as it stands.
    RefundWrittenBefore {
        id: ShipmentId,
        transaction: TransactionId,
    },
    /// What the journal left open can be taken up.
    DoubtsWanted,
    /// What the journal left open is taken up, now that there is a connection.
    DoubtsTakenUp,
    /// A top-up of the account on screen arrived.
    ToppedUp,
    /// Money moved, or somebody has to knock: the balance is asked for.
    BalanceOutdated,
    /// The balance is higher than it was.
    BalanceRose,
    /// Rows of shipments changed in the cache.
    ShipmentsChanged,
    /// Older shipments of the account were fetched, as many as are wanted.
    OlderShipmentsRead,
    /// Old shipments were taken out of the cache.
    ShipmentsForgotten,
    /// What can be refunded may be something else now, or how far a refund has come.
    RefundsChanged,
    /// Both lists of refunds are wanted anew.
    RefundsWanted,
    /// A round of tracking begins, or is over.
    ParcelsTracked,
    /// Tracking asks by itself, now and then.
    TrackingCameRound,
    /// Carriers, their accounts or their catalogs arrived.
    CatalogsChanged,
    /// A carrier account was saved or deleted.
    CarrierAccountChanged,
    /// A carrier account is disabled or deleted: nothing may be bought from it.
    CarrierAccountLeaves(CarrierAccountId),
    /// An entry of the address book was added, changed or used.
    BookChanged,
    /// The rows of the address book are read again.
    BookRead,
    /// The list names the account that its rows belong to.
    AccountIdSeen {
        scope: Scope,
        id: String,
    },
    /// A job was put into the print queue, or left it.
    PrintQueueChanged,
    /// A scanned or typed number is of no known shipment.
    NumberUnknown(String),
    /// The weight that the scale shows is taken for a package of the draft.
    PackageWeighed,
    /// The time of the practice world was read.
    PracticeTimeRead,
    /// A person changed the practice world: its time, or its money.
    PracticeWorldChanged,
}

/// A label was bought, now or before: the journal has the row confirmed.
#[derive(Debug)]
pub(in crate::desk) struct Bought {
    pub entry: Quiet<Entry>,
    pub scope: Scope,
    pub id: ShipmentId,
    pub shipment: Quiet<Shipment>,
    pub charged: Option<Money>,
    /// What was charged is not what was expected.
    pub differs: bool,
}

/// Not written to the log: it is long, or a person's own.
pub(in crate::desk) struct Quiet<T>(pub T);

impl<T> fmt::Debug for Quiet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}
