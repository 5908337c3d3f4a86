//! Everything the window shows, as plain data. Only the desk writes it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::api::account::{BalanceEntry, BalanceSummary};
use crate::api::address::Address;
use crate::api::carrier::{Carrier, Catalog};
use crate::api::carrier_account::CarrierAccount;
use crate::api::listing::Listing;
use crate::api::rate::Rate;
use crate::api::shipment::Shipment;
use crate::api::tracking::Tracking;
use crate::api::value::LabelFileType;
use crate::base::id::{
    AccountId, CorrelationId, OrderId, ShipmentId, TrackingNumber, TransactionId,
};
use crate::base::money::Money;
use crate::desk::addresses::Addresses;
use crate::desk::balance::history::{Ledger, Range};
use crate::desk::carriers::Accounts;
use crate::desk::containers::Containers;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::service_time::PracticeClock;
use crate::desk::labels::documents::DocumentId;
use crate::desk::labels::file_names::Names;
use crate::desk::manifests::Manifests;
pub use crate::desk::money::ports::Learned;
use crate::desk::parcel::draft::{AddressForm, Draft, Problem};
use crate::desk::practice::Fault;
use crate::desk::refunds::Refunds;
use crate::desk::safekeeping::local_data::Care;
use crate::desk::safekeeping::{Keeping, Sweep};
use crate::desk::scale::{Scales, Witness};
use crate::desk::ship::compare::Comparison;
use crate::desk::ship::duplicate_alert::Twin;
use crate::desk::ship::rate_history::PastQuotes;
use crate::desk::shipments::never_scanned::Radar;
use crate::desk::shipments::sync::Sync;
use crate::desk::sign_in::new_keys::NewKeys;
use crate::desk::sign_in::saved_accounts::Known;
use crate::desk::tracking::route::Route;
use crate::label;

mod printing;

pub use crate::desk::kernel::settings::{Settings, Theme};
pub use crate::desk::state::printing::{PrintJob, PrintQuestion, Printing};

pub use crate::store::cache::Scope;
pub use crate::store::spool::JobState;

#[derive(Debug, Default)]
pub struct State {
    pub connection: Connection,
    /// The accounts of this computer, and where their secrets are.
    pub known: Known,
    /// Of an account made in this run, until it is open.
    pub new_keys: Option<NewKeys>,
    pub line: Line,
    pub balance: Remote<BalanceSummary>,
    pub history: History,
    pub ledger: Ledger,
    pub carriers: Remote<Vec<Carrier>>,
    pub carrier_accounts: Remote<Vec<CarrierAccount>>,
    pub catalogs: Remote<Catalogs>,
    pub accounts: Accounts,
    pub addresses: Addresses,
    pub book: AddressBook,
    pub scale: Scales,
    pub draft: Draft,
    /// The draft as it stands is in the cache file; a crash now costs nothing.
    pub draft_saved: bool,
    /// What still stands between the draft and a quote or a purchase; kept by the desk.
    pub problems: Vec<Problem>,
    pub checks: AddressChecks,
    pub quote: Remote<Quote>,
    /// The inputs changed since the quote was asked for.
    pub quote_outdated: bool,
    pub past: PastQuotes,
    /// A label like the draft, bought minutes ago.
    pub twin: Option<Twin>,
    /// What was asked beside the quote.
    pub comparison: Comparison,
    /// Purchases, top-ups of this run and those not settled at start, newest first.
    pub purchases: Vec<Purchase>,
    /// Why nothing can be bought now (the journal cannot be written, …).
    pub buying_blocked: Option<String>,
    /// The shipment just bought, shown in place of the wizard until the next one begins.
    pub just_bought: Option<ShipmentId>,
    pub shipments: Shipments,
    /// What a scanned number turned out to be.
    pub scanned: Scanned,
    pub sync: Sync,
    pub refunds: Refunds,
    pub labels: BTreeMap<ShipmentId, LabelView>,
    pub manifests: Manifests,
    /// The form in sight.
    pub documents: BTreeMap<DocumentId, LabelView>,
    pub containers: Containers,
    pub printing: Printing,
    pub tracking: Vec<Tracked>,
    /// The way of the parcel whose timeline is open.
    pub route: Option<Route>,
    /// Labels made and never scanned.
    pub radar: Remote<Radar>,
    pub activity: VecDeque<Activity>,
    pub notices: Vec<Notice>,
    pub practice: Option<PracticeClock>,
    /// What the practice service was asked to do wrong and has not yet.
    pub practice_faults: Vec<Fault>,
    pub settings: Settings,
    /// What is being done with the files of this computer.
    pub care: Care,
    pub keeping: Keeping,
}

impl State {
    /// The label on the screen, or the newest one of this run and account.
    pub fn last_bought(&self) -> Option<ShipmentId> {
        let here = self.known.here.as_ref();
        let mine = self
            .purchases
            .iter()
            .filter(|purchase| here == Some(&purchase.scope));
        let newest = mine
            .filter_map(|purchase| match &purchase.status {
                PurchaseStatus::Bought { shipment, .. } => Some(shipment.clone()),
                _ => None,
            })
            .next();
        self.just_bought.clone().or(newest)
    }

    /// The try to buy the label of the draft that is not refused: it keeps the label's place.
    pub fn living_try(&self) -> Option<&Purchase> {
        let draft = &self.draft;
        self.purchases.iter().find(|purchase| {
            purchase.order.as_ref() == Some(&draft.order)
                && purchase.sequence == draft.sequence
                && !matches!(purchase.status, PurchaseStatus::Rejected { .. })
        })
    }

    /// Why nothing can be bought now, if so.
    pub fn buying_stopped(&self) -> Option<String> {
        let sweep = self.keeping.sweep.as_ref().map(Sweep::words);
        self.buying_blocked.clone().or(sweep)
    }
}

/// Something failed: what was attempted, why, what to do (section 7).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trouble {
    /// `Getting rates`
    pub attempted: String,
    /// Plain words: `The ZIP code does not exist`
    pub cause: String,
    /// What to do: `Check the address and try again`
    pub advice: String,
    /// `ADDRESS.VALIDATION_FAILED`, all codes of the answer.
    pub codes: Vec<String>,
    pub status: Option<u16>,
    pub correlation: Option<CorrelationId>,
    /// A retry cannot buy or change anything twice.
    pub retry_is_safe: bool,
    /// No answer at all: the network or the address is at fault, not the request.
    pub offline: bool,
}

#[derive(Clone, Debug, Default)]
pub enum Connection {
    /// First start, or signed out: the Connect panel.
    #[default]
    None,
    Connecting {
        environment: Environment,
    },
    Connected(Session),
    /// Credentials are known to be wrong or missing; cached data stays readable.
    SignInNeeded {
        environment: Environment,
        trouble: Option<Trouble>,
    },
    /// Signed up, terms not yet accepted (section 3.1).
    TermsPending {
        account: AccountId,
        account_name: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    pub environment: Environment,
    pub base_url: String,
    pub account_name: String,
}

#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub enum Environment {
    #[default]
    Practice,
    Test,
    Production,
}

impl Environment {
    /// The word in the coloured band.
    pub fn word(self) -> &'static str {
        match self {
            Self::Practice => "PRACTICE",
            Self::Test => "TEST",
            Self::Production => "PRODUCTION",
        }
    }
}

/// Whether answers arrive.
#[derive(Clone, Debug, Default)]
pub enum Line {
    #[default]
    Unknown,
    Online {
        last_answer: Timestamp,
    },
    Offline {
        since: Timestamp,
        trouble: Trouble,
    },
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Catalogs {
    pub services: Catalog,
    pub special_services: Catalog,
    pub package_types: Catalog,
}

#[derive(Debug, Default)]
pub struct History {
    pub entries: Remote<Vec<BalanceEntry>>,
    /// Where the older entries go on.
    pub listing: Option<Listing>,
    /// Why the entries shown are known not to be all, in one sentence.
    pub incomplete: Option<String>,
    pub total_results: Option<u64>,
    pub range: Range,
}

/// The local address book, as far as it is on screen.
#[derive(Clone, Debug, Default)]
pub struct AddressBook {
    /// The text the rows below answer to; a reply to older text is dropped.
    pub query: String,
    pub rows: Vec<BookEntry>,
    pub recent: Vec<BookEntry>,
    pub count: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct BookEntry {
    /// Row of the local book.
    pub row: i64,
    pub address: AddressForm,
    pub last_used: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    From,
    To,
}

#[derive(Debug, Default)]
pub struct AddressChecks {
    pub from: Remote<AddressCheck>,
    pub to: Remote<AddressCheck>,
}

/// The answer of a validation, beside what was typed.
#[derive(Clone, Debug)]
pub struct AddressCheck {
    pub typed: AddressForm,
    pub suggested: Address,
    /// Plain sentences from the answer's `errors`.
    pub remarks: Vec<String>,
    pub differs: bool,
}

#[derive(Clone, Debug)]
pub struct Quote {
    /// The draft the rates answer to.
    pub order: OrderId,
    pub rates: Vec<Rate>,
    pub cheapest: Option<usize>,
    pub fastest: Option<usize>,
    /// Cheapest among those within a day of the fastest half; rule in `desk/parcel/rate_ranking.rs`.
    pub best_value: Option<usize>,
}

/// One purchase of the journal, as the screen tells it.
#[derive(Clone, Debug)]
pub struct Purchase {
    pub transaction: TransactionId,
    pub kind: PurchaseKind,
    pub order: Option<OrderId>,
    pub sequence: u32,
    pub title: String,
    pub expected: Option<Money>,
    pub status: PurchaseStatus,
    pub started: Timestamp,
    /// In whose name; perhaps not the account on screen.
    pub scope: Scope,
    /// Of a top-up: a person chose not to wait for it.
    pub given_up: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PurchaseKind {
    Label,
    TopUp,
    Refund,
}

#[derive(Clone, Debug)]
pub enum PurchaseStatus {
    /// Held back for the regret window; Esc costs nothing.
    Held {
        until: Timestamp,
    },
    /// Written to the journal, not sent. After a crash it waits for the clerk.
    NotSent {
        trouble: Option<Trouble>,
    },
    Sending,
    /// Sent, no certain answer: being looked up. Must not be bought again.
    Checking {
        attempts: u32,
        trouble: Option<Trouble>,
        learned: Learned,
    },
    Bought {
        shipment: ShipmentId,
        charged: Option<Money>,
        differs: bool,
    },
    ToppedUp {
        balance: Option<Money>,
    },
    /// The carrier was asked for the money back; `status` is section 3.3's.
    RefundAsked {
        shipment: ShipmentId,
        status: String,
    },
    Rejected {
        trouble: Trouble,
    },
    /// Not found after the quiet period; watched for 24 hours. With the last no, if one
    /// came: an earlier sending may still arrive.
    Absent {
        watched_until: Timestamp,
        trouble: Option<Trouble>,
    },
}

#[derive(Debug, Default)]
pub struct Shipments {
    pub search: String,
    pub filter: ShipmentFilter,
    pub rows: Vec<Arc<ShipmentRow>>,
    /// How many match in the cache, beyond the rows loaded; `more` where perhaps more do.
    pub matching: u64,
    pub more: bool,
    pub total: u64,
    /// Counts answers of the cache; the rows are of the last one.
    pub answered: u64,
    pub refresh: Remote<()>,
    pub selected: Option<ShipmentId>,
    pub detail: Remote<Shipment>,
    /// What the scale showed for the selected one.
    pub weighed: Vec<Witness>,
}

/// The last scanned number that was looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scanned {
    /// Counts the answers; the window goes where the last one leads.
    pub answered: u64,
    /// `None`: of no shipment here, so it is tracked.
    pub shipment: Option<ShipmentId>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ShipmentFilter {
    #[default]
    All,
    Today,
    InTransit,
    Problem,
    Refundable,
    Delivered,
}

/// What the list shows of a shipment; the whole object is fetched from the cache on demand.
#[derive(Clone, Debug, PartialEq)]
pub struct ShipmentRow {
    pub id: ShipmentId,
    pub created: Timestamp,
    pub to_name: String,
    pub to_place: String,
    pub carrier: String,
    pub service: String,
    pub tracking_number: Option<TrackingNumber>,
    pub status: String,
    pub sub_status: String,
    pub price: Option<Money>,
    pub packages: u32,
    pub refund_status: Option<String>,
}

/// A label on screen: bytes as delivered, pages as they will print, and the self-check.
#[derive(Clone, Debug, Default)]
pub struct LabelView {
    pub file_type: Option<LabelFileType>,
    /// What a name for its file is made of.
    pub names: Option<Names>,
    /// One entry a package, as delivered.
    pub files: Remote<Vec<Arc<[u8]>>>,
    pub pages: Remote<Vec<label::Page>>,
    /// The pages drawn again for the scale they are looked at; none where a picture's own
    /// pixels are all there is. `pages` stay the printer's.
    pub zoomed: Remote<Vec<label::Page>>,
    /// What the pages show differently from what the file asks for.
    pub warnings: Vec<String>,
    /// Ink that the page has no paper for.
    pub beyond: Vec<String>,
    pub check: Option<label::SelfCheck>,
    /// What was done with it: `Saved to …`, never "printed" without evidence.
    pub last_action: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Tracked {
    pub number: TrackingNumber,
    pub tracking: Remote<Tracking>,
}

/// One request, redacted (section 7.1's correlation id included).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activity {
    /// In whose name it was sent; `None` before anybody was signed in.
    pub whose: Option<Scope>,
    pub at: Timestamp,
    pub call: String,
    pub status: Option<u16>,
    pub millis: u64,
    pub attempt: u32,
    pub correlation: Option<CorrelationId>,
    pub error: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Notice {
    pub id: u64,
    /// Whose screen it belongs to; `None` is this computer's, whoever is signed in.
    pub whose: Option<Scope>,
    pub tone: Tone,
    pub text: String,
    pub trouble: Option<Trouble>,
    pub at: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Good,
    Info,
    Warning,
    Bad,
}
