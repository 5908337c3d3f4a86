//! The program around the money jobs, as in the desk: its start, jobs, watch and screen. A crash
//! ends it at once and loses everything that the journal does not hold.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use postroom::api::page::DateRange;
use postroom::api::shipment::ShipmentKey;
use postroom::base::id::{OrderId, TransactionId};
use postroom::base::locale::Message;
use postroom::base::money::{Amount, Currency, Money};
use postroom::desk::Timing;
use postroom::desk::kernel::failure::Trouble;
use postroom::desk::kernel::notices::Tone;
use postroom::desk::money::host::{AnswerLives, JournalWork, PurchaseHost};
use postroom::desk::money::nudge::Nudge;
use postroom::desk::money::ports::{
    BoxFuture, ClockPort, JournalPort, JournalStatus, MoneyPorts, NoClaims, PurchaseAccount,
    PurchaseResult, ScreenPort, ServicePort,
};
use postroom::desk::money::purchase::PurchaseStatus;
use postroom::desk::money::send::MoneyTask;
use postroom::desk::money::{Purchases, purchases, reconcile, send};
use postroom::store::{Entry, EntryContext, EntryKind, EntryState, JournalError, NewEntry};

use super::connection::FaultyConnection;
use super::journal::ModelJournal;
use super::model::{Job, Model, Rules, State};
use super::virtual_clock::Side;
use super::{mutants, policies, service};

/// Twelve times less often than the desk. A look every two hours finds what one every ten
/// minutes does, and a day of looks was most of a world's work.
const WATCH: Duration = Duration::from_secs(7200);

#[derive(Clone)]
pub struct Program {
    model: Arc<Model>,
    books: ModelJournal,
    records: Arc<dyn JournalPort>,
    wire: Arc<dyn ServicePort>,
}

impl Program {
    pub fn new(model: &Arc<Model>, rules: &Rules) -> Self {
        let books = ModelJournal::new(model);
        let mut records: Arc<dyn JournalPort> = Arc::new(books.clone());
        let mut wire: Arc<dyn ServicePort> = Arc::new(FaultyConnection::new(model));
        if let Some(mutant) = rules.mutant {
            records = mutants::records(mutant, records, model);
            wire = mutants::wire(mutant, wire);
        }
        Self { model: Arc::clone(model), books, records, wire }
    }

    pub fn hands(&self) -> MoneyPorts {
        MoneyPorts {
            journal: Arc::clone(&self.records),
            service: Arc::clone(&self.wire),
            clock: Arc::new(Watch(Arc::clone(&self.model))),
            screen: Arc::new(CheckedScreen(self.clone())),
            claims: Arc::new(NoClaims),
            pace: Timing { watch: WATCH, ..Timing::default() },
            account: PurchaseAccount {
                other_keys: Vec::new(),
                environment: "test".to_owned(),
                account: "key".to_owned(),
                base_url: "https://service.example/v3.1".to_owned(),
                moves: false,
            },
        }
    }

    /// Starts as the desk does: lists and resumes the open rows of the journal.
    pub fn start(&self) {
        self.books.reopen();
        self.model.with(|state, _| {
            state.up = true;
            state.blocked = false;
        });
        self.model.log(|| "the program starts".to_owned());
        let program = self.clone();
        self.model.begin_task(Side::Program, async move {
            program.lend(purchases::resume_unsettled);
            for round in 0_u32.. {
                program.model.pulse.sleep(WATCH).await;
                program.lend(|host| {
                    if purchases::take_must_resume(host.purchases()) {
                        purchases::resume_unsettled(host);
                    }
                });
                // Sometimes the panels load their lists.
                let panels = program.model.with(|state, _| state.rules().panels);
                if panels && round.is_multiple_of(3) {
                    program.refresh().await;
                }
            }
        });
    }

    /// Lends the purchases on the screen to the code that ships.
    pub fn lend(&self, work: impl FnOnce(&mut dyn PurchaseHost)) {
        let mut host = Host {
            purchases: self.model.with(|state, _| std::mem::take(&mut state.purchases)),
            program: self,
        };
        work(&mut host);
        let purchases = host.purchases;
        self.model.with(|state, _| state.purchases = purchases);
    }

    pub fn die(&self) {
        let downtime = self.model.with(|state, now| {
            state.up = false;
            state.heard = false;
            state.purchases = Purchases::default();
            state.jobs.clear();
            let times = [(85, 0), (10, 1), (5, 2)];
            let kind = match state.is_calm(now) || state.rules().dies_at.is_some() {
                true => 0,
                false => state.dice.pick(&times, 0),
            };
            match kind {
                0 => state.dice.between(1, 120),
                1 => state.dice.between(120, 2 * 3600),
                _ => state.dice.between(2 * 3600, 40 * 3600),
            }
        });
        let program = self.clone();
        self.model.begin_task(Side::World, async move {
            let downtime = Duration::from_secs(downtime);
            program.model.pulse.sleep(downtime).await;
            program.start();
        });
    }

    /// Loads a page of each list, as panels do, and settles the purchases it names.
    async fn refresh(&self) {
        if let Ok(page) = self.wire.shipments(DateRange::default(), None).await {
            reconcile::rows_seen(&self.hands(), &page.results).await;
        }
        let page = self.wire.balance_history(DateRange::default(), None);
        if let Ok(page) = page.await {
            reconcile::lines_seen(&self.hands(), &page.results).await;
        }
    }

    /// Records the request and sends it, whatever the screen says.
    pub fn ask(&self, wish: usize) {
        let (kind, asked) = self.model.with(|state, _| {
            let known = state.wishes.get_mut(wish);
            known.map_or((EntryKind::Label, 0), |wish| {
                wish.asked += 1;
                (wish.kind, wish.asked)
            })
        });
        let new = new_entry(kind, wish, asked);
        let program = self.clone();
        let policy = self.model.with(|state, _| state.rules().policy);
        self.model.begin_task(Side::Program, async move {
            if let Some(policy) = policy {
                return policies::carry_out(policy, &program.hands(), &program.model, new).await;
            }
            let wait = program.model.with(|state, _| {
                let times = [(80, 0), (20, 10)];
                Duration::from_secs(state.dice.pick(&times, 0))
            });
            program.lend(|host| purchases::begin(host, new, EntryContext::default(), wait));
            if !wait.is_zero() {
                program.model.pulse.sleep(2 * wait).await;
                program.lend(|host| release_held(host, wish));
            }
        });
    }
}

/// As `send_when_due` of the desk, which measures by a stopwatch.
fn release_held(host: &mut dyn PurchaseHost, wish: usize) {
    let mut listed = host.purchases().list.iter();
    let held = listed.find(|purchase| {
        let is_held = matches!(purchase.status, PurchaseStatus::Held { .. });
        is_held && purchase.title.parse() == Ok(wish)
    });
    if let Some(transaction) = held.map(|purchase| purchase.transaction.clone()) {
        purchases::release(host, transaction);
    }
}

/// The program as the code that ships sees it.
struct Host<'a> {
    purchases: Purchases,
    program: &'a Program,
}

impl PurchaseHost for Host<'_> {
    fn purchases(&mut self) -> &mut Purchases {
        &mut self.purchases
    }

    fn now(&self) -> Timestamp {
        self.program.model.local_now()
    }

    fn offline(&self) -> Option<Trouble> {
        None
    }

    fn refuses_offline(&mut self) -> bool {
        false
    }

    fn is_connected(&self) -> bool {
        true
    }

    fn with_journal(&mut self, _lives: AnswerLives, work: JournalWork) {
        let program = self.program.clone();
        self.program.model.begin_task(Side::Program, async move {
            let apply = work(Arc::clone(&program.records)).await;
            program.lend(apply);
        });
    }

    fn is_running(&self, transaction: &TransactionId) -> bool {
        let model = &self.program.model;
        model.with(|state, _| state.jobs.contains_key(transaction))
    }

    /// One job a row, as the desk's slots have it.
    fn start_job(&mut self, transaction: TransactionId, task: MoneyTask, nudge: Arc<Nudge>) {
        let program = self.program.clone();
        let job = Job { task, sendings: 0, asked: None };
        let model = &self.program.model;
        model.with(|state, _| state.jobs.insert(transaction.clone(), job));
        model.begin_task(Side::Program, async move {
            send::run_money_job(program.hands(), transaction.clone(), task, nudge).await;
            program.model.with(|state, _| state.jobs.remove(&transaction));
        });
    }

    fn not_begun(&mut self, new: &NewEntry, error: JournalError) {
        let model = &self.program.model;
        match error {
            JournalError::AlreadyLive { transaction } => {
                let wish = new.title.parse().unwrap_or(usize::MAX);
                model.already(wish, &transaction);
                if new.kind == EntryKind::TopUp {
                    purchases::top_up::show_living(self, transaction);
                }
            }
            error => {
                model.log(|| format!("wish {}: {error}", new.title));
                model.with(|state, _| state.blocked = true);
            }
        }
    }

    fn list_changed(&mut self) {}

    fn refund_changed(&mut self, _transaction: &TransactionId) {}

    fn label_changed(&mut self, _order: OrderId) {}

    fn notice(&mut self, _tone: Tone, text: Message) {
        self.program.model.log(|| format!("notice: {text}"));
    }

    fn complain(&mut self, trouble: Trouble) {
        let cause = trouble.cause;
        self.program.model.log(|| format!("trouble: {cause}"));
    }
}

impl Model {
    /// The user learns that the request is in progress or done.
    fn already(&self, wish: usize, transaction: &TransactionId) {
        self.log(|| format!("wish {wish} is already {transaction}"));
        self.with(|state, _| {
            let confirmed =
                state.row(transaction).is_some_and(|row| row.entry.state == EntryState::Confirmed);
            if let Some(wish) = state.wishes.get_mut(wish).filter(|_| confirmed) {
                wish.over = true;
            }
        });
    }
}

fn new_entry(kind: EntryKind, wish: usize, asked: u64) -> NewEntry {
    let amount = 5_000_000 + i64::try_from(wish).unwrap_or_default() * 10_000;
    let old = service::old_label(wish);
    let body = match kind {
        EntryKind::Label | EntryKind::TopUp => format!("{wish} {amount} {asked}"),
        EntryKind::Refund => {
            serde_json::json!({ "key": ShipmentKey::Id.as_str(), "value": old.as_str() })
                .to_string()
        }
    };
    let order = match kind {
        EntryKind::Label => Some(OrderId::new(format!("order {wish}"))),
        EntryKind::Refund => Some(OrderId::new(old.as_str())),
        EntryKind::TopUp => None,
    };
    NewEntry {
        kind,
        order,
        sequence: 0,
        environment: "test".to_owned(),
        account: "key".to_owned(),
        base_url: "https://service.example/v3.1".to_owned(),
        call: String::new(),
        body: body.into_bytes(),
        expected: Some(Money::new(Amount::from_micros(amount), Currency::USD)),
        title: wish.to_string(),
    }
}

struct Watch(Arc<Model>);

impl ClockPort for Watch {
    fn now(&self) -> Timestamp {
        self.0.local_now()
    }

    fn server_now(&self) -> Option<Timestamp> {
        let heard = self.0.with(|state, _| state.heard);
        // `Date` counts whole seconds, so a later reading may be earlier than the previous one.
        let seconds = self.0.now().as_second();
        heard.then(|| Timestamp::from_second(seconds).unwrap_or_default())
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'_, ()> {
        Box::pin(self.0.pulse.sleep(time))
    }
}

/// The screen that the user sees. Each status is checked against the journal and the service.
struct CheckedScreen(Program);

impl CheckedScreen {
    async fn put(&self, transaction: &TransactionId, status: PurchaseStatus) {
        let model = &self.0.model;
        model.step("show").await;
        model.log(|| format!("screen: {transaction} {}", word(&status)));
        let wrong = model.with(|state, now| {
            // As in the desk: a finished status stays, whatever a slower job reports later.
            let mut listed = state.purchases.list.iter();
            let shown = listed.find(|purchase| &purchase.transaction == transaction);
            if shown.is_some_and(|shown| is_done(&shown.status)) && !is_done(&status) {
                return None;
            }
            untrue(state, now, transaction, &status)
        });
        self.0.lend(|host| purchases::set_status(host, transaction, status));
        if let Some(wrong) = wrong {
            model.wrong(|| wrong);
        }
    }
}

/// A screen may be outdated, but must never show anything untrue about money.
fn untrue(
    state: &State,
    now: Duration,
    transaction: &TransactionId,
    status: &PurchaseStatus,
) -> Option<String> {
    let durable = state.durable(transaction, now).map(|entry| entry.state);
    let written = match status {
        PurchaseStatus::Bought { .. }
        | PurchaseStatus::ToppedUp { .. }
        | PurchaseStatus::RefundAsked { .. } => Some(EntryState::Confirmed),
        PurchaseStatus::Rejected { .. } => Some(EntryState::Rejected),
        PurchaseStatus::Absent { .. } => Some(EntryState::Absent),
        _ => None,
    };
    if let Some(written) = written
        && durable != Some(written)
        && durable != Some(EntryState::Confirmed)
    {
        let found = durable.map_or_else(|| "nothing".to_owned(), |state| state.to_string());
        return Some(format!(
            "the screen says {} of {transaction}, the journal holds {found}",
            word(status)
        ));
    }
    // Another task confirmed it a moment ago, and is about to show it.
    if durable == Some(EntryState::Confirmed) {
        return None;
    }
    let nothing_sent =
        matches!(status, PurchaseStatus::NotSent { .. } | PurchaseStatus::Rejected { .. });
    let under_way = state.under_way.get(transaction).is_some_and(|n| *n > 0);
    // Copies of a refused request are refused too, so only `NotSent` can be shown too early.
    let early = under_way && matches!(status, PurchaseStatus::NotSent { .. });
    (nothing_sent && (early || state.service.moved(transaction))).then(|| {
        format!(
            "the screen says {} of {transaction}, which was or may be carried out",
            word(status)
        )
    })
}

fn is_done(status: &PurchaseStatus) -> bool {
    matches!(
        status,
        PurchaseStatus::Bought { .. }
            | PurchaseStatus::ToppedUp { .. }
            | PurchaseStatus::RefundAsked { .. }
    )
}

fn word(status: &PurchaseStatus) -> &'static str {
    match status {
        PurchaseStatus::Held { .. } => "held",
        PurchaseStatus::NotSent { .. } => "not sent",
        PurchaseStatus::Sending => "sending",
        PurchaseStatus::Checking { .. } => "checking",
        PurchaseStatus::Bought { .. } => "bought",
        PurchaseStatus::ToppedUp { .. } => "topped up",
        PurchaseStatus::RefundAsked { .. } => "refund asked",
        PurchaseStatus::Rejected { .. } => "rejected",
        PurchaseStatus::Absent { .. } => "absent",
    }
}

impl ScreenPort for CheckedScreen {
    fn show<'a>(
        &'a self,
        transaction: &'a TransactionId,
        status: PurchaseStatus,
    ) -> BoxFuture<'a, ()> {
        Box::pin(self.put(transaction, status))
    }

    fn line(&self, _trouble: Trouble) -> BoxFuture<'_, ()> {
        Box::pin(self.0.model.step("tell of the line"))
    }

    fn refused<'a>(&'a self, _entry: &'a Entry, _trouble: Trouble) -> BoxFuture<'a, ()> {
        Box::pin(self.0.model.step("tell of a no"))
    }

    fn recording(&self, news: JournalStatus) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            self.0.model.step("tell whether buying is blocked").await;
            self.0.model.log(|| format!("recording: {news:?}"));
            let blocked = !matches!(news, JournalStatus::Again);
            self.0.model.with(|state, _| state.blocked = blocked);
        })
    }

    fn turned_away(&self, _trouble: Trouble) -> BoxFuture<'_, ()> {
        Box::pin(self.0.model.step("ask to sign in"))
    }

    fn done<'a>(
        &'a self,
        entry: &'a Entry,
        _proof: PurchaseResult,
        status: PurchaseStatus,
    ) -> BoxFuture<'a, ()> {
        Box::pin(self.put(&entry.transaction, status))
    }
}
