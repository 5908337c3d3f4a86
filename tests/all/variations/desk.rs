//! Money through the real desk: each variation of the response to a call that moves money, and how
//! the desk handles it. At the end nothing may be charged twice, lost or stuck.

use postroom::client::TimeOuts;
use postroom::desk::refunds::intent::RefundIntent;
use tokio::runtime::Runtime;

use super::shop::{FIRST_CENTS, Shop};
use super::{replies, server};
use crate::desk::harness::{address, describe_state};
use crate::prelude::*;

/// If nothing changes for this long, it is stuck.
const PATIENCE: Duration = Duration::from_secs(20);
const IN_FLIGHT: usize = 16;
/// More look-ups than any unknown outcome in this table needs: one with more will never end.
const STUCK: u32 = 25;
/// If more than this many are stuck, stop: further ones would only slow the server.
const MOST_STUCK: usize = 8;

pub struct Counter {
    pub desk: Desk,
    folder: PathBuf,
    runtime: Option<Runtime>,
    /// The last status shown for each transaction.
    pub seen: HashMap<String, PurchaseStatus>,
}

impl Counter {
    /// A separate desk, signed in to the shop, with everything loaded once.
    pub fn open<S: server::Service + 'static>(service: &Arc<S>) -> Self {
        let service: Arc<dyn server::Service> = Arc::clone(service) as Arc<dyn server::Service>;
        let address = server::start(service);
        let folder = std::env::temp_dir().join(format!("postroom-second-{}", uuid::Uuid::new_v4()));
        fs::create_dir_all(&folder).unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let setup = Setup {
            runtime: runtime.handle().clone(),
            data_dir: folder.clone(),
            clock: Clock::System,
            waker: Arc::new(|| {}),
            practice: None,
            // Labels are stored as bytes and not drawn: this tests only money.
            decoder_program: PathBuf::from("no-decoder-here"),
            base_url: None,
            credentials: None,
            keyring: None,
            ca_file: None,
            workspace: None,
            devices: None,
        };
        let desk = Desk::open_paced(setup, hurried()).unwrap();
        let mut counter = Self { desk, folder, runtime: Some(runtime), seen: HashMap::new() };
        counter.desk.apply(SignInIntent::SignIn(SignIn {
            environment: Environment::Test,
            base_url: format!("http://{address}/s0/v3.1"),
            api_key: "key-of-second".into(),
            api_secret: Secret::new("secret"),
            user_name: "asa.4711".into(),
            password: Secret::new("password"),
        }));
        counter.until("connected", is_connected);
        let mut settings = counter.desk.state().settings.clone();
        settings.daily_top_up_cap = Amount::from_cents(100_000_000_000);
        settings.regret_secs = 0;
        counter.desk.apply(Intent::ChangeSettings(Box::new(settings)));
        counter
    }

    pub fn frame(&mut self) {
        self.desk.tick();
        for purchase in &self.desk.state().purchases.list {
            match self.seen.get_mut(purchase.transaction.as_str()) {
                Some(known) => known.clone_from(&purchase.status),
                None => {
                    let transaction = purchase.transaction.to_string();
                    self.seen.insert(transaction, purchase.status.clone());
                }
            }
        }
        std::thread::sleep(Duration::from_millis(3));
    }

    #[track_caller]
    pub fn until(&mut self, what: &str, done: impl Fn(&State) -> bool) {
        let begun = Instant::now();
        while !done(self.desk.state()) {
            assert!(
                begun.elapsed() < PATIENCE,
                "waited in vain for: {what}\n{}",
                describe_state(self.desk.state())
            );
            self.frame();
        }
    }

    fn under_way(&self) -> usize {
        let under_way = |status: &&PurchaseStatus| is_open(status) && !is_stuck(status);
        self.seen.values().filter(under_way).count()
    }

    fn is_given_up(&self) -> bool {
        self.seen.values().filter(|status| is_stuck(status)).count() > MOST_STUCK
    }

    /// Runs until at most `left` purchases are open, or nothing changes any more.
    fn settle(&mut self, left: usize) {
        let mut moved = (Instant::now(), usize::MAX);
        loop {
            let open = self.under_way();
            if open <= left {
                return;
            }
            if open != moved.1 {
                moved = (Instant::now(), open);
            }
            if moved.0.elapsed() > PATIENCE {
                return;
            }
            self.send_unsent();
            self.frame();
        }
    }

    /// Sends unsent purchases again, as a user would.
    fn send_unsent(&mut self) {
        let unsent: Vec<_> = self
            .desk
            .state()
            .purchases
            .list
            .iter()
            .filter(|purchase| matches!(purchase.status, PurchaseStatus::NotSent { .. }))
            .map(|purchase| purchase.transaction.clone())
            .collect();
        for transaction in unsent {
            self.desk.apply(PurchaseIntent::SendNow(transaction));
        }
    }

    /// Buys a label for each subject, several at a time.
    pub fn buy(&mut self, subjects: usize) {
        for subject in 0..subjects {
            if self.is_given_up() {
                break;
            }
            self.settle(IN_FLIGHT);
            self.desk.apply(ShipIntent::NewDraft);
            let mut draft = self.desk.state().ship.draft.clone();
            draft.from = address("Second & Sons", "4 Quay Rd", ("Chicago", "IL", "60606"));
            draft.to =
                address(&format!("Variation {subject}"), "12 Rue St", ("Boston", "MA", "02108"));
            draft.packages = vec![PackageForm {
                weight: "2.25".into(),
                length: "9.5".into(),
                width: "6.25".into(),
                height: "4".into(),
                ..PackageForm::default()
            }];
            draft.label.file_type = LabelFileType::Zpl2;
            let order = draft.order.clone();
            self.desk.apply(ShipIntent::EditDraft(Box::new(draft)));
            let mut begun = Instant::now();
            let rate = loop {
                self.desk.apply(ShipIntent::GetRates);
                self.until("rates", |state| !state.ship.quote.is_loading());
                let quote = self.desk.state().ship.quote.value();
                if let Some(rate) = quote.and_then(|quote| quote.rates.first()) {
                    break rate.clone();
                }
                assert!(begun.elapsed() < PATIENCE, "{}", describe_state(self.desk.state()));
            };
            // The purchase before may just have reported that the connection is down.
            begun = Instant::now();
            loop {
                self.desk.apply(ShipIntent::ChooseRate(Box::new(rate.clone())));
                self.desk.apply(Intent::Buy);
                let listed = |state: &State| {
                    let mut purchases = state.purchases.list.iter();
                    purchases.any(|purchase| purchase.order.as_ref() == Some(&order))
                };
                let tried = Instant::now();
                while !listed(self.desk.state()) && tried.elapsed() < Duration::from_millis(400) {
                    self.frame();
                }
                if listed(self.desk.state()) {
                    break;
                }
                assert!(
                    begun.elapsed() < PATIENCE,
                    "Variation {subject} is not taken on\n{}",
                    describe_state(self.desk.state())
                );
            }
        }
        self.settle(0);
    }

    /// Tops up once for each subject, one after another.
    pub fn top_up(&mut self, subjects: usize) {
        for subject in 0..subjects {
            if self.is_given_up() {
                break;
            }
            let amount = Amount::from_cents((FIRST_CENTS + subject) as i64);
            let known = self.seen.len();
            let begun = Instant::now();
            while self.seen.len() == known && begun.elapsed() < PATIENCE {
                self.desk.apply(Intent::TopUp { amount });
                let tried = Instant::now();
                while self.seen.len() == known && tried.elapsed() < Duration::from_millis(400) {
                    self.frame();
                }
            }
            self.settle(0);
            self.give_up_waiting();
        }
    }

    /// Stops waiting for a top-up that was not found, as a user who takes the risk.
    fn give_up_waiting(&mut self) {
        let living = self.desk.state().pending_top_up();
        let Some(living) = living.map(|living| living.transaction.clone()) else {
            return;
        };
        self.desk.apply(PurchaseIntent::GiveUpTopUp(living));
        let begun = Instant::now();
        while self.desk.state().pending_top_up().is_some() && begun.elapsed() < PATIENCE {
            self.frame();
        }
    }

    /// Requests refunds for all shipments, in batches.
    pub fn refund(&mut self, subjects: usize) {
        self.until("every shipment", |state| {
            state.shipments.sync.complete && state.shipments.total >= subjects as u64
        });
        let mut asked: Vec<ShipmentId> = Vec::new();
        let mut moved = Instant::now();
        while asked.len() < subjects && moved.elapsed() < PATIENCE {
            // Requested once per batch, because each request reads the list from its beginning.
            self.desk.apply(RefundIntent::Refresh);
            let mut lot = Vec::new();
            let tried = Instant::now();
            while lot.is_empty() && tried.elapsed() < Duration::from_secs(1) {
                self.frame();
                lot = self.open_refunds(&asked);
            }
            if self.is_given_up() {
                break;
            }
            if lot.is_empty() {
                continue;
            }
            asked.extend(lot.iter().cloned());
            self.desk.apply(Intent::RequestRefunds(lot));
            self.work_off();
            moved = Instant::now();
        }
        self.settle(0);
    }

    fn open_refunds(&self, asked: &[ShipmentId]) -> Vec<ShipmentId> {
        let open = self.desk.state().refunds.refundable_rows.value().into_iter().flatten();
        open.map(|open| open.row.id.clone()).filter(|id| !asked.contains(id)).take(200).collect()
    }

    fn work_off(&mut self) {
        let mut moved = (Instant::now(), u64::MAX);
        loop {
            self.frame();
            let work = self.desk.state().refunds.work.as_ref();
            let tally = work.map(BatchJob::tally).unwrap_or_default();
            if tally.waiting == 0 {
                if tally.called_off == 0 {
                    self.desk.apply(RefundIntent::Batch(BatchIntent::Close));
                    return;
                }
                self.desk.apply(RefundIntent::Batch(BatchIntent::Retry));
            }
            if tally.waiting != moved.1 {
                moved = (Instant::now(), tally.waiting);
            }
            assert!(moved.0.elapsed() < PATIENCE, "{}", describe_state(self.desk.state()));
        }
    }

    /// Creates one manifest per shipment.
    pub fn hand_over(&mut self, subjects: usize) {
        self.until("every shipment to hand over", |state| {
            let groups = state.manifests.day.value().map(|day| &day.groups);
            let parcels = groups.into_iter().flatten().map(|group| group.parcels.len());
            parcels.sum::<usize>() >= subjects
        });
        let groups = &self.desk.state().manifests.day.value().unwrap().groups;
        let parcels: Vec<_> = groups
            .iter()
            .flat_map(|group| {
                let ids = group.parcels.iter().map(|parcel| parcel.id.clone());
                ids.map(|id| (group.id.clone(), id)).collect::<Vec<_>>()
            })
            .collect();
        for lot in parcels.chunks(IN_FLIGHT) {
            for (group, id) in lot {
                let create =
                    ManifestIntent::Create { group: group.clone(), shipments: vec![id.clone()] };
                self.desk.apply(Intent::Manifests(create));
            }
            let mut moved = (Instant::now(), usize::MAX);
            while self.desk.state().manifests.orders.len() > 2 && moved.0.elapsed() < PATIENCE {
                self.frame();
                self.ask_again();
                let open = self.desk.state().manifests.orders.len();
                if open != moved.1 {
                    moved = (Instant::now(), open);
                }
            }
        }
        let begun = Instant::now();
        while !self.desk.state().manifests.orders.is_empty() && begun.elapsed() < PATIENCE {
            self.frame();
            self.ask_again();
        }
    }

    /// Sends the orders again that are not in the list, as a user would.
    fn ask_again(&mut self) {
        let orders = self.desk.state().manifests.orders.iter();
        let absent: Vec<String> = orders
            .filter(|order| order.status == ManifestOrderStatus::Absent)
            .map(|order| order.number.clone())
            .collect();
        for number in absent {
            let again = ManifestIntent::SendOrderAgain(number);
            self.desk.apply(Intent::Manifests(again));
        }
    }
}

impl Drop for Counter {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
        // A leftover folder in the system's temporary folder does no harm.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

pub fn is_open(status: &PurchaseStatus) -> bool {
    matches!(
        status,
        PurchaseStatus::Held { .. }
            | PurchaseStatus::NotSent { .. }
            | PurchaseStatus::Sending
            | PurchaseStatus::Checking { .. }
    )
}

fn is_stuck(status: &PurchaseStatus) -> bool {
    matches!(status, PurchaseStatus::Checking { attempts, .. } if *attempts > STUCK)
}

fn hurried() -> Timing {
    let patience = Duration::from_millis(1_500);
    Timing {
        look_ups: [0, 20, 60, 120, 250].map(Duration::from_millis).to_vec(),
        retry_after_no_answer: Duration::from_millis(50),
        watch: Duration::from_millis(300),
        time_outs: TimeOuts {
            connect: Duration::from_secs(10),
            read: patience,
            total: patience,
            money: patience,
        },
        ..pace()
    }
}

/// Creates shipments that were bought elsewhere, one for each subject.
pub fn stock(shop: &Shop, subjects: usize) {
    let mut books = shop.0.lock().unwrap();
    for subject in 0..subjects {
        let (id, transaction) = (format!("SHP-{subject}"), format!("elsewhere-{subject}"));
        let mut reply = replies::shipment(&id, &transaction, &format!("1Z{subject:016}"));
        reply["createdDate"] = super::shop::now().into();
        reply["shipDate"] = super::shop::now().into();
        reply["tracking"]["status"] = "PreTransit".into();
        reply["tracking"]["trackingDetails"] = json!([]);
        reply["toAddress"]["name"] = format!("Variation {subject}").into();
        books.labels.push(super::shop::Made {
            subject,
            id,
            transaction,
            reply,
            at: Instant::now(),
        });
    }
}
