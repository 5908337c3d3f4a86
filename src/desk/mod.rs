//! The application without a window. Panels read [`state::State`] and push [`intent::Intent`]s;
//! jobs run on tokio and answer through a channel that [`Desk::tick`] drains. It does not depend on
//! egui or on the practice service: it is given a base URL.
//!
//! The layers, lowest first: `kernel` knows no feature; `records` holds the types that responses are
//! converted to; `money` carries out purchases; then one folder for each feature; `flows` contains
//! what involves several features. What is only computed is below the desk, in the packages `parcel`,
//! `tables` and `orders`.

pub mod addresses;
pub mod balance;
pub mod carriers;
pub mod containers;
pub mod finder;
pub mod flows;
pub mod intent;
pub mod kernel;
pub mod labels;
pub mod manifests;
pub mod money;
pub mod order_batches;
pub mod order_import;
pub mod order_moves;
pub mod order_printing;
pub mod order_records;
pub mod order_results;
pub mod order_rules;
pub mod orders;
mod owner;
pub mod practice;
pub mod printing;
pub mod records;
pub mod refunds;
pub mod safekeeping;
pub mod scale;
pub mod scan_to_ship;
pub mod ship;
pub mod shipments;
pub mod sign_in;
pub mod state;
pub mod stations;
pub mod tracking;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::base::clock::Stopwatch;
use crate::base::redact;
use crate::desk::flows::{
    buy, buy_again, delete_data, diagnostics, documents, express, react, refund, start,
};
use crate::desk::intent::Intent;
use crate::desk::kernel::{notices, saved_values};
use crate::desk::money::purchases;
use crate::desk::ship::{address_sides, draft_edit, rates};
use crate::desk::state::State;

pub use crate::desk::flows::start::{DeskError, Setup};
pub use crate::desk::kernel::jobs::Waker;
pub use crate::desk::kernel::pace::Timing;
pub use crate::desk::owner::Desk;
pub use crate::desk::sign_in::practice_access::{PracticeAccess, PracticeLauncher};

/// [`Desk::tick`] stops applying answers after this long, to keep the frame rate.
const TICK_BUDGET: Duration = Duration::from_millis(4);

impl Desk {
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Carries out a user request. Never blocks: slow work becomes a job.
    pub fn apply(&mut self, intent: impl Into<Intent>) {
        self.changed = true;
        let intent = intent.into();
        tracing::debug!(intent = %redact::outline(&intent), "a request");
        match intent {
            Intent::Addresses(intent) => {
                self.addresses(|me, ctx| addresses::apply(me, ctx, intent))
            }
            Intent::Balance(intent) => {
                self.balance(|me, ctx| balance::intent::apply(me, ctx, intent))
            }
            Intent::Carriers(intent) => self.carriers(|me, ctx| carriers::apply(me, ctx, intent)),
            Intent::Containers(intent) => {
                self.containers(|me, ctx| containers::apply(me, ctx, intent))
            }
            Intent::Finder(intent) => self.finder(|me, ctx| finder::apply(me, ctx, intent)),
            Intent::Labels(intent) => self.labels(|me, ctx| labels::intent::apply(me, ctx, intent)),
            Intent::Manifests(intent) => {
                self.manifests(|me, ctx| manifests::apply(me, ctx, intent))
            }
            Intent::Orders(intent) => self.orders(|me, ctx| orders::intent::apply(me, ctx, intent)),
            Intent::OrderBatches(intent) => {
                self.order_batches(|me, ctx| order_batches::apply(me, ctx, intent))
            }
            Intent::OrderImport(intent) => {
                self.order_import(|me, ctx| order_import::intent::apply(me, ctx, intent))
            }
            Intent::OrderMoves(intent) => {
                self.order_moves(|me, ctx| order_moves::apply(me, ctx, intent))
            }
            Intent::OrderResults(intent) => flows::shop_files::begin(self, intent),
            Intent::OrderRules(intent) => {
                self.order_rules(|me, ctx| order_rules::intent::apply(me, ctx, intent))
            }
            Intent::Practice(intent) => self.practice(|me, ctx| practice::apply(me, ctx, intent)),
            Intent::Printing(intent) => {
                self.printing(|me, ctx| printing::intent::apply(me, ctx, intent))
            }
            Intent::Purchases(intent) => {
                self.purchases(|me, ctx| money::intent::apply(me, ctx, intent))
            }
            Intent::Refunds(intent) => {
                self.refunds(|me, ctx| refunds::intent::apply(me, ctx, intent))
            }
            Intent::Safekeeping(intent) => diagnostics::apply(self, intent),
            Intent::Scale(intent) => self.scale(|me, ctx| scale::apply(me, ctx, intent)),
            Intent::ScanToShip(intent) => {
                self.scan_to_ship(|me, ctx| scan_to_ship::apply(me, ctx, intent))
            }
            Intent::Ship(intent) => self.ship(|me, ctx| ship::intent::apply(me, ctx, intent)),
            Intent::Shipments(intent) => {
                self.shipments(|me, ctx| shipments::intent::apply(me, ctx, intent))
            }
            Intent::SignIn(intent) => {
                self.accounts(|me, ctx| sign_in::intent::apply(me, ctx, intent))
            }
            Intent::Stations(intent) => {
                self.stations(|me, ctx| stations::intent::apply(me, ctx, intent))
            }
            Intent::Tracking(intent) => {
                self.tracking(|me, ctx| tracking::intent::apply(me, ctx, intent))
            }

            Intent::Buy => buy::buy(self),
            Intent::BuyExpress => express::buy(self),
            Intent::CancelHeld => express::cancel_held(self),
            Intent::BuyAnother(transaction) => buy_again::begin(self, transaction),
            Intent::TopUp { amount } => flows::top_up::begin(self, amount),
            Intent::Print(request) => flows::printing::print(self, request),
            Intent::PrintOrders(request) => flows::print_orders::begin(self, request),
            Intent::PaperOfOrders(request) => flows::order_papers::begin(self, request),
            Intent::PrintDayReport => flows::order_papers::print_day_report(self),
            Intent::HandOverOrders(orders) => flows::hand_over_orders::hand_over(self, &orders),
            Intent::ReturnLabel(shipment) => flows::return_label::begin(self, shipment),
            Intent::RequestRefunds(shipments) => refund::request_refunds(self, shipments),
            Intent::Documents(intent) => documents::apply(self, intent),
            Intent::DeleteData => delete_data::delete(self),

            Intent::ChangeSettings(settings) => start::change_settings(self, *settings),
            Intent::DismissNotice(id) => self.state.notices.retain(|notice| notice.id != id),
            Intent::OpenUrl(url) => self.kernel(|ctx| notices::open_url(ctx, &url)),
            Intent::OpenPath(path) => self.kernel(|ctx| notices::open_path(ctx, path)),
        }
        react::deliver(self);
    }

    /// Applies waiting answers for a few milliseconds and starts the work that is due. Returns true
    /// when something on the screen may have changed.
    pub fn tick(&mut self) -> bool {
        let watch = Stopwatch::start();
        while watch.elapsed() < TICK_BUDGET {
            let Some((job, fold)) = self.jobs.next_fold() else {
                break;
            };
            // A panic in one answer must not end the program; the state may be partly updated.
            let folded = catch_unwind(AssertUnwindSafe(|| {
                let _job = job.enter();
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
        self.ship(address_sides::check_when_due);
        self.ship(rates::get_when_due);
        self.purchases(purchases::send_when_due);
        self.tracking(tracking::poll_when_due);
        self.refunds(refunds::poll_when_due);
        self.balance(balance::refresh_when_due);
        self.accounts(sign_in::retry_when_due);
        self.purchases(purchases::watch_when_due);
        self.printing(printing::work_when_due);
        self.manifests(manifests::work_when_due);
        self.safekeeping(safekeeping::backup::when_due);
        flows::scan_to_ship::go_on_when_due(self);
        self.order_results(order_results::write_back::deliver_when_due);
        self.order_batches(order_batches::claim_watch::look_when_due);
        react::deliver(self);
        self.kernel(|ctx| ctx.remove_expired_notices());
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
            self.balance(|me, ctx| balance::next_wake(me, ctx)),
            self.kernel(|ctx| sign_in::next_wake(ctx)),
            self.printing(|me, ctx| printing::next_wake(me, ctx)),
            self.manifests(|me, ctx| manifests::next_wake(me, ctx)),
            self.safekeeping(|me, ctx| safekeeping::backup::next_wake(me, ctx)),
            self.order_results(|me, ctx| order_results::write_back::next_wake(me, ctx)),
            self.order_batches(|me, ctx| order_batches::claim_watch::next_wake(me, ctx)),
            self.kernel(|ctx| ctx.next_notice_expiry()),
        ];
        wakes.into_iter().flatten().min()
    }

    /// Saves the draft and stops every job. A purchase in progress stays in the journal and is
    /// resolved at the next start.
    pub async fn close(mut self) {
        // Stopping may take seconds, in which the system may end the program.
        self.save_draft().await;
        self.jobs.stop().await;
        // A job that saved an older draft may have come after the first.
        self.save_draft().await;
        self.accounts(|me, _| sign_in::save_at_closing(me));
        // A server writes a line for each connection that ends without a goodbye.
        if let Some(workspace) = self.workspaces.shared_place().and_then(|place| place.opened()) {
            workspace.close().await;
        }
    }

    async fn save_draft(&self) {
        if let Ok(json) = serde_json::to_string(&self.state.ship.draft)
            && let Err(error) = self.cache.put(None, saved_values::DRAFT, json).await
        {
            tracing::warn!(%error, "the draft could not be saved at closing");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// A desk in its own folder, with nobody signed in.
    pub(super) fn with_desk(test: impl FnOnce(&mut Desk)) {
        let (folder, runtime) = (tempfile::tempdir().unwrap(), runtime());
        let mut desk = open(runtime.handle(), folder.path());
        test(&mut desk);
        runtime.block_on(desk.close());
    }

    /// A single thread for jobs.
    fn runtime() -> tokio::runtime::Runtime {
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        runtime.worker_threads(1).enable_all().build().unwrap()
    }

    fn open(runtime: &tokio::runtime::Handle, folder: &std::path::Path) -> Desk {
        Desk::open(Setup {
            runtime: runtime.clone(),
            data_dir: folder.to_owned(),
            clock: crate::base::clock::Clock::System,
            waker: Arc::new(|| {}),
            practice: None,
            decoder_program: "postroom".into(),
            base_url: None,
            credentials: None,
            keyring: None,
            ca_file: None,
            workspace: None,
            devices: None,
        })
        .unwrap()
    }

    /// The only thread for jobs is busy until the desk closes, so the job that saves comes late.
    #[test]
    fn an_older_draft_that_is_being_saved_does_not_replace_the_last_one() {
        let folder = tempfile::tempdir().unwrap();
        let first = runtime();
        let mut desk = open(first.handle(), folder.path());
        let (release, held) = std::sync::mpsc::channel::<()>();
        first.spawn(async move { held.recv() });
        for name in ["Half", "Half typed"] {
            let mut draft = desk.state.ship.draft.clone();
            draft.to.name = name.to_owned();
            desk.apply(ship::intent::ShipIntent::EditDraft(Box::new(draft)));
            if name == "Half" {
                desk.ship(ship::draft_edit::save);
            }
        }
        let releasing = std::thread::spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(300));
            release.send(()).unwrap();
        });
        first.block_on(desk.close());
        releasing.join().unwrap();
        // Its tasks hold the folder.
        drop(first);
        let second = runtime();
        let desk = open(second.handle(), folder.path());
        assert_eq!(desk.state.ship.draft.to.name, "Half typed");
        second.block_on(desk.close());
    }
}
