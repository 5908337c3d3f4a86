//! What a person asked for, as plain data. Panels push these; only [`crate::desk::Desk`] acts.

use std::path::PathBuf;

use crate::api::account::AutoBuyRequest;
use crate::api::rate::Rate;
use crate::api::user::SignUp;
use crate::api::value::Service;
use crate::base::id::{AccountId, CarrierAccountId, ShipmentId, TransactionId};
use crate::base::money::Amount;
use crate::desk::addresses::AddressIntent;
use crate::desk::balance::history;
use crate::desk::carriers::AccountIntent;
use crate::desk::containers::ContainerOrder;
use crate::desk::kernel::batch_job::WorkIntent;
pub use crate::desk::kernel::files::SaveTo;
pub use crate::desk::kernel::session::SignIn;
use crate::desk::kernel::settings::Settings;
use crate::desk::labels::documents::DocumentIntent;
pub use crate::desk::labels::save::SavedFiles;
use crate::desk::manifests::ManifestIntent;
use crate::desk::parcel::draft::Side;
use crate::desk::parcel::draft::{AddressForm, Draft};
pub use crate::desk::practice::PracticeIntent;
pub use crate::desk::printing::shown::PrintRequest;
use crate::desk::safekeeping::KeepingIntent;
use crate::desk::scale::ScaleIntent;
use crate::desk::ship::compare::PackageChoice;
use crate::desk::ship::rate_history::PastIntent;
use crate::desk::shipments::list::ShipmentFilter;
use crate::desk::sign_in::saved_accounts::KnownIntent;
use crate::label::print::Printer;

#[derive(Clone, Debug)]
pub enum Intent {
    // Connect
    TryPractice,
    SignIn(SignIn),
    SignUp {
        base_url: String,
        form: Box<SignUp>,
    },
    ApproveTerms {
        account: AccountId,
    },
    /// Back to the Connect panel; cached data stays on disk.
    Leave,
    /// The accounts of this computer and their secrets.
    Known(KnownIntent),

    // Ship
    EditDraft(Box<Draft>),
    /// A fresh draft; sender, sizes and label settings are carried over.
    NewDraft,
    SearchBook {
        text: String,
    },
    PickAddress {
        side: Side,
        row: i64,
    },
    /// Keeps the address in the local book and on the server (`save`).
    SaveAddress {
        side: Side,
    },
    ValidateAddress {
        side: Side,
    },
    AcceptSuggestion {
        side: Side,
    },
    KeepMine {
        side: Side,
    },
    /// A pasted block; parsed into fields.
    PasteAddress {
        side: Side,
        text: String,
    },
    UseSampleAddresses,
    Scale(ScaleIntent),
    GetRates,
    ChooseRate(Box<Rate>),
    /// Asks again for one account and service, for its reason to give no rate.
    AskWhy {
        account: CarrierAccountId,
        service: Service,
    },
    /// The rates of the draft beside those of other packages.
    Compare(Vec<PackageChoice>),
    /// Takes the packages of a column and one of its rates into the wizard.
    ChooseCompared {
        column: usize,
        rate: Box<Rate>,
    },
    Past(PastIntent),
    Buy,
    /// As a scan asks for it: only in express mode, and only what is ready.
    BuyExpress,
    /// Every purchase in its regret window.
    CancelHeld,
    /// During the regret window, or for a purchase the journal holds unsent.
    CancelPurchase(TransactionId),
    SendNow(TransactionId),
    /// Looks an uncertain purchase up again now.
    CheckAgain(TransactionId),
    /// Makes room to buy the draft under another id although the first try may turn up: the
    /// person knows that it may be charged twice.
    BuyAnother(TransactionId),
    ShipAnother(ShipmentId),
    /// The parcel only looks like one bought minutes ago.
    IgnoreTwin(ShipmentId),

    // Labels
    ShowLabel(ShipmentId),
    /// Draws the pages again, beside the printer's, for this many dots an inch of screen.
    RenderLabel {
        shipment: ShipmentId,
        dpi: f32,
    },
    SaveLabels {
        shipments: Vec<ShipmentId>,
        to: SaveTo,
        files: SavedFiles,
    },
    FetchLabelAgain(ShipmentId),

    // Printing
    /// A new printer, or one replaced, perhaps under another name.
    SavePrinter {
        replaces: Option<String>,
        printer: Box<Printer>,
    },
    RemovePrinter(String),
    /// Asks the system which queues it has.
    FindPrinters,
    /// Asks the office printer at this `ipp://` address what it is and what it takes.
    AskPrinter(String),
    TestPrint(String),
    /// Labels of one shipment or of several.
    Print(PrintRequest),
    /// Answers the doubts with no.
    DropPrintQuestion,
    CancelPrint(i64),
    RetryPrint(i64),
    /// What became of an interrupted job: it printed, or print it again.
    SettlePrint {
        job: i64,
        printed: bool,
    },

    // Shipments
    RefreshShipments,
    /// Stops fetching older shipments, or goes on with it.
    PauseSync(bool),
    SearchShipments {
        text: String,
        filter: ShipmentFilter,
    },
    LoadMoreShipments,
    SelectShipment(Option<ShipmentId>),
    /// What a scanner read: shows the shipment of that number, tracks it if there is none.
    LookUpScanned(String),
    ExportShipments {
        file: PathBuf,
    },

    // Refunds
    /// One after another, through the journal.
    AskRefunds(Vec<ShipmentId>),
    RefundWork(WorkIntent),
    PrintWork(WorkIntent),
    SyncWork(WorkIntent),
    RefreshRefunds,

    // Tracking
    /// One or many numbers, separated by anything.
    Track {
        text: String,
    },
    Untrack(String),
    RefreshTracking,
    /// Finds the places of a watched parcel's scans for the map.
    ShowRoute(String),
    RefreshRadar,

    Manifests(ManifestIntent),
    Documents(DocumentIntent),

    // Container labels
    MakeContainers(Box<ContainerOrder>),
    /// Reads what was made earlier.
    LookForContainers,

    // Balance
    RefreshBalance,
    TopUp {
        amount: Amount,
    },
    /// No longer waits for a top-up that was not found: it may be charged twice.
    TopUpAgain(TransactionId),
    SetAutoBuy(AutoBuyRequest),
    LoadHistory(history::Range),
    /// Every entry of the days on the screen, as CSV.
    ExportHistory {
        file: PathBuf,
    },
    CancelHistoryExport,
    LoadMoreHistory,

    // Carriers and addresses
    Accounts(AccountIntent),
    Addresses(AddressIntent),

    // Elsewhere
    RefreshCarriers,
    DismissNotice(u64),
    ChangeSettings(Box<Settings>),
    /// Copies what cannot be fetched again into a new folder inside this one.
    BackUp {
        folder: PathBuf,
    },
    /// Empties the cache and the address book; the question was asked.
    DeleteData,
    Keeping(KeepingIntent),
    Practice(PracticeIntent),
    OpenUrl(String),
    PutInBook(Box<AddressForm>),
}
