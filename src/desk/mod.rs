//! The application without a window. Panels read [`state::State`] and push [`intent::Intent`]s;
//! jobs run on tokio and answer through a channel that [`Desk::tick`] drains. It does not depend on
//! egui or on the practice service: it is given a base URL.
//!
//! The layers, lowest first: `kernel` knows no feature; `parcel` is one parcel as plain data;
//! `records` holds the types that responses are converted to; `money` carries out purchases; then
//! one folder for each feature; `flows` contains what involves several features.

pub mod addresses;
pub mod balance;
pub mod carriers;
pub mod containers;
pub mod flows;
pub mod intent;
pub mod kernel;
pub mod labels;
pub mod manifests;
pub mod money;
mod owner;
pub mod parcel;
pub mod practice;
pub mod printing;
pub mod records;
pub mod refunds;
pub mod safekeeping;
pub mod scale;
pub mod ship;
pub mod shipments;
pub mod sign_in;
pub mod state;
pub mod tracking;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::base::clock::Stopwatch;
use crate::desk::balance::history;
use crate::desk::carriers::catalogs;
use crate::desk::flows::{
    buy, buy_again, delete_data, diagnostics, documents, express, react, refund, start,
};
use crate::desk::intent::Intent;
use crate::desk::kernel::notices;
use crate::desk::kernel::saved_values;
use crate::desk::money::desk_host::DeskHost;
use crate::desk::money::purchases;
use crate::desk::safekeeping::local_data;
use crate::desk::ship::{address_sides, compare, draft_edit, duplicate_alert, rate_history, rates};
use crate::desk::shipments::{export, list, never_scanned, sync};
use crate::desk::state::State;
use crate::desk::tracking::route;

pub use crate::desk::flows::start::{DeskError, Setup};
pub use crate::desk::kernel::jobs::Waker;
pub use crate::desk::kernel::pace::Pace;
pub use crate::desk::owner::Desk;
pub use crate::desk::sign_in::practice_access::{PracticeAccess, PracticeLauncher};

/// [`Desk::tick`] stops applying answers after this long, to keep the frame rate.
const TICK_BUDGET: Duration = Duration::from_millis(4);

impl Desk {
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Carries out a user request. Never blocks: slow work becomes a job.
    pub fn apply(&mut self, intent: Intent) {
        self.changed = true;
        match intent {
            Intent::TryPractice => self.accounts(sign_in::try_practice),
            Intent::SignIn(sign_in) => self.accounts(|me, ctx| sign_in::sign_in(me, ctx, sign_in)),
            Intent::SignUp { base_url, form } => {
                self.kernel(|ctx| sign_in::sign_up(ctx, base_url, *form))
            }
            Intent::ApproveTerms { account } => {
                self.accounts(|me, ctx| sign_in::approve_terms(me, ctx, account))
            }
            Intent::Leave => self.accounts(sign_in::leave),
            Intent::Known(intent) => self.accounts(|me, ctx| sign_in::apply(me, ctx, intent)),

            Intent::EditDraft(draft) => self.ship(|me, ctx| draft_edit::edit(me, ctx, *draft)),
            Intent::NewDraft => self.ship(draft_edit::start_new),
            Intent::SearchBook { text } => {
                self.ship(|me, ctx| address_sides::search(me, ctx, text))
            }
            Intent::PickAddress { side, row } => {
                self.ship(|me, ctx| address_sides::pick(me, ctx, side, row))
            }
            Intent::Scale(intent) => self.scale(|me, ctx| scale::apply(me, ctx, intent)),
            Intent::SaveAddress { side } => {
                self.ship(|me, ctx| address_sides::save_side(me, ctx, side))
            }
            Intent::ValidateAddress { side } => {
                self.ship(|me, ctx| address_sides::validate(me, ctx, side))
            }
            Intent::AcceptSuggestion { side } => {
                self.ship(|me, ctx| address_sides::accept_suggestion(me, ctx, side))
            }
            Intent::KeepMine { side } => {
                self.ship(|me, ctx| address_sides::keep_mine(me, ctx, side))
            }
            Intent::PasteAddress { side, text } => {
                self.ship(|me, ctx| draft_edit::paste(me, ctx, side, &text))
            }
            Intent::UseSampleAddresses => self.ship(address_sides::use_samples),
            Intent::GetRates => self.ship(rates::get),
            Intent::ChooseRate(rate) => self.ship(|me, ctx| rates::choose(me, ctx, *rate)),
            Intent::Past(intent) => self.ship(|me, ctx| rate_history::apply(me, ctx, intent)),
            Intent::AskWhy { account, service } => {
                self.ship(|me, ctx| compare::ask_why(me, ctx, account, service))
            }
            Intent::Compare(choices) => self.ship(|me, ctx| compare::ask(me, ctx, choices)),
            Intent::ChooseCompared { column, rate } => {
                self.ship(|me, ctx| compare::choose(me, ctx, column, *rate))
            }
            Intent::Buy => buy::buy(self),
            Intent::BuyExpress => express::buy(self),
            Intent::CancelHeld => express::cancel_held(self),
            Intent::CancelPurchase(transaction) => self
                .purchases(|me, ctx| purchases::cancel(&mut DeskHost::new(me, ctx), transaction)),
            Intent::SendNow(transaction) => self
                .purchases(|me, ctx| purchases::send_now(&mut DeskHost::new(me, ctx), transaction)),
            Intent::CheckAgain(transaction) => self.purchases(|me, ctx| {
                purchases::check_again(&mut DeskHost::new(me, ctx), transaction)
            }),
            Intent::BuyAnother(transaction) => buy_again::begin(self, transaction),
            Intent::IgnoreTwin(shipment) => {
                self.ship(|me, _| duplicate_alert::ignore(me, shipment))
            }
            Intent::ShipAnother(shipment) => self.kernel(|ctx| draft_edit::another(ctx, shipment)),

            Intent::ShowLabel(shipment) => self.labels(|me, ctx| labels::show(me, ctx, shipment)),
            Intent::RenderLabel { shipment, dpi } => {
                self.labels(|me, ctx| labels::render(me, ctx, shipment, dpi))
            }
            Intent::SaveLabels {
                shipments,
                to,
                files,
            } => self.kernel(|ctx| labels::save(ctx, shipments, to, files)),
            Intent::FetchLabelAgain(shipment) => {
                self.labels(|me, ctx| labels::fetch_again(me, ctx, shipment))
            }

            Intent::SavePrinter { replaces, printer } => {
                self.printing(|me, ctx| printing::save_printer(me, ctx, replaces, *printer));
            }
            Intent::RemovePrinter(name) => {
                self.printing(|me, ctx| printing::remove_printer(me, ctx, name))
            }
            Intent::FindPrinters => self.printing(printing::find),
            Intent::AskPrinter(uri) => self.printing(|me, ctx| printing::ask(me, ctx, uri)),
            Intent::TestPrint(name) => {
                self.printing(|me, ctx| printing::test_print(me, ctx, &name))
            }
            Intent::Print(request) => flows::printing::print(self, request),
            Intent::SyncWork(step) => self.shipments(|me, ctx| sync::work(me, ctx, step)),
            Intent::PrintWork(step) => self.printing(|me, ctx| printing::work(me, ctx, step)),
            Intent::DropPrintQuestion => self.state.printing.question = None,
            Intent::CancelPrint(job) => self.printing(|me, ctx| printing::cancel(me, ctx, job)),
            Intent::RetryPrint(job) => self.printing(|me, ctx| printing::retry(me, ctx, job)),
            Intent::SettlePrint { job, printed } => {
                self.printing(|me, ctx| printing::settle(me, ctx, job, printed))
            }

            Intent::RefreshShipments => self.shipments(list::refresh),
            Intent::PauseSync(paused) => self.shipments(|me, ctx| sync::pause(me, ctx, paused)),
            Intent::SearchShipments { text, filter } => {
                self.shipments(|me, ctx| list::search(me, ctx, text, filter))
            }
            Intent::LoadMoreShipments => self.shipments(list::load_more),
            Intent::SelectShipment(shipment) => {
                self.shipments(|me, ctx| list::select(me, ctx, shipment))
            }
            Intent::LookUpScanned(code) => self.kernel(|ctx| list::look_up_scanned(ctx, code)),
            Intent::ExportShipments { file } => {
                self.shipments(|me, ctx| export::shipments(me, ctx, file))
            }

            Intent::AskRefunds(shipments) => refund::ask(self, shipments),
            Intent::RefundWork(step) => self.refunds(|me, ctx| refunds::work(me, ctx, step)),
            Intent::RefreshRefunds => self.refunds(refunds::refresh),

            Intent::Track { text } => self.tracking(|me, ctx| tracking::track(me, ctx, &text)),
            Intent::Untrack(number) => self.tracking(|me, ctx| tracking::untrack(me, ctx, number)),
            Intent::RefreshTracking => self.tracking(tracking::refresh_all),
            Intent::ShowRoute(number) => self.tracking(|me, ctx| route::show(me, ctx, &number)),
            Intent::RefreshRadar => self.kernel(never_scanned::look),

            Intent::Manifests(intent) => {
                self.manifests(|me, ctx| manifests::apply(me, ctx, intent))
            }
            Intent::Documents(intent) => documents::apply(self, intent),

            Intent::MakeContainers(order) => {
                self.containers(|me, ctx| containers::make(me, ctx, *order))
            }
            Intent::LookForContainers => self.kernel(containers::look),

            Intent::RefreshBalance => self.balance(balance::refresh),
            Intent::TopUp { amount } => flows::top_up::begin(self, amount),
            Intent::TopUpAgain(transaction) => self.purchases(|me, ctx| {
                purchases::top_up::consent(&mut DeskHost::new(me, ctx), transaction);
            }),
            Intent::SetAutoBuy(request) => self.kernel(|ctx| balance::set_auto_buy(ctx, request)),
            Intent::LoadHistory(range) => self.balance(|me, ctx| history::load(me, ctx, range)),
            Intent::ExportHistory { file } => {
                self.balance(|me, ctx| history::export(me, ctx, file))
            }
            Intent::CancelHistoryExport => self.balance(history::cancel_export),
            Intent::LoadMoreHistory => self.balance(balance::load_more_history),

            Intent::Accounts(intent) => self.carriers(|me, ctx| carriers::apply(me, ctx, intent)),
            Intent::Addresses(intent) => {
                self.addresses(|me, ctx| addresses::apply(me, ctx, intent))
            }
            Intent::RefreshCarriers => self.carriers(catalogs::refresh_carriers),
            Intent::DismissNotice(id) => self.state.notices.retain(|notice| notice.id != id),
            Intent::ChangeSettings(settings) => start::change_settings(self, *settings),
            Intent::BackUp { folder } => {
                self.safekeeping(|me, ctx| local_data::back_up(me, ctx, folder))
            }
            Intent::DeleteData => delete_data::delete(self),
            Intent::Keeping(intent) => diagnostics::apply(self, intent),
            Intent::Practice(intent) => self.practice(|me, ctx| practice::apply(me, ctx, intent)),
            Intent::OpenUrl(url) => self.kernel(|ctx| notices::open_url(ctx, &url)),
            Intent::PutInBook(address) => self.kernel(|ctx| address_sides::put(ctx, *address)),
        }
        react::deliver(self);
    }

    /// Applies waiting answers for a few milliseconds and starts the work that is due. Returns true
    /// when something on the screen may have changed.
    pub fn tick(&mut self) -> bool {
        let watch = Stopwatch::start();
        while watch.elapsed() < TICK_BUDGET {
            let Some(fold) = self.jobs.next_fold() else {
                break;
            };
            // A panic in one answer must not end the program; the state may be partly updated.
            let folded = catch_unwind(AssertUnwindSafe(|| {
                fold(self);
                react::deliver(self);
            }));
            if folded.is_err() {
                self.kernel(|ctx| ctx.note_fault());
            }
            self.changed = true;
        }
        if self.jobs.take_panicked() > 0 {
            self.kernel(|ctx| ctx.note_fault());
            // One of them may have been a money job; resume looks up what it left uncertain.
            self.purchases(purchases::resume);
        }
        self.ship(draft_edit::autosave_when_due);
        self.ship(rates::get_when_due);
        self.purchases(purchases::send_when_due);
        self.tracking(tracking::poll_when_due);
        self.refunds(refunds::poll_when_due);
        self.accounts(sign_in::retry_when_due);
        self.purchases(purchases::watch_when_due);
        self.printing(printing::work_when_due);
        self.manifests(manifests::work_when_due);
        self.safekeeping(safekeeping::backup::when_due);
        react::deliver(self);
        self.kernel(|ctx| ctx.let_notices_go());
        std::mem::take(&mut self.changed)
    }

    /// Time until [`Desk::tick`] has work to do even if no answer arrives; `None` when nothing is
    /// scheduled.
    pub fn next_wake(&mut self) -> Option<Duration> {
        if self.jobs.has_more() {
            return Some(Duration::ZERO);
        }
        let wakes = [
            self.ship(|me, ctx| draft_edit::next_wake(me, ctx)),
            self.purchases(|me, ctx| purchases::next_wake(me, ctx)),
            self.tracking(|me, ctx| tracking::next_wake(me, ctx)),
            self.refunds(|me, ctx| refunds::next_wake(me, ctx)),
            self.kernel(|ctx| sign_in::next_wake(ctx)),
            self.printing(|me, ctx| printing::next_wake(me, ctx)),
            self.manifests(|me, ctx| manifests::next_wake(me, ctx)),
            self.safekeeping(|me, ctx| safekeeping::backup::next_wake(me, ctx)),
            self.kernel(|ctx| ctx.notice_leaves()),
        ];
        wakes.into_iter().flatten().min()
    }

    /// Saves the draft and stops every job. A purchase in progress stays in the journal and is
    /// resolved at the next start.
    pub async fn close(mut self) {
        if let Ok(json) = serde_json::to_string(&self.state.ship.draft)
            && let Err(error) = self.cache.put(None, saved_values::DRAFT, json).await
        {
            tracing::warn!(%error, "the draft could not be saved at closing");
        }
        self.jobs.stop().await;
        self.accounts(|me, _| sign_in::save_at_closing(me));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// A desk in its own folder, with nobody signed in.
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
