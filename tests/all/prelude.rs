//! The names that most tests use: of the standard library, of the window and of the program.

pub use std::collections::{BTreeMap, BTreeSet, HashMap};
pub use std::fs;
pub use std::path::{Path, PathBuf};
pub use std::sync::{Arc, Mutex};
pub use std::time::{Duration, Instant};

pub use egui::{Key, Modifiers};
pub use jiff::civil::Date;
pub use jiff::tz::TimeZone;
pub use jiff::{SignedDuration, Timestamp};
pub use postroom::api::account::{BalanceEntry, BalanceSummary};
pub use postroom::api::value::LabelFileType;
pub use postroom::base::clock::{Clock, WireTime};
pub use postroom::base::id::{
    CarrierAccountId, CorrelationId, ManifestId, OrderId, ShipmentId, TrackingNumber, TransactionId,
};
pub use postroom::base::measure::WeightUnit;
pub use postroom::base::money::{Amount, Currency, Money};
pub use postroom::base::secret::Secret;
pub use postroom::desk::addresses::AddressIntent;
pub use postroom::desk::balance::intent::BalanceIntent;
pub use postroom::desk::intent::Intent;
pub use postroom::desk::kernel::batch_job::{BatchIntent, BatchJob, BatchRow, RowCounts, RowState};
pub use postroom::desk::kernel::connectivity::Connectivity;
pub use postroom::desk::kernel::failure::Trouble;
pub use postroom::desk::kernel::files::SaveTo;
pub use postroom::desk::kernel::notices::{Notice, Tone};
pub use postroom::desk::kernel::remote::Remote;
pub use postroom::desk::kernel::session::{Connection, SignIn};
pub use postroom::desk::kernel::settings::{Settings, Theme};
pub use postroom::desk::labels::LabelView;
pub use postroom::desk::labels::documents::{DocumentId, DocumentIntent};
pub use postroom::desk::labels::intent::LabelIntent;
pub use postroom::desk::labels::save::SavedFiles;
pub use postroom::desk::manifests::{ManifestIntent, ManifestOrderStatus};
pub use postroom::desk::money::intent::PurchaseIntent;
pub use postroom::desk::money::purchase::{Purchase, PurchaseKind, PurchaseStatus};
pub use postroom::desk::order_batches::OrderBatchIntent;
pub use postroom::desk::order_batches::work::OrderWork;
pub use postroom::desk::order_import::intent::OrderImportIntent;
pub use postroom::desk::order_results::intent::OrderResultIntent;
pub use postroom::desk::order_rules::intent::OrderRuleIntent;
pub use postroom::desk::orders::OrderState;
pub use postroom::desk::orders::intent::OrderIntent;
pub use postroom::desk::orders::list::OrderFilter;
pub use postroom::desk::practice::{FaultKind, PracticeIntent};
pub use postroom::desk::printing::intent::PrintingIntent;
pub use postroom::desk::printing::state::PrintRequest;
pub use postroom::desk::records::shipment_row::ShipmentRow;
pub use postroom::desk::safekeeping::SafekeepingIntent;
pub use postroom::desk::scale::ScaleIntent;
pub use postroom::desk::scan_to_ship::{ScanIntent, ScanStep};
pub use postroom::desk::ship::intent::ShipIntent;
pub use postroom::desk::shipments::intent::ShipmentIntent;
pub use postroom::desk::shipments::list::ShipmentFilter;
pub use postroom::desk::sign_in::intent::SignInIntent;
pub use postroom::desk::sign_in::saved_accounts::Keyring;
pub use postroom::desk::state::State;
pub use postroom::desk::stations::intent::StationsIntent;
pub use postroom::desk::tracking::intent::TrackingIntent;
pub use postroom::desk::{Desk, DeskError, Setup, Timing};
pub use postroom::label::print::{Destination, Language, Printer};
pub use postroom::label::{
    DecodeError, Limits, Page, Verdict, decode_in_process, decode_reporting, read_barcodes,
    self_check,
};
pub use postroom::orders::documents::DocumentEdit;
pub use postroom::orders::import::read_orders::ImportContext;
pub use postroom::orders::order::OrderItem;
pub use postroom::orders::order_edit::OrderEdit;
pub use postroom::orders::order_label::{LabelStatus, OrderLabel};
pub use postroom::orders::order_row::OrderInList;
pub use postroom::orders::rules::KeyedRule;
pub use postroom::orders::scan_state::ScanStage;
pub use postroom::orders::shop_database::{ShopDatabase, ShopDatabaseKind};
pub use postroom::orders::shop_profile::ShopProfile;
pub use postroom::parcel::draft::{AddressField, AddressForm, Draft, PackageForm};
pub use postroom::parcel::preset::{KeyedPreset, Preset, ServiceChoice};
pub use postroom::rows::scope::Environment;
pub use postroom::store::outbox::WriteBackState;
pub use postroom::store::spool::JobState;
pub use postroom::store::workspace::{OrderWrite, WriteOutcome};
pub use postroom::store::{EntryKind, EntryState, Journal, JournalError, NewEntry};
pub use postroom::tables::mapping::{Mapping, OrderField};
pub use postroom::tables::read_file::ReadOptions;
pub use postroom::tables::sheet::Sheet;
pub use postroom::ui::driver::Driver;
pub use postroom::ui::panel::Panel;
pub use postroom::ui::settings_category::SettingsCategory;
pub use rxing::BarcodeFormat;
pub use serde_json::{Value, json};

pub use crate::desk::harness::{
    DeskFixture, TestDesk, connected_desk, desk_ready_to_buy, is_connected, newest_purchase, pace,
};
pub use crate::desk::printing::with_printer;
pub use crate::fake_printer::FakePrinter;
pub use crate::ui::Scene;
pub use crate::ui::board::AnsweringScene;
