//! User requests as plain data. Panels push them; only [`crate::desk::Desk`] carries them out.

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
    /// Returns to the Connect panel; cached data stays on disk.
    Leave,
    /// Manages the saved accounts of this computer and their secrets.
    Known(KnownIntent),

    // Ship
    EditDraft(Box<Draft>),
    /// Starts a new draft; sender, sizes and label settings are carried over.
    NewDraft,
    SearchBook {
        text: String,
    },
    PickAddress {
        side: Side,
        row: i64,
    },
    /// Saves the address in the local address book and on the server (`save`).
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
    /// A pasted address block; it is parsed into fields.
    PasteAddress {
        side: Side,
        text: String,
    },
    UseSampleAddresses,
    Scale(ScaleIntent),
    GetRates,
    ChooseRate(Box<Rate>),
    /// Requests rates again for one account and service, to show why it gives none.
    AskWhy {
        account: CarrierAccountId,
        service: Service,
    },
    /// Compares the rates of the draft with those of other packages.
    Compare(Vec<PackageChoice>),
    /// Copies the packages and one rate of a comparison column into the wizard.
    ChooseCompared {
        column: usize,
        rate: Box<Rate>,
    },
    Past(PastIntent),
    Buy,
    /// Buys on a scanned command: only in express mode, and only a draft that is ready.
    BuyExpress,
    /// Cancels every purchase in its regret window.
    CancelHeld,
    /// During the regret window, or for a purchase that is in the journal but not sent.
    CancelPurchase(TransactionId),
    SendNow(TransactionId),
    /// Looks up a purchase with an unknown outcome again, now.
    CheckAgain(TransactionId),
    /// Prepares buying the draft under a new transaction id although the first attempt may still
    /// arrive: the user accepts that it may be charged twice.
    BuyAnother(TransactionId),
    ShipAnother(ShipmentId),
    /// Dismisses the alert that the parcel resembles one bought minutes ago.
    IgnoreTwin(ShipmentId),

    // Labels
    ShowLabel(ShipmentId),
    /// Renders the pages a second time at this screen resolution (dots per inch), beside those for
    /// the printer.
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
    /// Adds a printer, or replaces one, perhaps under another name.
    SavePrinter {
        replaces: Option<String>,
        printer: Box<Printer>,
    },
    RemovePrinter(String),
    /// Lists the print queues of the operating system.
    FindPrinters,
    /// Queries the office printer at this `ipp://` address for its model and formats.
    AskPrinter(String),
    TestPrint(String),
    /// Labels of one shipment or of several.
    Print(PrintRequest),
    /// Answers no to the question asked before printing.
    DropPrintQuestion,
    CancelPrint(i64),
    RetryPrint(i64),
    /// Resolves an interrupted print job: it did print, or it must be printed again.
    SettlePrint {
        job: i64,
        printed: bool,
    },

    // Shipments
    RefreshShipments,
    /// Pauses or resumes fetching older shipments.
    PauseSync(bool),
    SearchShipments {
        text: String,
        filter: ShipmentFilter,
    },
    LoadMoreShipments,
    SelectShipment(Option<ShipmentId>),
    /// A scanned number: selects its shipment, or tracks the number if no shipment has it.
    LookUpScanned(String),
    ExportShipments {
        file: PathBuf,
    },

    // Refunds
    /// Requests the refunds one after another, through the journal.
    AskRefunds(Vec<ShipmentId>),
    RefundWork(WorkIntent),
    PrintWork(WorkIntent),
    SyncWork(WorkIntent),
    RefreshRefunds,

    // Tracking
    /// One or more tracking numbers, separated by any characters.
    Track {
        text: String,
    },
    Untrack(String),
    RefreshTracking,
    /// Locates the scans of a watched parcel for the map.
    ShowRoute(String),
    RefreshRadar,

    Manifests(ManifestIntent),
    Documents(DocumentIntent),

    // Container labels
    MakeContainers(Box<ContainerOrder>),
    /// Loads the container labels that were made earlier.
    LookForContainers,

    // Balance
    RefreshBalance,
    TopUp {
        amount: Amount,
    },
    /// Stops waiting for a top-up that was not found; a second one may then be charged too.
    TopUpAgain(TransactionId),
    SetAutoBuy(AutoBuyRequest),
    LoadHistory(history::Range),
    /// Exports every entry of the selected days as CSV.
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
    /// Copies the files that cannot be fetched again into a new folder inside `folder`.
    BackUp {
        folder: PathBuf,
    },
    /// Empties the cache and the address book; the user has already confirmed.
    DeleteData,
    Keeping(KeepingIntent),
    Practice(PracticeIntent),
    OpenUrl(String),
    PutInBook(Box<AddressForm>),
}
