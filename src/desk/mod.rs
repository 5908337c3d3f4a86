//! What a person can do, without a window. Panels read [`state::State`] and push
//! [`intent::Intent`]s; jobs run on tokio and answer through a channel that
//! [`Desk::tick`] drains. Knows nothing of egui and nothing of the practice service:
//! it is given a base URL.
//!
//! The floors, lowest first: `kernel` knows no feature; `parcel` is one parcel as plain data;
//! `records` is what answers become; `money` is every purchase on its way; then one folder for
//! each feature; `flows` is what concerns several.

pub mod addresses;
pub mod balance;
pub mod carriers;
pub mod containers;
mod event;
pub mod flows;
pub mod intent;
pub mod kernel;
pub mod labels;
pub mod manifests;
pub mod money;
pub mod parcel;
pub mod practice;
mod printing;
pub mod records;
pub mod refunds;
pub mod safekeeping;
pub mod scale;
pub mod ship;
pub mod shipments;
pub mod sign_in;
pub mod state;
pub mod tracking;

use crate::desk::balance::history;
use crate::desk::carriers::catalogs;
use crate::desk::flows::{buy, buy_again, delete_data, express, start};
use crate::desk::kernel::{notices, saved_values};
use crate::desk::labels::documents;
use crate::desk::money::purchases;
use crate::desk::safekeeping::local_data;
use crate::desk::ship::{address_sides, compare, draft_edit, duplicate_alert, rate_history, rates};
use crate::desk::shipments::{export, list, never_scanned, sync};
use crate::desk::sign_in::saved_accounts;
use crate::desk::tracking::route;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;

use crate::base::clock::{Clock, Stopwatch};
use crate::base::id::{OrderId, ShipmentId, TransactionId};
use crate::desk::event::Event;
use crate::desk::flows::react;
use crate::desk::intent::Intent;
use crate::desk::kernel::jobs::Jobs;
use crate::desk::kernel::session::{Link, Links};
use crate::desk::parcel::draft::Draft;
use crate::desk::state::State;
use crate::label::Decoder;
use crate::label::print::spooler::Spooler;
use crate::store::book::Book;
use crate::store::cache::{Cache, Scope};
use crate::store::journal::Journal;
use crate::store::spool::Spool;

pub use crate::desk::flows::start::{DeskError, Pace, PracticeAccess, PracticeLauncher, Setup};
pub use crate::desk::kernel::jobs::Waker;

/// Folding answers in stops after this long, so that a frame stays a frame.
const TICK_BUDGET: Duration = Duration::from_millis(4);

/// The headless application: one owner of the state, no locks.
pub struct Desk {
    state: State,
    jobs: Jobs,
    clock: Clock,
    pace: Pace,
    cache: Cache,
    book: Book,
    /// `None` when it cannot be trusted; then nothing is bought.
    journal: Option<Journal>,
    /// `None` when its file cannot be used; then nothing is printed.
    spool: Option<Spool>,
    /// Printers that are off, each since its last try.
    print_pauses: HashMap<String, Stopwatch>,
    practice: Option<PracticeLauncher>,
    /// What the window was started with, for signing in without asking.
    credentials: Option<intent::SignIn>,
    /// An account made in this run whose terms are not accepted yet.
    signed_up: Option<intent::SignIn>,
    /// Where secrets are kept, and what is to be kept once signing in succeeds.
    secrets: sign_in::Files,
    to_keep: Option<saved_accounts::Kept>,
    /// Of the command line, for this run only.
    ca_file: Option<PathBuf>,
    /// Drafts of accounts that are not on the screen.
    drafts: HashMap<Scope, Draft>,
    decoder: Arc<Decoder>,
    spooler: Spooler,
    /// Where this desk keeps its files.
    data_dir: PathBuf,
    /// What earlier runs left, while it is offered.
    crashes: Vec<crate::base::crash::Report>,
    looked_at_backups: bool,
    /// Purchases that were made and are not in the journal yet.
    unrecorded: usize,
    link: Option<Arc<Link>>,
    links: Links,
    /// Whose rows are on the screen, also before anyone is signed in.
    scope: Option<Scope>,
    /// What the quote on the screen was asked for.
    quoted: Option<Box<Draft>>,
    /// What the columns side by side were asked for.
    compared: Option<Box<Draft>>,
    /// What a twin was last looked for, and the one that is none.
    likeness: Option<duplicate_alert::Likeness>,
    ignored_twin: Option<ShipmentId>,
    scale: scale::Hand,
    /// A purchase between the click and its journal row.
    buying: Option<(OrderId, u32)>,
    held: Vec<Held>,
    /// Labels on the screen, the one shown last at the end.
    labels_shown: VecDeque<ShipmentId>,
    /// Wakes the resolver of a purchase for a look-up now.
    nudges: HashMap<TransactionId, Arc<Notify>>,
    timers: Timers,
    notices_given: u64,
    /// That the service's clock says another time was told.
    clock_told: bool,
    aside: notices::Aside,
    /// Announced and not delivered yet.
    events: VecDeque<Event>,
    changed: bool,
}

/// A purchase waiting out its regret window.
struct Held {
    transaction: TransactionId,
    since: Stopwatch,
    wait: Duration,
}

#[derive(Default)]
struct Timers {
    draft_edited: Option<Stopwatch>,
    tracked: Option<Stopwatch>,
    refunds: Option<Stopwatch>,
    retried: Option<Stopwatch>,
    watched: Option<Stopwatch>,
    /// The journal could not be read for what it left open.
    unread: bool,
    /// Since the last look at manifests that are queued.
    manifests: Option<Stopwatch>,
    /// Rounds of such looks that brought no news.
    manifest_rounds: u32,
    manifests_stale: bool,
    /// Since shipments were last grouped for them, and how long not again.
    manifests_grouped: Option<(Stopwatch, Duration)>,
    /// Since the last look whether a backup is due.
    backup: Option<Stopwatch>,
}

impl Desk {
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Does what a person asked for. Never waits: what takes time becomes a job.
    pub fn apply(&mut self, intent: Intent) {
        self.changed = true;
        match intent {
            Intent::TryPractice => sign_in::try_practice(self),
            Intent::SignIn(sign_in) => sign_in::sign_in(self, sign_in),
            Intent::SignUp { base_url, form } => sign_in::sign_up(self, base_url, *form),
            Intent::ApproveTerms { account } => sign_in::approve_terms(self, account),
            Intent::Leave => sign_in::leave(self),
            Intent::Known(intent) => sign_in::apply(self, intent),

            Intent::EditDraft(draft) => draft_edit::edit(self, *draft),
            Intent::NewDraft => draft_edit::start_new(self),
            Intent::SearchBook { text } => address_sides::search(self, text),
            Intent::PickAddress { side, row } => address_sides::pick(self, side, row),
            Intent::Scale(intent) => scale::apply(self, intent),
            Intent::SaveAddress { side } => address_sides::save_side(self, side),
            Intent::ValidateAddress { side } => address_sides::validate(self, side),
            Intent::AcceptSuggestion { side } => address_sides::accept_suggestion(self, side),
            Intent::KeepMine { side } => address_sides::keep_mine(self, side),
            Intent::PasteAddress { side, text } => draft_edit::paste(self, side, &text),
            Intent::UseSampleAddresses => address_sides::use_samples(self),
            Intent::GetRates => rates::get(self),
            Intent::ChooseRate(rate) => rates::choose(self, *rate),
            Intent::Past(intent) => rate_history::apply(self, intent),
            Intent::AskWhy { account, service } => compare::ask_why(self, account, service),
            Intent::Compare(choices) => compare::ask(self, choices),
            Intent::ChooseCompared { column, rate } => compare::choose(self, column, *rate),
            Intent::Buy => buy::buy(self),
            Intent::BuyExpress => express::buy(self),
            Intent::CancelHeld => express::cancel_held(self),
            Intent::CancelPurchase(transaction) => purchases::cancel(self, transaction),
            Intent::SendNow(transaction) => purchases::send_now(self, transaction),
            Intent::CheckAgain(transaction) => purchases::check_again(self, transaction),
            Intent::BuyAnother(transaction) => buy_again::begin(self, transaction),
            Intent::IgnoreTwin(shipment) => duplicate_alert::ignore(self, shipment),
            Intent::ShipAnother(shipment) => draft_edit::another(self, shipment),

            Intent::ShowLabel(shipment) => labels::show(self, shipment),
            Intent::RenderLabel { shipment, dpi } => labels::render(self, shipment, dpi),
            Intent::SaveLabels {
                shipments,
                to,
                files,
            } => labels::save(self, shipments, to, files),
            Intent::FetchLabelAgain(shipment) => labels::fetch_again(self, shipment),

            Intent::SavePrinter { replaces, printer } => {
                printing::save_printer(self, replaces, *printer);
            }
            Intent::RemovePrinter(name) => printing::remove_printer(self, name),
            Intent::FindPrinters => printing::find(self),
            Intent::AskPrinter(uri) => printing::ask(self, uri),
            Intent::TestPrint(name) => printing::test_print(self, &name),
            Intent::Print(request) => printing::print(self, request),
            Intent::SyncWork(step) => sync::work(self, step),
            Intent::PrintWork(step) => printing::work(self, step),
            Intent::DropPrintQuestion => self.state.printing.question = None,
            Intent::CancelPrint(job) => printing::cancel(self, job),
            Intent::RetryPrint(job) => printing::retry(self, job),
            Intent::SettlePrint { job, printed } => printing::settle(self, job, printed),

            Intent::RefreshShipments => list::refresh(self),
            Intent::PauseSync(paused) => sync::pause(self, paused),
            Intent::SearchShipments { text, filter } => list::search(self, text, filter),
            Intent::LoadMoreShipments => list::load_more(self),
            Intent::SelectShipment(shipment) => list::select(self, shipment),
            Intent::LookUpScanned(code) => list::look_up_scanned(self, code),
            Intent::ExportShipments { file } => export::shipments(self, file),

            Intent::AskRefunds(shipments) => refunds::ask(self, shipments),
            Intent::RefundWork(step) => refunds::work(self, step),
            Intent::RefreshRefunds => refunds::refresh(self),

            Intent::Track { text } => tracking::track(self, &text),
            Intent::Untrack(number) => tracking::untrack(self, number),
            Intent::RefreshTracking => tracking::refresh_all(self),
            Intent::ShowRoute(number) => route::show(self, &number),
            Intent::RefreshRadar => never_scanned::look(self),

            Intent::Manifests(intent) => manifests::apply(self, intent),
            Intent::Documents(intent) => documents::apply(self, intent),

            Intent::MakeContainers(order) => containers::make(self, *order),
            Intent::LookForContainers => containers::look(self),

            Intent::RefreshBalance => balance::refresh(self),
            Intent::TopUp { amount } => purchases::top_up::begin(self, amount),
            Intent::TopUpAgain(transaction) => purchases::top_up::consent(self, transaction),
            Intent::SetAutoBuy(request) => balance::set_auto_buy(self, request),
            Intent::LoadHistory(range) => history::load(self, range),
            Intent::ExportHistory { file } => history::export(self, file),
            Intent::CancelHistoryExport => history::cancel_export(self),
            Intent::LoadMoreHistory => balance::load_more_history(self),

            Intent::Accounts(intent) => carriers::apply(self, intent),
            Intent::Addresses(intent) => addresses::apply(self, intent),
            Intent::RefreshCarriers => catalogs::refresh_carriers(self),
            Intent::DismissNotice(id) => self.state.notices.retain(|notice| notice.id != id),
            Intent::ChangeSettings(settings) => start::change_settings(self, *settings),
            Intent::BackUp { folder } => local_data::back_up(self, folder),
            Intent::DeleteData => delete_data::delete(self),
            Intent::Keeping(intent) => safekeeping::apply(self, intent),
            Intent::Practice(intent) => practice::apply(self, intent),
            Intent::OpenUrl(url) => notices::open_url(self, &url),
            Intent::PutInBook(address) => address_sides::put(self, *address),
        }
        react::deliver(self);
    }

    /// Folds in the answers that wait, within a few milliseconds, and does what is due.
    /// True when something on the screen may have changed.
    pub fn tick(&mut self) -> bool {
        let watch = Stopwatch::start();
        while watch.elapsed() < TICK_BUDGET {
            let Some(fold) = self.jobs.next_fold() else {
                break;
            };
            // A desk with one answer half folded in is of more use than no desk at all.
            let folded = catch_unwind(AssertUnwindSafe(|| {
                fold(self);
                react::deliver(self);
            }));
            if folded.is_err() {
                self.note_fault();
            }
            self.changed = true;
        }
        if self.jobs.take_panicked() > 0 {
            self.note_fault();
            // A money job may be among them: what it left in doubt is looked up again.
            purchases::resume(self);
        }
        draft_edit::autosave_when_due(self);
        purchases::send_when_due(self);
        tracking::poll_when_due(self);
        refunds::poll_when_due(self);
        sign_in::retry_when_due(self);
        purchases::watch_when_due(self);
        printing::work_when_due(self);
        manifests::work_when_due(self);
        safekeeping::backup::when_due(self);
        react::deliver(self);
        self.let_notices_go();
        std::mem::take(&mut self.changed)
    }

    /// When [`Desk::tick`] next has something to do without an answer arriving;
    /// `None` while nothing is due.
    pub fn next_wake(&self) -> Option<Duration> {
        if self.jobs.has_more() {
            return Some(Duration::ZERO);
        }
        let left = |since: &Option<Stopwatch>, wait: Duration| {
            since
                .as_ref()
                .map(|since| wait.saturating_sub(since.elapsed()))
        };
        let held = self
            .held
            .iter()
            .map(|held| held.wait.saturating_sub(held.since.elapsed()));
        held.chain(left(&self.timers.draft_edited, self.pace.autosave))
            .chain(left(&self.timers.tracked, self.polling_pause()))
            .chain(left(&self.timers.refunds, self.polling_pause()))
            .chain(left(&self.timers.retried, self.pace.reconnect))
            .chain(left(&self.timers.watched, self.pace.watch))
            .chain(left(&self.timers.manifests, manifests::pause(self)))
            .chain(manifests::next_wake(self))
            .chain(left(&self.timers.backup, safekeeping::backup::pause(self)))
            .chain(printing::next_wake(self))
            .chain(self.notice_leaves())
            .min()
    }

    /// Writes what was typed and stops every job. A purchase under way stays in the
    /// journal and is resolved at the next start.
    pub async fn close(mut self) {
        if let Ok(json) = serde_json::to_string(&self.state.draft)
            && let Err(error) = self.cache.put(None, saved_values::DRAFT, json).await
        {
            tracing::warn!(%error, "the draft could not be saved at closing");
        }
        self.jobs.stop().await;
        sign_in::save_at_closing(&mut self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A desk in a folder of its own, signed in nowhere.
    pub(super) fn with_desk(test: impl FnOnce(&mut Desk)) {
        let folder = std::env::temp_dir().join(format!("postroom-{}", uuid::Uuid::new_v4()));
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let mut desk = Desk::open(Setup {
            runtime: runtime.handle().clone(),
            data_dir: folder.clone(),
            clock: crate::base::clock::Clock::System,
            waker: Arc::new(|| {}),
            practice: None,
            decoder_program: "postroom".into(),
            base_url: None,
            credentials: None,
            keyring: None,
            ca_file: None,
            devices: None,
        })
        .unwrap();
        test(&mut desk);
        runtime.block_on(desk.close());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
